//! Reading and writing parts of regions.

use super::step::{Made, Step};
use crate::regions::shape::{bit_extent, bit_field, scalar_size};
use crate::regions::{Content, Form, Pointer, Region, RegionId};
use cfa::{FloatKind, IntKind, PlaceId, Type, TypeId};
use smt::{BvOp, Sort, TermId};

/// What is in some bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Raw {
    /// Bits, little-endian.
    Bits(TermId),
    /// A float as such.
    Float(FloatKind, TermId),
}

/// Some bytes of a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) region: RegionId,
    /// The first byte, as an offset of the region's node.
    pub(super) offset: i64,
    /// Its address; needed for regions of cells only.
    pub(super) address: Option<TermId>,
    /// How many.
    pub(super) size: u64,
}

impl Step<'_, '_> {
    pub(super) fn region(&self, id: RegionId) -> &Region {
        &self.encoder.regions.regions[id]
    }

    fn shift_in(&self, part: &Part) -> u32 {
        ((part.offset - self.region(part.region).lo) * 8) as u32
    }

    fn is_all(&self, part: &Part) -> bool {
        let region = self.region(part.region);
        part.offset == region.lo && part.size == region.unit
    }

    /// The address of the cell so many bytes behind the start of a part.
    fn cell_address(&mut self, part: &Part, behind: u64) -> Made {
        let address = match part.address {
            Some(address) => address,
            // Only regions of one variable are written without an address.
            None => self.address_constant(0)?,
        };
        self.plus(address, behind as i64)
    }

    /// What is in a part of a region.
    pub(super) fn read(&mut self, part: &Part) -> Made<Raw> {
        let variable = self.region_variable(part.region)?;
        let now = self.current(variable)?;
        let (form, content, unit) = {
            let region = self.region(part.region);
            (region.form, region.content, region.unit)
        };
        match (form, content) {
            (Form::Whole, Content::Float(kind)) => Ok(Raw::Float(kind, now)),
            (Form::Whole, Content::Bits) => {
                let low = self.shift_in(part);
                Ok(Raw::Bits(self.extract(now, low, part.size as u32 * 8)?))
            }
            (Form::Cells, Content::Float(kind)) => {
                let at = self.cell_address(part, 0)?;
                Ok(Raw::Float(kind, self.select(now, at)?))
            }
            (Form::Cells, Content::Bits) => {
                let at = self.cell_address(part, 0)?;
                let mut bits = self.select(now, at)?;
                for position in 1..part.size / unit {
                    let at = self.cell_address(part, position * unit)?;
                    let cell = self.select(now, at)?;
                    bits = self.bv(BvOp::Concat, &[cell, bits])?;
                }
                Ok(Raw::Bits(bits))
            }
        }
    }

    /// Puts something into a part of a region.
    pub(super) fn write(&mut self, part: &Part, raw: Raw) -> Made<()> {
        let variable = self.region_variable(part.region)?;
        let (form, content, unit) = {
            let region = self.region(part.region);
            (region.form, region.content, region.unit)
        };
        let value = self.adapt(raw, content)?;
        if form == Form::Whole && self.is_all(part) {
            return self.define(variable, value);
        }
        let now = self.current(variable)?;
        let value = match (form, content) {
            (Form::Whole, _) => {
                let low = self.shift_in(part);
                self.replace(now, low, value)?
            }
            (Form::Cells, Content::Float(_)) => {
                let at = self.cell_address(part, 0)?;
                self.store(now, at, value)?
            }
            (Form::Cells, Content::Bits) => {
                let mut array = now;
                for position in 0..part.size / unit {
                    let at = self.cell_address(part, position * unit)?;
                    let cell = self.extract(value, (position * unit * 8) as u32, unit as u32 * 8)?;
                    array = self.store(array, at, cell)?;
                }
                array
            }
        };
        self.define(variable, value)
    }

    /// The bits with some replaced from a position on.
    pub(super) fn replace(&mut self, old: TermId, low: u32, new: TermId) -> Made {
        let (all, width) = (self.width(old), self.width(new));
        let mut result = new;
        if low > 0 {
            let below = self.extract(old, 0, low)?;
            result = self.bv(BvOp::Concat, &[result, below])?;
        }
        if low + width < all {
            let above = self.extract(old, low + width, all - low - width)?;
            result = self.bv(BvOp::Concat, &[above, result])?;
        }
        Ok(result)
    }

    /// The same in the form that a region holds.
    pub(super) fn adapt(&mut self, raw: Raw, content: Content) -> Made {
        match (raw, content) {
            (Raw::Bits(bits), Content::Bits) => Ok(bits),
            (Raw::Float(_, value), Content::Float(_)) => Ok(value),
            (Raw::Bits(bits), Content::Float(kind)) => self.float_from_bytes(kind, bits),
            (Raw::Float(kind, value), Content::Bits) => self.float_to_bytes(kind, value),
        }
    }

    /// A typed value as what memory holds.
    pub(super) fn raw(&self, ty: TypeId, value: TermId) -> Raw {
        match *self.encoder.cfa.types.get(ty) {
            Type::Float(kind) => Raw::Float(kind, value),
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => Raw::Bits(value),
        }
    }

