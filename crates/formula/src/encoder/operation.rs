//! Every operation of the automaton.

use super::copy::{Extent, Filling};
use super::step::{Made, Step};
use super::{Tracked, Unsupported};
use crate::regions::Form;
use crate::trace::{Chosen, ChosenValue};
use cfa::interp::ChoiceOrigin;
use cfa::{AllocContent, CallId, Expr, ExprId, LocationId, Op, PlaceId, Side, TypeId};
use smt::{CoreOp, TermId};

/// Bytes between two allocated objects, at least.
const ROOM: u64 = 16;

impl Step<'_, '_> {
    /// Takes the edge.
    pub(super) fn take(&mut self) -> Made<()> {
        let cfa = self.encoder.cfa;
        let edge = &cfa.edges[self.edge];
        let start = cfa.functions[cfa.entry].body.map(|body| body.entry);
        if start == Some(edge.from) {
            self.begin()?;
        }
        match edge.op {
            Op::Nop | Op::EndLifetime(_) | Op::Free { .. } | Op::Halt(_) => Ok(()),
            Op::Assume { condition, side } => self.assume(edge.from, condition, side),
            Op::Assign { place, value } => self.assign_any(place, value),
            Op::Zero { place } => self.zero(place),
            Op::Havoc { place, origin } => self.havoc(place, ChoiceOrigin::Havoc(origin)),
            Op::InitStatic(var) => self.init_static(var),
            Op::Declare(var) => self.declare(var),
            Op::Call(call) => self.call(call),
            Op::Return(call) => self.give_back(call),
            Op::External { function, ref args, place } => {
                self.look_at(args)?;
                match place {
                    Some(place) => self.havoc(place, ChoiceOrigin::External(function)),
                    None => Ok(()),
                }
            }
            Op::UnknownCall { pointer, ref args, place } => {
                let called = self.value(pointer)?;
                if let Some(recording) = &mut self.recording {
                    recording.called.push(called);
                }
                self.look_at(args)?;
                match place {
                    Some(place) => self.havoc(place, ChoiceOrigin::UnknownCall),
                    None => Ok(()),
                }
            }
            Op::Allocate { place, size, content, .. } => self.allocate(place, size, content),
            Op::MemoryCopy { target, source, size, .. } => self.memory_copy(target, source, size),
            Op::MemorySet { target, value, size } => self.memory_set(target, value, size),
            Op::ObjectSize { place, pointer } => self.object_size(place, pointer),
            Op::Unsupported { feature } => Err(Unsupported::Feature(cfa.names.text(feature).to_owned())),
        }
    }

    fn assume(&mut self, from: LocationId, condition: ExprId, side: Side) -> Made<()> {
        let condition = self.condition(condition)?;
        let holds = match side {
            Side::Then => condition,
            Side::Else => self.core(CoreOp::Not, &[condition])?,
        };
        self.facts.push(holds);
        self.learn(holds);
        if self.encoder.is_marked(from) {
            let variable = self.encoder.tracked(self.terms, Tracked::Branch(from))?;
            let mark = self.advance(variable)?;
            let mark = match side {
                Side::Then => mark,
                Side::Else => self.core(CoreOp::Not, &[mark])?,
            };
            self.facts.push(mark);
        }
        Ok(())
    }

    fn size_of(&self, ty: TypeId) -> Extent {
        self.encoder.cfa.types.size(ty).map_or(Extent::Unknown(None), Extent::Known)
    }

    fn assign_any(&mut self, place: PlaceId, value: ExprId) -> Made<()> {
        let cfa = self.encoder.cfa;
        let ty = cfa.exprs.place_ty(place);
        if cfa.types.is_scalar(ty) {
            // What nobody reads need not be computed; but the interpreter computes it.
            if self.encoder.regions.of_place(place).is_none() && self.recording.is_none() {
                return Ok(());
            }
            let value = self.value(value)?;
            return self.assign(place, value);
        }
        let Expr::Load(source) = cfa.exprs.expr(value) else {
            return Err(Unsupported::Encoding("aggregate that is no load".to_owned()));
        };
        let (to, from) = (self.spot_of_place(place)?, self.spot_of_place(source)?);
        match (to, from) {
            (Some(to), Some(from)) => self.copy(&to, &from, self.size_of(ty))?,
            (Some(to), None) => self.fill(&to, self.size_of(ty), Filling::Any)?,
            (None, _) => {}
        }
        self.leave_rest(place)
    }

    fn zero(&mut self, place: PlaceId) -> Made<()> {
        let ty = self.encoder.cfa.exprs.place_ty(place);
        if self.encoder.cfa.types.is_scalar(ty) {
            let zero = self.constant(0, ty)?;
            return self.assign(place, zero);
        }
        let Some(to) = self.spot_of_place(place)? else { return Ok(()) };
        let byte = self.constant_number(0, TypeId::UCHAR)?;
        self.fill(&to, self.size_of(ty), Filling::Byte(byte))
    }

