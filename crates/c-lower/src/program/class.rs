//! What kind of value a type has, as far as calls care: pointers are alike, and so are integers of one width.

use cfa::{FloatKind, RecordId, Type, TypeId, Types};

/// A class of types whose values are passed in the same way and mean the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// No value.
    Nothing,
    /// An integer of so many bits.
    Integer(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// An address.
    Pointer,
    /// A structure or union.
    Record(RecordId),
}

/// The class of a type.
pub(crate) fn class(types: &Types, ty: TypeId) -> Class {
    match *types.get(ty) {
        Type::Void => Class::Nothing,
        Type::Int(kind) => Class::Integer(types.int_kind_shape(kind).bits),
        Type::Float(kind) => Class::Float(kind),
        Type::Pointer(_) | Type::Array(..) | Type::Function(_) => Class::Pointer,
        Type::Record(record) => Class::Record(record),
    }
}
