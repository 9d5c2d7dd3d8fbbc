//! The start of the program: what static variables hold, and where the heap begins.

use super::address::Addresses;
use super::copy::{Extent, Filling, Spot};
use super::memory::Raw;
use super::step::{Made, Step};
use super::{Encoder, Tracked};
use crate::regions::shape::bit_field;
use crate::regions::{Content, Form, RegionId, Sign};
use crate::trace::ChosenValue;
use cfa::interp::ChoiceOrigin;
use cfa::{ExprId, Op, PlaceId, RecordKind, StaticInit, Type, TypeId, VarId, VarKind};
use smt::TermId;
use std::collections::BTreeMap;

/// More cells than this are not initialised one by one.
const MAX_INITIAL: usize = 4096;

impl Encoder<'_> {
    fn has(&self, is: impl Fn(&Op) -> bool) -> bool {
        self.cfa.edges.iter().any(|edge| is(&edge.op))
    }

    /// Whether somebody asks for the size of an object.
    pub(super) fn has_sizes(&self) -> bool {
        self.has_sizes
    }
}

impl Step<'_, '_> {
    /// Before the first edge of the program.
    pub(super) fn begin(&mut self) -> Made<()> {
        if !self.encoder.renewed.is_empty() || self.encoder.has(|op| matches!(op, Op::Allocate { .. })) {
            let heap = self.encoder.tracked(self.terms, Tracked::Heap)?;
            let start = self.address_constant(self.encoder.addresses.heap_start)?;
            self.define(heap, start)?;
        }
        for id in self.encoder.regions.regions.indices() {
            if !self.region(id).starts_zero {
                continue;
            }
            let zero =
                self.constant_cell(&vec![0; self.region(id).unit as usize], self.region(id).content)?;
            self.set_all(id, zero)?;
        }
        Ok(())
    }

    pub(super) fn init_static(&mut self, var: VarId) -> Made<()> {
        let cfa = self.encoder.cfa;
        let VarKind::Static(init) = &cfa.vars[var].kind else { return Ok(()) };
        let ty = cfa.vars[var].ty;
        let spot = self.spot_of_var(var)?;
        let Some(size) = cfa.types.size(ty) else { return Ok(()) };
        match init {
            StaticInit::Zero => self.zero_static(&spot, size),
            StaticInit::Bytes(bytes) | StaticInit::Literal(bytes) => self.init_bytes(&spot, bytes),
            StaticInit::Items(items) => {
                self.zero_static(&spot, size)?;
                if items.len() > MAX_INITIAL {
                    let all = self.encoder.regions.window(spot.pointer, size);
                    return all
                        .into_iter()
                        .try_for_each(|id| self.forget_region(id, "a large initial value"));
                }
                // One new version of a region for all its cells, not one for each.
                let mut pending: BTreeMap<RegionId, Vec<(TermId, TermId)>> = BTreeMap::new();
                for &(place, value) in items {
                    self.init_item(place, value, &mut pending)?;
                }
                pending.into_iter().try_for_each(|(id, cells)| self.put_cells(id, &cells))
            }
            StaticInit::Undefined => {
                self.fill(&spot, Extent::Known(size), Filling::Any)?;
                self.undefined_static(&spot, var, ty)
            }
        }
    }

    fn init_item(
        &mut self,
        place: PlaceId,
        value: ExprId,
        pending: &mut BTreeMap<RegionId, Vec<(TermId, TermId)>>,
    ) -> Made<()> {
        let cfa = self.encoder.cfa;
        let ty = cfa.exprs.place_ty(place);
        if !cfa.types.is_scalar(ty) {
            return Ok(());
        }
        let Some(part) = self.part(place)? else { return Ok(()) };
        let value = self.value(value)?;
        let is_bits = bit_field(cfa, place).is_some();
        if self.region(part.region).form == Form::Cells && !is_bits {
            let raw = self.raw(ty, value);
            let cells = self.cells_of(&part, raw)?;
            pending.entry(part.region).or_default().extend(cells);
            return Ok(());
        }
        // A bit-field is put into what is there.
        if let Some(cells) = pending.remove(&part.region) {
            self.put_cells(part.region, &cells)?;
        }
        self.assign(place, value)
    }

    /// Zeros, except where the whole region starts as zeros.
    fn zero_static(&mut self, spot: &Spot, size: u64) -> Made<()> {
        let byte = self.constant_number(0, TypeId::UCHAR)?;
        let all = self.encoder.regions.window(spot.pointer, size);
        if all.iter().any(|&id| self.region(id).starts_zero) {
            let rest: Vec<RegionId> = all.into_iter().filter(|&id| !self.region(id).starts_zero).collect();
            return self.fill_regions(spot, &rest, size, byte);
        }
        self.fill(spot, Extent::Known(size), Filling::Byte(byte))
    }

