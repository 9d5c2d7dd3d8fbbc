//! Interpolants: of the solvers that are installed, checked by queries, and of scripts that answer as documented.

use super::{Fake, Folder, NONE, TAME, told, within};
use crate::{Dialect, Options, ProcessBackend};
use expect_test::{Expect, expect};
use smt::parse::parse_term;
use smt::solver::{Answer, Attempt, Needs, Reason, Service, Solver, SolverError};
use smt::{CoreOp, Op, Sort, TermId, Terms};

fn store(sort: Sort) -> Terms {
    let mut terms = Terms::new();
    for name in ["x", "y", "z"] {
        terms.variable(name, sort).unwrap();
    }
    terms
}

fn parse(terms: &mut Terms, texts: &[&str]) -> Vec<TermId> {
    texts.iter().map(|text| parse_term(terms, text).unwrap()).collect()
}

/// Whether each interpolant follows from its predecessor and the formula between, and the last refutes the last formula.
fn assert_inductive(terms: &mut Terms, backend: &ProcessBackend, formulas: &[TermId], found: &[TermId]) {
    assert_eq!(found.len() + 1, formulas.len());
    let mut solver = backend.open(&Needs::default()).unwrap();
    let (top, bottom) = (terms.bool(true), terms.bool(false));
    let chain: Vec<TermId> = [&[top], found, &[bottom]].concat();
    for (pair, &formula) in chain.windows(2).zip(formulas) {
        let negated = terms.apply(Op::Core(CoreOp::Not), &[pair[1]]).unwrap();
        let answer = solver.check(terms, &[pair[0], formula, negated], &NONE);
        assert_eq!(answer, Ok(Answer::Unsat), "{}", smt::print::term(terms, pair[1]));
    }
}

#[test]
fn installed_solvers() {
    for dialect in Dialect::ALL.iter().filter(|dialect| dialect.interpolation.is_some()) {
        let backend = match ProcessBackend::find(dialect, Options::default()) {
            Ok(backend) => backend,
            Err(error) => {
                super::real::absent("interpolation", dialect, &error);
                continue;
            }
        };
        let has = |service| dialect.services.contains(&service);
        let mut cases: Vec<(Sort, &[&str])> = Vec::new();
        if has(Service::BitVectors) {
            cases.push((
                Sort::BitVec(8),
                &["(= x #x01)", "(= y (bvadd x #x02))", "(= z y)", "(bvugt z #x07)"],
            ));
            cases.push((Sort::BitVec(8), &["(= x #x00)", "(bvugt x #x07)"]));
        }
        if has(Service::Arithmetic) {
            cases.push((Sort::Int, &["(= x 1)", "(= y (+ x 2))", "(> y 7)"]));
        }
        for (sort, texts) in cases {
            let mut terms = store(sort);
            let formulas = parse(&mut terms, texts);
            let mut solver = backend.open(&Needs::default()).unwrap();
            match solver.interpolants(&mut terms, &formulas, &within(20_000)) {
                Ok(Attempt::Done(found)) => assert_inductive(&mut terms, &backend, &formulas, &found),
                other => panic!("{}: {other:?}", dialect.name),
            }
        }
    }
}

/// The conversation with a solver that prints an answer, and the interpolants that are read.
fn check(dialect: &'static str, question: &str, answer: &str, texts: &[&str], expected: Expect) {
    let mut terms = store(Sort::Int);
    let formulas = parse(&mut terms, texts);
    let answers = [(question, answer)];
    let folder = Folder::new();
    let fake = Fake { dialect, first: "say unsat", answers: &answers, ..TAME };
    let mut solver = fake.backend(&folder).unwrap().open(&Needs::default()).unwrap();
    let found = match solver.interpolants(&mut terms, &formulas, &within(5000)) {
        Ok(Attempt::Done(found)) => {
            found.iter().map(|&term| smt::print::term(&terms, term)).collect::<Vec<_>>().join("\n")
        }
        Ok(Attempt::Unknown(reason)) => format!("{reason:?}"),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&format!("{}; {found}\n", told(&folder)));
}

