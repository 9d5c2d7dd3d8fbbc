//! Why nothing is known: each reason as a value, with one text.
//!
//! Whoever decides by a reason (a sequential portfolio, a benchmark, an exit status) matches on the
//! value and never compares sentences. Errors of the layers below become reasons here, by whose
//! fault it is: a term that is not well-sorted, or a request that a solver's interface forbids, is
//! a bug of ours and never a mere "unknown".

use limits::Exhausted;
use smt::SortError;
use smt::solver::{Reason, SolverError};
use std::fmt;

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incomplete {
    /// A limit of the run was met, or somebody asked for a stop.
    Limit(Exhausted),
    /// The share of the work that a stage of a sequential portfolio had was done.
    Share,
    /// A solver did not decide a query.
    Undecided(Reason),
    /// There is no solver that can be used.
    NoSolver(String),
    /// A solver failed in the middle of the run.
    SolverFailed(String),
    /// A path gets to what is not supported; the features of the program that are not, if they are
    /// known.
    Unsupported(Vec<String>),
    /// An analysis came to its end without a verdict.
    Open {
        /// What it was doing.
        phase: Phase,
        /// Why it could not go on.
        detail: String,
    },
    /// A path to a violation was found, and no execution takes it, for this reason.
    Unconfirmed {
        /// Why.
        detail: String,
        /// Whether the search went on for other paths.
        search: Search,
    },
    /// Each stage of a sequential portfolio, and why it did not know.
    Stages(Vec<(String, Incomplete)>),
    /// Several reasons together.
    Several(Vec<Incomplete>),
    /// A bug of ours.
    Internal(String),
}

/// What was going on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The parts of the analysis were put together.
    Setup,
    /// A search for reachable states.
    Search,
    /// A spurious counterexample was to be excluded.
    Refinement,
    /// A search within a bound.
    Bounded,
    /// A step case of induction, or its auxiliary invariants.
    Induction,
    /// Executions with values that were drawn at random.
    Testing,
}

/// What a search did after a path that no execution takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// It ended.
    Ended,
    /// It went on, and found no other path that is confirmed.
    WentOn,
}

/// So many features are named.
const NAMED: usize = 3;

impl Incomplete {
    /// An analysis came to its end without a verdict.
    pub fn open(phase: Phase, detail: impl Into<String>) -> Self {
        Self::Open { phase, detail: detail.into() }
    }

    /// A bug of ours.
    pub fn internal(what: impl Into<String>) -> Self {
        Self::Internal(what.into())
    }

    /// Whether it is a bug of ours, or one of its parts is.
    pub fn is_internal(&self) -> bool {
        match self {
            Self::Internal(_) => true,
            Self::Several(reasons) => reasons.iter().any(Self::is_internal),
            Self::Stages(stages) => stages.iter().any(|(_, reason)| reason.is_internal()),
            Self::Limit(_)
            | Self::Share
            | Self::Undecided(_)
            | Self::NoSolver(_)
            | Self::SolverFailed(_)
            | Self::Unsupported(_)
            | Self::Open { .. }
            | Self::Unconfirmed { .. } => false,
        }
    }

    /// One reason of several.
    pub fn of_all(mut reasons: Vec<Self>) -> Option<Self> {
        match reasons.len() {
            0 => None,
            1 => reasons.pop(),
            _ => Some(Self::Several(reasons)),
        }
    }

