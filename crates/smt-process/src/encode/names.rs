//! Names of symbols on the wire.
//!
//! A solver has names of its own (`int2bv`, `root-obj`, `seq.len`), more than the standard, and a program may
//! have variables of these names. So each symbol gets a `$` in front, which no solver's names have. Names that
//! SMT-LIB can write but a solver may not read (control characters, letters beyond ASCII)
//! are replaced by a number. The names that this crate makes begin with `?`.

use smt::{SymbolId, Terms};
use std::fmt::Write as _;

/// The name of a symbol as it is sent.
pub(crate) fn wire(terms: &Terms, symbol: SymbolId, out: &mut String) {
    let name = terms.symbol_name(symbol);
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(character);
    let is_safe = |character: char| matches!(character, ' '..='~') && !matches!(character, '|' | '\\');
    if name.chars().all(is_plain) {
        let _ = write!(out, "${name}");
    } else if name.chars().all(is_safe) && !name.starts_with('#') {
        let _ = write!(out, "|${name}|");
    } else {
        let _ = write!(out, "|$#{}|", symbol.0);
    }
}
