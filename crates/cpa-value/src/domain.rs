//! Abstract assignments: which cells are known to have which values. Everything else may have any value.
//!
//! The domain of the document (section II-C): a partial map from cells to values, where a cell without entry is unknown. A state without any concrete state does not
//! exist here; operations return `None` instead.

use crate::handover::HandOver;
use crate::liveness::{Deaths, deaths};
use crate::map::{MapId, Maps};
use crate::memory::{CellId, Memory, Object, ObjectId, TrackId, is_exposed};
use crate::options::DeadVariables;
use crate::precision::Tracked;
use crate::value::{Value, ValueId, Values};
use cfa::{Cfa, EdgeId, ExprId, FunctionId, LocationId, Op, PlaceId, StaticInit, Transfer, VarId, VarKind};
use formula::{AliasClass, Aliasing};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use stdx::IndexVec;

/// An abstract assignment.
pub(crate) type State = MapId;

/// Which activations an edge is about: that of the function it leaves, and that of the function it enters. 0 for functions that are not recursive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frames {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// The cells of an object are forgotten one by one if it has no more than these; a state is often much smaller than an array that the program went through.
const FEW: usize = 32;

/// So many answers about what is left of a state are remembered.
const MANY_FORGOTTEN: usize = 10_000;

/// What the domain did without knowing better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Losses {
    /// Writes to where nobody knows.
    pub(crate) blind_writes: u64,
    /// Objects of too many parts to be initialised.
    pub(crate) large_objects: u64,
}

/// What is known of a place without looking at a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fixed {
    /// Nobody asked yet.
    NotAsked,
    /// It is always this cell.
    Cell(CellId),
    /// It depends on the state.
    Depends,
}

/// Assignments over the cells of a program.
pub(crate) struct Domain<'a> {
    pub(crate) cfa: &'a Cfa,
    pub(crate) maps: Maps,
    pub(crate) values: Values,
    pub(crate) memory: Memory,
    aliasing: Aliasing,
    /// Comparisons that may find an address that is used again.
    pub(crate) reuse: cfa::reuse::Reuse,
    /// Which functions may be active several times.
    recursive: IndexVec<FunctionId, bool>,
    pub(crate) fixed: IndexVec<PlaceId, Fixed>,
    /// The object of each variable that has only one.
    objects: IndexVec<VarId, Option<ObjectId>>,
    /// The variables that die on each edge, if they are forgotten.
    deaths: Option<Deaths>,
    pub(crate) losses: Losses,
    /// States without the cells of an object of many: a loop that writes somewhere into an array forgets it in each iteration, mostly of the same state.
    forgotten: FxHashMap<(State, ObjectId), State>,
    /// The variables that are left to others.
    pub(crate) handover: HandOver,
    /// What is read and written, if somebody wants to know.
    pub(crate) log: Option<Log>,
    /// What is going to be kept of new states, and where they are, if that is not everything.
    pub(crate) kept: Option<(Rc<Tracked>, LocationId)>,
}

/// The cells that operations used. Of reads only those count that gave a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) read: Vec<CellId>,
    pub(crate) written: Vec<CellId>,
}

impl<'a> Domain<'a> {
    pub(crate) fn new(cfa: &'a Cfa, dead: DeadVariables) -> Self {
        let calls = cfa.structure().calls();
        let (_, n_places) = cfa.exprs.counts();
        Self {
            cfa,
            maps: Maps::new(),
            values: Values::default(),
            memory: Memory::default(),
            aliasing: Aliasing::of(cfa),
            reuse: cfa::reuse::Reuse::of(cfa),
            recursive: cfa.functions.indices().map(|function| calls.is_recursive(function)).collect(),
            fixed: IndexVec::from_elem(Fixed::NotAsked, n_places),
            objects: IndexVec::from_elem(None, cfa.vars.len()),
            deaths: match dead {
                DeadVariables::Forgotten => Some(deaths(cfa)),
                DeadVariables::Kept => None,
            },
            losses: Losses::default(),
            forgotten: FxHashMap::default(),
            handover: HandOver::default(),
            log: None,
            kept: None,
        }
    }

