//! Places: where they are, what is in them, and putting something there.

use super::Uninitialised;
use super::choices::ChoiceOrigin;
use super::code::{Class, PlaceCode, Root, Shaped, VarHome};
use super::eval::Value;
use super::machine::{Machine, Run};
use super::memory::{Access, Cell, Content, Mode, Provenance, Storage};
use super::outcome::{Outcome, UndefinedKind};
use crate::{ExprId, PlaceId, TypeId, VarId};

impl Machine<'_, '_> {
    /// The address of a place in memory, unchecked.
    #[inline]
    pub(super) fn locate(&mut self, code: &PlaceCode) -> Run<Cell> {
        let mut cell = match code.root {
            Root::Object(var) => self.object_of(var)?,
            Root::Deref(pointer) => self.pointer(pointer)?,
            // Registers have no address; the verifier refuses to take it.
            Root::Register(_) => return self.stop(Outcome::Unsupported("address of a register".to_owned())),
        };
        cell.bits = cell.bits.wrapping_add(code.offset);
        let program = self.program;
        for &(index, stride) in &program.indices[code.indices.0 as usize..code.indices.1 as usize] {
            let index = self.index(index)?;
            cell.bits = cell.bits.wrapping_add(index.wrapping_mul(stride));
        }
        cell.bits = self.wrap(cell.bits);
        Ok(cell)
    }

    /// Cuts an address to the pointer width.
    #[inline]
    pub(super) fn wrap(&self, address: u64) -> u64 {
        match self.program.cfa.types.machine() {
            crate::MachineModel::Ilp32 => address & 0xFFFF_FFFF,
            crate::MachineModel::Lp64 => address,
        }
    }

    /// An index, of type `ptrdiff_t`, sign-extended.
    #[inline]
    fn index(&mut self, index: ExprId) -> Run<u64> {
        let bits = self.small(index)?;
        Ok(match self.program.cfa.types.machine() {
            crate::MachineModel::Ilp32 => bits as u32 as i32 as i64 as u64,
            crate::MachineModel::Lp64 => bits,
        })
    }

    /// The object of a variable; a local that has none gets one, because its name can only be used in its lifetime.
    #[inline]
    pub(super) fn object_of(&mut self, var: VarId) -> Run<Cell> {
        let VarHome::Object { slot, .. } = self.program.homes[var] else {
            return self.stop(Outcome::Unsupported("register used as an object".to_owned()));
        };
        let provenance = self.slots[slot.position(self.frame.slots)];
        if self.memory.is_live(provenance) {
            return Ok(Cell { bits: self.memory.base(provenance), provenance });
        }
        self.create_local(var)
    }

    /// A new object for a local of the current activation.
    pub(super) fn create_local(&mut self, var: VarId) -> Run<Cell> {
        let VarHome::Object { slot, offset, size } = self.program.homes[var] else {
            return self.stop(Outcome::Unsupported("register used as an object".to_owned()));
        };
        let base = self.frame.address + offset;
        let created = self.memory.create(base, size, Storage::Local(var), Content::Indeterminate);
        let provenance = self.allow(created)?;
        let position = slot.position(self.frame.slots);
        self.slots[position] = provenance;
        Ok(Cell { bits: base, provenance })
    }

    /// A checked access to `size` bytes of a place.
    #[inline]
    pub(super) fn reach(&mut self, code: &PlaceCode, size: u64, mode: Mode) -> Run<Access> {
        let at = self.locate(code)?;
        let access = self.memory.access(at, size, mode);
        self.allow(access)
    }

    /// The number of at most 64 bits in a place in memory.
    #[inline]
    pub(super) fn load_small(&mut self, place: PlaceId) -> Run<u64> {
        let code = self.program.places[place];
        match code.shaped {
            Shaped::Small { size } => {
                let at = self.reach(&code, u64::from(size), Mode::Read)?;
                self.initialised(at, place)?;
                self.memory.read_as_number(at);
                Ok(self.memory.load(at))
            }
            Shaped::Bool => {
                let at = self.reach(&code, 1, Mode::Read)?;
                self.initialised(at, place)?;
                self.memory.read_as_number(at);
                let byte = self.memory.load(at);
                if byte > 1 {
                    return self
                        .undefined(UndefinedKind::TrapRepresentation, format!("a _Bool holds {byte}"));
                }
                Ok(byte)
            }
            Shaped::Bits { .. } => Ok(self.load_bits(&code, place)? as u64),
            Shaped::Pointer | Shaped::Wide { .. } | Shaped::Bytes(_) | Shaped::Unsized => {
                self.stop(Outcome::Unsupported("ill-typed load".to_owned()))
            }
        }
    }

