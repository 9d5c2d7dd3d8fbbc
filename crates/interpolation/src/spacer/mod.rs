//! Spacer: the trace as Horn clauses without recursion, whose solution is a sequence of interpolants.
//!
//! After Bjørner, Gurfinkel, McMillan, Rybalchenko: *Horn clause solvers for program verification* (2015), and the engine of
//! Komuravelli, Gurfinkel, Chaki: *SMT-based model checking for recursive programs* (2014) that gave the strategy its name. Each cut
//! is an unknown predicate over the symbols that are shared there. A solver of Horn clauses generalises while it solves,
//! so its facts are often simpler than those of Newton; it needs more time.
//!
//! Only the needed conjuncts of the trace go into the clauses, and cuts without a needed formula between them share a predicate.
//! Solvers of Horn clauses refuse uninterpreted functions, so these become arrays ([`functions`]). Floats are refused.

mod functions;

use crate::connect::variable;
use crate::error::Failure;
use crate::ladder::Context;
use crate::newton;
use crate::pool::theories;
use crate::trace::{Needed, Trace};
use functions::Encoding;
use smt::solver::{HornAnswer, HornClause, HornPredicate, HornSystem, HornUse, Service};
use smt::{SymbolId, TermId, Terms};
use std::collections::BTreeSet;

/// One sequence to check.
pub(crate) fn candidates(context: &mut Context<'_, '_>, trace: &Trace) -> Result<Vec<Vec<TermId>>, Failure> {
    let services = theories(context.terms, &trace.formulas);
    if services.contains(&Service::Floats) {
        return Err(Failure::Outside("floats".to_owned()));
    }
    if !context.pool.has(&[Service::Horn]) {
        return Err(Failure::Lacks(vec![Service::Horn]));
    }
    let core = newton::core(context, trace)?;
    Ok(vec![facts(context, &core)?])
}

/// The facts of needed conjuncts of each formula.
pub(crate) fn facts(context: &mut Context<'_, '_>, core: &[Vec<TermId>]) -> Result<Vec<TermId>, Failure> {
    let needed = Needed::new(context.terms, core);
    let mut formulas = needed.formulas.clone();
    let encoding = Encoding::new(context.terms, &formulas)?;
    for formula in &mut formulas {
        *formula = encoding.encode(context.terms, *formula);
    }
    let shared = Trace::new(context.terms, context.free, &formulas).shared(context.terms, context.free);
    let system = chain(context.terms, &formulas, &shared);
    let mut services = theories(context.terms, &formulas);
    services.push(Service::Horn);
    let (limits, terms) = (&context.bounded(context.options.horn), &mut *context.terms);
    let answer = context.pool.with(&services, |solver| solver.solve_horn(terms, &system, limits))?;
    let solution = match answer {
        HornAnswer::Solved(solution) if solution.len() + 1 == formulas.len() => solution,
        HornAnswer::Solved(_) => return Err(Failure::Nothing("a solution of another length".to_owned())),
        HornAnswer::Refuted => return Err(Failure::Nothing("the clauses have no solution".to_owned())),
        HornAnswer::Unknown(reason) => return Err(Failure::Undecided(reason)),
    };
    let mut between = Vec::new();
    for fact in solution {
        let decoded = encoding.decode(context.terms, fact)?;
        between.push(context.normal.of(context.terms, decoded));
    }
    Ok(needed.spread(context.terms, &between))
}

/// Each formula leads from the predicate before it to the one behind; the first has none before, the last leads to falsehood.
fn chain(terms: &mut Terms, formulas: &[TermId], shared: &[BTreeSet<SymbolId>]) -> HornSystem {
    let mut system = HornSystem::default();
    let last = formulas.len().saturating_sub(1);
    for (place, &body) in formulas.iter().enumerate() {
        let mut at = |cut: usize| {
            let arguments = shared[cut].iter().map(|&symbol| variable(terms, symbol)).collect();
            HornUse { predicate: cut - 1, arguments }
        };
        let uses = if place == 0 { Vec::new() } else { vec![at(place)] };
        let head = (place < last).then(|| at(place + 1));
        system.clauses.push(HornClause { uses, body, head });
        if place < last {
            let parameters = shared[place + 1].iter().copied().collect();
            system.predicates.push(HornPredicate { name: format!("cut{}", place + 1), parameters });
        }
    }
    system
}
