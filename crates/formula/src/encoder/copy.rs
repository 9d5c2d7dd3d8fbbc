//! Whole objects: copying, filling and forgetting a number of bytes.
//!
//! Only regions are touched, that is, bytes that the program reads somewhere. A known number of cells is written one by one, up to a bound. An
//! unknown number is written cell by cell under conditions if no object is large, and otherwise loses what it writes.

use super::Tracked;
use super::cells::Versions;
use super::memory::{Part, Raw};
use super::step::{Made, Step};
use crate::regions::shape::union_rest;
use crate::regions::{Content, Form, MANY_CELLS, MAX_CELLS, Owner, Pointer, RegionId};
use cfa::{ExprId, Place, PlaceId, VarId};
use smt::{CoreOp, Sort, TermId};

/// More cells than this are not made any one by one.
const MAX_ANY: u64 = MANY_CELLS;
/// Objects of more bytes are not copied under conditions.
const MAX_GUARDED: u64 = 64;

/// Some bytes of memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) pointer: Pointer,
    pub(super) address: Option<TermId>,
    /// The activation whose private regions are meant.
    pub(super) activation: u32,
}

/// How many bytes are concerned.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// So many.
    Known(u64),
    /// As many as the term says, and not more than the first number.
    Guarded(u64, TermId),
    /// As many as the term says, if there is one.
    Unknown(Option<TermId>),
}

/// What bytes become.
#[derive(Clone, Copy, Debug)]
pub(super) enum Filling {
    /// This byte, repeated.
    Byte(TermId),
    /// Anything.
    Any,
}

impl Step<'_, '_> {
    /// The bytes of a place.
    pub(super) fn spot_of_place(&mut self, place: PlaceId) -> Made<Option<Spot>> {
        let Some(pointer) = self.encoder.regions.pointer_of(place) else { return Ok(None) };
        let needs = self.needs_address(pointer);
        let address = if needs { Some(self.address(place)?) } else { None };
        Ok(Some(Spot { pointer, address, activation: self.here }))
    }

    /// The bytes of a variable.
    pub(super) fn spot_of_var(&mut self, var: VarId) -> Made<Spot> {
        let pointer = self.encoder.regions.of_var(var);
        let activation = self.activation_of(var);
        let address = Some(self.var_address(var)?);
        Ok(Spot { pointer, address, activation })
    }

    /// The bytes behind a pointer; `None` if it points nowhere.
    pub(super) fn spot_of_value(&mut self, pointer: ExprId) -> Made<Option<Spot>> {
        let Some(target) = self.encoder.regions.value_of(pointer) else { return Ok(None) };
        let address = Some(self.value(pointer)?);
        Ok(Some(Spot { pointer: target, address, activation: self.here }))
    }

    fn needs_address(&self, pointer: Pointer) -> bool {
        self.encoder.regions.of_node(pointer).iter().any(|&id| self.region(id).form == Form::Cells)
    }

    /// How many bytes an expression says.
    pub(super) fn extent(&mut self, size: ExprId, spots: &[Spot]) -> Made<Extent> {
        if let Some(size) = crate::regions::shape::constant(self.encoder.cfa, size) {
            return Ok(u64::try_from(size).map_or(Extent::Unknown(None), Extent::Known));
        }
        let bounds = spots.iter().filter_map(|spot| self.encoder.regions.largest_object(spot.pointer));
        Ok(match bounds.min() {
            Some(bound) if bound <= MAX_GUARDED => Extent::Guarded(bound, self.value(size)?),
            Some(_) | None => Extent::Unknown(Some(self.value(size)?)),
        })
    }

    /// A part of a region, so many bytes behind a spot.
    fn part_behind(&mut self, spot: &Spot, region: RegionId, behind: u64, size: u64) -> Made<Part> {
        let (form, lo, modulus) = {
            let region = self.region(region);
            (region.form, region.lo, region.modulus)
        };
        let address = match (form, spot.address) {
            (Form::Cells, Some(address)) => Some(self.plus(address, behind as i64)?),
            (Form::Cells | Form::Whole, _) => None,
        };
        let offset = spot.pointer.offset + behind as i64;
        let offset = if modulus == 0 { offset } else { offset.rem_euclid(modulus as i64) };
        debug_assert!(form == Form::Cells || offset >= lo, "the part begins in its region");
        Ok(Part { region, offset, address, size })
    }

