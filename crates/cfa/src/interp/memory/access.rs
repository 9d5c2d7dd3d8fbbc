//! Reading, writing and copying bytes of objects, each access checked.

use super::{Block, Cell, Life, Memory, MemoryError, Provenance, Storage, undefined};
use crate::interp::outcome::UndefinedKind;

/// What an access is for, in messages and for string literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::interp) enum Mode {
    Read,
    Write,
}

/// A checked part of an object.
#[derive(Clone, Copy, Debug)]
pub(in crate::interp) struct Access {
    number: usize,
    start: usize,
    size: usize,
}

/// Buffers for copies.
#[derive(Default)]
pub(super) struct Scratch {
    bytes: Vec<u8>,
    initialised: Vec<u8>,
    pointers: Vec<Provenance>,
}

impl Memory {
    /// Checks that `size` bytes from `pointer` on are in its live object.
    #[inline]
    pub(in crate::interp) fn access(
        &self,
        pointer: Cell,
        size: u64,
        mode: Mode,
    ) -> Result<Access, Box<MemoryError>> {
        let number = pointer.provenance.number();
        let object = &self.objects[number];
        let start = pointer.bits.wrapping_sub(object.base);
        let fits = start <= object.size && size <= object.size - start;
        let lives = object.generation == pointer.provenance.generation() && object.life == Life::Live;
        let writable = mode == Mode::Read || !matches!(object.storage, Storage::Literal(_));
        if fits && lives && writable {
            return Ok(Access { number, start: start as usize, size: size as usize });
        }
        Err(self.refuse(pointer, size, mode))
    }

    #[cold]
    fn refuse(&self, pointer: Cell, size: u64, mode: Mode) -> Box<MemoryError> {
        let object = &self.objects[pointer.provenance.number()];
        let verb = match mode {
            Mode::Read => "read of",
            Mode::Write => "write of",
        };
        let (kind, message) = if pointer.provenance == Provenance::NONE {
            if pointer.bits < 0x1000 {
                (
                    UndefinedKind::NullDereference,
                    format!("{verb} {size} bytes at address {:#x}", pointer.bits),
                )
            } else {
                let message =
                    format!("{verb} {size} bytes at address {:#x}, which belongs to no object", pointer.bits);
                (UndefinedKind::InvalidPointer, message)
            }
        } else if object.generation != pointer.provenance.generation() || object.life != Life::Live {
            return self.refuse_dead(object, pointer, size, verb);
        } else if mode == Mode::Write && matches!(object.storage, Storage::Literal(_)) {
            (UndefinedKind::ReadOnlyWrite, format!("write of {size} bytes to a string literal"))
        } else {
            let offset = pointer.bits.wrapping_sub(object.base) as i64;
            let message =
                format!("{verb} {size} bytes at offset {offset} of an object of {} bytes", object.size);
            (UndefinedKind::OutOfBounds, message)
        };
        undefined(kind, message, object.related())
    }

    fn refuse_dead(&self, object: &Block, pointer: Cell, size: u64, verb: &str) -> Box<MemoryError> {
        let heap = matches!(object.storage, Storage::Heap(_));
        let kind = if heap { UndefinedKind::UseAfterFree } else { UndefinedKind::UseAfterScope };
        if object.generation != pointer.provenance.generation() {
            let message = format!("{verb} {size} bytes of an object that is gone");
            return undefined(kind, message, super::Related::None);
        }
        let offset = pointer.bits.wrapping_sub(object.base) as i64;
        let message =
            format!("{verb} {size} bytes at offset {offset} of a dead object of {} bytes", object.size);
        let related = match object.life {
            Life::Dead(Some(edge)) if heap => super::Related::Freed(edge),
            Life::Dead(_) | Life::Live => object.related(),
        };
        undefined(kind, message, related)
    }

    /// Whether all bytes are initialised.
    #[inline]
    pub(in crate::interp) fn is_initialised(&self, at: Access) -> bool {
        let mask = &self.objects[at.number].initialised;
        mask.is_empty() || mask[at.start..at.start + at.size].iter().all(|&byte| byte != 0)
    }

