//! Refinement without a solver (the document, sections II-G, III-B and III-E).
//!
//! A path to a target is walked with full precision ([`walk`]). If nothing contradicts, the path is feasible as far as values can tell. Otherwise interpolants say what has to be known at
//! each state to refute it ([`interpolate`]), and the cells in them are tracked from then on. A path may have several infeasible prefixes; which one is
//! refuted is a choice ([`score`], after Beyer, Löwe, Wendler: Sliced path prefixes, FORTE 2015, and Refinement selection, SPIN 2015).
//!
//! *Progress.* The precision gets the cells of the interpolants at the states where they are needed, so that the same path is not found again. Where parts of the graph are removed for other reasons what was learnt there can be lost all
//! the same; then a path comes again, and is refuted with all that was ever learnt. If one comes a third time, the analysis gives up instead of going round in circles.

mod interpolate;
mod needed;
mod score;
mod walk;

use crate::analysis::ValueAnalysis;
use crate::domain::State;
use crate::map::{EMPTY, MapId};
use crate::memory::{CellId, TrackId};
use crate::options::{Placement, PrefixChoice, Restart, Tracking};
use crate::precision::{Precision, Tracked};
use cfa::EdgeId;
use cpa::{Context, NodeId, PrecisionId, Reached, Refined};
use outcome::Incomplete;
pub(crate) use score::Kind;
use std::collections::BTreeSet;
use std::rc::Rc;
pub(crate) use walk::Activations;
use walk::{Prefix, Step};

/// More infeasible prefixes than this are not compared.
const MANY_PREFIXES: usize = 10;

/// So often the same path is refuted: the second time with everything tracked that was ever found to be needed, then the analysis gives up.
const MANY_TIMES: u32 = 2;

/// A refuted prefix: what has to be known behind each of its steps.
pub(crate) struct Refutation {
    pub(crate) interpolants: Vec<State>,
}

