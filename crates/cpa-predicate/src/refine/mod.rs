//! Refinement in four steps (dissertation, section 4.2): the abstract counterexample, its feasibility, facts that
//! refute it, and what to do with them.
//!
//! The counterexample is the sequence of abstraction states from the root to the target, found by following parents; the block
//! formulas between them cover all paths at once, so that nothing is enumerated. One query decides them. A model gives back
//! a concrete path by the marks of branches ([`path`]). Otherwise [`facts`] of the kinds that [`Options::facts`](crate::Options) lists are looked for in this order. They
//! become predicates ([`predicates`]), labels ([`labels`]), or both. Facts that are not found, and such that change nothing because the same
//! path was found again, make way for the next kind.

mod equalities;
mod facts;
mod labels;
mod path;
mod path_invariants;
mod predicates;

pub(crate) use path_invariants::Examined;
pub(crate) use predicates::Scope;

use crate::analysis::{AbstractionId, PredicateAnalysis};
use crate::options::Strategy;
use cfa::EdgeId;
use cpa::{Context, NodeId, Reached, Refined};
use interpolation::InterpolationError;
use outcome::{Incomplete, Phase};
use smt::solver::Answer;
use smt::{SymbolId, TermId, Terms};
use std::time::Duration;

/// An abstraction state on the way to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waypoint {
    pub(crate) node: NodeId,
    pub(crate) abstraction: AbstractionId,
}

