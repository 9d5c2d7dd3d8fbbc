//! What an analysis is: the operators of a configurable program analysis, over states that are indices.
//!
//! | operator | here | default |
//! |---|---|---|
//! | transfer relation | [`Analysis::transfer`] | |
//! | strengthening, given the sibling states | [`Analysis::strengthen`] | unchanged |
//! | merge | [`Analysis::merge`] | separate (merge-sep) |
//! | stop | [`Analysis::covers`], one state at a time (stop-sep) | equal states only |
//! | prec | [`Analysis::adjust`] | unchanged |
//! | fcover | [`Analysis::force_covering`] | none |
//! | refine | [`Analysis::refine`] | none |
//!
//! Analyses know each other only through [`query`]: what one can tell about its states, another may ask for.
//!
//! *Soundness.* A transfer returns states for all concrete successors, or [`Incomplete`]; leaving one out silently makes every TRUE wrong. The
//! exception is an analysis that bounds the search on purpose; it then says so by [`query::Bounds`].

pub mod query;

use crate::reached::{NodeId, Reached};
use cfa::{Cfa, EdgeId, FunctionId, LocationId};
use limits::Budget;
use limits::meter::Running;
use outcome::{Incomplete, Phase};

stdx::define_index! {
    /// A state of one analysis: an index into its own table.
    pub struct StateId = "s";
    /// A precision of one analysis: an index into its own table.
    pub struct PrecisionId = "pi";
}

/// What every operator may look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The program.
    pub cfa: &'a Cfa,
    /// How long to go on.
    pub budget: &'a Budget,
}

impl<'a> Context<'a> {
    /// Enters a phase, for progress and statistics.
    #[must_use = "the phase ends when the result is dropped"]
    pub fn phase(&self, name: &'static str) -> Running<'a> {
        self.budget.meter().phase(name)
    }
}

/// The states of all analyses at one point, and who knows what about them.
#[derive(Clone, Copy)]
pub struct Siblings<'a> {
    pub(crate) before: &'a [Box<dyn Analysis + 'a>],
    pub(crate) after: &'a [Box<dyn Analysis + 'a>],
    pub(crate) states: &'a [StateId],
}

impl<'a> Siblings<'a> {
    /// The sibling analyses with their states. The one that asks is left out.
    pub fn iter(self) -> impl Iterator<Item = (&'a (dyn Analysis + 'a), StateId)> {
        let own = self.before.len();
        let states = self.states.iter().copied();
        let first = self.before.iter().zip(states.clone());
        let rest = self.after.iter().zip(states.skip(own + 1));
        first.chain(rest).map(|(analysis, state)| (&**analysis, state))
    }

    /// How often a function is active, which one of the analyses may know.
    pub fn activations(self, function: FunctionId) -> u32 {
        self.iter()
            .find_map(|(analysis, state)| Some(analysis.frames()?.activations(state, function)))
            .unwrap_or(0)
    }

    /// Whether the state is searched for.
    pub fn is_target(self) -> bool {
        self.iter()
            .any(|(analysis, state)| analysis.targets().is_some_and(|known| known.target(state).is_some()))
    }

    /// The location, which one of the analyses knows.
    pub fn location(self) -> Option<LocationId> {
        self.iter().find_map(|(analysis, state)| analysis.locations()?.location(state))
    }
}

/// A step that a search takes.
#[derive(Clone, Copy)]
pub struct Passage<'a> {
    /// Along which edge.
    pub edge: EdgeId,
    /// The states of the siblings before it.
    pub before: Siblings<'a>,
}

/// What became of a state when its siblings were known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strengthened {
    /// It stays.
    Unchanged,
    /// It is this one now.
    Into(StateId),
    /// No concrete state is left.
    Impossible,
}

/// What became of two states that met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merged {
    /// They stay apart.
    Separate,
    /// This state stands for both, in place of the older one.
    Into(StateId),
}

/// What became of a new state and its precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjusted {
    /// The state.
    pub state: StateId,
    /// The precision.
    pub precision: PrecisionId,
    /// Whether any concrete state is left.
    pub possible: Possible,
}

/// Whether a state stands for any concrete state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// As far as one knows.
    Yes,
    /// No: it need not be kept.
    No,
}

/// What became of an attempt to cover a state by force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    /// Nothing changed.
    No,
    /// States were strengthened, and now this one covers it.
    By(NodeId),
}

/// What became of a path to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refined {
    /// A path to the target is feasible, as far as this analysis can tell: this one.
    Feasible(Vec<EdgeId>),
    /// It is infeasible, and the reached set was changed so that it will not be found again.
    Excluded,
    /// This analysis cannot tell, and says why.
    Unknown(Incomplete),
    /// This analysis does not refine.
    Inapplicable,
}