    fn load_bits(&mut self, code: &PlaceCode, place: PlaceId) -> Run<u128> {
        let Shaped::Bits { first, width, signed } = code.shaped else { return Ok(0) };
        let size = self.bytes_of_bits(first, width)?;
        let at = self.reach(code, size, Mode::Read)?;
        self.initialised(at, place)?;
        self.memory.read_as_number(at);
        let raw = self.memory.load_wide(at) >> first;
        let unused = 128 - width;
        let value =
            if signed { ((raw << unused) as i128 >> unused) as u128 } else { raw << unused >> unused };
        let ty = self.program.cfa.exprs.place_ty(place);
        Ok(crate::canonical(&self.program.cfa.types, ty, value))
    }

    /// Bytes that a bit-field touches.
    fn bytes_of_bits(&mut self, first: u8, width: u32) -> Run<u64> {
        match (u32::from(first) + width).div_ceil(8) {
            size if size <= 16 => Ok(u64::from(size)),
            _ => self.stop(Outcome::Unsupported("bit-field over more than 16 bytes".to_owned())),
        }
    }

    /// The pointer in a place in memory.
    #[inline]
    pub(super) fn load_pointer(&mut self, place: PlaceId) -> Run<Cell> {
        let code = self.program.places[place];
        let at = self.reach(&code, self.program.cfa.types.machine().pointer_size(), Mode::Read)?;
        self.initialised(at, place)?;
        let bits = self.memory.load(at);
        let mut provenance = self.memory.stored_provenance(at);
        if provenance == Provenance::NONE && bits != 0 {
            provenance = self.provenance_of_address(bits);
            self.sees_layout |= self.memory.space.function_at(bits).is_none();
        }
        Ok(Cell { bits, provenance })
    }

    /// The number of more than 64 bits in a place in memory.
    pub(super) fn load_wide(&mut self, place: PlaceId) -> Run<u128> {
        let code = self.program.places[place];
        match code.shaped {
            Shaped::Wide { size } => {
                let at = self.reach(&code, u64::from(size), Mode::Read)?;
                self.initialised(at, place)?;
                self.memory.read_as_number(at);
                Ok(self.memory.load_wide(at))
            }
            Shaped::Bits { .. } => self.load_bits(&code, place),
            Shaped::Small { .. } | Shaped::Bool | Shaped::Pointer | Shaped::Bytes(_) | Shaped::Unsized => {
                self.stop(Outcome::Unsupported("ill-typed load".to_owned()))
            }
        }
    }

    /// Checks that the bytes of a place have a value, or gives them one.
    #[inline]
    fn initialised(&mut self, at: Access, place: PlaceId) -> Run<()> {
        if self.memory.is_initialised(at) {
            Ok(())
        } else {
            self.initialise(at, self.place_ty(place), Some(place))
        }
    }

    /// What happens when uninitialised bytes are read as a value of a type.
    #[cold]
    pub(super) fn initialise(&mut self, at: Access, ty: TypeId, place: Option<PlaceId>) -> Run<()> {
        match self.config.uninitialised {
            Uninitialised::Undefined if !self.memory.is_in_outside(at) => {
                self.undefined(UndefinedKind::UninitialisedRead, "the value is indeterminate")
            }
            // What the environment keeps has a value, which nobody knows.
            Uninitialised::Undefined | Uninitialised::Chosen => {
                let origin = match self.memory.argument_part(at) {
                    Some(_) => ChoiceOrigin::ArgumentText,
                    None => ChoiceOrigin::Uninitialised,
                };
                let bits = self.choose_for(place, ty, origin)?;
                // Bytes that have a value keep it.
                let bits = self.memory.complete(at, bits);
                self.note_argument(at, bits);
                Ok(())
            }
        }
    }

