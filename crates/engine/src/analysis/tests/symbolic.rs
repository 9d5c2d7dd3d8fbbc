//! Symbolic execution: what values and formulas of single paths find together, and what it takes.

use super::{ask, count};
use crate::analysis::Outcome;
use expect_test::{Expect, expect};
use std::time::Duration;

fn run(text: &str, changes: &[(&str, &str)], limit: Duration) -> Outcome {
    ask("symbolic-execution", changes, text, limit)
}

fn check(text: &str, expected: Expect) {
    let outcome = run(text, &[], Duration::from_secs(60));
    let asked = count(&outcome, "branches that the solver was asked for");
    expected.assert_eq(&format!("{}, {asked} asked", outcome.verdict()));
}

#[test]
fn an_input_that_only_a_solver_finds() {
    check(
        "int main(void) { unsigned x = nd(), y = nd(); if (x > 1 && y > 1 && x < 65536 && y < 65536 && x * y == 62615533u) reach_error(); return 0; }",
        expect!["FALSE(unreach-call), 5 asked"],
    );
}

/// Nothing is unknown, so nobody is asked: 3 states an iteration, however many there are.
#[test]
fn a_loop_over_constants_needs_no_query() {
    let text = "int main(void) { unsigned s = 0; for (int i = 0; i < 1000; i++) s += i * i; if (s != 332833500u) reach_error(); return 0; }";
    check(text, expect!["TRUE, 0 asked"]);
    let outcome = run(text, &[], Duration::from_secs(60));
    assert_eq!(count(&outcome, "queries"), 0);
}

#[test]
fn branches_that_exclude_each_other_are_a_proof() {
    check(
        "int main(void) { int x = nd(), n = 0; if (x > 10) n++; if (x % 7 == 3) n++; if (x < 10) n++; if (n == 3) reach_error(); return 0; }",
        expect!["TRUE, 7 asked"],
    );
}

#[test]
fn values_of_undefined_functions() {
    check(
        "extern unsigned char get(void); int main(void) { int sum = 0; for (int i = 0; i < 4; i++) { if (get() > 200) sum += 3; else sum += 2; } \
         if (sum == 11) reach_error(); return 0; }",
        expect!["FALSE(unreach-call), 4 asked"],
    );
    check(
        "extern unsigned char get(void); int main(void) { int sum = 0; for (int i = 0; i < 4; i++) { if (get() > 200) sum += 3; else sum += 2; } \
         if (sum == 13) reach_error(); return 0; }",
        expect!["TRUE, 4 asked"],
    );
}

#[test]
fn records_on_the_heap() {
    let list = "extern void *malloc(unsigned long); struct node { int key; struct node *next; }; int main(void) { struct node *list = 0; \
         for (int i = 0; i < 3; i++) { struct node *fresh = malloc(sizeof *fresh); fresh->key = nd(); fresh->next = list; list = fresh; } \
         if (list->key > list->next->key && list->next->key > list->next->next->key)";
    check(
        &format!("{list} if (list->next->next->key == 41) reach_error(); return 0; }}"),
        expect!["FALSE(unreach-call), 3 asked"],
    );
    check(
        &format!("{list} if (list->next->next->key > 5 && list->key < 5) reach_error(); return 0; }}"),
        expect!["TRUE, 4 asked"],
    );
}

/// A loop over inputs has no end, and the search neither: no proof comes of it. A violation behind some iterations is found all the same.
#[test]
fn a_loop_without_bound() {
    let text = "int main(void) { unsigned n = 0; while (nd()) n += 2; if (n == 1) reach_error(); return 0; }";
    let outcome = run(text, &[], Duration::from_millis(700));
    expect!["UNKNOWN(time limit)"].assert_eq(&outcome.verdict().to_string());
    check(
        "int main(void) { unsigned n = 0; while (nd()) n += 2; if (n == 12) reach_error(); return 0; }",
        expect!["FALSE(unreach-call), 7 asked"],
    );
}

/// Both sides of a branch that never ends are followed, since the orders take turns.
#[test]
fn a_violation_beside_a_loop_without_end() {
    check(
        "int main(void) { unsigned i = 0; if (nd() == 5) { i = 1; reach_error(); } while (1) i++; return 0; }",
        expect!["FALSE(unreach-call), 1 asked"],
    );
    check(
        "int main(void) { unsigned i = 0; if (nd() != 5) { while (1) i++; } reach_error(); return 0; }",
        expect!["FALSE(unreach-call), 1 asked"],
    );
}

/// Nothing is decided at branches, so that only the target is asked for: the same answers.
#[test]
fn only_targets_are_asked_for() {
    for (condition, expected) in [("y < 6", "TRUE"), ("y > 6", "FALSE(unreach-call)")] {
        let text = format!(
            "int main(void) {{ int x = nd(), y = x + 1; if (x > 5 && x < 100) {{ if ({condition}) reach_error(); }} return 0; }}"
        );
        let outcome = run(&text, &[("predicate.feasibility", "targets")], Duration::from_secs(60));
        assert_eq!(outcome.verdict().to_string(), expected);
        assert_eq!(count(&outcome, "branches that the solver was asked for"), 0);
    }
}
