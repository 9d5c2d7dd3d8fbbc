//! Arguments of calls without a prototype: whether they arrive as what the callee takes.
//!
//! Nothing converts the arguments of such a call but the default promotions (6.5.2.2p6). The callee
//! finds its parameter where its own type is passed, so an `int` for a `double` is in a register
//! that nobody looks at, and a negative `int` for a `long` comes without its sign. C leaves these
//! calls undefined; what arrives is not a conversion of what was passed. The ABI says which
//! differences do no harm:
//!
//! - integers of one width and pointers of that width are passed in the same way;
//! - a parameter that is narrower than `int` takes the low bits of one;
//! - a `float` of a definition without prototype takes a `double`;
//! - a constant `int` that is not negative is extended by zeros on LP64, where arguments have 8
//!   bytes;
//! - records of one size with the same parts at the same places, which two units declare.

use super::class::{Class, class};
use cfa::{ArrayLen, BitRange, FloatKind, MachineModel, Type, TypeId, Types, Variadic};

/// An argument of a call.
#[derive(Clone, Copy)]
pub(super) struct Given {
    pub(super) ty: TypeId,
    /// The value, if it is a constant.
    pub(super) constant: Option<u128>,
}

/// Whether an argument arrives as a value of the parameter's type, by a conversion at most.
/// `definition` says whether the callee is defined with a prototype.
pub(super) fn arrives(types: &Types, given: Given, wanted: TypeId, definition: Variadic) -> bool {
    let pointer = types.size(TypeId::VOID_PTR).map_or(0, |bytes| bytes as u32 * 8);
    let bits = |class: Class| match class {
        Class::Integer(bits) => Some(bits),
        Class::Pointer => Some(pointer),
        Class::Nothing | Class::Float(_) | Class::Record(_) => None,
    };
    let (from, to) = (class(types, given.ty), class(types, wanted));
    match (from, to) {
        (Class::Float(FloatKind::F64), Class::Float(FloatKind::F32)) => definition == Variadic::Unprototyped,
        (Class::Record(_), Class::Record(_)) => from == to || same_parts(types, given.ty, wanted),
        (Class::Float(_), Class::Float(_)) => from == to,
        (Class::Nothing | Class::Float(_) | Class::Record(_) | Class::Integer(_) | Class::Pointer, _) => {
            let (Some(from), Some(to)) = (bits(from), bits(to)) else { return false };
            let is_positive = given.constant.is_some_and(|value| value >> 31 == 0);
            let has_wide_slots = types.machine() == MachineModel::Lp64;
            from == to || from == 32 && to < 32 || from == 32 && to == 64 && is_positive && has_wide_slots
        }
    }
}

/// A part of a record that is no record itself.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    offset: u64,
    /// The first bit and the width of a bit-field.
    bits: Option<(u64, u32)>,
    /// How many elements, if it is an array.
    count: u64,
    form: Form,
    size: u64,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Nothing,
    Integer,
    Float,
    Pointer,
    Record,
}

fn same_parts(types: &Types, left: TypeId, right: TypeId) -> bool {
    let [left_parts, right_parts] = [left, right].map(|ty| {
        let mut parts = Vec::new();
        collect(types, ty, (0, None, 1), &mut parts);
        // The members of a union have no order.
        parts.sort_unstable();
        parts
    });
    left_parts == right_parts
}

fn collect(
    types: &Types,
    ty: TypeId,
    (offset, bits, count): (u64, Option<BitRange>, u64),
    parts: &mut Vec<Part>,
) {
    if let &Type::Array(element, ArrayLen::Fixed(length)) = types.get(ty) {
        return collect(types, element, (offset, bits, count.saturating_mul(length)), parts);
    }
    let form = match class(types, ty) {
        Class::Nothing => Form::Nothing,
        Class::Integer(_) => Form::Integer,
        Class::Float(_) => Form::Float,
        Class::Pointer => Form::Pointer,
        Class::Record(record) => {
            for field in types.record(record).layout.iter().flat_map(|layout| &layout.fields) {
                collect(types, field.ty, (offset + field.offset, field.bits, 1), parts);
            }
            Form::Record
        }
    };
    let size = types.size(ty).unwrap_or_default();
    parts.push(Part { offset, bits: bits.map(|bits| (bits.start, bits.width)), count, form, size });
}
