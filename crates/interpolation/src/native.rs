//! The solver's own interpolants, for back ends that have them. They are checked as all others are: interpolants of
//! real solvers have been wrong before, and some forget the vocabulary.

use crate::error::Failure;
use crate::ladder::Context;
use crate::pool::theories;
use crate::trace::Trace;
use smt::TermId;
use smt::solver::{Attempt, Service};

/// One sequence to check, as the solver gives it and with the ends added.
pub(crate) fn candidates(context: &mut Context<'_, '_>, trace: &Trace) -> Result<Vec<Vec<TermId>>, Failure> {
    let mut services = theories(context.terms, &trace.formulas);
    services.push(Service::Interpolants);
    let (terms, limits) = (&mut *context.terms, &context.options.native);
    let found = context.pool.with(&services, |solver| solver.interpolants(terms, &trace.formulas, limits))?;
    match found {
        Attempt::Done(inner) => {
            let (yes, no) = (context.terms.bool(true), context.terms.bool(false));
            let normal = inner.into_iter().map(|fact| context.normal.of(context.terms, fact));
            Ok(vec![[yes].into_iter().chain(normal).chain([no]).collect()])
        }
        Attempt::Unknown(reason) => Err(Failure::Undecided(reason)),
    }
}
