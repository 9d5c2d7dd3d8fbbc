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

use crate::assertion;
use crate::observer::ObserverAutomaton;
use crate::words::{Token, Words};
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
    /// No assertion fails, and no error function is called: [`crate::assertion`].
    Assertions,
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
    /// The calls of the program keep to a protocol.
    Observer(ObserverAutomaton),
}

impl Formula {
    /// The functions whose calls it is about.
    pub fn functions(&self) -> Vec<&str> {
        match self {
            Self::Unreachable(function) => vec![function],
            Self::Assertions => assertion::violations().map(|(function, _)| function).collect(),
            Self::Observer(automaton) => automaton.functions(),
            Self::ValidFree
            | Self::ValidDeref
            | Self::ValidMemtrack
            | Self::ValidMemcleanup
            | Self::NoOverflow
            | Self::Termination
            | Self::DefBehavior
            | Self::NoDataRace => Vec::new(),
        }
    }

    /// The community's short name, as in `FALSE(unreach-call)`; an automaton has its own.
    pub fn name(&self) -> &str {
        match self {
            Self::Unreachable(_) => "unreach-call",
            Self::Assertions => assertion::NAME,
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoOverflow => "no-overflow",
            Self::Termination => "termination",
            Self::DefBehavior => "def-behavior",
            Self::NoDataRace => "no-data-race",
            Self::Observer(automaton) => &automaton.name,
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(function) => write!(f, "G ! call({function}())"),
            Self::Assertions => f.write_str("no assertion fails, and no error function is called"),
            Self::NoOverflow => f.write_str("G ! overflow"),
            Self::NoDataRace => f.write_str("G ! data-race"),
            Self::Termination => f.write_str("F end"),
            Self::Observer(automaton) => write!(f, "automaton {}", automaton.name),
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
        if let Formula::Observer(_) | Formula::Assertions = self.formula {
            return write!(f, "{}, from {}()", self.formula, self.entry);
        }
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

/// What begins a comment.
const COMMENTS: &[&str] = &["#", "//"];

/// Reads a property file. An error means that nothing of it may be used.
pub fn parse(map: &SourceMap, file: FileId) -> Result<Vec<Check>, Diagnostic> {
    let mut parser = Parser { words: Words::new(map, file, COMMENTS) };
    let mut checks = Vec::new();
    loop {
        let token = parser.words.next();
        match token.text {
            "" if checks.is_empty() => {
                return Err(parser.words.error("E0521", token, "the property file has no `CHECK`"));
            }
            "" => return Ok(checks),
            "CHECK" => checks.push(parser.check(token)?),
            "COVER" => {
                return Err(parser
                    .words
                    .error("E0522", token, "test-generation goals (`COVER`) are not supported")
                    .with_note("write `CHECK( init(main()), LTL(...) )`"));
            }
            _ => return Err(parser.words.expected(token, "`CHECK`")),
        }
    }
}

struct Parser<'a> {
    words: Words<'a>,
}

impl<'a> Parser<'a> {
    fn check(&mut self, first: Token<'a>) -> Result<Check, Diagnostic> {
        for word in ["(", "init", "("] {
            self.words.expect(word)?;
        }
        let entry = self.words.call()?;
        for word in [")", ",", "LTL", "("] {
            self.words.expect(word)?;
        }
        let formula = self.formula()?;
        self.words.expect(")")?;
        let last = self.words.expect(")")?;
        Ok(Check { entry, formula, span: self.words.span(first).to(self.words.span(last)) })
    }

    fn formula(&mut self) -> Result<Formula, Diagnostic> {
        let operator = self.words.next();
        match operator.text {
            "F" => self.words.expect("end").map(|_| Formula::Termination),
            "G" => {
                let next = self.words.next();
                if next.text == "!" { self.globally_not() } else { self.known(GLOBALLY, next, "after `G`") }
            }
            _ => Err(self.words.expected(operator, "`G` or `F`")),
        }
    }

    fn globally_not(&mut self) -> Result<Formula, Diagnostic> {
        let what = self.words.next();
        if what.text != "call" {
            return self.known(GLOBALLY_NOT, what, "after `G !`");
        }
        self.words.expect("(")?;
        let function = self.words.call()?;
        self.words.expect(")")?;
        Ok(Formula::Unreachable(function))
    }

    fn known(&self, table: &[(&str, Formula)], token: Token<'a>, place: &str) -> Result<Formula, Diagnostic> {
        if let Some((_, formula)) = table.iter().find(|(name, _)| *name == token.text) {
            return Ok(formula.clone());
        }
        let names: Vec<String> = table.iter().map(|(name, _)| format!("`{name}`")).collect();
        let shown = if token.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", token.text) };
        Err(self
            .words
            .error("E0522", token, format!("{shown} is not a property that is known {place}"))
            .with_note(format!("known are {}, and `G ! call(f())`, `F end`", names.join(", "))))
    }
}
