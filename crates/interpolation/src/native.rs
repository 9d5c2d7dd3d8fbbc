//! The solver's own interpolants, for back ends that have them. They are checked as all others are: interpolants of
//! real solvers have been wrong before, and some forget the vocabulary. The solver gets the needed conjuncts only.

use crate::error::Failure;
use crate::ladder::Context;
use crate::newton;
use crate::pool::theories;
use crate::trace::{Needed, Trace};
use smt::TermId;
use smt::solver::{Attempt, Service};

/// One sequence to check.
pub(crate) fn candidates(context: &mut Context<'_, '_>, trace: &Trace) -> Result<Vec<Vec<TermId>>, Failure> {
    let mut services = theories(context.terms, &trace.formulas);
    services.push(Service::Interpolants);
    if !context.pool.has(&services) {
        return Err(Failure::Lacks(services));
    }
    let core = newton::core(context, trace)?;
    let needed = Needed::new(context.terms, &core);
    let (limits, terms) = (&context.bounded(context.options.native), &mut *context.terms);
    let found =
        context.pool.with(&services, |solver| solver.interpolants(terms, &needed.formulas, limits))?;
    match found {
        Attempt::Done(between) => {
            let normal: Vec<TermId> =
                between.into_iter().map(|fact| context.normal.of(context.terms, fact)).collect();
            Ok(vec![needed.spread(context.terms, &normal)])
        }
        Attempt::Unknown(reason) => Err(Failure::Undecided(reason)),
    }
}
