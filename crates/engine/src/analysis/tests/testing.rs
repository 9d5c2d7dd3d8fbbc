//! Random testing: what executions find, and that they prove only what has one execution.

use super::{CASES, ask, count};
use property::Verdict;
use std::time::Duration;

const TIME: Duration = Duration::from_secs(60);

#[test]
fn testing_finds_what_is_easy_and_is_never_wrong() {
    let mut found = 0;
    for case in CASES {
        let outcome = ask("random-testing", &[], case.text, TIME);
        match outcome.verdict() {
            Verdict::True => assert!(case.expected, "soundness: {}", case.text),
            Verdict::False(_) => {
                assert!(!case.expected, "soundness: {}", case.text);
                found += 1;
            }
            Verdict::Unknown(reason) => assert!(reason.starts_with("no violation in "), "{reason}"),
        }
    }
    assert!(found >= 4, "precision: four are violated whatever the values are, and {found} were found");
}

/// More than two million steps; each execution before them is cut off.
#[test]
fn testing_gets_behind_long_loops() {
    let text = "int a[300000]; int main(void) { for (int i = 0; i < 300000; i++) a[i] = nd(); \
                for (int i = 0; i < 300000; i++) if (a[i] > 1000000) reach_error(); return 0; }";
    let outcome = ask("random-testing", &[], text, TIME);
    assert_eq!(outcome.verdict().to_string(), "FALSE(unreach-call)");
    assert!(count(&outcome, "executions that were cut off") > 0);
    assert!(outcome.assumptions.is_empty(), "what is found rests on nothing");
}

/// The only way to the violation is behind an overflow, or reads what was never written: the other presets may assume what happens there, executions do not.
#[test]
fn undefined_behaviour_ends_an_execution() {
    for text in [
        "int main(void) { int x = 2147483647; x++; if (x < 0) reach_error(); return 0; }",
        "int main(void) { int x; if (x == 0) reach_error(); return 0; }",
    ] {
        assert!(matches!(ask("random-testing", &[], text, TIME).verdict(), Verdict::Unknown(_)), "{text}");
    }
}

/// The program waits for a sequence of three numbers that it mentions, and random numbers are almost never such.
#[test]
fn testing_tries_what_the_program_compares_with() {
    let text = "int main(void) { int state = 0; for (int i = 0; i < 20; i++) { int x = nd(); \
                if (state == 0 && x == 48611) state = 1; else if (state == 1 && x == -9176) state = 2; else if (state == 2 && x == 70123) reach_error(); } return 0; }";
    assert_eq!(ask("random-testing", &[], text, TIME).verdict().to_string(), "FALSE(unreach-call)");
}

/// A pointer from outside points to nothing of the program's, so it is null here: the violation needs one that is not.
#[test]
fn pointers_from_outside_are_null() {
    let text = "extern int *outside(void); int main(void) { if (outside()) reach_error(); return 0; }";
    assert!(matches!(ask("random-testing", &[], text, TIME).verdict(), Verdict::Unknown(_)));
}

/// The same program, options and executions.
#[test]
fn another_seed_draws_other_values() {
    let text = "int main(void) { while (nd() > 3) { } return 0; }";
    let run = |seed: &str| {
        let outcome = ask("random-testing", &[("testing.seed", seed)], text, TIME);
        (outcome.verdict().to_string(), count(&outcome, "executed steps"))
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}
