//! The loop over locations, and every operation.

use super::choices::ChoiceOrigin;
use super::code::{Class, Step, VarHome};
use super::eval::Value;
use super::machine::{Machine, Run};
use super::memory::{Cell, Content, Memory, Mode, Storage};
use super::outcome::{Limit, Outcome, UndefinedKind};
use super::{Flow, Library, Observer};
use crate::{
    AllocContent, AllocStorage, EdgeId, ExprId, HaltKind, LocationId, Op, Overlap, PlaceId, Side, StaticInit,
    VarId, VarKind,
};
use std::convert::Infallible;

impl Machine<'_, '_> {
    /// Executes from a location on until something ends it.
    pub(super) fn execute<O: Observer>(&mut self, start: LocationId, observer: &mut O) -> Run<Infallible> {
        let program = self.program;
        let mut location = start;
        loop {
            if self.n_steps >= self.config.max_steps {
                return self.stop(Outcome::LimitReached(Limit::Steps));
            }
            self.n_steps += 1;
            location = match program.steps[location] {
                Step::SetSmall { register, value, edge, to } => {
                    self.take(edge, observer)?;
                    let bits = self.small(value)?;
                    let position = register.position(self.frame.registers);
                    self.registers[position] = Cell::number(bits);
                    to
                }
                Step::Branch { condition, on_true, on_false } => {
                    self.edge = on_true.0;
                    let (edge, to) = if self.truth(condition)? { on_true } else { on_false };
                    self.take(edge, observer)?;
                    to
                }
                Step::Jump { edge, to } => {
                    self.take(edge, observer)?;
                    to
                }
                Step::SetPointer { register, value, edge, to } => {
                    self.take(edge, observer)?;
                    let cell = self.pointer(value)?;
                    let position = register.position(self.frame.registers);
                    self.registers[position] = cell;
                    to
                }
                Step::Forget { register, edge, to } => {
                    self.take(edge, observer)?;
                    let position = register.position(self.frame.registers);
                    self.registers[position] = Cell::UNINITIALISED;
                    to
                }
                Step::Assume { condition, side, edge, to } => {
                    self.edge = edge;
                    if self.truth(condition)? != (side == Side::Then) {
                        return self.stop(Outcome::Blocked);
                    }
                    self.take(edge, observer)?;
                    to
                }
                Step::Other { edge, to } => {
                    self.take(edge, observer)?;
                    self.operate(edge)?;
                    to
                }
                Step::Formats { edge, to } => {
                    self.take(edge, observer)?;
                    match self.config.library {
                        Library::Model => {
                            self.operate(edge)?;
                            to
                        }
                        Library::Native => {
                            let back = self.format_into_memory(edge)?;
                            self.take(back, observer)?;
                            self.target(back)
                        }
                    }
                }
                Step::Return => {
                    let call = self.leave()?;
                    let edge = program.cfa.calls[call].return_edge;
                    self.take(edge, observer)?;
                    self.target(edge)
                }
                Step::Many => self.first_that_holds(location, observer)?,
                Step::Stuck => {
                    self.n_steps -= 1;
                    return self.stop(Outcome::Exited(0));
                }
            };
        }
    }

    /// Tells the observer about an edge.
    #[inline]
    fn take<O: Observer>(&mut self, edge: EdgeId, observer: &mut O) -> Run<()> {
        self.edge = edge;
        match observer.on_edge(edge, self.frames.len() + 1) {
            Flow::Continue => Ok(()),
            Flow::Stop => self.stop(Outcome::Stopped),
        }
    }

    /// A location with several edges that are no simple pair.
    fn first_that_holds<O: Observer>(&mut self, location: LocationId, observer: &mut O) -> Run<LocationId> {
        let cfa = self.program.cfa;
        for &edge in cfa.outgoing(location) {
            self.edge = edge;
            let holds = match cfa.edges[edge].op {
                Op::Assume { condition, side } => self.truth(condition)? == (side == Side::Then),
                _ => true,
            };
            if holds {
                self.take(edge, observer)?;
                self.operate(edge)?;
                return Ok(self.target(edge));
            }
        }
        self.stop(Outcome::Blocked)
    }

