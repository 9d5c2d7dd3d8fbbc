//! Objects: bytes, initialisation, provenance, lifetime, addresses.
//!
//! An object has a number and a generation; a pointer's provenance is both. Numbers are used again after an object died, with
//! the next generation, so that dangling pointers are recognised however long the execution is. Numbers of heap
//! objects rest in a queue before they are used again, so that messages about dangling pointers can name the object.

mod access;
mod address;

pub(super) use access::{Access, Mode};
pub(super) use address::{AddressSpace, RED_ZONE, round_up};

use super::outcome::{Limit, UndefinedKind};
use crate::{EdgeId, VarId};
use std::collections::VecDeque;

/// The object a pointer belongs to: number in the upper half, generation in the lower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Provenance(u64);

impl Provenance {
    /// No object.
    pub(super) const NONE: Self = Self(0);
    /// The mark of an uninitialised register, never of a pointer.
    pub(super) const UNINITIALISED: Self = Self(u64::MAX);

    fn new(number: u32, generation: u32) -> Self {
        Self(u64::from(number) << 32 | u64::from(generation))
    }

    #[inline]
    fn number(self) -> usize {
        (self.0 >> 32) as usize
    }

    #[inline]
    fn generation(self) -> u32 {
        self.0 as u32
    }
}

/// A scalar of at most 64 bits; provenance for pointers, [`Provenance::UNINITIALISED`] in registers without value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) bits: u64,
    pub(super) provenance: Provenance,
}

impl Cell {
    pub(super) const UNINITIALISED: Self = Self { bits: 0, provenance: Provenance::UNINITIALISED };

    pub(super) fn number(bits: u64) -> Self {
        Self { bits, provenance: Provenance::NONE }
    }
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// A static variable that may be written.
    Static(VarId),
    /// A string literal.
    Literal(VarId),
    /// A variable of an activation.
    Local(VarId),
    /// `malloc`.
    Heap(EdgeId),
    /// `alloca`, variable-length array.
    Stack(EdgeId),
    /// What the environment made: the arguments of the program.
    Environment,
    /// The string with this position in the vector of arguments, whose characters are chosen.
    Argument(u32),
    /// What a chosen pointer points to that is not the program's: [`crate::interp::Outside`].
    Outside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Life {
    Live,
    Dead(Option<EdgeId>),
}

struct Block {
    base: u64,
    size: u64,
    bytes: Vec<u8>,
    /// One byte of 0 or 1 for each byte; empty if everything is initialised.
    initialised: Vec<u8>,
    /// For each aligned word the provenance of the pointer in it; empty if there is no pointer.
    pointers: Vec<Provenance>,
    /// Whether a pointer is in it that `pointers` does not have: of a function, or at no aligned
    /// word.
    has_untracked: bool,
    generation: u32,
    life: Life,
    storage: Storage,
}

/// Why memory refuses.
#[derive(Clone, Debug)]
pub(super) enum MemoryError {
    Undefined { kind: UndefinedKind, message: String, related: Related },
    Limit(Limit),
}

/// A place to point at in the message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Related {
    None,
    Allocated(EdgeId),
    Freed(EdgeId),
    Declared(VarId),
}

/// What an object holds at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    Zero,
    Indeterminate,
}

/// Freed heap objects that keep their number.
const QUARANTINE: usize = 4096;
/// Buffers larger than this are given back when their object dies.
const KEPT_BUFFER: usize = 1 << 16;

pub(super) struct Memory {
    objects: Vec<Block>,
    free_local: Vec<u32>,
    free_heap: VecDeque<u32>,
    pub(super) space: AddressSpace,
    word: usize,
    n_live_bytes: u64,
    max_bytes: u64,
    /// Whether bytes of an address were read as a number, which the program does not determine.
    pub(super) is_open: bool,
    scratch: access::Scratch,
}

impl Memory {
    pub(super) fn new(space: AddressSpace, word: u64, max_bytes: u64) -> Self {
        // Number 0 is dead for ever, so that `Provenance::NONE` needs no case of its own.
        let nothing = Block::dead(Storage::Environment);
        Self {
            objects: vec![nothing],
            free_local: Vec::new(),
            free_heap: VecDeque::new(),
            space,
            word: word as usize,
            n_live_bytes: 0,
            max_bytes,
            is_open: false,
            scratch: access::Scratch::default(),
        }
    }

