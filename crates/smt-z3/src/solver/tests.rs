//! The solver against the evaluator on random terms, and its own machinery: stack, logics, assumptions, limits, interrupts. Everything runs
//! with the pinned library, and with the system's if there is one.

use super::*;
use crate::Z3Backend;
use smt::eval::eval;
use smt::parse::parse_term;
use smt::random::{Family, Random, Size};
use smt::solver::Reason;
use smt::solver::{Needs, open};
use smt::{EvalError, Value};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const NONE: Limits = Limits { time: None, memory: None };

/// The default library, and the system's.
fn libraries() -> Vec<Z3Backend> {
    let mut all = vec![Z3Backend::default()];
    all.extend(Z3Backend::load(Path::new("libz3.so.4")));
    all
}

pub(super) fn for_each(test: impl Fn(&Z3Backend)) {
    for backend in libraries() {
        test(&backend);
    }
}

pub(super) fn solver(backend: &Z3Backend) -> Box<dyn Solver> {
    open(backend, &Needs::default()).unwrap()
}

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["a", "b"] {
        terms.variable(name, Sort::Bool).unwrap();
    }
    for name in ["x", "y", "z"] {
        terms.variable(name, Sort::BitVec(32)).unwrap();
    }
    for name in ["i", "j"] {
        terms.variable(name, Sort::Int).unwrap();
    }
    let array = terms.array_sort(Sort::BitVec(32), Sort::BitVec(32)).unwrap();
    terms.variable("m", array).unwrap();
    terms.declare("f", &[Sort::BitVec(32)], Sort::BitVec(32)).unwrap();
    terms
}

pub(super) fn parse(terms: &mut Terms, text: &str) -> TermId {
    parse_term(terms, text).unwrap()
}

#[test]
fn the_version_is_known() {
    for_each(|backend| assert!(backend.version().unwrap().contains('.')));
    let error = Z3Backend::load(Path::new("no/such/libz3.so")).err().unwrap();
    assert!(error.to_string().starts_with("no/such/libz3.so: "), "{error}");
}

/// Version 4.8.12 answers `sat` here, with a divisor for which its own evaluation contradicts the assertion. It is not asked.
#[test]
fn remainders_by_what_is_no_constant_have_no_false_model() {
    for_each(|backend| {
        let mut terms = Terms::new();
        let format = smt::Format::new(3, 4).unwrap();
        terms.variable("y", Sort::Float(format)).unwrap();
        terms.variable("m", Sort::RoundingMode).unwrap();
        let text = "(= (fp.div m (fp.rem (fp #b0 #b110 #b010) y) y) (fp #b0 #b001 #b011))";
        let formula = parse(&mut terms, text);
        let mut solver = solver(backend);
        solver.assert(&terms, formula).unwrap();
        if solver.check(&terms, &[], &NONE).unwrap() == Answer::Sat {
            let model = solver.model(&terms).unwrap();
            assert_eq!(
                eval(&terms, formula, &model),
                Ok(Value::Bool(true)),
                "{}",
                backend.version().unwrap()
            );
        }
    });
}

#[test]
fn stack_assumptions_models_and_cores() {
    for_each(|backend| {
        let mut terms = store();
        let small = parse(&mut terms, "(bvult x #x00000003)");
        let large = parse(&mut terms, "(bvugt x #x00000005)");
        let other = parse(&mut terms, "(bvugt y #x00000005)");
        let a = parse(&mut terms, "a");
        let mut solver = solver(backend);
        assert_eq!(solver.pop(), Err(SolverError::NothingToPop));
        solver.assert(&terms, small).unwrap();
        assert_eq!(solver.check(&terms, &[other, a], &NONE), Ok(Answer::Sat));
        let model = solver.model(&terms).unwrap();
        for formula in [small, other, a] {
            assert_eq!(eval(&terms, formula, &model), Ok(Value::Bool(true)));
        }
        assert_eq!(solver.core(&terms), Err(SolverError::NoSuchResult));
        assert_eq!(solver.check(&terms, &[other, large, a, large], &NONE), Ok(Answer::Unsat));
        assert_eq!(solver.core(&terms), Ok(vec![large]));
        assert_eq!(solver.model(&terms), Err(SolverError::NoSuchResult));
        solver.push().unwrap();
        assert_eq!(solver.core(&terms), Err(SolverError::NoSuchResult));
        solver.assert(&terms, large).unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Unsat));
        assert_eq!(solver.core(&terms), Ok(vec![]));
        solver.pop().unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        let x = parse(&mut terms, "x");
        assert_eq!(solver.assert(&terms, x), Err(SolverError::NotFormula(x)));
        assert_eq!(solver.check(&terms, &[x], &NONE), Err(SolverError::NotFormula(x)));
        assert_eq!(solver.statistics().checks, 4);
    });
}

