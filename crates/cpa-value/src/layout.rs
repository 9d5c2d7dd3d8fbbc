//! The scalars that a type consists of: the cells that an object has when it is initialised as a whole.

use cfa::{ArrayLen, Cfa, RecordKind, Type, TypeId};

/// A scalar part of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    /// First bit.
    pub(crate) start: u64,
    /// Number of bits.
    pub(crate) width: u32,
}

/// More parts than this of one object do not get values at once. It is a loss of precision, and counted.
pub(crate) const MANY: usize = 4096;

/// Bits of a scalar type in memory that are its value; an x87 number has padding.
pub(crate) fn scalar_bits(cfa: &Cfa, ty: TypeId) -> u32 {
    if ty == TypeId::LONG_DOUBLE {
        return 80;
    }
    cfa.types.size(ty).and_then(|bytes| u32::try_from(bytes.checked_mul(8)?).ok()).unwrap_or(0)
}

/// The scalars of a type; `None` if there are too many, or if the type has no size. Of a union they are those of its largest member.
pub(crate) fn leaves(cfa: &Cfa, ty: TypeId) -> Option<Vec<Leaf>> {
    let mut found = Vec::new();
    let mut pending = vec![(ty, 0u64)];
    while let Some((ty, start)) = pending.pop() {
        if found.len() + pending.len() > MANY {
            return None;
        }
        match *cfa.types.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {
                found.push(Leaf { start, width: scalar_bits(cfa, ty) });
            }
            Type::Array(element, ArrayLen::Fixed(count)) => {
                let stride = cfa.types.size(element)?.checked_mul(8)?;
                if count > MANY as u64 {
                    return None;
                }
                for index in (0..count).rev() {
                    pending.push((element, start.checked_add(index.checked_mul(stride)?)?));
                }
            }
            // A flexible array member: it has no elements as far as the type says.
            Type::Array(_, ArrayLen::Unknown) if start > 0 => {}
            Type::Record(record) => {
                let fields = cfa.types.fields(record);
                let largest = match cfa.types.record(record).kind {
                    RecordKind::Struct => None,
                    RecordKind::Union => {
                        let size = |field: &&cfa::Field| cfa.types.size(field.ty).unwrap_or(0);
                        Some(fields.iter().max_by_key(size))
                    }
                };
                match largest {
                    Some(one) => pending.extend(one.map(|field| (field.ty, start + field.offset * 8))),
                    None => {
                        for field in fields.iter().rev() {
                            match field.bits {
                                None => pending.push((field.ty, start + field.offset * 8)),
                                Some(bits) => {
                                    found.push(Leaf { start: start + bits.start, width: bits.width });
                                }
                            }
                        }
                    }
                }
            }
            Type::Array(_, ArrayLen::Unknown | ArrayLen::Variable(_)) | Type::Void | Type::Function(_) => {
                return None;
            }
        }
    }
    Some(found)
}
