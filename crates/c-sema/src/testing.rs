//! What the tests of this crate share: snippets of C go in, text comes out.

use crate::Elaborator;
use crate::hir::{Body, BodySink, FunctionId, GlobalId, Initialiser, Program, dump};
use cfa::MachineModel;
use expect_test::Expect;
use source::{Diagnostic, Severity, SourceMap, Span};
use std::fmt::Write as _;
use stdx::Interner;

/// Collects the dumps of all bodies.
#[derive(Default)]
struct Texts {
    functions: String,
    statics: String,
}

impl BodySink for Texts {
    fn function(&mut self, program: &mut Program, names: &mut Interner, function: FunctionId, body: Body) {
        self.functions.push_str(&dump::function(program, names, function, &body));
    }

    fn static_init(
        &mut self,
        program: &mut Program,
        names: &mut Interner,
        global: GlobalId,
        body: Body,
        init: Initialiser,
    ) {
        self.statics.push_str(&dump::static_init(program, names, global, &body, init));
    }
}

/// What elaboration makes of some units.
pub(crate) struct Outcome {
    pub(crate) program: Program,
    pub(crate) names: Interner,
    functions: String,
    statics: String,
    messages: String,
    errors: usize,
}

fn place(map: &SourceMap, span: Span) -> String {
    map.location(span.lo).map_or_else(
        || "nowhere".to_owned(),
        |location| format!("{}:{}:{}", location.file, location.line, location.column),
    )
}

fn message(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut text = format!(
        "{}: {severity} {}: {} `{}`\n",
        place(map, diagnostic.span),
        diagnostic.code,
        diagnostic.message,
        map.snippet(diagnostic.span)
    );
    for related in &diagnostic.related {
        let _ = writeln!(text, "  {}: {}", place(map, related.span), related.message);
    }
    for note in &diagnostic.notes {
        let _ = writeln!(text, "  {note}");
    }
    text
}

/// Elaborates units named `a.c`, `b.c`, ...
pub(crate) fn elaborate(machine: MachineModel, units: &[&str]) -> Outcome {
    let mut map = SourceMap::new();
    let mut names = Interner::new();
    let mut elaborator = Elaborator::new(machine);
    let mut diagnostics = Vec::new();
    let mut trees = Vec::new();
    for (letter, text) in ('a'..).zip(units) {
        let file = map.add(format!("{letter}.c"), (*text).to_owned()).unwrap();
        let parsed = c_syntax::parse(&mut map, file, &mut names);
        diagnostics.extend(parsed.diagnostics);
        elaborator.announce(&parsed.ast, &mut names);
        trees.push(parsed.ast);
    }
    let mut texts = Texts::default();
    diagnostics.extend(elaborator.join(&trees, &map, &mut names));
    for tree in &trees {
        diagnostics.extend(elaborator.unit(tree, &map, &mut names, &mut texts));
    }
    let (program, last) = elaborator.finish();
    diagnostics.extend(last);
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let messages = diagnostics.iter().map(|diagnostic| message(&map, diagnostic)).collect();
    Outcome { program, names, functions: texts.functions, statics: texts.statics, messages, errors }
}

/// Messages, static initialisers and functions of one LP64 unit.
pub(crate) fn check(text: &str, expected: Expect) {
    check_units(&[text], expected);
}

/// The same of several units.
pub(crate) fn check_units(units: &[&str], expected: Expect) {
    let outcome = elaborate(MachineModel::Lp64, units);
    expected.assert_eq(&format!("{}{}{}", outcome.messages, outcome.statics, outcome.functions));
}

/// The statements of `void f(PARAMS) { BODY }`, without the frame around them.
pub(crate) fn check_body(prelude: &str, body: &str, expected: Expect) {
    let outcome = elaborate(MachineModel::Lp64, &[&format!("{prelude}\nvoid f(void) {{\n{body}\n}}\n")]);
    let lines = outcome.functions.lines().filter_map(|line| line.strip_prefix("    "));
    let body: String = lines.flat_map(|line| [line, "\n"]).collect();
    expected.assert_eq(&format!("{}{body}", outcome.messages));
}

/// Only the messages.
pub(crate) fn check_messages(units: &[&str], expected: Expect) {
    expected.assert_eq(&elaborate(MachineModel::Lp64, units).messages);
}

/// The functions and objects of the program, after the messages.
pub(crate) fn check_program(units: &[&str], expected: Expect) {
    let outcome = elaborate(MachineModel::Lp64, units);
    let program = dump::program(&outcome.program, &outcome.names);
    expected.assert_eq(&format!("{}{program}", outcome.messages));
}

/// `_Static_assert`s hold under both data models; in the text, `P` is the size of a pointer.
pub(crate) fn assert_facts(machine: MachineModel, text: &str) {
    let outcome = elaborate(machine, &[text]);
    assert_eq!(outcome.errors, 0, "{machine:?}\n{}", outcome.messages);
}

impl Outcome {
    /// What was said.
    pub(crate) fn messages(&self) -> &str {
        &self.messages
    }
}