#[test]
fn the_logic_follows_the_query() {
    for_each(|backend| {
        let mut terms = store();
        let bits = parse(&mut terms, "(= (bvadd x y) #x00000007)");
        let array = parse(&mut terms, "(= (select m x) (bvadd (f y) #x00000001))");
        let clash = parse(&mut terms, "(= (select m x) (f y))");
        let ints = parse(&mut terms, "(= (+ i (* 2 j)) (ubv_to_int x))");
        let mut solver = solver(backend);
        solver.assert(&terms, bits).unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        assert_eq!(solver.statistics().restarts, 1);
        for round in 0..3 {
            solver.push().unwrap();
            solver.assert(&terms, array).unwrap();
            assert_eq!(solver.check(&terms, &[ints], &NONE), Ok(Answer::Sat), "{round}");
            let model = solver.model(&terms).unwrap();
            for formula in [bits, array, ints] {
                assert_eq!(eval(&terms, formula, &model), Ok(Value::Bool(true)));
            }
            assert_eq!(solver.check(&terms, &[clash], &NONE), Ok(Answer::Unsat));
            solver.pop().unwrap();
            assert_eq!(solver.check(&terms, &[clash], &NONE), Ok(Answer::Sat));
            assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        }
        // One of Z3's solvers for each of the three logics, and no more in later rounds.
        assert_eq!(solver.statistics().restarts, 3);
    });
}

/// After a query that was stopped there is a new context; what was asserted before is asserted there.
#[test]
fn assertions_outlive_a_stopped_query() {
    for_each(|backend| {
        let mut terms = store();
        let texts = ["(bvult x #x00000003)", "(= y (bvadd x #x00000001))", "(= y #x00000009)"];
        let [small, next, nine] = texts.map(|text| parse(&mut terms, text));
        let hard = hard(&mut terms);
        let mut solver = solver(backend);
        solver.assert(&terms, small).unwrap();
        solver.push().unwrap();
        solver.assert(&terms, next).unwrap();
        let limits = Limits { time: Some(Duration::from_millis(30)), memory: None };
        for _ in 0..3 {
            assert_eq!(solver.check(&terms, &[hard], &limits), Ok(Answer::Unknown(Reason::Time)));
            assert_eq!(solver.check(&terms, &[nine], &NONE), Ok(Answer::Unsat));
            assert_eq!(solver.core(&terms), Ok(vec![nine]));
            assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        }
        solver.pop().unwrap();
        assert_eq!(solver.check(&terms, &[nine], &NONE), Ok(Answer::Sat));
        let model = solver.model(&terms).unwrap();
        assert_eq!(eval(&terms, small, &model), Ok(Value::Bool(true)));
        assert!(solver.statistics().restarts >= 3);
    });
}

#[test]
fn models_say_what_they_chose() {
    for_each(|backend| {
        let mut terms = store();
        let texts =
            ["(= (div i j) 7)", "(= j 0)", "(= (mod i j) (+ (div (+ i 1) j) 5))", "(= (div i (- j j)) 7)"];
        let formulas = texts.map(|text| parse(&mut terms, text));
        let mut solver = solver(backend);
        assert_eq!(solver.check(&terms, &formulas, &NONE), Ok(Answer::Sat));
        let model = solver.model(&terms).unwrap();
        for formula in formulas {
            assert_eq!(eval(&terms, formula, &model), Ok(Value::Bool(true)));
        }
    });
}

