//! Where the members of a record lie: the layout that gcc computes for x86 (System V ABI), both data models.
//!
//! The C standard leaves the layout to the implementation (6.7.2.1p11 to p15); the psABI documents fix the plain
//! cases and gcc's behaviour fixes the rest, which is what matters here because programs under analysis
//! were compiled by it. The rules, as implemented:
//!
//! - An ordinary member goes to the next multiple of its alignment. `packed` (on the record or the member) makes
//!   that one byte; `aligned(n)` and `_Alignas` on the member raise it, also for packed members; a typedef with an
//!   alignment of its own gives that one, be it larger or smaller, unless the member is packed.
//! - On i386, 8-byte integers and `double` count as 4-aligned inside records ([`cfa::Types::align`] says so), except where a
//!   typedef or attribute states the alignment.
//! - A bit-field is placed at the next free bit, unless it would then span more units of its declared type's
//!   alignment than an object of that type does; then it starts at the next multiple of that alignment. Packed
//!   bit-fields never move.
//! - A *named* bit-field raises the record's alignment to that of its declared type, an unnamed one does not.
//! - A bit-field of width zero moves on to the next multiple of its type's alignment, even in packed records.
//! - The record's size is rounded up to its alignment. A record without members has size 0.
//!
//! - `#pragma pack(n)` bounds the alignment of every member by `n`, whatever its attributes say, and lets bit-fields
//!   follow each other without gaps; only bit-fields of width zero are not affected.
//!
//! Not covered: `ms_struct`.

#[cfg(test)]
mod tests;

use cfa::{BitRange, Field, Layout, RecordKind, TypeId, Types};
use stdx::Symbol;

/// A member as it was declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Its name, if it has one.
    pub(crate) name: Option<Symbol>,
    /// Its declared type.
    pub(crate) ty: TypeId,
    /// The alignment that its typedef states, if any.
    pub(crate) type_align: Option<u64>,
    /// The alignment that the member itself demands by attribute or `_Alignas`.
    pub(crate) demanded: Option<u64>,
    /// Whether it or its record is packed.
    pub(crate) packed: bool,
    /// The width of a bit-field.
    pub(crate) width: Option<u32>,
}

/// A layout under construction. Positions are in bits.
struct Placing<'a> {
    types: &'a Types,
    kind: RecordKind,
    position: u64,
    size: u64,
    align: u64,
    fields: Vec<Field>,
    /// The bound of `#pragma pack` on the alignment of members.
    bound: Option<u64>,
}

/// What a record as a whole demands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demands {
    /// Its kind.
    pub(crate) kind: RecordKind,
    /// Its least alignment.
    pub(crate) align: Option<u64>,
    /// The bound of `#pragma pack` on the alignment of members.
    pub(crate) bound: Option<u64>,
}

/// The largest number of bytes a record may have, so that bit positions never overflow.
const MAX_SIZE: u64 = 1 << 48;

/// Lays out a record; `None` if it gets too large.
pub(crate) fn lay_out(types: &Types, members: &[Member], demands: Demands) -> Option<Layout> {
    let align = demands.align.unwrap_or(1).max(1);
    let Demands { kind, bound, .. } = demands;
    let mut placing = Placing { types, kind, position: 0, size: 0, align, fields: Vec::new(), bound };
    placing.fields.reserve_exact(members.len());
    for member in members {
        match member.width {
            Some(width) => placing.bit_field(member, width)?,
            None => placing.ordinary(member)?,
        }
    }
    let bytes = placing.size.div_ceil(8);
    let size = round_up(bytes, placing.align)?;
    (size <= MAX_SIZE).then_some(Layout { fields: placing.fields, size, align: placing.align })
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    value.div_ceil(align).checked_mul(align)
}

impl Placing<'_> {
    /// The alignment of the member's type inside a record.
    fn type_align(&self, member: &Member) -> u64 {
        member.type_align.or_else(|| self.types.align(member.ty)).unwrap_or(1).max(1)
    }

    fn bounded(&self, align: u64) -> u64 {
        self.bound.map_or(align, |bound| align.min(bound))
    }

    fn ordinary(&mut self, member: &Member) -> Option<()> {
        let natural = self.type_align(member);
        let align = match (member.packed, member.demanded) {
            (true, demanded) => demanded.unwrap_or(1),
            (false, demanded) => natural.max(demanded.unwrap_or(1)),
        };
        let align = self.bounded(align);
        self.align = self.align.max(align);
        let start = round_up(self.position, align.checked_mul(8)?)?;
        let bits = self.types.size(member.ty).unwrap_or(0).checked_mul(8)?;
        let end = start.checked_add(bits)?;
        self.fields.push(Field { name: member.name, ty: member.ty, offset: start / 8, bits: None });
        self.advance(end)
    }

    fn bit_field(&mut self, member: &Member, width: u32) -> Option<()> {
        let type_align = self.type_align(member);
        let unit = type_align.checked_mul(8)?;
        if width == 0 {
            let align = unit.max(member.demanded.unwrap_or(1).checked_mul(8)?);
            let position = round_up(self.position, align)?;
            if self.kind == RecordKind::Struct {
                self.position = position;
                self.size = self.size.max(position);
            }
            return Some(());
        }
        let demanded = member.demanded.map(|align| self.bounded(align));
        if let Some(demanded) = demanded {
            self.position = round_up(self.position, demanded.checked_mul(8)?)?;
        }
        let bits = self.types.size(member.ty).unwrap_or(1).checked_mul(8)?;
        let movable = !member.packed && self.bound.is_none();
        if movable && (self.position % unit + u64::from(width)).div_ceil(unit) > bits / unit {
            self.position = round_up(self.position, unit)?;
        }
        let start = self.position;
        if let Some(name) = member.name {
            // Under the pragma, gcc looks at its bound only and not at `packed`.
            let align = match self.bound {
                Some(bound) => type_align.min(bound),
                None if member.packed => 1,
                None => type_align,
            };
            self.align = self.align.max(align).max(demanded.unwrap_or(1));
            let bits = Some(BitRange { start, width });
            self.fields.push(Field { name: Some(name), ty: member.ty, offset: start / 8, bits });
        }
        self.advance(start.checked_add(u64::from(width))?)
    }

    /// The member just placed ends at bit `end`; members of a union all start at bit zero.
    fn advance(&mut self, end: u64) -> Option<()> {
        self.size = self.size.max(end);
        if self.kind == RecordKind::Struct {
            self.position = end;
        }
        (self.size <= MAX_SIZE * 8).then_some(())
    }
}