    /// The environment chooses a value.
    fn havoc(&mut self, place: PlaceId, origin: ChoiceOrigin) -> Made<()> {
        let ty = self.encoder.cfa.exprs.place_ty(place);
        if self.encoder.cfa.types.is_scalar(ty) {
            let value = self.havoc_scalar(place)?;
            self.record(ty, origin, ChosenValue::Term(value));
            return Ok(());
        }
        let Some(to) = self.spot_of_place(place)? else { return Ok(()) };
        self.fill(&to, self.size_of(ty), Filling::Any)?;
        self.record_parts(&to, ty, origin)
    }

    pub(super) fn record(&mut self, ty: TypeId, origin: ChoiceOrigin, value: ChosenValue) {
        let edge = self.edge;
        if let Some(recording) = &mut self.recording {
            recording.chosen.push(Chosen { edge, ty, origin, value });
        }
    }

    fn call(&mut self, call: CallId) -> Made<()> {
        let cfa = self.encoder.cfa;
        let site = &cfa.calls[call];
        let callee = self.activations(site.callee);
        let params = &cfa.functions[site.callee].params;
        let here = self.here;
        // All arguments are computed before the first parameter changes: in recursion names are kept apart by activations.
        let mut scalars = Vec::new();
        let mut aggregates = Vec::new();
        for (&param, &arg) in params.iter().zip(&site.args) {
            let ty = cfa.vars[param].ty;
            if cfa.types.is_scalar(ty) {
                scalars.push((param, ty, self.value(arg)?));
            } else if let Expr::Load(place) = cfa.exprs.expr(arg)
                && let Some(from) = self.spot_of_place(place)?
            {
                aggregates.push((param, ty, from));
            }
        }
        for (param, ty, from) in aggregates {
            self.switch(callee);
            let to = self.spot_of_var(param)?;
            self.switch(here);
            self.copy(&to, &from, self.size_of(ty))?;
        }
        self.switch(callee);
        for (param, ty, value) in scalars {
            self.assign_var(param, ty, value)?;
        }
        // A function that forgets to return a value gives any, not that of its last call.
        match cfa.functions[site.callee].result {
            Some(result) => self.declare(result),
            None => Ok(()),
        }
    }

    /// A scalar variable of the running activation gets a value.
    pub(super) fn assign_var(&mut self, var: cfa::VarId, ty: TypeId, value: TermId) -> Made<()> {
        let to = self.spot_of_var(var)?;
        let size = crate::regions::shape::scalar_size(&self.encoder.cfa.types, ty).0;
        let Some(&region) = self.encoder.regions.window(to.pointer, size).first() else { return Ok(()) };
        let part = super::memory::Part { region, offset: to.pointer.offset, address: to.address, size };
        let raw = self.raw(ty, value);
        self.write(&part, raw)
    }

