//! The typed tree: what `c-sema` hands to `c-lower`, one body at a time.
//!
//! Types are those of the IR ([`cfa::Types`]). Every conversion is a node: a name is a *place* (lvalue) and its value is
//! [`ExprKind::Load`]; arrays decay by [`ExprKind::ArrayToPointer`]; arithmetic operands have been promoted and converted; an
//! assignment's right side has the left side's type; arguments have the parameters' types. Initialisers are
//! flat. Labels, cases and locals are numbered. Constants are folded where C demands a constant, and wherever
//! all operands are integer constants.
//!
//! Bodies are handed over in source order through [`BodySink`] and not kept, so that a large program never has
//! its whole typed tree in memory.
//!
//! **Operand types.** As in [`cfa::expr`]: both operands of arithmetic and comparison have one type, comparisons give
//! `int`, shifts have promoted operands each, [`cfa::BinaryOp::PtrAdd`] has a `ptrdiff_t` index (`p - n` is `p + -n`). `!e` is
//! `e == 0`. Of complex numbers and real ones see `expr/complex.rs`: one operand may be complex and the other of the type of its
//! parts. Conditions (`if`, loops, `&&`, `||`, `?:`) are *scalars* of any type: lowering compares them with zero.

pub mod dump;
mod volatile;

pub use volatile::{BodyVolatiles, ProgramVolatiles, Volatility};

use cfa::{BinaryOp, Signature, TypeId, Types, UnaryOp, VlaId};
use rustc_hash::FxHashMap;
use source::Span;
use std::num::NonZeroU32;
use stdx::{IdRange, IndexVec, Interner, Symbol};

stdx::define_index! {
    /// A function of the program.
    pub struct FunctionId = "f";
    /// An object of static storage.
    pub struct GlobalId = "g";
    /// A variable of a body: parameter, local, anonymous local.
    pub struct LocalId = "l";
    /// A typed expression.
    pub struct ExprId = "x";
    /// A typed statement.
    pub struct StmtId = "s";
    /// A label of a body.
    pub struct LabelId = "label";
    /// A `case` or `default` of a `switch`.
    pub struct CaseId = "case";
}

/// What is known of the whole program. Grows while units are elaborated.
#[derive(Debug)]
pub struct Program {
    /// Types and layouts.
    pub types: Types,
    /// Functions declared or used.
    pub functions: IndexVec<FunctionId, Function>,
    /// Objects of static storage: file scope, `static` locals, string literals, compound literals at file scope.
    pub globals: IndexVec<GlobalId, Global>,
    /// Shortcuts that elaboration took, with the place they concern.
    pub assumptions: Vec<(String, Span)>,
    /// What is declared volatile.
    pub volatile: ProgramVolatiles,
    /// What runs before and after `main`, in the order of the texts.
    pub beside: Vec<Beside>,
}

/// A function that the start of the program calls, or a table of such functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside {
    /// What it is.
    pub what: BesideWhat,
    /// When it runs.
    pub when: BesideWhen,
    /// Lower ones run first at the start and last at the end; without one, after all others.
    pub priority: Option<u16>,
    /// Where it is defined.
    pub span: Span,
}

/// Who runs beside `main`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BesideWhat {
    /// A function with the attribute.
    Function(FunctionId),
    /// The functions whose addresses an object holds, which lies in a section for them.
    Table(GlobalId),
}

/// When something runs beside `main`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BesideWhen {
    /// `.preinit_array`: first of all.
    First,
    /// `constructor`, `.init_array`: before `main`.
    Before,
    /// `destructor`, `.fini_array`: when the program ends.
    After,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// Its type, a [`cfa::Type::Function`].
    pub ty: TypeId,
    /// Whether other units see it.
    pub linkage: Linkage,
    /// Whether some unit of the program defines it (known before bodies are elaborated).
    pub defined: bool,
    /// Whether it was never declared (C90's implicit `int f()`).
    pub implicit: bool,
    /// Whether it is declared not to return.
    pub noreturn: bool,
    /// Whether it is declared `weak`: if nobody defines it, its address is null.
    pub weak: bool,
    /// The parameters whose declarators say that they point to something constant, as bits.
    pub const_params: u64,
    /// Its first declaration.
    pub span: Span,
}

