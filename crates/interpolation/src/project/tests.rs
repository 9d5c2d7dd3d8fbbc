//! What is projected follows from the input, and where a rule is exact, nothing more can be said.

use super::*;
use crate::normal::Normal;
use crate::options::Options;
use crate::pool::Pool;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use smt::parse::parse_term;
use smt::random::Random;
use smt::solver::{EnumerationBackend, Limits};
use smt::transform::FreeSymbols;
use smt::{Sort, Value, eval, print};
use std::time::Duration;

fn project(terms: &mut Terms, formulas: &[TermId], keeps: &BTreeSet<SymbolId>) -> Vec<TermId> {
    let backend = EnumerationBackend;
    let quick = Limits { time: Some(Duration::from_millis(20)), memory: None };
    let options = Options { check: quick, check_first: quick, shrink: quick, ..Options::default() };
    let mut context = Context {
        terms,
        free: &mut FreeSymbols::new(),
        normal: &mut Normal::new(),
        pool: &mut Pool::new(&[&backend]),
        options: &options,
        deadline: None,
    };
    let mut projection = Projection { keeps, help: Help::Checks, cases: options.cases };
    projection.of(&mut context, formulas).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Formulas that are true under an assignment have a projection that is.
    #[test]
    fn projections_follow(bytes in proptest::collection::vec(any::<u8>(), 20..300)) {
        let mut random = Random::new(&bytes);
        random.quantifiers = false;
        let drawn: Vec<TermId> = (0..4).map(|_| random.term(Sort::Bool, 3).1).collect();
        let assignment = random.assignment();
        let mut formulas = Vec::new();
        for formula in drawn {
            match eval::eval(&random.terms, formula, &assignment) {
                Ok(Value::Bool(true)) => formulas.push(formula),
                Ok(_) => formulas.push(crate::connect::not(&mut random.terms, formula)),
                Err(_) => {}
            }
        }
        let mut free = FreeSymbols::new();
        let mut keeps = BTreeSet::new();
        for &formula in &formulas {
            keeps.extend(free.of(&random.terms, formula));
        }
        keeps.retain(|_| random.below(2) == 1);
        let result = project(&mut random.terms, &formulas, &keeps);
        for formula in result {
            prop_assert!(free.of(&random.terms, formula).is_subset(&keeps));
            let value = eval::eval(&random.terms, formula, &assignment);
            prop_assert!(
                value.is_err() || value == Ok(Value::Bool(true)),
                "{} of {:?}",
                print::term(&random.terms, formula),
                formulas.iter().map(|&one| print::term(&random.terms, one)).collect::<Vec<_>>()
            );
        }
    }
}

/// Keeps `x`, `y`, `a` and eliminates the others.
fn check(formulas: &[&str], expected: Expect) {
    let mut terms = Terms::new();
    let (bits, int) = (Sort::BitVec(8), Sort::Int);
    let array = terms.array_sort(bits, bits).unwrap();
    let declared = [("x", bits), ("y", bits), ("d", bits), ("e", bits), ("w", Sort::BitVec(4)), ("i", int)];
    let more = [("j", int), ("m", int), ("a", array), ("b", array), ("p", Sort::Bool)];
    for (name, sort) in declared.into_iter().chain(more) {
        terms.declare(name, &[], sort).unwrap();
    }
    terms.declare("f", &[bits], bits).unwrap();
    let keeps = ["x", "y", "a", "i", "j"].iter().map(|name| terms.lookup(name).unwrap()).collect();
    let formulas: Vec<TermId> = formulas.iter().map(|text| parse_term(&mut terms, text).unwrap()).collect();
    let result = project(&mut terms, &formulas, &keeps);
    let shown: Vec<String> = result.iter().map(|&formula| print::term(&terms, formula)).collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn equations() {
    check(&["(= x (bvadd d #x01))", "(= y (bvmul d #x03))"], expect!["(= (bvmul x #x03) (bvadd y #x03))"]);
    check(&["(= x (bvxor d y))", "(bvult d #x05)"], expect!["(bvult (bvxor x y) #x05)"]);
    check(
        &["(= x (concat #x0 w))", "(bvult w #x5)"],
        expect![[r#"
        (= #x0 ((_ extract 7 4) x))
        (bvult ((_ extract 3 0) x) #x5)"#]],
    );
    check(&["(= x ((_ sign_extend 4) w))"], expect!["(= x ((_ sign_extend 4) ((_ extract 3 0) x)))"]);
    check(&["(= i (+ m 1))", "(< j (* 2 m))"], expect!["(<= j (+ (* i 2) (- 3)))"]);
    check(&["(= p (bvult x y))", "(or p (= x #x03))"], expect!["(or (bvult x y) (= x #x03))"]);
    check(
        &["(= a (store b x #x01))", "(= (select b y) #x02)"],
        expect![[r#"
        (= #x01 (select a x))
        (let ((?0 (= x y))) (or ?0 (and (not ?0) (= #x02 (select a y)))))"#]],
    );
}

#[test]
fn bounds() {
    check(
        &["(bvult x d)", "(bvult d y)"],
        expect![[r#"
        (bvult x y)
        (bvult (bvadd x #x01) y)"#]],
    );
    check(&["(bvule x d)", "(not (bvult y d))"], expect!["(bvule x y)"]);
    check(&["(bvslt d x)"], expect!["(not (= x #x80))"]);
    check(&["(not (= d x))", "(not (= d y))"], expect![[""]]);
    check(&["(<= (+ m 1) i)", "(< j m)"], expect!["(<= j (+ i (- 2)))"]);
}

#[test]
fn cases() {
    check(&["(or (= x (bvadd d #x01)) (= y d))", "(= d #x04)"], expect!["(or (= x #x05) (= y #x04))"]);
    check(
        &["(or (and (= x d) (bvult d #x04)) (and (= x e) (bvult y e)))"],
        expect!["(or (bvult x #x04) (bvult y x))"],
    );
    check(&["(or (and (= d #x01) (bvult x d)) (and (= d #x09) (bvult x d)))"], expect!["(bvult x #x09)"]);
    check(&["(= x (ite p y #x00))"], expect!["(or (= x y) (= x #x00))"]);
    check(&["(= (f x) d)", "(= (f y) e)", "(not (= d e))"], expect!["(not (= x y))"]);
}

#[test]
fn nothing_kept_is_a_question_for_a_solver() {
    check(&["(bvult (bvand d #x07) #x02)", "(= (bvand d #x03) #x02)"], expect!["false"]);
    check(&["(= (bvand d #x01) #x00)", "(= (bvand d #x03) #x02)", "(= x y)"], expect!["(= x y)"]);
}

#[test]
fn what_cannot_be_eliminated_is_weakened() {
    check(&["(= x (bvand d #x07))"], expect!["(bvule x #x07)"]);
    check(&["(bvult (bvsub x d) #x0a)", "(bvult d #x0a)"], expect!["(bvule x #x12)"]);
    check(&["(bvult (bvsub x d) #xf0)", "(bvult d #x20)"], expect![[""]]);
    check(&["(bvult x (bvand d e))", "(bvult e #x09)", "(= y (bvor d e))"], expect!["(bvult x #x08)"]);
}