    fn give_back(&mut self, call: CallId) -> Made<()> {
        let cfa = self.encoder.cfa;
        let site = &cfa.calls[call];
        let caller = cfa.locations[cfa.edges[self.edge].to].function;
        let behind = if caller == site.callee { 2 } else { 1 };
        let caller = self.activations(caller).saturating_sub(behind);
        let (Some(place), Some(result)) = (site.place, cfa.functions[site.callee].result) else {
            return Ok(());
        };
        let ty = cfa.vars[result].ty;
        let from = self.spot_of_var(result)?;
        if !cfa.types.is_scalar(ty) {
            self.switch(caller);
            let Some(to) = self.spot_of_place(place)? else { return Ok(()) };
            return self.copy(&to, &from, self.size_of(ty));
        }
        let size = crate::regions::shape::scalar_size(&cfa.types, ty).0;
        let value = match self.encoder.regions.window(from.pointer, size).first() {
            Some(&region) => {
                let part =
                    super::memory::Part { region, offset: from.pointer.offset, address: from.address, size };
                let raw = self.read(&part)?;
                self.typed(ty, raw)?
            }
            None => {
                let sort = self.encoder.sort_of(ty)?;
                self.any(sort)?
            }
        };
        let is_undefined = match *self.encoder.regions.window(from.pointer, size) {
            [region] if self.region(region).form == Form::Whole => {
                let variable = self.region_variable(region)?;
                self.is_undefined(variable)
            }
            [..] => false,
        };
        self.switch(caller);
        self.assign(place, value)?;
        match self.encoder.regions.of_place(place) {
            Some(to) if is_undefined && self.region(to.region).form == Form::Whole => {
                let variable = self.region_variable(to.region)?;
                self.make_undefined(variable);
                Ok(())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Arguments of a function without body matter only in that they may be uninitialised.
    fn look_at(&mut self, args: &[ExprId]) -> Made<()> {
        if self.recording.is_none() {
            return Ok(());
        }
        let scalars = args.iter().filter(|&&arg| self.encoder.cfa.types.is_scalar(self.ty(arg)));
        let scalars: Vec<ExprId> = scalars.copied().collect();
        scalars.into_iter().try_for_each(|arg| self.value(arg).map(|_| ()))
    }

    /// The next free address becomes the object's.
    fn allocate(&mut self, place: PlaceId, size: ExprId, content: AllocContent) -> Made<()> {
        let known =
            crate::regions::shape::constant(self.encoder.cfa, size).and_then(|size| u64::try_from(size).ok());
        let size = self.value(size)?;
        let (base, taken) = self.reserve(size)?;
        self.fresh_content(base, (known, taken), content)?;
        if self.encoder.has_sizes() {
            let sizes = self.encoder.tracked(self.terms, Tracked::Sizes)?;
            let now = self.current(sizes)?;
            let new = self.store(now, base, size)?;
            self.define(sizes, new)?;
        }
        self.assign(place, base)
    }

    /// Takes so many bytes of the heap; with their address it says how many were taken. Allocation never fails, so that objects for which there is no room exist, too: they get less than
    /// they ask for. That the heap itself has an end is an assumption ([`super::address`]).
    pub(super) fn reserve(&mut self, size: TermId) -> Made<(TermId, TermId)> {
        let heap = self.encoder.tracked(self.terms, Tracked::Heap)?;
        let base = self.current(heap)?;
        let (start, end) = (self.encoder.addresses.heap_start, self.encoder.addresses.heap_end);
        let (low, high) = (self.address_constant(start)?, self.address_constant(end)?);
        let most = self.address_constant(self.encoder.addresses.largest)?;
        let room = self.difference(high, base)?;
        let fits = [self.at_most(size, most)?, self.at_most(size, room)?];
        let fits = self.core(CoreOp::Or, &fits)?;
        let taken = self.core(CoreOp::Ite, &[fits, size, most])?;
        let last = self.difference(high, taken)?;
        // That the end is not passed yet keeps both differences from wrapping around.
        let facts = [
            self.at_most(low, base)?,
            self.at_most(base, high)?,
            self.at_most(base, last)?,
            self.is_aligned(base)?,
        ];
        self.facts.extend(facts);
        let step = self.rounded_up(taken, ROOM)?;
        let next = self.sum(base, step)?;
        self.define(heap, next)?;
        Ok((base, taken))
    }

    fn fresh_content(
        &mut self,
        base: TermId,
        (known, size): (Option<u64>, TermId),
        content: AllocContent,
    ) -> Made<()> {
        let Some(pointer) = self.encoder.regions.of_site(self.edge) else { return Ok(()) };
        let spot = super::copy::Spot { pointer, address: Some(base), activation: self.here };
        let extent = known.map_or(Extent::Unknown(Some(size)), Extent::Known);
        match content {
            AllocContent::Indeterminate => {
                let all = self.encoder.regions.of_node(pointer);
                if all.iter().all(|&id| self.is_unknown_when_fresh(id)) {
                    return Ok(());
                }
                self.fill(&spot, extent, Filling::Any)
            }
            AllocContent::Zero => {
                let byte = self.constant_number(0, TypeId::UCHAR)?;
                self.fill(&spot, extent, Filling::Byte(byte))
            }
        }
    }

    fn memory_copy(&mut self, target: ExprId, source: ExprId, size: ExprId) -> Made<()> {
        let Some(to) = self.spot_of_value(target)? else { return Ok(()) };
        match self.spot_of_value(source)? {
            Some(from) => {
                let extent = self.extent(size, &[to, from])?;
                self.copy(&to, &from, extent)
            }
            // From where no object of the program is: from a number that was never an address.
            None => {
                let extent = self.extent(size, &[to])?;
                self.fill(&to, extent, Filling::Any)
            }
        }
    }

    fn memory_set(&mut self, target: ExprId, value: ExprId, size: ExprId) -> Made<()> {
        let Some(to) = self.spot_of_value(target)? else { return Ok(()) };
        let value = self.value(value)?;
        let extent = self.extent(size, &[to])?;
        let byte = self.low_byte(value)?;
        self.fill(&to, extent, Filling::Byte(byte))
    }

    fn object_size(&mut self, place: PlaceId, pointer: ExprId) -> Made<()> {
        let at = self.value(pointer)?;
        let sizes = self.encoder.tracked(self.terms, Tracked::Sizes)?;
        let sizes = self.current(sizes)?;
        let size = self.select(sizes, at)?;
        self.assign(place, size)
    }
}
