//! Texts that are deep or long: parsed or refused, never a crash.

use super::{dump, parsed};

const DEEP: usize = 100_000;

/// Parses a text without errors and dumps it.
fn accept(text: &str) -> String {
    dump(text)
}

fn wrapped(before: &str, core: &str, after: &str, times: usize) -> String {
    format!("{}{core}{}", before.repeat(times), after.repeat(times))
}

#[test]
fn parentheses() {
    accept(&format!("int x = {};", wrapped("(", "1", ")", DEEP)));
}

#[test]
fn blocks() {
    accept(&format!("void f(void) {}", wrapped("{", "", "}", DEEP)));
}

#[test]
fn else_if_chains() {
    let chain = "if (x) y; else ".repeat(DEEP);
    accept(&format!("void f(void) {{ {chain} z; }}"));
}

#[test]
fn nested_ifs_and_loops() {
    accept(&format!("void f(void) {{ {} ; }}", "if (x) while (y) ".repeat(DEEP / 2)));
}

#[test]
fn long_sums() {
    let dump = accept(&format!("int x = a{};", "+a".repeat(1_000_000)));
    assert_eq!(dump.lines().filter(|line| line.contains("Binary + ")).count(), 1_000_000);
}

#[test]
fn long_comma_and_label_lists() {
    accept(&format!("int x = (a{});", ",a".repeat(DEEP)));
    accept(&format!("void f(void) {{ switch (x) {{ {} ; }} }}", "case 1: ".repeat(DEEP)));
    accept(&format!("int x = {};", "a = ".repeat(DEEP) + "1"));
    accept(&format!("int x = {} 1;", "a ? b : ".repeat(DEEP)));
}

#[test]
fn prefixes_and_casts() {
    accept(&format!("int x = {}1;", "- ".repeat(DEEP)));
    accept(&format!("int x = {}1;", "(int)".repeat(DEEP)));
    accept(&format!("int x = {}y;", "sizeof ".repeat(DEEP)));
    accept(&format!("int x = {};", wrapped("f(", "", ")", DEEP)));
    accept(&format!("int x = {};", wrapped("a[", "1", "]", DEEP)));
    accept(&format!("int x = f{};", "(1)".repeat(DEEP)));
}

#[test]
fn declarators_and_types() {
    accept(&format!("int {};", wrapped("(", "x", ")", DEEP)));
    accept(&format!("int {}x;", "*".repeat(DEEP)));
    accept(&format!("int x{};", "[1]".repeat(DEEP)));
    accept(&format!("int f{};", wrapped("(int g", "", ")", DEEP)));
    accept(&wrapped("struct {", "int x;", "};", DEEP));
    accept(&format!("int x = {};", wrapped("sizeof(typeof(", "y", "))", DEEP / 3)));
    accept(&format!("int x = {};", wrapped("({", "1;", ";})", DEEP / 3)));
}

#[test]
fn initialisers() {
    accept(&format!("int x = {};", wrapped("{", "1", "}", DEEP)));
}

#[test]
fn hostile_depth_is_refused_once() {
    for opening in
        ["(", "{", "[", "-", "f(", "a?", "({", "sizeof(", "if(1)", "do ", "x:", "while(", "*(", "int("]
    {
        for start in ["int x = ", "void f(void) {", "int ", "struct s {", ""] {
            let text = format!("{start}{}", opening.repeat(300_000));
            let (parsed, ..) = parsed(&text);
            assert!(!parsed.diagnostics.is_empty(), "{start}{opening}");
            let deep = parsed.diagnostics.iter().filter(|found| found.code == "E0204").count();
            assert!(deep <= 1 && parsed.diagnostics.len() <= 21, "{start}{opening}");
        }
    }
}

#[test]
fn the_limit_is_named() {
    let (parsed, ..) = parsed(&format!("int x = {}", "(".repeat(1_000_000)));
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].message, "nesting is deeper than 131072 levels");
}
