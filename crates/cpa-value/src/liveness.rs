//! Which variables die on which edge: nobody reads them behind it before they are written again.
//!
//! A value that nobody reads again tells states apart that behave the same. Lowering makes many such values: each temporary is read once. So they are forgotten when they die, which
//! loses nothing and lets more states be covered. The document does without; there a variable that is not needed is not tracked, but the analysis without refinement
//! and the variables that are tracked gain the same.
//!
//! The usual backward analysis for each function (Aho, Sethi, Ullman: Compilers, section 10.5), for parameters, locals and temporaries that no pointer
//! points to. Writing a part of a variable keeps it alive. During a call those variables stay that are read behind it.

use cfa::{
    AddressTaken, Cfa, EdgeId, Expr, ExprId, FunctionId, HaltKind, LocationId, Op, Place, PlaceId, VarId,
    VarKind,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use stdx::IndexVec;

/// When variables die.
pub(crate) struct Deaths {
    /// On which edge.
    pub(crate) on: IndexVec<EdgeId, Rc<[VarId]>>,
    /// The parameters of each function that it never reads.
    pub(crate) unread: IndexVec<FunctionId, Rc<[VarId]>>,
}

/// A function with more words of sets than this is left out: its variables stay known.
const MANY_WORDS: usize = 1 << 24;

/// The variables that die on each edge of the program.
pub(crate) fn deaths(cfa: &Cfa) -> Deaths {
    let nothing: Rc<[VarId]> = Rc::new([]);
    let mut deaths = Deaths {
        on: IndexVec::from_elem(Rc::clone(&nothing), cfa.edges.len()),
        unread: IndexVec::from_elem(nothing, cfa.functions.len()),
    };
    for function in cfa.functions.indices() {
        if let Some(mut liveness) = Liveness::of(cfa, function) {
            liveness.solve();
            liveness.collect(&mut deaths);
        }
    }
    deaths
}

/// What an edge reads, and which variable it writes as a whole.
struct Effect {
    read: Vec<usize>,
    written: Option<usize>,
    to: Option<LocationId>,
}

/// The analysis of one function.
struct Liveness<'a> {
    cfa: &'a Cfa,
    function: FunctionId,
    vars: Vec<VarId>,
    positions: FxHashMap<VarId, usize>,
    words: usize,
    /// Where each location's set begins.
    rows: FxHashMap<LocationId, usize>,
    live: Vec<u64>,
}

impl<'a> Liveness<'a> {
    fn of(cfa: &'a Cfa, function: FunctionId) -> Option<Self> {
        let body = cfa.functions[function].body?;
        let is_own = |var: &VarId| match cfa.vars[*var].kind {
            VarKind::Static(_) => false,
            VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => {
                cfa.vars[*var].address_taken == AddressTaken::No
            }
        };
        let vars: Vec<VarId> = cfa.functions[function].locals.iter().copied().filter(is_own).collect();
        let positions = vars.iter().enumerate().map(|(position, &var)| (var, position)).collect();
        let locations = cfa.locations_of(function);
        let words = vars.len().div_ceil(64);
        if vars.is_empty() || locations.len().saturating_mul(words) > MANY_WORDS {
            return None;
        }
        let rows = locations.iter().enumerate().map(|(row, &location)| (location, row * words)).collect();
        let live = vec![0; locations.len() * words];
        let mut found = Self { cfa, function, vars, positions, words, rows, live };
        if let Some(result) = cfa.functions[function].result
            && let (Some(&row), Some(&at)) = (found.rows.get(&body.exit), found.positions.get(&result))
        {
            found.live[row + at / 64] |= 1 << (at % 64);
        }
        Some(found)
    }

