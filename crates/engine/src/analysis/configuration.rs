//! Everything that can be chosen about a run, with types: what the options of the table and the presets write to.

use super::precision::PrecisionFiles;
use crate::solvers::SolverChoice;
use algorithms::{bmc, testing};
use cpa::{Order, Traversal};
use cpa_predicate::Options as Predicate;
use cpa_value::Options as Value;
use formula::Encoding;
use std::path::PathBuf;

/// The algorithm around the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Search and refinement in turn.
    Refinement,
    /// Growing bounds.
    Bounded,
    /// Executions with values by chance.
    Testing,
}

/// What states of a search with refinement know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Formulas.
    Predicate,
    /// Values of variables.
    Value,
    /// Values of variables, and formulas for what values cannot tell.
    ValueAndPredicate,
}

impl Domain {
    /// Whether states know formulas.
    pub fn has_predicates(self) -> bool {
        match self {
            Self::Predicate | Self::ValueAndPredicate => true,
            Self::Value => false,
        }
    }

    /// Whether states know values of variables.
    pub fn has_values(self) -> bool {
        match self {
            Self::Value | Self::ValueAndPredicate => true,
            Self::Predicate => false,
        }
    }
}

/// What is bounded in a search with bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The iterations of each loop.
    Loops,
    /// The edges of a path.
    PathLength,
}

/// Where induction has facts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invariants {
    /// Nowhere.
    None,
    /// The constants that variables can have.
    ValueSets,
}

/// A choice of everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The algorithm around the search.
    pub algorithm: Algorithm,
    /// What states know, where there is refinement.
    pub domain: Domain,
    /// The predicate analysis, where there is refinement.
    pub predicate: Predicate,
    /// The analysis of values.
    pub value: Value,
    /// The bounds, where there are some.
    pub bounded: bmc::Options,
    /// What they bound.
    pub bound: Bound,
    /// The executions, where the program is tested.
    pub testing: testing::Options,
    /// Facts for induction.
    pub invariants: Invariants,
    /// The theories that say what the program does.
    pub encoding: Encoding,
    /// Who answers queries.
    pub solver: SolverChoice,
    /// The order of the search.
    pub traversal: Traversal,
    /// Beyond so many activations of one function, refinement gives up.
    pub recursion: u32,
    /// Where sessions with solvers are written to, as scripts. This changes no answer.
    pub smt_log: Option<PathBuf>,
    /// Where predicates come from and go to. This changes no answer either.
    pub precision: PrecisionFiles,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::Refinement,
            domain: Domain::Predicate,
            predicate: Predicate::default(),
            value: Value::default(),
            bounded: bmc::Options::default(),
            bound: Bound::Loops,
            testing: testing::Options::default(),
            invariants: Invariants::ValueSets,
            encoding: Encoding::default(),
            solver: SolverChoice::Linked,
            traversal: Traversal::default(),
            recursion: 100,
            smt_log: None,
            precision: PrecisionFiles::default(),
        }
    }
}

impl Configuration {
    /// What does not fit together, and what would.
    pub fn validate(&self) -> Result<(), String> {
        let mut orders = self.traversal.lists().iter().flatten();
        if self.algorithm == Algorithm::Refinement && orders.any(|&order| order == Order::LoopIterationFirst)
        {
            // A search with refinement has no analysis of bounds, so all states would be equal.
            let fits = "`search.order` may have `loop-iteration-first` with `algorithm=bounded` only";
            return Err(format!("iterations of loops are not counted: {fits}"));
        }
        match (self.algorithm, self.domain) {
            (Algorithm::Refinement, Domain::Predicate) => self.predicate.validate(),
            (Algorithm::Refinement, Domain::Value) => self.value.validate(),
            (Algorithm::Refinement, Domain::ValueAndPredicate) => {
                self.value.validate()?;
                self.predicate.validate()?;
                // Labels decide by themselves whether a node covers another, and know nothing of its values.
                if self.predicate.strategy.has_labels() {
                    let fits = "`domain=value-and-predicate` needs `predicate.strategy=predicates`";
                    return Err(format!("labels do not go together with values: {fits}"));
                }
                Ok(())
            }
            (Algorithm::Bounded, _)
                if self.bound == Bound::PathLength && self.bounded.induction == bmc::Induction::On =>
            {
                let fits = "choose `bmc.bound=loops`, or `bmc.induction=off`";
                Err(format!("induction counts visits of loops, not edges: {fits}"))
            }
            (Algorithm::Bounded, _) => match self.bounded.last {
                Some(last) if last < self.bounded.first => Err(format!(
                    "the last bound is below the first: `bmc.last` must be at least {}",
                    self.bounded.first
                )),
                Some(_) | None => Ok(()),
            },
            (Algorithm::Testing, _) => Ok(()),
        }
    }
}
