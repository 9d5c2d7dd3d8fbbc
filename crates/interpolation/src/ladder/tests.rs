//! The ladder with solvers that fail: what is counted, what is reported, and that nothing unchecked gets through.

use super::*;
use smt::parse::parse_term;
use smt::solver::{
    Answer, Attempt, Capabilities, EnumerationBackend, Limits, Model, Needs, Service, Solver, SolverError,
};
use smt::{Sort, SymbolId};
use std::cell::Cell;
use std::rc::Rc;

/// What is wrong with a solver.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// Each seventh call breaks it.
    Breaks,
    /// Its interpolants are all true.
    Lies,
    /// It has been interrupted.
    Stops,
}

struct Faulty {
    fault: Fault,
    calls: Rc<Cell<u32>>,
}

struct FaultySolver {
    inner: Box<dyn Solver>,
    capabilities: Capabilities,
    fault: Fault,
    calls: Rc<Cell<u32>>,
}

impl Backend for Faulty {
    fn capabilities(&self) -> Capabilities {
        let mut capabilities = EnumerationBackend.capabilities();
        capabilities.services.push(Service::Interpolants);
        capabilities
    }

    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(FaultySolver {
            inner: EnumerationBackend.open_unchecked(needs)?,
            capabilities: self.capabilities(),
            fault: self.fault,
            calls: Rc::clone(&self.calls),
        }))
    }
}

impl Solver for FaultySolver {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }
    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()
    }
    fn pop(&mut self) -> Result<(), SolverError> {
        self.inner.pop()
    }
    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        self.inner.assert(terms, formula)
    }
    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.calls.set(self.calls.get() + 1);
        match self.fault {
            Fault::Breaks if self.calls.get().is_multiple_of(7) => {
                Err(SolverError::Broken("it was to".to_owned()))
            }
            Fault::Stops => Ok(Answer::Unknown(Reason::Interrupted)),
            Fault::Breaks | Fault::Lies => self.inner.check(terms, assumptions, limits),
        }
    }
    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        self.inner.model(terms)
    }
    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        self.inner.core(terms)
    }
    fn interrupt(&self) -> Interrupt {
        self.inner.interrupt()
    }
    fn statistics(&self) -> smt::solver::Statistics {
        self.inner.statistics()
    }
    fn interpolants(
        &mut self,
        terms: &mut Terms,
        formulas: &[TermId],
        _limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        Ok(Attempt::Done(vec![terms.bool(true); formulas.len() - 1]))
    }
}

fn trace(terms: &mut Terms) -> (SymbolId, Vec<TermId>) {
    let symbol = terms.declare("x", &[], Sort::BitVec(4)).unwrap();
    for index in 0..3 {
        terms.copy_at(symbol, index).unwrap();
    }
    let texts = ["(= x@0 #x3)", "(= x@1 (bvadd x@0 #x1))", "(= x@2 (bvmul x@1 #x2))", "(= x@2 #x9)"];
    (symbol, texts.iter().map(|text| parse_term(terms, text).unwrap()).collect())
}

fn options(order: &[Strategy]) -> Options {
    Options { order: order.to_vec(), ..Options::default() }
}

