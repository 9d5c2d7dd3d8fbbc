//! What analyses can be asked about their states. Each question is a trait; an analysis that knows the answers returns
//! itself where [`super::Analysis`] asks for it.

use super::{PrecisionId, StateId};
use crate::reached::{NodeId, Reached};
use cfa::{CallId, Cfa, EdgeId, FunctionId, LocationId};
use formula::PathFormula;
use outcome::{Incomplete, Violation};
use smt::{Assignment, TermId};

/// Where a state is.
pub trait Locations {
    /// The location, if the state has one.
    fn location(&self, state: StateId) -> Option<LocationId>;
}

/// Which calls are active.
pub trait Frames {
    /// How many calls deep.
    fn depth(&self, state: StateId) -> u32;
    /// Adds the active calls, outermost first.
    fn calls(&self, state: StateId, calls: &mut Vec<CallId>);
    /// How often a function is active.
    fn activations(&self, state: StateId, function: FunctionId) -> u32;
}

/// What a search leaves out on purpose.
pub trait Bounds {
    /// Whether successors of this state were left out.
    fn is_cut_off(&self, state: StateId) -> bool;
    /// How often the loop in which the state is has begun, the largest such number; or what else is bounded.
    fn iterations(&self, state: StateId) -> u32;
    /// What was counted since the search began, if that never gets less along a path: visits of loop heads, or edges.
    fn visits(&self, _state: StateId) -> Option<u32> {
        None
    }
    /// Adds the iteration of each loop that the state is in, outermost first.
    fn iterations_of_loops(&self, _state: StateId, _iterations: &mut Vec<u32>) {}
    /// The bound that searches from now on begin with, as a precision.
    fn set_bound(&mut self, bound: u32) -> PrecisionId;
}

/// What is known of the paths to a state.
pub trait PathFormulas {
    /// The formula of all paths since the last abstraction, with the current copies of variables.
    fn path_formula(&self, state: StateId) -> &PathFormula;
    /// The path from where the search began to a node that a model of the node's path formula describes; `slot` is where this analysis's
    /// states are.
    fn path_in(
        &self,
        reached: &Reached,
        slot: usize,
        node: NodeId,
        model: &Assignment,
    ) -> Result<ModelPath, Incomplete>;
}

/// A path that a model describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelPath {
    /// Its edges.
    pub edges: Vec<EdgeId>,
    /// What tells it from all other paths to the node: which way it took at each branch.
    pub marks: Vec<TermId>,
}

/// What is searched for.
pub trait Targets {
    /// What is wrong in this state.
    fn target(&self, state: StateId) -> Option<&Target>;
    /// Edges that lead to such states by what they are, whatever the rest of the state.
    fn target_edges(&self, _cfa: &Cfa) -> Vec<EdgeId> {
        Vec::new()
    }
}

/// What a search can find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// The property is violated.
    Violation(Violation),
    /// Something is reached behind which nothing is known, for this reason: the front end does not
    /// support it, or recursion is too deep.
    Unsupported(Incomplete),
}

/// Which states could cover a state, without asking each: for analyses whose states stay apart.
///
/// Every state is of a kind, and among the states of a kind at most one covers a given state: the one that [`Generalisations::of_kind`] names. So the states that
/// could cover are looked up, one for each kind that there is, and the time that takes does not grow with the number of states.
pub trait Generalisations {
    /// The kind of a state.
    fn kind(&mut self, state: StateId) -> u32;
    /// The only state of a kind that covers a state, if one does. The state may not have been reached.
    fn of_kind(&mut self, state: StateId, kind: u32) -> Option<StateId>;
}
