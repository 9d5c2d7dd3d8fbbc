//! Facts as labels: IMPACT (McMillan: Lazy abstraction with interpolants, CAV 2006), on abstraction states.
//!
//! Each fact is conjoined to the abstraction formula of its state. What a strengthened state covered may be covered no longer;
//! the strengthened state itself may now be covered by an older one. States without any execution are removed, the target always
//! among them, and need not be found again: their parents' labels rule them out.
//!
//! *Who covers:* an older state of the same partition that is neither covered nor below a covered one, and no descendant. A
//! state that becomes covered stops covering others, so that there are no chains.
//!
//! *Covering by force:* before a state is expanded, an older state's label may be shown to hold in it as well, by the blocks
//! since their last common ancestor; then it is labelled so and covered. A try that takes long is given up: it is meant to save work, and without it the state is expanded.

use super::Waypoint;
use crate::abstraction::{and, not};
use crate::analysis::PredicateAnalysis;
use crate::options::ForcedCovering;
use cpa::{Context, Forced, NodeId, Reached, Refined};
use outcome::Incomplete;
use smt::TermId;
use smt::solver::{Answer, Limits};
use std::time::Duration;

/// No try to cover by force takes longer; almost all take milliseconds, and one that does not is as hard as the refinement that it should save.
const LONGEST_TRY: Duration = Duration::from_millis(200);

