//! Several analyses side by side (the composite analysis of the dissertation, section 3.2.2).
//!
//! A state is one state of each. A successor exists only if every analysis has one, so that together they rule out more than each
//! alone; then each may use what the others found. States are merged only if all components agree: each component's
//! states are equal or can be merged, and at least one changes.

use crate::analysis::query::Target;
use crate::analysis::{
    Analysis, Context, Merged, Passage, Possible, PrecisionId, Siblings, StateId, Strengthened,
};
use crate::reached::{Kind, NewNode, NodeId, Partition, Rank, Reached, Traversal};
use cfa::{Cfa, EdgeId, LocationId};
use outcome::Incomplete;
use smallvec::SmallVec;
use std::collections::VecDeque;
use stdx::IndexVec;

/// States of all analyses.
pub type States = SmallVec<[StateId; 6]>;
/// Precisions of all analyses.
pub type Precisions = SmallVec<[PrecisionId; 6]>;

type Place = SmallVec<[u32; 8]>;

/// Analyses that run together.
pub struct Composite<'a> {
    analyses: Vec<Box<dyn Analysis + 'a>>,
    /// How many edges a target is away from each location, once a traversal looks at that.
    distances: Option<IndexVec<LocationId, u32>>,
}

impl<'a> Composite<'a> {
    /// Runs these together, in this order.
    pub fn new(analyses: Vec<Box<dyn Analysis + 'a>>) -> Self {
        Self { analyses, distances: None }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.analyses.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.analyses.is_empty()
    }

    /// The analyses in order.
    pub fn analyses(&self) -> &[Box<dyn Analysis + 'a>] {
        &self.analyses
    }

    /// The analyses in order, to be changed.
    pub fn analyses_mut(&mut self) -> &mut [Box<dyn Analysis + 'a>] {
        &mut self.analyses
    }

    /// The node where a search begins.
    pub fn initial(&mut self, cx: &Context<'_>, location: LocationId) -> Result<NewNode, Incomplete> {
        let (mut states, mut precisions) = (States::new(), Precisions::new());
        for analysis in &mut self.analyses {
            let (state, precision) = analysis.initial(cx, location)?;
            states.push(state);
            precisions.push(precision);
        }
        Ok(self.node(cx, states, precisions, &Traversal::default()))
    }

    /// The nodes where a search begins in the middle of the program: all combinations of what the analyses say of a location whatever was before.
    pub fn anywhere(&mut self, cx: &Context<'_>, location: LocationId) -> Result<Vec<NewNode>, Incomplete> {
        let mut combinations = vec![(States::new(), Precisions::new())];
        for analysis in &mut self.analyses {
            let own = analysis.anywhere(cx, location)?;
            let extended = combinations.iter().flat_map(|(states, precisions)| {
                own.iter().map(|&(state, precision)| {
                    let (mut states, mut precisions) = (states.clone(), precisions.clone());
                    states.push(state);
                    precisions.push(precision);
                    (states, precisions)
                })
            });
            combinations = extended.collect();
        }
        let nodes = combinations.into_iter();
        Ok(nodes
            .map(|(states, precisions)| self.node(cx, states, precisions, &Traversal::default()))
            .collect())
    }

    /// A node with its partition, whether it is a target, and of its rank what the traversal looks at.
    pub fn node(
        &mut self,
        cx: &Context<'_>,
        states: States,
        precisions: Precisions,
        traversal: &Traversal,
    ) -> NewNode {
        let partition = self.partition(&states);
        let is_target = self.target(&states).is_some();
        let mut rank = self.rank(cx, &states);
        if traversal.looks_at_places() {
            rank.place = self.place(cx, &states);
        }
        if traversal.looks_at_distances()
            && let Some(location) = self.location(&states)
        {
            rank.distance = self.distance(cx, location);
        }
        let kind = self.kind(&states);
        NewNode { rank, partition, is_target, states, precisions, kind }
    }

    /// The kind of a state by the first analysis that has kinds.
    fn kind(&mut self, states: &[StateId]) -> Option<Kind> {
        let mut analyses = self.analyses.iter_mut().enumerate();
        analyses.find_map(|(slot, analysis)| {
            let number = analysis.generalisations()?.kind(states[slot]);
            Some(Kind { slot, number })
        })
    }

    /// The nodes that could be merged with a new one, oldest first. Where an analysis has kinds, its states stay apart unless they are equal.
    pub fn partners(&self, reached: &Reached, new: &NewNode) -> Vec<NodeId> {
        match new.kind {
            None => reached.in_partition(&new.partition).to_vec(),
            Some(Kind { slot, .. }) => reached.with_state(&new.partition, new.states[slot]).to_vec(),
        }
    }

