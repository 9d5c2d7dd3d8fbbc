//! Pure, typed, hash-consed expressions, and places (what C calls lvalues).
//!
//! An expression has no side effect and its evaluation order does not matter. A place denotes a part of an
//! object: a variable or what a pointer points to, followed by member selections and array indices, so
//! that `s.a[i].b = 3` stays visible as such to field-sensitive analyses. Reading a place is [`Expr::Load`].
//!
//! **Values.** A scalar value is its bits, zero-extended to 128: two's complement for integers, the
//! address for pointers, the encoding for floats (80 bits for x87). `_Bool` is 0 or 1.
//!
//! **Typing rules** (checked by the verifier): both operands of arithmetic, bitwise and comparison
//! operators have one type, comparisons give `int`; the right operand of a shift is any integer type and the
//! result has the left one's; [`BinaryOp::PtrAdd`] takes a pointer and an index of type `ptrdiff_t`, scaled by the pointee's
//! size (which is known; `void` and functions count one byte); [`BinaryOp::PtrDiff`] takes two pointers of one type and gives `ptrdiff_t`.
//! Integer arithmetic happens only at `int` or wider, as C promotes; signed overflow is undefined behaviour
//! that the interpreter can report or wrap.

use crate::{FunctionId, RecordId, Type, TypeId, Types, VarId};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use stdx::IndexVec;

stdx::define_index! {
    /// A hash-consed expression.
    pub struct ExprId = "x";
    /// A hash-consed place.
    pub struct PlaceId = "p";
}

/// A pure expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A scalar constant by its bits, canonical for its type; the null pointer is the constant 0 of a pointer type.
    Const(ConstId),
    /// The value in a place; scalar, record or array.
    Load(PlaceId),
    /// The address of a place.
    AddressOf(PlaceId),
    /// The address of a function.
    Function(FunctionId),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator.
    Binary(BinaryOp, ExprId, ExprId),
    /// A conversion between scalar types: integers wrap, `_Bool` is `!= 0`, floats round to nearest even,
    /// float to integer truncates (undefined when out of range), pointers keep their address.
    Cast(ExprId),
}

stdx::define_index! {
    /// A constant's bits.
    pub struct ConstId = "c";
}

/// Unary operators. The floating ones are exact or correctly rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-e`; integers and floats.
    Neg,
    /// `~e`
    BitNot,
    /// `fabs`
    FloatAbs,
    /// `sqrt`
    FloatSqrt,
    /// `floor`
    FloatFloor,
    /// `ceil`
    FloatCeil,
    /// `trunc`
    FloatTrunc,
    /// `round`: ties away from zero.
    FloatRound,
    /// `rint`: ties to even.
    FloatRint,
    /// 1 for a NaN, else 0; an `int`.
    IsNan,
    /// 1 for an infinity, else 0; an `int`.
    IsInf,
    /// 1 for a normal number (not zero, subnormal, infinite or NaN), else 0; an `int`.
    IsNormal,
    /// 1 if the sign bit is set, else 0; an `int`.
    SignBit,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "named after the C operators")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Pointer plus index.
    PtrAdd,
    /// Pointer minus pointer, in elements.
    PtrDiff,
}

impl BinaryOp {
    /// Whether the result is the `int` 0 or 1.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        match self {
            Eq | Ne | Lt | Le | Gt | Ge => true,
            Add | Sub | Mul | Div | Rem | Shl | Shr | BitAnd | BitOr | BitXor | PtrAdd | PtrDiff => false,
        }
    }
}

/// A place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A whole variable.
    Var(VarId),
    /// What the pointer points to.
    Deref(ExprId),
    /// A member, by position in the record's fields; may be a bit-field, whose address cannot be taken.
    Field(PlaceId, u32),
    /// An element of an array; the index has type `ptrdiff_t`.
    Index(PlaceId, ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Typed<T> {
    node: T,
    ty: TypeId,
}

/// The arena of expressions and places. Constructors do not simplify beyond what they document, so that
/// the IR shows the program; they are total for well-typed operands.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    exprs: IndexVec<ExprId, Typed<Expr>>,
    expr_table: HashTable<ExprId>,
    places: IndexVec<PlaceId, Typed<Place>>,
    place_table: HashTable<PlaceId>,
    consts: IndexVec<ConstId, u128>,
    const_table: HashTable<ConstId>,
}

