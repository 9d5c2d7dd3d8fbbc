//! What a library function takes and returns: its model is only used for a function that is declared so.
//!
//! A program may declare and use a function of its own that happens to be called `index` or `remove`, and leave it
//! undefined. Its declaration tells: `int index(int, int)` is not the library's. Then it is an undefined function like any other,
//! and that is an assumption.
//!
//! The expected type is written as a C type name in the table (`void *(size_t)`), or is that of the model's own definition where
//! the model is C text. Beside C's types there are `any` for what systems declare differently (`pthread_t` is a number or a
//! pointer), `any_float` for functions that are macros in C, and `any(...)` for functions that are meant whatever their declaration is.
//!
//! Types are compared by [`Class`]: what a pointer points to and signs do not matter, widths do. Beyond that,
//!
//! - a program that declares the result as `void` cannot use it, and one that declares a narrower integer uses its low bits,
//!   which is what a conversion gives. (Not for `_Bool`: as a conversion of 256 it is 1, as the low bits it is 0.)
//! - a function without result may be declared to return C90's default `int`, which is any value where it is used;
//! - arguments narrower than `int` are passed as `int` (6.5.2.2p6), so parameters may be declared narrower, too;
//! - a parameter `size_t` may be declared as `unsigned int` on LP64, as by headers for a 32-bit machine: the argument is extended by zeros
//!   on the way, which is a conversion. (A negative `int` is not, so an `int` is no `size_t`.)
//! - a declaration without prototype says nothing about parameters, and nothing by the result `int`, which is C90's
//!   default. Then the arguments of each call are looked at. They may be numbers of another width,
//!   and the constant 0 may stand for a null pointer; both are converted.

use super::{Entry, PREFIX};
use crate::program::class::{Class, class};
use cfa::{IntShape, Signature, TypeId, Types, Variadic};

/// The type of a library function, as far as calls care.
pub(crate) struct Prototype {
    result: Shape,
    params: Vec<Shape>,
    more: More,
}

/// What may follow the named parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum More {
    Nothing,
    /// Variable arguments.
    Variable,
    /// No parameters are named, and any are accepted.
    Anything,
}

/// A parameter or result.
#[derive(Clone, Copy)]
enum Shape {
    /// Of the class of this type.
    Like(TypeId),
    Size,
    /// Any structure or union.
    Record,
    /// Any floating-point number.
    Floating,
    /// The complex number with parts of this type.
    Complex(TypeId),
    Any,
}

/// An argument of a call without prototype.
#[derive(Clone, Copy)]
pub(crate) struct Passed {
    pub(crate) ty: TypeId,
    /// The value, if it is a constant.
    pub(crate) constant: Option<u128>,
}

impl Shape {
    /// The shape of a declaration, with or without the declared name.
    fn parse(declaration: &str) -> Self {
        if declaration.contains(['*', '[']) {
            return Self::Like(TypeId::VOID_PTR);
        }
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let words =
            declaration.split(|character| !is_part(character)).filter(|word| TYPE_WORDS.contains(word));
        let words: Vec<&str> = words.filter(|&word| word != "unsigned").collect();
        if declaration.contains("_Complex") {
            return Self::Complex(match *words {
                ["float"] => TypeId::FLOAT,
                ["long", "double"] => TypeId::LONG_DOUBLE,
                ["_Float128"] => TypeId::FLOAT128,
                _ => TypeId::DOUBLE,
            });
        }
        match *words {
            ["void"] => Self::Like(TypeId::VOID),
            ["char"] => Self::Like(TypeId::CHAR),
            ["short"] => Self::Like(TypeId::SHORT),
            ["int" | "wchar_t"] => Self::Like(TypeId::INT),
            [] if declaration.contains("unsigned") => Self::Like(TypeId::UINT),
            ["long"] => Self::Like(TypeId::LONG),
            ["long", "long"] => Self::Like(TypeId::LLONG),
            ["float"] => Self::Like(TypeId::FLOAT),
            ["double"] => Self::Like(TypeId::DOUBLE),
            ["long", "double"] => Self::Like(TypeId::LONG_DOUBLE),
            ["_Float128"] => Self::Like(TypeId::FLOAT128),
            ["size_t"] => Self::Size,
            // An array of one record or a pointer, which is a pointer as parameter.
            ["va_list"] => Self::Like(TypeId::VOID_PTR),
            ["any_float"] => Self::Floating,
            ["any"] => Self::Any,
            _ => Self::Record,
        }
    }

    fn class(self, types: &Types) -> Option<Class> {
        match self {
            Self::Like(ty) => Some(class(types, ty)),
            Self::Size => Some(class(types, types.size_type())),
            Self::Record | Self::Floating | Self::Complex(_) | Self::Any => None,
        }
    }

    /// Whether a parameter of this type is passed as one of this shape.
    fn is_passed_as(self, types: &Types, ty: TypeId) -> bool {
        let unsigned = IntShape { bits: 32, signed: false };
        self.is_of(types, ty, promoted) || matches!(self, Self::Size) && types.int_shape(ty) == Some(unsigned)
    }