    /// Whether the environment made the object and keeps values there that nobody knows.
    pub(in crate::interp) fn is_in_outside(&self, at: Access) -> bool {
        matches!(self.objects[at.number].storage, Storage::Outside | Storage::Argument(_))
    }

    /// The position of an argument of `main`, the first byte and the number of bytes, if these are
    /// its bytes.
    pub(in crate::interp) fn argument_part(&self, at: Access) -> Option<(u32, usize, usize)> {
        match self.objects[at.number].storage {
            Storage::Argument(position) => Some((position, at.start, at.size)),
            _ => None,
        }
    }

    /// Notes that bytes are read as a number: those of a pointer are what the layout of memory
    /// makes them.
    #[inline]
    pub(in crate::interp) fn read_as_number(&mut self, at: Access) {
        let object = &self.objects[at.number];
        if object.has_untracked || !object.pointers.is_empty() {
            self.is_open |= object.has_untracked || self.has_pointer(at);
        }
    }

    /// Whether a byte belongs to a pointer that was stored with its provenance.
    fn has_pointer(&self, at: Access) -> bool {
        let pointers = &self.objects[at.number].pointers;
        if pointers.is_empty() || at.size == 0 {
            return false;
        }
        let words = at.start / self.word..=(at.start + at.size - 1) / self.word;
        pointers[words].iter().any(|&pointer| pointer != Provenance::NONE)
    }

