//! A sound program is broken in one way after the other, and the verifier says what is wrong.

mod declarations;
mod nodes;
mod operations;
mod shape;

use super::*;
use crate::sketch::{Sample, sample};
use crate::*;
use expect_test::{Expect, expect};
use source::Span;

/// Breaks the sample program and compares what the verifier says.
fn check(break_it: impl FnOnce(&mut Sample), expected: Expect) {
    let mut sample = sample();
    break_it(&mut sample);
    let violations: Vec<String> = verify(&sample.sketch.finish()).iter().map(ToString::to_string).collect();
    expected.assert_eq(&violations.join("\n"));
}

/// Replaces the operation of the edge of `main` that adds one to `x`.
fn set_step(sample: &mut Sample, op: Op) {
    sample.sketch.parts.edges[STEP].op = op;
}

/// The edge `x = x + 1` of the sample.
const STEP: EdgeId = EdgeId(5);

/// The texts of the tests, which name the rule that they break.
const TESTS: [&str; 4] = [
    include_str!("nodes.rs"),
    include_str!("declarations.rs"),
    include_str!("operations.rs"),
    include_str!("shape.rs"),
];

#[test]
fn the_sample_is_sound() {
    check(|_| {}, expect![[""]]);
}

#[test]
fn every_rule_is_in_the_essay_and_in_order() {
    let essay = include_str!("../mod.rs");
    for (position, &(rule, name)) in Rule::ALL.iter().enumerate() {
        assert_eq!((rule as usize, rule.name()), (position, name));
        assert!(essay.contains(&format!("//! - `{name}`: ")), "{name} is not stated");
        let tested = TESTS.iter().any(|tests| tests.contains(&format!("[{name}] ")));
        assert!(tested, "no test breaks {name}");
    }
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let mut sample = sample();
    for value in 0..500 {
        sample.sketch.parts.exprs.constant(value, TypeId::VOID);
    }
    let violations = verify(&sample.sketch.finish());
    assert_eq!(violations.len(), MAX_LISTED + 1);
    expect!["program: [constant] 400 more violations are not listed"]
        .assert_eq(&violations[MAX_LISTED].to_string());
}

#[test]
fn deep_and_shared_expressions_are_checked_in_linear_time() {
    let mut sample = sample();
    let mut sum = sample.sketch.load(sample.x);
    for _ in 0..100_000 {
        sum = sample.sketch.binary(BinaryOp::Add, sum, sum);
    }
    let op = sample.sketch.assign(sample.x, sum);
    set_step(&mut sample, op);
    let mut ty = TypeId::INT;
    for _ in 0..100_000 {
        ty = sample.sketch.parts.types.array(ty, ArrayLen::Fixed(1));
    }
    let deep = sample.sketch.var(sample.main, "deep", ty, VarKind::Local);
    let mut place = sample.sketch.place(deep);
    let zero = sample.sketch.int(0, TypeId::LONG);
    for _ in 0..100_000 {
        place = sample.sketch.parts.exprs.index(&sample.sketch.parts.types, place, zero);
    }
    let op = Op::Assign { place, value: sum };
    let Body { entry, .. } = sample.sketch.body(sample.main);
    let before = sample.sketch.location(sample.main);
    sample.sketch.edge(before, entry, op);
    assert_eq!(verify(&sample.sketch.finish()), []);
}
