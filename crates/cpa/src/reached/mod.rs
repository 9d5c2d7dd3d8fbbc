//! The reached set: every state that was found, as a node of the abstract reachability graph, and which of them wait.
//!
//! A node has one state and one precision for each analysis, the nodes and edges it was reached by, and the
//! nodes that were reached from it. It has several parents where paths were merged. A node that is covered by another
//! is not expanded. Partitions keep together what can be merged or cover: by location, active calls, and whatever else analyses say.
//!
//! *Invariant* ([`Reached::check`], asserted in tests): each node that is not removed waits, or was expanded, or is covered itself
//! or through an ancestor, or is a target. A node that does not wait and is no leaf has only nodes that are not removed
//! as children. Who covers is older, not removed, and neither covered itself nor below a covered node.
//!
//! Numbers of nodes are never used again, so the smaller number is the older node.

mod waitlist;

pub use waitlist::{Order, Rank, Traversal};

use crate::analysis::{PrecisionId, StateId};
use cfa::EdgeId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use stdx::{Idx, IndexVec};
use waitlist::Waitlist;

stdx::define_index! {
    /// A node of the abstract reachability graph.
    pub struct NodeId = "n";
}

/// Which nodes can be merged or cover one another.
pub type Partition = SmallVec<[u32; 4]>;

#[derive(Clone, Debug)]
struct Node {
    parents: SmallVec<[(NodeId, EdgeId); 1]>,
    children: SmallVec<[NodeId; 2]>,
    coverer: Option<NodeId>,
    partition: u32,
    rank: Rank,
    waits: bool,
    expanded: bool,
    removed: bool,
    is_target: bool,
    is_dismissed: bool,
    /// Whether it had children when it was covered.
    is_covered_inner: bool,
}

/// A new node.
#[derive(Clone, Debug)]
pub struct NewNode {
    /// A state for each analysis.
    pub states: SmallVec<[StateId; 6]>,
    /// A precision for each analysis.
    pub precisions: SmallVec<[PrecisionId; 6]>,
    /// Where it belongs.
    pub partition: Partition,
    /// Where it comes in the waitlist.
    pub rank: Rank,
    /// Whether it is searched for: then it is never expanded.
    pub is_target: bool,
    /// Where to look for who could cover it, if an analysis knows.
    pub kind: Option<Kind>,
}

/// The kind of a state, see [`crate::analysis::query::Generalisations`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Which analysis says so.
    pub slot: usize,
    /// The kind.
    pub number: u32,
}

/// Nodes by the state of the one analysis that knows kinds. Who is covered is left out, since it covers nobody.
#[derive(Clone, Debug, Default)]
struct ByState {
    /// The kinds in each partition, in the order in which they came. They stay when their nodes go.
    kinds: FxHashMap<u32, Vec<u32>>,
    nodes: FxHashMap<(u32, StateId), SmallVec<[NodeId; 2]>>,
}

/// The reached set with its waitlist.
#[derive(Clone, Debug)]
pub struct Reached {
    width: usize,
    states: Vec<StateId>,
    precisions: Vec<PrecisionId>,
    nodes: IndexVec<NodeId, Node>,
    covered: FxHashMap<NodeId, Vec<NodeId>>,
    /// How many covered nodes have children. Only IMPACT covers such; without them the question what is below a covered node is quick.
    n_covered_inner: usize,
    partition_ids: FxHashMap<Partition, u32>,
    partitions: Vec<Vec<NodeId>>,
    by_state: ByState,
    kind_slot: Option<usize>,
    waitlist: Waitlist,
    n_live: usize,
    roots: Vec<NodeId>,
}

impl Reached {
    /// An empty set for states of `width` analyses.
    pub fn new(width: usize, traversal: Traversal) -> Self {
        Self {
            width,
            states: Vec::new(),
            precisions: Vec::new(),
            nodes: IndexVec::new(),
            covered: FxHashMap::default(),
            n_covered_inner: 0,
            partition_ids: FxHashMap::default(),
            partitions: Vec::new(),
            by_state: ByState::default(),
            kind_slot: None,
            waitlist: Waitlist::new(traversal),
            n_live: 0,
            roots: Vec::new(),
        }
    }

    /// Adds a node without parents, where a search begins.
    pub fn add_root(&mut self, new: NewNode) -> NodeId {
        let node = self.add(new, SmallVec::new());
        self.roots.push(node);
        node
    }

    /// Adds a successor.
    pub fn add_child(&mut self, parent: NodeId, edge: EdgeId, new: NewNode) -> NodeId {
        let node = self.add(new, SmallVec::from_elem((parent, edge), 1));
        self.nodes[parent].children.push(node);
        node
    }