#[test]
fn documented_answers() {
    let chain = ["(= x 1)", "(= y (+ x 2))", "(> y 7)"];
    check(
        "smtinterpol",
        "(get-interpolants",
        "((<= $x 1)\n(<= $y 3))",
        &chain,
        expect![[r#"
        (set-option :print-success false)
        (set-option :produce-proofs true)
        (set-option :produce-interpolants true)
        (set-logic QF_LIA)
        (declare-fun $x () Int)
        (assert (! (= $x 1) :named ?i0))
        (declare-fun $y () Int)
        (assert (! (= $y (+ $x 2)) :named ?i1))
        (assert (! (< 7 $y) :named ?i2))
        (set-option :timeout 5000)
        (check-sat)
        (get-interpolants ?i0 ?i1 ?i2)
        ; (<= x 1)
        (<= y 3)
    "#]],
    );
    check(
        "opensmt",
        "(get-interpolants",
        "((<= $x 1) (let ((?def0 3)) (<= $y ?def0)))",
        &chain,
        expect![[r#"
        (set-option :produce-interpolants true)
        (set-logic QF_LIA)
        (declare-fun $x () Int)
        (assert (! (= $x 1) :named ?i0))
        (declare-fun $y () Int)
        (assert (! (= $y (+ $x 2)) :named ?i1))
        (assert (! (< 7 $y) :named ?i2))
        (check-sat)
        (get-interpolants ?i0 ?i1 ?i2)
        ; (<= x 1)
        (<= y 3)
    "#]],
    );
    check(
        "princess",
        "(get-interpolants",
        "((not (>= (+ $x (- 1)) 1)))",
        &["(= x 1)", "(> x 2)"],
        expect![[r#"
            (set-option :print-success false)
            (set-option :produce-interpolants true)
            (set-logic QF_LIA)
            (declare-fun $x () Int)
            (assert (! (= $x 1) :named ?i0))
            (assert (! (< 2 $x) :named ?i1))
            (check-sat)
            (get-interpolants ?i0 ?i1)
            ; (not (<= 2 x))
        "#]],
    );
}

#[test]
fn documented_answers_one_by_one() {
    let chain = ["(= x 1)", "(= y (+ x 2))", "(> y 7)"];
    check(
        "mathsat",
        "(get-interpolant",
        "(<= $x 1)",
        &chain,
        expect![[r#"
        (set-option :print-success false)
        (set-option :produce-interpolants true)
        (set-logic QF_LIA)
        (declare-fun $x () Int)
        (assert (! (= $x 1) :interpolation-group ?i0))
        (declare-fun $y () Int)
        (assert (! (= $y (+ $x 2)) :interpolation-group ?i1))
        (assert (! (< 7 $y) :interpolation-group ?i2))
        (check-sat)
        (get-interpolant (?i0))
        (get-interpolant (?i0 ?i1))
        ; (<= x 1)
        (<= x 1)
    "#]],
    );
    check(
        "cvc5",
        "(get-interpolant",
        "(define-fun ?i1 () Bool (<= $x 1))",
        &["(= x 1)", "(> x 2)"],
        expect![[r#"
            (set-option :print-success false)
            (set-option :global-declarations true)
            (set-option :produce-interpolants true)
            (set-logic QF_LIA)
            (push 1)
            (declare-fun $x () Int)
            (assert (= $x 1))
            (get-interpolant ?i1 (not (< 2 $x)))
            ; (<= x 1)
        "#]],
    );
}

#[test]
fn answers_that_are_no_interpolants() {
    let pair = ["(= x 1)", "(> x 2)"];
    for answer in
        ["fail", "(", "((<= $x 1) (<= $x 2))", "$x", "(<= $w 1)", "(<= @p 1)", "(error \"no proof\")"]
    {
        let mut terms = store(Sort::Int);
        let formulas = parse(&mut terms, &pair);
        let answers = [("(get-interpolants", answer)];
        let folder = Folder::new();
        let fake = Fake { dialect: "smtinterpol", first: "say unsat", answers: &answers, ..TAME };
        let mut solver = fake.backend(&folder).unwrap().open(&Needs::default()).unwrap();
        let found = solver.interpolants(&mut terms, &formulas, &within(5000));
        assert!(matches!(found, Err(SolverError::Failed { .. })), "{answer}: {found:?}");
    }
}

#[test]
fn without_a_refutation() {
    let mut terms = store(Sort::Int);
    let formulas = parse(&mut terms, &["(= x 1)", "(> x 2)"]);
    let mut ask = |first: &str, count: usize| {
        let answers = [("(get-info", "(:reason-unknown incomplete)")];
        let folder = Folder::new();
        let fake = Fake { dialect: "smtinterpol", first, answers: &answers, ..TAME };
        let mut solver = fake.backend(&folder).unwrap().open(&Needs::default()).unwrap();
        solver.interpolants(&mut terms, &formulas[..count], &within(500))
    };
    assert_eq!(ask("say sat", 2), Err(SolverError::NoSuchResult));
    let incomplete = Reason::Incomplete("incomplete".to_owned());
    assert_eq!(ask("say unknown", 2), Ok(Attempt::Unknown(incomplete)));
    assert_eq!(ask("sleep 60", 2), Ok(Attempt::Unknown(Reason::Time)));
    assert_eq!(ask("exit 1", 1), Ok(Attempt::Done(Vec::new())));
}
