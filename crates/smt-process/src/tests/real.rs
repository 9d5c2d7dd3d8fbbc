//! The solvers that are installed here. One that is missing is named; those that `test-needs` lists
//! make a test skip.

use super::NONE;
use crate::{Dialect, Options, ProcessBackend, ProcessSolver};
use smt::eval::eval;
use smt::parse::parse_term;
use smt::solver::{Answer, Failure, Limits, Needs, Reason, Solver, SolverError};
use smt::{Sort, TermId, Terms, Value};
use std::process::Command;
use std::time::{Duration, Instant};
use test_needs::Need;

/// A solver that the tests insist on skips the test; another one is only named.
#[track_caller]
pub(super) fn absent(test: &str, dialect: &Dialect, error: &SolverError) {
    match Need::of_solver(dialect.name) {
        Some(need) if !test_needs::lacks(need) => panic!("{test}: {} is here: {error}", dialect.name),
        Some(_) => {}
        None => eprintln!("{test} NOT RUN: {error}"),
    }
}

/// Runs a test with each installed solver that has what it needs.
fn with_each(test: &str, needs: &Needs, run: impl Fn(&mut ProcessSolver, &'static Dialect)) {
    for dialect in Dialect::ALL {
        match ProcessBackend::find(dialect, Options::default()) {
            Ok(backend) => match backend.open(needs) {
                Ok(mut solver) => run(&mut solver, dialect),
                Err(error) => eprintln!("{test}: {error}"),
            },
            Err(error) => absent(test, dialect, &error),
        }
    }
}

fn needs(services: &[smt::solver::Service]) -> Needs {
    Needs { services: services.to_vec(), ..Needs::default() }
}

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["x", "y", "int2bv", "odd name"] {
        terms.variable(name, Sort::BitVec(16)).unwrap();
    }
    for name in ["p", "q"] {
        terms.variable(name, Sort::Bool).unwrap();
    }
    for name in ["n", "m"] {
        terms.variable(name, Sort::Int).unwrap();
    }
    terms.variable("r", Sort::Real).unwrap();
    terms.variable("d", Sort::Float(smt::Format::HALF)).unwrap();
    terms.variable("mode", Sort::RoundingMode).unwrap();
    let memory = terms.array_sort(Sort::BitVec(16), Sort::BitVec(16)).unwrap();
    terms.variable("a", memory).unwrap();
    terms.variable("b", memory).unwrap();
    terms.declare("f", &[Sort::BitVec(16), Sort::Bool], Sort::BitVec(16)).unwrap();
    terms.declare("g", &[Sort::Int], Sort::Int).unwrap();
    terms
}

fn parse(terms: &mut Terms, texts: &[&str]) -> Vec<TermId> {
    texts.iter().map(|text| parse_term(terms, text).unwrap()).collect()
}

#[test]
fn stack_assumptions_models_and_cores() {
    use smt::solver::Service::{BitVectors, Cores, Models};
    with_each("stack", &needs(&[Models, Cores, BitVectors]), |solver, dialect| {
        let mut terms = store();
        let [small, large, odd, p, not_p] = parse(
            &mut terms,
            &["(bvult x #x0003)", "(bvugt x #x0005)", "(= int2bv |odd name|)", "p", "(not p)"],
        )[..] else {
            unreachable!()
        };
        solver.assert(&terms, small).unwrap();
        solver.assert(&terms, odd).unwrap();
        assert_eq!(solver.check(&terms, &[p], &NONE), Ok(Answer::Sat), "{}", dialect.name);
        let model = solver.model(&terms).unwrap();
        for formula in [small, odd, p] {
            assert_eq!(eval(&terms, formula, &model), Ok(Value::Bool(true)));
        }
        assert_eq!(solver.check(&terms, &[not_p, large, odd], &NONE), Ok(Answer::Unsat));
        assert_eq!(solver.core(&terms), Ok(vec![large]));
        assert_eq!(solver.model(&terms), Err(SolverError::NoSuchResult));
        solver.push().unwrap();
        solver.assert(&terms, large).unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Unsat));
        assert_eq!(solver.core(&terms), Ok(vec![]));
        solver.pop().unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        assert_eq!(solver.check(&terms, &[p, not_p], &NONE), Ok(Answer::Unsat));
        assert_eq!(solver.core(&terms), Ok(vec![p, not_p]));
        assert_eq!(solver.pop(), Err(SolverError::NothingToPop));
        assert_eq!((solver.statistics().checks, solver.statistics().restarts), (5, 0));
    });
}

