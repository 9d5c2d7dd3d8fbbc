//! Tokens: their kinds, and which spellings are keywords (C11 6.4.1 and GNU's alternatives).
//!
//! A keyword with several spellings (`inline`, `__inline`, `__inline__`) is one kind, so that the parser
//! never compares texts. Spellings of C23 that older code uses as ordinary names (`bool`, `true`,
//! `nullptr`, `static_assert`) are no keywords here.

use source::Span;
use stdx::Symbol;

macro_rules! kinds {
    (
        classes { $($class:ident = $class_text:literal,)* }
        punctuators { $($punct:ident = $punct_text:literal,)* }
        keywords { $($keyword:ident = $spelling:literal $(| $other:literal)*,)* }
    ) => {
        /// What a token is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum Kind { $($class,)* $($punct,)* $($keyword,)* }

        impl Kind {
            /// The text of a punctuator or keyword, or the name of a class of tokens.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(Self::$class => $class_text,)*
                    $(Self::$punct => $punct_text,)*
                    $(Self::$keyword => $spelling,)*
                }
            }

            /// Whether the kind has many texts.
            pub(crate) fn is_class(self) -> bool {
                matches!(self, $(Self::$class)|*)
            }

            /// Whether it is a keyword.
            pub(crate) fn is_keyword(self) -> bool {
                matches!(self, $(Self::$keyword)|*)
            }
        }

        /// Every spelling of every keyword.
        pub(crate) const KEYWORDS: &[(&str, Kind)] =
            &[$(($spelling, Kind::$keyword), $(($other, Kind::$keyword),)*)*];
    };
}

kinds! {
    classes {
        Eof = "end of file",
        Ident = "identifier",
        Number = "number",
        Char = "character constant",
        Str = "string literal",
    }
    punctuators {
        LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LBrace = "{", RBrace = "}",
        Semicolon = ";", Comma = ",", Colon = ":", Question = "?", Dot = ".", Ellipsis = "...",
        Arrow = "->", Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%",
        PlusPlus = "++", MinusMinus = "--", Amp = "&", Pipe = "|", Caret = "^", Tilde = "~", Bang = "!",
        AmpAmp = "&&", PipePipe = "||", Shl = "<<", Shr = ">>", Lt = "<", Gt = ">", Le = "<=", Ge = ">=",
        EqEq = "==", Ne = "!=", Assign = "=", PlusAssign = "+=", MinusAssign = "-=", StarAssign = "*=",
        SlashAssign = "/=", PercentAssign = "%=", AmpAssign = "&=", PipeAssign = "|=", CaretAssign = "^=",
        ShlAssign = "<<=", ShrAssign = ">>=",
    }
    keywords {
        Auto = "auto", Break = "break", Case = "case", CharKw = "char",
        Const = "const" | "__const" | "__const__", Continue = "continue", Default = "default", Do = "do",
        Double = "double", Else = "else", Enum = "enum", Extern = "extern", Float = "float", For = "for",
        Goto = "goto", If = "if", Inline = "inline" | "__inline" | "__inline__", Int = "int", Long = "long",
        Register = "register", Restrict = "restrict" | "__restrict" | "__restrict__", Return = "return",
        Short = "short", Signed = "signed" | "__signed" | "__signed__", Sizeof = "sizeof",
        Static = "static", Struct = "struct", Switch = "switch", Typedef = "typedef", Union = "union",
        Unsigned = "unsigned", Void = "void", Volatile = "volatile" | "__volatile" | "__volatile__",
        While = "while", Alignas = "_Alignas", Alignof = "_Alignof" | "__alignof" | "__alignof__",
        Atomic = "_Atomic", Bool = "_Bool", Complex = "_Complex" | "__complex" | "__complex__",
        Generic = "_Generic", Imaginary = "_Imaginary", Noreturn = "_Noreturn",
        StaticAssert = "_Static_assert", ThreadLocal = "_Thread_local" | "__thread",
        Asm = "asm" | "__asm" | "__asm__", Attribute = "__attribute__" | "__attribute",
        Extension = "__extension__", Typeof = "typeof" | "__typeof" | "__typeof__", AutoType = "__auto_type",
        Label = "__label__", Real = "__real__" | "__real", Imag = "__imag__" | "__imag",
        Int128 = "__int128" | "__int128__", Int128T = "__int128_t", Uint128T = "__uint128_t",
        Float128 = "__float128" | "_Float128", Float32 = "_Float32", Float64 = "_Float64",
        Float32x = "_Float32x", Float64x = "_Float64x" | "__float80", Float16 = "_Float16" | "__fp16" | "__bf16",
        Decimal = "_Decimal32" | "_Decimal64" | "_Decimal128", VaListKw = "__builtin_va_list",
        VaArg = "__builtin_va_arg", Offsetof = "__builtin_offsetof",
        TypesCompatible = "__builtin_types_compatible_p", ChooseExpr = "__builtin_choose_expr",
        ConvertVector = "__builtin_convertvector",
        PragmaOperator = "_Pragma",
    }
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// The name, for identifiers and keywords; meaningless otherwise.
    pub(crate) symbol: Symbol,
    /// Where it is.
    pub(crate) span: Span,
}