    fn add(&mut self, new: NewNode, parents: SmallVec<[(NodeId, EdgeId); 1]>) -> NodeId {
        debug_assert_eq!(new.states.len(), self.width);
        self.states.extend_from_slice(&new.states);
        self.precisions.extend_from_slice(&new.precisions);
        let fresh = self.partitions.len() as u32;
        let partition = *self.partition_ids.entry(new.partition).or_insert(fresh);
        if partition == fresh {
            self.partitions.push(Vec::new());
        }
        let node = self.nodes.push(Node {
            parents,
            children: SmallVec::new(),
            coverer: None,
            partition,
            rank: new.rank,
            waits: false,
            expanded: false,
            removed: false,
            is_target: new.is_target,
            is_dismissed: false,
            is_covered_inner: false,
        });
        self.partitions[partition as usize].push(node);
        if let Some(Kind { slot, number }) = new.kind {
            self.kind_slot = Some(slot);
            let kinds = self.by_state.kinds.entry(partition).or_default();
            if !kinds.contains(&number) {
                kinds.push(number);
            }
            self.list_state(node);
        }
        self.n_live += 1;
        if !new.is_target {
            self.queue(node);
        }
        node
    }

    /// The order of expansion.
    pub fn traversal(&self) -> &Traversal {
        self.waitlist.traversal()
    }

    /// The nodes where searches began.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The states of a node.
    pub fn states(&self, node: NodeId) -> &[StateId] {
        &self.states[node.index() * self.width..][..self.width]
    }

    /// The precisions of a node.
    pub fn precisions(&self, node: NodeId) -> &[PrecisionId] {
        &self.precisions[node.index() * self.width..][..self.width]
    }

    /// Changes the precision of one analysis.
    pub fn set_precision(&mut self, node: NodeId, slot: usize, precision: PrecisionId) {
        self.precisions[node.index() * self.width + slot] = precision;
    }

    /// Through which nodes and edges a node was reached.
    pub fn parents(&self, node: NodeId) -> &[(NodeId, EdgeId)] {
        &self.nodes[node].parents
    }

