//! CPA++ (Wendler 2017, algorithm 5.1): explores until nothing is left to explore, or something is found.
//!
//! It works on a reached set that it is given and may be called again on what it left. For each state that waits: try to cover it by
//! force; else take each successor, adjust it to its precision, merge it with what was reached before, and keep it unless
//! it is covered. It stops at a target. A state whose successors are not all there goes back to the waitlist, whether the search
//! ends by a target or by a failure: the printed algorithm forgets the remaining successors, which can hide a bug behind
//! a refinement that does not put the parent back.

use crate::analysis::{Context, Forced, Possible};
use crate::composite::{Composite, Precisions, States};
use crate::reached::{NewNode, NodeId, Reached};
use cfa::EdgeId;
use outcome::Incomplete;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// No state waits any more.
    Fixpoint,
    /// A target was found.
    Target(NodeId),
}

/// What a search does when it finds a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtTarget {
    /// Stop at once.
    Abort,
    /// Collect them.
    Continue,
}

/// Counts of what searches did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// States that were taken from the waitlist.
    pub expanded: u64,
    /// Successors that the analyses returned.
    pub successors: u64,
    /// Successors that were merged into older states.
    pub merged: u64,
    /// Successors that were covered by older states.
    pub covered: u64,
    /// States that were covered by force and not expanded.
    pub forced: u64,
}

/// Explores from what waits.
pub fn explore(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &mut Reached,
    at_target: AtTarget,
    counts: &mut Counts,
) -> Result<Ended, Incomplete> {
    while let Some(node) = reached.pop() {
        let result = cx.budget.check().map_err(Incomplete::from).and_then(|()| {
            let mut step = Step { cx, composite, reached, counts, node, found: None };
            step.expand(at_target).map(|()| step.found)
        });
        cx.budget.meter().set_states(reached.len());
        match result {
            Ok(None) => {}
            Ok(Some(target)) if at_target == AtTarget::Abort => {
                return Ok(Ended::Target(target));
            }
            Ok(Some(_)) => {}
            Err(stop) => {
                reached.queue(node);
                return Err(stop);
            }
        }
    }
    Ok(Ended::Fixpoint)
}

/// The expansion of one node.
struct Step<'a, 'b, 'c> {
    cx: &'a Context<'b>,
    composite: &'a mut Composite<'c>,
    reached: &'a mut Reached,
    counts: &'a mut Counts,
    node: NodeId,
    found: Option<NodeId>,
}

impl Step<'_, '_, '_> {
    fn expand(&mut self, at_target: AtTarget) -> Result<(), Incomplete> {
        if self.cover_by_force()? {
            return Ok(());
        }
        self.counts.expanded += 1;
        let states = States::from_slice(self.reached.states(self.node));
        let precisions = Precisions::from_slice(self.reached.precisions(self.node));
        let Some(location) = self.composite.location(&states) else {
            return Err(Incomplete::internal("no analysis knows the location"));
        };
        for &edge in self.cx.cfa.outgoing(location) {
            for successor in self.composite.transfer(self.cx, &states, &precisions, edge)? {
                self.counts.successors += 1;
                self.take(successor, precisions.clone(), edge)?;
                if self.found.is_some() && at_target == AtTarget::Abort {
                    self.reached.queue(self.node);
                    return Ok(());
                }
            }
        }
        self.reached.mark_expanded(self.node);
        Ok(())
    }

    fn cover_by_force(&mut self) -> Result<bool, Incomplete> {
        // A node that is expanded again has nodes below it, which may cover others: it is not closed any more.
        if !self.reached.children(self.node).is_empty() {
            return Ok(false);
        }
        for slot in 0..self.composite.len() {
            let analysis = &mut self.composite.analyses_mut()[slot];
            if let Forced::By(coverer) = analysis.force_covering(self.cx, self.reached, slot, self.node)? {
                if !self.reached.is_removed(self.node) {
                    self.reached.cover(self.node, coverer);
                }
                self.counts.forced += 1;
                return Ok(true);
            }
        }
        Ok(self.reached.is_removed(self.node))
    }

    /// Adjusts, merges and perhaps keeps a successor.
    fn take(
        &mut self,
        mut states: States,
        mut precisions: Precisions,
        edge: EdgeId,
    ) -> Result<(), Incomplete> {
        if self.composite.adjust(self.cx, &mut states, &mut precisions)? == Possible::No {
            return Ok(());
        }
        let new = self.composite.node(self.cx, states, precisions, self.reached.traversal());
        let is_target = new.is_target;
        let known: Vec<NodeId> = self.composite.partners(self.reached, &new);
        for &old in &known {
            let merged = self.composite.merge(self.cx, &new.states, self.reached.states(old))?;
            if let Some(merged) = merged {
                self.counts.merged += 1;
                self.reached.merge_into(old, &merged, self.node, edge);
                // What came of a merge stands for both, so the old node covers the new state. To keep the new one beside it would
                // double the paths at every point where two meet.
                if is_target {
                    self.found = Some(old);
                }
                return Ok(());
            }
        }
        let mut coverer = self.coverer(&known, &new, edge)?;
        if coverer.is_none() {
            let known = self.composite.generalisations(self.reached, &new);
            coverer = self.coverer(&known, &new, edge)?;
        }
        if let Some(by) = coverer {
            self.counts.covered += 1;
            self.keep_covered(new, by, edge);
            return Ok(());
        }
        let node = self.reached.add_child(self.node, edge, new);
        if is_target {
            self.found = Some(node);
        }
        Ok(())
    }

    /// The first of some nodes that covers a new one.
    fn coverer(
        &mut self,
        known: &[NodeId],
        new: &NewNode,
        edge: EdgeId,
    ) -> Result<Option<NodeId>, Incomplete> {
        for &old in known {
            // What was dismissed stands only for the path that was looked at.
            let is_other =
                self.reached.is_dismissed(old) && !self.reached.parents(old).contains(&(self.node, edge));
            // A node below a covered one is not explored, so it covers nobody either.
            if !is_other
                && self.composite.covers(self.cx, self.reached.states(old), &new.states)?
                && !self.reached.is_below_covered(old)
            {
                return Ok(Some(old));
            }
        }
        Ok(None)
    }

    /// A covered successor is kept as a node, so that it comes back when its coverer goes or becomes stronger. A node that is expanded again has some of its successors already, but only those that are the same:
    /// after a merge its block has more paths than when its child was made.
    fn keep_covered(&mut self, new: NewNode, by: NodeId, edge: EdgeId) {
        let is_child = self.reached.parents(by).contains(&(self.node, edge));
        if is_child && self.composite.repeats(self.reached.states(by), &new.states) {
            return;
        }
        let node = self.reached.add_child(self.node, edge, new);
        self.reached.cover(node, by);
    }
}
