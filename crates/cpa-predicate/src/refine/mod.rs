//! Refinement in four steps (dissertation, section 4.2): the abstract counterexample, its feasibility, facts that
//! refute it, and what to do with them.
//!
//! The counterexample is the sequence of abstraction states from the root to the target, found by following parents; the block
//! formulas between them cover all paths at once, so that nothing is enumerated. One query decides them. A model gives back
//! a concrete path by the marks of branches ([`path`]). Otherwise interpolants between the blocks are the facts, and either
//! become predicates ([`predicates`]) or labels ([`labels`]).

mod facts;
mod labels;
mod path;
mod predicates;

use crate::analysis::{AbstractionId, PredicateAnalysis};
use crate::options::Strategy;
use cpa::{Context, NodeId, Reached, Refined, Stop};
use interpolation::InterpolationError;
use smt::TermId;
use smt::solver::Answer;

/// An abstraction state on the way to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waypoint {
    pub(crate) node: NodeId,
    pub(crate) abstraction: AbstractionId,
}

impl PredicateAnalysis<'_> {
    /// The abstraction states from the root to a node.
    pub(crate) fn waypoints(&self, reached: &Reached, slot: usize, node: NodeId) -> Vec<Waypoint> {
        let path = reached.path_to(node).into_iter().map(|(_, node)| node);
        path.filter_map(|node| {
            let state = &self.states[reached.states(node)[slot]];
            state.is_abstraction.then_some(Waypoint { node, abstraction: state.abstraction })
        })
        .collect()
    }

    pub(crate) fn refine_target(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        target: NodeId,
    ) -> Result<Refined, Stop> {
        self.statistics.refinements += 1;
        let waypoints = self.waypoints(reached, slot, target);
        let mut blocks: Vec<TermId> = waypoints
            .iter()
            .skip(1)
            .map(|point| self.abstractions[point.abstraction].block.formula)
            .collect();
        let state = &self.states[reached.states(target)[slot]];
        if !state.is_abstraction {
            blocks.push(state.path.formula);
        }
        cx.budget.check_now()?;
        let limits = self.limits(cx);
        let answer = {
            let _timer = cx.phase("feasibility");
            self.logic.ask(&blocks, &limits).map_err(Stop::gave_up)?
        };
        match answer {
            Answer::Sat => {
                let model = self.logic.model().map_err(Stop::gave_up)?;
                self.path_of(reached, slot, target, &model).map(|path| Refined::Feasible(path.edges))
            }
            Answer::Unknown(reason) => {
                cx.budget.check_now()?;
                Ok(Refined::Unknown(format!(
                    "the solver did not decide whether a path is feasible: {reason:?}"
                )))
            }
            Answer::Unsat => self.exclude(cx, reached, slot, &waypoints, &blocks),
        }
    }

    /// Interpolants within what is left of the run. A failure is counted.
    pub(crate) fn interpolate(
        &mut self,
        cx: &Context<'_>,
        formulas: &[TermId],
    ) -> Result<Result<Vec<TermId>, InterpolationError>, Stop> {
        let _timer = cx.phase("interpolation");
        self.interpolator.end_before(cx.budget.deadline());
        let found = self.interpolator.sequence(&mut self.logic.terms.borrow_mut(), formulas);
        if found.is_err() {
            cx.budget.check_now()?;
            self.statistics.failed_interpolations += 1;
        }
        Ok(found)
    }

    fn exclude(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        waypoints: &[Waypoint],
        blocks: &[TermId],
    ) -> Result<Refined, Stop> {
        if self.options.strategy == Strategy::None {
            return Ok(Refined::Unknown("an infeasible path was found, and refinement is off".to_owned()));
        }
        let mut reason = "no facts are looked for".to_owned();
        for (place, kind) in self.options.facts.clone().into_iter().enumerate() {
            let facts = match self.facts(cx, kind, waypoints, blocks)? {
                Ok(facts) => facts,
                Err(error) => {
                    reason = error;
                    continue;
                }
            };
            let refined = match self.options.strategy {
                Strategy::None => Refined::Unknown("refinement is off".to_owned()),
                Strategy::Predicates => self.refine_precision(cx, reached, slot, waypoints, &facts)?,
                Strategy::Labels => self.strengthen_labels(cx, reached, slot, waypoints, &facts)?,
            };
            match refined {
                Refined::Unknown(other) => reason = other,
                Refined::Inapplicable => return Ok(refined),
                Refined::Excluded | Refined::Feasible(_) => {
                    self.statistics.fallbacks += u64::from(place > 0);
                    return Ok(refined);
                }
            }
        }
        Ok(Refined::Unknown(reason))
    }
}