    /// The nodes that were reached from a node, none of them removed.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node].children
    }

    /// Who covers a node.
    pub fn coverer(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].coverer
    }

    /// Whom a node covers, oldest first.
    pub fn covered_by(&self, node: NodeId) -> &[NodeId] {
        self.covered.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Whether the node was taken out of the set.
    pub fn is_removed(&self, node: NodeId) -> bool {
        self.nodes[node].removed
    }

    /// Whether the node waits to be expanded.
    pub fn waits(&self, node: NodeId) -> bool {
        self.nodes[node].waits
    }

    /// Whether the node is searched for.
    pub fn is_target(&self, node: NodeId) -> bool {
        self.nodes[node].is_target
    }

    /// Lets a target cover nobody any more: nothing is known about the path to it, and other paths must be found beside it.
    pub fn dismiss(&mut self, target: NodeId) {
        self.nodes[target].is_dismissed = true;
    }

    /// Whether a target was dismissed.
    pub fn is_dismissed(&self, node: NodeId) -> bool {
        self.nodes[node].is_dismissed
    }

    /// The nodes in one partition with a node, oldest first, itself included; none of them removed.
    pub fn partition_of(&self, node: NodeId) -> &[NodeId] {
        &self.partitions[self.nodes[node].partition as usize]
    }

    /// The nodes in a partition, oldest first.
    pub fn in_partition(&self, partition: &Partition) -> &[NodeId] {
        self.partition_ids.get(partition).map_or(&[], |&id| &self.partitions[id as usize])
    }

    /// The kinds of the nodes in a partition.
    pub fn kinds_in(&self, partition: &Partition) -> &[u32] {
        let id = self.partition_ids.get(partition);
        id.and_then(|id| self.by_state.kinds.get(id)).map_or(&[], Vec::as_slice)
    }

    /// The nodes in a partition with a state of the analysis that knows kinds, oldest first.
    pub fn with_state(&self, partition: &Partition, state: StateId) -> &[NodeId] {
        let id = self.partition_ids.get(partition);
        id.and_then(|&id| self.by_state.nodes.get(&(id, state))).map_or(&[], SmallVec::as_slice)
    }

    /// All nodes that are not removed, oldest first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.nodes.iter_enumerated().filter(|(_, node)| !node.removed).map(|(id, _)| id)
    }

    /// How many nodes are not removed.
    pub fn len(&self) -> usize {
        self.n_live
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.n_live == 0
    }

    /// Puts a node on the waitlist.
    pub fn queue(&mut self, node: NodeId) {
        let entry = &mut self.nodes[node];
        if entry.removed || entry.waits {
            return;
        }
        entry.waits = true;
        self.waitlist.push(node, &entry.rank);
    }

    /// Takes a node off the waitlist.
    pub fn unqueue(&mut self, node: NodeId) {
        self.nodes[node].waits = false;
    }

    /// The next node to expand.
    pub fn pop(&mut self) -> Option<NodeId> {
        while let Some(node) = self.waitlist.pop() {
            if self.nodes[node].waits {
                self.unqueue(node);
                self.waitlist.took();
                return Some(node);
            }
        }
        None
    }

    /// Notes that all successors of a node are there.
    pub fn mark_expanded(&mut self, node: NodeId) {
        self.nodes[node].expanded = true;
    }

    /// A successor was merged into a node that exists: it has one more parent, and must be expanded anew.
    pub fn merge_into(&mut self, node: NodeId, states: &[StateId], parent: NodeId, edge: EdgeId) {
        let start = node.index() * self.width;
        debug_assert!(
            self.kind_slot.is_none_or(|slot| self.states[start + slot] == states[slot]),
            "who knows kinds does not merge"
        );
        self.states[start..start + self.width].copy_from_slice(states);
        if !self.nodes[node].parents.contains(&(parent, edge)) {
            self.nodes[node].parents.push((parent, edge));
            self.nodes[parent].children.push(node);
        }
        self.uncover(node);
        // What is searched for is never expanded.
        if !self.nodes[node].is_target {
            self.nodes[node].expanded = false;
            self.queue(node);
        }
    }

    /// Lets an older node cover another. Who is covered covers nobody: the nodes that it covered wait again.
    pub fn cover(&mut self, node: NodeId, by: NodeId) {
        debug_assert!(by < node && !self.nodes[by].removed && self.nodes[by].coverer.is_none());
        self.uncover(node);
        self.nodes[node].coverer = Some(by);
        self.unlist_state(node);
        let is_inner = !self.nodes[node].children.is_empty();
        self.nodes[node].is_covered_inner = is_inner;
        self.n_covered_inner += usize::from(is_inner);
        self.covered.entry(by).or_default().push(node);
        self.unqueue(node);
        let freed = self.covered.remove(&node).unwrap_or_default();
        for &other in &freed {
            self.forget_coverer(other);
        }
        for other in freed {
            self.wake(other);
        }
    }

    /// Ends the covering of a node. It does not wait by that.
    pub fn uncover(&mut self, node: NodeId) {
        let Some(by) = self.forget_coverer(node) else { return };
        if let Some(list) = self.covered.get_mut(&by) {
            list.retain(|&covered| covered != node);
        }
    }

    /// Who covered a node until now.
    fn forget_coverer(&mut self, node: NodeId) -> Option<NodeId> {
        let by = self.nodes[node].coverer.take()?;
        let was_inner = std::mem::replace(&mut self.nodes[node].is_covered_inner, false);
        self.n_covered_inner -= usize::from(was_inner);
        if !self.nodes[node].removed {
            self.list_state(node);
        }
        Some(by)
    }

    /// Where a node is listed by its state, if it is.
    fn state_key(&self, node: NodeId) -> Option<(u32, StateId)> {
        let slot = self.kind_slot?;
        Some((self.nodes[node].partition, self.states[node.index() * self.width + slot]))
    }

    fn list_state(&mut self, node: NodeId) {
        let Some(key) = self.state_key(node) else { return };
        let list = self.by_state.nodes.entry(key).or_default();
        if let Err(position) = list.binary_search(&node) {
            list.insert(position, node);
        }
    }

    fn unlist_state(&mut self, node: NodeId) {
        let Some(key) = self.state_key(node) else { return };
        let Some(list) = self.by_state.nodes.get_mut(&key) else { return };
        if let Ok(position) = list.binary_search(&node) {
            list.remove(position);
        }
        if list.is_empty() {
            self.by_state.nodes.remove(&key);
        }
    }

    /// Whether a node or one of its ancestors is covered.
    pub fn is_below_covered(&self, node: NodeId) -> bool {
        if self.n_covered_inner == 0 {
            return self.nodes[node].coverer.is_some();
        }
        let mut at = Some(node);
        while let Some(here) = at {
            if self.nodes[here].coverer.is_some() {
                return true;
            }
            // Covered nodes have no other way to their descendants: merged nodes are reached within one block.
            at = self.nodes[here].parents.first().map(|&(parent, _)| parent);
        }
        false
    }

    /// One path from a root: nodes, and the edge by which each but the first was reached.
    pub fn path_to(&self, node: NodeId) -> Vec<(Option<EdgeId>, NodeId)> {
        let mut path = Vec::new();
        let mut at = node;
        loop {
            match self.nodes[at].parents.first() {
                Some(&(parent, edge)) => {
                    path.push((Some(edge), at));
                    at = parent;
                }
                None => {
                    path.push((None, at));
                    break;
                }
            }
        }
        path.reverse();
        path
    }

    /// A node and all that was reached from it, oldest first.
    pub fn subgraph(&self, node: NodeId) -> Vec<NodeId> {
        let mut seen = vec![node];
        let mut known: rustc_hash::FxHashSet<NodeId> = seen.iter().copied().collect();
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            seen.extend(self.nodes[at].children.iter().filter(|&&child| known.insert(child)));
        }
        seen.sort_unstable();
        seen
    }

    /// Removes a node with all that was reached from it. Parents that stay must find the removed nodes again, so they
    /// wait; so do the nodes that removed ones covered. Returns the parents.
    pub fn remove_subgraph(&mut self, node: NodeId) -> Vec<NodeId> {
        let parents = self.prune(node);
        for &parent in &parents {
            self.nodes[parent].expanded = false;
            if !self.is_below_covered(parent) {
                self.queue(parent);
            }
        }
        parents
    }

    /// As [`Reached::remove_subgraph`], but the parents need not find the node again: no execution reaches it.
    pub fn prune(&mut self, node: NodeId) -> Vec<NodeId> {
        let gone = self.subgraph(node);
        for &dead in &gone {
            self.uncover(dead);
            self.unqueue(dead);
            self.nodes[dead].removed = true;
            self.n_live -= 1;
        }
        let mut parents = Vec::new();
        for &dead in &gone {
            for covered in self.covered.remove(&dead).unwrap_or_default() {
                self.forget_coverer(covered);
                if !self.nodes[covered].removed {
                    self.wake(covered);
                }
            }
            for position in 0..self.nodes[dead].parents.len() {
                let (parent, _) = self.nodes[dead].parents[position];
                if !self.nodes[parent].removed {
                    parents.push(parent);
                }
            }
        }
        self.unlist(&gone);
        parents.sort_unstable();
        parents.dedup();
        for &parent in &parents {
            let nodes = &self.nodes;
            let alive: SmallVec<[NodeId; 2]> =
                nodes[parent].children.iter().copied().filter(|&child| !nodes[child].removed).collect();
            self.nodes[parent].children = alive;
        }
        parents
    }

    /// Takes removed nodes out of the lists of their partitions.
    fn unlist(&mut self, gone: &[NodeId]) {
        let mut partitions: Vec<u32> = gone.iter().map(|&dead| self.nodes[dead].partition).collect();
        partitions.sort_unstable();
        partitions.dedup();
        for partition in partitions {
            let nodes = &self.nodes;
            self.partitions[partition as usize].retain(|&member| !nodes[member].removed);
        }
        for &dead in gone {
            self.unlist_state(dead);
        }
    }

    /// The leaves of a subgraph wait again, if they were not expanded and nothing covers them.
    pub fn wake(&mut self, node: NodeId) {
        for at in self.subgraph(node) {
            let entry = &self.nodes[at];
            if !entry.expanded && !entry.is_target && entry.coverer.is_none() && !self.is_below_covered(at) {
                self.queue(at);
            }
        }
    }

    /// What is wrong with the set, by the invariants above.
    pub fn check(&self) -> Vec<String> {
        let mut findings = Vec::new();
        // The first parent of a node is older, so one pass knows which nodes are below covered ones.
        let mut below: IndexVec<NodeId, bool> = IndexVec::from_elem(false, self.nodes.len());
        for (id, node) in self.nodes.iter_enumerated() {
            let is_below = node.parents.first().is_some_and(|&(parent, _)| below[parent]);
            below[id] = node.coverer.is_some() || is_below;
        }
        for (id, node) in self.nodes.iter_enumerated().filter(|(_, node)| !node.removed) {
            if !node.waits && !node.expanded && !node.is_target && !below[id] {
                findings.push(format!("{id} is neither expanded nor covered, and does not wait"));
            }
            if node.children.iter().any(|&child| self.nodes[child].removed) {
                findings.push(format!("{id} has a child that was removed"));
            }
            if let Some(by) = node.coverer
                && (by >= id || self.nodes[by].removed || below[by])
            {
                findings.push(format!("{id} is covered by {by}, which cannot cover"));
            }
        }
        findings
    }
}
