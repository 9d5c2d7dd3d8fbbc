//! Addresses: where functions, statics, locals and allocated objects lie, for both machine models.
//!
//! Regions ascend: functions, statics, allocated objects, locals. Addresses of allocated objects are never used again; those of
//! locals are, with the stack. The first 64 kB stay free, so that small integers are no addresses.

use super::Provenance;
use crate::{FunctionId, MachineModel};

/// Free bytes between objects, at least.
pub(in crate::interp) const RED_ZONE: u64 = 32;

const FUNCTIONS: u64 = 0x40_0000;
const FUNCTION_STEP: u64 = 16;

pub(in crate::interp) struct AddressSpace {
    functions_end: u64,
    statics_end: u64,
    heap_start: u64,
    next_heap: u64,
    heap_end: u64,
    stack_start: u64,
    stack_end: u64,
    /// Statics by ascending base.
    statics: Vec<(u64, Provenance)>,
    /// Allocated objects by ascending base, with those that died since the last sweep.
    heap: Vec<(u64, Provenance)>,
    n_forgotten: usize,
    /// Objects of the environment that are not the program's, by ascending base.
    outside: Vec<(u64, Provenance)>,
    outside_start: u64,
}

impl AddressSpace {
    pub(in crate::interp) fn new(machine: MachineModel, n_functions: usize) -> Self {
        let functions_end = FUNCTIONS + n_functions as u64 * FUNCTION_STEP;
        let (stack_start, stack_end) = match machine {
            MachineModel::Ilp32 => (0x6000_0000, 0x7FFF_0000),
            MachineModel::Lp64 => (0x7F00_0000_0000, 0x7FFF_0000_0000),
        };
        let statics_start = (functions_end + 0xFFFF) & !0xFFFF;
        Self {
            functions_end,
            statics_end: statics_start,
            heap_start: statics_start,
            next_heap: statics_start,
            heap_end: stack_start - 0x1_0000,
            stack_start,
            stack_end,
            statics: Vec::new(),
            heap: Vec::new(),
            n_forgotten: 0,
            outside: Vec::new(),
            outside_start: crate::interp::outside_addresses(machine).start,
        }
    }

    /// The address of a function.
    pub(in crate::interp) fn function(function: FunctionId) -> u64 {
        FUNCTIONS + u64::from(function.0) * FUNCTION_STEP
    }

    /// The function at an address.
    pub(in crate::interp) fn function_at(&self, address: u64) -> Option<FunctionId> {
        let offset = address.checked_sub(FUNCTIONS)?;
        (address < self.functions_end && offset.is_multiple_of(FUNCTION_STEP))
            .then_some(FunctionId((offset / FUNCTION_STEP) as u32))
    }

    /// An address for a static object; all statics come before the first allocation.
    pub(in crate::interp) fn reserve_static(&mut self, size: u64, align: u64) -> Option<u64> {
        let base = round_up(self.statics_end, align.max(16))?;
        self.statics_end = base.checked_add(size)?.checked_add(RED_ZONE)?;
        self.heap_start = round_up(self.statics_end, 0x1_0000)?;
        self.next_heap = self.heap_start;
        (self.statics_end <= self.heap_end).then_some(base)
    }

    pub(in crate::interp) fn record_static(&mut self, base: u64, provenance: Provenance) {
        self.statics.push((base, provenance));
    }

    /// An address for an allocated object.
    pub(in crate::interp) fn reserve_heap(&mut self, size: u64) -> Option<u64> {
        let base = self.next_heap;
        let next = round_up(base.checked_add(size)?.checked_add(RED_ZONE)?, 16)?;
        if next > self.heap_end {
            return None;
        }
        self.next_heap = next;
        Some(base)
    }

    pub(in crate::interp) fn record_heap(&mut self, base: u64, provenance: Provenance) {
        self.heap.push((base, provenance));
    }

    pub(in crate::interp) fn record_outside(&mut self, base: u64, provenance: Provenance) {
        let position = self.outside.partition_point(|&(other, _)| other < base);
        self.outside.insert(position, (base, provenance));
    }

    /// The object at this base died.
    pub(super) fn forget(&mut self, base: u64) {
        if let Ok(position) = self.heap.binary_search_by_key(&base, |entry| entry.0) {
            self.heap[position].1 = Provenance::NONE;
            self.n_forgotten += 1;
        }
        if self.n_forgotten > 1024 && self.n_forgotten * 2 > self.heap.len() {
            self.heap.retain(|entry| entry.1 != Provenance::NONE);
            self.n_forgotten = 0;
        }
    }

    /// The address of the first activation.
    pub(in crate::interp) fn stack_start(&self) -> u64 {
        self.stack_start
    }

    /// Whether the locals up to this address fit.
    pub(in crate::interp) fn stack_fits(&self, end: u64) -> bool {
        end <= self.stack_end
    }

    /// The static or allocated object that starts at or last before an address; `None` if the address belongs to locals.
    pub(super) fn find(&self, address: u64) -> Option<Provenance> {
        let list = if address >= self.outside_start {
            &self.outside
        } else if address >= self.stack_start {
            return None;
        } else if address >= self.heap_start {
            &self.heap
        } else {
            &self.statics
        };
        let position = list.partition_point(|&(base, _)| base <= address);
        Some(position.checked_sub(1).map_or(Provenance::NONE, |position| list[position].1))
    }
}

/// The next multiple of a power of two.
pub(in crate::interp) fn round_up(value: u64, align: u64) -> Option<u64> {
    let mask = align.max(1) - 1;
    Some(value.checked_add(mask)? & !mask)
}