    /// A word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Limit(Exhausted::Interrupted) => "interrupted",
            Self::Limit(Exhausted::Time) => "time-limit",
            Self::Limit(Exhausted::Memory) => "memory-limit",
            Self::Share => "share",
            Self::Undecided(_) => "solver-undecided",
            Self::NoSolver(_) => "no-solver",
            Self::SolverFailed(_) => "solver-failed",
            Self::Unsupported(_) => "unsupported",
            Self::Open { .. } => "open",
            Self::Unconfirmed { .. } => "unconfirmed",
            Self::Stages(_) | Self::Several(_) => "several",
            Self::Internal(_) => "internal",
        }
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(exhausted) => exhausted.fmt(f),
            Self::Share => f.write_str("its share of the time was over"),
            Self::Undecided(reason) => write!(f, "the solver did not decide a query: {reason}"),
            Self::NoSolver(reason) => write!(f, "no solver: {reason}"),
            Self::SolverFailed(reason) => f.write_str(reason),
            Self::Unsupported(features) => {
                f.write_str("the program does something that is not supported")?;
                let mut separator = ": ";
                for feature in features.iter().take(NAMED) {
                    write!(f, "{separator}{feature}")?;
                    separator = " or ";
                }
                match features.len().saturating_sub(NAMED) {
                    0 => Ok(()),
                    rest => write!(f, " or {rest} others"),
                }
            }
            Self::Open { detail, .. } => f.write_str(detail),
            Self::Unconfirmed { detail, search: Search::Ended } => {
                write!(f, "counterexample not confirmed: {detail}")
            }
            Self::Unconfirmed { detail, search: Search::WentOn } => {
                write!(f, "a path to a violation was found but not confirmed: {detail}")
            }
            Self::Stages(stages) => {
                for (position, (name, reason)) in stages.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "; " };
                    write!(f, "{separator}{name}: {reason}")?;
                }
                Ok(())
            }
            Self::Several(reasons) => {
                for (position, reason) in reasons.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "; " };
                    write!(f, "{separator}{reason}")?;
                }
                Ok(())
            }
            Self::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl From<Exhausted> for Incomplete {
    fn from(exhausted: Exhausted) -> Self {
        Self::Limit(exhausted)
    }
}

impl From<Reason> for Incomplete {
    fn from(reason: Reason) -> Self {
        Self::Undecided(reason)
    }
}

impl From<SortError> for Incomplete {
    fn from(error: SortError) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<SolverError> for Incomplete {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::NothingToPop | SolverError::NoSuchResult | SolverError::NotFormula(_) => {
                Self::internal(error.to_string())
            }
            SolverError::Unsupported { .. } | SolverError::Absent(_) => Self::NoSolver(error.to_string()),
            SolverError::Broken(_) | SolverError::Failed { .. } => Self::SolverFailed(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_one_text() {
        let features = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let stages = vec![
            ("bmc".to_owned(), Incomplete::Limit(Exhausted::Time)),
            ("value".to_owned(), Incomplete::open(Phase::Search, "nothing is tracked")),
        ];
        for (reason, text) in [
            (Incomplete::Undecided(Reason::Memory), "the solver did not decide a query: memory limit"),
            (Incomplete::Unsupported(Vec::new()), "the program does something that is not supported"),
            (
                Incomplete::Unsupported(features),
                "the program does something that is not supported: a or b or c or 2 others",
            ),
            (Incomplete::Stages(stages), "bmc: time limit; value: nothing is tracked"),
            (
                Incomplete::from(SortError::ArrayIndex),
                "internal error: arrays indexed by arrays are not supported",
            ),
        ] {
            assert_eq!(reason.to_string(), text);
        }
    }

    #[test]
    fn a_bug_stays_one_among_other_reasons() {
        let bug = Incomplete::from(SolverError::NoSuchResult);
        let limit = Incomplete::Limit(Exhausted::Time);
        assert!(bug.is_internal() && !limit.is_internal());
        let several = Incomplete::of_all(vec![limit.clone(), bug.clone()]);
        assert!(several.is_some_and(|several| several.is_internal()));
        assert!(Incomplete::Stages(vec![("bmc".to_owned(), bug)]).is_internal());
        assert_eq!(Incomplete::of_all(vec![limit.clone()]), Some(limit));
        assert_eq!(Incomplete::of_all(Vec::new()), None);
        let absent = Incomplete::from(SolverError::Absent("it is not installed".to_owned()));
        assert!(!absent.is_internal());
    }
}
