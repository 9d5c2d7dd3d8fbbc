//! Interrupt handlers: functions that run whenever an interrupt comes.
//!
//! A handler may run between any two steps of the program. Only where it runs relative to what it
//! shares with the rest of the program makes a difference, so it gets its chance once before
//! `main`, and behind every edge that reads or writes something that a handler reads or writes.
//! There the program calls `$interrupts`, which runs any handler, any number of times: `while
//! (comes) f();`, where `comes` is an input of the execution. Lowering has put every value that is
//! read from such an object into a temporary by an edge of its own, so that a handler may run
//! between two reads of one expression, and between the read and the write of `n++`.
//!
//! *What is shared* is over-approximated: variables by name, and everything that pointers may point
//! to as one. *Left out:* a handler does not interrupt itself nor another one, which is an
//! assumption where there are several, and an access of one object is one step, whatever its size.
//! An edge that copies a block of memory is one step too. Functions that handlers share with the
//! rest are interrupted only outside of handlers: a hidden variable tells.

use super::Lowerer;
use crate::body;
use crate::graph::Site;
use c_sema::hir;
use cfa::{
    AddressTaken, Edge, EdgeId, Expr, ExprId, FunctionId, Location, LocationId, Op, Place, PlaceId,
    StaticInit, TypeId, Var, VarId, VarKind,
};
use rustc_hash::FxHashSet;
use source::{Diagnostic, Span};
use stdx::{Idx, Interner};

/// Interrupt handlers of a program.
pub(super) struct Interrupts {
    /// The function that runs them.
    pub(super) function: FunctionId,
    handlers: Vec<FunctionId>,
}

/// What an edge or a function reads or writes.
#[derive(Default)]
struct Touched {
    vars: FxHashSet<VarId>,
    /// Whether something is reached through a pointer.
    through_pointer: bool,
}

