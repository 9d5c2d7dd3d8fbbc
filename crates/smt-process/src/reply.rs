//! What a solver said between two markers, and what that means. Nothing is skipped silently: besides `success`, each expression must be expected.

use smt::parse::sexpr::{self, ExprId, Exprs};
use smt::solver::{Failure, Reason, SolverError};

/// Why a request has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// A bound was met.
    Undecided(Reason),
    /// The back end failed.
    Failed(SolverError),
}

impl Trouble {
    pub(crate) fn failed(failure: Failure, message: impl Into<String>) -> Self {
        Self::Failed(SolverError::Failed { failure, message: message.into() })
    }

    /// The error for a request that is no query, where a bound is no answer.
    pub(crate) fn into_error(self) -> SolverError {
        match self {
            Self::Failed(error) => error,
            Self::Undecided(reason) => SolverError::Failed {
                failure: Failure::Silent,
                message: match reason {
                    Reason::Time => "the time for this request was up".to_owned(),
                    Reason::Memory => "the memory was used up".to_owned(),
                    Reason::Interrupted => "it was interrupted".to_owned(),
                    Reason::Incomplete(text) => text,
                },
            },
        }
    }
}

/// Reads an answer and looks for complaints. The expressions that remain are the results.
pub(crate) fn read(text: &str) -> Result<(Exprs<'_>, Vec<ExprId>), Trouble> {
    let exprs = sexpr::read(text).map_err(|_| unreadable(text))?;
    let mut results = Vec::new();
    for &root in &exprs.roots {
        match (exprs.word(root), exprs.list(root)) {
            (Some("success"), _) => {}
            (Some("unsupported"), _) => return Err(Trouble::failed(Failure::Refused, "`unsupported`")),
            (_, Some([head, rest @ ..])) if exprs.word(*head) == Some("error") => {
                let message: Vec<&str> = rest.iter().map(|&part| exprs.text(part)).collect();
                return Err(complaint(&message.join(" ")));
            }
            (_, _) => results.push(root),
        }
    }
    Ok((exprs, results))
}

/// Reads an answer that is one expression.
pub(crate) fn read_one(text: &str) -> Result<(Exprs<'_>, ExprId), Trouble> {
    let (exprs, results) = read(text)?;
    match *results {
        [one] => Ok((exprs, one)),
        [..] => Err(unreadable(text)),
    }
}

/// What an error message of a solver means.
pub(crate) fn complaint(message: &str) -> Trouble {
    if is_about_memory(message) {
        Trouble::Undecided(Reason::Memory)
    } else {
        Trouble::failed(Failure::Refused, shortened(message.trim_matches('"')))
    }
}

/// Whether a message says that memory was used up.
pub(crate) fn is_about_memory(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    ["out of memory", "memout", "bad_alloc", "memory exhausted", "memoryerror"]
        .iter()
        .any(|phrase| message.contains(phrase))
}

/// The reason for `unknown` as the solver names it.
pub(crate) fn reason(message: &str) -> Reason {
    let lower = message.to_ascii_lowercase();
    if is_about_memory(&lower) {
        Reason::Memory
    } else if ["timeout", "canceled", "cancelled", "resourceout"].iter().any(|word| lower.contains(word)) {
        Reason::Time
    } else {
        Reason::Incomplete(shortened(message))
    }
}

/// The error for an answer that nobody expects.
pub(crate) fn unreadable(text: &str) -> Trouble {
    Trouble::failed(Failure::Unreadable, format!("`{}`", shortened(text.trim())))
}

/// The beginning of a text, for messages.
pub(crate) fn shortened(text: &str) -> String {
    const KEPT: usize = 300;
    match text.char_indices().nth(KEPT) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}
