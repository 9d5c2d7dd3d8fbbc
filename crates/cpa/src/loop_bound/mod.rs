//! A bound on loop iterations as an analysis (dissertation, section 5.2.1): bounded model checking and induction unroll with it.
//!
//! A state knows the loops that it is in, innermost last, and how often each has come back to its head since it was
//! entered; an inner loop counts anew each time it is entered. The precision is the bound: at a head that was come back to that often
//! there is no successor. This leaves executions out on purpose; [`Bounds::is_cut_off`] tells where, and no proof may
//! forget to ask.
//!
//! *Where we differ.* The dissertation counts for each loop head over the whole execution, which makes a bound of
//! k for nested loops mean k iterations in all; here it means k for each time the loop is entered.
//!
//! With [`Counting::Total`] a state only knows how often any loop head was visited since the search began: what induction counts.
//!
//! Calls put a mark on the list, so that loops of a recursive function's activations are told apart.

use crate::analysis::query::Bounds;
use crate::analysis::{Analysis, Context, Passage, PrecisionId, StateId};
use cfa::structure::LoopId;
use cfa::{LocationId, Transfer};
use outcome::Incomplete;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Entry {
    /// In this loop, whose head was come back to so often.
    Loop(LoopId, u32),
    /// What follows belongs to a callee.
    Call,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct List {
    entry: Entry,
    below: StateId,
}

/// The list of no loops.
const EMPTY: StateId = StateId(0);

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// The iterations of each loop since it was entered.
    Iterations,
    /// Visits of loop heads of any loop, the first location not counted.
    Total,
}

/// The analysis. A state is a list of loops, shared by tails, or the number of visits; the precision is the bound itself.
#[derive(Clone, Debug)]
pub struct LoopBoundAnalysis {
    bound: u32,
    counting: Counting,
    lists: Vec<List>,
    /// Each list once.
    known: FxHashMap<List, StateId>,
    /// The largest number on each list.
    iterations: Vec<u32>,
}

impl LoopBoundAnalysis {
    /// Bounds what is counted.
    pub fn new(bound: u32, counting: Counting) -> Self {
        Self { bound, counting, lists: Vec::new(), known: FxHashMap::default(), iterations: Vec::new() }
    }

    fn top(&self, state: StateId) -> Option<List> {
        self.lists.get((state.0 as usize).wrapping_sub(1)).copied()
    }

    fn push(&mut self, below: StateId, entry: Entry) -> StateId {
        let list = List { entry, below };
        if let Some(&known) = self.known.get(&list) {
            return known;
        }
        let own = match entry {
            Entry::Loop(_, count) => count,
            Entry::Call => 0,
        };
        let iterations = self.iterations(below).max(own);
        self.lists.push(list);
        self.iterations.push(iterations);
        let state = StateId(self.lists.len() as u32);
        self.known.insert(list, state);
        state
    }

    /// Leaves the loops of the same activation that a location is not in, and counts if it is a head.
    fn step_to(&mut self, cx: &Context<'_>, mut state: StateId, to: LocationId) -> StateId {
        let structure = cx.cfa.structure();
        while let Some(List { entry: Entry::Loop(inside, _), below }) = self.top(state) {
            if structure.contains(inside, to) {
                break;
            }
            state = below;
        }
        let Some(own) = structure.innermost_loop(to).filter(|&own| structure.loops()[own].head == to) else {
            return state;
        };
        match self.top(state) {
            Some(List { entry: Entry::Loop(inside, count), below }) if inside == own => {
                self.push(below, Entry::Loop(own, count + 1))
            }
            Some(_) | None => self.push(state, Entry::Loop(own, 0)),
        }
    }

    fn leave_callee(&self, mut state: StateId) -> StateId {
        while let Some(List { entry, below }) = self.top(state) {
            state = below;
            if entry == Entry::Call {
                break;
            }
        }
        state
    }

    fn is_cut_off_at(&self, state: StateId, bound: u32) -> bool {
        if self.counting == Counting::Total {
            return state.0 > bound;
        }
        match self.top(state) {
            Some(List { entry: Entry::Loop(_, count), .. }) => count >= bound,
            Some(List { entry: Entry::Call, .. }) | None => false,
        }
    }
}

impl Analysis for LoopBoundAnalysis {
    fn name(&self) -> &'static str {
        "loop-bound"
    }

    fn initial(
        &mut self,
        cx: &Context<'_>,
        location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        let state = match self.counting {
            Counting::Iterations => self.step_to(cx, EMPTY, location),
            Counting::Total => EMPTY,
        };
        Ok((state, PrecisionId(self.bound)))
    }

    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        if self.is_cut_off_at(state, precision.0) {
            return Ok(());
        }
        let edge = &cx.cfa.edges[passage.edge];
        if self.counting == Counting::Total {
            let visits = u32::from(cx.cfa.structure().is_loop_head(edge.to));
            successors.push(StateId(state.0 + visits));
            return Ok(());
        }
        let next = match edge.op.transfer() {
            Transfer::Within => self.step_to(cx, state, edge.to),
            // Without loops around the call nothing has to be told apart.
            Transfer::Call(_) if state == EMPTY => self.step_to(cx, EMPTY, edge.to),
            Transfer::Call(_) => {
                let marked = self.push(state, Entry::Call);
                self.step_to(cx, marked, edge.to)
            }
            Transfer::Return(_) => {
                let caller = self.leave_callee(state);
                self.step_to(cx, caller, edge.to)
            }
        };
        successors.push(next);
        Ok(())
    }

    fn partition(&self, state: StateId) -> u32 {
        state.0
    }

    fn show(&self, _cx: &Context<'_>, state: StateId) -> String {
        if self.counting == Counting::Total {
            return state.0.to_string();
        }
        let mut parts = Vec::new();
        let mut at = state;
        while let Some(List { entry, below }) = self.top(at) {
            parts.push(match entry {
                Entry::Loop(inside, count) => format!("{inside}:{count}"),
                Entry::Call => "call".to_owned(),
            });
            at = below;
        }
        parts.reverse();
        parts.join(" ")
    }

    fn bounds(&self) -> Option<&dyn Bounds> {
        Some(self)
    }

    fn bounds_mut(&mut self) -> Option<&mut dyn Bounds> {
        Some(self)
    }
}

impl Bounds for LoopBoundAnalysis {
    fn is_cut_off(&self, state: StateId) -> bool {
        self.is_cut_off_at(state, self.bound)
    }

    fn iterations(&self, state: StateId) -> u32 {
        if self.counting == Counting::Total {
            return state.0;
        }
        self.iterations.get((state.0 as usize).wrapping_sub(1)).copied().unwrap_or(0)
    }

    fn visits(&self, state: StateId) -> Option<u32> {
        (self.counting == Counting::Total).then_some(state.0)
    }

    fn iterations_of_loops(&self, state: StateId, iterations: &mut Vec<u32>) {
        if self.counting == Counting::Total {
            return;
        }
        let outer = iterations.len();
        let mut at = state;
        while let Some(List { entry, below }) = self.top(at) {
            if let Entry::Loop(_, count) = entry {
                iterations.push(count);
            }
            at = below;
        }
        iterations[outer..].reverse();
    }

    fn set_bound(&mut self, bound: u32) -> PrecisionId {
        self.bound = bound;
        PrecisionId(bound)
    }
}