    fn fill_regions(&mut self, spot: &Spot, regions: &[RegionId], size: u64, byte: TermId) -> Made<()> {
        for &id in regions {
            self.fill_region(spot, id, Extent::Known(size), Filling::Byte(byte))?;
        }
        Ok(())
    }

    fn init_bytes(&mut self, spot: &Spot, bytes: &[u8]) -> Made<()> {
        let size = bytes.len() as u64;
        for id in self.encoder.regions.window(spot.pointer, size) {
            let region = self.region(id);
            let (unit, content, starts_zero) = (region.unit, region.content, region.starts_zero);
            if region.n_cells(size) as usize > MAX_INITIAL {
                self.forget_region(id, "a large initial value")?;
                continue;
            }
            let is_covered = self.is_covered(id, spot.pointer, size) && self.region(id).form == Form::Cells;
            if is_covered {
                let byte = self.constant_number(0, TypeId::UCHAR)?;
                self.fill_region(spot, id, Extent::Known(size), Filling::Byte(byte))?;
            }
            let mut cells = Vec::new();
            for behind in self.region(id).cells(spot.pointer.offset, size) {
                let slice = &bytes[behind as usize..(behind + unit) as usize];
                if (is_covered || starts_zero) && slice.iter().all(|&byte| byte == 0) {
                    continue;
                }
                cells.push((behind, self.constant_cell(slice, content)?));
            }
            self.put(spot, id, cells, Extent::Known(size))?;
        }
        Ok(())
    }

    fn constant_cell(&mut self, bytes: &[u8], content: Content) -> Made {
        let value = smt::value::BigUint::from_bytes_le(bytes);
        let bits = if self.encoder.is_linear() {
            self.int(smt::value::BigInt::from(value))
        } else {
            self.terms.bits(bytes.len() as u32 * 8, value)?
        };
        self.adapt(Raw::Bits(bits), content, bytes.len() as u64)
    }

    /// A variable that is defined nowhere; the standard streams are known.
    fn undefined_static(&mut self, spot: &Spot, var: VarId, ty: TypeId) -> Made<()> {
        let cfa = self.encoder.cfa;
        let stream = Addresses::stream(cfa.names.text(cfa.vars[var].name));
        match stream.filter(|_| cfa.types.pointee(ty).is_some()) {
            Some(address) => {
                let address = self.address_constant(address)?;
                self.assign_var(var, ty, address)
            }
            None => self.record_parts(spot, ty, ChoiceOrigin::UndefinedVariable),
        }
    }

    /// Tells which values were chosen for the parts of an object, in the order in which the interpreter asks for them.
    pub(super) fn record_parts(&mut self, spot: &Spot, ty: TypeId, origin: ChoiceOrigin) -> Made<()> {
        if self.recording.is_none() {
            return Ok(());
        }
        let mut pending = vec![(0u64, ty)];
        while let Some((offset, ty)) = pending.pop() {
            let types = &self.encoder.cfa.types;
            match *types.get(ty) {
                Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {
                    let value = self.chosen_at(spot, offset, ty)?;
                    self.record(ty, origin, value);
                }
                Type::Array(element, cfa::ArrayLen::Fixed(count)) => {
                    let stride = types.size(element).unwrap_or(0);
                    pending.extend((0..count).rev().map(|index| (offset + index * stride, element)));
                }
                Type::Record(record) => {
                    let fields = types.fields(record);
                    let is_union = types.record(record).kind == RecordKind::Union;
                    if is_union || fields.iter().any(|field| field.bits.is_some()) {
                        let size = types.size(ty).unwrap_or(0);
                        pending.extend((0..size).rev().map(|byte| (offset + byte, TypeId::UCHAR)));
                    } else {
                        pending.extend(fields.iter().rev().map(|field| (offset + field.offset, field.ty)));
                    }
                }
                Type::Array(_, cfa::ArrayLen::Unknown | cfa::ArrayLen::Variable(_))
                | Type::Void
                | Type::Function(_) => {}
            }
        }
        Ok(())
    }

    /// The value of a part after it was chosen; bytes that nobody reads are zero.
    fn chosen_at(&mut self, spot: &Spot, offset: u64, ty: TypeId) -> Made<ChosenValue> {
        let size = crate::regions::shape::scalar_size(&self.encoder.cfa.types, ty).0;
        if let Some(raw) = self.read_exactly(spot, offset, size)? {
            let value = self.typed(ty, raw)?;
            self.restrict(ty, value)?;
            return Ok(ChosenValue::Term(value));
        }
        let mut bytes = Vec::new();
        for byte in 0..size {
            bytes.push(match self.read_exactly(spot, offset + byte, 1)? {
                Some(raw) => Some(self.adapt(raw, Content::Bits(Sign::Unsigned), 1)?),
                None => None,
            });
        }
        Ok(ChosenValue::Bytes(bytes))
    }
}