/// All formulas hold in the model of their conjunction. The logic widens from group to group, which restarts the child.
#[test]
fn models_of_all_sorts() {
    use smt::solver::Service::{Arithmetic, Arrays, BitVectors, Floats, Functions, Models};
    let groups: &[(&[smt::solver::Service], &[&str])] = &[
        (
            &[BitVectors],
            &["(= (bvmul x y) #x1234)", "(bvsaddo x y)", "(distinct x y)", "(bvult (bvurem x y) int2bv)"],
        ),
        (
            &[BitVectors, Arrays],
            &[
                "(= (select a x) y)",
                "(= b (store a y #x0001))",
                "(distinct a b)",
                "(= (select b #x0007) #x0008)",
            ],
        ),
        (
            &[BitVectors, Functions],
            &["(= (f x p) (bvadd (f y q) #x0001))", "(distinct (f (f x p) q) x)", "(= x y)"],
        ),
        (
            &[BitVectors, Floats],
            &["(fp.lt d (fp.add mode d d))", "(not (fp.isInfinite d))", "(fp.isSubnormal d)"],
        ),
        (
            &[Arithmetic],
            &["(= (+ (* 3 n) (* 5 m)) 1)", "(< n (- 4))", "(< (* 7.0 r) (- 2.0))", "(> (* 3.0 r) (- 1.0))"],
        ),
        (&[Arithmetic, Functions], &["(< (g n) (g m))", "(= (g (g n)) n)"]),
        (&[Arithmetic], &["(= (div n m) 7)", "(= m 0)", "(= (mod n m) (+ (div (+ n 1) m) 5))"]),
    ];
    for (services, texts) in groups {
        with_each("models", &needs(&[services, &[Models][..]].concat()), |solver, dialect| {
            let mut terms = store();
            let formulas = parse(&mut terms, texts);
            for &formula in &formulas {
                solver.assert(&terms, formula).unwrap();
            }
            assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat), "{}", dialect.name);
            let model = solver.model(&terms).unwrap();
            for (formula, text) in formulas.iter().zip(*texts) {
                assert_eq!(eval(&terms, *formula, &model), Ok(Value::Bool(true)), "{} {text}", dialect.name);
            }
        });
    }
}

/// A wider logic restarts the child once, and the stack is as before.
#[test]
fn logics_widen() {
    use smt::solver::Service::{Arrays, BitVectors};
    with_each("logics", &needs(&[BitVectors, Arrays]), |solver, _| {
        let mut terms = store();
        let formulas =
            parse(&mut terms, &["(bvult x y)", "(= (select a x) y)", "(= (select a y) x)", "(= y #x0000)"]);
        solver.assert(&terms, formulas[0]).unwrap();
        solver.push().unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        assert_eq!(solver.check(&terms, &[formulas[1]], &NONE), Ok(Answer::Sat));
        solver.assert(&terms, formulas[2]).unwrap();
        assert_eq!(solver.check(&terms, &[formulas[3]], &NONE), Ok(Answer::Unsat));
        solver.pop().unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        assert_eq!(solver.statistics().restarts, 1);
    });
}

/// A multiplication that no solver inverts in this time.
fn hard(terms: &mut Terms) -> TermId {
    for name in ["u", "v"] {
        terms.variable(name, Sort::BitVec(64)).unwrap();
    }
    let text =
        "(and (= (bvmul ((_ zero_extend 64) u) ((_ zero_extend 64) v)) #x00000000000000002b7f34c1d0e5a693)
        (bvugt u #x0000000000000001) (bvugt v #x0000000000000001) (bvult u v))";
    parse_term(terms, text).unwrap()
}

#[test]
fn limits_and_interrupts() {
    use smt::solver::Service::{BitVectors, Interrupt, TimeLimit};
    with_each("limits", &needs(&[BitVectors, TimeLimit, Interrupt]), |solver, dialect| {
        let mut terms = store();
        let hard = hard(&mut terms);
        let easy = parse_term(&mut terms, "(bvult x y)").unwrap();
        let limit = Duration::from_millis(300);
        let start = limits::Moment::now();
        let answer = solver.check(&terms, &[hard], &Limits { time: Some(limit), memory: None });
        assert_eq!(answer, Ok(Answer::Unknown(Reason::Time)), "{}", dialect.name);
        assert!(start.elapsed() < limit * 3, "{} {:?}", dialect.name, start.elapsed());
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
        let interrupt = solver.interrupt();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            interrupt.stop();
            Instant::now()
        });
        let answer = solver.check(&terms, &[hard], &NONE);
        let delay = stopper.join().unwrap().elapsed();
        assert_eq!(answer, Ok(Answer::Unknown(Reason::Interrupted)), "{}", dialect.name);
        assert!(delay < Duration::from_millis(100), "{} {delay:?}", dialect.name);
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
        solver.interrupt().stop();
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Unknown(Reason::Interrupted)));
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat));
    });
}