    /// The bytes as a little-endian number, at most 8.
    #[inline]
    pub(in crate::interp) fn load(&self, at: Access) -> u64 {
        let bytes = &self.objects[at.number].bytes[at.start..at.start + at.size];
        match *bytes {
            [a] => u64::from(a),
            [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)),
        }
    }

    /// The bytes as a little-endian number, at most 16.
    pub(in crate::interp) fn load_wide(&self, at: Access) -> u128 {
        let bytes = &self.objects[at.number].bytes[at.start..at.start + at.size];
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
    }

    /// Writes the low bytes of a number, which become initialised and lose their provenance.
    #[inline]
    pub(in crate::interp) fn store(&mut self, at: Access, number: u64) {
        let bytes = number.to_le_bytes();
        let object = &mut self.objects[at.number];
        object.bytes[at.start..at.start + at.size].copy_from_slice(&bytes[..at.size]);
        self.written(at);
    }

    /// Like [`Memory::store`] for up to 16 bytes.
    pub(in crate::interp) fn store_wide(&mut self, at: Access, number: u128) {
        let bytes = number.to_le_bytes();
        self.objects[at.number].bytes[at.start..at.start + at.size].copy_from_slice(&bytes[..at.size]);
        self.written(at);
    }

    /// Gives the bytes that are not initialised their part of a number of up to 16 bytes, and says
    /// what is in all of them then.
    pub(in crate::interp) fn complete(&mut self, at: Access, number: u128) -> u128 {
        for (position, new) in number.to_le_bytes().into_iter().take(at.size).enumerate() {
            let byte = Access { start: at.start + position, size: 1, ..at };
            if !self.is_initialised(byte) {
                self.store(byte, u64::from(new));
            }
        }
        self.load_wide(at)
    }

    /// Marks bytes as initialised numbers.
    #[inline]
    fn written(&mut self, at: Access) {
        let word = self.word;
        let object = &mut self.objects[at.number];
        if !object.initialised.is_empty() {
            object.initialised[at.start..at.start + at.size].fill(1);
        }
        if !object.pointers.is_empty() && at.size > 0 {
            object.pointers[at.start / word..=(at.start + at.size - 1) / word].fill(Provenance::NONE);
        }
    }

    /// The provenance of the pointer that was stored in exactly these bytes.
    #[inline]
    pub(in crate::interp) fn stored_provenance(&self, at: Access) -> Provenance {
        let object = &self.objects[at.number];
        if object.pointers.is_empty() || !at.start.is_multiple_of(self.word) {
            return Provenance::NONE;
        }
        object.pointers[at.start / self.word]
    }

    /// Stores a pointer with its provenance.
    #[inline]
    pub(in crate::interp) fn store_pointer(&mut self, at: Access, pointer: Cell) {
        self.store(at, pointer.bits);
        let word = self.word;
        if pointer.provenance == Provenance::NONE || !at.start.is_multiple_of(word) {
            self.objects[at.number].has_untracked |= pointer.bits != 0;
            return;
        }
        let object = &mut self.objects[at.number];
        if object.pointers.is_empty() {
            object.pointers = vec![Provenance::NONE; (object.size as usize).div_ceil(word)];
        }
        object.pointers[at.start / word] = pointer.provenance;
    }

    /// Makes bytes indeterminate.
    pub(in crate::interp) fn make_indeterminate(&mut self, at: Access) {
        self.written(at);
        let object = &mut self.objects[at.number];
        if object.initialised.is_empty() {
            object.initialised = vec![1; object.size as usize];
        }
        object.initialised[at.start..at.start + at.size].fill(0);
    }

    /// Sets all bytes.
    pub(in crate::interp) fn fill(&mut self, at: Access, byte: u8) {
        self.objects[at.number].bytes[at.start..at.start + at.size].fill(byte);
        self.written(at);
    }

    /// Overwrites bytes.
    pub(in crate::interp) fn store_bytes(&mut self, at: Access, bytes: &[u8]) {
        let size = at.size.min(bytes.len());
        self.objects[at.number].bytes[at.start..at.start + size].copy_from_slice(&bytes[..size]);
        self.written(Access { size, ..at });
    }

    /// Whether two parts share a byte.
    pub(in crate::interp) fn overlap(left: Access, right: Access) -> bool {
        left.number == right.number
            && left.start < right.start + right.size
            && right.start < left.start + left.size
    }

    /// Copies bytes with initialisation and provenance; both parts have one size and may overlap.
    pub(in crate::interp) fn copy(&mut self, to: Access, from: Access) {
        let size = to.size.min(from.size);
        if size == 0 {
            return;
        }
        let word = self.word;
        let has_pointer = self.has_pointer(Access { size, ..from });
        let mut scratch = std::mem::take(&mut self.scratch);
        let source = &self.objects[from.number];
        let mut has_untracked = source.has_untracked;
        scratch.bytes.clear();
        scratch.bytes.extend_from_slice(&source.bytes[from.start..from.start + size]);
        scratch.initialised.clear();
        if !source.initialised.is_empty() {
            scratch.initialised.extend_from_slice(&source.initialised[from.start..from.start + size]);
        }
        // Whole words of the source, if they are whole words of the target, too.
        scratch.pointers.clear();
        let first = from.start.div_ceil(word);
        let end = (from.start + size) / word;
        if !source.pointers.is_empty() && from.start % word == to.start % word && first < end {
            scratch.pointers.extend_from_slice(&source.pointers[first..end]);
        }
        // A pointer that is not copied as a whole word leaves its bytes, but not its provenance.
        let is_whole =
            from.start.is_multiple_of(word) && size.is_multiple_of(word) && !scratch.pointers.is_empty();
        has_untracked |= has_pointer && !is_whole;
        let target = &mut self.objects[to.number];
        target.bytes[to.start..to.start + size].copy_from_slice(&scratch.bytes);
        target.has_untracked |= has_untracked;
        self.written(Access { size, ..to });
        let target = &mut self.objects[to.number];
        if scratch.initialised.contains(&0) {
            if target.initialised.is_empty() {
                target.initialised = vec![1; target.size as usize];
            }
            target.initialised[to.start..to.start + size].copy_from_slice(&scratch.initialised);
        }
        if scratch.pointers.iter().any(|&pointer| pointer != Provenance::NONE) {
            if target.pointers.is_empty() {
                target.pointers = vec![Provenance::NONE; (target.size as usize).div_ceil(word)];
            }
            let start = to.start.div_ceil(word);
            target.pointers[start..start + scratch.pointers.len()].copy_from_slice(&scratch.pointers);
        }
        self.scratch = scratch;
    }
}
