//! The active calls as an analysis: a return goes only to where the call came from.
//!
//! A state is a list of call sites, shared by their tails. Searches that begin inside a function begin with an empty list; a return from there
//! goes to every caller, since any of them may have called.
//!
//! *Recursion* makes infinitely many lists. A state with too many activations of one function is a target: that it is reached is a reason not to know, as long as nobody shows
//! that the path to it is infeasible. So a refinement can learn what ends a recursion, as it learns what ends a loop. Where the search is bounded on purpose anyway, it goes no
//! further there and says so by [`Bounds`].

use crate::analysis::query::{Bounds, Frames, Target, Targets};
use crate::analysis::{Analysis, Context, Passage, PrecisionId, StateId};
use cfa::{CallId, FunctionId, LocationId, Transfer};
use outcome::{Incomplete, Phase};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What happens when a function is active too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// Beyond so many activations of one function a state is a target: nothing is known from there on.
    GiveUp(u32),
    /// The search goes no further there; the bound is that of loops.
    CutOff,
}

/// Options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallStackOptions {
    /// What happens when a function is active too often.
    pub recursion: Recursion,
}

impl Default for CallStackOptions {
    fn default() -> Self {
        Self { recursion: Recursion::GiveUp(100) }
    }
}

/// One list of calls: the last one, and the list before it.
#[derive(Clone, Debug)]
struct Stack {
    call: CallId,
    callee: FunctionId,
    below: StateId,
    depth: u32,
    /// How often the callee is active.
    activations: u32,
    /// Why nothing is known from here on.
    excess: Option<Rc<Target>>,
}

/// The list without calls.
const EMPTY: StateId = StateId(0);

/// The analysis.
#[derive(Clone, Debug)]
pub struct CallStackAnalysis {
    options: CallStackOptions,
    /// The most activations of one function before the search goes no further.
    bound: u32,
    /// Lists but the empty one, at their number minus one.
    stacks: Vec<Stack>,
    known: FxHashMap<(StateId, CallId), StateId>,
}

impl CallStackAnalysis {
    /// An analysis without states.
    pub fn new(options: CallStackOptions) -> Self {
        Self { options, bound: 1, stacks: Vec::new(), known: FxHashMap::default() }
    }

    fn top(&self, state: StateId) -> Option<&Stack> {
        self.stacks.get((state.0 as usize).wrapping_sub(1))
    }

    fn enter(&mut self, cx: &Context<'_>, state: StateId, call: CallId) -> StateId {
        if let Some(&known) = self.known.get(&(state, call)) {
            return known;
        }
        let callee = cx.cfa.calls[call].callee;
        let activations = self.activations(state, callee) + 1;
        let excess = match self.options.recursion {
            Recursion::GiveUp(most) if activations > most => {
                let name = cx.cfa.function_name(callee);
                let what = format!("recursion: `{name}` is active more than {most} times");
                Some(Rc::new(Target::Unsupported(Incomplete::open(Phase::Search, what))))
            }
            Recursion::GiveUp(_) | Recursion::CutOff => None,
        };
        let depth = self.depth(state) + 1;
        self.stacks.push(Stack { call, callee, below: state, depth, activations, excess });
        let stack = StateId(self.stacks.len() as u32);
        self.known.insert((state, call), stack);
        stack
    }
}

impl Analysis for CallStackAnalysis {
    fn name(&self) -> &'static str {
        "callstack"
    }

    fn initial(
        &mut self,
        _cx: &Context<'_>,
        _location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        Ok((EMPTY, PrecisionId(0)))
    }

    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        _precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        if self.is_cut_off(state) {
            return Ok(());
        }
        match cx.cfa.edges[passage.edge].op.transfer() {
            Transfer::Within => successors.push(state),
            Transfer::Call(call) => successors.push(self.enter(cx, state, call)),
            Transfer::Return(call) => match self.top(state) {
                Some(top) if top.call == call => successors.push(top.below),
                Some(_) => {}
                None => successors.push(EMPTY),
            },
        }
        Ok(())
    }

    fn partition(&self, state: StateId) -> u32 {
        state.0
    }

    fn show(&self, cx: &Context<'_>, state: StateId) -> String {
        let mut names = Vec::new();
        let mut at = state;
        while let Some(top) = self.top(at) {
            names.push(cx.cfa.function_name(top.callee));
            at = top.below;
        }
        names.reverse();
        names.join(">")
    }

    fn frames(&self) -> Option<&dyn Frames> {
        Some(self)
    }

    fn targets(&self) -> Option<&dyn Targets> {
        Some(self)
    }

    fn bounds(&self) -> Option<&dyn Bounds> {
        Some(self)
    }

    fn bounds_mut(&mut self) -> Option<&mut dyn Bounds> {
        Some(self)
    }
}

impl Targets for CallStackAnalysis {
    fn target(&self, state: StateId) -> Option<&Target> {
        self.top(state)?.excess.as_deref()
    }
}

impl Frames for CallStackAnalysis {
    fn depth(&self, state: StateId) -> u32 {
        self.top(state).map_or(0, |top| top.depth)
    }

    fn calls(&self, state: StateId, calls: &mut Vec<CallId>) {
        let outer = calls.len();
        let mut at = state;
        while let Some(top) = self.top(at) {
            calls.push(top.call);
            at = top.below;
        }
        calls[outer..].reverse();
    }

    fn activations(&self, state: StateId, function: FunctionId) -> u32 {
        let mut at = state;
        while let Some(top) = self.top(at) {
            if top.callee == function {
                return top.activations;
            }
            at = top.below;
        }
        0
    }
}

impl Bounds for CallStackAnalysis {
    fn is_cut_off(&self, state: StateId) -> bool {
        let activations = self.top(state).map_or(0, |top| top.activations);
        self.options.recursion == Recursion::CutOff && activations > self.bound
    }

    fn iterations(&self, _state: StateId) -> u32 {
        0
    }

    fn set_bound(&mut self, bound: u32) -> PrecisionId {
        self.bound = bound;
        PrecisionId(0)
    }
}