impl Exprs {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// The node of an expression.
    #[inline]
    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs[id].node
    }

    /// The type of an expression.
    #[inline]
    pub fn ty(&self, id: ExprId) -> TypeId {
        self.exprs[id].ty
    }

    /// The node of a place.
    #[inline]
    pub fn place(&self, id: PlaceId) -> Place {
        self.places[id].node
    }

    /// The type of a place.
    #[inline]
    pub fn place_ty(&self, id: PlaceId) -> TypeId {
        self.places[id].ty
    }

    /// The bits of a constant.
    #[inline]
    pub fn bits(&self, id: ConstId) -> u128 {
        self.consts[id]
    }

    /// The bits, if the expression is a constant.
    #[inline]
    pub fn as_const(&self, id: ExprId) -> Option<u128> {
        match self.expr(id) {
            Expr::Const(bits) => Some(self.bits(bits)),
            Expr::Load(_)
            | Expr::AddressOf(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_) => None,
        }
    }

    /// Number of expressions and of places.
    pub fn counts(&self) -> (usize, usize) {
        (self.exprs.len(), self.places.len())
    }

    /// Number of different constants' bits.
    pub fn n_consts(&self) -> usize {
        self.consts.len()
    }

    /// All expressions in order of creation; operands come before what uses them.
    pub fn expr_ids(&self) -> impl DoubleEndedIterator<Item = ExprId> + ExactSizeIterator + use<> {
        self.exprs.indices()
    }

    /// All places in order of creation.
    pub fn place_ids(&self) -> impl DoubleEndedIterator<Item = PlaceId> + ExactSizeIterator + use<> {
        self.places.indices()
    }

    /// Interns an expression of a given type. Prefer the named constructors.
    pub fn intern(&mut self, node: Expr, ty: TypeId) -> ExprId {
        let key = Typed { node, ty };
        let hash = fx(&key);
        let Self { exprs, expr_table, .. } = self;
        if let Some(&id) = expr_table.find(hash, |&id| exprs[id] == key) {
            return id;
        }
        let id = exprs.push(key);
        expr_table.insert_unique(hash, id, |&id| fx(&exprs[id]));
        id
    }

    /// Interns a place of a given type. Prefer the named constructors.
    pub fn intern_place(&mut self, node: Place, ty: TypeId) -> PlaceId {
        let key = Typed { node, ty };
        let hash = fx(&key);
        let Self { places, place_table, .. } = self;
        if let Some(&id) = place_table.find(hash, |&id| places[id] == key) {
            return id;
        }
        let id = places.push(key);
        place_table.insert_unique(hash, id, |&id| fx(&places[id]));
        id
    }

    /// A constant; `bits` must be canonical for `ty` (see [`canonical`]).
    pub fn constant(&mut self, bits: u128, ty: TypeId) -> ExprId {
        let hash = fx(&bits);
        let Self { consts, const_table, .. } = self;
        let id = match const_table.find(hash, |&id| consts[id] == bits) {
            Some(&id) => id,
            None => {
                let id = consts.push(bits);
                const_table.insert_unique(hash, id, |&id| fx(&consts[id]));
                id
            }
        };
        self.intern(Expr::Const(id), ty)
    }

    /// An integer constant from its mathematical value, wrapped to the type.
    pub fn int(&mut self, types: &Types, value: i128, ty: TypeId) -> ExprId {
        self.constant(canonical(types, ty, value as u128), ty)
    }

    /// The value in a place.
    pub fn load(&mut self, place: PlaceId) -> ExprId {
        let ty = self.place_ty(place);
        self.intern(Expr::Load(place), ty)
    }

    /// The address of a place.
    pub fn address_of(&mut self, types: &mut Types, place: PlaceId) -> ExprId {
        let ty = types.pointer(self.place_ty(place));
        self.intern(Expr::AddressOf(place), ty)
    }

    /// A unary operator.
    pub fn unary(&mut self, op: UnaryOp, operand: ExprId) -> ExprId {
        use UnaryOp::*;
        let ty = match op {
            Neg | BitNot | FloatAbs | FloatSqrt | FloatFloor | FloatCeil | FloatTrunc | FloatRound
            | FloatRint => self.ty(operand),
            IsNan | IsInf | IsNormal | SignBit => TypeId::INT,
        };
        self.intern(Expr::Unary(op, operand), ty)
    }

    /// A binary operator.
    pub fn binary(&mut self, types: &Types, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let ty = match op {
            BinaryOp::PtrDiff => types.ptrdiff_type(),
            _ if op.is_comparison() => TypeId::INT,
            _ => self.ty(left),
        };
        self.intern(Expr::Binary(op, left, right), ty)
    }

    /// A conversion; the operand itself where the type is already right.
    pub fn cast(&mut self, operand: ExprId, ty: TypeId) -> ExprId {
        if self.ty(operand) == ty { operand } else { self.intern(Expr::Cast(operand), ty) }
    }

    /// A variable as a place.
    pub fn var(&mut self, var: VarId, ty: TypeId) -> PlaceId {
        self.intern_place(Place::Var(var), ty)
    }

    /// What `pointer` points to, as a place of the pointee type (`*&p` is `p`).
    pub fn deref(&mut self, types: &Types, pointer: ExprId) -> PlaceId {
        if let Expr::AddressOf(place) = self.expr(pointer) {
            return place;
        }
        let ty = types.pointee(self.ty(pointer)).unwrap_or(TypeId::VOID);
        self.intern_place(Place::Deref(pointer), ty)
    }

    /// A member of a record place.
    pub fn field(&mut self, types: &Types, place: PlaceId, field: u32) -> PlaceId {
        let ty = match *types.get(self.place_ty(place)) {
            Type::Record(record) => types.fields(record)[field as usize].ty,
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Function(_) => TypeId::VOID,
        };
        self.intern_place(Place::Field(place, field), ty)
    }

    /// An element of an array place.
    pub fn index(&mut self, types: &Types, place: PlaceId, index: ExprId) -> PlaceId {
        let ty = match *types.get(self.place_ty(place)) {
            Type::Array(element, _) => element,
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Record(_)
            | Type::Function(_) => TypeId::VOID,
        };
        self.intern_place(Place::Index(place, index), ty)
    }

    /// The record that a place is, if it is one.
    pub fn place_record(&self, types: &Types, place: PlaceId) -> Option<RecordId> {
        match *types.get(self.place_ty(place)) {
            Type::Record(record) => Some(record),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Function(_) => None,
        }
    }

    /// The variable that a place is part of without following a pointer, if there is one.
    pub fn root_var(&self, place: PlaceId) -> Option<VarId> {
        let mut place = place;
        loop {
            match self.place(place) {
                Place::Var(var) => return Some(var),
                Place::Deref(_) => return None,
                Place::Field(base, _) | Place::Index(base, _) => place = base,
            }
        }
    }
}

/// Cuts bits to the width of a scalar type; `_Bool` keeps its lowest bit.
pub fn canonical(types: &Types, ty: TypeId, bits: u128) -> u128 {
    if ty == TypeId::BOOL {
        return bits & 1;
    }
    match types.int_shape(ty) {
        Some(shape) if shape.bits < 128 => bits & ((1 << shape.bits) - 1),
        Some(_) | None => bits,
    }
}

/// The mathematical value of an integer's or pointer's bits (128-bit unsigned values above `i128::MAX` wrap).
pub fn int_value(types: &Types, ty: TypeId, bits: u128) -> i128 {
    match types.int_shape(ty) {
        Some(shape) if shape.signed && shape.bits < 128 => {
            let unused = 128 - shape.bits;
            ((bits << unused) as i128) >> unused
        }
        Some(_) | None => bits as i128,
    }
}

fn fx<T: Hash>(value: &T) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
