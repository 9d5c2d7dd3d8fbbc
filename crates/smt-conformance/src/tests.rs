//! Each check can fail: a back end with one fault is caught by the check that is for it.

use crate::{CHECKS, Verdict};
use smt::solver::{
    Answer, Backend, Capabilities, Enumeration, EnumerationBackend, Interrupt, Limits, Model, Needs, Reason,
    Service, Solver, SolverError, Statistics,
};
use smt::{TermId, Terms, Value};

/// What is wrong with a back end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Satisfiable queries are denied if they have assumptions.
    DeniesAssumed,
    /// Unsatisfiable queries with assertions only are affirmed.
    AffirmsAsserted,
    /// Models are the first that come to mind.
    WrongModel,
    /// Models are empty.
    EmptyModel,
    /// Cores are without their last formula.
    ShortCore,
    /// Assumptions stay.
    KeepsAssumptions,
    /// `pop` does nothing.
    NeverPops,
    /// Bounds on time are ignored.
    Endless,
    /// The interrupt is not looked at.
    Deaf,
    /// More is claimed than there is.
    Boasts,
    /// Nothing is ever decided.
    Undecided,
}

struct Faulty(Fault);

impl Backend for Faulty {
    fn capabilities(&self) -> Capabilities {
        let mut capabilities = EnumerationBackend.capabilities();
        if self.0 == Fault::Boasts {
            capabilities.services.push(Service::Elimination);
        }
        capabilities
    }

    fn open_unchecked(&self, _needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        let capabilities = self.capabilities();
        Ok(Box::new(FaultySolver { fault: self.0, inner: Enumeration::new(), capabilities, depth: 0 }))
    }
}

struct FaultySolver {
    fault: Fault,
    inner: Enumeration,
    capabilities: Capabilities,
    depth: usize,
}

impl Solver for FaultySolver {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.depth += 1;
        if self.fault == Fault::NeverPops { Ok(()) } else { self.inner.push() }
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        if self.fault != Fault::NeverPops {
            return self.inner.pop();
        }
        self.depth = self.depth.checked_sub(1).ok_or(SolverError::NothingToPop)?;
        Ok(())
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
        let limits = if self.fault == Fault::Endless { Limits::default() } else { *limits };
        if self.fault == Fault::Deaf {
            self.inner.interrupt().take();
        }
        let answer = self.inner.check(terms, assumptions, &limits)?;
        if self.fault == Fault::KeepsAssumptions {
            for &assumption in assumptions {
                self.inner.assert(terms, assumption)?;
            }
        }
        Ok(match (self.fault, answer) {
            (Fault::DeniesAssumed, Answer::Sat) if assumptions.len() == 1 => Answer::Unsat,
            (Fault::AffirmsAsserted, Answer::Unsat) if assumptions.is_empty() => Answer::Sat,
            (Fault::Undecided, _) => Answer::Unknown(Reason::Incomplete("too lazy".to_owned())),
            (_, answer) => answer,
        })
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        let model = self.inner.model(terms)?;
        let mut other = Model::new();
        for (symbol, value) in model.variables().filter(|_| self.fault != Fault::EmptyModel) {
            let bits = |bits: &smt::value::Bits| Value::Bits(bits.not());
            let wrong = value.as_bits().map_or(value.clone(), bits);
            other.set(symbol, if self.fault == Fault::WrongModel { wrong } else { value.clone() });
        }
        Ok(other)
    }

    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        let mut core = self.inner.core(terms)?;
        if self.fault == Fault::ShortCore {
            core.pop();
        }
        Ok(core)
    }

    fn interrupt(&self) -> Interrupt {
        if self.fault == Fault::Deaf { Interrupt::default() } else { self.inner.interrupt() }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

fn run(fault: Fault, name: &str) -> Verdict {
    let check = CHECKS.iter().find(|check| check.name == name).unwrap();
    (check.run)(&Faulty(fault))
}

#[test]
fn each_fault_is_caught() {
    for (fault, name) in [
        (Fault::DeniesAssumed, "bits"),
        (Fault::DeniesAssumed, "traces"),
        (Fault::AffirmsAsserted, "enumerated"),
        (Fault::AffirmsAsserted, "protocol"),
        (Fault::WrongModel, "models"),
        (Fault::WrongModel, "traces"),
        (Fault::EmptyModel, "models"),
        (Fault::ShortCore, "cores"),
        (Fault::KeepsAssumptions, "cores"),
        (Fault::WrongModel, "all_sat"),
        (Fault::NeverPops, "protocol"),
        (Fault::NeverPops, "traces"),
        (Fault::Boasts, "capabilities"),
        (Fault::Undecided, "bits"),
        (Fault::Undecided, "models"),
        (Fault::Undecided, "enumerated"),
        (Fault::Undecided, "all_sat"),
        (Fault::Endless, "time"),
        (Fault::Deaf, "interrupt"),
    ] {
        assert!(run(fault, name).is_err(), "{name} does not see {fault:?}");
    }
}

#[test]
fn failing_traces_are_made_small() {
    let failure = run(Fault::NeverPops, "traces").unwrap_err().0;
    let steps = failure.lines().filter(|line| line.starts_with('(')).count();
    assert!(steps <= 5, "{failure}");
}