    /// The activations that an edge is about, given how often functions are active before it.
    pub(crate) fn frames(&self, edge: EdgeId, active: &dyn formula::Frames) -> Frames {
        let cfa = self.cfa;
        let edge = &cfa.edges[edge];
        let (from, to) = (cfa.locations[edge.from].function, cfa.locations[edge.to].function);
        let number =
            |function: FunctionId| if self.recursive[function] { active.active(function) } else { 0 };
        match edge.op {
            Op::Call(_) => Frames { from: number(from), to: number(to) + u32::from(self.recursive[to]) },
            Op::Return(_) => {
                Frames { from: number(from), to: number(to).saturating_sub(u32::from(from == to)) }
            }
            _ => Frames { from: number(from), to: number(from) },
        }
    }

    /// The object of a variable in an activation of its function.
    pub(crate) fn object_of(&mut self, var: VarId, activation: u32) -> ObjectId {
        if let Some(object) = self.objects[var] {
            return object;
        }
        let is_single = self.is_single(var);
        let activation = if is_single { 0 } else { activation };
        let object = self.memory.object(self.cfa, Object::Variable { var, activation });
        if is_single {
            self.objects[var] = Some(object);
        }
        object
    }

    /// Whether a variable has one object.
    pub(crate) fn is_single(&self, var: VarId) -> bool {
        match (&self.cfa.vars[var].kind, self.cfa.vars[var].function) {
            (VarKind::Static(_), _) | (_, None) => true,
            (VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result, Some(function)) => {
                !self.recursive[function]
            }
        }
    }

