//! Elimination and Horn clauses: what comes back, and that limits hold.

use super::tests::{for_each, parse, solver};
use crate::Z3Backend;
use expect_test::{Expect, expect};
use smt::print;
use smt::solver::{
    Attempt, Effort, HornAnswer, HornClause, HornPredicate, HornSystem, HornUse, Limits, Reason,
};
use smt::{Sort, TermId, Terms};
use std::thread;
use std::time::{Duration, Instant};

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["x", "y", "z"] {
        terms.variable(name, Sort::BitVec(32)).unwrap();
    }
    for name in ["i", "j"] {
        terms.variable(name, Sort::Int).unwrap();
    }
    let array = terms.array_sort(Sort::BitVec(32), Sort::BitVec(32)).unwrap();
    terms.variable("m", array).unwrap();
    terms
}

/// Compares texts if the library is the pinned one: others find other formulas, which the suite of all back ends checks.
fn compare(found: &str, expected: &Expect) {
    if Z3Backend::default().version().unwrap().starts_with("5.4.") {
        expected.assert_eq(found);
    }
}

fn eliminated(text: &str, effort: Effort) -> String {
    let mut terms = store();
    let formula = parse(&mut terms, text);
    let limits = Limits { time: Some(Duration::from_secs(5)), memory: None };
    match solver(&Z3Backend::default()).eliminate(&mut terms, formula, effort, &limits).unwrap() {
        Attempt::Done(result) => print::term(&terms, result),
        Attempt::Unknown(reason) => format!("{reason:?}"),
    }
}

#[test]
fn light_elimination_takes_definitions() {
    let check = |text: &str, expected: Expect| compare(&eliminated(text, Effort::Light), &expected);
    check(
        "(exists ((b (_ BitVec 32))) (and (= b (bvadd x #x00000001)) (bvult b y)))",
        expect!["(not (bvule y (bvadd x #x00000001)))"],
    );
    check(
        "(exists ((b (_ BitVec 32))) (and (= x (bvmul b #x00000003)) (= y b)))",
        expect!["(= x (bvmul y #x00000003))"],
    );
    check("(exists ((b (_ BitVec 32))) (and (= (select m b) x) (= b y)))", expect!["(= x (select m y))"]);
    check("(forall ((b (_ BitVec 32))) (=> (= b y) (bvule x b)))", expect!["(bvule x y)"]);
    check(
        "(exists ((b (_ BitVec 32))) (and (bvult x b) (bvult b y)))",
        expect!["(exists ((bound!0 (_ BitVec 32))) (and (not (bvule bound!0 x)) (not (bvule y bound!0))))"],
    );
    check("(exists ((b Int)) (and (= i (+ b 1)) (< b j)))", expect!["(not (<= j (+ i (- 1))))"]);
}

#[test]
fn full_elimination_decides_theories() {
    let check = |text: &str, expected: Expect| compare(&eliminated(text, Effort::Full), &expected);
    check("(exists ((b (_ BitVec 32))) (and (= x b) (bvule b #x0000000a)))", expect!["(bvule x #x0000000a)"]);
    check("(exists ((b Int)) (and (< i b) (< b j)))", expect!["(not (<= (- 1) (+ i (* j (- 1)))))"]);
    check("(exists ((b Int)) (= i (* 2 b)))", expect!["(= 0 (mod i 2))"]);
    check("(exists ((b Int)) (and (= b (+ i 1)) (< b j)))", expect!["(not (<= j (+ i 1)))"]);
    check("(< i j)", expect!["(< i j)"]);
    check(
        "(forall ((b Int)) (=> (and (<= 0 b) (<= b i)) (<= b j)))",
        expect!["(or (not (<= (+ j (* i (- 1))) (- 1))) (not (<= 0 i)))"],
    );
}

#[test]
fn elimination_keeps_limits() {
    for_each(|backend| {
        let mut terms = store();
        let formula = parse(&mut terms, "(exists ((b (_ BitVec 32))) (and (bvult x b) (bvult b y)))");
        let limits = Limits { time: Some(Duration::from_millis(100)), memory: None };
        let start = Instant::now();
        let mut solver = solver(backend);
        let found = solver.eliminate(&mut terms, formula, Effort::Full, &limits).unwrap();
        if matches!(found, Attempt::Unknown(Reason::Incomplete(_))) {
            // Version 4.8.12 is not asked, since stopping it there is a matter of luck.
            assert!(backend.version().unwrap().contains("4.8."), "{}", backend.version().unwrap());
            return;
        }
        assert_eq!(found, Attempt::Unknown(Reason::Time));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        let interrupt = solver.interrupt();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            interrupt.stop();
        });
        let found = solver.eliminate(&mut terms, formula, Effort::Full, &Limits::default()).unwrap();
        assert_eq!(found, Attempt::Unknown(Reason::Interrupted));
        stopper.join().unwrap();
        solver.interrupt().stop();
        let found = solver.eliminate(&mut terms, formula, Effort::Light, &limits).unwrap();
        assert_eq!(found, Attempt::Unknown(Reason::Interrupted));
    });
}

