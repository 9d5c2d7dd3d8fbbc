//! A plain directed graph: nodes are numbers, edges are packed. The algorithms of this folder run on it.
//!
//! The body of a function becomes such a graph by stepping over calls. Random graphs test the algorithms.

use crate::packed::Packed;

/// A directed graph with nodes `0..len()`; node 0 is where execution enters.
#[derive(Clone, Debug)]
pub struct Graph {
    successors: Packed<u32>,
    predecessors: Packed<u32>,
}

impl Graph {
    /// A graph with `n_nodes` nodes. Successors keep the order of `edges`; parallel edges stay.
    pub fn new(n_nodes: usize, edges: &[(u32, u32)]) -> Self {
        Self {
            successors: Packed::new(n_nodes, edges.len(), |edge| (edges[edge].0 as usize, edges[edge].1)),
            predecessors: Packed::new(n_nodes, edges.len(), |edge| (edges[edge].1 as usize, edges[edge].0)),
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes that follow.
    #[inline]
    pub fn successors(&self, node: u32) -> &[u32] {
        self.successors.of(node as usize)
    }

    /// The nodes that precede.
    #[inline]
    pub fn predecessors(&self, node: u32) -> &[u32] {
        self.predecessors.of(node as usize)
    }

    /// The nodes that can be reached from node 0 in reverse postorder: of two nodes on a path without
    /// retreating edges, the earlier comes first. The first successor of a node comes before the others if it
    /// can, so a `then` side is numbered before its `else` side and a loop's body before what follows the loop.
    pub fn reverse_postorder(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.len());
        if self.is_empty() {
            return order;
        }
        let mut seen = vec![false; self.len()];
        // A node with the number of successors that are still to be visited, last first.
        let mut stack = vec![(0u32, self.successors(0).len())];
        seen[0] = true;
        while let Some((node, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*node);
                stack.pop();
                continue;
            }
            *left -= 1;
            let next = self.successors(*node)[*left];
            if !seen[next as usize] {
                seen[next as usize] = true;
                stack.push((next, self.successors(next).len()));
            }
        }
        order.reverse();
        order
    }
}
