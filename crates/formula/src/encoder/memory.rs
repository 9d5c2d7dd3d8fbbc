//! Reading and writing parts of regions.

use super::Unsupported;
use super::step::{Made, Step};
use crate::regions::shape::{bit_extent, bit_field, scalar_size};
use crate::regions::{Content, Form, Located, Owner, Pointer, Region, RegionId, Sign};
use crate::trace::ChosenValue;
use cfa::interp::ChoiceOrigin;
use cfa::{FloatKind, IntKind, PlaceId, Type, TypeId};
use smt::{BvOp, Sort, TermId};

/// What is in some bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Raw {
    /// Bits, little-endian; as a number, unsigned.
    Bits(TermId),
    /// The same, as a signed number.
    Signed(TermId),
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

    /// The addresses of the cells of a part.
    fn cell_addresses(&mut self, part: &Part) -> Made<Vec<TermId>> {
        let unit = self.region(part.region).unit;
        let start = match part.address {
            Some(address) => address,
            None => self.address_constant(0)?,
        };
        if !part.size.is_multiple_of(unit) {
            return Err(Unsupported::Encoding("an access to a part of a cell of memory".to_owned()));
        }
        let count = part.size / unit;
        (0..count).map(|position| self.plus(start, (position * unit) as i64)).collect()
    }

    /// What is in a part of a region.
    pub(super) fn read(&mut self, part: &Part) -> Made<Raw> {
        let region = self.region(part.region);
        let (form, content, unit) = (region.form, region.content, region.unit);
        if form == Form::Cells {
            let mut cells = Vec::new();
            for at in self.cell_addresses(part)? {
                cells.push(self.cell(part.region, at)?);
            }
            return Ok(match *cells {
                [cell] => self.as_raw(cell, content),
                [..] => Raw::Bits(self.joined_cells(&cells, unit)?),
            });
        }
        let variable = self.region_variable(part.region)?;
        let now = self.current(variable)?;
        if self.is_all(part) {
            return Ok(self.as_raw(now, content));
        }
        let low = self.shift_in(part);
        Ok(Raw::Bits(self.extract(now, low, part.size as u32 * 8)?))
    }

    /// The cells of a part, and what they hold if something is put there.
    pub(super) fn cells_of(&mut self, part: &Part, raw: Raw) -> Made<Vec<(TermId, TermId)>> {
        let (content, unit) = (self.region(part.region).content, self.region(part.region).unit);
        let value = self.adapt(raw, content, part.size)?;
        let addresses = self.cell_addresses(part)?;
        let cells = self.split(value, addresses.len() as u64, unit)?;
        Ok(addresses.into_iter().zip(cells).collect())
    }

    /// Puts something into a part of a region.
    pub(super) fn write(&mut self, part: &Part, raw: Raw) -> Made<()> {
        if self.region(part.region).form == Form::Cells {
            let cells = self.cells_of(part, raw)?;
            return self.put_cells(part.region, &cells);
        }
        let value = self.adapt(raw, self.region(part.region).content, part.size)?;
        let variable = self.region_variable(part.region)?;
        if self.is_all(part) {
            return self.define(variable, value);
        }
        let now = self.current(variable)?;
        let low = self.shift_in(part);
        let value = self.replace(now, low, value)?;
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

    /// A typed value as what memory holds.
    pub(super) fn raw(&self, ty: TypeId, value: TermId) -> Raw {
        self.as_raw(value, self.content_of(ty))
    }

    /// What memory holds as a typed value.
    pub(super) fn typed(&mut self, ty: TypeId, raw: Raw) -> Made {
        let size = scalar_size(&self.encoder.cfa.types, ty).0;
        self.adapt(raw, self.content_of(ty), size)
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
            Form::Whole => {
                self.prefer_there(place, located)?;
                None
            }
            Form::Cells => Some(self.address(place)?),
        };
        Ok(Some(Part { region: located.region, offset: located.pointer.offset, address, size }))
    }

    /// A pointer to what is one variable points there.
    fn prefer_there(&mut self, place: PlaceId, located: Located) -> Made<()> {
        let Owner::Variable(var) = self.region(located.region).owner else { return Ok(()) };
        if self.recording.is_none() || self.encoder.cfa.exprs.root_var(place).is_some() {
            return Ok(());
        }
        let address = self.address(place)?;
        let start = self.encoder.addresses.var(self.encoder.cfa, var, self.activation_of(var))?;
        let behind = located.pointer.offset - self.encoder.regions.of_var(var).offset;
        let expected = self.address_constant(start.wrapping_add_signed(behind))?;
        let condition = self.terms.eq(address, expected)?;
        self.prefer(condition);
        Ok(())
    }

    /// The value in a scalar place.
    pub(super) fn load(&mut self, place: PlaceId) -> Made {
        let ty = self.encoder.cfa.exprs.place_ty(place);
        let Some(part) = self.part(place)? else {
            let sort = self.encoder.sort_of(ty)?;
            return self.any(sort);
        };
        let raw = self.read(&part)?;
        let value = match bit_field(self.encoder.cfa, place).as_ref().and_then(bit_extent) {
            Some((first, width, _)) => {
                let bits = self.adapt(raw, Content::Bits(Sign::Unsigned), part.size)?;
                self.take_bits(bits, first, width, ty)?
            }
            None => self.typed(ty, raw)?,
        };
        self.note_undefined(place, &part, ty, value)?;
        Ok(value)
    }

    /// Records the value of what is read uninitialised: the interpreter will ask for it, once.
    fn note_undefined(&mut self, place: PlaceId, part: &Part, ty: TypeId, value: TermId) -> Made<()> {
        let region = self.region(part.region);
        // Only of single variables it is known whether something was written to them.
        let is_known = region.form == Form::Whole && region.owner != Owner::Shared;
        let Some(recording) = &mut self.recording else { return Ok(()) };
        if !is_known {
            recording.read(place, ty, value);
            return Ok(());
        }
        let variable = self.region_variable(part.region)?;
        if self.is_undefined(variable) {
            self.make_defined(variable);
            self.record(ty, ChoiceOrigin::Uninitialised, ChosenValue::Term(value));
        }
        Ok(())
    }

    /// `place = value`, both scalars.
    pub(super) fn assign(&mut self, place: PlaceId, value: TermId) -> Made<()> {
        self.assign_part(place, value)?;
        self.leave_rest(place)
    }

    fn assign_part(&mut self, place: PlaceId, value: TermId) -> Made<()> {
        let Some(part) = self.part(place)? else { return Ok(()) };
        let ty = self.encoder.cfa.exprs.place_ty(place);
        let Some((first, width, _)) = bit_field(self.encoder.cfa, place).as_ref().and_then(bit_extent) else {
            let raw = self.raw(ty, value);
            return self.write(&part, raw);
        };
        let old = self.read(&part)?;
        let old = self.adapt(old, Content::Bits(Sign::Unsigned), part.size)?;
        let bits = self.put_bits(old, first, width, value)?;
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
        let is_bool = matches!(self.encoder.cfa.types.get(ty), Type::Int(IntKind::Bool));
        if self.encoder.is_linear() {
            return match self.content_of(ty) {
                Content::Float(_) => Ok(()),
                Content::Bits(_) if is_bool => self.between(value, 0.into(), 1.into()),
                Content::Bits(sign) => self.bound(value, sign, self.encoder.int_width(ty)),
            };
        }
        if is_bool {
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
            self.make_defined(variable);
            let raw = self.as_raw(new, self.region(part.region).content);
            let value = self.typed(ty, raw)?;
            self.restrict(ty, value)?;
            self.leave_rest(place)?;
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

    /// Anything that a cell of a region can hold.
    pub(super) fn any_cell(&mut self, id: RegionId) -> Made {
        let sort = self.cell_sort(id)?;
        let value = self.any(sort)?;
        self.restrict_cell(id, value)?;
        Ok(value)
    }

    /// Says of a number that a cell can hold it.
    pub(super) fn restrict_cell(&mut self, id: RegionId, value: TermId) -> Made<()> {
        match self.sign_in(id) {
            Some(sign) if self.encoder.is_linear() => {
                self.bound(value, sign, self.region(id).unit as u32 * 8)
            }
            Some(_) | None => Ok(()),
        }
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
            Owner::Activation(var) | Owner::Variable(var) => var,
            Owner::Shared => return None,
        };
        let size = self.encoder.cfa.types.size(self.encoder.cfa.vars[var].ty)?;
        Some((self.encoder.regions.of_var(var).offset, size))
    }
}
