//! Declarations: specifiers, declarators, records, enumerations, initialisers, function definitions.

use super::*;
use source::Span;

/// A file-scope item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A declaration.
    Declaration(DeclarationId),
    /// A function definition.
    Function(FunctionId),
    /// `_Static_assert(condition, "text");`
    StaticAssert(ExprId, Option<StringId>),
    /// `asm("text");` at file scope.
    Asm(Span),
}

/// `specifiers declarator = init, declarator, ...;`
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// What all declarators share.
    pub specifiers: SpecifiersId,
    /// The declarators; empty for `struct s { ... };`.
    pub declarators: IdRange<InitDeclarator>,
    /// The whole declaration.
    pub span: Span,
}

/// A declarator with what may follow it.
#[derive(Clone, Copy, Debug)]
pub struct InitDeclarator {
    /// Name and derived type.
    pub declarator: DeclaratorId,
    /// `= init`
    pub init: Option<InitId>,
    /// Attributes after the declarator; `asm("name")` is one named `asm` with a string.
    pub attributes: IdRange<Attribute>,
}

/// A function definition.
#[derive(Clone, Copy, Debug)]
pub struct FunctionDef {
    /// Return type and storage class.
    pub specifiers: SpecifiersId,
    /// Name and parameters; its innermost derivation is [`Derived::Function`].
    pub declarator: DeclaratorId,
    /// The parameter declarations between declarator and body of a K&R definition.
    pub kr_declarations: IdRange<DeclarationId>,
    /// The body, a [`StmtKind::Compound`].
    pub body: StmtId,
    /// The whole definition.
    pub span: Span,
}

/// Storage class, one at most (`_Thread_local` and `inline` are flags beside it).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the keywords themselves")]
pub enum Storage {
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// Type qualifiers and function specifiers as a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Flags(pub u16);

#[expect(missing_docs, reason = "the keywords themselves")]
impl Flags {
    pub const CONST: Self = Self(1);
    pub const VOLATILE: Self = Self(2);
    pub const RESTRICT: Self = Self(4);
    pub const ATOMIC: Self = Self(8);
    pub const INLINE: Self = Self(16);
    pub const NORETURN: Self = Self(32);
    pub const THREAD_LOCAL: Self = Self(64);

    /// Whether all of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets `other`.
    pub fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The set flags by keyword, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        const NAMES: [&str; 7] =
            ["const", "volatile", "restrict", "_Atomic", "inline", "_Noreturn", "_Thread_local"];
        NAMES.into_iter().enumerate().filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, name)| name)
    }
}

impl std::fmt::Debug for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

/// Declaration specifiers.
#[derive(Clone, Copy, Debug)]
pub struct Specifiers {
    /// Storage class.
    pub storage: Storage,
    /// Qualifiers and function specifiers.
    pub flags: Flags,
    /// The type.
    pub ty: TypeSpec,
    /// `__attribute__` among the specifiers.
    pub attributes: IdRange<Attribute>,
    /// `_Alignas`, as attributes named `_Alignas` with one expression or type argument, are in `attributes`.
    pub span: Span,
}

/// A type specifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSpec {
    /// No type was written (implicit `int`).
    Missing,
    /// `void`
    Void,
    /// An arithmetic type.
    Basic(BasicType),
    /// `_Complex` of an arithmetic type.
    Complex(BasicType),
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`.
    Enum(EnumId),
    /// A typedef name.
    Named(Symbol),
    /// `typeof(expression)`
    TypeofExpr(ExprId),
    /// `typeof(type)`
    TypeofType(TypeNameId),
    /// `_Atomic(type)`
    Atomic(TypeNameId),
    /// `__builtin_va_list`
    VaList,
    /// `__auto_type`
    Auto,
}

/// The arithmetic types as C names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the C names themselves")]
pub enum BasicType {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    Float128,
}

/// `name(arguments)` inside `__attribute__((...))`; leading and trailing `__` of the name are removed.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// `packed`, `aligned`, `mode`, `_Alignas`, ...
    pub name: Symbol,
    /// Arguments; a lone identifier, as in `mode(DI)`, is an [`ExprKind::Ident`], a type is
    /// [`ExprKind::SizeofType`] when the attribute is `_Alignas` (read as `_Alignof`).
    pub args: IdRange<ExprId>,
    /// Where.
    pub span: Span,
}

/// `struct tag { members }`
#[derive(Clone, Copy, Debug)]
pub struct RecordSpec {
    /// `struct` or `union`.
    pub kind: RecordKind,
    /// The tag.
    pub tag: Option<Symbol>,
    /// The members; `None` for a mere reference or forward declaration.
    pub members: Option<IdRange<MemberDecl>>,
    /// Attributes before the tag or after the brace; where `#pragma pack` is in force, also one named
    /// `pragma_pack` with the largest alignment of members in bytes.
    pub attributes: IdRange<Attribute>,
    /// Where.
    pub span: Span,
}

