//! Strongest postconditions of edges: `SP` of the document (section II-C, item 3, and section III-B), for every operation of the automaton.
//!
//! An assignment evaluates its right side and writes one cell. Where it is not known what is written, everything that may be meant is forgotten: the rest of the object, or all
//! objects that the place may be part of by the analysis of pointers that formulas use. Functions without body change nothing but their destination
//! (docs/soundness.md). Behind what is not supported nothing is known.
//!
//! *Undefined behaviour.* A write outside its object forgets the object; nothing else is concluded. Nothing that C leaves undefined makes a path infeasible.

mod assume;
mod bulk;

use crate::domain::{Domain, Frames, State};
use crate::eval::Where;
use crate::map::EMPTY;
use crate::memory::CellId;
use crate::value::Value;
use cfa::{AllocContent, CallId, EdgeId, Expr, ExprId, Op, Place, PlaceId, StaticInit, VarId, VarKind};

impl Domain<'_> {
    /// The states behind an edge; `None` if there is none.
    pub(crate) fn post(&mut self, state: State, edge: EdgeId, frames: Frames) -> Option<State> {
        let state = self.operate(state, edge, frames)?;
        Some(self.forget_dead(state, edge, frames))
    }

    fn operate(&mut self, state: State, edge: EdgeId, frames: Frames) -> Option<State> {
        let cfa = self.cfa;
        let frame = frames.from;
        Some(match cfa.edges[edge].op {
            Op::Nop | Op::Halt(_) => state,
            Op::Assume { condition, side } => return self.assume(state, frame, condition, side),
            Op::Assign { place, value } => self.assign(state, frame, place, value),
            Op::Zero { place } => self.zero(state, frame, place),
            Op::Havoc { place, .. } => self.forget(state, frame, place),
            Op::InitStatic(var) => self.init_static(state, var),
            Op::Declare(var) | Op::EndLifetime(var) => {
                let object = self.object_of(var, frame);
                self.forget_object(state, object)
            }
            Op::Call(call) => self.call(state, frames, call),
            Op::Return(call) => self.give_back(state, frames, call),
            Op::External { place, .. } | Op::UnknownCall { place, .. } => match place {
                Some(place) => self.forget(state, frame, place),
                None => state,
            },
            Op::Unsupported { .. } => EMPTY,
            Op::Allocate { place, size, content, .. } => {
                self.allocate(state, frame, edge, (place, size, content))
            }
            Op::Free { pointer } => match self.eval(state, frame, pointer) {
                Some(Value::Address(object, 0)) => self.forget_object(state, object),
                Some(Value::Address(..) | Value::Bits(_) | Value::Function(_)) | None => state,
            },
            Op::MemoryCopy { target, source, size, .. } => {
                self.memory_copy(state, frame, target, source, size)
            }
            Op::MemorySet { target, value, size } => self.memory_set(state, frame, target, value, size),
            Op::ObjectSize { place, pointer } => {
                let size = match self.eval(state, frame, pointer) {
                    Some(Value::Address(object, 0)) => self.memory.bits(object).map(|bits| bits / 8),
                    Some(Value::Address(..) | Value::Bits(_) | Value::Function(_)) | None => None,
                };
                self.write(state, frame, place, size.map(|size| Value::Bits(u128::from(size))))
            }
        })
    }

    fn is_scalar(&self, place: PlaceId) -> bool {
        self.cfa.types.is_scalar(self.cfa.exprs.place_ty(place))
    }

    fn assign(&mut self, state: State, frame: u32, place: PlaceId, value: ExprId) -> State {
        if self.is_scalar(place) {
            let value = self.eval(state, frame, value);
            return self.write(state, frame, place, value);
        }
        let Expr::Load(source) = self.cfa.exprs.expr(value) else { return self.forget(state, frame, place) };
        let from = self.locate(state, frame, source);
        let to = self.locate(state, frame, place);
        let state = self.copy_place(state, place, to, from);
        self.leave_rest(state, frame, place)
    }

    /// What is stored in a member of a union leaves the bytes behind it unspecified (6.2.6.1p7).
    fn leave_rest(&mut self, state: State, frame: u32, place: PlaceId) -> State {
        let Some((behind, size)) = formula::union_rest(self.cfa, place) else { return state };
        let Place::Field(base, _) = self.cfa.exprs.place(place) else { return state };
        match self.locate(state, frame, base) {
            Where::At(object, start) => match u64::try_from(start) {
                Ok(start) => {
                    let start = start.saturating_add(behind.saturating_mul(8));
                    self.forget_range(state, object, start, start.saturating_add(size.saturating_mul(8)))
                }
                Err(_) => self.forget_object(state, object),
            },
            // The write forgot what it may have been to.
            Where::In(_) | Where::Anywhere => state,
        }
    }

    /// Writes a scalar place; `None` is any value.
    pub(crate) fn write(&mut self, state: State, frame: u32, place: PlaceId, value: Option<Value>) -> State {
        match self.cell_of(state, frame, place) {
            Ok(cell) => {
                let value = value.and_then(|value| self.stored(place, cell, value));
                let state = self.put(state, cell, value);
                self.leave_rest(state, frame, place)
            }
            Err(at) => self.forget_at(state, place, at),
        }
    }

    /// What a cell holds when a value of the place's type is written there.
    fn stored(&self, place: PlaceId, cell: CellId, value: Value) -> Option<Value> {
        let scalar = self.scalar(place);
        match value {
            Value::Bits(bits) if scalar.width < 128 => Some(Value::Bits(bits & ((1 << scalar.width) - 1))),
            Value::Bits(_) => Some(value),
            Value::Address(..) | Value::Function(_) => {
                let is_wide = self.memory.range(cell).width == self.cfa.types.machine().pointer_bits();
                is_wide.then_some(value)
            }
        }
    }

    /// Any value for a place.
    fn forget(&mut self, state: State, frame: u32, place: PlaceId) -> State {
        if self.is_scalar(place) {
            return self.write(state, frame, place, None);
        }
        let at = self.locate(state, frame, place);
        self.forget_at(state, place, at)
    }

    fn forget_at(&mut self, state: State, place: PlaceId, at: Where) -> State {
        let size = self.cfa.types.size(self.cfa.exprs.place_ty(place)).and_then(|size| size.checked_mul(8));
        match at {
            Where::At(object, start) => match (u64::try_from(start), size) {
                (Ok(start), Some(size)) if !self.is_scalar(place) => {
                    self.forget_range(state, object, start, start.saturating_add(size))
                }
                (_, _) => self.forget_object(state, object),
            },
            Where::In(object) => self.forget_object(state, object),
            Where::Anywhere => self.forget_place(state, place),
        }
    }

    fn init_static(&mut self, state: State, var: VarId) -> State {
        let variable = &self.cfa.vars[var];
        let VarKind::Static(init) = &variable.kind else { return state };
        let object = self.object_of(var, 0);
        match init {
            // Literals are read from where they stand.
            StaticInit::Literal(_) | StaticInit::Undefined => state,
            StaticInit::Zero => self.fill(state, object, 0, variable.ty, &[]),
            StaticInit::Bytes(bytes) => self.fill(state, object, 0, variable.ty, bytes),
            StaticInit::Items(items) => {
                let mut state = self.fill(state, object, 0, variable.ty, &[]);
                for &(place, value) in items {
                    state = self.assign(state, 0, place, value);
                }
                state
            }
        }
    }

    fn call(&mut self, state: State, frames: Frames, call: CallId) -> State {
        let cfa = self.cfa;
        let site = &cfa.calls[call];
        let params = &cfa.functions[site.callee].params;
        // Arguments are evaluated before anything changes; they are about the caller's activation, parameters about the callee's.
        let mut changed = self.forget_frame(state, site.callee, frames.to);
        for (&param, &arg) in params.iter().zip(&site.args) {
            let ty = cfa.vars[param].ty;
            let object = self.object_of(param, frames.to);
            if cfa.types.is_scalar(ty) {
                let value = self.eval(state, frames.from, arg);
                let width = crate::layout::scalar_bits(cfa, ty);
                if let Some(cell) = self.memory.cell(cfa, object, 0, width) {
                    changed = self.put(changed, cell, value);
                }
            } else if let Expr::Load(source) = cfa.exprs.expr(arg)
                && let Where::At(from, start) = self.locate(state, frames.from, source)
                && let Some(size) = cfa.types.size(ty)
            {
                let copied = self.copied(state, from, start, size.saturating_mul(8));
                changed = self.paste(changed, object, 0, &copied);
            }
        }
        changed
    }

    fn give_back(&mut self, state: State, frames: Frames, call: CallId) -> State {
        let cfa = self.cfa;
        let site = &cfa.calls[call];
        let result = cfa.functions[site.callee].result;
        let mut changed = state;
        if let (Some(place), Some(result)) = (site.place, result) {
            let ty = cfa.vars[result].ty;
            let from = self.object_of(result, frames.from);
            if cfa.types.is_scalar(ty) {
                let width = crate::layout::scalar_bits(cfa, ty);
                let cell = self.memory.cell(cfa, from, 0, width);
                let value = cell.and_then(|cell| self.get(state, cell));
                changed = self.write(changed, frames.to, place, value);
            } else {
                let to = self.locate(state, frames.to, place);
                changed = self.copy_place(changed, place, to, Where::At(from, 0));
            }
        }
        self.forget_frame(changed, site.callee, frames.from)
    }

    fn allocate(
        &mut self,
        state: State,
        frame: u32,
        edge: EdgeId,
        (place, size, content): (PlaceId, ExprId, AllocContent),
    ) -> State {
        let size =
            self.eval(state, frame, size).and_then(Value::bits).and_then(|size| u64::try_from(size).ok());
        let (mut state, object) = self.fresh(state, edge, size);
        if content == AllocContent::Zero {
            state = self.zero_bytes(state, object, size);
        }
        self.write(state, frame, place, Some(Value::Address(object, 0)))
    }
}