/// An object of static storage.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name; made up with `$` for literals.
    pub name: Symbol,
    /// Its type, completed by later declarations and by the initialiser.
    pub ty: TypeId,
    /// Whether other units see it.
    pub linkage: Linkage,
    /// Where its value comes from; final once all units are elaborated.
    pub definition: Definition,
    /// The function whose `static` local it is.
    pub owner: Option<FunctionId>,
    /// Whether a pointer to it can exist.
    pub address_taken: bool,
    /// Whether it is declared `weak`: if nobody defines it, its address is null.
    pub weak: bool,
    /// The alignment in bytes that its declaration asks for.
    pub align: Option<NonZeroU32>,
    /// Its first declaration, or the literal.
    pub span: Span,
}

/// Linkage (6.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// One object or function for all units.
    External,
    /// One for its unit.
    Internal,
    /// `static` locals and literals.
    None,
}

/// Where the value of a static object comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Only declared `extern`.
    Extern,
    /// Defined without initialiser: zero.
    Tentative,
    /// Defined with an initialiser, which went to [`BodySink::static_init`].
    Initialised,
    /// A string literal with its terminating zero.
    Bytes(Box<[u8]>),
}

/// Takes the elaborated bodies.
pub trait BodySink {
    /// A function's body.
    fn function(&mut self, program: &mut Program, names: &mut Interner, function: FunctionId, body: Body);
    /// The initialiser of a static object; the values in `body` are constant expressions (numbers and addresses).
    fn static_init(
        &mut self,
        program: &mut Program,
        names: &mut Interner,
        global: GlobalId,
        body: Body,
        init: Initialiser,
    );
}

/// The typed tree of one function or static initialiser.
#[derive(Debug, Default)]
pub struct Body {
    /// Parameters, in order.
    pub params: Vec<LocalId>,
    /// Variables.
    pub locals: IndexVec<LocalId, Local>,
    /// Expressions.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Statements.
    pub stmts: IndexVec<StmtId, Stmt>,
    /// Labels.
    pub labels: IndexVec<LabelId, Label>,
    /// Number of `case` and `default` labels handed out.
    pub n_cases: u32,
    /// Which local (of type `size_t`) holds the number of elements of each variable-length array type.
    pub vlas: Vec<(VlaId, LocalId)>,
    /// What is called wherever control leaves the scope of a variable (GNU's `cleanup`).
    pub cleanups: FxHashMap<LocalId, ExprId>,
    /// The outermost block; `None` in static initialisers.
    pub root: Option<StmtId>,
    /// The pools behind the lists.
    pub pools: Pools,
    /// What is declared volatile.
    pub volatile: BodyVolatiles,
}

/// The pools that the lists of a body point into.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "each pool is named after what it holds")]
pub struct Pools {
    pub exprs: Vec<ExprId>,
    pub stmts: Vec<StmtId>,
    pub locals: Vec<LocalId>,
    pub cases: Vec<Case>,
    pub init_items: Vec<InitItem>,
    pub steps: Vec<Step>,
}

/// A variable of a body.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; made up with `$` where the source has none.
    pub name: Symbol,
    /// Its type; a variable-length array has [`cfa::ArrayLen::Variable`].
    pub ty: TypeId,
    /// Whether its address is taken (`&x`, or an array that decays other than to be indexed at once).
    pub address_taken: bool,
    /// The alignment in bytes that its declaration asks for.
    pub align: Option<NonZeroU32>,
    /// Its declaration.
    pub span: Span,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: Symbol,
    /// Whether `&&label` occurs.
    pub address_taken: bool,
}

/// A typed expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type; for places, the type of the object.
    pub ty: TypeId,
    /// Where.
    pub span: Span,
}

