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

/// What an automaton says that it does not know: refused edges and assumptions.
fn check_limits(text: &str, expected: Expect) {
    let dump = dump("a.c", text);
    let is_limit = |line: &&str| {
        ["unsupported", "assum", "E0"].iter().any(|word| line.contains(word)) && !line.contains("assume(")
    };
    let lines: Vec<&str> = dump.lines().filter(is_limit).map(str::trim).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn a_symbol_that_is_another_one_is_refused_wherever_it_is_used() {
    check_limits(
        "int g(void) { return 7; } int f(void); int main(void) { return f(); } extern int f(void) __attribute__((alias(\"g\")));",
        expect!["L0: unsupported alias attribute -> L1                       // line 1"],
    );
    check_limits(
        "int y = 3; extern int x; int main(void) { y = 5; return x; } extern int x __attribute__((alias(\"y\")));",
        expect!["L1: unsupported alias attribute -> L2                       // line 1"],
    );
    check_limits(
        "int g(void) { return 7; } static int f(void) __attribute__((weakref(\"g\"))); int main(void) { return f(); }",
        expect!["L0: unsupported alias attribute -> L1                       // line 1"],
    );
    check_limits(
        "int g(void) { return 7; } int f(void) __asm__(\"g\"); int main(void) { return f(); }",
        expect!["L0: unsupported assembler name of a symbol that the program defines -> L1 // line 1"],
    );
    check_limits(
        "int y = 3; extern int x __asm__(\"y\"); int main(void) { y = 5; return x; }",
        expect!["L1: unsupported assembler name of a symbol that the program defines -> L2 // line 1"],
    );
    check_limits(
        "int f(void) __asm__(\"g\"); int f(void) { return 1; } int g(void); int main(void) { return g() + f(); }",
        expect!["L0: unsupported assembler name of a symbol that the program defines -> L1 // line 1"],
    );
    // The C library's headers rename functions that stay undefined.
    check_limits(
        "int scanf(const char *, ...) __asm__(\"__isoc99_scanf\"); int main(void) { int x; scanf(\"%d\", &x); return x; }",
        expect![[""]],
    );
}

#[test]
fn wide_bit_fields_compute_in_their_declared_type() {
    let with = |expression: &str| {
        format!(
            "struct s {{ unsigned long long w : 40, n : 30, all : 64; }} s; unsigned long long x; \
             int main(void) {{ {expression}; return 0; }}"
        )
    };
    for differs in
        ["x = s.w + 1", "x = s.w << 8", "x = ~s.w", "x = s.w * s.w", "x = 1 ? s.w : -1", "s.w /= -1"]
    {
        check_limits(
            &with(differs),
            expect![[
                r#"assumption: a bit-field wider than `int` computes in its declared type, as with clang; gcc keeps its width // a.c:1"#
            ]],
        );
    }
    // A wider operand decides the type; narrow fields and fields of the full width are like any other value.
    for same in ["x = s.w + x", "x = s.n << 8", "x = s.all + 1", "x = s.w", "s.w = 5", "double d = s.w + 1.0"]
    {
        check_limits(&with(same), expect![[""]]);
    }
}

#[test]
fn symbols_without_definition_are_named() {
    check_limits(
        "extern int f(void) __attribute__((weak)); extern int x __attribute__((weak)); int main(void) { return f && &x; }",
        expect![[r#"
            assumption: `f` is weak and not defined: it exists all the same // a.c:1
            assumption: `x` is weak and never defined: it exists and holds any value // a.c:1"#]],
    );
    check_limits(
        "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
        expect![[""]],
    );
    check_limits(
        "register unsigned long stack asm(\"rsp\"); asm(\".globl f\"); int main(void) { return stack == 0; }",
        expect![[r#"
            assumption: assembler at file scope defines and changes nothing that the program uses // a.c:1
            assumption: `stack` is declared but never defined: it holds any value // a.c:1"#]],
    );
    check_limits(
        "void f(void), (*p)(void) = f; int main(void) { p(); f(); return 0; }",
        expect!["assumption: `f` is not defined: it changes nothing          // a.c:1"],
    );
}

#[test]
fn layouts_that_are_not_the_machine_s_are_refused() {
    check_limits(
        "struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int x; }; int main(void) { struct s v; v.x = 1; return v.x; }",
        expect![[r#"
            E0901 unsupported feature: attribute scalar_storage_order
            E0306 the type `struct s` is incomplete here"#]],
    );
}
