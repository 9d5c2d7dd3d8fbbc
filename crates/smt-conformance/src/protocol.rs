//! The order of requests: what has no result is refused with the right error, and nothing is disturbed by that.

use crate::{Failure, LIMITS, Verdict, has, open};
use smt::parse::parse_term;
use smt::solver::{Answer, Backend, Service, SolverError};
use smt::{Sort, TermId, Terms};

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Verdict {
    if found == expected {
        return Ok(());
    }
    Err(Failure(format!("{what}: {found:?} instead of {expected:?}")))
}

pub(crate) fn protocol(backend: &dyn Backend) -> Verdict {
    let mut terms = Terms::new();
    for name in ["x", "|odd name|"] {
        terms.variable(name.trim_matches('|'), Sort::BitVec(4))?;
    }
    let mut read = |text: &str| -> Result<TermId, Failure> {
        parse_term(&mut terms, text).map_err(|error| Failure(error.to_string()))
    };
    let [x, small, large, odd] =
        [read("x")?, read("(bvult x #x3)")?, read("(bvugt x #x5)")?, read("(= |odd name| (bvadd x #x1))")?];
    let mut solver = open(backend)?;
    expect("pop of an empty stack", solver.pop(), Err(SolverError::NothingToPop))?;
    expect("a bit-vector asserted", solver.assert(&terms, x), Err(SolverError::NotFormula(x)))?;
    expect("a bit-vector assumed", solver.check(&terms, &[x], &LIMITS), Err(SolverError::NotFormula(x)))?;
    expect("nothing asserted", solver.check(&terms, &[], &LIMITS), Ok(Answer::Sat))?;
    solver.assert(&terms, small)?;
    expect("one assertion", solver.check(&terms, &[odd], &LIMITS), Ok(Answer::Sat))?;
    expect("a core of a satisfiable query", solver.core(&terms).err().is_some(), true)?;
    if has(backend, Service::Models) {
        solver.model(&terms)?;
    }
    expect("assumption", solver.check(&terms, &[odd, large], &LIMITS), Ok(Answer::Unsat))?;
    expect("a model of an unsatisfiable query", solver.model(&terms).err().is_some(), true)?;
    if has(backend, Service::Cores) {
        expect("the core", solver.core(&terms)?.contains(&large), true)?;
    }
    solver.push()?;
    solver.assert(&terms, large)?;
    expect("pushed", solver.check(&terms, &[], &LIMITS), Ok(Answer::Unsat))?;
    solver.push()?;
    expect("pushed again", solver.check(&terms, &[odd], &LIMITS), Ok(Answer::Unsat))?;
    solver.pop()?;
    solver.pop()?;
    expect("popped", solver.check(&terms, &[odd], &LIMITS), Ok(Answer::Sat))?;
    expect("pop of an empty stack", solver.pop(), Err(SolverError::NothingToPop))?;
    // Symbols that are declared while levels are open outlive these levels.
    solver.push()?;
    let later = terms.variable("later", Sort::BitVec(4))?;
    let same = terms.eq(later, x)?;
    expect("a symbol declared later", solver.check(&terms, &[same], &LIMITS), Ok(Answer::Sat))?;
    solver.pop()?;
    solver.assert(&terms, same)?;
    expect("the same one after pop", solver.check(&terms, &[odd], &LIMITS), Ok(Answer::Sat))?;
    let statistics = solver.statistics();
    expect("statistics add up", statistics.sat + statistics.unsat + statistics.unknown, statistics.checks)?;
    expect("statistics count", statistics.checks >= 8, true)
}
