//! Capabilities are honest; all combinations are found; elimination keeps the meaning.

use crate::{Failure, LIMITS, Verdict, has, open, script};
use smt::eval::eval;
use smt::parse::{Command, parse_term};
use smt::random::{Family, Random, Size};
use smt::solver::{
    Answer, Attempt, Backend, Effort, Enumeration, HornSystem, Limits, Needs, Service, Solver, SolverError,
};
use smt::{CoreOp, Op, Sort, TermId, Terms};
use std::time::Duration;

const ALL: [Service; 14] = [
    Service::Models,
    Service::Cores,
    Service::Quantifiers,
    Service::Functions,
    Service::Arrays,
    Service::BitVectors,
    Service::Floats,
    Service::Arithmetic,
    Service::Interrupt,
    Service::TimeLimit,
    Service::MemoryLimit,
    Service::Elimination,
    Service::Horn,
    Service::Interpolants,
];

/// What is claimed can be opened and used; what is not is refused before the first query.
pub(crate) fn capabilities(backend: &dyn Backend) -> Verdict {
    let claimed = backend.capabilities();
    for service in ALL {
        let needs = Needs { services: vec![service], ..Needs::default() };
        let opened = smt::solver::open(backend, &needs);
        if !claimed.services.contains(&service) {
            let expected = claimed.lacks(service);
            match opened {
                Err(error) if error == expected => {}
                Err(error) => return Err(Failure(format!("{error} instead of {expected}"))),
                Ok(_) => return Err(Failure(format!("{service:?} is not claimed, and is not refused"))),
            }
            continue;
        }
        let mut solver = opened?;
        if solver.capabilities() != &claimed {
            return Err(Failure("the solver claims other services than the back end".to_owned()));
        }
        use_service(&mut *solver, service).map_err(|failure| Failure(format!("{service:?}: {failure}")))?;
    }
    Ok(())
}

/// One small use of a service.
fn use_service(solver: &mut dyn Solver, service: Service) -> Verdict {
    let mut terms = Terms::new();
    let mut decide = |text: &str, expected: Answer| -> Verdict {
        let script =
            smt::parse::parse_script(&mut terms, text).map_err(|error| Failure(error.to_string()))?;
        let asserted = |command: &Command| {
            if let Command::Assert(formula) = command { Some(*formula) } else { None }
        };
        let formulas: Vec<TermId> = script.commands.iter().filter_map(asserted).collect();
        let found = solver.check(&terms, &formulas, &LIMITS)?;
        if found == expected {
            Ok(())
        } else {
            Err(Failure(format!("{found:?} instead of {expected:?}: {text}")))
        }
    };
    match service {
        Service::Functions => decide(
            "(declare-fun f (Bool) Bool)(declare-fun a () Bool)(assert (f a))(assert a)(assert (not (f true)))",
            Answer::Unsat,
        ),
        Service::Arrays => decide(
            "(declare-fun m () (Array (_ BitVec 4) (_ BitVec 4)))(declare-fun i () (_ BitVec 4))(assert (not (= (select (store m i #x1) #x2) (select m #x2))))(assert (not (= i #x2)))",
            Answer::Unsat,
        ),
        Service::BitVectors => decide(
            "(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(assert (bvult x y))(assert (bvult y x))",
            Answer::Unsat,
        ),
        Service::Floats => decide(
            "(declare-fun x () (_ FloatingPoint 8 24))(declare-fun y () (_ FloatingPoint 8 24))(assert (fp.lt x y))(assert (fp.leq y x))",
            Answer::Unsat,
        ),
        Service::Arithmetic => {
            decide(
                "(declare-fun i () Int)(declare-fun j () Int)(assert (= (* 2 i) (+ j j 1)))",
                Answer::Unsat,
            )?;
            decide("(declare-fun r () Real)(declare-fun s () Real)(assert (< r s (+ r 0.5)))", Answer::Sat)
        }
        Service::Quantifiers => decide(
            "(declare-fun a () Bool)(assert (forall ((b Bool)) (or (= a b) (= a (not b)))))",
            Answer::Sat,
        ),
        Service::Elimination => {
            let truth = terms.bool(true);
            solver.eliminate(&mut terms, truth, Effort::Light, &LIMITS)?;
            Ok(())
        }
        Service::Horn => {
            solver.solve_horn(&mut terms, &HornSystem::default(), &LIMITS)?;
            Ok(())
        }
        Service::Interpolants => {
            let formulas = [terms.bool(true), terms.bool(false)];
            solver.interpolants(&mut terms, &formulas, &LIMITS)?;
            Ok(())
        }
        // These have checks of their own.
        Service::Models | Service::Cores | Service::Interrupt | Service::TimeLimit | Service::MemoryLimit => {
            Ok(())
        }
    }
}