/// An infeasible path to a target, by blocks.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    /// The ends of its blocks, from the root on; the last one is the target.
    pub(crate) waypoints: Vec<Waypoint>,
    /// For each waypoint the oldest node of its location and calls, which is the same for all visits.
    pub(crate) places: Vec<NodeId>,
    /// The blocks between them.
    pub(crate) blocks: Vec<TermId>,
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

    /// The abstraction states from the root to a target, and the formulas of the blocks between them.
    fn blocks_to(&self, reached: &Reached, slot: usize, target: NodeId) -> (Vec<Waypoint>, Vec<TermId>) {
        let waypoints = self.waypoints(reached, slot, target);
        let blocks = waypoints.iter().skip(1);
        let mut blocks: Vec<TermId> =
            blocks.map(|point| self.abstractions[point.abstraction].block.formula).collect();
        let state = &self.states[reached.states(target)[slot]];
        if !state.is_abstraction {
            blocks.push(state.path.formula);
        }
        (waypoints, blocks)
    }

    /// One of the paths to a target that can be taken, if the solver finds one in time. All paths that lead there are asked about at once, so that others who refute paths one by one
    /// are asked only if that is of use.
    pub(crate) fn feasible_path(
        &mut self,
        cx: &Context<'_>,
        reached: &Reached,
        slot: usize,
        (target, time): (NodeId, Duration),
    ) -> Result<Option<Vec<EdgeId>>, Incomplete> {
        let (_, blocks) = self.blocks_to(reached, slot, target);
        cx.budget.check_now()?;
        let mut limits = self.limits(cx);
        limits.time = Some(limits.time.map_or(time, |most| most.min(time)));
        self.statistics.examinations += 1;
        let _timer = cx.phase("examination");
        match self.logic.ask(&blocks, &limits).map_err(Incomplete::from)? {
            Answer::Sat => {
                self.statistics.examinations_successful += 1;
                let model = self.logic.model().map_err(Incomplete::from)?;
                Ok(Some(self.path_of(reached, slot, target, &model)?.edges))
            }
            Answer::Unsat => {
                self.infeasible = blocks;
                Ok(None)
            }
            Answer::Unknown(_) => Ok(None),
        }
    }

    pub(crate) fn refine_target(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        target: NodeId,
    ) -> Result<Refined, Incomplete> {
        self.statistics.refinements += 1;
        let (waypoints, blocks) = self.blocks_to(reached, slot, target);
        cx.budget.check_now()?;
        let limits = self.limits(cx);
        let answer = if !blocks.is_empty() && blocks == self.infeasible {
            Answer::Unsat
        } else {
            let _timer = cx.phase("feasibility");
            self.logic.ask(&blocks, &limits).map_err(Incomplete::from)?
        };
        match answer {
            Answer::Sat => {
                let model = self.logic.model().map_err(Incomplete::from)?;
                self.path_of(reached, slot, target, &model).map(|path| Refined::Feasible(path.edges))
            }
            Answer::Unknown(reason) => {
                cx.budget.check_now()?;
                Ok(Refined::Unknown(reason.into()))
            }
            Answer::Unsat => {
                let oldest = |point: &Waypoint| reached.partition_of(point.node).first().copied();
                let places = waypoints.iter().map(|point| oldest(point).unwrap_or(point.node)).collect();
                let path = Counterexample { waypoints, places, blocks };
                self.exclude(cx, reached, slot, &path)
            }
        }
    }

    /// Interpolants within what is left of the run. A failure is counted.
    pub(crate) fn interpolate(
        &mut self,
        cx: &Context<'_>,
        formulas: &[TermId],
    ) -> Result<Result<Vec<TermId>, InterpolationError>, Incomplete> {
        let _timer = cx.phase("interpolation");
        self.interpolator.end_before(cx.budget.deadline());
        let found = self.interpolator.sequence(&mut self.logic.terms.borrow_mut(), formulas);
        if found.is_err() {
            cx.budget.check_now()?;
            self.statistics.failed_interpolations += 1;
        }
        Ok(found)
    }

    /// Weakest preconditions within what is left of the run.
    fn preconditions(
        &mut self,
        cx: &Context<'_>,
        path: &Counterexample,
    ) -> Result<Result<Vec<TermId>, InterpolationError>, Incomplete> {
        let _timer = cx.phase("weakest preconditions");
        self.interpolator.end_before(cx.budget.deadline());
        let (encoder, abstractions) = (self.logic.encoder, &self.abstractions);
        let is_current = |terms: &Terms, cut: usize, symbol: SymbolId| {
            let copy = terms.symbol(symbol).copy_of;
            let variable = copy.and_then(|(base, index)| Some((encoder.variable_of(base)?, index)));
            let point = path.waypoints.get(cut).map(|point| &abstractions[point.abstraction].block.ssa);
            match (variable, point) {
                (Some((variable, index)), Some(ssa)) => {
                    encoder.is_state(variable) && ssa.index(variable) == index
                }
                (None, _) | (_, None) => false,
            }
        };
        let terms = &mut self.logic.terms.borrow_mut();
        let found = self.interpolator.preconditions(terms, &path.blocks, &is_current);
        if found.is_err() {
            cx.budget.check_now()?;
        }
        Ok(found)
    }

    fn exclude(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        path: &Counterexample,
    ) -> Result<Refined, Incomplete> {
        if self.options.strategy == Strategy::None {
            return Ok(Refined::unknown("an infeasible path was found, and refinement is off"));
        }
        let mut reasons = Vec::new();
        for kind in self.options.facts.clone() {
            let facts = match self.facts(cx, kind, path)? {
                Ok(facts) => facts,
                Err(reason) => {
                    reasons.push(Incomplete::open(Phase::Refinement, reason));
                    continue;
                }
            };
            match self.apply(cx, reached, slot, path, &facts)? {
                Refined::Unknown(reason) => reasons.push(reason),
                Refined::Inapplicable => return Ok(Refined::Inapplicable),
                refined @ (Refined::Excluded | Refined::Feasible(_)) => {
                    *self.statistics.refined_by(kind) += 1;
                    return Ok(refined);
                }
            }
        }
        let reason = Incomplete::of_all(reasons);
        Ok(reason.map_or_else(|| Refined::unknown("no facts are looked for"), Refined::Unknown))
    }

    /// Changes states or precisions by facts, as the strategy says.
    fn apply(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        path: &Counterexample,
        facts: &[TermId],
    ) -> Result<Refined, Incomplete> {
        let waypoints = &path.waypoints;
        match self.options.strategy {
            Strategy::None => Ok(Refined::unknown("refinement is off")),
            Strategy::Predicates => self.refine_precision(cx, reached, slot, waypoints, facts),
            Strategy::Labels => self.strengthen_labels(cx, reached, slot, waypoints, facts),
            Strategy::LabelsAndPredicates => {
                let refined = self.strengthen_labels(cx, reached, slot, waypoints, facts)?;
                if refined == Refined::Excluded {
                    self.extend_latest(cx, waypoints, facts)?;
                }
                Ok(refined)
            }
        }
    }
}
