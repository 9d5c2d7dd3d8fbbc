//! The state of an execution and how it starts and stops.

use super::arguments::ArgumentState;
use super::choices::{ChoiceOrigin, Choices, Request};
use super::code::{Program, VarHome};
use super::external::Output;
use super::memory::{Cell, Content, Memory, MemoryError, Provenance, RED_ZONE, Related, Storage};
use super::outcome::{Limit, Outcome, Report, UndefinedBehaviour, UndefinedKind};
use super::{Config, OUTSIDE_STEP, Observer, Outside, outside_addresses};
use crate::value::Undefined;
use crate::{
    CallId, EdgeId, Expr, ExprId, FunctionId, LocationId, PlaceId, StaticInit, TypeId, VarId, VarKind,
};
use source::Span;
use stdx::{IndexVec, Symbol};

/// The execution cannot go on; why is in [`Machine::end`].
#[derive(Debug)]
pub(super) struct Stop;

/// The result of anything that may end the execution.
pub(super) type Run<T> = Result<T, Stop>;

/// An activation of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) function: FunctionId,
    /// The call that made it; `None` for the entry.
    pub(super) call: Option<CallId>,
    /// Where its registers, slots and stack allocations begin.
    pub(super) registers: usize,
    pub(super) slots: usize,
    pub(super) allocations: usize,
    /// The first address of its locals.
    pub(super) address: u64,
}

/// An execution.
pub(super) struct Machine<'a, 'e> {
    pub(super) program: &'a Program<'a>,
    pub(super) config: &'a Config,
    pub(super) choices: &'e mut dyn Choices,
    pub(super) output: &'e mut dyn Output,
    pub(super) memory: Memory,
    /// Registers of statics, then of each activation.
    pub(super) registers: Vec<Cell>,
    /// Objects of statics, then of each activation; [`Provenance::NONE`] where there is none yet.
    pub(super) slots: Vec<Provenance>,
    pub(super) frames: Vec<Frame>,
    /// The current activation.
    pub(super) frame: Frame,
    /// Objects that die with their activation.
    pub(super) allocations: Vec<Provenance>,
    pub(super) n_steps: u64,
    pub(super) end: Option<Outcome>,
    pub(super) edge: EdgeId,
    pub(super) calls_of_externals: IndexVec<FunctionId, u64>,
    /// The arguments of `main`.
    pub(super) argument_state: ArgumentState,
    /// Whether a step depended on what the standard leaves open.
    pub(super) is_open: bool,
    /// Whether a step depended on the number of an address, or on where objects lie.
    pub(super) sees_layout: bool,
    /// Arguments of the call under way.
    pub(super) arguments: Vec<super::call::Argument>,
}

impl<'a> Program<'a> {
    /// Executes the program once.
    pub fn run<O: Observer>(
        &self,
        config: &Config,
        choices: &mut dyn Choices,
        output: &mut dyn Output,
        observer: &mut O,
    ) -> Report {
        // Evaluation recurses over expressions; a stack for the deepest one makes checks on the way needless.
        let stack = self.depth.saturating_mul(1024) + (256 << 10);
        if stack > MAX_STACK {
            let outcome = Outcome::Unsupported("expression nested too deeply".to_owned());
            return Report {
                outcome,
                edge: None,
                span: Span::NONE,
                stack: Vec::new(),
                n_steps: 0,
                n_live_heap: 0,
                externals: Vec::new(),
                arguments: None,
                is_open: true,
                sees_layout: true,
            };
        }
        stacker::maybe_grow(stack, stack + (64 << 10), || {
            Machine::start(self, config, choices, output).run(observer)
        })
    }
}

/// Address space, not memory: pages are mapped when they are touched.
const MAX_STACK: usize = 8 << 30;

impl<'a, 'e> Machine<'a, 'e> {
    fn start(
        program: &'a Program<'a>,
        config: &'a Config,
        choices: &'e mut dyn Choices,
        output: &'e mut dyn Output,
    ) -> Self {
        let cfa = program.cfa;
        let word = cfa.types.machine().pointer_size();
        let space = program.address_space();
        let frame = Frame {
            function: cfa.entry,
            call: None,
            registers: 0,
            slots: 0,
            allocations: 0,
            address: space.stack_start(),
        };
        Self {
            program,
            config,
            choices,
            output,
            memory: Memory::new(space, word, config.max_memory),
            registers: vec![Cell::UNINITIALISED; program.statics.n_registers as usize],
            slots: Vec::new(),
            frames: Vec::new(),
            frame,
            allocations: Vec::new(),
            n_steps: 0,
            end: None,
            edge: EdgeId(0),
            calls_of_externals: IndexVec::from_elem(0, cfa.functions.len()),
            argument_state: ArgumentState::default(),
            is_open: false,
            sees_layout: false,
            arguments: Vec::new(),
        }
    }