    fn solve(&mut self) {
        let cfa = self.cfa;
        let locations = cfa.locations_of(self.function);
        let effects: Vec<Vec<Effect>> = locations
            .iter()
            .map(|&location| cfa.outgoing(location).iter().map(|&edge| self.effect(edge)).collect())
            .collect();
        let numbers: FxHashMap<LocationId, usize> =
            locations.iter().enumerate().map(|(number, &location)| (location, number)).collect();
        let mut pending: Vec<LocationId> = locations.to_vec();
        let mut waits = vec![true; locations.len()];
        while let Some(location) = pending.pop() {
            let number = numbers[&location];
            waits[number] = false;
            let mut changed = false;
            for effect in &effects[number] {
                changed |= self.flow(location, effect);
            }
            if changed {
                for (_, before) in cfa.predecessors_within(location) {
                    if let Some(&number) = numbers.get(&before)
                        && !std::mem::replace(&mut waits[number], true)
                    {
                        pending.push(before);
                    }
                }
            }
        }
    }

    /// Takes what is live behind an edge to where it begins.
    fn flow(&mut self, from: LocationId, effect: &Effect) -> bool {
        let row = self.rows[&from];
        let mut changed = false;
        if let Some(&behind) = effect.to.and_then(|to| self.rows.get(&to)) {
            for word in 0..self.words {
                let mut bits = self.live[behind + word];
                if let Some(written) = effect.written.filter(|written| written / 64 == word) {
                    bits &= !(1 << (written % 64));
                }
                changed |= bits & !self.live[row + word] != 0;
                self.live[row + word] |= bits;
            }
        }
        for &read in &effect.read {
            let bit = 1 << (read % 64);
            changed |= self.live[row + read / 64] & bit == 0;
            self.live[row + read / 64] |= bit;
        }
        changed
    }

    fn is_live(&self, location: LocationId, at: usize) -> bool {
        self.rows.get(&location).is_some_and(|row| self.live[row + at / 64] >> (at % 64) & 1 == 1)
    }

    /// The deaths on the edges that leave the function's locations, and on the edges by which calls return to them.
    fn collect(&self, deaths: &mut Deaths) {
        let function = &self.cfa.functions[self.function];
        let params = function.params.iter().filter_map(|param| self.positions.get(param).copied());
        if let Some(body) = function.body {
            deaths.unread[self.function] = self.dead(body.entry, &params.collect::<Vec<_>>());
        }
        for &location in self.cfa.locations_of(self.function) {
            for &edge in self.cfa.outgoing(location) {
                let effect = self.effect(edge);
                let Some(to) = effect.to else { continue };
                match self.cfa.edges[edge].op {
                    Op::Call(call) => {
                        let back = self.cfa.calls[call].return_edge;
                        // What the destination needs is read when the call returns.
                        let mut kept = Vec::new();
                        let place = self.cfa.calls[call].place;
                        self.destination(place, &mut kept);
                        deaths.on[edge] = self.dying(location, to, effect.written, &kept);
                        kept.extend(effect.written);
                        deaths.on[back] = self.dead(to, &kept);
                    }
                    _ => {
                        let written: Vec<usize> = effect.written.into_iter().collect();
                        let mut dying = self.dying(location, to, None, &[]).to_vec();
                        dying.extend(self.dead(to, &written).iter());
                        deaths.on[edge] = dying.into();
                    }
                }
            }
        }
    }

    /// The variables that are live at one location and not at another, but for some.
    fn dying(&self, from: LocationId, to: LocationId, written: Option<usize>, kept: &[usize]) -> Rc<[VarId]> {
        let (Some(&before), Some(&behind)) = (self.rows.get(&from), self.rows.get(&to)) else {
            return Rc::new([]);
        };
        let mut found = Vec::new();
        for word in 0..self.words {
            let mut bits = self.live[before + word] & !self.live[behind + word];
            while bits != 0 {
                let at = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !kept.contains(&at) && written != Some(at) {
                    found.push(self.vars[at]);
                }
            }
        }
        found.into()
    }

    /// Those of some variables that are not live at a location.
    fn dead(&self, location: LocationId, among: &[usize]) -> Rc<[VarId]> {
        among.iter().filter(|&&at| !self.is_live(location, at)).map(|&at| self.vars[at]).collect()
    }

