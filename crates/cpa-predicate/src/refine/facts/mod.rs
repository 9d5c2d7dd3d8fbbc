//! Facts about an infeasible path, of each kind (dissertation, section 4.2.3).
//!
//! Whatever its kind, a sequence of facts is about states: one for each waypoint, and the last is `false`. [Interpolants](Facts::Interpolants) come from
//! their own crate, and so do [weakest preconditions](Facts::WeakestPreconditions) (Lakhnech, Bensalem, Berezin, Owre: Incremental verification by abstraction, TACAS 2001;
//! Henzinger, Jhala, Majumdar, Sutre: Lazy abstraction, POPL 2002), which are one half of how we get interpolants. An unsatisfiable core leaves of each block the
//! conjuncts that are needed (Leucker, Markin, Neuhäußer: A new refinement strategy for CEGAR-based industrial model checking, HVC 2015), and what must hold for
//! the rest of the path to be impossible is computed backwards over these. Nothing checks the result, so there are facts where the ladder has none; where a projection
//! had to weaken, they need not hold, so that they are for predicates only. [Path invariants](super::path_invariants) and [heuristic predicates](heuristics) are found here.

mod heuristics;

use super::{Counterexample, path_invariants::Found};
use crate::analysis::PredicateAnalysis;
use crate::options::Facts;
use cpa::Context;
use outcome::Incomplete;
use smt::TermId;

impl PredicateAnalysis<'_> {
    /// One fact about states for each waypoint, or why there are none.
    pub(crate) fn facts(
        &mut self,
        cx: &Context<'_>,
        kind: Facts,
        path: &Counterexample,
    ) -> Result<Result<Vec<TermId>, String>, Incomplete> {
        match kind {
            Facts::Interpolants => match self.interpolate(cx, &path.blocks)? {
                Ok(facts) => self.about_states(&facts).map(Ok),
                Err(error) => Ok(Err(format!("no interpolants: {error}"))),
            },
            Facts::PathInvariants => match self.path_invariants(cx, path)? {
                Found::Facts(facts) => Ok(Ok(facts)),
                Found::Nothing(reason) => Ok(Err(format!("no path invariants: {reason}"))),
            },
            Facts::WeakestPreconditions => match self.preconditions(cx, path)? {
                Ok(facts) => self.about_states(&facts).map(Ok),
                Err(error) => Ok(Err(format!("no weakest preconditions: {error}"))),
            },
            Facts::HeuristicPredicates => self.heuristic_predicates(path).map(Ok),
        }
    }

    /// Facts about copies as facts about states.
    pub(crate) fn about_states(&self, facts: &[TermId]) -> Result<Vec<TermId>, Incomplete> {
        let mut terms = self.logic.terms.borrow_mut();
        let about_states =
            |&fact: &TermId| self.logic.encoder.uninstantiate(&mut terms, fact).map_err(Incomplete::from);
        facts.iter().map(about_states).collect()
    }
}
