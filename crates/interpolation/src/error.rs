//! Why there are no interpolants, in three levels: what is wrong with a sequence ([`Defect`]), what became of a
//! strategy ([`Failure`]), and what the caller gets ([`InterpolationError`]).

use crate::options::Strategy;
use smt::solver::{Reason, Service, SolverError};
use smt::{SymbolId, TermId};
use std::fmt;

/// What the checker found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defect {
    /// The sequence has not one fact more than the trace has formulas.
    Length {
        /// How many facts there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A fact is not a formula.
    NotFormula(usize),
    /// The first fact is not `true`.
    First,
    /// The last fact is not `false`.
    Last,
    /// The fact at a position mentions a symbol that does not occur both before and behind it.
    Vocabulary {
        /// Which fact.
        position: usize,
        /// The symbol.
        symbol: SymbolId,
    },
    /// The fact at a position has a quantifier, and the trace has none.
    Quantifier(usize),
    /// The fact at a position does not follow from its predecessor and the formula between.
    Step(usize),
    /// Whether the fact at a position follows was not decided.
    Undecided {
        /// Which fact.
        position: usize,
        /// Why not.
        reason: Reason,
    },
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => write!(f, "{found} facts instead of {expected}"),
            Self::NotFormula(position) => write!(f, "fact {position} is not a formula"),
            Self::First => write!(f, "the first fact is not true"),
            Self::Last => write!(f, "the last fact is not false"),
            Self::Vocabulary { position, symbol } => {
                write!(f, "fact {position} mentions {symbol}, which is not shared there")
            }
            Self::Quantifier(position) => write!(f, "fact {position} is quantified"),
            Self::Step(position) => write!(f, "fact {position} does not follow"),
            Self::Undecided { position, reason } => {
                write!(f, "whether fact {position} follows is undecided: {reason:?}")
            }
        }
    }
}

/// What became of a strategy that has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No back end has these services.
    Lacks(Vec<Service>),
    /// The strategy does not know what to do with something in the trace, and says with what.
    Outside(String),
    /// A solver did not decide within its limits.
    Undecided(Reason),
    /// The strategy found no sequence, and says why.
    Nothing(String),
    /// A solver broke or refused.
    Solver(SolverError),
    /// The checker rejected the result.
    Rejected(Defect),
    /// A solver found a model of the trace.
    Feasible,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(services) => write!(f, "no back end has {services:?}"),
            Self::Outside(what) => write!(f, "cannot treat {what}"),
            Self::Undecided(reason) => write!(f, "undecided: {reason:?}"),
            Self::Nothing(why) => write!(f, "{why}"),
            Self::Solver(error) => write!(f, "{error}"),
            Self::Rejected(defect) => write!(f, "rejected: {defect}"),
            Self::Feasible => write!(f, "the trace has a model"),
        }
    }
}

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Self {
        Self::Solver(error)
    }
}

/// Why the caller gets no interpolants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InterpolationError {
    /// Something in the trace is not a formula.
    NotFormula(TermId),
    /// The trace has a model, so there are no interpolants.
    Feasible,
    /// Somebody interrupted it.
    Interrupted,
    /// No strategy has a result; what each said, in the order in which they were tried.
    Exhausted(Vec<(Strategy, Failure)>),
}

impl fmt::Display for InterpolationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFormula(term) => write!(f, "{term} is not a formula"),
            Self::Feasible => write!(f, "the trace has a model"),
            Self::Interrupted => write!(f, "interrupted"),
            Self::Exhausted(failures) => {
                write!(f, "no strategy has interpolants")?;
                failures.iter().try_for_each(|(strategy, failure)| write!(f, "; {strategy}: {failure}"))
            }
        }
    }
}

impl std::error::Error for InterpolationError {}