    /// Something in the bytes behind a spot, of which one region has all or the first.
    fn read_behind(&mut self, spot: &Spot, behind: u64, size: u64) -> Made<Option<Raw>> {
        let at = Pointer { offset: spot.pointer.offset + behind as i64, ..spot.pointer };
        let regions = self.encoder.regions.window(self.normal(at), size);
        let Some(&region) = regions.first() else { return Ok(None) };
        let part = self.part_behind(spot, region, behind, size)?;
        let here = std::mem::replace(&mut self.here, spot.activation);
        let raw = self.read(&part);
        self.here = here;
        raw.map(Some)
    }

    /// Something in the bytes behind a spot, if one region has them all and as cells of its own.
    pub(super) fn read_exactly(&mut self, spot: &Spot, behind: u64, size: u64) -> Made<Option<Raw>> {
        let at = self.normal(Pointer { offset: spot.pointer.offset + behind as i64, ..spot.pointer });
        let [id] = *self.encoder.regions.window(at, size) else { return Ok(None) };
        let region = self.region(id);
        let is_inside =
            at.offset >= region.lo && (region.modulus > 0 || at.offset + size as i64 <= region.hi);
        let is_whole = match (region.form, region.content) {
            (Form::Whole, Content::Bits(_)) => !self.encoder.is_linear() || region.unit == size,
            (Form::Whole | Form::Cells, Content::Float(_)) => region.unit == size,
            (Form::Cells, Content::Bits(_)) => size.is_multiple_of(region.unit),
        };
        if is_inside && is_whole { self.read_behind(spot, behind, size) } else { Ok(None) }
    }

    fn normal(&self, pointer: Pointer) -> Pointer {
        let modulus = self.encoder.regions.of_node(pointer).first().map_or(0, |&id| self.region(id).modulus);
        let offset = if modulus == 0 { pointer.offset } else { pointer.offset.rem_euclid(modulus as i64) };
        Pointer { offset, ..pointer }
    }

    /// Copies bytes.
    pub(super) fn copy(&mut self, to: &Spot, from: &Spot, extent: Extent) -> Made<()> {
        let size = match extent {
            Extent::Known(size) | Extent::Guarded(size, _) => size,
            Extent::Unknown(size) => return self.copy_unknown(to, from, size),
        };
        // Everything is read before anything is written: the two may overlap.
        let mut moves = Vec::new();
        let mut partial = Vec::new();
        for id in self.encoder.regions.window(to.pointer, size) {
            if let Some(part) = self.overlap(to, id, size) {
                match extent {
                    Extent::Known(_) => partial.extend(self.moved_part(to, from, part)?),
                    Extent::Guarded(..) | Extent::Unknown(_) => moves.push((id, None)),
                }
                continue;
            }
            if self.region(id).n_cells(size) > MAX_CELLS {
                moves.push((id, None));
                continue;
            }
            let (unit, content) = (self.region(id).unit, self.region(id).content);
            let mut values = Vec::new();
            for behind in self.region(id).cells(to.pointer.offset, size) {
                let value = match self.read_behind(from, behind, unit)? {
                    Some(raw) => self.adapt(raw, content, unit)?,
                    None => self.any_cell(id)?,
                };
                values.push((behind, value));
            }
            moves.push((id, Some(values)));
        }
        self.switch_for(to.activation);
        for (id, values) in moves {
            match values {
                Some(values) => self.put(to, id, values, extent)?,
                None => self.forget_region(id, "a copy of so many bytes")?,
            }
        }
        partial.into_iter().try_for_each(|(part, raw)| self.write(&part, raw))
    }

