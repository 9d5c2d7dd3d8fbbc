//! Weakest preconditions of everything: backwards from the end, without a core.
//!
//! The classic source of predicates where no interpolating solver exists. Without assignments of arbitrary values nothing has to be eliminated but by substitution, so it works for every theory; the facts are long and grow with the trace. It
//! is the last rung, for traces on which the query for a core was too hard as a whole while its steps are not.

use crate::connect::conjuncts;
use crate::error::Failure;
use crate::ladder::Context;
use crate::newton::{Direction, facts};
use crate::project::Help;
use crate::trace::Trace;
use smt::TermId;

/// The sequence backwards.
pub(crate) fn candidates(context: &mut Context<'_, '_>, trace: &Trace) -> Result<Vec<Vec<TermId>>, Failure> {
    let all: Vec<Vec<TermId>> =
        trace.formulas.iter().map(|&formula| conjuncts(context.terms, &[formula])).collect();
    Ok(vec![facts(context, &all, Direction::Backwards, Help::Full)?])
}