/// A chain of steps from `first` through `step` (from `x`, `y` to `x1`, `y1`) to `last`, in `length` steps.
fn chain(terms: &mut Terms, sort: Sort, length: usize, [first, step, last]: [&str; 3]) -> HornSystem {
    let all = ["x", "y", "x1", "y1"].map(|name| terms.variable(name, sort).unwrap());
    let [first, step, last] = [first, step, last].map(|text| parse(terms, text));
    let at = |predicate: usize, arguments: &[TermId]| HornUse { predicate, arguments: arguments.to_vec() };
    let parameters = ["p", "q"].map(|name| terms.declare(name, &[], sort).unwrap());
    let predicates = (0..=length)
        .map(|index| HornPredicate { name: format!("at{index}"), parameters: parameters.to_vec() });
    let mut clauses = vec![HornClause { uses: vec![], body: first, head: Some(at(0, &all[..2])) }];
    clauses.extend((0..length).map(|index| HornClause {
        uses: vec![at(index, &all[..2])],
        body: step,
        head: Some(at(index + 1, &all[2..])),
    }));
    clauses.push(HornClause { uses: vec![at(length, &all[..2])], body: last, head: None });
    HornSystem { predicates: predicates.collect(), clauses }
}

fn show(terms: &Terms, answer: &HornAnswer) -> String {
    match answer {
        HornAnswer::Solved(solution) => {
            let lines: Vec<String> = solution.iter().map(|&formula| print::term(terms, formula)).collect();
            lines.join("\n")
        }
        HornAnswer::Refuted => "refuted".to_owned(),
        HornAnswer::Unknown(reason) => format!("{reason:?}"),
    }
}

fn solved(sort: Sort, length: usize, texts: [&str; 3], expected: Expect) {
    let mut terms = Terms::new();
    let system = chain(&mut terms, sort, length, texts);
    let limits = Limits { time: Some(Duration::from_secs(120)), memory: None };
    let answer = solver(&Z3Backend::default()).solve_horn(&mut terms, &system, &limits).unwrap();
    compare(&show(&terms, &answer), &expected);
}

#[test]
fn chains_have_inductive_solutions() {
    let bits = [
        "(and (= x #x00000000) (= y #x00000000))",
        "(and (= x1 (bvadd x #x00000001)) (= y1 (bvadd y #x00000003)))",
    ];
    solved(
        Sort::BitVec(32),
        3,
        [bits[0], bits[1], "(distinct y (bvmul #x00000003 x))"],
        expect![[r#"
        (= (bvmul #x00000003 p) q)
        (= (bvmul #x00000003 p) q)
        (= (bvmul #x00000003 p) q)
        (= (bvmul #x00000003 p) q)"#]],
    );
    solved(Sort::BitVec(32), 3, [bits[0], bits[1], "(= y #x00000009)"], expect!["refuted"]);
    let ints = ["(and (= x 0) (= y 0))", "(and (= x1 (+ x 1)) (= y1 (+ y 3)))", "(distinct y (* 3 x))"];
    solved(
        Sort::Int,
        2,
        ints,
        expect![[r#"
        (let ((?0 (+ (* q (- 1)) (* p 3)))) (and (not (<= ?0 (- 1))) (not (<= 1 ?0))))
        (let ((?0 (+ (* q (- 1)) (* p 3)))) (and (not (<= ?0 (- 1))) (not (<= 1 ?0))))
        (let ((?0 (+ (* q (- 1)) (* p 3)))) (and (not (<= ?0 (- 1))) (not (<= 1 ?0))))"#]],
    );
}

#[test]
fn predicates_that_nothing_needs_are_true() {
    let mut terms = Terms::new();
    let texts = ["(= x #x00000001)", "(= x1 x)", "(= x #x00000002)"];
    let mut system = chain(&mut terms, Sort::BitVec(32), 1, texts);
    let unused = HornPredicate { name: "unused".to_owned(), ..system.predicates[0].clone() };
    system.predicates.push(unused);
    let mut other = system.clauses[1].clone();
    other.head.as_mut().unwrap().predicate = 2;
    system.clauses.push(other);
    let limits = Limits { time: Some(Duration::from_secs(120)), memory: None };
    let answer = solver(&Z3Backend::default()).solve_horn(&mut terms, &system, &limits).unwrap();
    let expected = expect![[r#"
        (not (= #b1 ((_ extract 1 1) p)))
        (not (= #b1 ((_ extract 1 1) p)))
        true"#]];
    compare(&show(&terms, &answer), &expected);
}

#[test]
fn what_spacer_has_not_is_unknown() {
    for_each(|backend| {
        let mut terms = Terms::new();
        let sort = Sort::BitVec(32);
        terms.declare("f", &[sort], sort).unwrap();
        let system = chain(&mut terms, sort, 1, ["(= x (f y))", "(= x1 x)", "(= x y)"]);
        let mut solver = solver(backend);
        let limits = Limits { time: Some(Duration::from_secs(120)), memory: None };
        let answer = solver.solve_horn(&mut terms, &system, &limits).unwrap();
        assert!(matches!(answer, HornAnswer::Unknown(Reason::Incomplete(_))), "{answer:?}");
        // Arguments that do not fit are an error, and the solver lives on.
        let mut wrong = chain(&mut terms, sort, 1, ["(= x y)", "(= x1 x)", "(distinct x y)"]);
        wrong.clauses[0].head.as_mut().unwrap().arguments.pop();
        assert!(solver.solve_horn(&mut terms, &wrong, &limits).is_err());
        wrong.clauses[0].head.as_mut().unwrap().predicate = 9;
        assert!(solver.solve_horn(&mut terms, &wrong, &limits).is_err());
        let right = chain(&mut terms, sort, 1, ["(= x y)", "(and (= x1 x) (= y1 y))", "(distinct x y)"]);
        let answer = solver.solve_horn(&mut terms, &right, &limits).unwrap();
        assert!(matches!(answer, HornAnswer::Solved(_)), "{answer:?}");
    });
}