    /// Which bytes of a region that is one variable a window has, if these are some and not all.
    fn overlap(&self, spot: &Spot, id: RegionId, size: u64) -> Option<Part> {
        let region = self.region(id);
        if region.form != Form::Whole || self.is_covered(id, spot.pointer, size) {
            return None;
        }
        let start = region.lo.max(spot.pointer.offset);
        let end = region.hi.min(spot.pointer.offset.saturating_add(size as i64));
        Some(Part { region: id, offset: start, address: None, size: (end - start).max(0) as u64 })
    }

    /// A part of a variable and what a copy brings there.
    fn moved_part(&mut self, to: &Spot, from: &Spot, part: Part) -> Made<Option<(Part, Raw)>> {
        if part.size == 0 {
            return Ok(None);
        }
        let behind = (part.offset - to.pointer.offset) as u64;
        let raw = match self.read_behind(from, behind, part.size)? {
            Some(raw) => raw,
            None => Raw::Bits(self.any(Sort::bit_vec(part.size as u32 * 8)?)?),
        };
        Ok(Some((part, raw)))
    }

    /// From here on private regions are those of another activation; expressions are not computed any more.
    fn switch_for(&mut self, activation: u32) {
        if self.here != activation {
            self.switch(activation);
        }
    }

    /// Writes cells of a region.
    pub(super) fn put(
        &mut self,
        to: &Spot,
        id: RegionId,
        cells: Vec<(u64, TermId)>,
        extent: Extent,
    ) -> Made<()> {
        if cells.is_empty() {
            return Ok(());
        }
        let (form, unit) = (self.region(id).form, self.region(id).unit);
        let mut changes = Vec::new();
        for (behind, value) in cells {
            let part = self.part_behind(to, id, behind, unit)?;
            let (Form::Cells, Some(at)) = (form, part.address) else {
                let variable = self.region_variable(id)?;
                let old = self.current(variable)?;
                let value = match extent {
                    Extent::Guarded(_, size) => self.guarded(id, size, behind, (value, old))?,
                    Extent::Known(_) | Extent::Unknown(_) => value,
                };
                self.define(variable, value)?;
                continue;
            };
            let value = match extent {
                Extent::Guarded(_, size) => {
                    let old = self.cell(id, at)?;
                    self.guarded(id, size, behind, (value, old))?
                }
                Extent::Known(_) | Extent::Unknown(_) => value,
            };
            changes.push((at, value));
        }
        self.put_cells(id, &changes)
    }

    /// The new value if the cell is inside, the old one if it is outside, and any if it is cut.
    fn guarded(&mut self, id: RegionId, size: TermId, behind: u64, (new, old): (TermId, TermId)) -> Made {
        let unit = self.region(id).unit;
        let (start, end) = (self.address_constant(behind)?, self.address_constant(behind + unit)?);
        let is_inside = self.at_most(end, size)?;
        if unit == 1 {
            return self.ite(is_inside, new, old);
        }
        let is_outside = self.at_most(size, start)?;
        let cut = self.any_cell(id)?;
        let otherwise = self.ite(is_outside, old, cut)?;
        self.ite(is_inside, new, otherwise)
    }

    /// Fills bytes.
    pub(super) fn fill(&mut self, to: &Spot, extent: Extent, filling: Filling) -> Made<()> {
        let size = match extent {
            Extent::Known(size) | Extent::Guarded(size, _) => size,
            Extent::Unknown(size) => return self.fill_unknown(to, size, filling),
        };
        self.switch_for(to.activation);
        for id in self.encoder.regions.window(to.pointer, size) {
            self.fill_region(to, id, extent, filling)?;
        }
        Ok(())
    }