/// The combinations are those of the solver that enumerates.
pub(crate) fn all_sat(backend: &dyn Backend) -> Verdict {
    // First what the reference enumerates at once, so that something is compared however slow the machine is.
    let mut terms = Terms::new();
    for name in ["x", "y"] {
        terms.variable(name, Sort::BitVec(4)).map_err(|error| Failure(error.to_string()))?;
    }
    let mut parse =
        |text: &str| parse_term(&mut terms, text).map_err(|error| Failure(format!("{text}: {error:?}")));
    let fact = parse("(bvult x #xa)")?;
    let booleans = [parse("(bvult x #x3)")?, parse("(= x y)")?, parse("(bvult y x)")?];
    if !compares_all_sat(backend, &mut terms, fact, &booleans, &LIMITS)? {
        return Err(Failure("three comparisons of four bits were not decided".to_owned()));
    }
    let mut random = Random::from_seed(21, Family::Bits, Size::Small);
    // Of these the reference leaves some open, which ones depends on the machine.
    let short = Limits { time: Some(Duration::from_millis(100)), memory: None };
    for _ in 0..24 {
        let fact = random.term(Sort::Bool, 2).0;
        let booleans: Vec<TermId> = (0..4).map(|_| random.term(Sort::Bool, 2).0).collect();
        compares_all_sat(backend, &mut random.terms, fact, &booleans, &short)?;
    }
    Ok(())
}

/// Compares combinations with those that the reference finds within limits. Whether both found all.
fn compares_all_sat(
    backend: &dyn Backend,
    terms: &mut Terms,
    fact: TermId,
    booleans: &[TermId],
    limits: &Limits,
) -> Result<bool, Failure> {
    let mut reference = Enumeration::new();
    reference.assert(terms, fact)?;
    let expected = reference.all_sat(terms, booleans, limits)?;
    let mut solver = open(backend)?;
    solver.assert(terms, fact)?;
    let found = solver.all_sat(terms, booleans, &LIMITS)?;
    if expected.incomplete.is_some() || found.incomplete.is_some() {
        return Ok(false);
    }
    if found != expected {
        let script = script(terms, &[&[fact], booleans].concat());
        return Err(Failure(format!("{found:?} instead of {expected:?} for\n{script}")));
    }
    if solver.pop() != Err(SolverError::NothingToPop) {
        return Err(Failure("a level is left open".to_owned()));
    }
    Ok(true)
}

/// Formulas with quantifiers that each theory can eliminate.
const QUANTIFIED: &[&str] = &[
    "(exists ((b (_ BitVec 4))) (and (= b (bvadd x #x1)) (bvult b y)))",
    "(exists ((b (_ BitVec 4))) (= x (bvmul b #x2)))",
    "(forall ((b (_ BitVec 4))) (or (not (= b y)) (bvule x b)))",
    "(exists ((b Int)) (and (< i b) (< b j)))",
    "(exists ((b Int)) (= i (* 2 b)))",
    "(forall ((b Int)) (=> (and (<= 0 b) (<= b i)) (<= b j)))",
    "(exists ((b Real)) (and (< r b) (< b s)))",
];

/// The result is equivalent: by the evaluator where it can, and by the solver itself.
pub(crate) fn elimination(backend: &dyn Backend) -> Verdict {
    let mut done = 0;
    for &text in QUANTIFIED {
        let is_arithmetic = !text.contains("BitVec");
        let needed = if is_arithmetic { Service::Arithmetic } else { Service::BitVectors };
        if !has(backend, needed) {
            continue;
        }
        for effort in [Effort::Light, Effort::Full] {
            let mut terms = Terms::new();
            for (names, sort) in
                [(["x", "y"], Sort::BitVec(4)), (["i", "j"], Sort::Int), (["r", "s"], Sort::Real)]
            {
                for name in names {
                    terms.variable(name, sort)?;
                }
            }
            let formula = parse_term(&mut terms, text).map_err(|error| Failure(error.to_string()))?;
            let mut solver = open(backend)?;
            let Attempt::Done(result) = solver.eliminate(&mut terms, formula, effort, &LIMITS)? else {
                continue;
            };
            done += 1;
            equivalent(backend, &mut terms, formula, result)?;
        }
    }
    if done < 4 {
        return Err(Failure(format!("only {done} formulas came back")));
    }
    Ok(())
}

fn equivalent(backend: &dyn Backend, terms: &mut Terms, one: TermId, two: TermId) -> Verdict {
    let shown =
        |terms: &Terms| format!("{} became {}", smt::print::term(terms, one), smt::print::term(terms, two));
    let mut random = Random::from_seed(1, Family::Everything, Size::Small);
    random.terms = terms.clone();
    for _ in 0..50 {
        let assignment = random.assignment();
        let values = (eval(terms, one, &assignment), eval(terms, two, &assignment));
        if values.0.is_ok() && values.1.is_ok() && values.0 != values.1 {
            return Err(Failure(format!("{}: {values:?}", shown(terms))));
        }
    }
    let equal = terms.eq(one, two)?;
    let different = terms.apply(Op::Core(CoreOp::Not), &[equal])?;
    let mut solver = open(backend)?;
    match solver.check(terms, &[different], &LIMITS)? {
        Answer::Unsat | Answer::Unknown(_) => Ok(()),
        Answer::Sat => Err(Failure(format!("{}, which is not equivalent", shown(terms)))),
    }
}
