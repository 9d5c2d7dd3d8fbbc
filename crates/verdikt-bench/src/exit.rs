//! Exit statuses, after `sysexits.h` where it has one, and how messages are printed.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// Why the process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// What was asked for is done.
    Success,
    /// A result became worse, and that was asked for.
    Worse,
    /// Wrong arguments.
    Usage,
    /// Wrong input, already reported.
    Input,
    /// The machine lacks something, already reported.
    Machine,
    /// Something failed that should not, already reported.
    Failure,
    /// The output could not be written, already reported if possible.
    Output,
    /// We were asked to stop; what was measured is printed.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Worse => 1,
            Exit::Usage => 64,
            Exit::Input => 65,
            Exit::Machine => 69,
            Exit::Failure => 70,
            Exit::Output => 74,
            Exit::Interrupted => 130,
        })
    }
}

/// Prints a message that ends the command.
pub(crate) fn report_error(message: impl Display) {
    // Nobody is left to tell if even this cannot be written.
    let _ = writeln!(std::io::stderr(), "error: {message}");
}

/// Prints a message that a user of the results should know.
pub(crate) fn report_warning(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "warning: {message}");
}

/// Prints a message that nobody needs to act upon.
pub(crate) fn report_note(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "note: {message}");
}