#[test]
fn a_solver_that_breaks_now_and_then_is_opened_again() {
    let mut terms = Terms::new();
    let (_, trace) = trace(&mut terms);
    let backend = Faulty { fault: Fault::Breaks, calls: Rc::default() };
    let mut broken = Interpolator::new(&[&backend], options(&[Strategy::Newton; 4]));
    let good = EnumerationBackend;
    let mut judge = Interpolator::new(&[&good], options(&[]));
    let mut results = [0, 0];
    for _ in 0..12 {
        match broken.sequence(&mut terms, &trace) {
            Ok(facts) => {
                results[0] += 1;
                let trace = Trace::new(&terms, &mut judge.free, &trace);
                let mut context = Context {
                    terms: &mut terms,
                    free: &mut judge.free,
                    normal: &mut judge.normal,
                    pool: &mut judge.pool,
                    options: &judge.options,
                    deadline: None,
                };
                assert_eq!(judge.checker.check(&mut context, &trace, &facts), Ok(()));
            }
            Err(InterpolationError::Exhausted(failures)) => {
                results[1] += 1;
                assert!(failures.iter().all(|(_, failure)| matches!(failure, Failure::Solver(_))));
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(results[0] > 0, "{results:?}");
    let rung = broken.statistics().rungs[&Strategy::Newton];
    assert!(rung.broken > 0, "{rung:?}");
    assert_eq!(rung.tried, rung.broken + rung.succeeded);
}

#[test]
fn what_a_solver_calls_interpolants_is_checked() {
    let mut terms = Terms::new();
    let (_, trace) = trace(&mut terms);
    let backend = Faulty { fault: Fault::Lies, calls: Rc::default() };
    let mut interpolator = Interpolator::new(&[&backend], options(&[Strategy::Native, Strategy::Newton]));
    let facts = interpolator.sequence(&mut terms, &trace).unwrap();
    assert_eq!(facts.len(), 5);
    let statistics = interpolator.statistics();
    assert_eq!(statistics.rungs[&Strategy::Native].rejected, 1);
    assert_eq!(statistics.last, Some(Strategy::Newton));
    let mut only = Interpolator::new(&[&backend], options(&[Strategy::Native]));
    let error = only.sequence(&mut terms, &trace).unwrap_err();
    assert_eq!(error.to_string(), "no strategy has interpolants; native: rejected: fact 4 does not follow");
}

#[test]
fn an_interrupt_ends_the_ladder() {
    let mut terms = Terms::new();
    let (_, trace) = trace(&mut terms);
    let backend = Faulty { fault: Fault::Stops, calls: Rc::default() };
    let mut interpolator = Interpolator::new(&[&backend], Options::default());
    assert_eq!(interpolator.sequence(&mut terms, &trace), Err(InterpolationError::Interrupted));
    let good = EnumerationBackend;
    let mut interpolator = Interpolator::new(&[&good], Options::default());
    interpolator.interrupt().stop();
    assert_eq!(interpolator.sequence(&mut terms, &trace), Err(InterpolationError::Interrupted));
    assert!(interpolator.sequence(&mut terms, &trace).is_ok());
}

#[test]
fn a_strategy_without_time_ends() {
    let mut terms = Terms::new();
    let (_, trace) = trace(&mut terms);
    let good = EnumerationBackend;
    let hurried = Options { strategy: Some(std::time::Duration::ZERO), ..options(&[Strategy::Newton]) };
    let mut interpolator = Interpolator::new(&[&good], hurried);
    let failure = (Strategy::Newton, Failure::Undecided(Reason::Time));
    assert_eq!(interpolator.sequence(&mut terms, &trace), Err(InterpolationError::Exhausted(vec![failure])));
    assert_eq!(interpolator.statistics().rungs[&Strategy::Newton].undecided, 1);
}

/// A term that is nested far deeper than a stack could follow by calls.
#[test]
fn deep_terms() {
    let mut terms = Terms::new();
    let (symbol, _) = trace(&mut terms);
    let (first, second) = (terms.copy_at(symbol, 0).unwrap(), terms.copy_at(symbol, 1).unwrap());
    let (first, second) =
        (crate::connect::variable(&mut terms, first), crate::connect::variable(&mut terms, second));
    let mut deep = first;
    for _ in 0..20_000 {
        deep = crate::connect::make(&mut terms, smt::Op::Bv(smt::BvOp::Xor), &[deep, first]);
        deep = crate::connect::make(&mut terms, smt::Op::Bv(smt::BvOp::Add), &[deep, first]);
    }
    let assignment = terms.eq(second, deep).unwrap();
    let same = terms.eq(second, deep).unwrap();
    let other = crate::connect::not(&mut terms, same);
    let good = EnumerationBackend;
    let mut interpolator = Interpolator::new(&[&good], options(&[Strategy::Newton]));
    let facts = interpolator.sequence(&mut terms, &[assignment, other]).unwrap();
    assert_eq!(facts[1], same);
}

#[test]
fn without_a_back_end_each_strategy_says_so() {
    let mut terms = Terms::new();
    let (_, trace) = trace(&mut terms);
    let mut interpolator = Interpolator::new(&[], options(&[Strategy::Newton, Strategy::Native]));
    let Err(InterpolationError::Exhausted(failures)) = interpolator.sequence(&mut terms, &trace) else {
        panic!("no back end and interpolants");
    };
    assert!(failures.iter().all(|(_, failure)| matches!(failure, Failure::Lacks(_))), "{failures:?}");
}

#[test]
fn single_interpolants() {
    let mut terms = Terms::new();
    let (_, trace) = trace(&mut terms);
    let good = EnumerationBackend;
    let mut interpolator = Interpolator::new(&[&good], Options::default());
    let first = terms.apply(smt::Op::Core(smt::CoreOp::And), &trace[..3]).unwrap();
    let single = interpolator.single(&mut terms, first, trace[3]).unwrap();
    assert!(is_formula(&terms, single));
}
