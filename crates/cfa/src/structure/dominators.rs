//! Immediate dominators: the simple version of Lengauer and Tarjan (TOPLAS 1979), in `O(m log n)`.
//!
//! The method of Cooper, Harvey and Kennedy (2001) is shorter, but quadratic on the long chains that a `switch` with many
//! cases is lowered to; this one is not.

use super::graph::{Graph, Tree};

/// The dominator tree of a graph.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator of each node; node 0 is its own.
    immediate: Vec<u32>,
    /// The nodes that a node dominates are an interval in a preorder of the dominator tree.
    intervals: Vec<(u32, u32)>,
}

impl Dominators {
    /// Computes the dominator tree.
    pub fn compute(graph: &Graph) -> Self {
        Self::from_tree(graph, &graph.tree())
    }

    pub(super) fn from_tree(graph: &Graph, tree: &Tree) -> Self {
        let by_number = lengauer_tarjan(graph, tree);
        let mut immediate = vec![0; graph.len()];
        for (number, &dominator) in by_number.iter().enumerate() {
            immediate[tree.nodes[number] as usize] = tree.nodes[dominator as usize];
        }
        let intervals = intervals(&immediate);
        Self { immediate, intervals }
    }

    /// The immediate dominator of a node; `None` for node 0.
    pub fn immediate(&self, node: u32) -> Option<u32> {
        (node != 0).then(|| self.immediate[node as usize])
    }

    /// Whether every path from node 0 to `node` passes `dominator`; every node dominates itself.
    pub fn dominates(&self, dominator: u32, node: u32) -> bool {
        let (start, end) = self.intervals[dominator as usize];
        (start..end).contains(&self.intervals[node as usize].0)
    }

    /// The interval of each node, see [`Dominators::dominates`].
    pub(super) fn interval(&self, node: u32) -> (u32, u32) {
        self.intervals[node as usize]
    }
}

/// Immediate dominators by preorder number.
fn lengauer_tarjan(graph: &Graph, tree: &Tree) -> Vec<u32> {
    let n_nodes = graph.len();
    let mut semi = SemiDominators::new(n_nodes);
    let mut immediate = vec![0u32; n_nodes];
    // The nodes whose semidominator is known to be a given node, as linked lists.
    let mut bucket = vec![u32::MAX; n_nodes];
    let mut next_in_bucket = vec![u32::MAX; n_nodes];
    for number in (1..n_nodes as u32).rev() {
        let parent = tree.parents[number as usize];
        let mut least = parent;
        for &predecessor in graph.predecessors(tree.nodes[number as usize]) {
            let best = semi.evaluate(tree.numbers[predecessor as usize]);
            least = least.min(semi.semi[best as usize]);
        }
        semi.semi[number as usize] = least;
        next_in_bucket[number as usize] = bucket[least as usize];
        bucket[least as usize] = number;
        semi.ancestors[number as usize] = parent;
        let mut waiting = std::mem::replace(&mut bucket[parent as usize], u32::MAX);
        while waiting != u32::MAX {
            let best = semi.evaluate(waiting);
            let is_smaller = semi.semi[best as usize] < semi.semi[waiting as usize];
            immediate[waiting as usize] = if is_smaller { best } else { parent };
            waiting = next_in_bucket[waiting as usize];
        }
    }
    for number in 1..n_nodes {
        if immediate[number] != semi.semi[number] {
            immediate[number] = immediate[immediate[number] as usize];
        }
    }
    immediate
}

/// The forest of processed nodes, with the best semidominator on each compressed path.
struct SemiDominators {
    semi: Vec<u32>,
    labels: Vec<u32>,
    /// `u32::MAX` for the roots.
    ancestors: Vec<u32>,
    path: Vec<u32>,
}

impl SemiDominators {
    fn new(n_nodes: usize) -> Self {
        let all: Vec<u32> = (0..n_nodes as u32).collect();
        Self { semi: all.clone(), labels: all, ancestors: vec![u32::MAX; n_nodes], path: Vec::new() }
    }

    /// The node with the least semidominator on the path from `node` up to, but not including, its root.
    fn evaluate(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.ancestors[at as usize] != u32::MAX {
            self.path.push(at);
            at = self.ancestors[at as usize];
        }
        let root = at;
        // The topmost node of the path hangs below the root already.
        let mut above = self.path.pop();
        while let Some(upper) = above {
            let Some(lower) = self.path.pop() else { break };
            let (upper_label, lower_label) = (self.labels[upper as usize], self.labels[lower as usize]);
            if self.semi[upper_label as usize] < self.semi[lower_label as usize] {
                self.labels[lower as usize] = upper_label;
            }
            self.ancestors[lower as usize] = root;
            above = Some(lower);
        }
        self.labels[node as usize]
    }
}

/// Preorder intervals of the dominator tree. A dominator has a smaller number than what it dominates, so
/// sizes add up from the back and places are handed out from the front.
fn intervals(immediate: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1u32; immediate.len()];
    for node in (1..immediate.len()).rev() {
        sizes[immediate[node] as usize] += sizes[node];
    }
    let mut intervals = vec![(0, 0); immediate.len()];
    let mut next = vec![0u32; immediate.len()];
    for node in 0..immediate.len() {
        let start = if node == 0 {
            0
        } else {
            let slot = &mut next[immediate[node] as usize];
            std::mem::replace(slot, *slot + sizes[node])
        };
        intervals[node] = (start, start + sizes[node]);
        next[node] = start + 1;
    }
    intervals
}
