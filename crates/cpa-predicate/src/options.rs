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

/// What refinement learns from an infeasible path (dissertation, table 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facts {
    /// Interpolants between the blocks: they hold in turn along the path, and exclude it.
    Interpolants,
    /// Conditions that the blocks ask for about the states where they begin. They say what matters to the program and need not exclude the
    /// path, so they fit predicates only, where the abstraction finds out what holds.
    Conditions,
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

/// What refinement changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Nothing: a target that is found is reported.
    None,
    /// The precision; states that would become more precise are found anew (lazy abstraction).
    Predicates,
    /// The abstraction formulas of the states on the path (IMPACT).
    Labels,
}

/// The options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Where blocks end.
    pub block: Block,
    /// How abstractions are computed.
    pub abstraction: AbstractionKind,
    /// What their results are kept as.
    pub regions: RegionKind,
    /// Which predicates an interpolant gives.
    pub extraction: Extraction,
    /// Which facts are looked for, in this order, until some predicate is new.
    pub facts: Vec<Facts>,
    /// Where they are tracked.
    pub placement: Placement,
    /// What refinement changes.
    pub strategy: Strategy,
    /// Whether IMPACT tries to cover a state by force before it is expanded.
    pub forced_covering: ForcedCovering,
    /// Bounds of each query.
    pub query: Limits,
    /// The ladder of interpolation.
    pub interpolation: InterpolationOptions,
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
            abstraction: AbstractionKind::Combined,
            regions: RegionKind::Diagrams,
            extraction: Extraction::Atoms,
            facts: vec![Facts::Interpolants],
            placement: Placement::Location,
            strategy: Strategy::Predicates,
            forced_covering: ForcedCovering::Off,
            query: Limits { time: Some(Duration::from_secs(60)), memory: None },
            interpolation: InterpolationOptions::default(),
        }
    }
}

impl Options {
    /// What does not fit together.
    pub fn validate(&self) -> Result<(), String> {
        // Figure 4.3: a label must hold in its state, which only facts that hold along the path do.
        if self.strategy == Strategy::Labels && self.facts.contains(&Facts::Conditions) {
            return Err(
                "labels must hold: with `predicate.strategy=labels`, `predicate.facts` must be interpolants"
                    .to_owned(),
            );
        }
        if self.strategy == Strategy::Predicates && self.facts.first() == Some(&Facts::Conditions) {
            return Err(
                "conditions alone need not exclude a path: `predicate.facts` must begin with interpolants"
                    .to_owned(),
            );
        }
        match (self.block, self.strategy) {
            (Block::Never, Strategy::Predicates | Strategy::Labels) => {
                Err("refinement needs blocks that end: `predicate.block` must be edge, loops or loops-and-functions"
                    .to_owned())
            }
            (Block::Edge | Block::LoopsAndFunctions | Block::Loops, _) | (Block::Never, Strategy::None) => {
                Ok(())
            }
        }
    }
}
