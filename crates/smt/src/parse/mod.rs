//! The parser: SMT-LIB 2.7 terms and the commands that make a script.
//!
//! Two stages: text to s-expressions (without recursion), s-expressions to terms (the stack grows with the nesting).
//! Terms are built by the simplifying constructors, so what is read is in normal form. `let` makes sharing, definitions
//! are expanded. A bound variable whose name an enclosing definition mentions is renamed. In logics of reals alone an
//! integer literal may stand for a real; it is converted where the other arguments are reals.
//!
//! Refused with a position: sorts that are declared, datatypes, strings, `match`, and indices that do not fit.

mod script;
pub mod sexpr;
mod term;

#[cfg(test)]
mod tests;

pub use script::{Command, Script, parse_script};

use crate::sort::SortError;
use crate::term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::fmt;

/// Why a text is no term or script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// What is wrong: one sentence in lower case.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    pub(crate) fn sort(offset: usize, error: &SortError) -> Self {
        Self::new(offset, error.to_string())
    }

    /// Line and column of the error in the text that was parsed, from one.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = &text.as_bytes()[..self.offset.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        (line, before.len() - start + 1)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads one term over the symbols that the store has.
pub fn parse_term(terms: &mut Terms, text: &str) -> Result<TermId, ParseError> {
    one_term(terms, text, term::Scope::Store)
}

/// Reads one term over some symbols, under names that need not be those of the store: for files that outlive it.
pub fn parse_term_over(
    terms: &mut Terms,
    text: &str,
    names: &FxHashMap<String, SymbolId>,
) -> Result<TermId, ParseError> {
    one_term(terms, text, term::Scope::Names(names))
}

fn one_term(terms: &mut Terms, text: &str, scope: term::Scope<'_>) -> Result<TermId, ParseError> {
    let exprs = sexpr::read(text)?;
    let [root] = *exprs.roots else {
        return Err(ParseError::new(text.len(), "one term is expected"));
    };
    term::Elaborator::new(terms, &exprs, scope).term(root)
}