/// Which kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the keywords themselves")]
pub enum RecordKind {
    Struct,
    Union,
}

/// One member declarator. `int a, b : 3;` gives two; `struct {...};` and `int : 4;` give one without name.
#[derive(Clone, Copy, Debug)]
pub struct MemberDecl {
    /// The specifiers, shared by the members of one declaration.
    pub specifiers: SpecifiersId,
    /// Name and derived type; `None` for an anonymous record member.
    pub declarator: Option<DeclaratorId>,
    /// `: width`
    pub bit_width: Option<ExprId>,
    /// Attributes after the declarator.
    pub attributes: IdRange<Attribute>,
    /// Where.
    pub span: Span,
}

/// `enum tag { enumerators }`
#[derive(Clone, Copy, Debug)]
pub struct EnumSpec {
    /// The tag.
    pub tag: Option<Symbol>,
    /// The enumerators; `None` for a mere reference.
    pub enumerators: Option<IdRange<Enumerator>>,
    /// Attributes, among them `packed`.
    pub attributes: IdRange<Attribute>,
    /// Where.
    pub span: Span,
}

/// `name = value`
#[derive(Clone, Copy, Debug)]
pub struct Enumerator {
    /// The constant's name.
    pub name: Symbol,
    /// Its value, if given.
    pub value: Option<ExprId>,
    /// Where.
    pub span: Span,
}

/// A declarator: a name and how its type derives from the specifiers' type.
#[derive(Clone, Copy, Debug)]
pub struct Declarator {
    /// The name; `None` in type names and unnamed parameters.
    pub name: Option<Symbol>,
    /// Derivations from the name outwards: `*a[3]` is `[Array(3), Pointer]`, read "array of 3 pointers to".
    pub derived: IdRange<Derived>,
    /// The name, or the place where it would be.
    pub span: Span,
}

/// One derivation step.
#[derive(Clone, Copy, Debug)]
pub enum Derived {
    /// `*`
    Pointer(Flags),
    /// `[length]`
    Array(ArrayLength),
    /// `(parameters)`
    Function(Parameters),
}

/// What stands between the brackets.
#[derive(Clone, Copy, Debug)]
pub enum ArrayLength {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[expression]`, `[static expression]`
    Expr(ExprId),
}

/// What stands between the parentheses of a function declarator.
#[derive(Clone, Copy, Debug)]
pub enum Parameters {
    /// `()`: nothing is known of the parameters.
    Unspecified,
    /// `(void)`, `(int a, ...)`.
    Prototype {
        /// The parameters; empty for `(void)`.
        params: IdRange<Param>,
        /// Whether `...` ends the list.
        variadic: bool,
    },
    /// `(a, b)`: the names of a K&R definition.
    Names(IdRange<Symbol>),
}

/// A parameter of a prototype.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its specifiers.
    pub specifiers: SpecifiersId,
    /// Its declarator, perhaps without a name.
    pub declarator: DeclaratorId,
}

/// A type name: specifiers and a declarator without name.
#[derive(Clone, Copy, Debug)]
pub struct TypeName {
    /// Specifiers and qualifiers.
    pub specifiers: SpecifiersId,
    /// The abstract declarator.
    pub declarator: DeclaratorId,
    /// Where.
    pub span: Span,
}

/// An initialiser.
#[derive(Clone, Copy, Debug)]
pub enum Init {
    /// `= expression`
    Expr(ExprId),
    /// `= { ... }`
    List(IdRange<InitItem>, Span),
}

/// `designators = init` in a braced list.
#[derive(Clone, Copy, Debug)]
pub struct InitItem {
    /// The designation; empty when none was written.
    pub designators: IdRange<Designator>,
    /// The value.
    pub init: InitId,
}

/// One step of a designation; also of `__builtin_offsetof`.
#[derive(Clone, Copy, Debug)]
pub enum Designator {
    /// `.name`, and the obsolete `name:`
    Field(Symbol),
    /// `[index]`
    Index(ExprId),
    /// `[low ... high]`
    Range(ExprId, ExprId),
}