    /// Executes an operation that has no step of its own.
    fn operate(&mut self, edge: EdgeId) -> Run<()> {
        let cfa = self.program.cfa;
        match cfa.edges[edge].op {
            Op::Nop | Op::Assume { .. } | Op::Return(_) => Ok(()),
            Op::Assign { place, value } => self.assign(place, value),
            Op::Zero { place } => self.zero(place),
            Op::Havoc { place, origin } => self.havoc(place, origin),
            Op::InitStatic(var) => self.init_static(var),
            Op::Declare(var) => self.declare(var),
            Op::EndLifetime(var) => {
                if let VarHome::Object { slot, .. } = self.program.homes[var] {
                    let position = slot.position(self.frame.slots);
                    self.memory.end(self.slots[position], Some(edge));
                }
                Ok(())
            }
            Op::Call(call) => self.call(call),
            Op::External { function, ref args, place } => self.external(function, args, place),
            Op::UnknownCall { pointer, ref args, place } => self.unknown_call(pointer, args, place),
            Op::Allocate { place, size, storage, content } => self.allocate(place, size, storage, content),
            Op::Free { pointer } => {
                let pointer = self.pointer(pointer)?;
                if pointer.bits == 0 {
                    return Ok(());
                }
                let freed = self.memory.free(pointer, edge);
                self.allow(freed)
            }
            Op::MemoryCopy { target, source, size, overlap } => {
                self.memory_copy(target, source, size, overlap)
            }
            Op::MemorySet { target, value, size } => {
                let target = self.pointer(target)?;
                let byte = self.scalar(value)?.bits as u8;
                let size = self.scalar(size)?.bits as u64;
                if size == 0 {
                    return Ok(());
                }
                let access = self.memory.access(target, size, Mode::Write);
                let at = self.allow(access)?;
                self.memory.fill(at, byte);
                Ok(())
            }
            Op::ObjectSize { place, pointer } => self.object_size(place, pointer),
            Op::Halt(kind) => self.halt(kind),
            Op::Unsupported { feature } => {
                let feature = cfa.names.text(feature).to_owned();
                self.stop(Outcome::Unsupported(feature))
            }
        }
    }

    fn halt(&mut self, kind: HaltKind) -> Run<()> {
        match kind {
            HaltKind::Exit(None) => self.stop(Outcome::Exited(0)),
            HaltKind::Exit(Some(status)) => {
                let status = self.scalar(status)?.bits as u32 as i32;
                self.stop(Outcome::Exited(status))
            }
            HaltKind::Abort => self.stop(Outcome::Aborted),
            HaltKind::Unreachable => {
                self.undefined(UndefinedKind::Unreachable, "the program says that this is never reached")
            }
        }
    }

    fn zero(&mut self, place: PlaceId) -> Run<()> {
        match self.program.places[place].shaped {
            super::code::Shaped::Bytes(_) => {
                let at = self.whole(place, Mode::Write)?;
                self.memory.fill(at, 0);
                Ok(())
            }
            super::code::Shaped::Small { .. }
            | super::code::Shaped::Bool
            | super::code::Shaped::Pointer
            | super::code::Shaped::Wide { .. }
            | super::code::Shaped::Bits { .. }
            | super::code::Shaped::Unsized => self.store(place, Value::number(0)),
        }
    }

    /// A fresh object, or indeterminate content if the old one still lives (a jump back over the declaration).
    fn declare(&mut self, var: VarId) -> Run<()> {
        match self.program.homes[var] {
            VarHome::Register(register) => {
                let position = register.position(self.frame.registers);
                self.registers[position] = Cell::UNINITIALISED;
                Ok(())
            }
            VarHome::Object { slot, .. } => {
                let provenance = self.slots[slot.position(self.frame.slots)];
                if self.memory.is_live(provenance) {
                    self.memory.forget_content(provenance);
                    return Ok(());
                }
                self.create_local(var).map(|_| ())
            }
        }
    }

