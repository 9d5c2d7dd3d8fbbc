//! Loops: the nesting forest of all cycles, irreducible ones included, and a weak topological order.
//!
//! **Heads.** A loop head is the target of a retreating edge. As every cycle has a retreating edge, the heads cut every
//! cycle, and no location is a head without need in a reducible graph.
//!
//! **Forest.** The loop of a head consists of the nodes that reach one of its retreating edges without passing the head, within what the
//! head is an ancestor of in the depth-first tree (Havlak, TOPLAS 1997). Loops are built from the inside out; a finished loop is
//! one node, its head. To stay nearly linear we follow Ramalingam (TOPLAS 1999): an edge that crosses the tree takes part
//! only from the lowest common ancestor of its ends upwards, since no loop further down can contain both.
//!
//! **Reducible or not.** A loop is reducible if its head dominates the sources of all its retreating edges. Then it is the
//! natural loop of the textbooks. Else control can enter it beside its head; the head is then one entry of several, chosen
//! by the order of traversal.
//!
//! **Weak topological order** (Bourdoncle, FMPA 1993): a total order in which every loop is contiguous and begins with its head,
//! and every edge leads forward or to the head of a loop around its source. Within one loop, the order
//! by number of heads and plain nodes is such an order: an edge that enters a sub-loop beside its head comes from a part of the tree that was
//! finished after that head, so its source has the smaller number.

use super::dominators::Dominators;
use super::graph::{Forest, Graph, Tree};

/// No loop.
pub(super) const NONE: u32 = u32::MAX;

/// A loop of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GraphLoop {
    pub(super) head: u32,
    /// The loop around it, or [`NONE`].
    pub(super) parent: u32,
    /// 1 for outermost loops.
    pub(super) depth: u32,
    pub(super) is_reducible: bool,
}

/// The loops of a graph, outer ones before inner ones.
#[derive(Clone, Debug)]
pub(super) struct LoopForest {
    pub(super) loops: Vec<GraphLoop>,
    /// The innermost loop that each node is in, or [`NONE`]; a head is in its own loop.
    pub(super) innermost: Vec<u32>,
}

impl LoopForest {
    pub(super) fn compute(graph: &Graph, tree: &Tree, dominators: &Dominators) -> Self {
        let around = surrounding_heads(graph, tree);
        let mut forest = Self { loops: Vec::new(), innermost: vec![NONE; graph.len()] };
        // Heads come before the nodes of their loops, so one pass knows all parents.
        for node in 0..graph.len() as u32 {
            let parent = match around[node as usize] {
                NONE => NONE,
                head => forest.innermost[head as usize],
            };
            let mut sources = retreating_sources(graph, node).peekable();
            forest.innermost[node as usize] = if sources.peek().is_some() {
                let depth = if parent == NONE { 1 } else { forest.loops[parent as usize].depth + 1 };
                let is_reducible = sources.all(|source| dominators.dominates(node, source));
                forest.loops.push(GraphLoop { head: node, parent, depth, is_reducible });
                forest.loops.len() as u32 - 1
            } else {
                parent
            };
        }
        forest
    }

    /// All nodes in a weak topological order.
    pub(super) fn weak_order(&self) -> Vec<u32> {
        // The members of each loop that are in no loop inside it, and the heads of those loops; the last list is for no loop.
        let n_lists = self.loops.len() + 1;
        let list_of = |node: usize| {
            let innermost = self.innermost[node];
            let parent = match self.loops.get(innermost as usize) {
                Some(found) if found.head as usize == node => found.parent,
                Some(_) | None => innermost,
            };
            (parent as usize).min(n_lists - 1)
        };
        let items =
            crate::packed::Packed::new(n_lists, self.innermost.len(), |node| (list_of(node), node as u32));
        let mut order = Vec::with_capacity(self.innermost.len());
        let mut stack = vec![items.of(n_lists - 1).iter()];
        while let Some(list) = stack.last_mut() {
            let Some(&node) = list.next() else {
                stack.pop();
                continue;
            };
            order.push(node);
            let innermost = self.innermost[node as usize];
            if let Some(found) = self.loops.get(innermost as usize)
                && found.head == node
            {
                stack.push(items.of(innermost as usize).iter());
            }
        }
        order
    }
}

/// The sources of the retreating edges to a node.
fn retreating_sources(graph: &Graph, node: u32) -> impl Iterator<Item = u32> {
    graph.predecessors(node).iter().copied().filter(move |&source| source >= node)
}

/// For each node the head of the innermost loop around it, itself not counted, or [`NONE`].
fn surrounding_heads(graph: &Graph, tree: &Tree) -> Vec<u32> {
    let n_nodes = graph.len();
    let mut around = vec![NONE; n_nodes];
    let mut collapsed = Forest::new(n_nodes);
    let crossing = crate::packed::Packed::new(n_nodes, tree.crossing.len(), |edge| {
        let (ancestor, from, to) = tree.crossing[edge];
        (ancestor as usize, (from, to))
    });
    // Predecessors by crossing edges that take part already, by preorder number of the collapsed target.
    let mut entering: Vec<Vec<u32>> = vec![Vec::new(); if tree.crossing.is_empty() { 0 } else { n_nodes }];
    let mut in_body = vec![NONE; n_nodes];
    let mut body = Vec::new();
    for head in (0..n_nodes as u32).rev() {
        for &(from, to) in crossing.of(head as usize) {
            entering[collapsed.root(to) as usize].push(from);
        }
        let head_node = tree.nodes[head as usize];
        for source in retreating_sources(graph, head_node) {
            let source = collapsed.root(tree.numbers[source as usize]);
            if source != head && in_body[source as usize] != head {
                in_body[source as usize] = head;
                body.push(source);
            }
        }
        let mut next = 0;
        while let Some(&member) = body.get(next) {
            next += 1;
            let crossing = entering.get(member as usize).map_or(&[][..], Vec::as_slice);
            for &predecessor in crossing.iter().chain(&tree.parents[member as usize..=member as usize]) {
                let predecessor = collapsed.root(predecessor);
                if predecessor != head && in_body[predecessor as usize] != head {
                    in_body[predecessor as usize] = head;
                    body.push(predecessor);
                }
            }
        }
        for member in body.drain(..) {
            around[tree.nodes[member as usize] as usize] = head_node;
            collapsed.hang(member, head);
        }
    }
    around
}
