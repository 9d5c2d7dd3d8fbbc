//! A plain directed graph whose nodes are numbered in reverse postorder. The algorithms of this folder run on it.
//!
//! The body of a function becomes such a graph by stepping over calls and leaving out what its entry does not reach.
//! Random graphs test the algorithms. In reverse postorder an edge from a node to itself or to a smaller number is
//! *retreating*, and its target is an ancestor of its source in the depth-first tree. Every cycle has such an edge.

use crate::packed::Packed;

/// A directed graph with nodes `0..len()` in reverse postorder from node 0, which reaches all others.
#[derive(Clone, Debug)]
pub struct Graph {
    successors: Packed<u32>,
    predecessors: Packed<u32>,
}

/// A depth-first tree of a graph, the one that its numbers come from. Nodes are handled by their preorder numbers.
pub(super) struct Tree {
    /// The node with each preorder number.
    pub(super) nodes: Vec<u32>,
    /// The preorder number of each node.
    pub(super) numbers: Vec<u32>,
    /// The preorder number of the parent, by preorder number; the root is its own.
    pub(super) parents: Vec<u32>,
    /// Edges between nodes of which neither is an ancestor of the other, or that repeat or shorten a way down the tree, with
    /// the lowest common ancestor of both ends. Preorder numbers: (ancestor, from, to).
    pub(super) crossing: Vec<(u32, u32, u32)>,
}

impl Graph {
    /// The part of a graph that node 0 reaches, renumbered, and the old number of each new one. Successors keep the
    /// order of `edges`; parallel edges stay.
    pub fn reached(n_nodes: usize, edges: &[(u32, u32)]) -> (Self, Vec<u32>) {
        let successors = Packed::new(n_nodes, edges.len(), |edge| (edges[edge].0 as usize, edges[edge].1));
        let mut numbers = vec![u32::MAX; n_nodes];
        let order = reverse_postorder(
            0,
            &mut numbers,
            |node| successors.of(node as usize).len(),
            |node, position| Some(successors.of(node as usize)[position]),
        );
        let renumbered: Vec<(u32, u32)> = edges
            .iter()
            .filter(|&&(from, _)| numbers[from as usize] != u32::MAX)
            .map(|&(from, to)| (numbers[from as usize], numbers[to as usize]))
            .collect();
        (Self::ordered(order.len(), &renumbered), order)
    }

    /// A graph whose nodes are numbered in reverse postorder already.
    pub(super) fn ordered(n_nodes: usize, edges: &[(u32, u32)]) -> Self {
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

    /// The depth-first tree. Lowest common ancestors are found on the way (Tarjan 1979): what is finished hangs below
    /// the lowest ancestor that is not.
    pub(super) fn tree(&self) -> Tree {
        let n_nodes = self.len();
        let mut tree = Tree {
            nodes: Vec::with_capacity(n_nodes),
            numbers: vec![u32::MAX; n_nodes],
            parents: Vec::new(),
            crossing: Vec::new(),
        };
        let mut finished = Forest::new(n_nodes);
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if n_nodes > 0 {
            tree.discover(0, 0);
            stack.push((0, self.successors(0).len()));
        }
        while let Some((node, left)) = stack.last_mut() {
            let number = tree.numbers[*node as usize];
            if *left == 0 {
                stack.pop();
                finished.hang(number, tree.parents[number as usize]);
                continue;
            }
            *left -= 1;
            let (node, next) = (*node, self.successors(*node)[*left]);
            if tree.numbers[next as usize] == u32::MAX {
                tree.discover(next, number);
                stack.push((next, self.successors(next).len()));
            } else if next > node {
                let to = tree.numbers[next as usize];
                tree.crossing.push((finished.root(to), number, to));
            }
        }
        tree
    }
}

impl Tree {
    fn discover(&mut self, node: u32, parent: u32) {
        self.numbers[node as usize] = self.nodes.len() as u32;
        self.nodes.push(node);
        self.parents.push(parent);
    }
}

/// Trees that are hung below each other, with path compression.
pub(super) struct Forest {
    above: Vec<u32>,
}

impl Forest {
    /// Single nodes.
    pub(super) fn new(n_nodes: usize) -> Self {
        Self { above: (0..n_nodes as u32).collect() }
    }

    /// Hangs a root below another node.
    pub(super) fn hang(&mut self, root: u32, above: u32) {
        self.above[root as usize] = above;
    }

    /// The root above a node.
    pub(super) fn root(&mut self, node: u32) -> u32 {
        let mut node = node;
        while self.above[node as usize] != node {
            // Halving the path is as good as compressing it (Tarjan and van Leeuwen 1984).
            let next = self.above[self.above[node as usize] as usize];
            self.above[node as usize] = next;
            node = next;
        }
        node
    }
}

/// The nodes that `root` reaches in reverse postorder. `numbers` is `u32::MAX` for all of them, and holds their
/// positions afterwards. The first successor of a node comes before the others if it can, so a `then` side is
/// numbered before its `else` side and the body of a loop before what follows the loop. A successor that is `None` is skipped.
pub(super) fn reverse_postorder(
    root: u32,
    numbers: &mut [u32],
    n_successors: impl Fn(u32) -> usize,
    successor: impl Fn(u32, usize) -> Option<u32>,
) -> Vec<u32> {
    const SEEN: u32 = u32::MAX - 1;
    let mut order = Vec::new();
    // A node with the number of successors that are still to be visited, last first.
    let mut stack = vec![(root, n_successors(root))];
    numbers[root as usize] = SEEN;
    while let Some((node, left)) = stack.last_mut() {
        if *left == 0 {
            order.push(*node);
            stack.pop();
            continue;
        }
        *left -= 1;
        if let Some(next) = successor(*node, *left)
            && numbers[next as usize] == u32::MAX
        {
            numbers[next as usize] = SEEN;
            stack.push((next, n_successors(next)));
        }
    }
    order.reverse();
    for (position, &node) in order.iter().enumerate() {
        numbers[node as usize] = position as u32;
    }
    order
}