    /// The bytes of a string literal, which nobody changes (6.4.5p7).
    pub(crate) fn literal(&self, object: ObjectId) -> Option<&'a [u8]> {
        let Object::Variable { var, .. } = self.memory.what(object) else { return None };
        match &self.cfa.vars[var].kind {
            VarKind::Static(StaticInit::Literal(bytes)) => Some(bytes),
            VarKind::Static(_) | VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => None,
        }
    }

    /// The value of a cell.
    pub(crate) fn get(&mut self, state: State, cell: CellId) -> Option<Value> {
        let value = self.maps.get(state, cell.0)?;
        if let Some(log) = &mut self.log {
            log.read.push(cell);
        }
        Some(self.values.get(ValueId(value)))
    }

    /// Writes a cell; `None` is any value.
    pub(crate) fn put(&mut self, state: State, cell: CellId, value: Option<Value>) -> State {
        let mut state = state;
        if let Some(log) = &mut self.log {
            log.written.push(cell);
        }
        for position in 0..self.memory.overlaps(cell).len() {
            let other = self.memory.overlaps(cell)[position];
            state = self.maps.remove(state, other.0);
        }
        match value {
            Some(value) if !self.handover.has(self.memory.track(cell)) => {
                let value = self.values.intern(value);
                self.maps.insert(state, cell.0, value.0)
            }
            Some(_) | None => self.maps.remove(state, cell.0),
        }
    }

    /// Whether values of an object are going to be kept at all. An object on the heap may have thousands of cells, and a precision mostly has none of them.
    pub(crate) fn is_kept(&self, object: ObjectId) -> bool {
        let origin = self.memory.what(object).origin();
        let is_its = |track: TrackId| self.memory.tracked(track).0 == origin;
        self.kept.as_ref().is_none_or(|(tracked, location)| tracked.all_at(*location).any(is_its))
    }

    /// Writes a cell that has been forgotten before, if its value is going to be kept.
    pub(crate) fn put_if_kept(&mut self, state: State, cell: CellId, value: Value) -> State {
        let is_kept = match &self.kept {
            Some((tracked, location)) => tracked.has(self.memory.track(cell), *location),
            None => true,
        };
        if is_kept { self.put(state, cell, Some(value)) } else { state }
    }

    /// Any values for a range of bits of an object.
    pub(crate) fn forget_range(&mut self, state: State, object: ObjectId, start: u64, end: u64) -> State {
        let cells = self.memory.cells_in(object, start, end);
        cells.into_iter().fold(state, |state, cell| self.maps.remove(state, cell.0))
    }

    /// Any values for a whole object.
    pub(crate) fn forget_object(&mut self, state: State, object: ObjectId) -> State {
        let Self { memory, maps, forgotten, .. } = self;
        if memory.n_cells(object) <= FEW {
            return memory.cells_of(object).fold(state, |state, cell| maps.remove(state, cell.0));
        }
        if forgotten.len() > MANY_FORGOTTEN {
            forgotten.clear();
        }
        *forgotten
            .entry((state, object))
            .or_insert_with(|| maps.filter(state, &|cell| memory.range(CellId(cell)).object != object))
    }

    /// Any values for the variables that nobody reads behind an edge.
    pub(crate) fn forget_dead(&mut self, state: State, edge: EdgeId, frames: Frames) -> State {
        let Some(deaths) = &self.deaths else { return state };
        let dead = Rc::clone(&deaths.on[edge]);
        let (frame, unread) = match self.cfa.edges[edge].op.transfer() {
            Transfer::Return(_) => (frames.to, None),
            Transfer::Within => (frames.from, None),
            Transfer::Call(call) => {
                (frames.from, Some(Rc::clone(&deaths.unread[self.cfa.calls[call].callee])))
            }
        };
        let unread = unread.iter().flat_map(|params| params.iter()).map(|&param| (param, frames.to));
        let dead = dead.iter().map(|&var| (var, frame)).chain(unread);
        dead.fold(state, |state, (var, frame)| {
            let object = self.object_of(var, frame);
            self.forget_object(state, object)
        })
    }

    /// Any values for everything that a place that nobody knows may be part of.
    pub(crate) fn forget_place(&mut self, state: State, place: PlaceId) -> State {
        let class = self.aliasing.of_place(place);
        self.forget_class(state, class)
    }

    /// Any values for everything that the value of an expression may point to.
    pub(crate) fn forget_target(&mut self, state: State, pointer: ExprId) -> State {
        let class = self.aliasing.of_value(pointer);
        self.forget_class(state, class)
    }

    /// Any values for all objects that a pointer of a class can point to; without a class, for all that any pointer can point to.
    fn forget_class(&mut self, state: State, class: Option<AliasClass>) -> State {
        self.losses.blind_writes += 1;
        let Self { cfa, maps, memory, aliasing, .. } = self;
        let stays = |cell: u32| {
            let object = memory.what(memory.range(CellId(cell)).object);
            let own = match object {
                Object::Variable { var, .. } => Some(aliasing.of_var(var)),
                Object::Heap { site, .. } => aliasing.of_site(site),
            };
            let may_be_meant = match (class, own) {
                (Some(class), Some(own)) => class == own,
                (None, _) | (_, None) => true,
            };
            !is_exposed(cfa, object) || !may_be_meant
        };
        maps.filter(state, &stays)
    }

    /// Any values for the variables of an activation that ends.
    pub(crate) fn forget_frame(&mut self, state: State, function: FunctionId, activation: u32) -> State {
        let mut state = state;
        for position in 0..self.memory.frame(function, activation).len() {
            let cell = self.memory.frame(function, activation)[position];
            state = self.maps.remove(state, cell.0);
        }
        state
    }

    /// The known cells, with their values.
    pub(crate) fn entries(&self, state: State) -> Vec<(CellId, Value)> {
        let entries = self.maps.entries(state).into_iter();
        entries.map(|(cell, value)| (CellId(cell), self.values.get(ValueId(value)))).collect()
    }

    /// A state as text, in the order of names.
    pub(crate) fn show(&self, state: State) -> String {
        let mut known: Vec<String> = self
            .entries(state)
            .into_iter()
            .map(|(cell, value)| {
                let range = self.memory.range(cell);
                let mut name = self.memory.name(self.cfa, self.memory.track(cell));
                match self.memory.what(range.object) {
                    Object::Variable { activation, .. } if activation > 0 => {
                        name.push_str(&format!("#{activation}"))
                    }
                    Object::Heap { number, .. } => name.push_str(&format!("#{number}")),
                    Object::Variable { .. } => {}
                }
                format!("{name}={}", self.show_value(range.width, value))
            })
            .collect();
        known.sort();
        known.join(" ")
    }

    fn show_value(&self, width: u32, value: Value) -> String {
        match value {
            Value::Bits(bits) if width <= 64 && width > 1 => {
                let unused = 128 - width;
                (((bits << unused) as i128) >> unused).to_string()
            }
            Value::Bits(bits) => format!("{bits:#x}"),
            Value::Function(function) => format!("&{}", self.cfa.function_name(function)),
            Value::Address(object, offset) => {
                let name = match self.memory.what(object) {
                    Object::Variable { var, .. } => self.cfa.names.text(self.cfa.vars[var].name).to_owned(),
                    Object::Heap { site, number, .. } => format!("heap@{site}#{number}"),
                };
                if offset == 0 { format!("&{name}") } else { format!("&{name}+{offset}") }
            }
        }
    }

    /// Number of different nodes of all states, which is what states cost.
    pub(crate) fn n_nodes(&self) -> usize {
        self.maps.n_nodes()
    }
}
