//! Types and declarations in C's notation: `int (*)[3]`, `char *(*f)(int, ...)`.
//!
//! C writes a type around the name it declares (6.7.6, 6.7.7), so a type is printed from the outside in: what
//! stands left of the name is collected backwards, what stands right of it forwards. The walk is a loop along the
//! spine of the type; only parameter lists recurse, on a stack that grows.
//!
//! Types are shared, so a few typedefs can describe a name of astronomic length. A name is therefore cut
//! after [`NAME_LIMIT`] characters, visibly: it ends in `...`.

use crate::{ArrayLen, FloatKind, IntKind, RecordId, RecordKind, Signature, Type, TypeId, Types, Variadic};
use std::borrow::Cow;
use std::fmt::Write as _;
use stdx::Interner;

/// Characters after which the text of a type is cut.
pub const NAME_LIMIT: usize = 4_000;

/// The text of a type, such as `unsigned int`, `struct list *` or `int (*)[3]`.
pub fn type_name(types: &Types, names: &Interner, ty: TypeId) -> String {
    declaration(types, names, ty, "")
}

/// The declaration of something named `name` with type `ty`, such as `int (*name)[3]`; without a semicolon.
pub fn declaration(types: &Types, names: &Interner, ty: TypeId, name: &str) -> String {
    let params = |types: &Types, signature: &Signature| parameter_list(types, names, signature);
    spelled(types, names, ty, name, &params)
}

/// The declaration of a function with its parameters' names, such as `int main(int argc, char **argv)`.
pub(super) fn function_declaration(
    types: &Types,
    names: &Interner,
    signature: &Signature,
    name: &str,
    params: &[&str],
) -> String {
    let mut list = String::new();
    for (position, &ty) in signature.params.iter().enumerate() {
        let param = params.get(position).copied().unwrap_or("");
        separate(&mut list);
        list.push_str(&declaration(types, names, ty, param));
    }
    close_parameters(&mut list, signature.variadic);
    let declarator = format!("{name}({list})");
    declaration(types, names, signature.result, &declarator)
}

type ParameterPrinter<'a> = dyn Fn(&Types, &Signature) -> String + 'a;

fn spelled(types: &Types, names: &Interner, ty: TypeId, name: &str, params: &ParameterPrinter<'_>) -> String {
    // Pieces left of the name in reverse order, and the text right of it.
    let mut left: Vec<&str> = Vec::new();
    let mut right = String::new();
    let mut length = 0;
    let mut current = ty;
    let specifier = loop {
        if length + right.len() > NAME_LIMIT {
            break "...".to_owned();
        }
        match types.get(current) {
            Type::Pointer(target) => {
                left.push("*");
                length += 1;
                // The suffix of an array or function binds tighter than the star.
                if matches!(types.get(*target), Type::Array(..) | Type::Function(_)) {
                    left.push("(");
                    right.push(')');
                }
                current = *target;
            }
            Type::Array(element, len) => {
                match len {
                    ArrayLen::Fixed(count) => write!(right, "[{count}]"),
                    ArrayLen::Unknown => write!(right, "[]"),
                    ArrayLen::Variable(vla) => write!(right, "[{vla}]"),
                }
                .expect("writing to a string");
                current = *element;
            }
            Type::Function(signature) => {
                right.push('(');
                right.push_str(&params(types, signature));
                right.push(')');
                current = signature.result;
            }
            Type::Void => break "void".to_owned(),
            Type::Int(kind) => break int_name(*kind).into_owned(),
            Type::Float(kind) => break float_name(*kind).to_owned(),
            Type::Record(record) => break record_name(types, names, *record),
        }
    };
    let mut text = specifier;
    if !left.is_empty() || !name.is_empty() {
        text.push(' ');
    }
    text.extend(left.into_iter().rev());
    text.push_str(name);
    text.push_str(&right);
    cut(text)
}

fn parameter_list(types: &Types, names: &Interner, signature: &Signature) -> String {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        let mut list = String::new();
        for &param in &signature.params {
            if list.len() > NAME_LIMIT {
                break;
            }
            separate(&mut list);
            list.push_str(&declaration(types, names, param, ""));
        }
        close_parameters(&mut list, signature.variadic);
        cut(list)
    })
}

fn separate(list: &mut String) {
    if !list.is_empty() {
        list.push_str(", ");
    }
}

fn close_parameters(list: &mut String, variadic: Variadic) {
    match variadic {
        Variadic::No if list.is_empty() => list.push_str("void"),
        Variadic::No | Variadic::Unprototyped => {}
        Variadic::Yes => {
            separate(list);
            list.push_str("...");
        }
    }
}

/// Names may hold any character, so the cut looks for the next boundary of one.
fn cut(mut text: String) -> String {
    if text.len() > NAME_LIMIT + 3 {
        let end = (0..=NAME_LIMIT).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(end);
        text.push_str("...");
    }
    text
}

/// `struct tag`; a record without a name shows its number, as in `union $7`.
fn record_name(types: &Types, names: &Interner, id: RecordId) -> String {
    let record = types.record(id);
    let keyword = match record.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    match record.name {
        Some(name) if types.is_complex_record(id) => names.text(name).to_owned(),
        Some(name) => format!("{keyword} {}", names.text(name)),
        None => format!("{keyword} ${}", id.0),
    }
}

/// The C name of an integer type; a bit-field's type is shown as gcc does, which is no C.
pub fn int_name(kind: IntKind) -> Cow<'static, str> {
    Cow::Borrowed(match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
        IntKind::Bits(width) => return Cow::Owned(format!("int:{width}")),
        IntKind::UBits(width) => return Cow::Owned(format!("unsigned int:{width}")),
    })
}

/// The C name of a floating-point type.
pub fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::X87 => "long double",
        FloatKind::F128 => "__float128",
    }
}
