//! Answers of analyses: what is printed of a path, what an answer rests on, and the JSON document.

use crate::session::{Folder, transcript};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

const VIOLATED: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
unsigned char small(void);
int f(int a) {
  return a + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int s = 0;
  for (int i = 0; i < 2; i++) s += f(x);
  if (s == 20 && small() == 7) {
    reach_error();
  }
  return 0;
}
";

/// Counts change whenever an analysis gets better, so they are left out here.
fn check(text: &str, args: &str, expect: Expect) {
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let shown = transcript(args, &folder.run(args));
    let lines = shown.lines().filter(|line| !line.starts_with("Statistics: "));
    expect.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn a_path_is_told_in_lines_of_the_source_with_the_chosen_values() {
    check(
        VIOLATED,
        "verify --preset bmc a.c",
        expect![[r#"
            $ verdikt verify --preset bmc a.c
            Program: a.c
            Machine: LP64 (default)
            Functions: 3 with a body, 0 of them recursive; 3 without
            Automaton: 24 locations, 24 edges, 1 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions:
              `small` is not defined: it changes only what its arguments point to, and calls only what they are (a.c:11)
            Path:
              a.c:8: int x = __VERIFIER_nondet_int();
                __VERIFIER_nondet_int() = 9
              a.c:9: int s = 0;
              a.c:10: for (int i = 0; i < 2; i++) s += f(x);  [i < 2]
              a.c:5: return a + 1;
              a.c:10: for (int i = 0; i < 2; i++) s += f(x);  [i < 2]
              a.c:5: return a + 1;
              a.c:10: for (int i = 0; i < 2; i++) s += f(x);  [!(i < 2)]
              a.c:11: if (s == 20 && small() == 7) {  [s == 20]  [it holds]
                small() = 7
              a.c:12: reach_error();
            Verdict: FALSE(unreach-call)
            status 1
        "#]],
    );
}

#[test]
fn the_interpreter_takes_the_values_of_a_path() {
    // What the path says, given to `run`, leads to the same place.
    let folder = Folder::new(&[("a.c", VIOLATED.as_bytes()), ("values", b"9\n7\n")]);
    let output = folder.run("run --values values a.c");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the error function `reach_error` is called"));
}

/// Functions that a model stands for have no call in the automaton, unless a property asks about them. It held of each of these once, whatever the program did.
#[test]
fn a_property_may_name_any_function() {
    let calls = [
        ("abort", "abort()"),
        ("exit", "exit(1)"),
        ("malloc", "malloc(4)"),
        ("free", "free(0)"),
        ("memcpy", "memcpy(&x, &y, 4)"),
        ("memset", "memset(&x, 0, 4)"),
        ("fabs", "x = fabs(-2.0)"),
        ("strlen", "x = strlen(\"a\")"),
        ("printf", "printf(\"a\")"),
        ("setjmp", "setjmp(0)"),
        ("__VERIFIER_assume", "__VERIFIER_assume(1)"),
        ("__VERIFIER_nondet_int", "x = __VERIFIER_nondet_int()"),
        // Not the library's function, which takes no arguments.
        ("getpid", "getpid(1, 2.0)"),
    ];
    for (name, call) in calls {
        let text = format!(
            "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <math.h>\n\
             extern int setjmp(), getpid(), nd(void); extern void __VERIFIER_assume(int); extern int __VERIFIER_nondet_int(void);\n\
             int main(void) {{ int x, y = 1; if (nd() == 3) {call}; return 0; }}\n"
        );
        let property = format!("CHECK( init(main()), LTL(G ! call({name}())) )\n");
        let never = format!("{text}void never(void) {{ int x, y = 1; {call}; }}\n")
            .replace("if (nd() == 3)", "if (0)");
        let folder = Folder::new(&[
            ("a.c", text.as_bytes()),
            ("b.c", never.as_bytes()),
            ("p.prp", property.as_bytes()),
        ]);
        let output = folder.run("verify --preset bmc --property p.prp a.c");
        assert_eq!(output.status.code(), Some(1), "soundness: a call of {name} is a violation");
        let output = folder.run("verify --preset bmc --property p.prp b.c");
        assert_eq!(output.status.code(), Some(0), "precision: no call of {name}");
    }
    // The model of `mempcpy` calls `memcpy`; the program does not.
    let text = "extern void *mempcpy(void *, const void *, unsigned long); int main(void) { int x = 1, y; mempcpy(&y, &x, 4); return 0; }";
    let property = "CHECK( init(main()), LTL(G ! call(memcpy())) )\n";
    let folder = Folder::new(&[("a.c", text.as_bytes()), ("p.prp", property.as_bytes())]);
    assert_eq!(folder.run("verify --preset bmc --property p.prp a.c").status.code(), Some(0), "soundness");
}

#[test]
fn a_protocol_is_broken_in_the_words_of_its_automaton() {
    let program = include_str!("../../../../examples/protocol.c");
    let automaton = include_str!("../../../../examples/protocol.spc");
    let folder = Folder::new(&[("a.c", program.as_bytes()), ("a.spc", automaton.as_bytes())]);
    let args = "verify --preset bmc --property a.spc a.c";
    let shown = transcript(args, &folder.run(args));
    let lines = shown.lines().filter(|line| !line.starts_with("Statistics: "));
    expect![[r#"
        $ verdikt verify --preset bmc --property a.spc a.c
        Program: a.c
        Machine: LP64 (default)
        Functions: 2 with a body, 0 of them recursive; 3 without
        Automaton: 14 locations, 14 edges, 1 loops
        Property: a.spc
          automaton sending, from main()
        Assumptions:
          `fill` is not defined: it changes only what its arguments point to, and calls only what they are (a.c:9)
          `void send(void)` is not the library's `long send(int socket, const void *data, size_t size, int flags)` and is treated as unknown (a.c:4)
          `send` is not defined: it changes only what its arguments point to, and calls only what they are (a.c:12)
        Path:
          a.c:7: int length = 0;
          a.c:8: while (__VERIFIER_nondet_int()) {  [it holds]
            __VERIFIER_nondet_int() = -1
          a.c:9: fill(length);
          a.c:10: length += 16;
          a.c:11: if (length >= 32)  [!(length >= 32)]
          a.c:8: while (__VERIFIER_nondet_int()) {  [it holds]
            __VERIFIER_nondet_int() = -1
          a.c:9: fill(length);
          a.c:10: length += 16;
          a.c:11: if (length >= 32)  [length >= 32]
          a.c:12: send();
          a.c:8: while (__VERIFIER_nondet_int()) {  [it holds]
            __VERIFIER_nondet_int() = -1
          a.c:9: fill(length);
        Violation: filled after it was sent
        Verdict: FALSE(sending)
        status 1
    "#]]
    .assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
    let output = folder.run("verify --json --property a.spc a.c");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["violated"], "sending");
    assert_eq!(report["violation"], "filled after it was sent");
    assert_eq!(report["properties"][0]["checks"][0], "automaton sending, from main()");
    // Once it is sent, the loop ends.
    let repaired = program.replace("            send();", "            { send(); break; }");
    let folder = Folder::new(&[("a.c", repaired.as_bytes()), ("a.spc", automaton.as_bytes())]);
    let output = folder.run("verify --property a.spc a.c");
    assert_eq!(output.status.code(), Some(0), "{}", transcript("verify", &output));
}

#[test]
fn answers_list_what_they_rest_on() {
    let wraps = "extern void reach_error(void);\nextern int nd(void);\nint main(void) {\n  int x = nd();\n  if (x > 0 && x + 1 < 0)\n    reach_error();\n  return 0;\n}\n";
    check(
        wraps,
        "verify --preset predicate-abstraction a.c",
        expect![[r#"
            $ verdikt verify --preset predicate-abstraction a.c
            Program: a.c
            Machine: LP64 (default)
            Functions: 2 with a body, 0 of them recursive; 2 without
            Automaton: 13 locations, 12 edges, 0 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions:
              `nd` is not defined: it changes only what its arguments point to, and calls only what they are (a.c:4)
              the path goes on behind undefined behaviour: signed overflow (a.c:5)
            Path:
              a.c:4: int x = nd();
                nd() = 2147483647
              a.c:5: if (x > 0 && x + 1 < 0)  [x > 0]  [x + 1 < 0]
              a.c:6: reach_error();
            Verdict: FALSE(unreach-call)
            status 1
        "#]],
    );
    let holds = "extern void reach_error(void);\nint main(void) { int x = 0; while (x < 5) x++; if (x != 5) reach_error(); return 0; }\n";
    check(
        holds,
        "verify --preset impact --set predicate.forced-covering=off a.c",
        expect![[r#"
            $ verdikt verify --preset impact --set predicate.forced-covering=off a.c
            Program: a.c
            Machine: LP64 (default)
            Functions: 2 with a body, 0 of them recursive; 1 without
            Automaton: 14 locations, 13 edges, 1 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions:
              signed arithmetic that overflows wraps around
            Verdict: TRUE
            status 0
        "#]],
    );
    let nothing = "int main(void) { return 0; }\n";
    check(
        nothing,
        "verify --preset k-induction a.c",
        expect![[r#"
            $ verdikt verify --preset k-induction a.c
            Program: a.c
            Machine: LP64 (default)
            Functions: 2 with a body, 0 of them recursive; 0 without
            Automaton: 6 locations, 4 edges, 0 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions: none
            Warning: the property is vacuous: the program calls nothing that it is about
            Verdict: TRUE
            status 0
        "#]],
    );
}

#[test]
fn what_an_encoding_cannot_say_is_listed() {
    let text = "extern void reach_error(void);\nextern float nd(void);\nint main(void) {\n  union { float f; int i; } u;\n  u.f = nd();\n  if (u.f == 1.0f && u.i == 5) reach_error();\n  return 0;\n}\n";
    check(
        text,
        "verify --preset bmc-linear a.c",
        expect![[r#"
            $ verdikt verify --preset bmc-linear a.c
            Program: a.c
            Machine: LP64 (default)
            Functions: 2 with a body, 0 of them recursive; 2 without
            Automaton: 13 locations, 12 edges, 0 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions:
              `nd` is not defined: it changes only what its arguments point to, and calls only what they are (a.c:5)
              floats are real numbers: nothing is rounded, and there are no infinities (a.c:6)
            Losses:
              bits that are read as a float are any float (a.c:5)
            Verdict: UNKNOWN(counterexample not confirmed: the solver has no values for the path)
            status 2
        "#]],
    );
}

#[test]
fn long_paths_are_cut_in_the_middle_and_say_so() {
    let text = "extern void reach_error(void);\nint main(void) {\n  int i = 0;\n  while (i < 110)\n    i++;\n  reach_error();\n  return 0;\n}\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let args = "verify --preset bmc --set bmc.first=111 a.c";
    let text = String::from_utf8(folder.run(args).stdout).unwrap();
    assert!(text.contains("\n  ... 23 steps are left out here; --json has all\n"), "{text}");
    let output = folder.run(&format!("{args} --json"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["path"].as_array().unwrap().len(), 223);
}

#[test]
fn a_program_on_one_line_is_told_by_its_statements() {
    let filler = "extern int unused(int); ".repeat(10);
    let text = format!(
        "extern void reach_error(void); {filler}int main(void) {{ int y = 3; if (y > 2) reach_error(); return 0; }}\n"
    );
    check(
        &text,
        "verify --preset bmc a.c",
        expect![[r#"
            $ verdikt verify --preset bmc a.c
            Program: a.c
            Machine: LP64 (default)
            Functions: 2 with a body, 0 of them recursive; 1 without
            Automaton: 12 locations, 10 edges, 0 loops
            Property: default, as no property was given
              no assertion fails, and no error function is called, from main()
            Assumptions: none
            Path:
              a.c:1: 3
              a.c:1: y > 2  [y > 2]
              a.c:1: reach_error()
            Verdict: FALSE(unreach-call)
            status 1
        "#]],
    );
}

#[test]
fn the_json_document_has_everything() {
    let folder = Folder::new(&[("a.c", VIOLATED.as_bytes())]);
    let output = folder.run("verify --preset bmc --json a.c");
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "FALSE");
    assert_eq!(report["violated"], "unreach-call");
    assert_eq!(report["reason"], Value::Null);
    assert_eq!(report["programs"], json!(["a.c"]));
    assert_eq!(report["machine"], "LP64");
    assert_eq!(report["analysis"]["options"]["bmc.first"], "1");
    assert_eq!(
        report["properties"][0]["checks"][0],
        "no assertion fails, and no error function is called, from main()"
    );
    assert_eq!(report["assumptions"][0]["line"], 11);
    let first = json!({
        "file": "a.c",
        "line": 8,
        "function": "main",
        "depth": 1,
        "source": "int x = __VERIFIER_nondet_int();",
        "operations": ["x = nondet(__VERIFIER_nondet_int)"],
        "values": [{ "by": "__VERIFIER_nondet_int()", "type": "int", "value": "9" }],
    });
    assert_eq!(report["path"][0], first);
    let times = report["statistics"]["times"].as_object().unwrap();
    for phase in ["front end", "base case", "forward condition", "solver", "replay"] {
        assert!(times[phase]["seconds"].is_f64() && times[phase]["entered"].as_u64() > Some(0), "{phase}");
    }
    assert!(report["statistics"]["counts"]["queries"].as_u64() > Some(0));
    assert!(report["statistics"]["cpu_seconds"].is_f64());
}

#[test]
fn times_are_printed_only_on_request() {
    let text = "extern void reach_error(void);\nint main(void) { int x = 0; while (x < 3) x++; if (x != 3) reach_error(); return 0; }\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    for preset in ["bmc", "k-induction", "predicate-abstraction", "impact"] {
        let args = format!("verify --preset {preset} a.c");
        let (first, second) = (folder.run(&args), folder.run(&args));
        assert_eq!(transcript(&args, &first), transcript(&args, &second));
        assert_eq!(first.status.code(), Some(0), "{preset}");
        let output = folder.run(&format!("{args} --statistics"));
        let text = String::from_utf8(output.stdout).unwrap();
        let phase = if preset == "bmc" || preset == "k-induction" { "base case" } else { "interpolation" };
        assert!(text.contains(&format!("\nTime: {phase} ")) && text.contains("\nTime: CPU "), "{text}");
        assert!(text.ends_with("Verdict: TRUE\n"));
    }
}