    fn effect(&self, edge: EdgeId) -> Effect {
        let cfa = self.cfa;
        let mut read = Vec::new();
        let mut write = None;
        let mut put = |place: PlaceId, read: &mut Vec<usize>| {
            self.destination(Some(place), read);
            if let Place::Var(var) = cfa.exprs.place(place) {
                write = self.positions.get(&var).copied();
            }
        };
        match cfa.edges[edge].op {
            Op::Nop | Op::InitStatic(_) | Op::EndLifetime(_) | Op::Unsupported { .. } | Op::Return(_) => {}
            Op::Assume { condition, .. } => self.expr(condition, &mut read),
            Op::Assign { place, value } => {
                put(place, &mut read);
                self.expr(value, &mut read);
            }
            Op::Zero { place } | Op::Havoc { place, .. } => put(place, &mut read),
            Op::Declare(var) => write = self.positions.get(&var).copied(),
            Op::Call(call) => {
                let site = &cfa.calls[call];
                site.args.iter().for_each(|&arg| self.expr(arg, &mut read));
                if let Some(place) = site.place {
                    put(place, &mut read);
                }
            }
            Op::External { ref args, place, .. } => {
                args.iter().for_each(|&arg| self.expr(arg, &mut read));
                if let Some(place) = place {
                    put(place, &mut read);
                }
            }
            Op::UnknownCall { pointer, ref args, place } => {
                self.expr(pointer, &mut read);
                args.iter().for_each(|&arg| self.expr(arg, &mut read));
                if let Some(place) = place {
                    put(place, &mut read);
                }
            }
            Op::Allocate { place, size, .. } => {
                put(place, &mut read);
                self.expr(size, &mut read);
            }
            Op::Free { pointer } => self.expr(pointer, &mut read),
            Op::MemoryCopy { target, source, size, .. } => {
                [target, source, size].into_iter().for_each(|expr| self.expr(expr, &mut read));
            }
            Op::MemorySet { target, value, size } => {
                [target, value, size].into_iter().for_each(|expr| self.expr(expr, &mut read));
            }
            Op::ObjectSize { place, pointer } => {
                put(place, &mut read);
                self.expr(pointer, &mut read);
            }
            Op::Halt(HaltKind::Exit(Some(status))) => self.expr(status, &mut read),
            Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable) => {}
        }
        Effect { read, written: write, to: cfa.target_within(edge) }
    }

    /// What is read to find out where a place is.
    fn destination(&self, place: Option<PlaceId>, read: &mut Vec<usize>) {
        let mut at = place;
        while let Some(here) = at {
            at = match self.cfa.exprs.place(here) {
                Place::Var(_) => None,
                Place::Deref(pointer) => {
                    self.expr(pointer, read);
                    None
                }
                Place::Field(base, _) => Some(base),
                Place::Index(base, index) => {
                    self.expr(index, read);
                    Some(base)
                }
            };
        }
    }

    /// What an expression reads.
    fn expr(&self, expr: ExprId, read: &mut Vec<usize>) {
        let exprs = &self.cfa.exprs;
        let mut pending = vec![expr];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(at) = pending.pop() {
            if !seen.insert(at) {
                continue;
            }
            match exprs.expr(at) {
                Expr::Const(_) | Expr::Function(_) => {}
                Expr::Unary(_, operand) | Expr::Cast(operand) => pending.push(operand),
                Expr::Binary(_, left, right) => pending.extend([left, right]),
                Expr::Load(place) | Expr::AddressOf(place) => {
                    let mut here = place;
                    loop {
                        match exprs.place(here) {
                            Place::Var(var) => {
                                read.extend(self.positions.get(&var));
                                break;
                            }
                            Place::Deref(pointer) => {
                                pending.push(pointer);
                                break;
                            }
                            Place::Field(base, _) => here = base,
                            Place::Index(base, index) => {
                                pending.push(index);
                                here = base;
                            }
                        }
                    }
                }
            }
        }
    }
}