/// Version 4.8.12 writes some arrays of truth values as a `lambda` whose body is a condition on the index, and leaves values that depend on
/// the equality of arrays as terms.
#[test]
fn conditions_in_models_are_decided() {
    let texts = [
        "(select (store a #x94d55907 p) ((_ repeat 2) (bvmul x #x0004)))",
        "(not (select (store a #x94d55907 p) ((_ repeat 2) (bvmul x #x0004))))",
        "(select (store (store a z p) (bvneg z) false) y)",
        "(= p (not (distinct m (store ((as const (Array (_ BitVec 32) (_ BitVec 31))) #b1000111010011011110000001100111)
                                      #xf4794c9c #b0000000000000000000000000000101)
                               (store ((as const (Array (_ BitVec 32) (_ BitVec 31))) #b0000000000000000000000000000010)
                                      #x845bd4a3 #b1000000000000000000000000000000))))",
        "(not (xor (= (store (store (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x2c) #x0000000c #x32) #xffffffff #x54) y b)
                      (store (store (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x1f) #x412be958 #x72) #xffffffff #x2c) y #xb4))
                   (bvnego w)))",
    ];
    for_each(|backend| {
        let mut terms = Terms::new();
        let a = terms.array_sort(Sort::BitVec(32), Sort::Bool).unwrap();
        let m = terms.array_sort(Sort::BitVec(32), Sort::BitVec(31)).unwrap();
        for (name, sort) in [("a", a), ("m", m), ("p", Sort::Bool)] {
            terms.variable(name, sort).unwrap();
        }
        for (name, width) in [("b", 8), ("x", 16), ("y", 32), ("z", 32), ("w", 65)] {
            terms.variable(name, Sort::BitVec(width)).unwrap();
        }
        for text in texts {
            let formula = parse(&mut terms, text);
            let mut solver = solver(backend);
            solver.assert(&terms, formula).unwrap();
            assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat), "{text}");
            let model = solver.model(&terms).unwrap();
            assert_eq!(eval(&terms, formula, &model), Ok(Value::Bool(true)), "{text}");
        }
    });
}

