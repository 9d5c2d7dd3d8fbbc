//! Deep and odd input: nothing panics, nothing overflows the stack.

use crate::testing::elaborate;
use cfa::MachineModel;

/// The number of bytes of messages and bodies, so that the work is really done.
fn survives(text: &str) {
    let outcome = elaborate(MachineModel::Lp64, &[text]);
    assert!(outcome.program.types.len() > 20);
}

#[test]
fn depth_is_no_limit() {
    let depth = 20_000;
    survives(&format!("int f(int x) {{ return {}x{}; }}", "-(".repeat(depth), ")".repeat(depth)));
    survives(&format!("int f(int x) {{ return x{}; }}", " + x".repeat(depth)));
    survives(&format!("void f(int x) {{ {} x++; {} }}", "{ if (x)".repeat(depth), "}".repeat(depth)));
    survives(&format!("int a = {}1{};", "{".repeat(depth), "}".repeat(depth)));
    survives(&format!("int {}p;", "*".repeat(depth)));
    survives(&format!("int p{};", "[1]".repeat(depth)));
    survives(&format!("int x = {};", "1 ? ".repeat(depth) + "1" + &" : 1".repeat(depth)));
    survives(&format!("void f(void) {{ {} ; }}", "switch (1) case 1: ".repeat(depth)));
}

#[test]
fn odd_declarations_are_survived() {
    for text in [
        "int;",
        "struct s;",
        "int f(int) { }",
        "int f(void) { return sizeof(struct { int x[sizeof(f)]; }); }",
        "struct s { struct s x; };",
        "enum e { A = A };",
        "int a[sizeof a];",
        "typedef T T;",
        "int x = ({ 1; });",
        "int f(int a[a]) { return 0; }",
        "int f() { static int a = sizeof(({ int x; x; })); return a; }",
        "void f(void) { int x = x, y[] = {sizeof y}; }",
        "struct e {} a[] = {1, 2};",
        "int a[] = {[0xffffffffffff] = 1};",
        "int x : 3;",
        "void f(void) { static void *t[] = {&&a}; a: goto *t[0]; }",
        "int f(x) int y; { return x; }",
        "void f(int n) { static int a = sizeof(int[n]); struct { int v[n]; } s; }",
        "char c[] = {1, \"a\"};",
        "int i = 1 / 0; enum { Z = 1 / 0 }; int b[1 / 0]; struct { int w : 1 / 0; } s;",
        "union { } u = {1}; struct { int : 3; } v = {1};",
        "int f(void) { return f; } int (*p)(void) = f + 1;",
    ] {
        survives(text);
    }
}
