//! Exit statuses, after `sysexits.h` where it has one.

use property::Verdict;
use std::process::ExitCode;

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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Verdict(verdict) => verdict.exit_status(),
            Exit::ErrorReached => 1,
            Exit::Undecided => 2,
            Exit::Usage => 64,
            Exit::Input => 65,
            Exit::Bug => 70,
            Exit::Output => 74,
        })
    }
}
