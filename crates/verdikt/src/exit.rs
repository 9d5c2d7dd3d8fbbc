//! Exit statuses, after `sysexits.h` where it has one.

use property::Verdict;

/// Why the process ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// What was asked for is done.
    Success,
    /// `verify` gave this answer.
    Verdict(Verdict),
    /// `run` executed an error: undefined behaviour, `abort`, an error function.
    ErrorReached,
    /// `run` came to no end: a limit, an unsupported construct, a failed assumption.
    Undecided,
    /// Wrong arguments.
    Usage,
    /// Wrong input, already reported.
    Input,
    /// A bug of ours, already reported.
    Bug,
    /// Standard output could not be written, already reported.
    Output,
}

/// The status of a process that was interrupted twice and did not answer: what shells say of a process that a SIGINT ended.
pub(crate) const INTERRUPTED: u8 = 130;

impl Exit {
    /// The status that the system is told.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Verdict(verdict) => verdict.exit_status(),
            Self::ErrorReached => 1,
            Self::Undecided => 2,
            Self::Usage => 64,
            Self::Input => 65,
            Self::Bug => 70,
            Self::Output => 74,
        }
    }
}
