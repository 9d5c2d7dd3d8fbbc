//! Why a command could not be run and measured.
//!
//! The kinds differ in what the caller does: another command may work, the request has to be changed, the machine has to be changed, or we are at our wits' end.

use std::fmt;
use std::io;

/// Why a command could not be run and measured.
#[derive(Debug)]
pub enum Error {
    /// The command could not be started, for example since there is no such program. Other commands may work. The reference tool calls this `terminationreason=failed`.
    Start(String),
    /// The request makes no sense on any machine, or names what this machine does not have.
    Request(String),
    /// The machine lacks something that is needed: what, and how to get it.
    Machine(String),
    /// The sign to stop was given before the run began.
    Stopped,
    /// The operating system refused something that it should not have.
    System {
        /// What was to be done, as in "cannot …".
        what: String,
        /// What the system says.
        source: io::Error,
    },
}

impl Error {
    /// For use with `map_err`.
    pub(crate) fn system<E: Into<io::Error>>(what: impl Into<String>) -> impl FnOnce(E) -> Self {
        let what = what.into();
        move |source| Self::System { what, source: source.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(message) | Self::Request(message) | Self::Machine(message) => f.write_str(message),
            Self::Stopped => f.write_str("we were asked to stop"),
            Self::System { what, source } => write!(f, "cannot {what}: {source}"),
        }
    }
}

impl std::error::Error for Error {}
