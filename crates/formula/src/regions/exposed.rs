//! Which objects a number may be the address of: *exposed* objects (ADR 0018).
//!
//! [`super::flow`] follows addresses as long as they are moved and copied. Whatever else is done
//! with the number of an address tells something of it that no flow of data follows: a branch on
//! its bits, a place in a table, a product, a difference. Anybody who knows the number can make a
//! pointer of it, which then points to the object (the rule PNVI-ae-udi of ISO/IEC TS 6010: a
//! pointer that is made of a number may point to any exposed object). So each such use exposes what
//! the number may be the address of: its node becomes one with that of the environment, where all
//! pointers point of which nothing else is known.
//!
//! **What exposes:** arithmetic on a number that carries an address, except for the pointer
//! arithmetic of C; comparing it, except with numbers that are no address of an object; branching
//! on a part of it; using it as an index, a size, or a byte to fill with; handing it out as a
//! number. TS 6010 exposes at the conversion already, of a pointer to an integer or of its bytes.
//! We wait for the use, since a number that is only kept, copied and made a pointer again is
//! followed.
//!
//! **Comparisons of pointers** expose nothing, as in TS 6010, if both sides were followed: then
//! they are equal only if they point into one object. But where one side may be any pointer, a
//! formula can choose it to be equal to the other, and then both must point to the same. So the two
//! sides become one if one of them is exposed.
//!
//! **Not seen:** whether a pointer is null that was put together from single bytes of another; what
//! the program prints and its environment types in again.

use super::flow::{Flow, Part};
use super::nodes::Pointer;
use super::shape;
use cfa::{BinaryOp, Cfa, Expr, ExprId, FunctionOrigin, Op, Place, PlaceId, Type, TypeId};

/// Whether an expression is a constant pointer that may be the address of an object.
pub(crate) fn is_literal_address(cfa: &Cfa, id: ExprId) -> bool {
    cfa.types.pointee(cfa.exprs.ty(id)).is_some()
        && shape::constant(cfa, id).is_some_and(|bits| cfa.types.machine().may_have_object_at(bits))
}

/// Whether an expression makes a pointer of a number.
pub(crate) fn makes_pointer(cfa: &Cfa, id: ExprId) -> bool {
    let is_pointer = |id: ExprId| cfa.types.pointee(cfa.exprs.ty(id)).is_some();
    match cfa.exprs.expr(id) {
        Expr::Cast(operand) => is_pointer(id) && !is_pointer(operand),
        Expr::Const(_)
        | Expr::Load(_)
        | Expr::AddressOf(_)
        | Expr::Function(_)
        | Expr::Unary(..)
        | Expr::Binary(..) => false,
    }
}