/// A formula over the squares of 64 bits that is hard for every version.
fn hard(terms: &mut Terms) -> TermId {
    for name in ["p", "q", "r"] {
        terms.variable(name, Sort::BitVec(64)).unwrap();
    }
    parse(
        terms,
        "(and (= (bvmul p q) (bvmul r #x0123456789abcdef)) (bvult #x00000000ffff0000 p) (bvult #x00000000ffff0000 q)
              (= (bvudiv p q) (bvurem r (bvmul p p))) (bvult p (bvudiv r #x0000000000000003)) (distinct p q r)
              (= (bvurem (bvmul p p) #x00000000000f4243) (bvurem (bvmul q r) #x000000000010ffef)))",
    )
}

#[test]
fn limits_and_interrupts_stop_a_query() {
    for_each(|backend| {
        let mut terms = store();
        let (hard, easy) = (hard(&mut terms), parse(&mut terms, "(= x y)"));
        let mut solver = solver(backend);
        for milliseconds in [3, 100] {
            let start = Instant::now();
            let limits = Limits { time: Some(Duration::from_millis(milliseconds)), memory: None };
            assert_eq!(solver.check(&terms, &[hard], &limits), Ok(Answer::Unknown(Reason::Time)));
            assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
            assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
        }
        let limits = Limits { time: Some(Duration::ZERO), memory: None };
        assert_eq!(solver.check(&terms, &[easy], &limits), Ok(Answer::Unknown(Reason::Time)));
        let limits = Limits { time: None, memory: Some(2 << 20) };
        assert_eq!(solver.check(&terms, &[hard], &limits), Ok(Answer::Unknown(Reason::Memory)));
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
        let interrupt = solver.interrupt();
        interrupt.stop();
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Unknown(Reason::Interrupted)));
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
        let stopper = thread::spawn({
            let interrupt = interrupt.clone();
            move || {
                thread::sleep(Duration::from_millis(50));
                interrupt.stop();
            }
        });
        assert_eq!(solver.check(&terms, &[hard], &NONE), Ok(Answer::Unknown(Reason::Interrupted)));
        stopper.join().unwrap();
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
        drop(solver);
        // It may be asked when the solver is gone.
        interrupt.stop();
    });
}

/// Which signals the process handles itself, as a mask.
fn caught_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(line.trim(), 16).unwrap()
}

/// Z3 by itself puts its own handler of SIGINT in place of the program's while it runs, so that a program would not hear that
/// its user wants it to stop. Nobody handles that signal in these tests, and nobody may while a query runs.
#[test]
fn signals_are_left_to_the_program() {
    const SIGINT: u64 = 1 << (2 - 1);
    for_each(|backend| {
        let mut terms = store();
        let hard = hard(&mut terms);
        let mut solver = solver(backend);
        assert_eq!(caught_signals() & SIGINT, 0);
        let watcher = thread::spawn(|| {
            let looks = (0..30).map(|_| {
                thread::sleep(Duration::from_millis(10));
                caught_signals() & SIGINT
            });
            looks.fold(0, |all, one| all | one)
        });
        let limits = Limits { time: Some(Duration::from_millis(400)), memory: None };
        assert_eq!(solver.check(&terms, &[hard], &limits), Ok(Answer::Unknown(Reason::Time)));
        assert_eq!(watcher.join().unwrap(), 0, "{:?}", backend.version());
    });
}

/// An interrupt that comes at any time around the start of a query is neither lost nor kept too long.
#[test]
fn interrupts_are_not_lost() {
    let mut terms = store();
    let hard = hard(&mut terms);
    let mut solver = solver(&Z3Backend::default());
    for round in 0..20u64 {
        let interrupt = solver.interrupt();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_micros(round * 40));
            interrupt.stop();
        });
        assert_eq!(solver.check(&terms, &[hard], &NONE), Ok(Answer::Unknown(Reason::Interrupted)));
        stopper.join().unwrap();
        assert!(!solver.interrupt().is_asked());
    }
}

/// Solvers of different threads share the library and nothing else: interrupting one leaves the others alone.
#[test]
fn threads_have_their_own_solvers() {
    for_each(|backend| {
        let mut terms = store();
        let (easy, hard) = (parse(&mut terms, "(bvult x y)"), hard(&mut terms));
        thread::scope(|scope| {
            for number in 0..4 {
                let terms = &terms;
                scope.spawn(move || {
                    let mut solver = solver(backend);
                    let limits = Limits { time: Some(Duration::from_millis(20 * number)), memory: None };
                    for _ in 0..5 {
                        assert_eq!(solver.check(terms, &[hard], &limits), Ok(Answer::Unknown(Reason::Time)));
                        assert_eq!(solver.check(terms, &[easy], &NONE), Ok(Answer::Sat));
                        assert!(solver.model(terms).is_ok());
                    }
                });
            }
        });
    });
}

#[test]
fn deep_terms_need_no_stack() {
    for_each(|backend| {
        let mut terms = store();
        let (x, y) = (parse(&mut terms, "x"), parse(&mut terms, "y"));
        let mut chain = x;
        for round in 0..30_000 {
            let op = if round % 2 == 0 { smt::BvOp::Add } else { smt::BvOp::Xor };
            chain = terms.apply_as_is(Op::Bv(op), &[chain, y]).unwrap();
        }
        let equal = terms.apply(Op::Core(CoreOp::Eq), &[chain, x]).unwrap();
        let mut solver = solver(backend);
        solver.assert(&terms, equal).unwrap();
        let limits = Limits { time: Some(Duration::from_millis(500)), memory: None };
        solver.check(&terms, &[], &limits).unwrap();
    });
}