    /// The nodes that could cover a new one beside those with which it could be merged, oldest first.
    pub fn generalisations(&mut self, reached: &Reached, new: &NewNode) -> Vec<NodeId> {
        let Some(Kind { slot, number }) = new.kind else { return Vec::new() };
        let Some(known) = self.analyses[slot].generalisations() else { return Vec::new() };
        let mut found = Vec::new();
        for &kind in reached.kinds_in(&new.partition).iter().filter(|&&kind| kind != number) {
            if let Some(state) = known.of_kind(new.states[slot], kind) {
                found.extend_from_slice(reached.with_state(&new.partition, state));
            }
        }
        found.sort_unstable();
        found
    }

    fn partition(&self, states: &[StateId]) -> Partition {
        self.analyses.iter().zip(states).map(|(analysis, &state)| analysis.partition(state)).collect()
    }

    fn rank(&self, cx: &Context<'_>, states: &[StateId]) -> Rank {
        let mut rank = Rank::default();
        for (analysis, &state) in self.analyses.iter().zip(states) {
            if let Some(location) = analysis.locations().and_then(|known| known.location(state)) {
                rank.position = cx.cfa.structure().position(location);
            }
            if let Some(frames) = analysis.frames() {
                rank.depth = frames.depth(state);
            }
            if let Some(bounds) = analysis.bounds() {
                rank.iterations = rank.iterations.max(bounds.iterations(state));
            }
        }
        rank
    }

    /// See [`Rank::distance`].
    fn distance(&mut self, cx: &Context<'_>, location: LocationId) -> u32 {
        let analyses = &self.analyses;
        let distances = self.distances.get_or_insert_with(|| {
            let targets = analyses.iter().filter_map(|analysis| analysis.targets());
            let edges = targets.flat_map(|known| known.target_edges(cx.cfa));
            distances(cx.cfa, edges)
        });
        distances[location]
    }

    /// See [`Rank::place`].
    fn place(&self, cx: &Context<'_>, states: &[StateId]) -> Place {
        let structure = cx.cfa.structure();
        let (mut calls, mut iterations, mut visits) = (Vec::new(), Vec::new(), None);
        for (analysis, &state) in self.analyses.iter().zip(states) {
            if let Some(frames) = analysis.frames() {
                frames.calls(state, &mut calls);
            }
            if let Some(bounds) = analysis.bounds() {
                visits = visits.or(bounds.visits(state));
                bounds.iterations_of_loops(state, &mut iterations);
            }
        }
        // Visits only grow along an execution, so they come first where they are counted.
        let mut place: Place = visits.into_iter().collect();
        let mut iterations = iterations.into_iter();
        let mut heads: Place = Place::new();
        let sites = calls.iter().map(|&call| cx.cfa.edges[cx.cfa.calls[call].call_edge].from);
        for location in sites.chain(self.location(states)) {
            let mut around = structure.innermost_loop(location);
            while let Some(inside) = around {
                heads.push(structure.weak_position(structure.loops()[inside].head));
                around = structure.loops()[inside].parent;
            }
            for head in heads.drain(..).rev() {
                place.extend([head, iterations.next().unwrap_or(0)]);
            }
            place.push(structure.weak_position(location));
        }
        place
    }

    /// The location of a state.
    pub fn location(&self, states: &[StateId]) -> Option<LocationId> {
        self.analyses.iter().zip(states).find_map(|(analysis, &state)| analysis.locations()?.location(state))
    }

    /// What is wrong in a state.
    pub fn target(&self, states: &[StateId]) -> Option<&Target> {
        self.analyses.iter().zip(states).find_map(|(analysis, &state)| analysis.targets()?.target(state))
    }

    /// Whether successors of a state were left out on purpose.
    pub fn is_cut_off(&self, states: &[StateId]) -> bool {
        let mut known = self.analyses.iter().zip(states);
        known.any(|(analysis, &state)| analysis.bounds().is_some_and(|bounds| bounds.is_cut_off(state)))
    }

    /// The successors along an edge, strengthened: combinations of what the analyses say.
    pub fn transfer(
        &mut self,
        cx: &Context<'_>,
        states: &[StateId],
        precisions: &[PrecisionId],
        edge: EdgeId,
    ) -> Result<Vec<States>, Incomplete> {
        let mut combined = vec![States::new()];
        let mut found = Vec::new();
        for slot in 0..self.analyses.len() {
            found.clear();
            self.with_siblings(slot, states, |analysis, before| {
                analysis.transfer(cx, states[slot], precisions[slot], Passage { edge, before }, &mut found)
            })?;
            match *found {
                [] => return Ok(Vec::new()),
                [only] => combined.iter_mut().for_each(|states| states.push(only)),
                _ => combined = product(&combined, &found),
            }
        }
        let mut successors = Vec::with_capacity(combined.len());
        for mut states in combined {
            if self.strengthen(cx, &mut states, edge)? == Possible::Yes {
                successors.push(states);
            }
        }
        Ok(successors)
    }