    /// What memory holds as a typed value.
    pub(super) fn typed(&mut self, ty: TypeId, raw: Raw) -> Made {
        let content = match *self.encoder.cfa.types.get(ty) {
            Type::Float(kind) => Content::Float(kind),
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => Content::Bits,
        };
        self.adapt(raw, content)
    }

    /// The part of memory that a scalar place is; `None` if nobody reads it.
    pub(super) fn part(&mut self, place: PlaceId) -> Made<Option<Part>> {
        let cfa = self.encoder.cfa;
        let Some(located) = self.encoder.regions.of_place(place) else { return Ok(None) };
        let size = match bit_field(cfa, place).as_ref().and_then(bit_extent) {
            Some((_, _, size)) => size,
            None => scalar_size(&cfa.types, cfa.exprs.place_ty(place)).0,
        };
        let address = match self.region(located.region).form {
            Form::Whole => None,
            Form::Cells => Some(self.address(place)?),
        };
        Ok(Some(Part { region: located.region, offset: located.pointer.offset, address, size }))
    }

    /// The value in a scalar place.
    pub(super) fn load(&mut self, place: PlaceId) -> Made {
        let ty = self.encoder.cfa.exprs.place_ty(place);
        let Some(part) = self.part(place)? else {
            let sort = self.encoder.sort_of(ty)?;
            return self.any(sort);
        };
        let raw = self.read(&part)?;
        let Some((first, width, _)) = bit_field(self.encoder.cfa, place).as_ref().and_then(bit_extent) else {
            return self.typed(ty, raw);
        };
        let bits = self.adapt(raw, Content::Bits)?;
        let bits = self.extract(bits, first, width)?;
        let is_signed = self.encoder.cfa.types.int_shape(ty).is_some_and(|shape| shape.signed);
        self.resize(bits, self.encoder.int_width(ty), is_signed)
    }

    /// `place = value`, both scalars.
    pub(super) fn assign(&mut self, place: PlaceId, value: TermId) -> Made<()> {
        let Some(part) = self.part(place)? else { return Ok(()) };
        let ty = self.encoder.cfa.exprs.place_ty(place);
        let Some((first, width, _)) = bit_field(self.encoder.cfa, place).as_ref().and_then(bit_extent) else {
            let raw = self.raw(ty, value);
            return self.write(&part, raw);
        };
        let old = self.read(&part)?;
        let old = self.adapt(old, Content::Bits)?;
        let new = self.extract(value, 0, width)?;
        let bits = self.replace(old, first, new)?;
        self.write(&part, Raw::Bits(bits))
    }

    /// Any value of a scalar type, as the environment chooses it.
    pub(super) fn any_of(&mut self, ty: TypeId) -> Made {
        let sort = self.encoder.sort_of(ty)?;
        let value = self.any(sort)?;
        self.restrict(ty, value)?;
        Ok(value)
    }

    /// Says of a value that was chosen that it is one of its type.
    pub(super) fn restrict(&mut self, ty: TypeId, value: TermId) -> Made<()> {
        if matches!(self.encoder.cfa.types.get(ty), Type::Int(IntKind::Bool)) {
            let one = self.number(8, 1)?;
            let fact = self.bv(BvOp::Ule, &[value, one])?;
            self.facts.push(fact);
        }
        Ok(())
    }

    /// A scalar place becomes any value of its type, which is returned.
    pub(super) fn havoc_scalar(&mut self, place: PlaceId) -> Made {
        let ty = self.encoder.cfa.exprs.place_ty(place);
        let is_bits = bit_field(self.encoder.cfa, place).is_some();
        let part = self.part(place)?;
        if let Some(part) = part.filter(|part| {
            let form = self.region(part.region).form;
            !is_bits && form == Form::Whole && self.is_all(part)
        }) {
            let variable = self.region_variable(part.region)?;
            let new = self.advance(variable)?;
            let raw = match self.region(part.region).content {
                Content::Float(kind) => Raw::Float(kind, new),
                Content::Bits => Raw::Bits(new),
            };
            let value = self.typed(ty, raw)?;
            self.restrict(ty, value)?;
            return Ok(value);
        }
        let value = self.any_of(ty)?;
        self.assign(place, value)?;
        Ok(value)
    }

    /// The sort of a region's cells.
    pub(super) fn cell_sort(&self, id: RegionId) -> Made<Sort> {
        self.encoder.cell_sort(self.region(id))
    }

    /// Whether the bytes of a window are all that a region has, so that it can be replaced as a whole.
    pub(super) fn is_covered(&self, id: RegionId, at: Pointer, size: u64) -> bool {
        let region = self.region(id);
        let start = self.owner_start(id);
        match (region.form, start) {
            (Form::Whole, _) => region.lo >= at.offset && region.hi <= at.offset.saturating_add(size as i64),
            (Form::Cells, Some((offset, whole))) => at.offset == offset && size >= whole,
            (Form::Cells, None) => false,
        }
    }

    /// Offset and size of the one object that a region belongs to.
    fn owner_start(&self, id: RegionId) -> Option<(i64, u64)> {
        let var = match self.region(id).owner {
            crate::regions::Owner::Activation(var) | crate::regions::Owner::Variable(var) => var,
            crate::regions::Owner::Shared => return None,
        };
        let size = self.encoder.cfa.types.size(self.encoder.cfa.vars[var].ty)?;
        Some((self.encoder.regions.of_var(var).offset, size))
    }
}
