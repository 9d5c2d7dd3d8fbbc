//! Tests of the whole crate: a snippet of C and the dump or the messages expected for it.

mod corpus;
mod declarations;
mod deep;
mod errors;
mod expressions;
mod lexer;
mod property;
mod statements;
mod typedefs;

use crate::{Parsed, dump_ast, parse};
use expect_test::Expect;
use source::{Diagnostic, Severity, SourceMap};
use std::fmt::Write as _;
use stdx::Interner;

/// Parses `text` as the file `a.c`.
fn parsed(text: &str) -> (Parsed, SourceMap, Interner) {
    let mut map = SourceMap::new();
    let mut names = Interner::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let parsed = parse(&mut map, file, &mut names);
    (parsed, map, names)
}

/// Messages as `file:line:column code message`, related places and notes indented below.
fn rendered(diagnostics: &[Diagnostic], map: &SourceMap) -> String {
    let mut out = String::new();
    let place = |offset| match map.location(offset) {
        Some(location) => format!("{}:{}:{}", location.file, location.line, location.column),
        None => "nowhere".to_owned(),
    };
    for diagnostic in diagnostics {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let Diagnostic { code, message, span, related, notes, .. } = diagnostic;
        writeln!(out, "{} {severity}[{code}] {message}", place(span.lo)).unwrap();
        for annotation in related {
            writeln!(out, "  {} {}", place(annotation.span.lo), annotation.message).unwrap();
        }
        for note in notes {
            writeln!(out, "  note: {note}").unwrap();
        }
    }
    out
}

/// The dump of a text that is accepted without a message.
fn dump(text: &str) -> String {
    let (parsed, map, names) = parsed(text);
    let messages = rendered(&parsed.diagnostics, &map);
    assert!(messages.is_empty(), "{messages}");
    dump_ast(&parsed.ast, &names, &map)
}

/// Compares the dump of a file, without the line that names it.
fn check(text: &str, expected: Expect) {
    let dump = dump(text);
    expected.assert_eq(dump.strip_prefix("File a.c\n").unwrap_or(&dump));
}

/// Compares the dump of the statements of a function body.
fn check_body(text: &str, expected: Expect) {
    let dump = dump(&format!("void f(void) {{\n{text}\n}}"));
    let body = dump.split_once("  body: Compound 1:14\n").unwrap().1;
    let lines: Vec<&str> = body.lines().map(|line| line.strip_prefix("    ").unwrap()).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

/// Compares the dump of an expression.
fn check_expr(text: &str, expected: Expect) {
    let dump = dump(&format!("int x =\n{text};"));
    let body = dump.split_once("    init: ").unwrap().1;
    let lines: Vec<&str> = body.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

/// Compares the messages about a text.
fn check_errors(text: &str, expected: Expect) {
    let (parsed, map, _) = parsed(text);
    expected.assert_eq(&rendered(&parsed.diagnostics, &map));
}
