//! What can go wrong with Z3 besides an answer that is unknown.

use smt::solver::{Failure, Reason, SolverError};
use std::fmt;
use std::path::PathBuf;

/// An error of loading or calling Z3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Z3Error {
    /// No library could be loaded.
    NotFound {
        /// What was tried, and why it failed.
        tried: Vec<String>,
    },
    /// A file is not a library of Z3 that can be used.
    Unloadable {
        /// The file.
        path: PathBuf,
        /// What the loader says.
        reason: String,
    },
    /// A call failed.
    Call {
        /// Z3's number of the error.
        code: u32,
        /// Z3's words.
        message: String,
    },
    /// A handle of one context was used with another. This is a mistake of ours that Z3 would not forgive.
    ForeignHandle,
    /// The thread that keeps limits could not be started.
    NoWatchdog(String),
    /// A term that the library cannot be given, and why.
    Unsupported(&'static str),
    /// Z3 returned something that has no counterpart in our terms.
    Untranslatable(String),
}

/// Z3's number for memory that was used up.
const OUT_OF_MEMORY: u32 = 7;

/// What Z3 says when it was stopped. It listens to Ctrl-C itself while it works, and nobody else hears that one then.
const STOPPED: &[&str] = &["interrupted from keyboard", "canceled"];

/// Z3's words for an answer that is unknown, where no limit of ours was met and we asked for no stop.
pub(crate) fn reason(words: String) -> Reason {
    if STOPPED.contains(&words.as_str()) { Reason::Interrupted } else { Reason::Incomplete(words) }
}

impl Z3Error {
    /// The error as a reason for an answer that is unknown.
    pub(crate) fn into_reason(self) -> Reason {
        match self {
            Self::Call { code: OUT_OF_MEMORY, .. } => Reason::Memory,
            Self::Call { message, .. } if STOPPED.contains(&message.as_str()) => Reason::Interrupted,
            Self::NotFound { .. }
            | Self::Unloadable { .. }
            | Self::Call { .. }
            | Self::ForeignHandle
            | Self::NoWatchdog(_)
            | Self::Unsupported(_)
            | Self::Untranslatable(_) => Reason::Incomplete(self.to_string()),
        }
    }
}

impl fmt::Display for Z3Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { tried } => write!(
                f,
                "no Z3 library could be loaded; set {} to libz3 (tried: {})",
                crate::ffi::VARIABLE,
                tried.join("; ")
            ),
            Self::Unloadable { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::Call { code, message } => write!(f, "Z3 reports error {code}: {message}"),
            Self::ForeignHandle => write!(f, "a handle of another Z3 context"),
            Self::NoWatchdog(reason) => write!(f, "no thread could be started that keeps limits: {reason}"),
            Self::Unsupported(reason) => write!(f, "{reason}"),
            Self::Untranslatable(what) => write!(f, "no term for what Z3 returned: {what}"),
        }
    }
}

impl std::error::Error for Z3Error {}

impl From<Z3Error> for SolverError {
    fn from(error: Z3Error) -> Self {
        let message = error.to_string();
        let failure = match error {
            Z3Error::NotFound { .. } | Z3Error::Unloadable { .. } => return Self::Absent(message),
            Z3Error::ForeignHandle => return Self::Broken(message),
            Z3Error::Call { .. } | Z3Error::Unsupported(_) => Failure::Refused,
            Z3Error::NoWatchdog(_) => Failure::Died,
            Z3Error::Untranslatable(_) => Failure::Unreadable,
        };
        Self::Failed { failure, message }
    }
}
