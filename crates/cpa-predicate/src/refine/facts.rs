//! Facts about an infeasible path, of each kind.
//!
//! Interpolants come from their own crate. Conditions are the heuristic of tools before interpolation: what the program asks about the state in which
//! a block begins is likely to matter there. They are the atoms of a block that speak of the copies that are current at its beginning
//! and of nothing else.

use super::Waypoint;
use crate::analysis::PredicateAnalysis;
use crate::options::Facts;
use cpa::{Context, Stop};
use smt::{CoreOp, Op, TermId};

impl PredicateAnalysis<'_> {
    /// One fact about states for each waypoint, or why there are none.
    pub(super) fn facts(
        &mut self,
        cx: &Context<'_>,
        kind: Facts,
        waypoints: &[Waypoint],
        blocks: &[TermId],
    ) -> Result<Result<Vec<TermId>, String>, Stop> {
        match kind {
            Facts::Interpolants => {
                let facts = match self.interpolate(cx, blocks)? {
                    Ok(facts) => facts,
                    Err(error) => return Ok(Err(format!("no interpolants: {error}"))),
                };
                let mut terms = self.logic.terms.borrow_mut();
                let about_states = |&fact: &TermId| {
                    self.logic.encoder.uninstantiate(&mut terms, fact).map_err(Stop::gave_up)
                };
                facts.iter().map(about_states).collect::<Result<Vec<_>, _>>().map(Ok)
            }
            Facts::Conditions => self.conditions(waypoints, blocks).map(Ok),
        }
    }

    /// The conjunction of what each block asks about its beginning, and `false` behind the last.
    fn conditions(&self, waypoints: &[Waypoint], blocks: &[TermId]) -> Result<Vec<TermId>, Stop> {
        let mut terms = self.logic.terms.borrow_mut();
        let encoder = self.logic.encoder;
        let mut facts = Vec::with_capacity(blocks.len() + 1);
        for (point, &block) in waypoints.iter().zip(blocks) {
            let current = &self.abstractions[point.abstraction].block.ssa;
            let mut asked = Vec::new();
            for atom in smt::transform::atoms(&terms, block) {
                let about_states = encoder.uninstantiate(&mut terms, atom).map_err(Stop::gave_up)?;
                let variables = encoder.variables_of(&terms, about_states);
                let is_state = !variables.is_empty() && variables.iter().all(|&one| encoder.is_state(one));
                if is_state
                    && encoder.instantiate(&mut terms, about_states, current).map_err(Stop::gave_up)? == atom
                {
                    asked.push(about_states);
                }
            }
            // As it is: conditions of different paths contradict each other, and each of them matters.
            facts.push(match *asked {
                [] => terms.bool(true),
                [only] => only,
                [..] => terms.apply_as_is(Op::Core(CoreOp::And), &asked).map_err(Stop::gave_up)?,
            });
        }
        facts.push(terms.bool(false));
        Ok(facts)
    }
}