/// Kinds of typed expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprKind {
    // ---- places -------------------------------------------------------------------------------------
    /// A parameter or local.
    Local(LocalId),
    /// An object of static storage, string literals included.
    Global(GlobalId),
    /// What a pointer value points to.
    Deref(ExprId),
    /// A member of a record: of a place, or of a record *value* such as a call's result.
    Member(ExprId, u32),
    /// An element of an array place; the index is a `ptrdiff_t`. Used where the base is an array; `p[i]` is `*(p + i)`.
    Index(ExprId, ExprId),
    /// A compound literal of automatic storage: initialises the anonymous local, then is that place.
    CompoundLiteral(LocalId, Initialiser),

    // ---- values -------------------------------------------------------------------------------------
    /// A scalar constant by its bits ([`cfa::expr`]).
    Const(Bits),
    /// The value in a place.
    Load(ExprId),
    /// The address of a place.
    AddressOf(ExprId),
    /// The address of the first element of an array place.
    ArrayToPointer(ExprId),
    /// The address of a function.
    Function(FunctionId),
    /// The address of a label (a `void *`).
    LabelAddress(LabelId),
    /// Conversion to this expression's type; to `void` it discards.
    Cast(ExprId),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator that evaluates both sides.
    Binary(BinaryOp, ExprId, ExprId),
    /// `l && r`, an `int`.
    LogicalAnd(ExprId, ExprId),
    /// `l || r`, an `int`.
    LogicalOr(ExprId, ExprId),
    /// `c ? t : e`; the branches have this expression's type (perhaps `void`).
    Conditional(ExprId, ExprId, ExprId),
    /// `c ?: e`; `c` is evaluated once, tested, and converted to this expression's type.
    ConditionalElse(ExprId, ExprId),
    /// `l, r`
    Comma(ExprId, ExprId),
    /// `place = value`; its value is the place's new one.
    Assign(ExprId, ExprId),
    /// `place op= value`: the place's value is converted to `compute`, combined with `value` and converted back.
    CompoundAssign {
        /// The operator; [`BinaryOp::PtrAdd`] for pointers.
        op: BinaryOp,
        /// The left side.
        place: ExprId,
        /// The right side, converted already.
        value: ExprId,
        /// The type of the computation.
        compute: TypeId,
    },
    /// `++`, `--`: like a compound assignment; the value is the old one for `Post`.
    Step {
        /// [`BinaryOp::Add`], [`BinaryOp::Sub`] or [`BinaryOp::PtrAdd`].
        op: BinaryOp,
        /// What is changed.
        place: ExprId,
        /// The constant to add or subtract, of type `compute` (`ptrdiff_t` for pointers).
        value: ExprId,
        /// The type of the computation.
        compute: TypeId,
        /// Whether the old or the new value results.
        fix: Fix,
    },
    /// A call; arguments are converted (default promotions beyond the named parameters).
    Call(Callee, IdRange<ExprId>),
    /// A built-in function that is not a call.
    Builtin(Builtin, IdRange<ExprId>),
    /// `({ ... })`; the value is that of the last expression statement, given apart from the block, if not `void`.
    StmtExpr(StmtId, Option<ExprId>),
    /// `sizeof` an array type of variable length, a `size_t`; all other sizes are constants.
    SizeofVla(TypeId),
}

/// The bits of a constant. Aligned like all else in an expression, since a `u128` would make every expression half as large
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits([u32; 4]);

impl Bits {
    /// These bits.
    pub fn new(bits: u128) -> Self {
        Self([bits as u32, (bits >> 32) as u32, (bits >> 64) as u32, (bits >> 96) as u32])
    }

    /// The bits.
    pub fn get(self) -> u128 {
        self.0.iter().rev().fold(0, |bits, &part| bits << 32 | u128::from(part))
    }
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Callee {
    /// A known function.
    Direct(FunctionId),
    /// A pointer value.
    Pointer(ExprId),
}

/// Prefix or postfix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Fix {
    Pre,
    Post,
}

