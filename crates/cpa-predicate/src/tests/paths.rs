//! Paths one by one: what is found, and how often the solver is asked for it.

use super::graph::{Found, Search};
use crate::{Block, Feasibility, Merge, Options};
use expect_test::{Expect, expect};
use formula::Propagation;
use proptest::prelude::*;
use smt::solver::Limits;
use std::fmt::Write as _;
use std::time::Duration;

fn apart(feasibility: Feasibility) -> Options {
    Options {
        block: Block::Never,
        strategy: crate::Strategy::None,
        merge: Merge::Separate,
        feasibility,
        ..Options::default()
    }
}

fn run(text: &str, options: Options, propagation: Propagation) -> Found {
    Search { text, options, predicates: &[] }.run_with(propagation)
}

const COUNTS: [(&str, &str); 8] = [
    ("sides of open branches", "open"),
    ("branches refuted by computation", "computed"),
    ("branches decided by known inputs", "by inputs"),
    ("branches decided by their other side", "by the other side"),
    ("branches that the solver was asked for", "asked"),
    ("branches that were remembered", "remembered"),
    ("infeasible branches", "infeasible"),
    ("targets refuted by the search", "infeasible targets"),
];

/// A way to search: when the solver is asked, and what formulas read.
type Mode = (&'static str, Feasibility, Propagation);

const MODES: [Mode; 3] = [
    ("values", Feasibility::Branches, Propagation::On),
    ("copies", Feasibility::Branches, Propagation::Off),
    ("targets", Feasibility::Targets, Propagation::On),
];

/// How the search ended and what it took: by values and by copies when branches are asked for, and when only targets are.
fn check(text: &str, expected: Expect) {
    check_in(&MODES, text, expected);
}

fn check_in(modes: &[Mode], text: &str, expected: Expect) {
    let mut shown = String::new();
    for &(name, feasibility, propagation) in modes {
        let found = run(text, apart(feasibility), propagation);
        let _ = write!(shown, "{name}: {}", found.end);
        for (count, short) in COUNTS.iter().filter(|(count, _)| found.count(count) > 0) {
            let _ = write!(shown, ", {} {short}", found.count(count));
        }
        shown.push('\n');
    }
    expected.assert_eq(&shown);
}

#[test]
fn an_input_is_found() {
    check(
        "int main(void) { int x = nd(); if (x < 0 && x * x == 49) reach_error(); return 0; }",
        expect![[r#"
        values: false after 0 refinements, 4 open, 2 by inputs, 2 asked
        copies: false after 0 refinements, 4 open, 2 by inputs, 2 asked
        targets: false after 0 refinements
    "#]],
    );
}

#[test]
fn conditions_that_exclude_each_other_are_a_proof() {
    check(
        "int main(void) { int x = nd(), y = x + 1; if (x > 5 && x < 100) { if (y < 6) reach_error(); } return 0; }",
        expect![[r#"
            values: true after 0 refinements, 6 open, 3 by inputs, 3 asked, 1 infeasible
            copies: true after 0 refinements, 6 open, 3 by inputs, 3 asked, 1 infeasible
            targets: true after 0 refinements, 1 infeasible targets
        "#]],
    );
}

/// The constructors of terms decide everything; where they see copies only, the definitions of the path do.
#[test]
fn a_loop_over_constants_needs_no_query() {
    check(
        "int main(void) { int s = 0; for (int i = 0; i < 50; i++) s += i; if (s != 1225) reach_error(); return 0; }",
        expect![[r#"
            values: true after 0 refinements
            copies: true after 0 refinements, 104 open, 52 computed, 52 by inputs
            targets: true after 0 refinements
        "#]],
    );
}

/// Known inputs take one side, so that only the other is asked for.
#[test]
fn a_branch_costs_one_query() {
    check(
        "int main(void) { int x = nd(), y = nd(), z = nd(), n = 0; if (x > 1) n++; if (y > 1) n++; if (z > 1) n++; \
         if (n > 3) reach_error(); return 0; }",
        expect![[r#"
            values: true after 0 refinements, 14 open, 7 by inputs, 3 asked, 4 remembered
            copies: true after 0 refinements, 30 open, 8 computed, 15 by inputs, 3 asked, 4 remembered
            targets: true after 0 refinements
        "#]],
    );
}

/// What depends on an earlier condition through a third is asked for together with it.
#[test]
fn conditions_bear_on_each_other_through_others() {
    check(
        "int main(void) { int x = nd(), y = nd(), z = nd(), u = nd(); if (u == 3) u = 1; if (x == y) if (y == z) if (x != z) reach_error(); return 0; }",
        expect![[r#"
            values: true after 0 refinements, 14 open, 7 by inputs, 4 asked, 3 remembered, 2 infeasible
            copies: true after 0 refinements, 14 open, 7 by inputs, 4 asked, 3 remembered, 2 infeasible
            targets: true after 0 refinements, 2 infeasible targets
        "#]],
    );
}

#[test]
fn memory_is_part_of_a_path() {
    check(
        "int a[4]; int main(void) { int i = nd(), j = nd(); if (i < 0 || i > 3 || j < 0 || j > 3) return 0; \
         a[i] = 1; a[j] = 2; if (i != j && a[i] != 1) reach_error(); if (i == j && a[i] == 2 && j == 3) reach_error(); return 0; }",
        expect![[r#"
            values: false after 0 refinements, 18 open, 10 by inputs, 8 asked, 2 infeasible
            copies: false after 0 refinements, 18 open, 10 by inputs, 8 asked, 2 infeasible
            targets: false after 0 refinements, 1 infeasible targets
        "#]],
    );
}

/// When only targets are asked for it has no end.
#[test]
fn a_loop_over_an_input_ends_where_the_input_does() {
    check_in(
        &MODES[..2],
        "int main(void) { unsigned n = (unsigned)nd() % 6, i = 0; while (i < n) i++; if (i != n || i == 7) reach_error(); return 0; }",
        expect![[r#"
            values: true after 0 refinements, 23 open, 12 by inputs, 11 asked, 6 infeasible
            copies: true after 0 refinements, 36 open, 6 computed, 18 by inputs, 12 asked, 7 infeasible
        "#]],
    );
}

/// What is not decided is kept and counted: nothing is proved of it. The second condition depends on the first, so it is not even asked for.
#[test]
fn undecided_paths_are_kept() {
    let text = "int main(void) { int x = nd(); if (x > 5) { if (x < 3) reach_error(); } return 0; }";
    let query = Limits { time: Some(Duration::ZERO), memory: None };
    let options = Options { query, ..apart(Feasibility::Branches) };
    let found = run(text, options, Propagation::On);
    let (asked, kept) = ("branches that the solver was asked for", "undecided paths that were kept");
    expect!["false after 0 refinements, 1 asked, 4 kept"].assert_eq(&format!(
        "{}, {} asked, {} kept",
        found.end,
        found.count(asked),
        found.count(kept)
    ));
}

#[test]
fn paths_that_stay_apart_need_blocks_without_end() {
    let options = Options { merge: Merge::Separate, ..Options::default() };
    expect![
        "paths that stay apart are not abstracted: `predicate.merge=separate` needs `predicate.block=never`"
    ]
    .assert_eq(&options.validate().unwrap_err());
    assert_eq!(apart(Feasibility::Targets).validate(), Ok(()));
}

/// A statement of a random program over `x`, `y` and `z`.
fn statement() -> impl proptest::strategy::Strategy<Value = String> {
    let variable = || proptest::sample::select(vec!["x", "y", "z"]);
    let assignment = (variable(), variable(), -3i32..4, proptest::sample::select(vec!["+", "-", "*", "&"]))
        .prop_map(|(to, from, number, op)| format!("{to} = {from} {op} {number};"));
    let input = variable().prop_map(|to| format!("{to} = nd();"));
    let condition = (variable(), proptest::sample::select(vec!["<", "==", "!=", ">="]), variable(), -3i32..4)
        .prop_map(|(one, op, two, number)| format!("({one} {op} {two} + {number})"));
    let simple = prop_oneof![3 => assignment, 1 => input].boxed();
    let error = condition.clone().prop_map(|condition| format!("if {condition} reach_error();"));
    let branch = (condition, simple.clone(), simple.clone())
        .prop_map(|(condition, one, two)| format!("if {condition} {{ {one} }} else {{ {two} }}"));
    prop_oneof![4 => simple, 3 => branch, 1 => error]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Lazy and lazier queries, values and copies, and predicate abstraction agree on random programs without loops.
    #[test]
    fn answers_agree(statements in proptest::collection::vec(statement(), 3..9), condition in -2i32..3) {
        let text = format!(
            "int main(void) {{ int x = nd(), y = 1, z = 0; {} if (x + z == {condition} && y > 1 && x > y) reach_error(); return 0; }}",
            statements.join(" ")
        );
        let verdict = |options: Options, propagation| {
            let end = run(&text, options, propagation).end;
            end.split(' ').next().unwrap_or_default().to_owned()
        };
        let expected = verdict(Options::default(), Propagation::On);
        prop_assert!(expected == "true" || expected == "false", "{}: {}", expected, text);
        for (_, feasibility, propagation) in MODES {
            prop_assert_eq!(&verdict(apart(feasibility), propagation), &expected, "{}", &text);
        }
    }
}
