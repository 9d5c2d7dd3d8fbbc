//! Whole objects: initialisers, copies, and the C library's functions on bytes. What was there before has been forgotten by then, so that values that nobody is going to keep need not be written.

use crate::domain::{Domain, State};
use crate::eval::Where;
use crate::layout::{Leaf, MANY, leaves};
use crate::memory::{Object, ObjectId};
use crate::value::Value;
use cfa::{ExprId, PlaceId, TypeId};

/// A cell's value at a distance in bits from where a copy begins.
pub(super) type Part = (u64, u32, Value);

/// A byte that is written again and again, in cells of so many bits.
#[derive(Clone, Copy)]
struct Pattern {
    byte: u8,
    width: u32,
}

impl Domain<'_> {
    /// Initialises an object of a type at a position with bytes, and zeros where they end.
    pub(super) fn fill(
        &mut self,
        state: State,
        object: ObjectId,
        start: u64,
        ty: TypeId,
        bytes: &[u8],
    ) -> State {
        let Some(leaves) = leaves(self.cfa, ty) else {
            self.losses.large_objects += 1;
            let size = self.cfa.types.size(ty).and_then(|size| size.checked_mul(8)).unwrap_or(u64::MAX);
            return self.forget_range(state, object, start, start.saturating_add(size));
        };
        if !self.is_kept(object) {
            return state;
        }
        let mut state = state;
        for Leaf { start: at, width } in leaves {
            let value = bits_of(bytes, at, width);
            if let Some(cell) =
                cell_at(start, at).and_then(|at| self.memory.cell(self.cfa, object, at, width))
            {
                state = self.put_if_kept(state, cell, Value::Bits(value));
            }
        }
        state
    }

    pub(super) fn zero(&mut self, state: State, frame: u32, place: PlaceId) -> State {
        let ty = self.cfa.exprs.place_ty(place);
        if self.cfa.types.is_scalar(ty) {
            return self.write(state, frame, place, Some(Value::ZERO));
        }
        match self.locate(state, frame, place) {
            Where::At(object, start) if start >= 0 => {
                let state = self.forget_at(state, place, Where::At(object, start));
                self.fill(state, object, start.unsigned_abs(), ty, &[])
            }
            at => self.forget_at(state, place, at),
        }
    }

    /// Zero bytes for an object without type: as words, since that is what such objects are mostly read as. Reads of another width are put together.
    pub(super) fn zero_bytes(&mut self, state: State, object: ObjectId, size: Option<u64>) -> State {
        let Some(size) = size.filter(|&size| size <= MANY as u64 * 4) else {
            self.losses.large_objects += 1;
            return state;
        };
        self.fill_bytes(state, object, (0, size), Pattern { byte: 0, width: 32 })
    }

    /// One byte again and again, in cells of a width, and single bytes where that does not fit.
    fn fill_bytes(
        &mut self,
        state: State,
        object: ObjectId,
        (start, size): (u64, u64),
        pattern: Pattern,
    ) -> State {
        if !self.is_kept(object) {
            return state;
        }
        let Pattern { byte, width } = pattern;
        let word = (0..width / 8).fold(0u128, |word, _| word << 8 | u128::from(byte));
        let (mut state, mut at, end) = (state, start, start + size * 8);
        while at < end {
            let width =
                if at.is_multiple_of(u64::from(width)) && at + u64::from(width) <= end { width } else { 8 };
            let value = if width == 8 { u128::from(byte) } else { word };
            let cell = i64::try_from(at).ok().and_then(|at| self.memory.cell(self.cfa, object, at, width));
            if let Some(cell) = cell {
                state = self.put_if_kept(state, cell, Value::Bits(value));
            }
            at += u64::from(width);
        }
        state
    }

    /// The known cells of a range of an object.
    pub(super) fn copied(&mut self, state: State, object: ObjectId, start: i64, size: u64) -> Vec<Part> {
        let Ok(start) = u64::try_from(start) else { return Vec::new() };
        let end = start.saturating_add(size);
        if let Some(bytes) = self.literal(object) {
            let from = usize::try_from(start / 8).unwrap_or(usize::MAX);
            let bytes = bytes.get(from..).unwrap_or_default().iter().take(MANY.min((size / 8) as usize));
            return bytes
                .enumerate()
                .map(|(at, &byte)| (at as u64 * 8, 8, Value::Bits(u128::from(byte))))
                .collect();
        }
        let mut parts = Vec::new();
        for cell in self.memory.cells_in(object, start, end) {
            let range = self.memory.range(cell);
            if range.start < start || range.end() > end {
                continue;
            }
            if let Some(value) = self.get(state, cell) {
                parts.push((range.start - start, range.width, value));
            }
        }
        parts
    }

    /// Puts copied cells elsewhere.
    pub(super) fn paste(&mut self, state: State, object: ObjectId, start: u64, parts: &[Part]) -> State {
        if !self.is_kept(object) {
            return state;
        }
        let mut state = state;
        for &(at, width, value) in parts {
            if let Some(cell) =
                cell_at(start, at).and_then(|at| self.memory.cell(self.cfa, object, at, width))
            {
                state = self.put_if_kept(state, cell, value);
            }
        }
        state
    }

    /// Copies an aggregate of the place's type.
    pub(super) fn copy_place(&mut self, state: State, place: PlaceId, to: Where, from: Where) -> State {
        let size = self.cfa.types.size(self.cfa.exprs.place_ty(place)).and_then(|size| size.checked_mul(8));
        let parts = match (from, size) {
            (Where::At(object, start), Some(size)) => self.copied(state, object, start, size),
            (Where::At(..) | Where::In(_) | Where::Anywhere, _) => Vec::new(),
        };
        let state = self.forget_at(state, place, to);
        match to {
            Where::At(object, start) if start >= 0 => self.paste(state, object, start.unsigned_abs(), &parts),
            Where::At(..) | Where::In(_) | Where::Anywhere => state,
        }
    }

    /// A number of bytes.
    fn size(&mut self, state: State, frame: u32, size: ExprId) -> Option<u64> {
        self.eval(state, frame, size)?.bits().and_then(|size| u64::try_from(size).ok()?.checked_mul(8))
    }

    pub(super) fn memory_copy(
        &mut self,
        state: State,
        frame: u32,
        target: ExprId,
        source: ExprId,
        size: ExprId,
    ) -> State {
        let size = self.size(state, frame, size);
        let (to, from) = (self.eval(state, frame, target), self.eval(state, frame, source));
        let Some(Value::Address(object, start)) = to else { return self.forget_target(state, target) };
        let (Some(size), Ok(start)) = (size, u64::try_from(start)) else {
            return self.forget_object(state, object);
        };
        let start = start.saturating_mul(8);
        let parts = match from {
            Some(Value::Address(from, offset)) => self.copied(state, from, offset.saturating_mul(8), size),
            Some(Value::Bits(_) | Value::Function(_)) | None => Vec::new(),
        };
        let state = self.forget_range(state, object, start, start.saturating_add(size));
        self.paste(state, object, start, &parts)
    }

    pub(super) fn memory_set(
        &mut self,
        state: State,
        frame: u32,
        target: ExprId,
        value: ExprId,
        size: ExprId,
    ) -> State {
        let size = self.size(state, frame, size);
        let byte = self.eval(state, frame, value).and_then(Value::bits).map(|bits| bits as u8);
        let Some(Value::Address(object, start)) = self.eval(state, frame, target) else {
            return self.forget_target(state, target);
        };
        let (Some(size), Ok(start)) = (size, u64::try_from(start)) else {
            return self.forget_object(state, object);
        };
        let start = start.saturating_mul(8);
        let end = start.saturating_add(size);
        let state = self.forget_range(state, object, start, end);
        let Some(byte) = byte else { return state };
        // A variable that is set as a whole gets the cells of its type, since those will be read.
        if let Object::Variable { var, .. } = self.memory.what(object)
            && start == 0
            && self.memory.bits(object) == Some(size)
            && leaves(self.cfa, self.cfa.vars[var].ty).is_some()
        {
            let bytes = if byte == 0 { Vec::new() } else { vec![byte; (size / 8) as usize] };
            return self.fill(state, object, 0, self.cfa.vars[var].ty, &bytes);
        }
        if size / 8 > MANY as u64 {
            self.losses.large_objects += 1;
            return state;
        }
        self.fill_bytes(state, object, (start, size / 8), Pattern { byte, width: 8 })
    }
}

/// A position in bits, as the sum of two.
fn cell_at(start: u64, at: u64) -> Option<i64> {
    i64::try_from(start.checked_add(at)?).ok()
}

/// Bits of little-endian bytes; zeros behind their end.
fn bits_of(bytes: &[u8], start: u64, width: u32) -> u128 {
    let bit = |at: u64| {
        let byte = usize::try_from(at / 8).ok().and_then(|byte| bytes.get(byte)).copied().unwrap_or(0);
        u128::from(byte >> (at % 8) & 1)
    };
    if bytes.is_empty() {
        return 0;
    }
    (0..u64::from(width)).fold(0, |number, at| number | bit(start + at) << at)
}