    /// What is stored in a member of a union leaves the bytes behind it unspecified (6.2.6.1p7). An
    /// execution keeps them, as gcc does.
    pub(super) fn leave_rest(&mut self, place: PlaceId) -> Made<()> {
        let cfa = self.encoder.cfa;
        let Some((behind, size)) = union_rest(cfa, place).filter(|_| self.recording.is_none()) else {
            return Ok(());
        };
        let Place::Field(base, _) = cfa.exprs.place(place) else { return Ok(()) };
        let Some(whole) = self.spot_of_place(base)? else { return Ok(()) };
        let address = match whole.address {
            Some(address) => Some(self.plus(address, behind as i64)?),
            None => None,
        };
        let pointer = self.normal(whole.pointer.shifted(behind as i64));
        self.fill(&Spot { pointer, address, ..whole }, Extent::Known(size), Filling::Any)
    }

    /// Fills the bytes of one region.
    pub(super) fn fill_region(
        &mut self,
        to: &Spot,
        id: RegionId,
        extent: Extent,
        filling: Filling,
    ) -> Made<()> {
        let (size, is_exact) = match extent {
            Extent::Known(size) => (size, true),
            Extent::Guarded(size, _) => (size, false),
            Extent::Unknown(_) => return self.forget_region(id, "a fill of an unknown number of bytes"),
        };
        if is_exact && self.is_covered(id, to.pointer, size) {
            return self.fill_whole(id, filling);
        }
        if let Some(part) = self.overlap(to, id, size) {
            if !is_exact {
                return self.forget_region(id, "a fill of an unknown number of bytes");
            }
            let bits = match filling {
                Filling::Byte(byte) => self.repeated(byte, part.size)?,
                Filling::Any => self.any(Sort::bit_vec(part.size as u32 * 8)?)?,
            };
            return self.write(&part, Raw::Bits(bits));
        }
        let bound = match filling {
            Filling::Byte(_) => MAX_CELLS,
            Filling::Any => MAX_ANY,
        };
        if self.region(id).n_cells(size) > bound {
            return self.forget_region(id, "a fill of so many bytes");
        }
        let mut cells = Vec::new();
        for behind in self.region(id).cells(to.pointer.offset, size) {
            cells.push((behind, self.filled_cell(id, filling)?));
        }
        self.put(to, id, cells, extent)
    }

    fn fill_whole(&mut self, id: RegionId, filling: Filling) -> Made<()> {
        let variable = self.region_variable(id)?;
        match (filling, self.region(id).form) {
            (Filling::Any, Form::Cells) => {
                self.next_index(variable);
                Ok(())
            }
            (Filling::Any, Form::Whole) => {
                let new = self.advance(variable)?;
                self.restrict_cell(id, new)
            }
            (Filling::Byte(_), form) => {
                let cell = self.filled_cell(id, filling)?;
                if form == Form::Cells { self.set_all(id, cell) } else { self.define(variable, cell) }
            }
        }
    }

    fn filled_cell(&mut self, id: RegionId, filling: Filling) -> Made {
        let Filling::Byte(byte) = filling else { return self.any_cell(id) };
        let (unit, content) = (self.region(id).unit, self.region(id).content);
        let bits = self.repeated(byte, unit)?;
        self.adapt(Raw::Bits(bits), content, unit)
    }

    /// Nothing is known any more of a region.
    pub(super) fn forget_region(&mut self, id: RegionId, why: &str) -> Made<()> {
        self.lose(&format!("{why} forgets the content of `{}`", self.region(id).name));
        self.fill_whole(id, Filling::Any)
    }

    /// Copies as many bytes as a term says, by quantifiers if these are allowed. The analysis has made source and target one node, so their
    /// regions are the same.
    fn copy_unknown(&mut self, to: &Spot, from: &Spot, size: Option<TermId>) -> Made<()> {
        let (Some(size), Some(target), Some(source)) = (size, to.address, from.address) else {
            return self.forget_node(to, "a copy of an unknown number of bytes");
        };
        self.switch_for(to.activation);
        for id in self.encoder.regions.of_node(to.pointer).to_vec() {
            if !self.can_quantify(id) {
                self.forget_region(id, "a copy of an unknown number of bytes")?;
                continue;
            }
            self.redefine(id, &mut |step, versions, at| {
                let distance = step.difference(at, target)?;
                let there = step.sum(source, distance)?;
                let value = step.old_cell(versions, there)?;
                step.changed_inside(id, versions, at, (target, size, value))
            })?;
        }
        Ok(())
    }

