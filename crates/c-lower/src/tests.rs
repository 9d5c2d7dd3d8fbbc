//! Expected automata: each file of `resources/cfa` is a C program with a remark, followed by its automaton as comments.
//!
//! `UPDATE_EXPECT=1 cargo test -p c-lower` writes them anew. Every automaton must be sound.

use crate::{LowerOptions, lower};
use cfa::MachineModel;
use expect_test::{Expect, expect, expect_file};
use source::SourceMap;
use std::fmt::Write;
use std::path::Path;

const MARK: &str = "// ---- automaton ----";

fn dump(name: &str, text: &str) -> String {
    let machine = if text.starts_with("// --32") { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let mut map = SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add(name, text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = LowerOptions { machine, entry: "main".to_owned() };
    let lowered = lower(&mut map, names, vec![parsed.ast], &options);
    let mut out = String::new();
    for diagnostic in parsed.diagnostics.iter().chain(&lowered.diagnostics) {
        writeln!(out, "{} {}", diagnostic.code, diagnostic.message).unwrap();
    }
    if let Some(cfa) = lowered.cfa {
        let violations = cfa::verify::verify(&cfa);
        assert!(violations.is_empty(), "{name}: {violations:#?}");
        out.push_str(&cfa::dump::text(&cfa, &map));
    }
    out
}

#[test]
fn expected_automata() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/cfa");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "the folder of expected automata is there");
    for path in files {
        let content = std::fs::read_to_string(&path).unwrap();
        let text = content.split(MARK).next().unwrap().trim_end();
        let name = path.file_name().unwrap().to_string_lossy();
        let mut whole = format!("{text}\n\n{MARK}\n");
        for line in dump(&name, text).lines() {
            writeln!(whole, "{}", format!("// {line}").trim_end()).unwrap();
        }
        expect_file![path].assert_eq(&whole);
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&dump("a.c", text));
}

#[test]
fn a_program_needs_an_entry() {
    check(
        "int f(void) { return 0; }",
        expect![[r#"
        E0401 the program has no function `main`
    "#]],
    );
}

/// Every model in C text must be accepted for both machine models, alone and with all that it uses.
#[test]
fn every_model_is_sound() {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        for model in crate::models().filter(|model| model.kind == "C text") {
            let mut map = SourceMap::new();
            let mut names = stdx::Interner::new();
            let text = format!("void {0}(); int main(void) {{ {0}(); }}", model.name);
            let file = map.add("a.c", text).unwrap();
            let parsed = c_syntax::parse(&mut map, file, &mut names);
            let options = LowerOptions { machine, entry: "main".to_owned() };
            let lowered = lower(&mut map, names, vec![parsed.ast], &options);
            assert_eq!(lowered.diagnostics, [], "{}", model.name);
            let violations = cfa::verify::verify(&lowered.cfa.unwrap());
            assert!(violations.is_empty(), "{}: {violations:#?}", model.name);
        }
    }
}
