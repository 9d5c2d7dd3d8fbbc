//! When two units mean one type (6.2.7).
//!
//! Types are identities here, and records are nominal. A header that two units include declares its records twice: those with
//! a tag are taken to be the earlier unit's and compared when they are defined; records without a tag, often members of the
//! others, are compared by their structure.

use cfa::{Layout, RecordId, Type, TypeId, Types};

/// How deep records without tags may lie in each other to be compared; deeper ones count as different.
const DEPTH: u32 = 64;

/// Whether two layouts have the same members at the same places.
pub(crate) fn same_layout(types: &Types, left: &Layout, right: &Layout) -> bool {
    layouts(types, left, right, DEPTH)
}

fn layouts(types: &Types, left: &Layout, right: &Layout, depth: u32) -> bool {
    (left.size, left.align, left.fields.len()) == (right.size, right.align, right.fields.len())
        && left.fields.iter().zip(&right.fields).all(|(l, r)| {
            (l.name, l.offset, l.bits) == (r.name, r.offset, r.bits) && same(types, l.ty, r.ty, depth)
        })
}

fn same(types: &Types, left: TypeId, right: TypeId, depth: u32) -> bool {
    if left == right {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (types.get(left), types.get(right)) {
        (&Type::Pointer(left), &Type::Pointer(right)) => same(types, left, right, depth),
        (&Type::Array(left, n), &Type::Array(right, m)) => n == m && same(types, left, right, depth),
        (&Type::Record(left), &Type::Record(right)) => records(types, left, right, depth),
        (Type::Function(left), Type::Function(right)) => {
            left.variadic == right.variadic
                && left.params.len() == right.params.len()
                && same(types, left.result, right.result, depth)
                && left.params.iter().zip(&right.params).all(|(&l, &r)| same(types, l, r, depth))
        }
        (
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_),
            _,
        ) => false,
    }
}

fn records(types: &Types, left: RecordId, right: RecordId, depth: u32) -> bool {
    let (left, right) = (types.record(left), types.record(right));
    left.kind == right.kind
        && left.name == right.name
        && match (&left.layout, &right.layout) {
            (Some(left), Some(right)) => layouts(types, left, right, depth),
            (_, _) => false,
        }
}