    /// Whether a result of this type can be read where one of this shape is left.
    fn is_read_as(self, types: &Types, ty: TypeId) -> bool {
        let is_harmless = match (self.class(types), class(types, ty)) {
            (Some(Class::Integer(left)), Class::Integer(read)) => ty != TypeId::BOOL && read < left,
            (Some(Class::Nothing), Class::Integer(_)) => ty == TypeId::INT,
            _ => false,
        };
        is_harmless || self.is_of(types, ty, |class| class)
    }

    /// Whether a value of this type is one of this shape; `adapt` removes what does not matter.
    fn is_of(self, types: &Types, ty: TypeId, adapt: impl Fn(Class) -> Class) -> bool {
        let given = class(types, ty);
        match self {
            Self::Any => true,
            Self::Record => matches!(given, Class::Record(_)),
            Self::Floating => matches!(given, Class::Float(_)),
            Self::Complex(part) => types.complex_part(ty) == Some(part),
            Self::Like(_) | Self::Size => self.class(types).map(&adapt) == Some(adapt(given)),
        }
    }
}

/// The words of declarations that say something; names of parameters and tags do not.
const TYPE_WORDS: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "unsigned",
    "long",
    "float",
    "double",
    "_Float128",
    "size_t",
    "wchar_t",
    "va_list",
    "any_float",
    "any",
];

/// Integers that are promoted to `int` are alike.
fn promoted(class: Class) -> Class {
    match class {
        Class::Integer(bits) => Class::Integer(bits.max(32)),
        Class::Nothing | Class::Float(_) | Class::Pointer | Class::Record(_) => class,
    }
}

/// All integers are alike.
fn converted(class: Class) -> Class {
    match class {
        Class::Integer(_) => Class::Integer(0),
        Class::Nothing | Class::Float(_) | Class::Pointer | Class::Record(_) => class,
    }
}

impl Prototype {
    /// The type of the function that an entry models.
    pub(crate) fn of(entry: &Entry) -> Self {
        let (result, params) = halves(entry);
        let mut more = More::Nothing;
        let mut shapes = Vec::new();
        for param in params {
            match param {
                "" | "void" => {}
                "..." if shapes.is_empty() => more = More::Anything,
                "..." => more = More::Variable,
                param => shapes.push(Shape::parse(param)),
            }
        }
        Self { result: Shape::parse(result), params: shapes, more }
    }

    /// Whether a function that is declared with this signature is the library's.
    pub(crate) fn is_declared_by(&self, types: &Types, declared: &Signature) -> bool {
        let says_nothing = declared.variadic == Variadic::Unprototyped && declared.result == TypeId::INT;
        let result =
            declared.result == TypeId::VOID || says_nothing || self.result.is_read_as(types, declared.result);
        let more = match declared.variadic {
            Variadic::Unprototyped => return result,
            Variadic::No => More::Nothing,
            Variadic::Yes => More::Variable,
        };
        let params = self.more == More::Anything
            || self.more == more
                && self.params.len() == declared.params.len()
                && self.params.iter().zip(&declared.params).all(|(shape, &ty)| shape.is_passed_as(types, ty));
        result && params
    }

    /// Whether a call without prototype passes what the library's function takes.
    pub(crate) fn takes(&self, types: &Types, args: impl ExactSizeIterator<Item = Passed>) -> bool {
        let count = match self.more {
            More::Nothing => args.len() == self.params.len(),
            More::Variable => args.len() >= self.params.len(),
            More::Anything => true,
        };
        count
            && self.params.iter().zip(args).all(|(shape, Passed { ty, constant })| {
                let is_null = shape.class(types) == Some(Class::Pointer) && constant == Some(0);
                is_null || shape.is_of(types, ty, converted)
            })
    }
}

/// The type of an entry's function as C declares it.
pub(crate) fn declaration(entry: &Entry) -> String {
    let (result, params) = halves(entry);
    let space = if result.ends_with('*') { "" } else { " " };
    format!("{result}{space}{}({})", entry.name, params.collect::<Vec<_>>().join(", "))
}

/// The result and the parameters of an entry's type.
fn halves(entry: &Entry) -> (&'static str, impl Iterator<Item = &'static str>) {
    let (result, rest) = match entry.model.text() {
        Some(text) => head(entry.name, text),
        None => entry.ty.split_once('(').unwrap_or_default(),
    };
    (result.trim(), Params { rest })
}

/// What stands before and behind the opening parenthesis of the definition of `__verdikt_<name>`.
fn head(name: &str, text: &'static str) -> (&'static str, &'static str) {
    let mut from = 0;
    while let Some(found) = text[from..].find(PREFIX) {
        let start = from + found;
        let behind = text[start + PREFIX.len()..].strip_prefix(name).and_then(|rest| rest.strip_prefix('('));
        if let Some(rest) = behind {
            let line = text[..start].rfind(['\n', ';', '}']).map_or(0, |end| end + 1);
            return (&text[line..start], rest);
        }
        from = start + PREFIX.len();
    }
    ("", "")
}

/// The parameters of a list, split at the commas that are not inside parentheses.
struct Params {
    rest: &'static str,
}

impl Iterator for Params {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let mut depth = 0u32;
        for (position, byte) in self.rest.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b')' | b',' if depth == 0 => {
                    let param = self.rest[..position].trim();
                    self.rest = if byte == b',' { &self.rest[position + 1..] } else { "" };
                    return Some(param);
                }
                _ => {}
            }
        }
        None
    }
}