    /// A new live object at an address that the caller took from the address space.
    pub(super) fn create(
        &mut self,
        base: u64,
        size: u64,
        storage: Storage,
        content: Content,
    ) -> Result<Provenance, Box<MemoryError>> {
        self.n_live_bytes = self.n_live_bytes.saturating_add(size);
        if self.n_live_bytes > self.max_bytes {
            return Err(Box::new(MemoryError::Limit(Limit::Memory)));
        }
        let number = self.take_number(storage);
        let object = &mut self.objects[number as usize];
        object.base = base;
        object.size = size;
        object.generation = object.generation.wrapping_add(1);
        object.life = Life::Live;
        object.storage = storage;
        object.pointers.clear();
        object.has_untracked = false;
        refill(&mut object.bytes, size);
        match content {
            Content::Zero => object.initialised.clear(),
            Content::Indeterminate => refill(&mut object.initialised, size),
        }
        Ok(Provenance::new(number, object.generation))
    }

    fn take_number(&mut self, storage: Storage) -> u32 {
        let free = match storage {
            Storage::Local(_) => self.free_local.pop(),
            Storage::Heap(_) | Storage::Stack(_) if self.free_heap.len() > QUARANTINE => {
                self.free_heap.pop_front()
            }
            Storage::Heap(_)
            | Storage::Stack(_)
            | Storage::Static(_)
            | Storage::Literal(_)
            | Storage::Environment
            | Storage::Argument(_)
            | Storage::Outside => None,
        };
        free.unwrap_or_else(|| {
            let number = self.objects.len() as u32;
            self.objects.push(Block::dead(storage));
            number
        })
    }

    /// The object of this provenance dies, if it still lives.
    pub(super) fn end(&mut self, provenance: Provenance, at: Option<EdgeId>) {
        let number = provenance.number();
        let object = &mut self.objects[number];
        if object.generation != provenance.generation() || object.life != Life::Live {
            return;
        }
        object.life = Life::Dead(at);
        self.n_live_bytes -= object.size;
        match object.storage {
            Storage::Local(_) => {
                for buffer in [&mut object.bytes, &mut object.initialised] {
                    if buffer.capacity() > KEPT_BUFFER {
                        *buffer = Vec::new();
                    }
                }
                self.free_local.push(number as u32);
            }
            Storage::Heap(_) | Storage::Stack(_) => {
                object.bytes = Vec::new();
                object.initialised = Vec::new();
                object.pointers = Vec::new();
                self.free_heap.push_back(number as u32);
                self.space.forget(object.base);
            }
            Storage::Static(_)
            | Storage::Literal(_)
            | Storage::Environment
            | Storage::Argument(_)
            | Storage::Outside => {}
        }
    }

    /// The first bytes of an object get their initial value, also of a string literal.
    pub(super) fn initialise(&mut self, provenance: Provenance, bytes: &[u8]) {
        let object = &mut self.objects[provenance.number()];
        let size = bytes.len().min(object.bytes.len());
        object.bytes[..size].copy_from_slice(&bytes[..size]);
    }

    /// The content becomes indeterminate; the address stays.
    pub(super) fn forget_content(&mut self, provenance: Provenance) {
        let object = &mut self.objects[provenance.number()];
        refill(&mut object.initialised, object.size);
        object.pointers.clear();
    }

    #[inline]
    pub(super) fn is_live(&self, provenance: Provenance) -> bool {
        let object = &self.objects[provenance.number()];
        object.generation == provenance.generation() && object.life == Life::Live
    }

    /// Whether both are inside live objects that no other object may share its memory with, so that
    /// they are equal in every layout of memory or in none.
    pub(super) fn are_told_apart(&self, left: Cell, right: Cell) -> bool {
        [left, right].into_iter().all(|pointer| {
            let object = &self.objects[pointer.provenance.number()];
            self.is_live(pointer.provenance)
                && !matches!(object.storage, Storage::Literal(_))
                && pointer.bits.wrapping_sub(object.base) < object.size
        })
    }

