//! The concrete path that a model describes.
//!
//! Inside a block many paths meet. Each visit of a branching location left a truth value in the formula that says which way it went, so the path is
//! found by walking the reached graph from the root and asking the model at each branch.

use crate::analysis::PredicateAnalysis;
use cfa::EdgeId;
use cpa::analysis::query::ModelPath;
use cpa::{NodeId, Reached};
use outcome::Incomplete;
use rustc_hash::FxHashSet;
use smt::{Assignment, TermId, Value, eval};

impl PredicateAnalysis<'_> {
    pub(crate) fn path_of(
        &self,
        reached: &Reached,
        slot: usize,
        target: NodeId,
        model: &Assignment,
    ) -> Result<ModelPath, Incomplete> {
        let ancestors = ancestors(reached, target);
        let Some(mut node) = reached.roots().iter().copied().find(|root| ancestors.contains(root)) else {
            return Err(Incomplete::internal("a target that no search began for"));
        };
        let mut path = ModelPath { edges: Vec::new(), marks: Vec::new() };
        while node != target {
            let next = self.next_step(reached, slot, node, &ancestors, model)?;
            let Some((edge, mark, child)) = next else {
                return Err(Incomplete::internal("the model describes no path"));
            };
            path.edges.push(edge);
            path.marks.extend(mark);
            node = child;
        }
        Ok(path)
    }

    fn next_step(
        &self,
        reached: &Reached,
        slot: usize,
        node: NodeId,
        ancestors: &FxHashSet<NodeId>,
        model: &Assignment,
    ) -> Result<Option<(EdgeId, Option<TermId>, NodeId)>, Incomplete> {
        let before = &self.states[reached.states(node)[slot]].path;
        for &child in reached.children(node).iter().filter(|child| ancestors.contains(child)) {
            for &(parent, edge) in reached.parents(child) {
                if parent != node {
                    continue;
                }
                let mut terms = self.logic.terms.borrow_mut();
                let mark = self.logic.encoder.branch(&mut terms, before, edge).map_err(Incomplete::from)?;
                let is_taken = match mark {
                    // A mark that the model leaves open belongs to a branch where both ways are fine.
                    Some(mark) => eval::eval(&terms, mark, model) != Ok(Value::Bool(false)),
                    None => true,
                };
                if is_taken {
                    return Ok(Some((edge, mark, child)));
                }
            }
        }
        Ok(None)
    }
}

/// A node and all from which it is reached.
fn ancestors(reached: &Reached, node: NodeId) -> FxHashSet<NodeId> {
    let mut found: FxHashSet<NodeId> = std::iter::once(node).collect();
    let mut pending = vec![node];
    while let Some(at) = pending.pop() {
        for &(parent, _) in reached.parents(at) {
            if found.insert(parent) {
                pending.push(parent);
            }
        }
    }
    found
}
