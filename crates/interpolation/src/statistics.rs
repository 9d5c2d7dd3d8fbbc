//! Counts of what each strategy did. An interpolation that fails is an event that can be observed, not a crash.

use crate::error::Failure;
use crate::options::Strategy;
use smt::solver::{Failure as SolverFailure, SolverError};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What became of one strategy's attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RungStatistics {
    /// How often it was tried.
    pub tried: u64,
    /// How often its result passed the checker.
    pub succeeded: u64,
    /// How often no back end had what it needs, or the trace was outside of what it treats.
    pub refused: u64,
    /// How often a solver did not decide in time.
    pub undecided: u64,
    /// How often it had no result for another reason.
    pub failed: u64,
    /// How often a solver broke.
    pub broken: u64,
    /// How often the checker rejected its result.
    pub rejected: u64,
    /// Time spent in it, the checker included. It is not printed, because output is the same for the same input.
    pub time: Duration,
}

impl RungStatistics {
    pub(crate) fn count(&mut self, outcome: Result<(), &Failure>) {
        self.tried += 1;
        let counter = match outcome {
            Ok(()) => &mut self.succeeded,
            Err(
                Failure::Lacks(_)
                | Failure::Outside(_)
                | Failure::Solver(SolverError::Failed { failure: SolverFailure::Refused, .. }),
            ) => &mut self.refused,
            Err(Failure::Undecided(_)) => &mut self.undecided,
            Err(Failure::Nothing(_) | Failure::Feasible) => &mut self.failed,
            Err(Failure::Solver(_)) => &mut self.broken,
            Err(Failure::Rejected(_)) => &mut self.rejected,
        };
        *counter += 1;
    }
}

/// Counts of an interpolator.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Sequences asked for.
    pub sequences: u64,
    /// Of these, with no result.
    pub failures: u64,
    /// What each strategy did.
    pub rungs: BTreeMap<Strategy, RungStatistics>,
    /// The strategy of the last sequence, if it has a result.
    pub last: Option<Strategy>,
    /// Steps that the checker looked at.
    pub steps: u64,
    /// Of these, such that needed no query because the fact was there already.
    pub trivial_steps: u64,
    /// Of these, such that were a renaming of a step before.
    pub repeated_steps: u64,
    /// Of these, such that rewriting decided because the solver did not.
    pub rewritten_steps: u64,
    /// How often facts were found that were taken only for want of better ones, and a strategy tried to find these.
    pub improvements_tried: u64,
    /// How often it found them.
    pub improvements: u64,
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sequences {}, failed {}", self.sequences, self.failures)?;
        writeln!(
            f,
            "steps {}, trivial {}, repeated {}, rewritten {}",
            self.steps, self.trivial_steps, self.repeated_steps, self.rewritten_steps
        )?;
        writeln!(f, "improvements tried {}, found {}", self.improvements_tried, self.improvements)?;
        for (strategy, rung) in &self.rungs {
            writeln!(
                f,
                "{strategy}: tried {}, succeeded {}, refused {}, undecided {}, failed {}, broken {}, rejected {}",
                rung.tried,
                rung.succeeded,
                rung.refused,
                rung.undecided,
                rung.failed,
                rung.broken,
                rung.rejected
            )?;
        }
        Ok(())
    }
}
