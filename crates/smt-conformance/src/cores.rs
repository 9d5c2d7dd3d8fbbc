//! Assumptions and cores: a core is made of assumptions, and is unsatisfiable with the assertions.

use crate::{Failure, LIMITS, Verdict, open, script};
use smt::random::{Family, Random, Size};
use smt::solver::{Answer, Backend};
use smt::{CoreOp, Op, Sort, TermId, Terms};

pub(crate) fn cores(backend: &dyn Backend) -> Verdict {
    let mut random = Random::from_seed(9, family(backend), Size::Small);
    let mut found = 0;
    for round in 0..80 {
        let assertions: Vec<TermId> = (0..round % 2).map(|_| random.term(Sort::Bool, 2).1).collect();
        let mut assumptions: Vec<TermId> = (0..4).map(|_| random.term(Sort::Bool, 2).0).collect();
        assumptions.extend(extra(&mut random.terms, &assumptions, round)?);
        found += usize::from(one(backend, &random.terms, &assertions, &assumptions)?);
    }
    if found < 8 {
        return Err(Failure(format!("only {found} sets of assumptions were unsatisfiable")));
    }
    Ok(())
}

/// Bit-vectors if the back end has them: their formulas are decided fast.
fn family(backend: &dyn Backend) -> Family {
    let is_bits = crate::has(backend, smt::solver::Service::BitVectors);
    if is_bits { Family::Bits } else { Family::Integers }
}

/// Now and then what is easily forgotten: an assumption twice, one with its negation, a constant.
fn extra(terms: &mut Terms, assumptions: &[TermId], round: usize) -> Result<Vec<TermId>, Failure> {
    Ok(match round % 5 {
        0 => vec![assumptions[0]],
        1 => vec![terms.apply_as_is(Op::Core(CoreOp::Not), &[assumptions[1]])?],
        2 => vec![terms.bool(false)],
        3 => vec![terms.bool(true)],
        _ => Vec::new(),
    })
}

/// Whether there was a core.
fn one(
    backend: &dyn Backend,
    terms: &Terms,
    assertions: &[TermId],
    assumptions: &[TermId],
) -> Result<bool, Failure> {
    let mut solver = open(backend)?;
    for &assertion in assertions {
        solver.assert(terms, assertion)?;
    }
    if solver.check(terms, assumptions, &LIMITS)? != Answer::Unsat {
        return Ok(false);
    }
    let core = solver.core(terms)?;
    let all = || script(terms, &[assertions, assumptions].concat());
    if let Some(stranger) = core.iter().find(|part| !assumptions.contains(part)) {
        let stranger = smt::print::term(terms, *stranger);
        return Err(Failure(format!("{stranger} is in the core and was not assumed:\n{}", all())));
    }
    let mut fresh = open(backend)?;
    for &formula in assertions.iter().chain(&core) {
        fresh.assert(terms, formula)?;
    }
    let again = fresh.check(terms, &[], &LIMITS)?;
    if again != Answer::Unsat {
        let core = script(terms, &[assertions, &core].concat());
        return Err(Failure(format!("{again:?} for the core:\n{core}which was given for:\n{}", all())));
    }
    // The solver is as before: assumptions are gone.
    let after = solver.check(terms, &[], &LIMITS)?;
    let mut fresh = open(backend)?;
    for &assertion in assertions {
        fresh.assert(terms, assertion)?;
    }
    let expected = fresh.check(terms, &[], &LIMITS)?;
    if after != expected {
        return Err(Failure(format!("{after:?} instead of {expected:?} after assumptions:\n{}", all())));
    }
    Ok(true)
}