/// Asks for a random formula, and checks a model with the evaluator. Says whether the evaluator could.
fn agrees(backend: &Z3Backend, random: &mut Random, formula: TermId) -> bool {
    let mut solver = solver(backend);
    let limits = Limits { time: Some(Duration::from_millis(200)), memory: None };
    // Version 4.8.12 refuses some floats of few bits, and we refuse what it does not survive.
    let Ok(answer) = solver.check(&random.terms, &[formula], &limits) else { return false };
    match answer {
        Answer::Sat => {
            let model = solver.model(&random.terms).unwrap();
            match eval(&random.terms, formula, &model) {
                Ok(value) => {
                    assert_eq!(value, Value::Bool(true), "{}", smt::print::term(&random.terms, formula))
                }
                Err(EvalError::Quantifier(_)) => return false,
                Err(error) => panic!("{error}: {}", smt::print::term(&random.terms, formula)),
            }
            true
        }
        Answer::Unsat => {
            for _ in 0..20 {
                let assignment = random.assignment();
                let value = eval(&random.terms, formula, &assignment);
                let text = || smt::print::term(&random.terms, formula);
                assert_ne!(value, Ok(Value::Bool(true)), "{}", text());
            }
            true
        }
        Answer::Unknown(_) => false,
    }
}

#[test]
fn random_formulas_agree_with_the_evaluator() {
    for_each(|backend| {
        let families = Family::LOGICS.iter().map(|&(_, family)| family).chain([Family::Everything]);
        for family in families {
            let mut compared = 0;
            for seed in 0..60 {
                let mut random = Random::from_seed(seed, family, Size::Small);
                let formula = random.term(Sort::Bool, 4).0;
                compared += u32::from(agrees(backend, &mut random, formula));
            }
            assert!(compared > 30, "{family:?}: {compared}");
        }
    });
}

/// Every operator on constants has the evaluator's value.
#[test]
fn random_values_agree_with_the_evaluator() {
    for_each(|backend| {
        let mut compared = 0;
        for seed in 0..300 {
            let mut random = Random::from_seed(seed, Family::Everything, Size::Small);
            random.quantifiers = false;
            let sort = random.sort();
            let term = random.term(sort, 3).0;
            let assignment = random.assignment();
            let Ok(value) = eval(&random.terms, term, &assignment) else { continue };
            let Ok(constant) = random.terms.value_term(value, sort) else { continue };
            let mut solver = solver(backend);
            for (symbol, value) in assignment.variables() {
                let decl = random.terms.symbol(symbol);
                let (name, sort) = (random.terms.symbol_name(symbol).to_owned(), decl.result);
                let variable = random.terms.variable(&name, sort).unwrap();
                let value = random.terms.value_term(value.clone(), sort).unwrap();
                let fixed = random.terms.apply(Op::Core(CoreOp::Eq), &[variable, value]).unwrap();
                solver.assert(&random.terms, fixed).unwrap();
            }
            if has_function(&random.terms, term) {
                continue;
            }
            let differs = random.terms.apply_as_is(Op::Core(CoreOp::Distinct), &[term, constant]).unwrap();
            let limits = Limits { time: Some(Duration::from_secs(5)), memory: None };
            let Ok(answer) = solver.check(&random.terms, &[differs], &limits) else { continue };
            let text = smt::print::term(&random.terms, differs);
            assert_ne!(answer, Answer::Sat, "{seed}: {text} {assignment:?}");
            compared += u32::from(answer == Answer::Unsat);
        }
        assert!(compared > 150, "{compared}");
    });
}

fn has_function(terms: &Terms, term: TermId) -> bool {
    let is_function = |&part: &TermId| matches!(terms.op(part), Op::Apply(_)) && !terms.args(part).is_empty();
    smt::transform::order(terms, &[term]).iter().any(is_function)
}
