//! What can be chosen: which strategies in which order, and how long each may take.

use smt::solver::Limits;
use std::fmt;
use std::time::Duration;

/// A way to interpolants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strategy {
    /// Core, strongest postconditions and weakest preconditions: [`newton`](crate::newton).
    Newton,
    /// Preconditions of one path at a time, as models show them: [`paths`](crate::paths).
    Paths,
    /// Horn clauses: [`spacer`](crate::spacer).
    Spacer,
    /// Integers instead of bit-vectors: [`linear`](crate::linear).
    Linear,
    /// The solver's own: [`native`](crate::native).
    Native,
    /// Weakest preconditions of everything: [`weakest`](crate::weakest).
    Weakest,
}

impl Strategy {
    /// All, in the order in which they are tried by default.
    pub const ALL: [Self; 6] =
        [Self::Newton, Self::Paths, Self::Spacer, Self::Linear, Self::Native, Self::Weakest];

    /// The name, as options and statistics write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Newton => "newton",
            Self::Paths => "paths",
            Self::Spacer => "spacer",
            Self::Linear => "linear",
            Self::Native => "native",
            Self::Weakest => "weakest",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether facts may have quantifiers where the trace has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifiers {
    /// A fact with a quantifier is rejected.
    Refuse,
    /// It is as good as another.
    Accept,
}

/// All that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The strategies, in the order in which they are tried. One that is not listed is not tried.
    pub order: Vec<Strategy>,
    /// How long one strategy may take in all, the checker included. It is looked at between steps, each of which has bounds of its own.
    pub strategy: Option<Duration>,
    /// Bounds of each query of the checker. A query that is not decided rejects the sequence.
    pub check: Limits,
    /// Bounds of the first attempt at such a query. After it, normal forms are tried, which decide some products that solvers do not.
    pub check_first: Limits,
    /// Bounds of the query for an unsatisfiable core.
    pub core: Limits,
    /// Queries that may be spent on a smaller core: each asks whether a part of the core is enough. Greedy minimisation
    /// of long traces takes longer than all the rest.
    pub shrink_queries: u32,
    /// Bounds of each of these queries.
    pub shrink: Limits,
    /// Bounds of each elimination of quantifiers by a solver.
    pub eliminate: Limits,
    /// Disjunctions are taken apart into at most so many cases when a variable is eliminated.
    pub cases: u32,
    /// With more disjunctions than this in a trace, paths are tried before everything else.
    pub choices: usize,
    /// How many paths through one formula may be refuted one by one.
    pub paths: u32,
    /// Bounds of the solution of Horn clauses.
    pub horn: Limits,
    /// Bounds of a solver's own interpolation.
    pub native: Limits,
    /// Whether facts may have quantifiers.
    pub quantifiers: Quantifiers,
    /// Facts with more different atoms than this, for each formula that is different from the others up to indices, are taken only
    /// if the strategies of `improve` find none with fewer. Facts that differ in each round of a loop make an abstraction unroll it.
    pub atoms_per_formula: usize,
    /// The strategies that are tried then.
    pub improve: Vec<Strategy>,
}

impl Default for Options {
    fn default() -> Self {
        let milliseconds = |time| Limits { time: Some(Duration::from_millis(time)), memory: None };
        Self {
            order: Strategy::ALL.to_vec(),
            strategy: Some(Duration::from_secs(5)),
            check: milliseconds(5_000),
            check_first: milliseconds(100),
            core: milliseconds(10_000),
            shrink_queries: 4,
            shrink: milliseconds(250),
            eliminate: milliseconds(200),
            cases: 32,
            choices: 8,
            paths: 256,
            horn: milliseconds(5_000),
            native: milliseconds(5_000),
            quantifiers: Quantifiers::Refuse,
            atoms_per_formula: 3,
            improve: vec![Strategy::Linear],
        }
    }
}