impl ValueAnalysis<'_> {
    pub(crate) fn refine_target(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        target: NodeId,
    ) -> Result<Refined, Incomplete> {
        self.statistics.refinements += 1;
        let path = reached.path_to(target);
        let edges: Vec<EdgeId> = path.iter().filter_map(|&(edge, _)| edge).collect();
        let steps = self.steps(&edges);
        let contradictions = self.contradictions(cx, &steps)?;
        if contradictions.is_empty() {
            return Ok(Refined::Feasible(edges));
        }
        if self.options.tracking == Tracking::Full {
            return Ok(Refined::unknown("states were joined, and there is no refinement"));
        }
        let times = self.refuted.entry(edges).or_insert(0);
        *times += 1;
        if *times > MANY_TIMES {
            return Ok(Refined::unknown("the same infeasible path was found again and again"));
        }
        self.statistics.repeated += u64::from(*times > 1);
        let is_repeated = *times > 1;
        self.statistics.prefixes += contradictions.len() as u64;
        let refutation = self.choose(cx, &steps, &contradictions)?;
        let nodes: Vec<NodeId> = path.iter().skip(1).map(|&(_, node)| node).collect();
        if is_repeated {
            // What another part of the graph has learnt was lost on the way to this path.
            let found = self.found.clone();
            return self.exclude(cx, reached, slot, (&nodes, &steps), (&refutation, found));
        }
        self.exclude(cx, reached, slot, (&nodes, &steps), (&refutation, Tracked::default()))
    }

    /// The refutation of one of the prefixes.
    fn choose(
        &mut self,
        cx: &Context<'_>,
        steps: &[Step],
        contradictions: &[usize],
    ) -> Result<Refutation, Incomplete> {
        let candidates = match self.options.prefix {
            PrefixChoice::Shortest => 0..1,
            PrefixChoice::Longest => contradictions.len() - 1..contradictions.len(),
            PrefixChoice::DomainType | PrefixChoice::FewestLoopVariables => {
                0..contradictions.len().min(MANY_PREFIXES)
            }
        };
        let mut best: Option<(u64, Refutation)> = None;
        let is_only = candidates.len() == 1;
        for number in candidates {
            let refutation = self.refute(cx, steps, Prefix::at(contradictions, number))?;
            let score = if is_only { 0 } else { self.score(&refutation) };
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, refutation));
            }
        }
        best.map(|(_, refutation)| refutation)
            .ok_or_else(|| Incomplete::internal("an infeasible path without infeasible prefix"))
    }

    /// The tracks of an interpolant.
    fn tracks_of(&self, interpolant: State) -> impl Iterator<Item = TrackId> {
        let entries = self.domain.maps.entries(interpolant).into_iter();
        entries.map(|(cell, _)| self.domain.memory.track(CellId(cell)))
    }

    /// The tracks of all interpolants of a refutation. Neighbours differ in few cells, and only these are looked at.
    fn tracks_of_all(&self, refutation: &Refutation) -> BTreeSet<TrackId> {
        let mut tracks = BTreeSet::new();
        let mut last = EMPTY;
        for &interpolant in &refutation.interpolants {
            let added = self.domain.maps.added(last, interpolant).into_iter();
            tracks.extend(added.map(|(cell, _)| self.domain.memory.track(CellId(cell))));
            last = interpolant;
        }
        tracks
    }

    fn exclude(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        (nodes, steps): (&[NodeId], &[Step]),
        (refutation, base): (&Refutation, Tracked),
    ) -> Result<Refined, Incomplete> {
        let location = |step: &Step| cx.cfa.edges[step.edge].to;
        // The first state that does not know what it has to know. Its precision may say otherwise: it was perhaps given to it later, for its successors.
        let pivot = (0..refutation.interpolants.len()).find(|&position| {
            let known = MapId(reached.states(nodes[position])[slot].0);
            !self.domain.maps.is_part(refutation.interpolants[position], known)
        });
        let Some(pivot) = pivot else {
            return Ok(Refined::unknown("all that refutes a path is tracked, and it was found"));
        };
        let mut added = base;
        match self.options.placement {
            Placement::Location => {
                for (step, &interpolant) in steps.iter().zip(&refutation.interpolants) {
                    self.tracks_of(interpolant).for_each(|track| added.add_at(location(step), track));
                }
            }
            Placement::Scope | Placement::Global => {
                self.tracks_of_all(refutation).into_iter().for_each(|track| added.add_everywhere(track));
            }
        }
        self.found.add_all(&added);
        let removed = match (self.options.restart, self.options.placement) {
            (Restart::Pivot, Placement::Location | Placement::Scope) => vec![nodes[pivot]],
            (Restart::Root, _) | (_, Placement::Global) => {
                reached.roots().iter().flat_map(|&root| reached.children(root).to_vec()).collect()
            }
        };
        let precision = match self.options.placement {
            Placement::Global => self.found.clone(),
            Placement::Location | Placement::Scope => {
                added.add_all(&self.precision_of(reached, slot, &removed));
                added
            }
        };
        let precision = self.precisions.push(Precision::Some(Rc::new(precision)));
        for node in removed {
            for parent in reached.remove_subgraph(node) {
                reached.set_precision(parent, slot, precision);
            }
        }
        Ok(Refined::Excluded)
    }

    /// What is tracked anywhere below some nodes, and where they come from. What was learnt there is not to be learnt again: a path that one refinement excluded would be
    /// found once more after the next one, and so on in circles.
    fn precision_of(&self, reached: &Reached, slot: usize, nodes: &[NodeId]) -> Tracked {
        let below = nodes.iter().flat_map(|&node| reached.subgraph(node));
        let above = nodes.iter().flat_map(|&node| reached.parents(node)).map(|&(parent, _)| parent);
        let used: BTreeSet<PrecisionId> =
            below.chain(above).map(|node| reached.precisions(node)[slot]).collect();
        let mut all = Tracked::default();
        for precision in used {
            match &self.precisions[precision] {
                Precision::Full => {}
                Precision::Some(tracked) => all.add_all(tracked),
            }
        }
        all
    }
}
