//! Property files: `CHECK( init(main()), LTL(G ! call(reach_error())) )`, one or several of them.
//!
//! The grammar is the fragment of the competition's property language that has a meaning for sequential C programs:
//!
//! ```text
//! file    = { "CHECK" "(" "init" "(" name "(" ")" ")" "," "LTL" "(" formula ")" ")" }
//! formula = "G" [ "!" ] what | "F" "end"
//! what    = "call" "(" name "(" ")" ")" | "overflow" | "data-race" | "valid-deref" | ...
//! ```
//!
//! White space is free, and `//` and `#` begin comments. Everything else, also test-generation goals
//! (`COVER`), is refused with a position: a property that is only half understood must not be checked.

use source::{Diagnostic, FileId, SourceMap, Span};
use std::fmt;

#[cfg(test)]
mod tests;

/// One `CHECK`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The function where execution begins.
    pub entry: String,
    /// What must hold.
    pub formula: Formula,
    /// Where it is written; [`Span::NONE`] for a default.
    pub span: Span,
}

/// What must hold on every execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// The function is never called.
    Unreachable(String),
    /// Every `free` is of a live heap object.
    ValidFree,
    /// Every access is inside a live object.
    ValidDeref,
    /// No heap object is lost: each is freed or still pointed to.
    ValidMemtrack,
    /// Every heap object is freed at the end.
    ValidMemcleanup,
    /// No signed integer operation overflows.
    NoOverflow,
    /// Every execution ends.
    Termination,
    /// No undefined behaviour.
    DefBehavior,
    /// No data race.
    NoDataRace,
}

impl Formula {
    /// The function whose calls it is about.
    pub fn function(&self) -> Option<&str> {
        match self {
            Self::Unreachable(function) => Some(function),
            Self::ValidFree
            | Self::ValidDeref
            | Self::ValidMemtrack
            | Self::ValidMemcleanup
            | Self::NoOverflow
            | Self::Termination
            | Self::DefBehavior
            | Self::NoDataRace => None,
        }
    }

    /// The community's short name, as in `FALSE(unreach-call)`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreach-call",
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoOverflow => "no-overflow",
            Self::Termination => "termination",
            Self::DefBehavior => "def-behavior",
            Self::NoDataRace => "no-data-race",
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(function) => write!(f, "G ! call({function}())"),
            Self::NoOverflow => f.write_str("G ! overflow"),
            Self::NoDataRace => f.write_str("G ! data-race"),
            Self::Termination => f.write_str("F end"),
            Self::ValidFree
            | Self::ValidDeref
            | Self::ValidMemtrack
            | Self::ValidMemcleanup
            | Self::DefBehavior => write!(f, "G {}", self.name()),
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CHECK( init({}()), LTL({}) )", self.entry, self.formula)
    }
}

/// Formulas of the form `G name` and `G ! name`.
const GLOBALLY: &[(&str, Formula)] = &[
    ("def-behavior", Formula::DefBehavior),
    ("valid-deref", Formula::ValidDeref),
    ("valid-free", Formula::ValidFree),
    ("valid-memcleanup", Formula::ValidMemcleanup),
    ("valid-memtrack", Formula::ValidMemtrack),
];
const GLOBALLY_NOT: &[(&str, Formula)] =
    &[("data-race", Formula::NoDataRace), ("overflow", Formula::NoOverflow)];

/// Reads a property file. An error means that nothing of it may be used.
pub fn parse(map: &SourceMap, file: FileId) -> Result<Vec<Check>, Diagnostic> {
    let mut parser = Parser { text: map.text(file), at: 0, base: map.start(file) };
    let mut checks = Vec::new();
    loop {
        let token = parser.next();
        match token.text {
            "" if checks.is_empty() => {
                return Err(parser.error("E0521", token, "the property file has no `CHECK`"));
            }
            "" => return Ok(checks),
            "CHECK" => checks.push(parser.check(token)?),
            "COVER" => {
                return Err(parser
                    .error("E0522", token, "test-generation goals (`COVER`) are not supported")
                    .with_note("write `CHECK( init(main()), LTL(...) )`"));
            }
            _ => return Err(parser.expected(token, "`CHECK`")),
        }
    }
}

/// A word or a single punctuation character; empty at the end of the text.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    at: usize,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    base: u32,
}

impl<'a> Parser<'a> {
    fn check(&mut self, first: Token<'a>) -> Result<Check, Diagnostic> {
        for word in ["(", "init", "("] {
            self.expect(word)?;
        }
        let entry = self.function()?;
        for word in [")", ",", "LTL", "("] {
            self.expect(word)?;
        }
        let formula = self.formula()?;
        self.expect(")")?;
        let last = self.expect(")")?;
        Ok(Check { entry, formula, span: self.span(first).to(self.span(last)) })
    }

    fn formula(&mut self) -> Result<Formula, Diagnostic> {
        let operator = self.next();
        match operator.text {
            "F" => self.expect("end").map(|_| Formula::Termination),
            "G" => {
                let next = self.next();
                if next.text == "!" { self.globally_not() } else { self.known(GLOBALLY, next, "after `G`") }
            }
            _ => Err(self.expected(operator, "`G` or `F`")),
        }
    }

    fn globally_not(&mut self) -> Result<Formula, Diagnostic> {
        let what = self.next();
        if what.text != "call" {
            return self.known(GLOBALLY_NOT, what, "after `G !`");
        }
        self.expect("(")?;
        let function = self.function()?;
        self.expect(")")?;
        Ok(Formula::Unreachable(function))
    }

    fn known(&self, table: &[(&str, Formula)], token: Token<'a>, place: &str) -> Result<Formula, Diagnostic> {
        if let Some((_, formula)) = table.iter().find(|(name, _)| *name == token.text) {
            return Ok(formula.clone());
        }
        let names: Vec<String> = table.iter().map(|(name, _)| format!("`{name}`")).collect();
        let shown = if token.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", token.text) };
        Err(self
            .error("E0522", token, format!("{shown} is not a property that is known {place}"))
            .with_note(format!("known are {}, and `G ! call(f())`, `F end`", names.join(", "))))
    }

    /// `name()`
    fn function(&mut self) -> Result<String, Diagnostic> {
        let name = self.next();
        if !name.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$') {
            return Err(self.expected(name, "the name of a function"));
        }
        self.expect("(")?;
        self.expect(")")?;
        Ok(name.text.to_owned())
    }

    fn expect(&mut self, word: &str) -> Result<Token<'a>, Diagnostic> {
        let token = self.next();
        if token.text == word { Ok(token) } else { Err(self.expected(token, &format!("`{word}`"))) }
    }

    fn next(&mut self) -> Token<'a> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
        let length = match rest.find(|c| !is_word(c)) {
            Some(0) => rest.chars().next().map_or(0, char::len_utf8),
            Some(end) => end,
            None => rest.len(),
        };
        let token = Token { text: &rest[..length], at: self.at };
        self.at += length;
        token
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') && !trimmed.starts_with("//") {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn expected(&self, token: Token<'a>, what: &str) -> Diagnostic {
        let found = match token.text {
            "" => "the end of the file".to_owned(),
            text => format!("`{text}`"),
        };
        self.error("E0520", token, format!("expected {what}, found {found}"))
    }

    fn error(&self, code: &'static str, token: Token<'a>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span(token), message)
    }

    fn span(&self, token: Token<'a>) -> Span {
        let lo = self.base + token.at as u32;
        Span::new(lo, lo + token.text.len() as u32)
    }
}
