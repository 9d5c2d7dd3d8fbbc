//! The shape of the automaton: orders, dominators, loops, the call graph. Computed once and kept with it
//! ([`crate::Cfa::structure`]).
//!
//! All of it is about single functions with calls stepped over, except the call graph. Locations that the entry of
//! their function does not reach have a place in the order, behind all others, and no dominators and no loops.
//!
//! Everything is a loop over vectors: no recursion, so that the depth of the input does not matter, and nearly linear, because
//! the whole front end has to read several megabytes a second.
//!
//! | what | how |
//! |---|---|
//! | [`Structure::locations`] | reverse postorder, by depth-first search |
//! | [`Structure::immediate_dominator`], [`Structure::dominates`] | Lengauer and Tarjan 1979 |
//! | [`Structure::loops`], [`Structure::is_loop_head`] | Havlak 1997 with Ramalingam 1999; see `loops.rs` |
//! | [`Structure::weak_order`] | Bourdoncle 1993 |
//! | [`CallGraph`] | Tarjan 1972 |

mod calls;
mod dominators;
mod graph;
mod loops;
mod stats;

#[cfg(test)]
mod tests;

pub use calls::CallGraph;
pub use dominators::Dominators;
pub use graph::Graph;
pub use stats::Stats;

use crate::{Cfa, FunctionId, LocationId};
use stdx::{Idx, IndexVec};

stdx::define_index! {
    /// A loop of the automaton.
    pub struct LoopId = "loop";
}

/// A loop: a set of locations of one function that can be left and entered again, with one of them as its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Where one iteration ends and the next begins.
    pub head: LocationId,
    /// The innermost loop around it.
    pub parent: Option<LoopId>,
    /// How many loops it is in, itself counted.
    pub depth: u32,
    /// Whether it can be entered beside its head.
    pub entries: LoopEntries,
}

/// Where a loop can be entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopEntries {
    /// Only at its head, as all loops without `goto`: a natural loop.
    Head,
    /// Elsewhere too: an irreducible region.
    Several,
}

/// What is known of the shape of an automaton.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The locations of all functions, one function after the other, each in reverse postorder.
    order: Vec<LocationId>,
    /// The same locations, each function's reached ones in a weak topological order.
    weak_order: Vec<LocationId>,
    /// Where each function begins in both orders, and one past the end.
    starts: Vec<u32>,
    /// How many locations of each function can be reached from its entry.
    n_reached: IndexVec<FunctionId, u32>,
    /// What is known of each location.
    nodes: IndexVec<LocationId, Node>,
    loops: IndexVec<LoopId, Loop>,
    /// Where the loops of each function begin, and one past the end.
    loop_starts: Vec<u32>,
    calls: CallGraph,
}

/// What is known of a location.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its position in its function.
    position: u32,
    /// Its position in the weak order of its function.
    weak_position: u32,
    immediate_dominator: Option<LocationId>,
    /// The locations that it dominates, as an interval of a numbering of its function.
    dominated: (u32, u32),
    innermost: Option<LoopId>,
}

impl Structure {
    /// Computes everything, in time nearly linear in the size of the automaton.
    pub fn compute(cfa: &Cfa) -> Self {
        let unknown = Node {
            position: u32::MAX,
            weak_position: u32::MAX,
            immediate_dominator: None,
            dominated: (0, 0),
            innermost: None,
        };
        let mut structure = Self {
            order: Vec::with_capacity(cfa.locations.len()),
            weak_order: Vec::with_capacity(cfa.locations.len()),
            starts: vec![0],
            n_reached: IndexVec::from_elem(0, cfa.functions.len()),
            nodes: IndexVec::from_elem(unknown, cfa.locations.len()),
            loops: IndexVec::new(),
            loop_starts: vec![0],
            calls: CallGraph::compute(cfa),
        };
        let mut numbers = vec![u32::MAX; cfa.locations.len()];
        for function in cfa.functions.indices() {
            structure.function(cfa, function, &mut numbers);
        }
        structure
    }

    /// The locations of a function: those that its entry reaches in reverse postorder, then the others.
    pub fn locations(&self, function: FunctionId) -> &[LocationId] {
        &self.order[self.range(function)]
    }

    /// The locations that the entry of a function reaches, in reverse postorder.
    pub fn reached(&self, function: FunctionId) -> &[LocationId] {
        &self.locations(function)[..self.n_reached[function] as usize]
    }

    /// The position of a location in [`Structure::locations`] of its function; 0 is the entry.
    #[inline]
    pub fn position(&self, location: LocationId) -> u32 {
        self.nodes[location].position
    }

    /// Whether the entry of its function reaches a location, conditions ignored.
    pub fn is_reached(&self, location: LocationId) -> bool {
        self.nodes[location].dominated.1 > 0
    }

    /// The locations that the entry of a function reaches in a weak topological order: every loop is contiguous and begins
    /// with its head, and every edge leads forward or to the head of a loop around its source.
    pub fn weak_order(&self, function: FunctionId) -> &[LocationId] {
        &self.weak_order[self.range(function)][..self.n_reached[function] as usize]
    }

    /// The position of a location in [`Structure::weak_order`] of its function; what is not reached comes last.
    #[inline]
    pub fn weak_position(&self, location: LocationId) -> u32 {
        self.nodes[location].weak_position
    }

