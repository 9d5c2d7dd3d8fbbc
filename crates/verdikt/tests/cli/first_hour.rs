//! Programs that people write in their first hour with the tool, and what it must say of them.
//!
//! They include system headers and use `assert`, so they go through the preprocessor, and no option
//! is given. The last line of an answer is compared, and lines that a reader looks for: the input
//! that breaks it, or what the answer rests on.

use crate::session::Folder;
use std::path::Path;

/// Files of the folder `corpus/first-hour`, the verdict, and lines that the answer has.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("assert-fails.c", "FALSE(assertion)", &["Violation: an assertion fails"]),
    ("assert-holds.c", "TRUE", &["Assumptions: none"]),
    ("loop-bound.c", "TRUE", &["Assumptions: none", "Answered by: random-testing"]),
    ("array-sum.c", "TRUE", &["Assumptions: none"]),
    ("argument.c", "FALSE(assertion)", &["    argv[1] = \"q\""]),
    ("recursion.c", "TRUE", &["Assumptions: none"]),
    ("stack.c stack-main.c", "FALSE(assertion)", &["Violation: an assertion fails"]),
    ("scanf.c", "FALSE(assertion)", &["    scanf() = 42"]),
    ("string-copy.c", "TRUE", &["Assumptions: none"]),
    ("list.c", "TRUE", &["Answered by: random-testing"]),
    ("float.c", "TRUE", &[]),
    ("machine.c", "TRUE", &[]),
];

fn answer(files: &str) -> String {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/first-hour");
    let folder = Folder::new(&[]);
    let paths: Vec<String> =
        files.split_whitespace().map(|file| corpus.join(file).display().to_string()).collect();
    let mut command = folder.command("verify --time-limit 120");
    let output = command.args(&paths).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn programs_of_the_first_hour_have_the_right_answers() {
    for (files, verdict, lines) in PROGRAMS {
        let answer = answer(files);
        let last = answer.lines().find(|line| line.starts_with("Verdict: ")).unwrap_or_default();
        assert_eq!(last, format!("Verdict: {verdict}"), "{files}: {answer}");
        for line in *lines {
            assert!(answer.lines().any(|known| known == *line), "{files}: no line `{line}`: {answer}");
        }
    }
}

#[test]
fn undefined_behaviour_is_shown_beside_a_proof() {
    let program = "extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static char name[8];
static int is_admin;
int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  if (length > 20) return 0;
  for (unsigned at = 0; at < length; at++)
    name[at] = 'x';
  if (is_admin) reach_error();
  return 0;
}
";
    let folder = Folder::new(&[("a.c", program.as_bytes())]);
    let output = folder.run("verify --time-limit 60 a.c");
    let answer = String::from_utf8_lossy(&output.stdout);
    for line in [
        "  memory errors were not checked: accesses are taken to hit the object that is meant",
        "Undefined behaviour: a.c:9: access out of bounds: write of 1 bytes at offset 8 of an object of 8 bytes",
        "Verdict: TRUE",
    ] {
        assert!(answer.lines().any(|known| known == line), "no line `{line}`: {answer}");
    }
}

/// A replay that runs into undefined behaviour before the violation shows it, too.
#[test]
fn undefined_behaviour_is_shown_by_every_preset() {
    let program = b"extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int a[2] = {0, 0}, b = 0;
  unsigned at = __VERIFIER_nondet_uchar();
  a[at * at * at] = 1;
  if (at == 5 && !b) reach_error();
  return 0;
}
";
    let folder = Folder::new(&[("a.c", program)]);
    for preset in ["bmc", "impact", "value", "symbolic-execution"] {
        let output = folder.run(&format!("verify --time-limit 60 --preset {preset} a.c"));
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = "Undefined behaviour: a.c:6: access out of bounds: write of 4 bytes at offset 500 ";
        assert!(answer.contains(line), "{preset}: {answer}");
        assert!(answer.contains("\n    __VERIFIER_nondet_uchar() = 5\n"), "{preset}: {answer}");
        assert!(!answer.contains("Verdict: TRUE"), "soundness: {preset}: {answer}");
    }
}

/// What the library does wrong is shown where the program calls it.
#[test]
fn undefined_behaviour_in_the_library_is_shown_at_the_call() {
    let program = "#include <string.h>
int main(void) {
  char small[4];
  strcpy(small, \"too long\");
  return small[0] == 't';
}
";
    let folder = Folder::new(&[("a.c", program.as_bytes())]);
    let answer = String::from_utf8_lossy(&folder.run("verify --time-limit 60 a.c").stdout).into_owned();
    assert!(answer.contains("Undefined behaviour: a.c:4: access out of bounds"), "{answer}");
}

#[test]
fn a_property_that_nothing_can_violate_is_said_to_be_vacuous() {
    let warning = "Warning: the property is vacuous: the program calls nothing that it is about\n";
    let cases = [
        ("int main(void) { return 0; }", true),
        (
            "extern void reach_error(void); static void f(void) { reach_error(); } int main(void) { return 0; }",
            true,
        ),
        (
            "extern void reach_error(void); int main(void) { int x = 1; if (x > 1) reach_error(); return 0; }",
            false,
        ),
    ];
    for (program, is_vacuous) in cases {
        let folder = Folder::new(&[("a.c", program.as_bytes())]);
        let answer = String::from_utf8_lossy(&folder.run("verify a.c").stdout).into_owned();
        assert_eq!(answer.contains(warning), is_vacuous, "{answer}");
        assert!(answer.ends_with("Verdict: TRUE\n"), "{answer}");
    }
}

/// The arguments of an answer are those of a list of values, and give the same execution.
#[test]
fn arguments_are_inputs_of_run_too() {
    let program = b"extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 3 && argv[2][0] == '-' && argv[2][1] == 'v' && argv[2][2] == 0 && !argv[3]) reach_error();
  return 0;
}
";
    let folder = Folder::new(&[("a.c", program), ("a.values", b"\"program\"\n\"\"\n\"-v\"  # the option\n")]);
    let answer = String::from_utf8_lossy(&folder.run("verify --time-limit 60 a.c").stdout).into_owned();
    assert!(answer.contains("    argc = 3\n    argv[1] = \"\"\n    argv[2] = \"-v\"\n"), "{answer}");
    assert!(answer.ends_with("Verdict: FALSE(unreach-call)\n"), "{answer}");
    let said = String::from_utf8_lossy(&folder.run("run --values a.values a.c").stderr).into_owned();
    assert!(said.contains("the error function `reach_error` is called"), "{said}");
}

/// No well-formed vector has a null pointer before its end, so this cannot happen, and nobody may
/// say that it does.
#[test]
fn arguments_are_well_formed_in_executions() {
    for condition in ["argc > 1 && !argv[1]", "argc < 0", "!argv", "argv[argc]"] {
        let program = format!(
            "extern void reach_error(void); int main(int argc, char **argv) {{ if ({condition}) reach_error(); return 0; }}"
        );
        let folder = Folder::new(&[("a.c", program.as_bytes())]);
        let answer = String::from_utf8_lossy(&folder.run("verify --time-limit 10 a.c").stdout).into_owned();
        assert!(!answer.contains("Verdict: FALSE"), "soundness: {condition}: {answer}");
    }
}