    fn fill_unknown(&mut self, to: &Spot, size: Option<TermId>, filling: Filling) -> Made<()> {
        let (Some(size), Some(target), Filling::Byte(_)) = (size, to.address, filling) else {
            return self.forget_node(to, "a fill of an unknown number of bytes");
        };
        self.switch_for(to.activation);
        for id in self.encoder.regions.of_node(to.pointer).to_vec() {
            if !self.can_quantify(id) {
                self.forget_region(id, "a fill of an unknown number of bytes")?;
                continue;
            }
            let value = self.filled_cell(id, filling)?;
            self.redefine(id, &mut |step, versions, at| {
                step.changed_inside(id, versions, at, (target, size, value))
            })?;
        }
        Ok(())
    }

    /// A cell has a new value if it is inside of a window, and its old one if it is outside.
    fn changed_inside(
        &mut self,
        id: RegionId,
        versions: Versions,
        at: TermId,
        (start, size, value): (TermId, TermId, TermId),
    ) -> Made {
        let unit = self.region(id).unit as i64;
        let end = self.sum(start, size)?;
        let behind = self.plus(at, unit)?;
        let (old, new) = (self.old_cell(versions, at)?, self.new_cell(versions, at)?);
        let (is_behind, is_before) = (self.at_most(end, at)?, self.at_most(behind, start)?);
        let is_outside = self.core(CoreOp::Or, &[is_behind, is_before])?;
        // The second bound is for addresses so large that the end of the cell wraps.
        let bounds = [self.at_most(start, at)?, self.at_most(at, end)?, self.at_most(behind, end)?];
        let is_inside = self.core(CoreOp::And, &bounds)?;
        let (changed, kept) = (self.terms.eq(new, value)?, self.terms.eq(new, old)?);
        let facts = [
            self.core(CoreOp::Implies, &[is_inside, changed])?,
            self.core(CoreOp::Implies, &[is_outside, kept])?,
        ];
        self.core(CoreOp::And, &facts)
    }

    /// Nothing is known any more of the memory that a pointer points into.
    fn forget_node(&mut self, spot: &Spot, why: &str) -> Made<()> {
        self.switch_for(spot.activation);
        let all = self.encoder.regions.of_node(spot.pointer).to_vec();
        all.into_iter().try_for_each(|id| self.forget_region(id, why))
    }

    /// A variable begins its life.
    pub(super) fn declare(&mut self, var: VarId) -> Made<()> {
        let ty = self.encoder.cfa.vars[var].ty;
        let Some(size) = self.encoder.cfa.types.size(ty) else { return Ok(()) };
        if self.encoder.renewed.contains(&var) {
            let size = self.address_constant(size)?;
            let (new, _) = self.reserve(size)?;
            let base = self.encoder.tracked(self.terms, Tracked::Base(var, self.activation_of(var)))?;
            return self.define(base, new);
        }
        let spot = self.spot_of_var(var)?;
        self.fill(&spot, Extent::Known(size), Filling::Any)?;
        for id in self.encoder.regions.window(spot.pointer, size) {
            if self.recording.is_some() && self.region(id).form == Form::Whole {
                let variable = self.region_variable(id)?;
                self.make_undefined(variable);
            }
        }
        if self.is_bool(ty)
            && let [id] = *self.encoder.regions.window(spot.pointer, size)
            && self.region(id).form == Form::Whole
            && self.region(id).unit == 1
        {
            let variable = self.region_variable(id)?;
            let value = self.current(variable)?;
            self.restrict(ty, value)?;
        }
        Ok(())
    }

    /// Whether the cells of a fresh object hold anything already, as in memory that starts as zeros.
    pub(super) fn is_unknown_when_fresh(&self, id: RegionId) -> bool {
        let region = self.region(id);
        region.owner == Owner::Shared && !region.starts_zero
    }
}
