//! What the checker accepts and what it rejects, with a solver that tries all values.

use super::*;
use crate::connect::equal;
use crate::normal::Normal;
use crate::options::Options;
use crate::pool::Pool;
use expect_test::{Expect, expect};
use smt::parse::parse_term;
use smt::random::{Family, Random, Size};
use smt::solver::{Enumeration, EnumerationBackend, Solver};
use smt::transform::FreeSymbols;
use smt::{Sort, Terms};

/// `x`, `y`, `z` with their copies, over four bits.
fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["x", "y", "z"] {
        let symbol = terms.declare(name, &[], Sort::BitVec(4)).unwrap();
        for index in 0..4 {
            terms.copy_at(symbol, index).unwrap();
        }
    }
    terms
}

fn run(trace: &[&str], facts: &[&str], options: &Options) -> (Result<(), Failure>, Checker) {
    let mut terms = store();
    let mut read = |texts: &[&str]| -> Vec<TermId> {
        texts.iter().map(|text| parse_term(&mut terms, text).unwrap()).collect()
    };
    let (trace, facts) = (read(trace), read(facts));
    let mut free = FreeSymbols::new();
    let trace = Trace::new(&terms, &mut free, &trace);
    let backend = EnumerationBackend;
    let mut context = Context {
        terms: &mut terms,
        free: &mut free,
        normal: &mut Normal::new(),
        pool: &mut Pool::new(&[&backend]),
        options,
        deadline: None,
    };
    let mut checker = Checker::default();
    (checker.check(&mut context, &trace, &facts), checker)
}

const TRACE: &[&str] = &["(= x@0 #x1)", "(= x@1 (bvadd x@0 #x1))", "(= y@0 x@1)", "(bvult #x5 y@0)"];

fn check(facts: &[&str], expected: Expect) {
    let result = run(TRACE, facts, &Options::default()).0;
    expected.assert_eq(&result.map_or_else(|failure| failure.to_string(), |()| "accepted".to_owned()));
}

#[test]
fn interpolants_are_accepted() {
    check(&["true", "(= x@0 #x1)", "(= x@1 #x2)", "(= y@0 #x2)", "false"], expect!["accepted"]);
    check(&["true", "(bvult x@0 #x4)", "(bvult x@1 #x5)", "(bvult y@0 #x5)", "false"], expect!["accepted"]);
}

#[test]
fn everything_else_is_rejected() {
    check(&["true", "false"], expect!["rejected: 2 facts instead of 5"]);
    check(&["true", "#x1", "true", "true", "false"], expect!["rejected: fact 1 is not a formula"]);
    check(
        &["(= x@0 #x1)", "(= x@0 #x1)", "(= x@1 #x2)", "(= y@0 #x2)", "false"],
        expect!["rejected: the first fact is not true"],
    );
    check(
        &["true", "(= x@0 #x1)", "(= x@1 #x2)", "(= y@0 #x2)", "(= y@0 #x3)"],
        expect!["rejected: the last fact is not false"],
    );
    check(
        &["true", "(= x@0 #x1)", "(= x@1 (bvadd x@0 #x1))", "(= y@0 #x2)", "false"],
        expect!["rejected: fact 2 mentions s1, which is not shared there"],
    );
    check(
        &["true", "(= x@0 #x1)", "(= x@1 #x3)", "(= y@0 #x3)", "false"],
        expect!["rejected: fact 2 does not follow"],
    );
    check(
        &["true", "(= x@0 #x1)", "(= x@1 #x2)", "true", "false"],
        expect!["rejected: fact 4 does not follow"],
    );
    check(
        &["true", "(= x@0 #x1)", "(exists ((q (_ BitVec 4))) (= x@1 (bvmul q #x2)))", "true", "false"],
        expect!["rejected: fact 2 is quantified"],
    );
}

