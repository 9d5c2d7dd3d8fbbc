//! Models are models, and formulas that can be enumerated get the right answer.

use crate::agree::{self, Batch, Quantified, Recipe, Tally};
use crate::operators::{judge, sizes};
use crate::{Failure, LIMITS, Verdict, has, open, script};
use smt::Sort;
use smt::random::{Family, Random, Size};
use smt::solver::{Answer, Backend, Enumeration, Limits, Service, Solver};
use std::time::Duration;

/// What a logic needs.
pub(crate) fn services(family: Family) -> &'static [Service] {
    match family {
        Family::Everything => crate::operators::EVERYTHING,
        Family::Bits => &[Service::BitVectors],
        Family::Floats => &[Service::BitVectors, Service::Floats],
        Family::Arrays => &[Service::BitVectors, Service::Arrays],
        Family::Functions => &[Service::BitVectors, Service::Functions],
        Family::Integers | Family::Reals => &[Service::Arithmetic],
    }
}

/// Free terms of each logic that the back end has.
pub(crate) fn models(backend: &dyn Backend) -> Verdict {
    let short = Limits { time: Some(Duration::from_secs(2)), memory: None };
    let mut tally = Tally::default();
    for (_, family) in Family::LOGICS {
        let has_services = services(family).iter().all(|&service| has(backend, service));
        if !has_services || !sizes(backend, family).contains(&Size::Small) {
            continue;
        }
        for seed in 100..104 {
            let recipe = Recipe::new(seed, family, Size::Small, 2, 15);
            let mut batch = Batch::new(&recipe)?;
            let mut solver = open(backend)?;
            tally.terms += batch.cases.len();
            tally.add(agree::free(&mut batch, &mut *solver, &short)?);
        }
    }
    judge(&tally)?;
    if tally.models < tally.terms / 2 {
        return Err(Failure(format!(
            "only {} models for {} satisfiable formulas",
            tally.models, tally.terms
        )));
    }
    Ok(())
}

/// Formulas over few bits: the answer is that of trying all values.
pub(crate) fn enumerated(backend: &dyn Backend) -> Verdict {
    let mut random = Random::from_seed(5, Family::Bits, Size::Small);
    let (mut decided, mut seen) = (0, [0; 2]);
    let short = Limits { time: Some(Duration::from_millis(200)), memory: None };
    for round in 0..150 {
        let formula = random.term(Sort::Bool, 3);
        let formula = if round % 2 == 0 { formula.0 } else { formula.1 };
        let mut reference = Enumeration::new();
        reference.assert(&random.terms, formula)?;
        let expected = reference.check(&random.terms, &[], &short)?;
        seen[0] += usize::from(expected == Answer::Sat);
        seen[1] += usize::from(expected == Answer::Unsat);
        if matches!(expected, Answer::Unknown(_)) {
            continue;
        }
        let mut solver = open(backend)?;
        solver.assert(&random.terms, formula)?;
        let found = solver.check(&random.terms, &[], &LIMITS)?;
        if matches!(found, Answer::Unknown(_)) {
            continue;
        }
        decided += 1;
        if found != expected {
            let script = script(&random.terms, &[formula]);
            return Err(Failure(format!("{found:?} instead of {expected:?}:\n{script}")));
        }
    }
    if decided < 40 || seen.contains(&0) {
        return Err(Failure(format!(
            "only {decided} formulas were decided; {seen:?} are satisfiable and not"
        )));
    }
    Ok(())
}

/// Quantifiers over two bits against the evaluator, which tries all values.
pub(crate) fn quantifiers(backend: &dyn Backend) -> Verdict {
    let mut tally = Tally::default();
    for seed in 200..206 {
        let plain = Recipe::new(seed, Family::Bits, Size::Small, 3, 20);
        let recipe = Recipe { quantified: Quantified::Yes, ..plain };
        let mut batch = Batch::new(&recipe)?;
        let mut solver = open(backend)?;
        tally.add(agree::pinned(&mut batch, &mut *solver, &LIMITS)?);
    }
    judge(&tally)
}