impl Lowerer {
    /// Finds the handlers and builds the function that runs them.
    pub(super) fn interrupts_function(
        &mut self,
        program: &mut hir::Program,
        names: &mut Interner,
    ) -> Result<Option<Interrupts>, Vec<Diagnostic>> {
        let mut handlers = Vec::new();
        let mut wrong = Vec::new();
        for name in std::mem::take(&mut self.interrupts) {
            match self.find_entry(program, names, &name) {
                Some(id) if self.functions[id].params.is_empty() => handlers.push(id),
                Some(id) => {
                    let message = format!("the interrupt handler `{name}` has parameters");
                    let error = Diagnostic::error("E0406", self.functions[id].span, message);
                    let note = "write a function without parameters that calls it, and name that one";
                    wrong.push(error.with_note(note));
                }
                None => {
                    let message = format!("the program has no function `{name}` to handle interrupts");
                    let error = Diagnostic::error("E0405", Span::NONE, message);
                    wrong.push(error.with_note("`--interrupt` takes the name of a function with a body"));
                }
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let Some(&last) = handlers.last() else { return Ok(None) };
        if handlers.len() > 1 {
            let text = "interrupt handlers do not interrupt each other";
            self.assume(text.to_owned(), self.functions[last].span);
        }
        let busy = self.vars.push(Var {
            name: names.intern("$in_interrupt"),
            copy: 0,
            ty: TypeId::INT,
            kind: VarKind::Static(StaticInit::Zero),
            function: None,
            address_taken: AddressTaken::No,
            align: None,
            span: Span::NONE,
        });
        let function = self.synthetic("$interrupts", Box::default(), program, names);
        body::lower_interrupts(self, program, names, function, &handlers, busy);
        Ok(Some(Interrupts { function, handlers }))
    }

    /// Gives handlers their chance behind every edge that touches what they touch.
    pub(super) fn add_interrupts(&mut self, interrupts: &Interrupts) {
        let handling = self.reached_from(&interrupts.handlers);
        let elsewhere = self.reached_without(&interrupts.handlers, interrupts.function);
        let mut shared = Touched::default();
        for edge in &self.graph.edges {
            // The far end of a call is not known yet.
            let own = if let Op::Return(_) = edge.op { edge.to } else { edge.from };
            if handling.contains(&self.graph.locations[own].function) {
                self.touch(&edge.op, &mut shared);
            }
        }
        for position in 0..self.graph.edges.len() {
            let id = EdgeId::new(position);
            let Some(at) = self.place_in_function(id) else { continue };
            let function = self.graph.locations[at].function;
            if function == interrupts.function || !elsewhere.contains(&function) {
                continue;
            }
            let mut own = Touched::default();
            self.touch(&self.graph.edges[id].op, &mut own);
            if self.meet(&own, &shared) {
                self.interrupt_behind(id, interrupts.function);
            }
        }
    }

    /// A location of the function behind an edge; nothing where the edge leaves it or nothing
    /// follows.
    fn place_in_function(&self, edge: EdgeId) -> Option<LocationId> {
        let edge = &self.graph.edges[edge];
        match edge.op {
            Op::Call(_) | Op::Halt(_) | Op::Unsupported { .. } | Op::InitStatic(_) => None,
            Op::Return(_)
            | Op::Nop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Zero { .. }
            | Op::Havoc { .. }
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::External { .. }
            | Op::UnknownCall { .. }
            | Op::Allocate { .. }
            | Op::Free { .. }
            | Op::MemoryCopy { .. }
            | Op::MemorySet { .. }
            | Op::ObjectSize { .. } => Some(edge.to),
        }
    }

    /// The functions that these call, with themselves. Calls through pointers are calls by now.
    fn reached_from(&self, first: &[FunctionId]) -> FxHashSet<FunctionId> {
        self.reached(first.to_vec(), &[])
    }

    /// The functions that run outside of handlers.
    fn reached_without(&self, handlers: &[FunctionId], runner: FunctionId) -> FxHashSet<FunctionId> {
        let called: FxHashSet<FunctionId> = self.graph.calls.iter().map(|call| call.callee).collect();
        let is_first = |id: &FunctionId| {
            self.functions[*id].body.is_some() && !called.contains(id) && !handlers.contains(id)
        };
        let first = self.functions.indices().filter(is_first).collect();
        self.reached(first, &[runner])
    }

    fn reached(&self, first: Vec<FunctionId>, without: &[FunctionId]) -> FxHashSet<FunctionId> {
        let mut callees: Vec<Vec<FunctionId>> = vec![Vec::new(); self.functions.len()];
        for call in &self.graph.calls {
            let from = self.graph.locations[self.graph.edges[call.call_edge].from].function;
            callees[from.index()].push(call.callee);
        }
        let mut found = FxHashSet::default();
        let mut pending = first;
        while let Some(function) = pending.pop() {
            if !without.contains(&function) && found.insert(function) {
                pending.extend(&callees[function.index()]);
            }
        }
        found
    }

    fn meet(&self, own: &Touched, shared: &Touched) -> bool {
        let is_exposed = |vars: &FxHashSet<VarId>| {
            vars.iter().any(|&var| self.vars[var].address_taken == AddressTaken::Yes)
        };
        own.vars.iter().any(|var| shared.vars.contains(var))
            || own.through_pointer && (shared.through_pointer || is_exposed(&shared.vars))
            || shared.through_pointer && is_exposed(&own.vars)
    }

    /// Collects what an operation reads and writes. Variables that live in one activation only are
    /// nobody else's.
    fn touch(&self, op: &Op, found: &mut Touched) {
        match *op {
            Op::Nop | Op::Halt(_) | Op::Unsupported { .. } | Op::InitStatic(_) => {}
            Op::Declare(_) | Op::EndLifetime(_) => {}
            Op::Assume { condition, .. } => self.touch_value(condition, found),
            Op::Assign { place, value } => {
                self.touch_place(place, found);
                self.touch_value(value, found);
            }
            Op::Zero { place } | Op::Havoc { place, .. } => self.touch_place(place, found),
            Op::Call(call) => {
                self.graph.calls[call].args.iter().for_each(|&arg| self.touch_value(arg, found));
            }
            Op::Return(call) => {
                self.graph.calls[call].place.iter().for_each(|&place| self.touch_place(place, found));
            }
            Op::External { ref args, place, .. } | Op::UnknownCall { ref args, place, .. } => {
                args.iter().for_each(|&arg| self.touch_value(arg, found));
                place.iter().for_each(|&place| self.touch_place(place, found));
            }
            Op::Allocate { place, size, .. } => {
                self.touch_place(place, found);
                self.touch_value(size, found);
            }
            Op::Free { .. } | Op::MemoryCopy { .. } | Op::MemorySet { .. } => found.through_pointer = true,
            Op::ObjectSize { place, .. } => {
                self.touch_place(place, found);
                found.through_pointer = true;
            }
        }
    }

    fn touch_value(&self, value: ExprId, found: &mut Touched) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match self.exprs.expr(value) {
            Expr::Const(_) | Expr::Function(_) => {}
            Expr::Load(place) => self.touch_place(place, found),
            Expr::AddressOf(place) => self.touch_index(place, found),
            Expr::Unary(_, operand) | Expr::Cast(operand) => self.touch_value(operand, found),
            Expr::Binary(_, left, right) => {
                self.touch_value(left, found);
                self.touch_value(right, found);
            }
        });
    }

    /// What is read to find out which place it is.
    fn touch_index(&self, place: PlaceId, found: &mut Touched) {
        match self.exprs.place(place) {
            Place::Var(_) => {}
            Place::Deref(pointer) => self.touch_value(pointer, found),
            Place::Field(base, _) => self.touch_index(base, found),
            Place::Index(base, index) => {
                self.touch_index(base, found);
                self.touch_value(index, found);
            }
        }
    }

    fn touch_place(&self, place: PlaceId, found: &mut Touched) {
        self.touch_index(place, found);
        match self.exprs.root_var(place) {
            Some(var) => {
                let is_static = matches!(self.vars[var].kind, VarKind::Static(_));
                if is_static || self.vars[var].address_taken == AddressTaken::Yes {
                    found.vars.insert(var);
                }
            }
            None => found.through_pointer = true,
        }
    }

    fn interrupt_behind(&mut self, edge: EdgeId, runner: FunctionId) {
        let Edge { to, span, .. } = self.graph.edges[edge];
        let function = self.graph.locations[to].function;
        let between = self.graph.locations.push(Location { function });
        self.graph.edges[edge].to = between;
        self.graph.call(between, to, runner, Site { args: Box::default(), place: None }, span);
    }
}
