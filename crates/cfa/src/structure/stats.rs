//! The size of an automaton in a few numbers.

use super::LoopEntries;
use crate::{Cfa, Op, Side};
use std::fmt;

/// Counts, for statistics and comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Functions with a body.
    pub functions: usize,
    /// Functions that are only declared.
    pub declared_functions: usize,
    /// Functions that can call themselves.
    pub recursive_functions: usize,
    /// Variables of all kinds.
    pub variables: usize,
    /// Locations.
    pub locations: usize,
    /// Edges.
    pub edges: usize,
    /// Locations where a condition decides.
    pub branches: usize,
    /// Call sites with a known callee.
    pub calls: usize,
    /// Calls of functions without body or through unknown pointers.
    pub external_calls: usize,
    /// Edges where an unsupported construct is reached.
    pub unsupported: usize,
    /// Loops.
    pub loops: usize,
    /// Loops that can be entered beside their head.
    pub irreducible_loops: usize,
    /// How deep loops are nested.
    pub loop_depth: u32,
    /// Different expressions and places.
    pub expressions: usize,
    /// Assumptions made on the way from the C text.
    pub assumptions: usize,
}

impl Stats {
    /// Counts.
    pub fn of(cfa: &Cfa) -> Self {
        let structure = cfa.structure();
        let (n_exprs, n_places) = cfa.exprs.counts();
        let n_bodies = cfa.functions.iter().filter(|function| function.body.is_some()).count();
        let recursive = cfa.functions.indices().filter(|&function| structure.calls().is_recursive(function));
        let mut stats = Self {
            functions: n_bodies,
            declared_functions: cfa.functions.len() - n_bodies,
            recursive_functions: recursive.count(),
            variables: cfa.vars.len(),
            locations: cfa.locations.len(),
            edges: cfa.edges.len(),
            calls: cfa.calls.len(),
            loops: structure.loops().len(),
            expressions: n_exprs + n_places,
            assumptions: cfa.assumptions.len(),
            ..Self::default()
        };
        for found in structure.loops() {
            stats.loop_depth = stats.loop_depth.max(found.depth);
            stats.irreducible_loops += usize::from(found.entries == LoopEntries::Several);
        }
        for location in cfa.locations.indices() {
            let ops = cfa.outgoing(location).iter().map(|&edge| &cfa.edges[edge].op);
            let n_sides =
                ops.filter(|op| matches!(op, Op::Assume { side: Side::Then | Side::Else, .. })).count();
            stats.branches += usize::from(n_sides == 2);
        }
        for edge in &cfa.edges {
            stats.external_calls +=
                usize::from(matches!(edge.op, Op::External { .. } | Op::UnknownCall { .. }));
            stats.unsupported += usize::from(matches!(edge.op, Op::Unsupported { .. }));
        }
        stats
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { functions, declared_functions, recursive_functions, variables, locations, edges, .. } =
            self;
        writeln!(
            f,
            "functions: {functions} ({recursive_functions} recursive), declared only: {declared_functions}"
        )?;
        writeln!(f, "variables: {variables}, expressions: {}", self.expressions)?;
        writeln!(f, "locations: {locations}, edges: {edges}, branches: {}", self.branches)?;
        writeln!(
            f,
            "calls: {}, external: {}, unsupported: {}",
            self.calls, self.external_calls, self.unsupported
        )?;
        let (loops, irreducible, depth) = (self.loops, self.irreducible_loops, self.loop_depth);
        writeln!(f, "loops: {loops} ({irreducible} irreducible), nested {depth} deep")?;
        writeln!(f, "assumptions: {}", self.assumptions)
    }
}