    /// Assigns a scalar.
    pub(super) fn store(&mut self, place: PlaceId, value: Value) -> Run<()> {
        let code = self.program.places[place];
        if let Root::Register(home) = code.root {
            let position = home.position(self.frame.registers);
            self.registers[position] = Cell { bits: value.bits as u64, provenance: value.provenance };
            return Ok(());
        }
        self.is_open |= code.leaves_rest;
        match code.shaped {
            Shaped::Small { size } => {
                let at = self.reach(&code, u64::from(size), Mode::Write)?;
                self.memory.store(at, value.bits as u64);
            }
            Shaped::Bool => {
                let at = self.reach(&code, 1, Mode::Write)?;
                self.memory.store(at, value.bits as u64);
            }
            Shaped::Pointer => {
                let at = self.reach(&code, self.program.cfa.types.machine().pointer_size(), Mode::Write)?;
                self.memory.store_pointer(at, Cell { bits: value.bits as u64, provenance: value.provenance });
            }
            Shaped::Wide { size } => {
                let at = self.reach(&code, u64::from(size), Mode::Write)?;
                self.memory.store_wide(at, value.bits);
            }
            Shaped::Bits { first, width, .. } => {
                let size = self.bytes_of_bits(first, width)?;
                let at = self.reach(&code, size, Mode::Write)?;
                let mask = (u128::MAX >> (128 - width)) << first;
                let old = self.memory.load_wide(at);
                self.memory.store_wide(at, old & !mask | value.bits << first & mask);
            }
            Shaped::Bytes(_) | Shaped::Unsized => {
                return self.stop(Outcome::Unsupported("assignment of an object without size".to_owned()));
            }
        }
        Ok(())
    }

    /// Where the bytes of a record or array value are: it is always a load.
    pub(super) fn aggregate(&mut self, value: ExprId) -> Run<Access> {
        let crate::Expr::Load(place) = self.program.cfa.exprs.expr(value) else {
            return self.stop(Outcome::Unsupported("record value that is no load".to_owned()));
        };
        let code = self.program.places[place];
        let Shaped::Bytes(size) = code.shaped else {
            return self.stop(Outcome::Unsupported("value of a variable-length array".to_owned()));
        };
        self.reach(&code, size, Mode::Read)
    }

    /// The bytes of a record or array place.
    pub(super) fn whole(&mut self, place: PlaceId, mode: Mode) -> Run<Access> {
        let code = self.program.places[place];
        let size = match code.shaped {
            Shaped::Bytes(size) => size,
            Shaped::Small { size } | Shaped::Wide { size } => u64::from(size),
            Shaped::Bool => 1,
            Shaped::Pointer => self.program.cfa.types.machine().pointer_size(),
            Shaped::Bits { .. } | Shaped::Unsized => {
                return self.stop(Outcome::Unsupported("access to an object without size".to_owned()));
            }
        };
        self.reach(&code, size, mode)
    }

    /// `place = value`
    pub(super) fn assign(&mut self, place: PlaceId, value: ExprId) -> Run<()> {
        match self.program.classes[value] {
            Class::Small | Class::Pointer | Class::Wide => {
                let value = self.scalar(value)?;
                self.store(place, value)
            }
            Class::Aggregate => {
                let from = self.aggregate(value)?;
                let to = self.whole(place, Mode::Write)?;
                self.is_open |= self.program.places[place].leaves_rest;
                self.memory.copy(to, from);
                Ok(())
            }
            Class::Nothing => Ok(()),
        }
    }

    /// The scalar becomes uninitialised.
    pub(super) fn forget(&mut self, place: PlaceId) -> Run<()> {
        let code = self.program.places[place];
        if let Root::Register(home) = code.root {
            let position = home.position(self.frame.registers);
            self.registers[position] = Cell::UNINITIALISED;
            return Ok(());
        }
        let at = self.whole(place, Mode::Write)?;
        self.memory.make_indeterminate(at);
        Ok(())
    }

    /// The type of a place.
    pub(super) fn place_ty(&self, place: PlaceId) -> TypeId {
        self.program.cfa.exprs.place_ty(place)
    }
}
