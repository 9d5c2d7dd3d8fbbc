//! What must hold for *every* text, however broken: the properties that fuzzing searches counterexamples of.
//!
//! - [`parse_any`]: the parser ends without a panic, and says something if it cannot make a tree of the text.
//! - [`lower_any`]: elaboration and lowering end without a panic, with an automaton that the verifier accepts or with an error
//!   message; the interpreter takes a bounded number of steps in it without a panic. A text may be
//!   a program of several units ([`NEXT_UNIT`]), so that units that disagree are covered, too.
//!
//! Texts that once broke one of them are in `resources/regressions`, and `tests/regressions.rs` runs them all. The fuzzer is in the
//! workspace `fuzz/`.

use crate::execute::{Limits, execute_automaton};
use c_lower::LowerOptions;
use cfa::{Cfa, MachineModel};
use source::{Diagnostic, Severity, SourceMap};
use stdx::Interner;

/// What the front end made of a text.
pub enum Made {
    /// An automaton, with the texts its spans point into.
    Automaton(Box<Cfa>, SourceMap),
    /// Only messages, at least one of them an error.
    Messages(Vec<Diagnostic>),
}

/// Parses; panics if the property does not hold.
pub fn parse_any(text: &str) {
    let mut map = SourceMap::new();
    let mut names = Interner::new();
    let Some(file) = map.add("input.c", text.to_owned()) else { return };
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    if !has_error(&parsed.diagnostics) {
        // The dump visits every node: a broken tree shows.
        let dump = c_syntax::dump_ast(&parsed.ast, &names, &map);
        assert!(dump.len() < usize::MAX, "the dump ends");
    }
    check_messages(&parsed.diagnostics, &map);
    let _ = c_syntax::dump_tokens(&map, file);
}

/// What separates the units of a text that stands for a program of several.
pub const NEXT_UNIT: &str = "\n#next unit\n";

/// Lowers, verifies and runs a little; panics if the property does not hold. A text may have
/// several units.
pub fn lower_any(text: &str, machine: MachineModel, max_steps: u64) {
    let units: Vec<(String, String)> = (0..)
        .zip(text.split(NEXT_UNIT))
        .map(|(number, unit): (usize, &str)| (format!("input{number}.c"), unit.to_owned()))
        .collect();
    match make_units(&units, machine) {
        Made::Messages(messages) => assert!(has_error(&messages), "no automaton and no error: {messages:?}"),
        Made::Automaton(automaton, map) => {
            let violations = cfa::verify::verify(&automaton);
            assert!(violations.is_empty(), "the automaton is not well formed: {violations:?}");
            let dump = cfa::dump::text(&automaton, &map);
            assert!(!dump.is_empty(), "a program has at least its entry");
            cfa::structure::Structure::compute(&automaton);
            execute_automaton(&automaton, &map, &Limits { max_steps, seed: 1, ..Limits::default() });
        }
    }
}

/// From text to automaton.
pub fn make(name: &str, text: &str, machine: MachineModel) -> Made {
    make_units(&[(name.to_owned(), text.to_owned())], machine)
}

/// From the names and texts of several units to one automaton.
pub fn make_units(units: &[(String, String)], machine: MachineModel) -> Made {
    let mut map = SourceMap::new();
    let mut names = Interner::new();
    let mut trees = Vec::with_capacity(units.len());
    for (name, text) in units {
        let Some(file) = map.add(name.as_str(), text.clone()) else {
            let message = Diagnostic::error("E0500", source::Span::NONE, "the text is too large");
            return Made::Messages(vec![message]);
        };
        let parsed = c_syntax::parse(&mut map, file, &mut names);
        if has_error(&parsed.diagnostics) {
            check_messages(&parsed.diagnostics, &map);
            return Made::Messages(parsed.diagnostics);
        }
        trees.push(parsed.ast);
    }
    let options = LowerOptions {
        machine,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, trees, &options);
    check_messages(&lowered.diagnostics, &map);
    match lowered.cfa {
        Some(automaton) => Made::Automaton(Box::new(automaton), map),
        None => Made::Messages(lowered.diagnostics),
    }
}

/// Whether one of the messages is an error.
pub fn has_error(messages: &[Diagnostic]) -> bool {
    messages.iter().any(|message| message.severity == Severity::Error)
}

/// Every message must be printable: its place exists.
fn check_messages(messages: &[Diagnostic], map: &SourceMap) {
    for message in messages {
        if !message.span.is_none() {
            assert!(map.location(message.span.lo).is_some(), "a message without a place: {message:?}");
        }
    }
}