#[test]
fn quantifiers_can_be_accepted() {
    let options = Options { quantifiers: Quantifiers::Accept, ..Options::default() };
    let even = "(exists ((q (_ BitVec 4))) (= x@0 (bvmul q #x2)))";
    let facts = ["true", even, "false"];
    let trace = ["(= x@0 #x2)", "(= x@0 (bvadd (bvmul x@1 #x2) #x1))"];
    assert_eq!(run(&trace, &facts, &options).0, Ok(()));
}

/// So many bits are too much for trying, and normal forms know nothing of `or`.
#[test]
fn an_undecided_step_is_rejected() {
    let equal = "(= (bvor x@0 (bvor x@1 x@2)) (bvor y@0 (bvor y@1 y@2)))";
    let same = "(= (bvor (bvor x@0 x@1) x@2) (bvor (bvor y@0 y@1) y@2))";
    let trace = [equal, &*format!("(not {same})")];
    let result = run(&trace, &["true", same, "false"], &Options::default()).0;
    assert!(matches!(result, Err(Failure::Rejected(Defect::Undecided { position: 1, .. }))), "{result:?}");
}

/// The same with products, which normal forms multiply out.
#[test]
fn a_step_of_algebra_is_accepted() {
    let equal = "(= (bvmul x@0 (bvmul x@1 x@2)) (bvmul y@0 (bvmul y@1 y@2)))";
    let same = "(= (bvmul (bvmul x@0 x@1) x@2) (bvmul (bvmul y@0 y@1) y@2))";
    let trace = [equal, &*format!("(not {same})")];
    let (result, checker) = run(&trace, &["true", same, "false"], &Options::default());
    assert_eq!(result, Ok(()));
    assert_eq!((checker.steps, checker.rewritten), (2, 1));
}

/// Whatever rewriting refutes, definitions inlined and all, has no model: all values are tried.
#[test]
fn what_rewriting_refutes_has_no_model() {
    let mut refuted = 0;
    for seed in 0..6000 {
        let mut random = Random::from_seed(seed, Family::Bits, Size::Small);
        let mut query = Vec::new();
        for index in 0..3 {
            let sort = Sort::BitVec(1 + random.below(3) as u32);
            let value = random.term(sort, 1).0;
            let variable = random.terms.variable(&format!("defined{index}"), sort).unwrap();
            query.push(equal(&mut random.terms, variable, value));
            // Something about what was defined, so that inlining matters.
            let other = random.term(sort, 1).0;
            let about = equal(&mut random.terms, variable, other);
            query.push(if random.below(2) == 0 { about } else { not(&mut random.terms, about) });
        }
        let mut free = FreeSymbols::new();
        let options = Options::default();
        let mut context = Context {
            terms: &mut random.terms,
            free: &mut free,
            normal: &mut Normal::new(),
            pool: &mut Pool::new(&[]),
            options: &options,
            deadline: None,
        };
        if is_refuted_by_rewriting(&mut context, &query) {
            let mut reference = Enumeration::new();
            let answer = reference.check(&random.terms, &query, &Limits::default()).unwrap();
            let texts: Vec<String> = query.iter().map(|&one| smt::print::term(&random.terms, one)).collect();
            assert_ne!(answer, Answer::Sat, "seed {seed}: {texts:#?}");
            refuted += u32::from(answer == Answer::Unsat);
        }
    }
    assert!(refuted > 100, "only {refuted} were refuted and could be tried");
}

#[test]
fn steps_that_are_renamings_of_each_other_are_asked_once() {
    let trace = ["(= x@0 #x0)", "(= x@1 (bvadd x@0 #x2))", "(= x@2 (bvadd x@1 #x2))", "(= x@2 #x1)"];
    let even = |index| format!("(= (bvand x@{index} #x1) #x0)");
    let facts = ["true", &even(0), &even(1), &even(2), "false"];
    let (result, checker) = run(&trace, &facts, &Options::default());
    assert_eq!(result, Ok(()));
    assert_eq!((checker.steps, checker.trivial, checker.repeated), (4, 0, 1));
}
