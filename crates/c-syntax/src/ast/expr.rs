//! Expressions.

use super::*;
use source::Span;

/// An expression with its place.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions. Parentheses leave no node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExprKind {
    /// A variable, function or enumeration constant.
    Ident(Symbol),
    /// An integer constant.
    Int(IntLit),
    /// A floating constant; the text is under the span, the suffix is decoded.
    Float(FloatSuffix),
    /// GNU's imaginary constant: what stands before the `i` or `j`.
    Imaginary(ImaginaryPart),
    /// A character constant.
    Char(CharLit),
    /// A string literal.
    Str(StringId),
    /// `op e`
    Unary(UnaryOp, ExprId),
    /// `l op r`, not assigning; `&&`, `||` and `,` are among the operators.
    Binary(BinaryOp, ExprId, ExprId),
    /// `l = r`, or `l op= r`.
    Assign(Option<BinaryOp>, ExprId, ExprId),
    /// `c ? t : e`; `t` is missing in GNU's `c ?: e`.
    Conditional(ExprId, Option<ExprId>, ExprId),
    /// `(type) e`
    Cast(TypeNameId, ExprId),
    /// `(type) { ... }`
    CompoundLiteral(TypeNameId, InitId),
    /// `sizeof e`
    SizeofExpr(ExprId),
    /// `sizeof(type)`
    SizeofType(TypeNameId),
    /// `_Alignof e` (GNU)
    AlignofExpr(ExprId),
    /// `_Alignof(type)`
    AlignofType(TypeNameId),
    /// `callee(args)`
    Call(ExprId, IdRange<ExprId>),
    /// `a[i]`
    Index(ExprId, ExprId),
    /// `e.name`
    Member(ExprId, Symbol),
    /// `e->name`
    Arrow(ExprId, Symbol),
    /// `({ ... })`
    StmtExpr(StmtId),
    /// `&&label`
    LabelAddress(Symbol),
    /// `__builtin_va_arg(e, type)`
    VaArg(ExprId, TypeNameId),
    /// `__builtin_offsetof(type, designators)`; the first designator is a field.
    Offsetof(TypeNameId, IdRange<Designator>),
    /// `__builtin_types_compatible_p(type, type)`
    TypesCompatible(TypeNameId, TypeNameId),
    /// `__builtin_convertvector(vector, type)`
    ConvertVector(ExprId, TypeNameId),
    /// `__builtin_choose_expr(c, a, b)`; the three in a list.
    Choose(IdRange<ExprId>),
    /// `_Generic(e, associations)`
    Generic(ExprId, IdRange<GenericAssociation>),
}

/// An integer constant: its value and what its suffix says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLit {
    /// The value.
    pub value: u64,
    /// `u`
    pub unsigned: bool,
    /// Number of `l`: 0, 1, 2.
    pub longs: u8,
    /// Decimal constants choose among signed types only.
    pub decimal: bool,
}

/// The suffix of a floating constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the types themselves")]
pub enum FloatSuffix {
    Double,
    Float,
    LongDouble,
    Float128,
}

/// An imaginary constant without its `i` or `j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImaginaryPart {
    /// `2i`: a complex integer.
    Int(IntLit),
    /// `1.5if`
    Float(FloatSuffix),
}

/// A character constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharLit {
    /// Its value as C computes it for `int` (a plain `'\377'` is -1; `'ab'` as gcc does).
    pub value: i32,
    /// The prefix.
    pub prefix: Encoding,
}

/// The prefix of a character constant or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// No prefix.
    Plain,
    /// `u8`
    Utf8,
    /// `u`
    Char16,
    /// `U`
    Char32,
    /// `L`
    Wide,
}

impl Encoding {
    /// Bytes of an element.
    pub fn width(self) -> usize {
        match self {
            Self::Plain | Self::Utf8 => 1,
            Self::Char16 => 2,
            Self::Char32 | Self::Wide => 4,
        }
    }
}

/// A string literal with escapes decoded, without the terminating zero; elements wider than a byte are
/// stored little-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLit {
    /// The elements.
    pub bytes: Box<[u8]>,
    /// The prefix.
    pub encoding: Encoding,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the C operators")]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    Not,
    Deref,
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the C operators")]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

/// `type: e` or `default: e`
#[derive(Clone, Copy, Debug)]
pub struct GenericAssociation {
    /// `None` for `default`.
    pub ty: Option<TypeNameId>,
    /// The expression.
    pub expr: ExprId,
}
