//! Names of symbols on the wire.
//!
//! A solver has names of its own (`int2bv`, `root-obj`, `seq.len`), more than the standard, and a program may
//! have variables of these names. So each symbol gets a `$` in front, which no solver's names have. Names that
//! SMT-LIB can write but a solver may not read (control characters, letters beyond ASCII)
//! are replaced by a number. The names that this crate makes begin with `?`.

use smt::{SymbolId, Terms, print};
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

/// A text in which the names of symbols are as the store has them. Nothing, if a name is none that was sent.
pub(crate) fn unwired(terms: &Terms, text: &str) -> Option<String> {
    let is_end = |character: char| character.is_ascii_whitespace() || "()\"|;".contains(character);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '|' | '"' => rest[1..].find(first)? + 2,
            _ if is_end(first) => 1,
            _ => rest.find(is_end).unwrap_or(rest.len()),
        };
        let (token, tail) = rest.split_at(length);
        match token.trim_matches('|').strip_prefix('$') {
            Some(name) if first != '"' => out.push_str(&print::symbol(terms, symbol(terms, name)?)),
            Some(_) | None => out.push_str(token),
        }
        rest = tail;
    }
    Some(out)
}

/// The symbol that was sent with a name.
fn symbol(terms: &Terms, name: &str) -> Option<SymbolId> {
    match name.strip_prefix('#') {
        Some(digits) => terms.symbols().nth(digits.parse().ok()?),
        None => terms.lookup(name),
    }
}
