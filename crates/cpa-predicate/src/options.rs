//! The options of the predicate analysis, and which of them fit together.

use interpolation::Options as InterpolationOptions;
use smt::solver::Limits;
use std::time::Duration;

/// Where blocks end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// After each edge (single-block encoding).
    Edge,
    /// At loop heads, at entries and exits of functions, and at targets.
    LoopsAndFunctions,
    /// At loop heads and targets.
    Loops,
    /// Nowhere: another analysis must bound the search.
    Never,
}

/// How the strongest combination of predicates is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbstractionKind {
    /// The conjunction of the predicates that follow, and of the negations that do.
    Cartesian,
    /// Any combination of the predicates.
    Boolean,
    /// Cartesian first, and combinations of what it leaves open. The same result as `Boolean`.
    Combined,
}

/// What the result of an abstraction is kept as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// Binary decision diagrams over predicates: whether one covers another needs no solver.
    Diagrams,
    /// Formulas: a solver says whether one covers another, by what the predicates mean.
    Formulas,
}

/// Which predicates an interpolant gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extraction {
    /// The interpolant itself.
    Whole,
    /// Its atoms.
    Atoms,
}

/// What refinement learns from an infeasible path: the kinds of abstract facts of table 4.1 of the dissertation.
///
/// | | hold along the path | exclude it | always found | hold in every iteration |
/// |---|---|---|---|---|
/// | interpolants | yes | yes | yes | |
/// | path invariants | yes | yes | | yes |
/// | weakest preconditions | | yes | yes | |
/// | heuristic predicates | | | yes | |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facts {
    /// Interpolants between the blocks.
    Interpolants,
    /// Invariants of the program that consists of the path's blocks, in which its loops are loops again.
    PathInvariants,
    /// Weakest preconditions of what an unsatisfiable core leaves of the blocks.
    WeakestPreconditions,
    /// What the blocks ask about the states where they begin.
    HeuristicPredicates,
}

impl Facts {
    /// All kinds.
    pub const ALL: [Self; 4] =
        [Self::Interpolants, Self::PathInvariants, Self::WeakestPreconditions, Self::HeuristicPredicates];

    /// Whether a sequence of such facts is inductive along the path (property 1), so that each may be believed where it was found.
    pub fn hold(self) -> bool {
        match self {
            Self::Interpolants | Self::PathInvariants => true,
            Self::WeakestPreconditions | Self::HeuristicPredicates => false,
        }
    }

    /// Whether such facts are about why the path is infeasible (property 2), so that what is found next is another one.
    pub fn exclude(self) -> bool {
        match self {
            Self::Interpolants | Self::PathInvariants | Self::WeakestPreconditions => true,
            Self::HeuristicPredicates => false,
        }
    }

    /// The name as an option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interpolants => "interpolants",
            Self::PathInvariants => "path-invariants",
            Self::WeakestPreconditions => "weakest-preconditions",
            Self::HeuristicPredicates => "heuristic-predicates",
        }
    }
}

/// What becomes of a predicate that says a variable to have one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equalities {
    /// `x = i` is tracked.
    Kept,
    /// `x <= i` is tracked beside it.
    Beside,
    /// `x <= i` and `x >= i` are tracked instead, which can say the same and more.
    Split,
}

/// Where a new predicate is tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// At the location that its interpolant was for.
    Location,
    /// In the whole function of that location.
    Function,
    /// Everywhere.
    Global,
    /// By the variables that it speaks of: everywhere if they all outlive calls, in the function if the others are its own, else at the location.
    Mixed,
}

/// What is tracked before the first refinement, beside a precision that is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Nothing.
    Empty,
    /// What the conditions of the program ask.
    Conditions,
}

/// From where the search goes on after the precision was extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// From the first state on the path that becomes more precise (lazy abstraction).
    Pivot,
    /// From the beginning.
    Root,
}

/// What refinement changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Nothing: a target that is found is reported.
    None,
    /// The precision; states that would become more precise are found anew (lazy abstraction).
    Predicates,
    /// The abstraction formulas of the states on the path (IMPACT).
    Labels,
    /// Both (UFO): the states on the path are strengthened, and what is reached from now on is abstracted by the predicates of the facts.
    LabelsAndPredicates,
}

impl Strategy {
    /// Whether facts become part of states.
    pub fn has_labels(self) -> bool {
        match self {
            Self::Labels | Self::LabelsAndPredicates => true,
            Self::None | Self::Predicates => false,
        }
    }

    /// Whether facts become part of the precision.
    pub fn has_predicates(self) -> bool {
        match self {
            Self::Predicates | Self::LabelsAndPredicates => true,
            Self::None | Self::Labels => false,
        }
    }
}

/// What becomes of paths that meet inside a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merge {
    /// One state stands for both, by the disjunction of their formulas.
    Join,
    /// They stay apart: each state is one path (symbolic execution).
    Separate,
}

/// When the solver is asked whether a path can be taken, where paths stay apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// When it reaches a target.
    Targets,
    /// There, and at each branch that neither constants nor known inputs decide.
    Branches,
}