    /// Whether it is a live object of the environment that a chosen pointer points to.
    pub(super) fn is_outside(&self, provenance: Provenance) -> bool {
        self.is_live(provenance) && self.objects[provenance.number()].storage == Storage::Outside
    }

    /// The first address of an object.
    #[inline]
    pub(super) fn base(&self, provenance: Provenance) -> u64 {
        self.objects[provenance.number()].base
    }

    /// Bytes of an object.
    pub(super) fn size(&self, provenance: Provenance) -> u64 {
        self.objects[provenance.number()].size
    }

    /// Heap objects that live.
    pub(super) fn n_live_heap(&self) -> u64 {
        let live = |block: &&Block| block.life == Life::Live && matches!(block.storage, Storage::Heap(_));
        self.objects.iter().filter(live).count() as u64
    }

    /// `free(pointer)` for a pointer that is not null.
    pub(super) fn free(&mut self, pointer: Cell, at: EdgeId) -> Result<(), Box<MemoryError>> {
        let object = &self.objects[pointer.provenance.number()];
        let same = object.generation == pointer.provenance.generation();
        let heap = matches!(object.storage, Storage::Heap(_));
        if heap && (!same || object.life != Life::Live) {
            let related = match object.life {
                Life::Dead(Some(edge)) if same => Related::Freed(edge),
                Life::Dead(_) | Life::Live => Related::None,
            };
            return Err(undefined(
                UndefinedKind::DoubleFree,
                "the object was freed before".to_owned(),
                related,
            ));
        }
        if !heap {
            let what = match object.storage {
                Storage::Environment if pointer.provenance == Provenance::NONE => {
                    format!("address {:#x} belongs to no object", pointer.bits)
                }
                Storage::Static(_)
                | Storage::Literal(_)
                | Storage::Local(_)
                | Storage::Stack(_)
                | Storage::Environment
                | Storage::Argument(_)
                | Storage::Outside
                | Storage::Heap(_) => "the object was not allocated on the heap".to_owned(),
            };
            return Err(undefined(UndefinedKind::InvalidFree, what, object.related()));
        }
        let offset = pointer.bits.wrapping_sub(object.base) as i64;
        if offset != 0 {
            let what = format!("the pointer is {offset} bytes from the start of its object");
            return Err(undefined(UndefinedKind::InvalidFree, what, object.related()));
        }
        self.end(pointer.provenance, Some(at));
        Ok(())
    }

    /// The live object that an address lies in or just behind.
    pub(super) fn lookup(&self, address: u64, locals: impl FnOnce(u64) -> Provenance) -> Provenance {
        let found = match self.space.find(address) {
            Some(found) => found,
            None => locals(address),
        };
        let inside = self.is_live(found) && address.wrapping_sub(self.base(found)) <= self.size(found);
        if inside { found } else { Provenance::NONE }
    }
}

impl Block {
    /// A number without an object.
    fn dead(storage: Storage) -> Self {
        Self {
            base: 0,
            size: 0,
            bytes: Vec::new(),
            initialised: Vec::new(),
            pointers: Vec::new(),
            has_untracked: false,
            generation: 0,
            life: Life::Dead(None),
            storage,
        }
    }

    fn related(&self) -> Related {
        match self.storage {
            Storage::Static(var) | Storage::Literal(var) | Storage::Local(var) => Related::Declared(var),
            Storage::Heap(edge) | Storage::Stack(edge) => Related::Allocated(edge),
            Storage::Environment | Storage::Argument(_) | Storage::Outside => Related::None,
        }
    }
}

pub(super) fn undefined(kind: UndefinedKind, message: String, related: Related) -> Box<MemoryError> {
    Box::new(MemoryError::Undefined { kind, message, related })
}

/// `size` zero bytes, in the old buffer if it is large enough, else in fresh (lazily mapped) memory.
fn refill(buffer: &mut Vec<u8>, size: u64) {
    let size = size as usize;
    if buffer.capacity() < size {
        *buffer = vec![0; size];
    } else {
        buffer.clear();
        buffer.resize(size, 0);
    }
}
