//! The shape of the automaton: orders, dominators, loops, the call graph. Computed once and kept with it.

mod graph;

pub use graph::Graph;

use crate::{Cfa, FunctionId, LocationId};
use stdx::{Idx, IndexVec};

/// What is known of the shape of an automaton.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The locations of all functions, one function after the other, each in reverse postorder.
    order: Vec<LocationId>,
    /// Where each function begins in `order`, and one past the end.
    starts: Vec<u32>,
    /// How many locations of each function can be reached from its entry.
    n_reached: IndexVec<FunctionId, u32>,
    /// The position of each location in its function.
    positions: IndexVec<LocationId, u32>,
}

impl Structure {
    /// Computes everything, in time nearly linear in the size of the automaton.
    pub fn compute(cfa: &Cfa) -> Self {
        let mut structure = Self {
            order: Vec::with_capacity(cfa.locations.len()),
            starts: vec![0],
            n_reached: IndexVec::from_elem(0, cfa.functions.len()),
            positions: IndexVec::from_elem(0, cfa.locations.len()),
        };
        for function in cfa.functions.indices() {
            structure.number(cfa, function);
        }
        structure
    }

    /// The locations of a function: those that its entry reaches in reverse postorder, then the others.
    pub fn locations(&self, function: FunctionId) -> &[LocationId] {
        let position = function.index();
        &self.order[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// The position of a location in [`Structure::locations`] of its function; 0 is the entry.
    #[inline]
    pub fn position(&self, location: LocationId) -> u32 {
        self.positions[location]
    }

    /// Numbers the locations of one function.
    fn number(&mut self, cfa: &Cfa, function: FunctionId) {
        let own = cfa.locations_of(function);
        // The entry is node 0; `positions` holds the node numbers until they are known to be final.
        let entry = cfa.functions[function].body.map(|body| body.entry);
        let mut nodes: Vec<LocationId> = entry.into_iter().collect();
        nodes.extend(own.iter().copied().filter(|&location| Some(location) != entry));
        for (node, &location) in nodes.iter().enumerate() {
            self.positions[location] = node as u32;
        }
        let mut edges = Vec::with_capacity(nodes.len());
        for &location in &nodes {
            let from = self.positions[location];
            edges.extend(cfa.successors_within(location).map(|(_, to)| (from, self.positions[to])));
        }
        let reached = match entry {
            Some(_) => Graph::new(nodes.len(), &edges).reverse_postorder(),
            None => Vec::new(),
        };
        let mut seen = vec![false; nodes.len()];
        for &node in &reached {
            seen[node as usize] = true;
        }
        self.n_reached[function] = reached.len() as u32;
        let start = self.order.len();
        self.order.extend(reached.into_iter().map(|node| nodes[node as usize]));
        self.order.extend(nodes.iter().zip(seen).filter(|&(_, seen)| !seen).map(|(&location, _)| location));
        for (position, &location) in self.order[start..].iter().enumerate() {
            self.positions[location] = position as u32;
        }
        self.starts.push(self.order.len() as u32);
    }
}
