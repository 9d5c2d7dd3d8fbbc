//! Every kind of bad input: one clear message with a place where there is one, status 65, nothing on standard output.

use crate::session::{Folder, check, check_bytes};
use expect_test::expect;

#[test]
fn a_file_that_does_not_exist() {
    check(
        &[],
        "dump cfa nothing.c",
        expect![[r#"
        $ verdikt dump cfa nothing.c
        messages:
        error[E0501]: cannot read the program `nothing.c`: there is no such file
        status 65
    "#]],
    );
}

#[test]
fn a_directory() {
    check(
        &[("folder/x", "")],
        "verify folder",
        expect![[r#"
        $ verdikt verify folder
        messages:
        error[E0502]: `folder` is a directory, not a program
        status 65
    "#]],
    );
    check(
        &[("folder.c/x", "")],
        "verify folder.c",
        expect![[r#"
        $ verdikt verify folder.c
        messages:
        error[E0502]: `folder.c` is a directory, not a program
        status 65
    "#]],
    );
}

#[test]
fn an_empty_file() {
    check(
        &[("a.c", "")],
        "run a.c",
        expect![[r#"
            $ verdikt run a.c
            messages:
            error[E0503]: the program `a.c` is empty
            status 65
        "#]],
    );
}

#[test]
fn binary_files() {
    check_bytes(
        &[("a.c", b"\x7fELF\x02\x01\x01\0\0\0")],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0505]: `a.c` is a binary file, not a text
        status 65
    "#]],
    );
    check_bytes(
        &[("a.c", b"int main(void) {\n  return \0 0;\n}\n")],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0504]: the program contains a NUL byte
         --> a.c:2:10
          |
        2 |   return ␀ 0;
          |          ^
          |
          = note: C text cannot contain one; is the file damaged, or stored as UTF-16?
        status 65
    "#]],
    );
}

#[test]
fn fifty_megabytes_of_parentheses() {
    let text = vec![b'('; 50_000_000];
    check_bytes(
        &[("a.c", &text)],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0204]: nesting is deeper than 131072 levels
         --> a.c:1:131073
          |
        1 | …((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((…
          |                                                              ^
        status 65
    "#]],
    );
}

#[test]
fn a_missing_header() {
    check(
        &[("a.c", "#include \"missing.h\"\nint main(void) { return 0; }\n")],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0506]: preprocessing failed: missing.h: No such file or directory
         --> a.c:1:10
          |
        1 | #include "missing.h"
          |          ^^^^^^^^^^^
        status 65
    "#]],
    );
}

#[test]
fn a_missing_preprocessor() {
    check(
        &[("a.c", "#define A 1\nint main(void) { return A; }\n")],
        "dump ast --cc no-such-cc a.c",
        expect![[r#"
            $ verdikt dump ast --cc no-such-cc a.c
            messages:
            error[E0507]: cannot start the C preprocessor `no-such-cc -E`: No such file or directory (os error 2)
             |
             = note: the program has preprocessor directives; install a C compiler or name one with `--cc`
            status 65
        "#]],
    );
}

#[test]
fn an_unknown_type_of_file() {
    check(
        &[("a.txt", "int main(void) { return 0; }\n")],
        "verify a.txt",
        expect![[r#"
        $ verdikt verify a.txt
        messages:
        error[E0508]: `a.txt` has a name that says nothing about its type
         |
         = note: C programs end in `.c` or `.i`, task definitions in `.yml`
        status 65
    "#]],
    );
    check(
        &[("p.prp", "")],
        "verify p.prp",
        expect![[r#"
        $ verdikt verify p.prp
        messages:
        error[E0508]: `p.prp` is a property file, not a program
         |
         = note: say `--property p.prp`
        status 65
    "#]],
    );
}

#[test]
fn errors_of_syntax_are_collected() {
    let text = "int main(void) {\n  int x = ;\n  return 0;\n}\nint y = 4 4;\n";
    check(
        &[("a.c", text)],
        "dump cfa a.c",
        expect![[r#"
        $ verdikt dump cfa a.c
        messages:
        error[E0201]: expected an expression, found `;`
         --> a.c:2:11
          |
        2 |   int x = ;
          |           ^

        error[E0201]: expected `;`, found number `4`
         --> a.c:5:11
          |
        5 | int y = 4 4;
          |           ^
        status 65
    "#]],
    );
    check(
        &[("a.c", text)],
        "dump cfa a.c --message-format short",
        expect![[r#"
        $ verdikt dump cfa a.c --message-format short
        messages:
        a.c:2:11: error[E0201]: expected an expression, found `;`
        a.c:5:11: error[E0201]: expected `;`, found number `4`
        status 65
    "#]],
    );
}

#[test]
fn one_bad_file_among_good_ones() {
    let good = "int main(void) { return 0; }\n";
    check(
        &[("a.c", good), ("b.c", "int")],
        "dump ast a.c b.c",
        expect![[r#"
        $ verdikt dump ast a.c b.c
        messages:
        error[E0201]: expected a name to declare, found end of file
         --> b.c:1:4
          |
        1 | int
          |    ^
        status 65
    "#]],
    );
}

#[test]
fn colours_only_if_asked_for() {
    let folder = Folder::new(&[("a.c", b"int")]);
    let plain = folder.run("dump ast a.c");
    assert!(!plain.stderr.contains(&0x1b));
    let coloured = folder.run("dump ast a.c --color always");
    assert!(coloured.stderr.contains(&0x1b));
}

#[test]
fn interrupt_handlers_are_functions_without_parameters() {
    check(
        &[("a.c", "int n; void tick(int k) { n = k; } int main(void) { return n; }\n")],
        "verify --interrupt tick --interrupt tock a.c",
        expect![[r#"
        $ verdikt verify --interrupt tick --interrupt tock a.c
        messages:
        error[E0406]: the interrupt handler `tick` has parameters
         --> a.c:1:13
          |
        1 | int n; void tick(int k) { n = k; } int main(void) { return n; }
          |             ^^^^
          |
          = note: write a function without parameters that calls it, and name that one

        error[E0405]: the program has no function `tock` to handle interrupts
         |
         = note: `--interrupt` takes the name of a function with a body
        status 65
    "#]],
    );
}

#[test]
fn no_main_and_two_mains() {
    check(
        &[("a.c", "int helper(void) { return 0; }\n")],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0401]: the program has no function `main`
         |
         = note: another function to start with can be chosen by `--entry NAME`
        status 65
    "#]],
    );
    let main = "int main(void) { return 0; }\n";
    check(
        &[("a.c", &main.repeat(2))],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0303]: `main` is defined twice
         --> a.c:2:5
          |
        2 | int main(void) { return 0; }
          |     ^^^^
          |
         ::: a.c:1:5
          |
        1 | int main(void) { return 0; }
          |     ---- the other definition
        status 65
    "#]],
    );
    check(
        &[("a.c", main), ("b.c", main)],
        "verify a.c b.c",
        expect![[r#"
        $ verdikt verify a.c b.c
        messages:
        error[E0303]: `main` is defined twice
         --> b.c:1:5
          |
        1 | int main(void) { return 0; }
          |     ^^^^
          |
         ::: a.c:1:5
          |
        1 | int main(void) { return 0; }
          |     ---- the other definition
        status 65
    "#]],
    );
    check(
        &[("a.c", "int main;\n")],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0401]: the program has no function `main`
         |
         = note: another function to start with can be chosen by `--entry NAME`
        status 65
    "#]],
    );
}

#[test]
fn names_that_were_never_declared() {
    check(
        &[("a.c", "int main(void) {\n  size_t n = 0;\n  return n;\n}\n")],
        "verify a.c",
        expect![[r#"
        $ verdikt verify a.c
        messages:
        error[E0202]: unknown type name `size_t`
         --> a.c:2:3
          |
        2 |   size_t n = 0;
          |   ^^^^^^
          |
          = note: declare `size_t` with `typedef`, or include the header that does
        status 65
    "#]],
    );
    check(
        &[("a.c", "struct s x;\nint main(void) { return y; }\n")],
        "verify a.c",
        expect![[r#"
            $ verdikt verify a.c
            messages:
            error[E0301]: `y` is not declared
             --> a.c:2:25
              |
            2 | int main(void) { return y; }
              |                         ^

            error[E0306]: the type of this object is never completed
             --> a.c:1:10
              |
            1 | struct s x;
              |          ^
            status 65
        "#]],
    );
}

#[test]
fn a_list_of_values_that_does_not_exist() {
    check(
        &[("a.c", "int main(void) { return 0; }\n")],
        "run a.c --values nothing",
        expect![[r#"
        $ verdikt run a.c --values nothing
        messages:
        error[E0501]: cannot read the list of values `nothing`: there is no such file
        status 65
    "#]],
    );
}

#[test]
fn a_task_whose_program_does_not_exist() {
    let task = "format_version: '2.0'\ninput_files: missing.c\n";
    check(
        &[("t.yml", task)],
        "verify t.yml",
        expect![[r#"
        $ verdikt verify t.yml
        messages:
        error[E0501]: cannot read the program `missing.c`: there is no such file
        status 65
    "#]],
    );
}

#[test]
fn automata() {
    let program = "extern void f(void); int main(void) { f(); return 0; }\n";
    let automaton =
        "OBSERVER AUTOMATON a\nINITIAL STATE S;\nSTATE S: MATCH {f($?)} -> GOTO T;\nEND AUTOMATON\n";
    check(
        &[("a.c", program), ("a.spc", automaton)],
        "verify --property a.spc a.c",
        expect![[r#"
        $ verdikt verify --property a.spc a.c
        messages:
        error[E0523]: there is no state `T`
         --> a.spc:3:32
          |
        3 | STATE S: MATCH {f($?)} -> GOTO T;
          |                                ^
          |
          = note: there are `S`
        status 65
    "#]],
    );
    check(
        &[("a.c", program), ("a.spc", automaton)],
        "verify a.spc",
        expect![[r#"
        $ verdikt verify a.spc
        messages:
        error[E0508]: `a.spc` is a property file, not a program
         |
         = note: say `--property a.spc`
        status 65
    "#]],
    );
    // Perhaps another function was meant; nothing is wrong with the program.
    let misspelt = automaton.replace("f($?)", "ff($?)").replace("GOTO T", "ERROR");
    let folder = Folder::new(&[("a.c", program.as_bytes()), ("a.spc", misspelt.as_bytes())]);
    let output = folder.run("verify --property a.spc a.c");
    assert_eq!(output.status.code(), Some(0));
    expect![[r#"
        warning[W0514]: the program never calls `ff`, which the automaton `a` watches
         --> a.spc:1:1
          |
        1 | OBSERVER AUTOMATON a
          | ^^^^^^^^^^^^^^^^^^^^
    "#]]
    .assert_eq(&String::from_utf8(output.stderr).unwrap());
}
