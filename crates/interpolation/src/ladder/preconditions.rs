//! Weakest preconditions of a core, for those who want predicates and need no interpolants.
//!
//! The same computation as the backward half of [`newton`](crate::newton), without the checker behind it: where a projection had to weaken, a fact may be too
//! weak to exclude what is before it, and is still about what matters there. So this succeeds where no sequence passes the checker.

use super::{Context, Interpolator};
use crate::connect::is_formula;
use crate::error::{Failure, InterpolationError};
use crate::newton::{Direction, core, facts};
use crate::options::Strategy;
use crate::project::Help;
use crate::trace::Trace;
use smt::solver::Reason;
use smt::{TermId, Terms};
use std::time::Instant;

impl Interpolator<'_> {
    /// What must hold between the formulas of an unsatisfiable trace for the rest to be impossible, as far as the conjuncts of an unsatisfiable core say: n + 1 facts
    /// for n formulas, of which the last is `false`. Nobody has checked that they follow from what is before them.
    pub fn preconditions(
        &mut self,
        terms: &mut Terms,
        trace: &[TermId],
    ) -> Result<Vec<TermId>, InterpolationError> {
        if let Some(&term) = trace.iter().find(|&&term| !is_formula(terms, term)) {
            return Err(InterpolationError::NotFormula(term));
        }
        if trace.is_empty() {
            return Err(InterpolationError::Feasible);
        }
        let trace = Trace::new(terms, &mut self.free, trace);
        let own = self.options.strategy.and_then(|time| Instant::now().checked_add(time));
        let deadline = [own, self.end].into_iter().flatten().min();
        let mut context = Context {
            terms,
            free: &mut self.free,
            normal: &mut self.normal,
            pool: &mut self.pool,
            options: &self.options,
            deadline,
        };
        let found = core(&mut context, &trace)
            .and_then(|core| facts(&mut context, &core, Direction::Backwards, Help::Light));
        found.map_err(|failure| match failure {
            Failure::Feasible => InterpolationError::Feasible,
            Failure::Undecided(Reason::Interrupted) => {
                self.pool.take_interrupt();
                InterpolationError::Interrupted
            }
            other => InterpolationError::Exhausted(vec![(Strategy::Weakest, other)]),
        })
    }
}