    /// The closest location that every path from the entry of the function to `location` passes before; `None` for
    /// the entry and for what it does not reach.
    pub fn immediate_dominator(&self, location: LocationId) -> Option<LocationId> {
        self.nodes[location].immediate_dominator
    }

    /// Whether every path from the entry of their function to `location` passes `dominator`. Both are of one function. Every
    /// location that is reached dominates itself; one that is not reached dominates nothing and is dominated by nothing.
    pub fn dominates(&self, dominator: LocationId, location: LocationId) -> bool {
        let (start, end) = self.nodes[dominator].dominated;
        self.is_reached(location) && (start..end).contains(&self.nodes[location].dominated.0)
    }

    /// All loops; those of one function are next to each other, outer ones before inner ones.
    pub fn loops(&self) -> &IndexVec<LoopId, Loop> {
        &self.loops
    }

    /// The loops of a function, outer ones before inner ones.
    pub fn loops_of(&self, function: FunctionId) -> impl Iterator<Item = (LoopId, &Loop)> {
        let position = function.index();
        (self.loop_starts[position]..self.loop_starts[position + 1])
            .map(|id| (LoopId(id), &self.loops[LoopId(id)]))
    }

    /// The innermost loop that a location is in; a head is in its own loop.
    pub fn innermost_loop(&self, location: LocationId) -> Option<LoopId> {
        self.nodes[location].innermost
    }

    /// Whether a location is the head of a loop. Every cycle within a function passes a loop head.
    pub fn is_loop_head(&self, location: LocationId) -> bool {
        self.nodes[location].innermost.is_some_and(|id| self.loops[id].head == location)
    }

    /// Whether a location is in a loop or in one of the loops inside it.
    pub fn contains(&self, id: LoopId, location: LocationId) -> bool {
        let mut around = self.innermost_loop(location);
        // Loops are numbered from the outside in.
        while let Some(found) = around.filter(|&found| found > id) {
            around = self.loops[found].parent;
        }
        around == Some(id)
    }

    /// Who calls whom.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }

    fn range(&self, function: FunctionId) -> std::ops::Range<usize> {
        let position = function.index();
        self.starts[position] as usize..self.starts[position + 1] as usize
    }

    /// Adds one function. `numbers` has room for every location and is `u32::MAX` for those of this function.
    fn function(&mut self, cfa: &Cfa, function: FunctionId, numbers: &mut [u32]) {
        let start = self.order.len();
        if let Some(body) = cfa.functions[function].body {
            let graph = self.number(cfa, body.entry, numbers);
            self.n_reached[function] = graph.len() as u32;
            self.analyse(start, &graph);
        }
        let own = cfa.locations_of(function);
        self.order.extend(own.iter().copied().filter(|location| numbers[location.index()] == u32::MAX));
        self.weak_order.extend_from_slice(&self.order[self.weak_order.len()..]);
        for (position, &location) in self.order[start..].iter().enumerate() {
            self.nodes[location].position = position as u32;
        }
        for (position, &location) in self.weak_order[start..].iter().enumerate() {
            self.nodes[location].weak_position = position as u32;
        }
        self.starts.push(self.order.len() as u32);
        self.loop_starts.push(self.loops.len() as u32);
    }

    /// Appends what `entry` reaches to the order, and returns its graph.
    fn number(&mut self, cfa: &Cfa, entry: LocationId, numbers: &mut [u32]) -> Graph {
        let start = self.order.len();
        let n_successors = |node: u32| cfa.outgoing(LocationId(node)).len();
        let successor = |node: u32, position: usize| {
            cfa.target_within(cfa.outgoing(LocationId(node))[position]).map(|location| location.0)
        };
        let reached = graph::reverse_postorder(entry.0, numbers, n_successors, successor);
        self.order.extend(reached.into_iter().map(LocationId));
        let mut edges = Vec::with_capacity(self.order.len() - start);
        for (from, &location) in self.order[start..].iter().enumerate() {
            edges.extend(cfa.successors_within(location).map(|(_, to)| (from as u32, numbers[to.index()])));
        }
        Graph::ordered(self.order.len() - start, &edges)
    }

    /// Finds dominators and loops of the function whose locations begin at `start`.
    fn analyse(&mut self, start: usize, graph: &Graph) {
        let tree = graph.tree();
        let dominators = Dominators::from_tree(graph, &tree);
        let forest = loops::LoopForest::compute(graph, &tree, &dominators);
        let first_loop = self.loops.len() as u32;
        let loop_id = |id: u32| (id != loops::NONE).then(|| LoopId(first_loop + id));
        for found in &forest.loops {
            self.loops.push(Loop {
                head: self.order[start + found.head as usize],
                parent: loop_id(found.parent),
                depth: found.depth,
                entries: if found.is_reducible { LoopEntries::Head } else { LoopEntries::Several },
            });
        }
        for node in 0..graph.len() {
            let known = &mut self.nodes[self.order[start + node]];
            known.immediate_dominator =
                dominators.immediate(node as u32).map(|dominator| self.order[start + dominator as usize]);
            known.dominated = dominators.interval(node as u32);
            known.innermost = loop_id(forest.innermost[node]);
        }
        self.weak_order.extend(forest.weak_order().into_iter().map(|node| self.order[start + node as usize]));
    }
}
