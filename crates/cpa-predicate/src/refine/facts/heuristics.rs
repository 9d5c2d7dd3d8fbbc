//! Heuristic predicates: the fourth kind of abstract facts, found by looking at the path and not at why it is infeasible.
//!
//! What the program asks about the state in which a block begins is likely to matter there: a loop's condition at its head, a switch over the state of a
//! machine, an assertion. The facts are the atoms of a block that speak of the copies that are current at its beginning and of nothing else. The
//! dissertation's tool takes the last condition before the error only (section 6.1); blocks are large, so we take what each of them asks. Nothing guarantees that
//! this excludes the path, so that it goes together with another kind (figure 4.3), before it or behind it.

use crate::analysis::PredicateAnalysis;
use crate::refine::Counterexample;
use formula::SsaMap;
use outcome::Incomplete;
use smt::{CoreOp, Op, TermId};

impl PredicateAnalysis<'_> {
    /// The conjunction of what each block asks about its beginning, and `false` behind the last.
    pub(super) fn heuristic_predicates(&self, path: &Counterexample) -> Result<Vec<TermId>, Incomplete> {
        let mut facts = Vec::with_capacity(path.blocks.len() + 1);
        for (point, &block) in path.waypoints.iter().zip(&path.blocks) {
            let asked = self.asked(block, &self.abstractions[point.abstraction].block.ssa)?;
            let mut terms = self.logic.terms.borrow_mut();
            // As it is: conditions of different paths contradict each other, and each of them matters.
            facts.push(match *asked {
                [] => terms.bool(true),
                [only] => only,
                [..] => terms.apply_as_is(Op::Core(CoreOp::And), &asked).map_err(Incomplete::from)?,
            });
        }
        facts.push(self.logic.terms.borrow_mut().bool(false));
        Ok(facts)
    }

    /// The atoms of a formula that are about the given copies and nothing else, as predicates.
    pub(crate) fn asked(&self, formula: TermId, current: &SsaMap) -> Result<Vec<TermId>, Incomplete> {
        let mut terms = self.logic.terms.borrow_mut();
        let encoder = self.logic.encoder;
        let mut asked = Vec::new();
        for atom in smt::transform::atoms(&terms, formula) {
            let about_states = encoder.uninstantiate(&mut terms, atom).map_err(Incomplete::from)?;
            let variables = encoder.variables_of(&terms, about_states);
            let is_state = !variables.is_empty() && variables.iter().all(|&one| encoder.is_state(one));
            if is_state
                && encoder.instantiate(&mut terms, about_states, current).map_err(Incomplete::from)? == atom
            {
                asked.push(about_states);
            }
        }
        Ok(asked)
    }
}
