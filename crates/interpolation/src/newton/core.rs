//! Which conjuncts of a trace are needed for the contradiction.
//!
//! All conjuncts of all formulas are assumptions of one query, and the solver's core says which it used. A smaller core gives
//! better facts, but minimisation is dearer than all the rest. So a few queries ask for the contradiction without
//! the first half of the core, its first quarter, and so on: what is left is near the end of the trace, where facts speak of
//! the loop and not of how it began.

use crate::connect::conjuncts;
use crate::error::Failure;
use crate::ladder::Context;
use crate::pool::theories;
use crate::trace::Trace;
use smt::TermId;
use smt::solver::{Answer, Limits, Reason, Service};
use std::collections::BTreeSet;

/// The needed conjuncts of each formula. Without a back end that has cores, and if the query is not decided, all
/// are needed.
pub(crate) fn core(context: &mut Context<'_, '_>, trace: &Trace) -> Result<Vec<Vec<TermId>>, Failure> {
    let all: Vec<Vec<TermId>> =
        trace.formulas.iter().map(|&formula| conjuncts(context.terms, &[formula])).collect();
    let mut services = theories(context.terms, &trace.formulas);
    services.push(Service::Cores);
    if !context.pool.has(&services) {
        return Ok(all);
    }
    let mut seen = BTreeSet::new();
    let assumptions: Vec<TermId> =
        all.iter().flatten().copied().filter(|&conjunct| seen.insert(conjunct)).collect();
    let limits = context.options.core;
    match ask(context, &services, &assumptions, &limits)? {
        Outcome::Needed(needed) => {
            let needed = shrink(context, &services, needed)?;
            let keep = |conjuncts: Vec<TermId>| {
                conjuncts.into_iter().filter(|conjunct| needed.contains(conjunct)).collect()
            };
            Ok(all.into_iter().map(keep).collect())
        }
        Outcome::Feasible => Err(Failure::Feasible),
        Outcome::Open(Reason::Interrupted) => Err(Failure::Undecided(Reason::Interrupted)),
        Outcome::Open(_) => Ok(all),
    }
}

/// Tries to do without the beginning of a core, which is in the order of the trace.
fn shrink(
    context: &mut Context<'_, '_>,
    services: &[Service],
    mut needed: Vec<TermId>,
) -> Result<Vec<TermId>, Failure> {
    let mut drop = needed.len() / 2;
    let limits = context.options.shrink;
    for _ in 0..context.options.shrink_queries {
        if drop == 0 || drop >= needed.len() {
            break;
        }
        match ask(context, services, &needed[drop..], &limits) {
            Ok(Outcome::Needed(fewer)) => {
                needed = fewer;
                drop = needed.len() / 2;
            }
            Ok(Outcome::Open(Reason::Interrupted)) => return Err(Failure::Undecided(Reason::Interrupted)),
            Ok(Outcome::Feasible | Outcome::Open(_)) => drop /= 2,
            // The core that is known is good enough.
            Err(_) => break,
        }
    }
    Ok(needed)
}

enum Outcome {
    /// Unsatisfiable; these are enough, in the order of the assumptions.
    Needed(Vec<TermId>),
    /// Satisfiable.
    Feasible,
    /// Not decided.
    Open(Reason),
}

fn ask(
    context: &mut Context<'_, '_>,
    services: &[Service],
    assumptions: &[TermId],
    limits: &Limits,
) -> Result<Outcome, Failure> {
    let terms = &*context.terms;
    context.pool.with(services, |solver| match solver.check(terms, assumptions, limits)? {
        Answer::Unsat => {
            let used: BTreeSet<TermId> = solver.core(terms)?.into_iter().collect();
            Ok(Outcome::Needed(assumptions.iter().copied().filter(|one| used.contains(one)).collect()))
        }
        Answer::Sat => Ok(Outcome::Feasible),
        Answer::Unknown(reason) => Ok(Outcome::Open(reason)),
    })
}