impl PredicateAnalysis<'_> {
    pub(crate) fn strengthen_labels(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        waypoints: &[Waypoint],
        facts: &[TermId],
    ) -> Result<Refined, Incomplete> {
        let no = self.logic.terms.borrow_mut().bool(false);
        let mut strengthened = Vec::new();
        let mut empty = None;
        for (point, &fact) in waypoints.iter().zip(facts).skip(1) {
            let old = self.abstractions[point.abstraction].formula;
            if !self.entails(cx, old, fact)? {
                let new = and(&mut self.logic.terms.borrow_mut(), &[old, fact])?;
                self.abstractions[point.abstraction].formula = if fact == no { no } else { new };
                strengthened.push(*point);
            }
            if fact == no && empty.is_none() {
                empty = Some(point.node);
            }
        }
        let Some(empty) = empty else {
            return Ok(Refined::unknown("the interpolants do not exclude the target"));
        };
        reached.prune(empty);
        for point in strengthened {
            if !reached.is_removed(point.node) {
                self.recheck_covered(cx, reached, slot, point.node)?;
                self.cover_if_possible(cx, reached, slot, point.node)?;
            }
        }
        Ok(Refined::Excluded)
    }

    fn label(&self, reached: &Reached, slot: usize, node: NodeId) -> Option<TermId> {
        let state = &self.states[reached.states(node)[slot]];
        state.is_abstraction.then(|| self.abstractions[state.abstraction].formula)
    }

    /// Ends coverings that no longer hold.
    fn recheck_covered(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        node: NodeId,
    ) -> Result<(), Incomplete> {
        for covered in reached.covered_by(node).to_vec() {
            let labels = (self.label(reached, slot, covered), self.label(reached, slot, node));
            let holds = match labels {
                (Some(strong), Some(weak)) => self.entails(cx, strong, weak)?,
                (_, _) => false,
            };
            if !holds {
                reached.uncover(covered);
                reached.wake(covered);
            }
        }
        Ok(())
    }

    /// Lets an older state cover one whose label became stronger.
    fn cover_if_possible(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        node: NodeId,
    ) -> Result<(), Incomplete> {
        let Some(strong) = self.label(reached, slot, node) else { return Ok(()) };
        if reached.is_below_covered(node) {
            return Ok(());
        }
        for old in self.candidates(reached, node) {
            let Some(weak) = self.label(reached, slot, old) else { continue };
            if self.entails(cx, strong, weak)? {
                self.close(reached, node, old);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Covers a node: nothing below it waits, and nothing below it covers any more.
    fn close(&self, reached: &mut Reached, node: NodeId, by: NodeId) {
        let below = reached.subgraph(node);
        reached.cover(node, by);
        for &at in &below {
            reached.unqueue(at);
        }
        for &at in &below {
            for freed in reached.covered_by(at).to_vec() {
                reached.uncover(freed);
                reached.wake(freed);
            }
        }
    }

    /// Older states of the same partition that may cover a node.
    fn candidates(&self, reached: &Reached, node: NodeId) -> Vec<NodeId> {
        let older = reached.partition_of(node).iter().copied().take_while(|&old| old < node);
        older.filter(|&old| !reached.is_below_covered(old) && !reached.is_target(old)).collect()
    }

    /// Tries to cover a state before it is expanded.
    pub(crate) fn try_force_covering(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        node: NodeId,
    ) -> Result<Forced, Incomplete> {
        if !self.options.strategy.has_labels() || self.options.forced_covering == ForcedCovering::Off {
            return Ok(Forced::No);
        }
        if self.label(reached, slot, node).is_none() {
            return Ok(Forced::No);
        }
        let _timer = cx.phase("forced covering");
        let own = self.waypoints(reached, slot, node);
        for old in self.candidates(reached, node) {
            self.statistics.forced_attempts += 1;
            if self.force(cx, reached, slot, &own, old)? {
                self.statistics.forced_successes += 1;
                return Ok(Forced::By(old));
            }
        }
        Ok(Forced::No)
    }

    /// Shows that the label of an older state holds in the last state of a path, too.
    fn force(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        own: &[Waypoint],
        old: NodeId,
    ) -> Result<bool, Incomplete> {
        let other = self.waypoints(reached, slot, old);
        let common = own.iter().zip(&other).take_while(|(one, two)| one.node == two.node).count();
        let (Some(ancestor), Some(wanted)) = (own[..common].last(), self.label(reached, slot, old)) else {
            return Ok(false);
        };
        let since = &own[common..];
        let Some(last) = since.last() else { return Ok(false) };
        let mut formulas = Vec::new();
        {
            let mut terms = self.logic.terms.borrow_mut();
            let (encoder, start) = (self.logic.encoder, &self.abstractions[ancestor.abstraction]);
            formulas.push(
                encoder.instantiate(&mut terms, start.formula, &start.block.ssa).map_err(Incomplete::from)?,
            );
            formulas.extend(since.iter().map(|point| self.abstractions[point.abstraction].block.formula));
            let end = &self.abstractions[last.abstraction].block.ssa;
            let wanted = encoder.instantiate(&mut terms, wanted, end).map_err(Incomplete::from)?;
            formulas.push(not(&mut terms, wanted)?);
        }
        let limits = self.limits(cx);
        let time = limits.time.map_or(LONGEST_TRY, |time| time.min(LONGEST_TRY));
        match self.satisfiability(cx, &formulas, &Limits { time: Some(time), ..limits })? {
            Answer::Unsat => {}
            Answer::Sat => return Ok(false),
            Answer::Unknown(_) => {
                self.statistics.forced_undecided += 1;
                return Ok(false);
            }
        }
        let Ok(facts) = self.interpolate(cx, &formulas)? else { return Ok(false) };
        let facts = self.about_states(&facts)?;
        // Fact 1 holds in the ancestor, fact i + 1 behind block i, and the last but one implies the wanted label.
        for (point, &fact) in since.iter().zip(&facts[2..]) {
            let old = self.abstractions[point.abstraction].formula;
            if !self.entails(cx, old, fact)? {
                self.abstractions[point.abstraction].formula =
                    and(&mut self.logic.terms.borrow_mut(), &[old, fact])?;
                // The last state as well: it may not become covered after all, and then whom it covers must still follow from it.
                self.recheck_covered(cx, reached, slot, point.node)?;
            }
        }
        let (Some(strong), Some(weak)) =
            (self.label(reached, slot, last.node), self.label(reached, slot, old))
        else {
            return Ok(false);
        };
        self.entails(cx, strong, weak)
    }
}
