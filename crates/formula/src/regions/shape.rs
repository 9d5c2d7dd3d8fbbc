//! How places and types look to the analysis of regions: offsets, ranges and sizes in bytes.

use super::nodes::{FAR, Group, Kind, Pointer, Sign};
use cfa::{Cfa, Expr, ExprId, Field, FloatKind, Place, PlaceId, RecordKind, Type, TypeId, Types};

/// Where a place is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceShape {
    /// One of the positions it can have.
    pub(crate) pointer: Pointer,
    /// All of them, where an index varies inside a record.
    pub(crate) range: Option<Range>,
}

/// Positions in an array that is a member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// The first byte of the array, as an offset of the same node.
    pub(crate) start: i64,
    /// Its bytes.
    pub(crate) len: u64,
    /// Bytes from one position to the next.
    pub(crate) step: u64,
}

impl PlaceShape {
    /// Exactly there.
    pub(crate) fn at(pointer: Pointer) -> Self {
        Self { pointer, range: None }
    }

    pub(crate) fn shifted(self, by: i64) -> Self {
        Self { pointer: self.pointer.shifted(by), ..self }
    }
}

/// Bytes that an access to a scalar touches, and as what. Of x87 numbers the padding is never touched.
pub(crate) fn scalar_size(types: &Types, ty: TypeId) -> (u64, Kind) {
    match *types.get(ty) {
        Type::Float(FloatKind::X87) => (10, Kind::Float(FloatKind::X87)),
        Type::Float(kind) => (types.size(ty).unwrap_or(1), Kind::Float(kind)),
        Type::Int(_)
        | Type::Pointer(_)
        | Type::Void
        | Type::Array(..)
        | Type::Record(_)
        | Type::Function(_) => (types.size(ty).unwrap_or(1), Kind::Bits(sign_of(types, ty))),
    }
}

/// The sign of an integer or pointer type.
pub(crate) fn sign_of(types: &Types, ty: TypeId) -> Sign {
    match types.int_shape(ty) {
        Some(shape) if shape.signed => Sign::Signed,
        Some(_) | None => Sign::Unsigned,
    }
}

/// The bit-field that a place is.
pub(crate) fn bit_field(cfa: &Cfa, place: PlaceId) -> Option<Field> {
    let Place::Field(base, field) = cfa.exprs.place(place) else { return None };
    let record = cfa.exprs.place_record(&cfa.types, base)?;
    cfa.types.fields(record).get(field as usize).copied().filter(|field| field.bits.is_some())
}

/// First bit in the first byte, bits, and bytes that are touched.
pub(crate) fn bit_extent(field: &Field) -> Option<(u32, u32, u64)> {
    let bits = field.bits?;
    let first = (bits.start % 8) as u32;
    Some((first, bits.width, u64::from((first + bits.width).div_ceil(8))))
}

/// The bytes of a union behind the member that a place is: where they begin, and how many they are.
/// A value that is stored in the member leaves them unspecified (6.2.6.1p7).
pub fn union_rest(cfa: &Cfa, place: PlaceId) -> Option<(u64, u64)> {
    let Place::Field(base, _) = cfa.exprs.place(place) else { return None };
    let record = cfa.exprs.place_record(&cfa.types, base)?;
    match cfa.types.record(record).kind {
        RecordKind::Struct => return None,
        RecordKind::Union => {}
    }
    let size = match bit_field(cfa, place).as_ref().and_then(bit_extent) {
        Some((_, _, size)) => size,
        None => cfa.types.size(cfa.exprs.place_ty(place))?,
    };
    let rest = cfa.types.size(cfa.exprs.place_ty(base))?.checked_sub(size)?;
    (rest > 0).then_some((size, rest))
}

/// The access to a scalar place, relative to its pointer; `None` if the place is no scalar.
pub(crate) fn scalar_access(cfa: &Cfa, place: PlaceId, shape: &PlaceShape) -> Option<Group> {
    let ty = cfa.exprs.place_ty(place);
    if !cfa.types.is_scalar(ty) {
        return None;
    }
    let (size, kind) = match bit_field(cfa, place).as_ref().and_then(bit_extent) {
        Some((_, _, size)) => (size, Kind::Bits(Sign::Unsigned)),
        None => scalar_size(&cfa.types, ty),
    };
    let mut group = Group::single(0, size, kind);
    if let Some(range) = shape.range {
        let start = range.start.saturating_sub(shape.pointer.offset);
        group.lo = start.min(0);
        group.hi = start.saturating_add(i64::try_from(range.len).unwrap_or(FAR)).min(FAR).max(group.hi);
        group.step = range.step;
        group.is_ranged = true;
    }
    Some(group)
}

/// The bits of a constant, also behind casts that keep them.
pub(crate) fn constant(cfa: &Cfa, id: ExprId) -> Option<u128> {
    match cfa.exprs.expr(id) {
        Expr::Const(bits) => Some(cfa.exprs.bits(bits)),
        Expr::Cast(operand) => {
            let bits = constant(cfa, operand)?;
            cfa::value::cast(&cfa.types, cfa.exprs.ty(operand), cfa.exprs.ty(id), bits).ok()
        }
        Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => None,
    }
}
