//! Weakest preconditions of a core, for those who want predicates and need no interpolants.
//!
//! The same computation as the backward half of [`newton`](crate::newton), with two differences. A fact is about all that is current at its place, not only about what is mentioned
//! before it as well, so that `x <= n` stays although nothing was said of `n`: a weakest precondition is about states. And there is no checker behind
//! it: where a projection had to weaken, a fact may be too strong to hold, and is still about what matters there. So this succeeds where no sequence passes the checker.

use super::{Context, Interpolator};
use crate::connect::is_formula;
use crate::error::{Failure, InterpolationError};
use crate::newton::{Direction, core, facts_about};
use crate::options::Strategy;
use crate::project::Help;
use crate::trace::Trace;
use smt::solver::Reason;
use smt::{SymbolId, TermId, Terms};
use std::collections::BTreeSet;

impl Interpolator<'_> {
    /// What must hold between the formulas of an unsatisfiable trace for the rest to be impossible, as far as the conjuncts of an unsatisfiable core say: n + 1 facts
    /// for n formulas, of which the last is `false`. Fact `i` is about the symbols that are current at `i`. Nobody has checked that they follow from what is before them.
    pub fn preconditions(
        &mut self,
        terms: &mut Terms,
        trace: &[TermId],
        is_current: &dyn Fn(&Terms, usize, SymbolId) -> bool,
    ) -> Result<Vec<TermId>, InterpolationError> {
        if let Some(&term) = trace.iter().find(|&&term| !is_formula(terms, term)) {
            return Err(InterpolationError::NotFormula(term));
        }
        if trace.is_empty() {
            return Err(InterpolationError::Feasible);
        }
        let trace = Trace::new(terms, &mut self.free, trace);
        let deadline = self.deadline();
        let mut context = Context {
            terms,
            free: &mut self.free,
            normal: &mut self.normal,
            pool: &mut self.pool,
            options: &self.options,
            deadline,
        };
        let found = core(&mut context, &trace).and_then(|core| {
            let kept = current(&mut context, &core, is_current);
            facts_about(&mut context, &core, &kept, Direction::Backwards, Help::Full)
        });
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

/// For each cut, the symbols of the core that are current there.
fn current(
    context: &mut Context<'_, '_>,
    core: &[Vec<TermId>],
    is_current: &dyn Fn(&Terms, usize, SymbolId) -> bool,
) -> Vec<BTreeSet<SymbolId>> {
    let mut all = BTreeSet::new();
    for &conjunct in core.iter().flatten() {
        all.extend(context.free.of(context.terms, conjunct));
    }
    let at = |cut: usize| all.iter().copied().filter(|&one| is_current(context.terms, cut, one)).collect();
    (0..=core.len()).map(at).collect()
}