/// Built-ins with a meaning that no function can have. All others are calls of functions named as in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `va_start(list)`: the argument is the place of the list (for LP64 the array's first element's record place).
    VaStart,
    /// `va_arg(list)`: a value of this expression's type.
    VaArg,
    /// `va_end(list)`
    VaEnd,
    /// `va_copy(target, source)`
    VaCopy,
    /// `__builtin_alloca(size)`
    Alloca,
    /// `__builtin_unreachable()`
    Unreachable,
    /// `__builtin_trap()`
    Trap,
    /// `__builtin_{add,sub,mul}_overflow(a, b, &r)`: operands as promoted by their own types, the third a
    /// pointer to the result; an `int`-like `_Bool`.
    AddOverflow,
    /// See [`Builtin::AddOverflow`].
    SubOverflow,
    /// See [`Builtin::AddOverflow`].
    MulOverflow,
    /// `__sync_*`/`__atomic_*` as sequential operations: `(pointer, value)`; the old value.
    FetchAnd(FetchOp),
    /// The same; the new value.
    AndFetch(FetchOp),
    /// `(pointer, expected, desired)`: whether it was swapped.
    BoolCompareAndSwap,
    /// `(pointer, expected, desired)`: the old value.
    ValCompareAndSwap,
    /// A fence: no effect on one thread.
    Fence,
    /// A complex number of its real and its imaginary part.
    Complex,
}

/// The operation of an atomic read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum FetchOp {
    Add,
    Sub,
    Or,
    And,
    Xor,
    Nand,
    Exchange,
}

/// A typed statement.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// Kinds of statements.
#[derive(Clone, Copy, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `{ ... }`: a scope with the variables declared in it.
    Block(IdRange<StmtId>, IdRange<LocalId>),
    /// The variable's declaration is reached. For a variable-length array, its length local is set by then.
    Declare(LocalId),
    /// The variable gets its initial value.
    Init(LocalId, Initialiser),
    /// The length local of a variable-length array type is set (evaluated once, where the type is reached).
    SetVlaLength(VlaId, ExprId),
    /// `e;`
    Expr(ExprId),
    /// `if`
    If(ExprId, StmtId, Option<StmtId>),
    /// `switch`; the condition is promoted, cases converted to its type.
    Switch {
        /// The value.
        value: ExprId,
        /// Its cases in source order.
        cases: IdRange<Case>,
        /// `default:`
        default: Option<CaseId>,
        /// The body, in which [`StmtKind::Case`] marks the targets.
        body: StmtId,
    },
    /// The target of a `case` or `default`; what is labelled follows as the next statement.
    Case(CaseId),
    /// `while`
    While(ExprId, StmtId),
    /// `do ... while`
    DoWhile(StmtId, ExprId),
    /// `for`; a declaration in its head is inside a [`StmtKind::Block`] around it.
    For(Option<StmtId>, Option<ExprId>, Option<ExprId>, StmtId),
    /// `label:`; what is labelled follows as the next statement.
    Label(LabelId),
    /// `goto label;`
    Goto(LabelId),
    /// `goto *e;`
    GotoComputed(ExprId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`, converted to the result type.
    Return(Option<ExprId>),
    /// Inline assembler: the places that it writes and the values that it reads; jump targets of `asm goto`
    /// make it unsupported.
    Asm {
        /// Written places.
        outputs: IdRange<ExprId>,
        /// Read values.
        inputs: IdRange<ExprId>,
        /// What else it may do.
        effect: AsmEffect,
    },
    /// A construct that is refused by name where it is reached.
    Unsupported(Symbol),
}

/// What inline assembler may do beside its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum AsmEffect {
    OutputsOnly,
    ClobbersMemory,
    MayJump,
}

/// `case low ... high`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Lowest value, in the type of the condition.
    pub low: i128,
    /// Highest value.
    pub high: i128,
    /// Its mark.
    pub id: CaseId,
}

/// A flat initialiser of one object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Initialiser {
    /// Whether the rest of the object becomes zero first.
    pub rest: Rest,
    /// What is stored where, in order; a later item may override an earlier one.
    pub items: IdRange<InitItem>,
}

/// What happens to the parts of an object that an initialiser does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// All that have a value are named: by one item with an empty path, or one by one.
    None,
    /// They become zero.
    Zero,
}

/// One stored value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitItem {
    /// The way from the object to the part.
    pub path: IdRange<Step>,
    /// The value, of the part's type: scalar, record, or array (loaded from a string literal of that very type).
    pub value: ExprId,
}

/// One step of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member by position.
    Field(u32),
    /// An element.
    Index(u64),
}

impl Program {
    /// The signature of a function.
    pub fn signature(&self, function: FunctionId) -> Option<&Signature> {
        match self.types.get(self.functions[function].ty) {
            cfa::Type::Function(signature) => Some(signature),
            _ => None,
        }
    }
}
