//! Which conjuncts of a trace are needed for the contradiction.
//!
//! A smaller core gives better facts, and one near the end of the trace gives facts that speak of the loop and not of how it
//! began. But the minimisation of a core is dearer than all the rest. So the last few formulas are tried first, then four times as
//! many, and so on up to the whole trace. Each time definitions are inlined ([`inline`]) before a solver is asked; often there is nothing
//! left to ask. What remains is small, and is shrunk by a few more queries over the conjuncts as they are.

mod inline;

pub(crate) use inline::Inlined;

use crate::connect::{conjuncts, truth};
use crate::error::Failure;
use crate::ladder::Context;
use crate::pool::theories;
use crate::trace::Trace;
use smt::TermId;
use smt::solver::{Answer, Limits, Reason, Service};
use std::collections::BTreeSet;

/// How many formulas at the end are tried first, and how many times more in each following try.
const STEP: usize = 4;
/// Cores with more conjuncts are not shrunk.
const MAX_SHRUNK: usize = 16;

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
    let mut length = STEP;
    let mut probes = context.options.shrink_queries;
    while length < all.len() && probes > 0 {
        context.proceed()?;
        let limits = context.options.shrink;
        match ending(context, &services, &all, all.len() - length, &limits) {
            Ok(Outcome::Needed(core)) => return shrink(context, &services, core),
            Ok(Outcome::Open(Reason::Interrupted)) => return Err(Failure::Undecided(Reason::Interrupted)),
            // An ending that is satisfiable or too hard says nothing of the whole.
            Ok(Outcome::Feasible | Outcome::Open(_)) | Err(_) => {}
        }
        length *= STEP;
        probes -= 1;
    }
    let limits = context.options.core;
    match ending(context, &services, &all, 0, &limits)? {
        Outcome::Needed(core) => shrink(context, &services, core),
        Outcome::Feasible => Err(Failure::Feasible),
        Outcome::Open(Reason::Interrupted) => Err(Failure::Undecided(Reason::Interrupted)),
        Outcome::Open(_) => Ok(all),
    }
}

enum Outcome<T> {
    /// Unsatisfiable; these are enough.
    Needed(T),
    /// Satisfiable.
    Feasible,
    /// Not decided.
    Open(Reason),
}

/// Whether the formulas from `start` on contradict each other.
fn ending(
    context: &mut Context<'_, '_>,
    services: &[Service],
    all: &[Vec<TermId>],
    start: usize,
    limits: &Limits,
) -> Result<Outcome<Vec<Vec<TermId>>>, Failure> {
    let inlined = Inlined::new(context, all, start);
    let conditions = inlined.conditions(context.terms);
    let plain = conditions.iter().copied().find(|&condition| truth(context.terms, condition) == Some(false));
    let needed = match plain {
        Some(condition) => vec![condition],
        None => match ask(context, services, &conditions, limits)? {
            Outcome::Needed(needed) => needed,
            Outcome::Feasible => return Ok(Outcome::Feasible),
            Outcome::Open(reason) => return Ok(Outcome::Open(reason)),
        },
    };
    Ok(Outcome::Needed(inlined.needed(context, all.len(), &needed)))
}

/// Asks for the core of a core, and tries to do without its beginning. Whatever fails here leaves the core as it is.
fn shrink(
    context: &mut Context<'_, '_>,
    services: &[Service],
    core: Vec<Vec<TermId>>,
) -> Result<Vec<Vec<TermId>>, Failure> {
    let mut seen = BTreeSet::new();
    let mut needed: Vec<TermId> = core.iter().flatten().copied().filter(|&one| seen.insert(one)).collect();
    if needed.len() > MAX_SHRUNK {
        return Ok(core);
    }
    let limits = context.options.shrink;
    let mut drop = 0;
    for _ in 0..context.options.shrink_queries {
        match ask(context, services, &needed[drop..], &limits) {
            Ok(Outcome::Needed(fewer)) => {
                needed = fewer;
                drop = needed.len() / 2;
            }
            Ok(Outcome::Open(Reason::Interrupted)) => return Err(Failure::Undecided(Reason::Interrupted)),
            Ok(Outcome::Feasible | Outcome::Open(_)) => drop /= 2,
            Err(_) => break,
        }
        if drop == 0 {
            break;
        }
    }
    let keep = |conjuncts: Vec<TermId>| conjuncts.into_iter().filter(|one| needed.contains(one)).collect();
    Ok(core.into_iter().map(keep).collect())
}

fn ask(
    context: &mut Context<'_, '_>,
    services: &[Service],
    assumptions: &[TermId],
    limits: &Limits,
) -> Result<Outcome<Vec<TermId>>, Failure> {
    let limits = &context.bounded(*limits);
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