/// The options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Where blocks end.
    pub block: Block,
    /// What becomes of paths that meet inside a block.
    pub merge: Merge,
    /// When the solver is asked whether a path can be taken, where paths stay apart.
    pub feasibility: Feasibility,
    /// How abstractions are computed.
    pub abstraction: AbstractionKind,
    /// What their results are kept as.
    pub regions: RegionKind,
    /// Which predicates an interpolant gives.
    pub extraction: Extraction,
    /// What becomes of predicates `x = i`.
    pub equalities: Equalities,
    /// Which facts are looked for, in this order, until some are found that change something.
    pub facts: Vec<Facts>,
    /// When path invariants are looked for, and how long.
    pub path_invariants: PathInvariants,
    /// Where they are tracked.
    pub placement: Placement,
    /// What is tracked before the first refinement.
    pub start: Start,
    /// From where the search goes on after a refinement by predicates.
    pub restart: Restart,
    /// What refinement changes.
    pub strategy: Strategy,
    /// Whether IMPACT tries to cover a state by force before it is expanded.
    pub forced_covering: ForcedCovering,
    /// After so many targets that the search found to be of no use, it is left to refinement to find that out, so that analyses that are asked before this one can learn why. A
    /// target that the last block refutes saves a refinement, and tells nobody anything.
    pub target_checks: Option<u32>,
    /// How long the solver looks for a feasible path to a target before any analysis refines. Without it only refinement by this analysis looks for one, when those that are asked before it have
    /// nothing to learn from the one path that they look at.
    pub examination: Option<Duration>,
    /// Bounds of each query.
    pub query: Limits,
    /// The ladder of interpolation.
    pub interpolation: InterpolationOptions,
}

/// Bounds of the search for path invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathInvariants {
    /// They are looked for when a path visits some place so often.
    pub visits: u32,
    /// How long the search for those of one path program may take, up to the query that runs.
    pub time: Duration,
}

/// Whether covering by force is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedCovering {
    /// No.
    Off,
    /// With the states of the same location, oldest first.
    On,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            block: Block::Loops,
            merge: Merge::Join,
            feasibility: Feasibility::Branches,
            abstraction: AbstractionKind::Combined,
            regions: RegionKind::Diagrams,
            extraction: Extraction::Atoms,
            equalities: Equalities::Kept,
            facts: vec![Facts::Interpolants],
            path_invariants: PathInvariants { visits: 3, time: Duration::from_secs(2) },
            placement: Placement::Location,
            start: Start::Empty,
            restart: Restart::Pivot,
            strategy: Strategy::Predicates,
            forced_covering: ForcedCovering::Off,
            target_checks: None,
            examination: None,
            query: Limits { time: Some(Duration::from_secs(60)), memory: None },
            interpolation: InterpolationOptions::default(),
        }
    }
}

impl Options {
    /// What does not fit together.
    pub fn validate(&self) -> Result<(), String> {
        self.validate_facts()?;
        if (self.merge, self.block == Block::Never) == (Merge::Separate, false) {
            return Err("paths that stay apart are not abstracted: `predicate.merge=separate` needs `predicate.block=never`".to_owned());
        }
        match (self.block, self.strategy) {
            (Block::Never, Strategy::Predicates | Strategy::Labels | Strategy::LabelsAndPredicates) => {
                Err("refinement needs blocks that end: `predicate.block` must be edge, loops or loops-and-functions"
                    .to_owned())
            }
            // States of different iterations would be merged into one, whose paths go round.
            (Block::Never, Strategy::None) if self.merge == Merge::Join => Err(
                "one formula for all paths needs a bound of loops: choose `predicate.merge=separate`, or `algorithm=bounded`".to_owned(),
            ),
            (Block::Edge | Block::LoopsAndFunctions | Block::Loops, _) | (Block::Never, Strategy::None) => {
                Ok(())
            }
        }
    }

    /// Which facts may go with which strategy (figure 4.3). A label must hold in its state and the last must be false. Predicates may be anything, since the
    /// abstraction finds out what holds; but where nothing excludes the path, it would be found again.
    fn validate_facts(&self) -> Result<(), String> {
        let named = |fits: fn(Facts) -> bool| {
            let names = Facts::ALL.into_iter().filter(|&facts| fits(facts)).map(Facts::name);
            names.collect::<Vec<_>>().join(" or ")
        };
        if self.strategy.has_labels()
            && let Some(other) = self.facts.iter().find(|facts| !facts.hold() || !facts.exclude())
        {
            return Err(format!(
                "{} need not hold, and labels must: with this `predicate.strategy`, `predicate.facts` may be {}",
                other.name(),
                named(|facts| facts.hold() && facts.exclude()),
            ));
        }
        if self.strategy == Strategy::Predicates && !self.facts.iter().any(|facts| facts.exclude()) {
            return Err(format!(
                "{} alone need not exclude a path: `predicate.facts` must also have {}",
                self.facts.iter().map(|facts| facts.name()).collect::<Vec<_>>().join(" and "),
                named(Facts::exclude),
            ));
        }
        Ok(())
    }
}
