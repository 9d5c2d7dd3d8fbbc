//! Memory on its own: bounds, lifetimes, initialisation, provenance.

use crate::interp::memory::{AddressSpace, Cell, Content, Memory, MemoryError, Mode, Provenance, Storage};
use crate::interp::outcome::UndefinedKind;
use crate::{EdgeId, MachineModel, VarId};

fn memory() -> Memory {
    Memory::new(AddressSpace::new(MachineModel::Lp64, 0), 8, 1 << 20)
}

fn heap(memory: &mut Memory, size: u64) -> Cell {
    let base = memory.space.reserve_heap(size).unwrap();
    let provenance = memory.create(base, size, Storage::Heap(EdgeId(0)), Content::Indeterminate).unwrap();
    memory.space.record_heap(base, provenance);
    Cell { bits: base, provenance }
}

fn at(pointer: Cell, offset: i64) -> Cell {
    Cell { bits: pointer.bits.wrapping_add(offset as u64), ..pointer }
}

fn kind<T>(result: Result<T, Box<MemoryError>>) -> Option<UndefinedKind> {
    match result.err().map(|error| *error) {
        Some(MemoryError::Undefined { kind, .. }) => Some(kind),
        Some(MemoryError::Limit(_)) | None => None,
    }
}

#[test]
fn bounds_are_those_of_the_object() {
    let mut memory = memory();
    let (first, second) = (heap(&mut memory, 10), heap(&mut memory, 10));
    assert_eq!(kind(memory.access(at(first, 2), 8, Mode::Write)), None);
    assert_eq!(kind(memory.access(at(first, 3), 8, Mode::Write)), Some(UndefinedKind::OutOfBounds));
    assert_eq!(kind(memory.access(at(first, -1), 1, Mode::Read)), Some(UndefinedKind::OutOfBounds));
    assert_eq!(kind(memory.access(at(first, 10), 0, Mode::Read)), None, "one past the end may be computed");
    // The address of another object does not help.
    let astray = Cell { bits: second.bits, provenance: first.provenance };
    assert_eq!(kind(memory.access(astray, 1, Mode::Read)), Some(UndefinedKind::OutOfBounds));
    assert_eq!(kind(memory.access(Cell::number(0), 1, Mode::Read)), Some(UndefinedKind::NullDereference));
    let wild = Cell::number(first.bits);
    assert_eq!(kind(memory.access(wild, 1, Mode::Read)), Some(UndefinedKind::InvalidPointer));
}

#[test]
fn the_dead_stay_dead() {
    let mut memory = memory();
    let object = heap(&mut memory, 4);
    assert_eq!(kind(memory.free(at(object, 1), EdgeId(1))), Some(UndefinedKind::InvalidFree));
    memory.free(object, EdgeId(1)).unwrap();
    // Ten thousand later objects use its number again, but not its generation.
    for _ in 0..10_000 {
        let other = heap(&mut memory, 4);
        memory.free(other, EdgeId(2)).unwrap();
        assert_eq!(kind(memory.access(object, 4, Mode::Read)), Some(UndefinedKind::UseAfterFree));
    }
    assert_eq!(kind(memory.free(object, EdgeId(3))), Some(UndefinedKind::DoubleFree));
    let local = memory.create(0x7F00_0000_0000, 4, Storage::Local(VarId(0)), Content::Indeterminate).unwrap();
    memory.end(local, None);
    let again = memory.create(0x7F00_0000_0000, 4, Storage::Local(VarId(0)), Content::Indeterminate).unwrap();
    let dangling = Cell { bits: 0x7F00_0000_0000, provenance: local };
    assert_ne!(local, again);
    assert_eq!(kind(memory.access(dangling, 4, Mode::Read)), Some(UndefinedKind::UseAfterScope));
    assert_eq!(kind(memory.free(dangling, EdgeId(3))), Some(UndefinedKind::InvalidFree));
}

#[test]
fn copies_keep_initialisation_and_provenance() {
    let mut memory = memory();
    let (from, to, target) = (heap(&mut memory, 32), heap(&mut memory, 32), heap(&mut memory, 1));
    let part = |memory: &Memory, pointer, offset, size| {
        memory.access(at(pointer, offset), size, Mode::Read).unwrap()
    };
    let word = part(&memory, from, 8, 8);
    memory.store_pointer(word, target);
    // Bytes 8..16 are a pointer, the rest is indeterminate.
    let (source, copy) = (part(&memory, from, 0, 24), part(&memory, to, 8, 24));
    memory.copy(copy, source);
    assert!(!memory.is_initialised(part(&memory, to, 8, 1)));
    assert!(memory.is_initialised(part(&memory, to, 16, 8)));
    assert_eq!(memory.stored_provenance(part(&memory, to, 16, 8)), target.provenance);
    // A number that is written over a part of the pointer takes its provenance away.
    let byte = part(&memory, to, 17, 1);
    memory.store(byte, 0);
    assert_eq!(memory.stored_provenance(part(&memory, to, 16, 8)), Provenance::NONE);
    // Shifted by a byte, provenance is left to the address.
    let (source, shifted) = (part(&memory, from, 8, 8), part(&memory, to, 1, 8));
    memory.copy(shifted, source);
    let bits = memory.load(part(&memory, to, 1, 8));
    assert_eq!(memory.lookup(bits, |_| Provenance::NONE), target.provenance);
    // A copy onto itself, one word further.
    let (source, further) = (part(&memory, from, 0, 24), part(&memory, from, 8, 24));
    memory.copy(further, source);
    assert_eq!(memory.stored_provenance(part(&memory, from, 16, 8)), target.provenance);
    assert!(!memory.is_initialised(part(&memory, from, 8, 8)));
}

#[test]
fn addresses_are_apart_and_found_again() {
    let mut memory = memory();
    let objects: Vec<Cell> = (0..200).map(|size| heap(&mut memory, size)).collect();
    for (size, object) in objects.iter().enumerate() {
        assert_eq!(object.bits % 16, 0);
        for offset in [0, size as i64 / 2, size as i64] {
            assert_eq!(memory.lookup(at(*object, offset).bits, |_| Provenance::NONE), object.provenance);
        }
        assert_eq!(memory.lookup(at(*object, size as i64 + 1).bits, |_| Provenance::NONE), Provenance::NONE);
    }
    memory.free(objects[7], EdgeId(0)).unwrap();
    assert_eq!(memory.lookup(objects[7].bits, |_| Provenance::NONE), Provenance::NONE);
    assert!(memory.create(0, 1 << 21, Storage::Environment, Content::Zero).is_err(), "over the limit");
}
