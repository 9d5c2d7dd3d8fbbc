//! Statements.

use super::*;
use source::Span;

/// A statement with its place.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Copy, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `{ ... }`
    Compound(IdRange<StmtId>),
    /// A declaration in a block.
    Declaration(DeclarationId),
    /// A nested function definition (GNU); refused by name later.
    NestedFunction(FunctionId),
    /// `_Static_assert(condition, "text");`
    StaticAssert(ExprId, Option<StringId>),
    /// `__label__ a, b;`
    LocalLabels(IdRange<Symbol>),
    /// `e;`
    Expr(ExprId),
    /// `if (c) t else e`
    If(ExprId, StmtId, Option<StmtId>),
    /// `switch (e) s`
    Switch(ExprId, StmtId),
    /// `while (c) s`
    While(ExprId, StmtId),
    /// `do s while (c);`
    DoWhile(StmtId, ExprId),
    /// `for (init; c; step) s`; `init` is an expression or declaration statement.
    For(Option<StmtId>, Option<ExprId>, Option<ExprId>, StmtId),
    /// `goto label;`
    Goto(Symbol),
    /// `goto *e;`
    GotoComputed(ExprId),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<ExprId>),
    /// `label: s`
    Label(Symbol, StmtId),
    /// `case low: s`, `case low ... high: s`
    Case(ExprId, Option<ExprId>, StmtId),
    /// `default: s`
    Default(StmtId),
    /// Inline assembler.
    Asm(AsmId),
}

/// `asm volatile goto ("text" : outputs : inputs : clobbers : labels)`
#[derive(Clone, Copy, Debug)]
pub struct Asm {
    /// The template.
    pub template: StringId,
    /// Output operands.
    pub outputs: IdRange<AsmOperand>,
    /// Input operands.
    pub inputs: IdRange<AsmOperand>,
    /// Whether `"memory"` is among the clobbers.
    pub clobbers_memory: bool,
    /// Jump targets of `asm goto`.
    pub labels: IdRange<Symbol>,
    /// Where.
    pub span: Span,
}

/// `[name] "constraint" (expression)`
#[derive(Clone, Copy, Debug)]
pub struct AsmOperand {
    /// The constraint, such as `=r` or `+m`.
    pub constraint: StringId,
    /// The operand.
    pub expr: ExprId,
}