impl Flow<'_> {
    /// Everybody may know the address.
    pub(super) fn expose(&mut self, value: Option<Pointer>) {
        if let Some(value) = value {
            self.nodes.unify(value, self.unknown);
        }
    }

    fn expose_all(&mut self, ids: &[ExprId]) {
        for &id in ids {
            self.expose(self.values[id]);
        }
    }

    fn is_pointer(&self, id: ExprId) -> bool {
        self.cfa.types.pointee(self.cfa.exprs.ty(id)).is_some()
    }

    /// What an expression or a place does with the numbers of its parts.
    pub(super) fn reveal(&mut self, part: Part) {
        let cfa = self.cfa;
        match part {
            Part::Place(id) => {
                if let Place::Index(_, index) = cfa.exprs.place(id) {
                    self.expose(self.values[index]);
                }
            }
            Part::Expr(id) => match cfa.exprs.expr(id) {
                Expr::Unary(_, operand) => self.expose(self.values[operand]),
                Expr::Binary(BinaryOp::PtrAdd, _, right) => self.expose(self.values[right]),
                Expr::Binary(BinaryOp::PtrDiff, left, right) => self.difference(left, right),
                Expr::Binary(op, left, right) if op.is_comparison() => self.comparison(left, right),
                Expr::Binary(_, left, right) => self.expose_all(&[left, right]),
                Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Cast(_) => {}
            },
        }
    }

    /// The distance of two objects leads from one to the other; that of null and an object is its
    /// address.
    fn difference(&mut self, left: ExprId, right: ExprId) {
        match (self.values[left], self.values[right]) {
            (Some(one), Some(two)) => {
                let (one, two) = (self.nodes.find(one), self.nodes.find(two));
                if one.node != two.node {
                    self.expose_all(&[left, right]);
                }
            }
            (one, two) if self.is_closing => self.expose(one.or(two)),
            (_, _) => {}
        }
    }

    fn comparison(&mut self, left: ExprId, right: ExprId) {
        if !self.is_pointer(left) || !self.is_pointer(right) {
            let sides = [(left, right), (right, left)];
            for (one, other) in sides {
                let is_told = shape::constant(self.cfa, other)
                    .is_some_and(|bits| !self.cfa.types.machine().may_have_object_at(bits));
                if !is_told || !self.is_whole(one) {
                    self.expose(self.values[one]);
                }
            }
            return;
        }
        let unknown = self.nodes.find(self.unknown).node;
        let sides = [left, right].map(|id| match self.values[id] {
            None if self.is_closing && self.may_be_any(id) => Some(self.unknown),
            value => value,
        });
        if let [Some(one), Some(two)] = sides
            && [one, two].into_iter().any(|side| self.nodes.find(side).node == unknown)
        {
            self.nodes.unify(one, two);
        }
    }

    /// Whether a pointer of which nothing is known may be one, and not null or a function only.
    fn may_be_any(&self, id: ExprId) -> bool {
        match self.cfa.exprs.expr(id) {
            Expr::Const(_) | Expr::Function(_) | Expr::AddressOf(_) | Expr::Unary(..) => false,
            Expr::Load(_) => true,
            Expr::Cast(operand) => !self.is_pointer(operand) || self.may_be_any(operand),
            Expr::Binary(_, left, _) => self.may_be_any(left),
        }
    }

    /// Whether a scalar is a whole address if it carries one, and no part of it.
    fn is_whole(&mut self, id: ExprId) -> bool {
        let cfa = self.cfa;
        let is_wide = |ty: TypeId| {
            let shape = cfa.types.int_shape(ty);
            shape.is_some_and(|shape| shape.bits == cfa.types.machine().pointer_bits())
        };
        if !is_wide(cfa.exprs.ty(id)) {
            return false;
        }
        match cfa.exprs.expr(id) {
            Expr::Cast(operand) => self.is_whole(operand),
            Expr::Load(place) => self.is_whole_place(place),
            // Arithmetic exposes what it is done with.
            Expr::Const(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => {
                true
            }
        }
    }

    /// Whether memory that is as wide as an address is accessed in no smaller parts.
    fn is_whole_place(&mut self, place: PlaceId) -> bool {
        let size = self.cfa.types.machine().pointer_size();
        let Some(shape) = self.places[place].filter(|_| shape::bit_field(self.cfa, place).is_none()) else {
            return false;
        };
        let modulus = self.nodes.modulus(shape.pointer);
        let groups = self.nodes.window(shape.pointer, size);
        groups.is_some_and(|groups| groups.iter().all(|group| group.unit(modulus) == size))
    }

    /// What an operation does with the numbers of its operands.
    pub(super) fn reveal_in(&mut self, op: &Op) {
        let cfa = self.cfa;
        match *op {
            Op::Assume { condition, .. } => {
                if !self.is_pointer(condition) && !self.is_whole(condition) {
                    self.expose(self.values[condition]);
                }
            }
            Op::External { function, ref args, .. } => {
                let is_library = match cfa.functions[function].origin {
                    FunctionOrigin::Library | FunctionOrigin::Estimate => true,
                    FunctionOrigin::Program | FunctionOrigin::Synthetic => false,
                };
                for &arg in args {
                    if is_library && matches!(cfa.types.get(cfa.exprs.ty(arg)), Type::Int(_) | Type::Float(_))
                    {
                        self.expose(self.values[arg]);
                    }
                }
            }
            Op::Allocate { size, .. } => self.expose(self.values[size]),
            Op::MemoryCopy { size, .. } => self.expose(self.values[size]),
            Op::MemorySet { value, size, .. } => self.expose_all(&[value, size]),
            Op::Nop
            | Op::Assign { .. }
            | Op::Zero { .. }
            | Op::Havoc { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::UnknownCall { .. }
            | Op::Free { .. }
            | Op::ObjectSize { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Halt(_)
            | Op::Unsupported { .. } => {}
        }
    }

    /// Where a pointer points that is used for an access.
    pub(super) fn target(&self, id: ExprId) -> Option<Pointer> {
        let known = self.values[id];
        if self.is_closing { known.or(Some(self.unknown)) } else { known }
    }
}
