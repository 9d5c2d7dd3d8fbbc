//! Observer automata: protocols that the calls of a program keep to (the monitors of the dissertation, section 3.1; the language is the part of BLAST's and CPAchecker's specification language
//! that is about calls).
//!
//! ```text
//! OBSERVER AUTOMATON locking
//! INITIAL STATE Free;
//! STATE Free:
//!     MATCH {lock($?)} -> GOTO Held;
//!     MATCH {unlock($?)} -> ERROR("released without being held");
//! STATE Held:
//!     MATCH {lock($?)} -> ERROR("taken twice");
//!     MATCH {unlock($?)} -> GOTO Free;
//! END AUTOMATON
//! ```
//!
//! The automaton makes a step where a function is called that the state has a rule for, before the function's body is entered, and stays where it is otherwise. It never keeps the program from
//! going on. The property is violated once an `ERROR` is reached. A file may have several automata, all of which must be content.
//!
//! *What is refused, with its place:* rules about anything but calls (`ASSERT`, `LABEL`, statements), rules that look at arguments or results, automata that steer the search
//! (`STOP`, `ASSUME`), two rules of one state for the same function (`USEFIRST` and `USEALL` then differ; otherwise they mean the same). `f()` and `f($?)` both
//! mean a call of `f` whatever its arguments are. Comments begin with `//`.

use crate::prp::{Check, Formula};
use crate::words::{Token, Words};
use source::{Diagnostic, FileId, SourceMap, Span};

#[cfg(test)]
mod tests;

/// An automaton that watches calls. It begins in state 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObserverAutomaton {
    /// Its name, which is that of the property.
    pub name: String,
    /// The names of its states.
    pub states: Vec<String>,
    /// What it does at calls; for a state and a function there is one rule at most.
    pub rules: Vec<Rule>,
}

/// What an automaton does at a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// In which state.
    pub from: usize,
    /// At calls of which function.
    pub call: String,
    /// What then.
    pub then: Then,
}

/// The effect of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// The automaton is in this state.
    Goto(usize),
    /// The property is violated, and this is what is wrong.
    Error(String),
}

impl ObserverAutomaton {
    /// The functions that it watches, each once.
    pub fn functions(&self) -> Vec<&str> {
        let mut functions: Vec<&str> = self.rules.iter().map(|rule| rule.call.as_str()).collect();
        functions.sort_unstable();
        functions.dedup();
        functions
    }
}

/// What begins a comment.
const COMMENTS: &[&str] = &["//"];

/// What is meant where a file says nothing of where execution begins.
const ENTRY: &str = "main";

/// What a transition may look like.
const TRANSITIONS: &str =
    "a transition is `MATCH {f($?)} -> GOTO State;` or `MATCH {f($?)} -> ERROR(\"what is wrong\");`";

/// Reads the automata of a file. An error means that none may be used.
pub fn parse(map: &SourceMap, file: FileId) -> Result<Vec<Check>, Diagnostic> {
    let mut words = Words::new(map, file, COMMENTS);
    let mut checks = Vec::new();
    loop {
        let token = words.peek();
        match token.text {
            "" if checks.is_empty() => {
                return Err(words.error("E0521", token, "the file has no `OBSERVER AUTOMATON`"));
            }
            "" => return Ok(checks),
            _ => {
                let (automaton, span) = Reader::new(&mut words).automaton()?;
                checks.push(Check { entry: ENTRY.to_owned(), formula: Formula::Observer(automaton), span });
            }
        }
    }
}

/// A rule whose state is known by name only.
struct Named<'a> {
    from: usize,
    call: Token<'a>,
    then: Follows<'a>,
}

enum Follows<'a> {
    Goto(Token<'a>),
    Error(String),
}

/// Reads one automaton.
struct Reader<'w, 'a> {
    words: &'w mut Words<'a>,
    states: Vec<Token<'a>>,
    rules: Vec<Named<'a>>,
}

impl<'w, 'a> Reader<'w, 'a> {
    fn new(words: &'w mut Words<'a>) -> Self {
        Self { words, states: Vec::new(), rules: Vec::new() }
    }

