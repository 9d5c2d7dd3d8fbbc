//! What each command prints for a program that is fine, and how executions end.

use crate::session::{Folder, check, check_bytes, transcript};
use expect_test::expect;
use std::process::Stdio;

const SMALL: &str = "int main(void) { return 0; }\n";

#[test]
fn dumps_of_syntax() {
    check(
        &[("a.c", SMALL)],
        "dump tokens a.c",
        expect![[r#"
        $ verdikt dump tokens a.c
        1:1 keyword int
        1:5 identifier main
        1:9 punctuator (
        1:10 keyword void
        1:14 punctuator )
        1:16 punctuator {
        1:18 keyword return
        1:25 number 0
        1:26 punctuator ;
        1:28 punctuator }
        status 0
    "#]],
    );
    check(
        &[("a.c", SMALL)],
        "dump ast a.c",
        expect![[r#"
        $ verdikt dump ast a.c
        File a.c
        Function main: int 1:1
          Parameters
          body: Compound 1:16
            Return 1:18
              Int 0 1:25
        status 0
    "#]],
    );
}

#[test]
fn dumps_of_the_automaton() {
    check(
        &[("a.c", SMALL)],
        "dump cfa a.c",
        expect![[r#"
        $ verdikt dump cfa a.c
        int main(void)                                              // a.c:1
            result int $result;                                     // line 1
        L0: $result = 0 -> L1                                       // line 1
        L1: exit, return to $start.L1                               // line 1

        void $start(void)
            temp int $t0;                                           // a.c:1
        L0: call $t0 = main() -> main.L0, back at L1                // a.c:1
        L1: halt exit($t0) -> L2                                    // a.c:1
        L2: end
        L3: exit
        status 0
    "#]],
    );
    check(
        &[("a.c", SMALL)],
        "dump dot a.c",
        expect![[r#"
        $ verdikt dump dot a.c
        digraph cfa {
          node [shape=circle, fontname="Helvetica"];
          edge [fontname="Courier", fontsize=10];
          subgraph cluster_0 {
            label="main";
            L0 [label="L0", tooltip="location 0", peripheries=2];
            L1 [label="L1", tooltip="location 1", penwidth=3];
            L0 -> L1 [label="$result = 0\na.c:1"];
          }
          subgraph cluster_1 {
            label="$start";
            L2 [label="L0", tooltip="location 2", peripheries=2];
            L3 [label="L1", tooltip="location 3"];
            L4 [label="L2", tooltip="location 4"];
            L5 [label="L3", tooltip="location 5", penwidth=3];
            L2 -> L3 [label="call $t0 = main()\na.c:1", style=dotted];
            L3 -> L4 [label="halt exit($t0)\na.c:1"];
          }
          L2 -> L0 [style=dashed, color=blue, constraint=false];
          L1 -> L3 [style=dashed, color=gray, constraint=false];
        }
        status 0
    "#]],
    );
}

#[test]
fn line_breaks_of_windows_and_other_encodings_are_read() {
    check_bytes(
        &[("a.c", b"char s[] = \"\xe4\"; // \xf6\r\nint main(void) {\r\n  return s[0] != -28;\r\n}\r\n")],
        "run a.c",
        expect![[r#"
            $ verdikt run a.c
            messages:
            Outcome: exited with status 0 (5 steps)
            status 0
        "#]],
    );
}

#[test]
fn preprocessing_keeps_positions() {
    let files =
        [("a.c", "#include \"a.h\"\nint main(void) { return ZERO / ZERO; }\n"), ("a.h", "#define ZERO 0\n")];
    check(
        &files,
        "run a.c",
        expect![[r#"
            $ verdikt run a.c
            messages:
            error[E0601]: undefined behaviour: division by zero: `0 / 0` with 0 and 0: the divisor is zero
             --> a.c:2:18
              |
            2 | int main(void) { return 0 / 0; }
              |                  ^^^^^^^^^^^^^
            Outcome: undefined behaviour: division by zero (2 steps)
            status 1
        "#]],
    );
    check(
        &files,
        "run a.c --cpp never",
        expect![[r#"
        $ verdikt run a.c --cpp never
        messages:
        error[E0105]: preprocessor directive `#include` is left in the text
         --> a.c:1:1
          |
        1 | #include "a.h"
          | ^^^^^^^^^^^^^^
          |
          = note: run the text through a C preprocessor first, for example `cc -E`
        status 65
    "#]],
    );
}

/// A program of two units, a task with it, and a property.
const TWO_UNITS: [(&str, &str); 4] = [
    ("a.c", "int twice(int);\nextern int unknown(void);\nint main(void) { return twice(unknown()); }\n"),
    ("b.c", "int twice(int x) { return 2 * x; }\n"),
    (
        "t.yml",
        "format_version: '2.0'\ninput_files: [a.c, b.c]\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\noptions: {language: C, data_model: ILP32}\n",
    ),
    ("p.prp", "CHECK( init(main()), LTL(G ! call(fail())) )\n"),
];

#[test]
fn verify_says_what_it_read() {
    check(
        &TWO_UNITS,
        "verify a.c b.c",
        expect![[r#"
            $ verdikt verify a.c b.c
            Program: a.c, b.c
            Machine: LP64 (default)
            Functions: 3 with a body, 0 of them recursive; 1 without
            Automaton: 9 locations, 7 edges, 0 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions:
              `unknown` is not defined: it changes only what its arguments point to, and calls only what they are (a.c:3)
              signed arithmetic that overflows wraps around
            Undefined behaviour: b.c:1: signed overflow: `2 * x` with 2 and 1287468968: the result does not fit int
                unknown() = 1287468968
            Statistics: states 8
            Statistics: expanded 8
            Statistics: covered 0
            Statistics: refinements 0
            Statistics: known cells 5
            Statistics: nodes of assignments 1
            Statistics: failed interpolations 0
            Statistics: queries 0
            Statistics: terms 19
            Statistics: stages 2
            Tried: random-testing: no violation in 20000 executions
            Answered by: symbolic-execution
            Warning: the property is vacuous: the program calls nothing that it is about
            Verdict: TRUE
            status 0
        "#]],
    );
}

#[test]
fn verify_reads_tasks() {
    check(
        &TWO_UNITS,
        "verify t.yml --64",
        expect![[r#"
            $ verdikt verify t.yml --64
            Program: a.c, b.c
            Machine: LP64 (from the command line)
            Functions: 3 with a body, 0 of them recursive; 1 without
            Automaton: 9 locations, 7 edges, 0 loops
            Property: p.prp
              CHECK( init(main()), LTL(G ! call(fail())) )
              expected by the task: TRUE
            Assumptions:
              `unknown` is not defined: it returns any value and changes nothing (a.c:3)
              signed arithmetic that overflows wraps around
            Undefined behaviour: b.c:1: signed overflow: `2 * x` with 2 and 1287468968: the result does not fit int
                unknown() = 1287468968
            Statistics: states 8
            Statistics: expanded 8
            Statistics: covered 0
            Statistics: refinements 0
            Statistics: known cells 5
            Statistics: nodes of assignments 1
            Statistics: failed interpolations 0
            Statistics: queries 0
            Statistics: terms 19
            Statistics: stages 2
            Tried: random-testing: no violation in 20000 executions
            Answered by: symbolic-execution
            Warning: the property is vacuous: the program calls nothing that it is about
            Verdict: TRUE
            status 0
        "#]],
    );
    check(
        &TWO_UNITS,
        "verify --property p.prp b.c",
        expect![[r#"
        $ verdikt verify --property p.prp b.c
        messages:
        error[E0401]: the program has no function `main`
         |
         = note: another function to start with can be chosen by `--entry NAME`
        status 65
    "#]],
    );
}

#[test]
fn normal_ends() {
    let hello = "int printf(const char *, ...);\nint main(int argc, char **argv) { printf(\"%d %s\\n\", argc, argv[1]); return argc; }\n";
    check(
        &[("a.c", hello)],
        "run a.c --arg hello",
        expect![[r#"
        $ verdikt run a.c --arg hello
        2 hello
        messages:
        Outcome: exited with status 2 (9 steps)
        status 0
    "#]],
    );
}

#[test]
fn errors_that_a_run_reaches() {
    let overflow = "int main(void) {\n  int x = 2147483647;\n  return x + 1;\n}\n";
    check(
        &[("a.c", overflow)],
        "run a.c",
        expect![[r#"
            $ verdikt run a.c
            messages:
            error[E0601]: undefined behaviour: signed overflow: `x + 1` with 2147483647 and 1: the result does not fit int
             --> a.c:3:3
              |
            3 |   return x + 1;
              |   ^^^^^^^^^^^^^
            Outcome: undefined behaviour: signed overflow (4 steps)
            status 1
        "#]],
    );
    check(
        &[("a.c", overflow)],
        "run a.c --overflow wrap",
        expect![[r#"
        $ verdikt run a.c --overflow wrap
        messages:
        Outcome: exited with status -2147483648 (6 steps)
        status 0
    "#]],
    );
    let uninitialised = "int main(void) {\n  int x;\n  return x > 0;\n}\n";
    check(
        &[("a.c", uninitialised)],
        "run a.c",
        expect![[r#"
        $ verdikt run a.c
        messages:
        error[E0601]: undefined behaviour: read of an uninitialised value: `x` is indeterminate
         --> a.c:3:3
          |
        3 |   return x > 0;
          |   ^^^^^^^^^^^^^
        Outcome: undefined behaviour: read of an uninitialised value (3 steps)
        status 1
    "#]],
    );
    check(
        &[("a.c", uninitialised)],
        "run a.c --uninitialised any --seed 3",
        expect![[r#"
        $ verdikt run a.c --uninitialised any --seed 3
        messages:
        Outcome: exited with status 1 (6 steps)
        status 0
    "#]],
    );
    let error = "void reach_error(void) {}\nint main(void) { reach_error(); return 0; }\n";
    check(
        &[("a.c", error)],
        "run a.c",
        expect![[r#"
        $ verdikt run a.c
        messages:
        error[E0603]: the error function `reach_error` is called
         --> a.c:2:18
          |
        2 | int main(void) { reach_error(); return 0; }
          |                  ^^^^^^^^^^^^^
        Outcome: the error function `reach_error` is called (2 steps)
        status 1
    "#]],
    );
    let abort = "void abort(void);\nint main(void) { abort(); }\n";
    check(
        &[("a.c", abort)],
        "run a.c --message-format short",
        expect![[r#"
        $ verdikt run a.c --message-format short
        messages:
        a.c:2:18: error[E0602]: the program aborted
        Outcome: the program aborted (2 steps)
        status 1
    "#]],
    );
}

#[test]
fn runs_that_decide_nothing() {
    let endless = "int main(void) { for (;;) ; }\n";
    check(
        &[("a.c", endless)],
        "run a.c --max-steps 1000",
        expect![[r#"
        $ verdikt run a.c --max-steps 1000
        messages:
        warning[W0606]: the limit of steps is reached (--max-steps)
         --> a.c:1:18
          |
        1 | int main(void) { for (;;) ; }
          |                  ^^^^^^^^^^
        Outcome: not decided: the limit of steps is reached (--max-steps) (1000 steps)
        status 2
    "#]],
    );
    let assume = "void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); return 0; }\n";
    check(
        &[("a.c", assume)],
        "run a.c",
        expect![[r#"
        $ verdikt run a.c
        messages:
        warning[W0604]: an assumption of the program does not hold
         --> a.c:2:18
          |
        2 | int main(void) { __VERIFIER_assume(0); return 0; }
          |                  ^^^^^^^^^^^^^^^^^^^^
        Outcome: not decided: an assumption of the program does not hold (2 steps)
        status 2
    "#]],
    );
    let threads = "int fork(void);\nint main(void) { return fork(); }\n";
    check(
        &[("a.c", threads)],
        "run a.c",
        expect![[r#"
        $ verdikt run a.c
        messages:
        warning[W0605]: not supported: processes
         --> a.c:2:18
          |
        2 | int main(void) { return fork(); }
          |                  ^^^^^^^^^^^^^^
        Outcome: not decided: not supported: processes (2 steps)
        status 2
    "#]],
    );
}

#[test]
fn values_come_from_a_list_and_then_from_a_seed() {
    let text = "int __VERIFIER_nondet_int(void);\nint main(void) { int a = __VERIFIER_nondet_int(); return a - __VERIFIER_nondet_int(); }\n";
    let files = [("a.c", text), ("two", "5 # remark\n\n-2\n"), ("one", "1\n"), ("bad", "1\nx y\n")];
    check(
        &files,
        "run a.c --values two",
        expect![[r#"
            $ verdikt run a.c --values two
            messages:
            Outcome: exited with status 7 (10 steps)
            status 0
        "#]],
    );
    check(
        &files,
        "run a.c --values one",
        expect![[r#"
            $ verdikt run a.c --values one
            messages:
            warning[W0607]: the list of values is used up
             --> a.c:2:62
              |
            2 | int main(void) { int a = __VERIFIER_nondet_int(); return a - __VERIFIER_nondet_int(); }
              |                                                              ^^^^^^^^^^^^^^^^^^^^^^^
            Outcome: not decided: the list of values is used up (7 steps)
            status 2
        "#]],
    );
    check(
        &files,
        "run a.c --values one --seed 1",
        expect![[r#"
            $ verdikt run a.c --values one --seed 1
            messages:
            Outcome: exited with status -2 (10 steps)
            status 0
        "#]],
    );
    check(
        &files,
        "run a.c --values bad",
        expect![[r#"
        $ verdikt run a.c --values bad
        messages:
        error[E0512]: `x y` is no integer, no floating-point number, no text in quotes and no `order N`
         --> bad:2:1
          |
        2 | x y
          | ^^^
        status 65
    "#]],
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new(&[("a.c", SMALL.as_bytes())]);
    let mut child =
        folder.command("list features").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    expect![[r#"
        $ verdikt list features
        status 0
    "#]]
    .assert_eq(&transcript("list features", &output));
}

#[test]
fn equal_runs_give_equal_bytes() {
    let text = "int f(int x) { return x; }\nint g(int x) { return -x; }\nint (*t[])(int) = { f, g };\nint main(void) { for (int i = 0; i < 2; i++) t[i](i); return 0; }\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    for command in
        ["dump tokens a.c", "dump ast a.c", "dump cfa a.c", "dump dot a.c", "verify a.c", "run a.c"]
    {
        let (first, second) = (folder.run(command), folder.run(command));
        assert_eq!(transcript(command, &first), transcript(command, &second));
    }
}

#[test]
fn the_ledger_is_listed_with_its_legend() {
    let output = Folder::new(&[]).run("list features");
    let text = String::from_utf8_lossy(&output.stdout);
    let first: Vec<&str> = text.lines().take(3).collect();
    expect![[r#"
        Support     Clause      Feature
        full        5.1.1.2     several translation units linked into one program
        full        5.1.2.2.1   arguments of `main`"#]]
    .assert_eq(&first.join("\n"));
    let legend = text.split("\n\n").nth(1).unwrap_or_default();
    expect![[r#"
        full         taken with its meaning
        assumed      taken with a simplification, which every answer lists as an assumption
        unsupported  accepted; an execution that gets there ends without an answer
        refused      the program is refused with a message that names the feature"#]]
    .assert_eq(legend);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_status_74() {
    let folder = Folder::new(&[("a.c", SMALL.as_bytes())]);
    let full = std::fs::File::create("/dev/full").unwrap();
    let child = folder.command("dump cfa a.c").stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    expect![[r#"
        $ verdikt dump cfa a.c
        messages:
        error: cannot write the output: No space left on device (os error 28)
        status 74
    "#]]
    .assert_eq(&transcript("dump cfa a.c", &output));
}
