//! Calls and returns. Activations are kept in a vector, so that interpreted recursion needs no machine stack.

use super::code::{Class, VarHome};
use super::eval::Value;
use super::machine::{Frame, Machine, Run};
use super::memory::{Access, Cell, Mode, Provenance, round_up};
use super::outcome::{Limit, Outcome};
use crate::{CallId, FunctionId, VarId};

/// An evaluated argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Scalar(Value),
    /// A record, still where it was; it is copied before anything changes.
    Bytes(Access),
}

impl Machine<'_, '_> {
    /// The activation of the entry function.
    pub(super) fn enter_first(&mut self, entry: FunctionId) -> Run<()> {
        self.frame.registers = self.registers.len();
        self.frame.slots = self.slots.len();
        self.reserve(entry)
    }

    /// Room for the variables of a function in the current activation.
    fn reserve(&mut self, function: FunctionId) -> Run<()> {
        let code = &self.program.frames[function];
        let end = self.frame.address.saturating_add(code.size);
        if !self.memory.space.stack_fits(end) {
            return self.stop(Outcome::LimitReached(Limit::Memory));
        }
        self.registers.resize(self.frame.registers + code.n_registers as usize, Cell::UNINITIALISED);
        self.slots.resize(self.frame.slots + code.objects.len(), Provenance::NONE);
        Ok(())
    }

    /// Enters the callee with evaluated arguments.
    pub(super) fn call(&mut self, call: CallId) -> Run<()> {
        let program = self.program;
        let site = &program.cfa.calls[call];
        let function = &program.cfa.functions[site.callee];
        self.arguments.clear();
        for &argument in &site.args {
            let argument = match program.classes[argument] {
                Class::Small | Class::Pointer | Class::Wide => Argument::Scalar(self.scalar(argument)?),
                Class::Aggregate => Argument::Bytes(self.aggregate(argument)?),
                Class::Nothing => continue,
            };
            self.arguments.push(argument);
        }
        if self.frames.len() >= self.config.max_depth {
            return self.stop(Outcome::LimitReached(Limit::Depth));
        }
        self.frames.push(self.frame);
        let caller = &program.frames[self.frame.function];
        let end = self.frame.address.saturating_add(caller.size);
        self.frame = Frame {
            function: site.callee,
            call: Some(call),
            registers: self.registers.len(),
            slots: self.slots.len(),
            allocations: self.allocations.len(),
            address: round_up(end, program.frames[site.callee].align).unwrap_or(u64::MAX),
        };
        self.reserve(site.callee)?;
        for (position, &param) in function.params.iter().enumerate() {
            if let Some(&argument) = self.arguments.get(position) {
                self.set_param(param, argument)?;
            }
        }
        Ok(())
    }

    fn set_param(&mut self, param: VarId, argument: Argument) -> Run<()> {
        let home = self.program.homes[param];
        match (home, argument) {
            (VarHome::Register(home), Argument::Scalar(value)) => {
                let position = home.position(self.frame.registers);
                self.registers[position] = Cell { bits: value.bits as u64, provenance: value.provenance };
                Ok(())
            }
            (VarHome::Object { size, .. }, argument) => {
                let at = self.create_local(param)?;
                match argument {
                    Argument::Bytes(from) => {
                        let access = self.memory.access(at, size, Mode::Write);
                        let to = self.allow(access)?;
                        self.memory.copy(to, from);
                    }
                    Argument::Scalar(value) => self.store_at(at, self.program.cfa.vars[param].ty, value)?,
                }
                Ok(())
            }
            (VarHome::Register(_), Argument::Bytes(_)) => {
                self.stop(Outcome::Unsupported("record passed to a scalar parameter".to_owned()))
            }
        }
    }

    /// Leaves the current activation; its result goes to the destination of the call, which is returned.
    pub(super) fn leave(&mut self) -> Run<CallId> {
        let callee = self.frame;
        let (Some(call), Some(&caller)) = (callee.call, self.frames.last()) else {
            return self.stop(Outcome::Unsupported("return from the entry".to_owned()));
        };
        let site = &self.program.cfa.calls[call];
        if let (Some(place), Some(result)) = (site.place, self.program.cfa.functions[callee.function].result)
        {
            let home = self.program.homes[result];
            match home {
                VarHome::Register(home) => {
                    let cell = self.registers[home.position(callee.registers)];
                    self.frame = caller;
                    if cell.provenance == Provenance::UNINITIALISED {
                        self.forget(place)?;
                    } else {
                        self.store(place, cell.into())?;
                    }
                }
                VarHome::Object { size, .. } => {
                    let at = self.object_of(result)?;
                    self.frame = caller;
                    let access = self.memory.access(at, size, Mode::Read);
                    let from = self.allow(access)?;
                    let to = self.whole(place, Mode::Write)?;
                    self.memory.copy(to, from);
                }
            }
        }
        self.frames.pop();
        self.drop_frame(callee);
        self.frame = caller;
        Ok(call)
    }

    /// The variables of an activation die.
    fn drop_frame(&mut self, frame: Frame) {
        for position in frame.slots..self.slots.len() {
            self.memory.end(self.slots[position], Some(self.edge));
        }
        for position in frame.allocations..self.allocations.len() {
            self.memory.end(self.allocations[position], Some(self.edge));
        }
        self.registers.truncate(frame.registers);
        self.slots.truncate(frame.slots);
        self.allocations.truncate(frame.allocations);
    }
}
