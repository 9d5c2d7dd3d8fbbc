//! A verdict with its evidence.

use crate::execution::Execution;
use crate::incomplete::Incomplete;
use property::Verdict;

/// A verdict with its evidence.
#[derive(Clone, Debug)]
pub enum Finding {
    /// No execution violates the property.
    Proved(Proof),
    /// This execution violates it.
    Violated(Box<Execution>),
    /// It is not known, for this reason.
    Unknown(Incomplete),
}

/// What a proof consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// All paths ended or were covered, and none got to a target.
    AllPaths,
    /// Induction (Sheeran, Singh, Stålmarck, FMCAD 2000): no path within the bound gets to a
    /// target, nor does one that passes so many loop heads without.
    Induction {
        /// The bound.
        bound: u32,
    },
    /// The program has one execution, which ended without a violation.
    OnlyExecution,
}

impl Finding {
    /// The verdict without its evidence.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Proved(_) => Verdict::True,
            Self::Violated(execution) => Verdict::False(execution.violation.property.clone()),
            Self::Unknown(reason) => Verdict::Unknown(reason.to_string()),
        }
    }

    /// The execution that violates the property.
    pub fn execution(&self) -> Option<&Execution> {
        match self {
            Self::Violated(execution) => Some(execution),
            Self::Proved(_) | Self::Unknown(_) => None,
        }
    }
}

impl From<Incomplete> for Finding {
    fn from(reason: Incomplete) -> Self {
        Self::Unknown(reason)
    }
}