    fn run<O: Observer>(mut self, observer: &mut O) -> Report {
        let entry = self.program.cfa.entry;
        let result = match self.program.cfa.functions[entry].body {
            Some(body) => self
                .create_statics()
                .and_then(|()| self.enter_first(entry))
                .and_then(|()| self.execute(body.entry, observer)),
            None => self.stop(Outcome::Unsupported("program without entry".to_owned())),
        };
        let Err(Stop) = result;
        let outcome = self.end.take().unwrap_or(Outcome::Exited(0));
        let cfa = self.program.cfa;
        let span = cfa.edges.get(self.edge).map_or(Span::NONE, |edge| edge.span);
        let externals = self
            .calls_of_externals
            .iter_enumerated()
            .filter(|&(_, &n_calls)| n_calls > 0)
            .map(|(function, &n_calls)| (cfa.functions[function].name, function, n_calls))
            .collect::<Vec<(Symbol, FunctionId, u64)>>();
        let calls =
            std::iter::once(&self.frame).chain(self.frames.iter().rev()).filter_map(|frame| frame.call);
        let stack = calls.map(|call| cfa.calls[call].call_edge).take(Report::MAX_STACK).collect();
        let (n_steps, n_live_heap) = (self.n_steps, self.memory.n_live_heap());
        Report {
            outcome,
            edge: Some(self.edge),
            span,
            stack,
            n_steps,
            n_live_heap,
            externals,
            arguments: self.realised(),
            is_open: self.is_open || self.sees_layout || self.memory.is_open,
            sees_layout: self.sees_layout || self.memory.is_open,
        }
    }

    /// All statics exist before the first step, so that their addresses may be taken in initialisers.
    fn create_statics(&mut self) -> Run<()> {
        for &var in &self.program.statics.objects {
            let VarHome::Object { size, .. } = self.program.homes[var] else { continue };
            let align = super::code::alignment(self.program.cfa, var);
            let Some(base) = self.memory.space.reserve_static(size, align) else {
                return self.stop(Outcome::LimitReached(Limit::Memory));
            };
            let storage = self.storage_of_static(var);
            let created = self.memory.create(base, size, storage, Content::Zero);
            let provenance = self.allow(created)?;
            self.memory.space.record_static(base, provenance);
            self.slots.push(provenance);
        }
        Ok(())
    }

    /// String literals are not to be written.
    fn storage_of_static(&self, var: VarId) -> Storage {
        match self.program.cfa.vars[var].kind {
            VarKind::Static(StaticInit::Literal(_)) => Storage::Literal(var),
            VarKind::Static(
                StaticInit::Zero | StaticInit::Bytes(_) | StaticInit::Items(_) | StaticInit::Undefined,
            )
            | VarKind::Param
            | VarKind::Local
            | VarKind::Temp
            | VarKind::Result => Storage::Static(var),
        }
    }

    /// Ends the execution.
    #[cold]
    pub(super) fn stop<T>(&mut self, outcome: Outcome) -> Run<T> {
        self.end = Some(outcome);
        Err(Stop)
    }

    #[cold]
    pub(super) fn undefined<T>(&mut self, kind: UndefinedKind, message: impl Into<String>) -> Run<T> {
        self.stop(Outcome::Undefined(UndefinedBehaviour { kind, message: message.into(), related: None }))
    }

    /// Unwraps the result of an expression with these operands.
    #[inline]
    pub(super) fn defined<T>(
        &mut self,
        id: ExprId,
        operands: [u128; 2],
        result: Result<T, Undefined>,
    ) -> Run<T> {
        match result {
            Ok(value) => Ok(value),
            Err(undefined) => self.undefined_expression(id, operands, undefined),
        }
    }