    fn strengthen(
        &mut self,
        cx: &Context<'_>,
        states: &mut States,
        edge: EdgeId,
    ) -> Result<Possible, Incomplete> {
        for slot in 0..self.analyses.len() {
            let strengthened = self.with_siblings(slot, states, |analysis, siblings| {
                analysis.strengthen(cx, siblings.states[slot], siblings, edge)
            })?;
            match strengthened {
                Strengthened::Unchanged => {}
                Strengthened::Into(state) => states[slot] = state,
                Strengthened::Impossible => return Ok(Possible::No),
            }
        }
        Ok(Possible::Yes)
    }

    /// Adjusts states to their precisions, in place.
    pub fn adjust(
        &mut self,
        cx: &Context<'_>,
        states: &mut States,
        precisions: &mut Precisions,
    ) -> Result<Possible, Incomplete> {
        for slot in 0..self.analyses.len() {
            let precision = precisions[slot];
            let adjusted = self.with_siblings(slot, states, |analysis, siblings| {
                analysis.adjust(cx, siblings.states[slot], precision, siblings)
            })?;
            if adjusted.possible == Possible::No {
                return Ok(Possible::No);
            }
            states[slot] = adjusted.state;
            precisions[slot] = adjusted.precision;
        }
        Ok(Possible::Yes)
    }

    fn with_siblings<T>(
        &mut self,
        slot: usize,
        states: &[StateId],
        f: impl FnOnce(&mut (dyn Analysis + 'a), Siblings<'_>) -> Result<T, Incomplete>,
    ) -> Result<T, Incomplete> {
        let (before, rest) = self.analyses.split_at_mut(slot);
        let (own, after) = rest.split_first_mut().expect("the slot is one of the analyses");
        f(&mut **own, Siblings { before, after, states })
    }

    /// What two states become when they meet; none if they stay apart or nothing changes.
    pub fn merge(
        &mut self,
        cx: &Context<'_>,
        new: &[StateId],
        old: &[StateId],
    ) -> Result<Option<States>, Incomplete> {
        let mut merged = States::new();
        for ((analysis, &new), &old) in self.analyses.iter_mut().zip(new).zip(old) {
            if new == old {
                merged.push(old);
                continue;
            }
            match analysis.merge(cx, new, old)? {
                Merged::Separate => return Ok(None),
                Merged::Into(state) => merged.push(state),
            }
        }
        Ok((*merged != *old).then_some(merged))
    }

    /// Whether the older states stand for all that the new ones stand for.
    pub fn covers(&mut self, cx: &Context<'_>, old: &[StateId], new: &[StateId]) -> Result<bool, Incomplete> {
        for ((analysis, &old), &new) in self.analyses.iter_mut().zip(old).zip(new) {
            if old != new && !analysis.covers(cx, old, new)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether new states are older ones once more.
    pub fn repeats(&self, old: &[StateId], new: &[StateId]) -> bool {
        let mut pairs = self.analyses.iter().zip(old).zip(new);
        pairs.all(|((analysis, &old), &new)| old == new || analysis.repeats(old, new))
    }

    /// All states as text.
    pub fn show(&self, cx: &Context<'_>, states: &[StateId]) -> String {
        let parts = self.analyses.iter().zip(states).map(|(analysis, &state)| analysis.show(cx, state));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" | ")
    }
}

fn product(combined: &[States], found: &[StateId]) -> Vec<States> {
    let with = |states: &States, state: StateId| {
        let mut longer = states.clone();
        longer.push(state);
        longer
    };
    combined.iter().flat_map(|states| found.iter().map(move |&state| with(states, state))).collect()
}

/// How many edges one of the given edges is away from each location, that edge included; calls may return to where they did not come from.
fn distances(cfa: &Cfa, targets: impl Iterator<Item = EdgeId>) -> IndexVec<LocationId, u32> {
    let mut distances = IndexVec::from_elem(u32::MAX, cfa.locations.len());
    let mut pending: VecDeque<(LocationId, u32)> = targets.map(|edge| (cfa.edges[edge].from, 1)).collect();
    while let Some((location, distance)) = pending.pop_front() {
        if distances[location] <= distance {
            continue;
        }
        distances[location] = distance;
        pending.extend(cfa.incoming(location).iter().map(|&edge| (cfa.edges[edge].from, distance + 1)));
    }
    distances
}