    fn automaton(mut self) -> Result<(ObserverAutomaton, Span), Diagnostic> {
        let first = self.words.next();
        match first.text {
            // Without what steers the search both are the same.
            "OBSERVER" | "CONTROL" => {
                self.words.expect("AUTOMATON")?;
            }
            _ => return Err(self.words.expected(first, "`OBSERVER AUTOMATON`")),
        }
        let name = self.words.name("the automaton")?;
        self.words.expect("INITIAL")?;
        self.words.expect("STATE")?;
        let initial = self.words.name("a state")?;
        self.words.expect(";")?;
        loop {
            let token = self.words.next();
            match token.text {
                "STATE" => self.state()?,
                "MATCH" => self.transition()?,
                "END" => break,
                _ => {
                    return Err(self
                        .words
                        .expected(token, "`STATE`, `MATCH` or `END AUTOMATON`")
                        .with_note(TRANSITIONS));
                }
            }
        }
        let last = self.words.expect("AUTOMATON")?;
        let span = self.words.span(first).to(self.words.span(last));
        Ok((self.finish(name, initial)?, span))
    }

    /// `STATE [USEFIRST | USEALL] name :`, of which `STATE` was read.
    fn state(&mut self) -> Result<(), Diagnostic> {
        let mut name = self.words.name("a state")?;
        if matches!(name.text, "USEFIRST" | "USEALL") && self.words.peek().text != ":" {
            name = self.words.name("a state")?;
        }
        if self.states.iter().any(|known| known.text == name.text) {
            let message = format!("there are two states `{}`", name.text);
            return Err(self.words.error("E0523", name, message));
        }
        self.words.expect(":")?;
        self.states.push(name);
        Ok(())
    }

    /// `MATCH {f($?)} -> ...;`, of which `MATCH` was read.
    fn transition(&mut self) -> Result<(), Diagnostic> {
        let call = self.pattern().map_err(|error| error.with_note(TRANSITIONS))?;
        self.words.expect("-")?;
        self.words.expect(">")?;
        let effect = self.words.next();
        let then = match effect.text {
            "GOTO" => Follows::Goto(self.words.name("a state")?),
            "ERROR" if self.words.peek().text == "(" => {
                self.words.expect("(")?;
                let message = self.words.quoted()?.to_owned();
                self.words.expect(")")?;
                Follows::Error(message)
            }
            "ERROR" => Follows::Error(format!("{} is called", call.text)),
            _ => {
                let error = self.words.expected(effect, "`GOTO` or `ERROR`");
                return Err(error.with_note(TRANSITIONS));
            }
        };
        self.words.expect(";")?;
        let Some(from) = self.states.len().checked_sub(1) else {
            return Err(self.words.error("E0523", call, "a transition before the first state"));
        };
        if self.rules.iter().any(|rule| rule.from == from && rule.call.text == call.text) {
            let message =
                format!("state `{}` has two transitions for `{}`", self.states[from].text, call.text);
            return Err(self.words.error("E0523", call, message));
        }
        self.rules.push(Named { from, call, then });
        Ok(())
    }

    /// `{f($?)}`
    fn pattern(&mut self) -> Result<Token<'a>, Diagnostic> {
        self.words.expect("{")?;
        let call = self.words.name("a function")?;
        self.words.expect("(")?;
        if self.words.peek().text == "$" {
            self.words.next();
            self.words.expect("?")?;
        }
        self.words.expect(")")?;
        if self.words.peek().text == ";" {
            self.words.next();
        }
        self.words.expect("}")?;
        Ok(call)
    }

    /// The automaton with its first state in front.
    fn finish(self, name: Token<'a>, initial: Token<'a>) -> Result<ObserverAutomaton, Diagnostic> {
        let first = self.number(initial)?;
        let place = |state: usize| match state {
            0 => first,
            moved if moved == first => 0,
            other => other,
        };
        // Exchanged with whoever stands first, which is its own inverse.
        let mut states: Vec<String> = self.states.iter().map(|state| state.text.to_owned()).collect();
        states.swap(0, first);
        let mut rules = Vec::with_capacity(self.rules.len());
        for rule in &self.rules {
            let then = match &rule.then {
                Follows::Goto(state) => Then::Goto(place(self.number(*state)?)),
                Follows::Error(message) => Then::Error(message.clone()),
            };
            rules.push(Rule { from: place(rule.from), call: rule.call.text.to_owned(), then });
        }
        Ok(ObserverAutomaton { name: name.text.to_owned(), states, rules })
    }

    fn number(&self, name: Token<'a>) -> Result<usize, Diagnostic> {
        self.states.iter().position(|state| state.text == name.text).ok_or_else(|| {
            let known: Vec<String> = self.states.iter().map(|state| format!("`{}`", state.text)).collect();
            let error = self.words.error("E0523", name, format!("there is no state `{}`", name.text));
            match known.as_slice() {
                [] => error.with_note("a state is declared by `STATE name:`"),
                [..] => error.with_note(format!("there are {}", known.join(", "))),
            }
        })
    }
}