    #[cold]
    fn undefined_expression<T>(&mut self, id: ExprId, operands: [u128; 2], undefined: Undefined) -> Run<T> {
        let cfa = self.program.cfa;
        let text = crate::dump::expression(cfa, id);
        let ty = crate::dump::type_name(&cfa.types, &cfa.names, cfa.exprs.ty(id));
        let shown = |id: ExprId, bits: u128| super::format::plain(&cfa.types, cfa.exprs.ty(id), bits);
        let values = match cfa.exprs.expr(id) {
            Expr::Binary(_, left, right) => {
                format!("{} and {}", shown(left, operands[0]), shown(right, operands[1]))
            }
            Expr::Unary(_, operand) | Expr::Cast(operand) => shown(operand, operands[0]),
            Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) => String::new(),
        };
        let why = match undefined {
            Undefined::SignedOverflow => format!("the result does not fit {ty}"),
            Undefined::DivisionByZero => "the divisor is zero".to_owned(),
            Undefined::ShiftCount => format!("the count is not below the width of {ty}"),
            Undefined::ShiftOverflow => format!("{ty} cannot hold the result"),
            Undefined::FloatToInteger => format!("the value does not fit {ty}"),
        };
        self.undefined(UndefinedKind::from(undefined), format!("`{text}` with {values}: {why}"))
    }

    /// Unwraps a result of memory.
    #[inline]
    pub(super) fn allow<T>(&mut self, result: Result<T, Box<MemoryError>>) -> Run<T> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => self.refuse(*error),
        }
    }

    #[cold]
    fn refuse<T>(&mut self, error: MemoryError) -> Run<T> {
        let cfa = self.program.cfa;
        match error {
            MemoryError::Limit(limit) => self.stop(Outcome::LimitReached(limit)),
            MemoryError::Undefined { kind, message, related } => {
                let related = match related {
                    Related::None => None,
                    Related::Allocated(edge) => Some((cfa.edges[edge].span, "allocated here")),
                    Related::Freed(edge) => Some((cfa.edges[edge].span, "freed here")),
                    Related::Declared(var) => Some((cfa.vars[var].span, "declared here")),
                };
                self.stop(Outcome::Undefined(UndefinedBehaviour { kind, message, related }))
            }
        }
    }

    /// A chosen value of a scalar type, canonical. Each counts as a step, since arrays may have many.
    pub(super) fn choose(&mut self, ty: TypeId, origin: ChoiceOrigin) -> Run<u128> {
        self.choose_for(None, ty, origin)
    }

    /// As [`Self::choose`], because a place is read.
    pub(super) fn choose_for(
        &mut self,
        place: Option<PlaceId>,
        ty: TypeId,
        origin: ChoiceOrigin,
    ) -> Run<u128> {
        self.n_steps += 1;
        if self.n_steps > self.config.max_steps {
            return self.stop(Outcome::LimitReached(Limit::Steps));
        }
        self.is_open = true;
        let types = &self.program.cfa.types;
        match self.choices.choose(Request { types, ty, origin, place }) {
            Some(bits) => {
                let bits = crate::canonical(types, ty, bits);
                self.look_outside(ty, bits)?;
                Ok(bits)
            }
            None => self.stop(Outcome::ChoicesExhausted),
        }
    }

    /// Makes the object or function of the environment that a chosen pointer points to, if there is to be one and it is not there yet.
    fn look_outside(&mut self, ty: TypeId, bits: u128) -> Run<()> {
        let types = &self.program.cfa.types;
        let address = bits as u64;
        if self.config.outside == Outside::Nothing
            || types.pointee(ty).is_none()
            || !outside_addresses(types.machine()).contains(&address)
            || self.provenance_of_address(address) != Provenance::NONE
        {
            return Ok(());
        }
        let (base, size) = (address & !(OUTSIDE_STEP - 1), OUTSIDE_STEP - RED_ZONE);
        let created = self.memory.create(base, size, Storage::Outside, Content::Indeterminate);
        let provenance = self.allow(created)?;
        self.memory.space.record_outside(base, provenance);
        Ok(())
    }

    /// The object that an address belongs to, for pointers made of integers.
    pub(super) fn provenance_of_address(&self, address: u64) -> Provenance {
        if address < 0x1000 || self.memory.space.function_at(address).is_some() {
            return Provenance::NONE;
        }
        self.memory.lookup(address, |address| self.local_at(address))
    }

    /// The local that starts at or last before an address.
    fn local_at(&self, address: u64) -> Provenance {
        let caller = self.frames.partition_point(|frame| frame.address <= address);
        let frame = if self.frame.address <= address {
            &self.frame
        } else {
            match caller.checked_sub(1) {
                Some(position) => &self.frames[position],
                None => return Provenance::NONE,
            }
        };
        let objects = &self.program.frames[frame.function].objects;
        let offset = address - frame.address;
        let slot = objects.partition_point(|&var| match self.program.homes[var] {
            VarHome::Object { offset: start, .. } => start <= offset,
            VarHome::Register(_) => false,
        });
        match slot.checked_sub(1) {
            Some(slot) => self.slots[frame.slots + slot],
            None => Provenance::NONE,
        }
    }

    /// Where an edge leads.
    pub(super) fn target(&self, edge: EdgeId) -> LocationId {
        self.program.cfa.edges[edge].to
    }
}