/// A product so wide that its circuit does not fit.
#[test]
fn memory_is_bounded() {
    use smt::solver::Service::{BitVectors, MemoryLimit};
    with_each("memory", &needs(&[BitVectors, MemoryLimit]), |solver, dialect| {
        let mut terms = store();
        for name in ["u", "v"] {
            terms.variable(name, Sort::BitVec(1500)).unwrap();
        }
        let wide = parse_term(
            &mut terms,
            "(and (= (bvmul u v) (_ bv15 1500)) (bvult u v) (distinct u (_ bv3 1500)))",
        );
        let easy = parse_term(&mut terms, "(bvult x y)").unwrap();
        // Time enough on a busy machine: it is the memory that is to run out.
        let limits = Limits { time: Some(Duration::from_secs(120)), memory: Some(200 << 20) };
        let answer = solver.check(&terms, &[wide.unwrap()], &limits);
        assert_eq!(answer, Ok(Answer::Unknown(Reason::Memory)), "{}", dialect.name);
        assert_eq!(solver.check(&terms, &[easy], &NONE), Ok(Answer::Sat), "{}", dialect.name);
    });
}

/// An operator of a small format at which cvc5 1.0.3 says `unsat`, though the evaluator finds it true. It must not be asked, in
/// whichever way the formula arrives, and must be usable afterwards.
#[test]
fn formats_at_which_a_solver_errs_are_refused() {
    let backend = match ProcessBackend::find(Dialect::named("cvc5").unwrap(), Options::default()) {
        Ok(backend) => backend,
        Err(error) => return absent("formats", Dialect::named("cvc5").unwrap(), &error),
    };
    let mut solver = backend.open(&Needs::default()).unwrap();
    let mut terms = store();
    let root = parse_term(&mut terms, "(fp #b0 #b000 #b001)").unwrap();
    let mode = parse_term(&mut terms, "RTZ").unwrap();
    let root = terms.apply_as_is(smt::Op::Fp(smt::FpOp::Sqrt), &[mode, root]).unwrap();
    let value = parse_term(&mut terms, "(fp #b0 #b000 #b101)").unwrap();
    let wrong = terms.apply_as_is(smt::Op::Core(smt::CoreOp::Eq), &[root, value]).unwrap();
    assert_eq!(eval(&terms, wrong, &smt::Assignment::new()), Ok(Value::Bool(true)));
    let message = "`cvc5` is not asked about (_ FloatingPoint 3 4), only about the four formats of IEEE 754";
    let refusal = SolverError::Failed { failure: Failure::Refused, message: message.to_owned() };
    assert_eq!(solver.assert(&terms, wrong), Err(refusal.clone()));
    assert_eq!(solver.check(&terms, &[wrong], &NONE), Err(refusal.clone()));
    assert_eq!(solver.interpolants(&mut terms, &[wrong, wrong], &NONE), Err(refusal));
    let half = parse_term(&mut terms, "(fp.isSubnormal d)").unwrap();
    assert_eq!(solver.check(&terms, &[half], &NONE), Ok(Answer::Sat));
    assert_eq!(solver.statistics().restarts, 0);
}

/// A real solver is killed from outside in the middle of a hard query: the caller hears of it as an error within its limit, and
/// the next query is answered by another child that knows the stack.
#[test]
fn a_kill_from_outside_is_an_error_within_the_limit() {
    use smt::solver::Service::BitVectors;
    with_each("kill", &needs(&[BitVectors]), |solver, dialect| {
        let mut terms = store();
        let hard = hard(&mut terms);
        let [small, large] = parse(&mut terms, &["(bvult x #x0003)", "(bvugt x #x0005)"])[..] else {
            unreachable!()
        };
        solver.assert(&terms, small).unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat), "{}", dialect.name);
        let child = solver.process_id().unwrap();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            let status = Command::new("sh").args(["-c", &format!("kill -9 {child}")]).status().unwrap();
            assert!(status.success());
            Instant::now()
        });
        let limits = Limits { time: Some(Duration::from_secs(20)), memory: None };
        let outcome = solver.check(&terms, &[hard], &limits);
        let delay = killer.join().unwrap().elapsed();
        let message = "signal: 9 (SIGKILL)".to_owned();
        let death = SolverError::Failed { failure: Failure::Died, message };
        assert_eq!(outcome, Err(death), "{}", dialect.name);
        assert!(delay < Duration::from_secs(2), "{} {delay:?}", dialect.name);
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat), "{}", dialect.name);
        assert_ne!(solver.process_id(), Some(child));
        // The stack is known to the new child.
        assert_eq!(solver.check(&terms, &[large], &NONE), Ok(Answer::Unsat), "{}", dialect.name);
        assert_eq!(solver.statistics().restarts, 1, "{}", dialect.name);
    });
}
