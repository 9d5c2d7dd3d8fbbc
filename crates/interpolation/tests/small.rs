//! Traces over few bits, with a solver that tries all values: what the ladder does without any help of a back end.

#[path = "set/mod.rs"]
mod set;

use expect_test::{Expect, expect};
use interpolation::{InterpolationError, Interpolator, Options};
use smt::solver::EnumerationBackend;
use smt::{Terms, print};

fn check(text: &str, expected: Expect) {
    let mut terms = Terms::new();
    let trace = set::read(&mut terms, &format!("trace t\n{text}")).expect("a well-formed trace").remove(0);
    let backend = EnumerationBackend;
    let mut interpolator = Interpolator::new(&[&backend], Options::default());
    let shown = match interpolator.sequence(&mut terms, &trace.formulas) {
        Ok(facts) => facts
            .iter()
            .map(|&fact| print::term(&terms, fact).replace(&format!("{}.", trace.name), "") + "\n")
            .collect(),
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn constants() {
    check(
        "
        x:bv4 = 1
        x = x + 2
        assume x == 4",
        expect![[r#"
            true
            (not (= x@0 #x2))
            (not (= x@1 #x4))
            false
        "#]],
    );
}

#[test]
fn a_loop_with_a_relation_between_two_variables() {
    check(
        "
        x:bv4 = 0
        y:bv4 = 0
        repeat 3 {
            x = x + 1
            y = y + 3
        }
        assume y != 3 * x",
        expect![[r#"
            true
            (= #x0 x@0)
            (= y@0 (bvmul x@0 #x3))
            (= (bvadd y@0 #x3) (bvmul x@1 #x3))
            (= y@1 (bvmul x@1 #x3))
            (= (bvadd #x3 y@1) (bvmul #x3 x@2))
            (= y@2 (bvmul #x3 x@2))
            (= (bvadd #x3 y@2) (bvmul #x3 x@3))
            (= y@3 (bvmul #x3 x@3))
            false
        "#]],
    );
}

#[test]
fn a_guard_bounds_the_counter() {
    check(
        "
        n:bv4
        i:bv4 = 0
        repeat 2 {
            assume i <u n
            i = i + 1
        }
        assume i >u n",
        expect![[r#"
            true
            true
            true
            true
            (not (bvult n@0 (bvadd #x1 i@1)))
            (not (bvult n@0 i@2))
            false
        "#]],
    );
}

#[test]
fn two_paths_in_one_block() {
    check(
        "
        x:bv4
        y:bv4 = 5
        choose { 
            assume x <u 3
            y = x 
        } or { 
            y = 2 
        }
        assume y >u 4",
        expect![[r#"
            true
            true
            (not (bvult #x4 y@3))
            false
        "#]],
    );
}

#[test]
fn a_feasible_trace() {
    check(
        "x:bv4 = 1\nassume x <u 2",
        expect![[r#"
        the trace has a model
    "#]],
    );
}

#[test]
fn something_that_is_no_formula() {
    let mut terms = Terms::new();
    let term = terms.int(3);
    let mut interpolator = Interpolator::new(&[], Options::default());
    assert_eq!(interpolator.sequence(&mut terms, &[term]), Err(InterpolationError::NotFormula(term)));
    assert_eq!(interpolator.sequence(&mut terms, &[]), Err(InterpolationError::Feasible));
}
