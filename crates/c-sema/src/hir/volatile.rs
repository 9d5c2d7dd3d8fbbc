//! Which places are volatile (6.7.3p7).
//!
//! Types of the automaton have no qualifiers. What lowering has to know of `volatile` is kept
//! beside the types: a [`Volatility`] of each variable, member, function and cast, in tables that
//! have rows for those with the word only. The places of an expression follow from them by
//! [`Volatility::of`].
//!
//! An implicit conversion keeps what its operand says, an explicit one says it itself. That an
//! object is volatile is not known behind a cast that takes the word away, which is undefined
//! (6.7.3p6).

use super::{Body, Callee, ExprId, ExprKind, FunctionId, GlobalId, LocalId, Program};
use cfa::RecordId;
use rustc_hash::FxHashMap;

/// Where `volatile` stands in a type: bit 0 for the type itself, bit 1 for what it points to, what
/// its elements are or what it returns, and so on. A level too deep for a bit shares the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Volatility(u32);

/// The last bit, which stands for all levels from there on.
const DEEP: u32 = 1 << 31;

impl Volatility {
    /// Nowhere.
    pub const NONE: Self = Self(0);
    /// The type itself.
    pub const HERE: Self = Self(1);

    /// Whether the word stands nowhere.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether an object of the type is volatile itself.
    pub fn is_here(self) -> bool {
        self.0 & 1 != 0
    }

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The same of a type that is derived from this one.
    pub fn derived(self) -> Self {
        Self(self.0 << 1 | self.0 & DEEP)
    }

    /// The same of the type that this one is derived from.
    pub fn behind(self) -> Self {
        Self(self.0 >> 1 | self.0 & DEEP)
    }

    /// The same of a value: it has no qualifiers itself.
    pub fn value(self) -> Self {
        Self(self.0 & !1)
    }

    /// An element: an array is as volatile as its elements (6.7.3p9).
    pub fn element(self) -> Self {
        self.behind().and(Self(self.0 & 1))
    }

    /// The pointer to the first element of an array.
    pub fn decayed(self) -> Self {
        self.element().derived()
    }

    /// What an expression says: of a place, whether reading it is a read of a volatile object.
    pub fn of(program: &Program, body: &Body, expr: ExprId) -> Self {
        let of = |expr| stacker::maybe_grow(64 * 1024, 1024 * 1024, || Self::of(program, body, expr));
        if let Some(&said) = body.volatile.casts.get(&expr) {
            return said;
        }
        match body.exprs[expr].kind {
            ExprKind::Local(local) | ExprKind::CompoundLiteral(local, _) => {
                body.volatile.locals.get(&local).copied().unwrap_or_default()
            }
            ExprKind::Global(global) => program.volatile.globals.get(&global).copied().unwrap_or_default(),
            ExprKind::Deref(pointer) => of(pointer).behind(),
            ExprKind::Index(base, _) => of(base).element(),
            ExprKind::Member(base, field) => {
                let whole = Self(of(base).0 & 1);
                let record = match *program.types.get(body.exprs[base].ty) {
                    cfa::Type::Record(record) => record,
                    _ => return whole,
                };
                whole.and(program.volatile.fields.get(&(record, field)).copied().unwrap_or_default())
            }
            ExprKind::Load(place) => of(place).value(),
            ExprKind::AddressOf(place) => of(place).derived(),
            ExprKind::ArrayToPointer(array) => of(array).decayed(),
            ExprKind::Function(function) => program.returned(function).derived().derived(),
            ExprKind::Cast(operand) | ExprKind::Comma(_, operand) => of(operand),
            ExprKind::Binary(cfa::BinaryOp::PtrAdd, left, _) => of(left),
            ExprKind::Conditional(_, left, right) | ExprKind::ConditionalElse(left, right) => {
                of(left).and(of(right))
            }
            ExprKind::Assign(place, _)
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Step { place, .. } => of(place).value(),
            ExprKind::Call(Callee::Direct(function), _) => program.returned(function),
            ExprKind::Call(Callee::Pointer(pointer), _) => of(pointer).behind().behind(),
            ExprKind::StmtExpr(_, Some(value)) => of(value),
            ExprKind::Builtin(..)
            | ExprKind::StmtExpr(_, None)
            | ExprKind::Const(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::SizeofVla(_) => Self::NONE,
        }
    }
}

/// What a program says of objects that outlive a body.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "each table is named after what it tells of")]
pub struct ProgramVolatiles {
    pub globals: FxHashMap<GlobalId, Volatility>,
    pub fields: FxHashMap<(RecordId, u32), Volatility>,
    /// What functions return.
    pub results: FxHashMap<FunctionId, Volatility>,
}

/// What a body says.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "each table is named after what it tells of")]
pub struct BodyVolatiles {
    pub locals: FxHashMap<LocalId, Volatility>,
    /// Values whose type is written down where they are made.
    pub casts: FxHashMap<ExprId, Volatility>,
}

impl ProgramVolatiles {
    /// Whether no declaration has the word.
    pub fn is_empty(&self) -> bool {
        self.globals.is_empty() && self.fields.is_empty() && self.results.is_empty()
    }
}

impl BodyVolatiles {
    /// Whether no declaration and no cast has the word.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty() && self.casts.is_empty()
    }
}

impl Program {
    fn returned(&self, function: FunctionId) -> Volatility {
        self.volatile.results.get(&function).copied().unwrap_or_default()
    }
}