impl Refined {
    /// This analysis cannot tell, and says why.
    pub fn unknown(why: impl Into<String>) -> Self {
        Self::Unknown(Incomplete::open(Phase::Refinement, why))
    }
}

/// An analysis.
pub trait Analysis {
    /// Its name, for messages and statistics.
    fn name(&self) -> &'static str;

    /// The state in which a search begins at a location, and the precision.
    fn initial(
        &mut self,
        cx: &Context<'_>,
        location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete>;

    /// The states that together stand for every way in which executions get to a location: where a search begins in the middle of the program. The default is for analyses whose first state
    /// says nothing of the past.
    fn anywhere(
        &mut self,
        cx: &Context<'_>,
        location: LocationId,
    ) -> Result<Vec<(StateId, PrecisionId)>, Incomplete> {
        Ok(vec![self.initial(cx, location)?])
    }

    /// Adds the successors along an edge.
    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete>;

    /// Uses what the siblings know of the same step.
    fn strengthen(
        &mut self,
        _cx: &Context<'_>,
        _state: StateId,
        _siblings: Siblings<'_>,
        _edge: EdgeId,
    ) -> Result<Strengthened, Incomplete> {
        Ok(Strengthened::Unchanged)
    }

    /// Merges a new state into an older one. What comes of it stands for both: the new state is covered by it without a question.
    fn merge(&mut self, _cx: &Context<'_>, _new: StateId, _old: StateId) -> Result<Merged, Incomplete> {
        Ok(Merged::Separate)
    }

    /// Whether `old` stands for all that `new` stands for.
    fn covers(&mut self, _cx: &Context<'_>, old: StateId, new: StateId) -> Result<bool, Incomplete> {
        Ok(old == new)
    }

    /// Whether a state that comes of the same step as an older one is the older one once more. Only then may it be dropped without a trace: one that is merely covered comes back
    /// when the older one becomes stronger.
    fn repeats(&self, old: StateId, new: StateId) -> bool {
        old == new
    }

    /// Adjusts a new state to its precision.
    fn adjust(
        &mut self,
        _cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        _siblings: Siblings<'_>,
    ) -> Result<Adjusted, Incomplete> {
        Ok(Adjusted { state, precision, possible: Possible::Yes })
    }

    /// Only states of one partition can be merged, or cover one another. Equal numbers, same partition.
    fn partition(&self, _state: StateId) -> u32 {
        0
    }

    /// Tries to strengthen states so that an older one covers the node; `slot` is where this analysis's states are.
    fn force_covering(
        &mut self,
        _cx: &Context<'_>,
        _reached: &mut Reached,
        _slot: usize,
        _node: NodeId,
    ) -> Result<Forced, Incomplete> {
        Ok(Forced::No)
    }

    /// A feasible path to a target, if the analysis finds one without becoming more precise. It is asked before any analysis refines.
    fn examine(
        &mut self,
        _cx: &Context<'_>,
        _reached: &Reached,
        _slot: usize,
        _target: NodeId,
    ) -> Result<Option<Vec<EdgeId>>, Incomplete> {
        Ok(None)
    }

    /// Decides whether a target is feasible; if not, makes the analysis more precise and the reached set fit.
    fn refine(
        &mut self,
        _cx: &Context<'_>,
        _reached: &mut Reached,
        _slot: usize,
        _target: NodeId,
    ) -> Result<Refined, Incomplete> {
        Ok(Refined::Inapplicable)
    }

    /// What it counted, by name.
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// One state as text, for dumps and tests.
    fn show(&self, cx: &Context<'_>, state: StateId) -> String;

    /// What it knows of locations.
    fn locations(&self) -> Option<&dyn query::Locations> {
        None
    }

    /// What it knows of active calls.
    fn frames(&self) -> Option<&dyn query::Frames> {
        None
    }

    /// What it leaves out on purpose.
    fn bounds(&self) -> Option<&dyn query::Bounds> {
        None
    }

    /// The bound that it can be given.
    fn bounds_mut(&mut self) -> Option<&mut dyn query::Bounds> {
        None
    }

    /// Formulas of the paths to its states.
    fn path_formulas(&self) -> Option<&dyn query::PathFormulas> {
        None
    }

    /// Which of its states are searched for.
    fn targets(&self) -> Option<&dyn query::Targets> {
        None
    }

    /// A way to the states that could cover a state. Who offers it does not merge states, and the first that does is asked.
    fn generalisations(&mut self) -> Option<&mut dyn query::Generalisations> {
        None
    }
}