    fn init_static(&mut self, var: VarId) -> Run<()> {
        let variable = &self.program.cfa.vars[var];
        let VarKind::Static(init) = &variable.kind else { return Ok(()) };
        if let VarHome::Register(register) = self.program.homes[var] {
            let position = register.position(self.frame.registers);
            self.registers[position] = Cell::number(0);
        }
        match init {
            StaticInit::Zero => Ok(()),
            StaticInit::Bytes(bytes) | StaticInit::Literal(bytes) => {
                let VarHome::Object { slot, .. } = self.program.homes[var] else { return Ok(()) };
                let provenance = self.slots[slot.position(self.frame.slots)];
                self.memory.initialise(provenance, bytes);
                Ok(())
            }
            StaticInit::Items(items) => {
                for &(place, value) in items {
                    self.assign(place, value)?;
                }
                Ok(())
            }
            StaticInit::Undefined => self.undefined_static(var, ChoiceOrigin::UndefinedVariable),
        }
    }

    /// A call of what is no function of the program: one of the environment if the pointer was chosen to be such. A number that the program put there is not.
    fn unknown_call(&mut self, pointer: ExprId, args: &[ExprId], place: Option<PlaceId>) -> Run<()> {
        let cell = self.pointer(pointer)?;
        let cfa = self.program.cfa;
        if self.memory.is_outside(self.provenance_of_address(cell.bits)) {
            for &argument in args {
                if self.is_scalar(argument) {
                    self.scalar(argument)?;
                }
            }
            return match place {
                Some(place) => self.choose_into(place, ChoiceOrigin::UnknownCall),
                None => Ok(()),
            };
        }
        let message = match self.memory.space.function_at(cell.bits) {
            Some(function) => {
                format!("`{}` is called as a function of another type", cfa.function_name(function))
            }
            None if cell.bits == 0 => "a null pointer is called".to_owned(),
            None => format!("address {:#x} is no function", cell.bits),
        };
        self.undefined(UndefinedKind::InvalidCall, message)
    }

    fn allocate(
        &mut self,
        place: PlaceId,
        size: ExprId,
        storage: AllocStorage,
        content: AllocContent,
    ) -> Run<()> {
        let size = self.scalar(size)?.bits as u64;
        let Some(base) = self.memory.space.reserve_heap(size) else {
            return self.stop(Outcome::LimitReached(Limit::Memory));
        };
        let kind = match storage {
            AllocStorage::Heap => Storage::Heap(self.edge),
            AllocStorage::Stack => Storage::Stack(self.edge),
        };
        let content = match content {
            AllocContent::Zero => Content::Zero,
            AllocContent::Indeterminate => Content::Indeterminate,
        };
        let created = self.memory.create(base, size, kind, content);
        let provenance = self.allow(created)?;
        self.memory.space.record_heap(base, provenance);
        if storage == AllocStorage::Stack {
            self.allocations.push(provenance);
        }
        self.store(place, Cell { bits: base, provenance }.into())
    }

    fn memory_copy(&mut self, target: ExprId, source: ExprId, size: ExprId, overlap: Overlap) -> Run<()> {
        let target = self.pointer(target)?;
        let source = self.pointer(source)?;
        let size = self.scalar(size)?.bits as u64;
        // Strictly the pointers must be valid also for no bytes; nobody means to forbid it.
        if size == 0 {
            return Ok(());
        }
        let from = self.memory.access(source, size, Mode::Read);
        let from = self.allow(from)?;
        let to = self.memory.access(target, size, Mode::Write);
        let to = self.allow(to)?;
        if overlap == Overlap::Undefined && Memory::overlap(to, from) {
            let message = format!("source and target share some of {size} bytes");
            return self.undefined(UndefinedKind::OverlappingCopy, message);
        }
        self.memory.copy(to, from);
        Ok(())
    }

    fn object_size(&mut self, place: PlaceId, pointer: ExprId) -> Run<()> {
        let pointer = self.pointer(pointer)?;
        let access = self.memory.access(pointer, 0, Mode::Read);
        self.allow(access)?;
        let offset = pointer.bits.wrapping_sub(self.memory.base(pointer.provenance));
        if offset != 0 {
            let message = format!("the pointer is {offset} bytes behind the start of its object");
            return self.undefined(UndefinedKind::InvalidFree, message);
        }
        let size = self.memory.size(pointer.provenance);
        self.store(place, Value::number(u128::from(size)))
    }

    /// Whether values of the expression are scalars.
    pub(super) fn is_scalar(&self, id: ExprId) -> bool {
        match self.program.classes[id] {
            Class::Small | Class::Pointer | Class::Wide => true,
            Class::Aggregate | Class::Nothing => false,
        }
    }
}
