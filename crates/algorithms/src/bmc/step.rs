//! The step case: from every loop head, in any state, through k more heads, to a target.

use super::{Parts, Statistics, formulas, is_satisfiable, set_bound};
use cfa::LocationId;
use cpa::reachability::AtTarget;
use cpa::{Context, NodeId, Reached, explore};
use formula::SsaMap;
use outcome::Incomplete;
use smt::{CoreOp, Op, TermId};

/// Whether no target follows k visits of loop heads.
pub(super) fn is_inductive(
    parts: &mut Parts<'_, '_>,
    cx: &Context<'_>,
    bound: u32,
    statistics: &mut Statistics,
) -> Result<bool, Incomplete> {
    let structure = cx.cfa.structure();
    let calls = structure.calls();
    let recursive =
        cx.cfa.functions.indices().any(|function| calls.is_recursive(function) && calls.is_reached(function));
    if recursive {
        return Ok(false);
    }
    set_bound(parts.step, bound);
    for (_, inside) in structure.loops().iter_enumerated() {
        let function = cx.cfa.locations[inside.head].function;
        if !calls.is_reached(function) {
            continue;
        }
        let mut reached = Reached::new(parts.step.len(), parts.traversal.clone());
        for root in parts.step.anywhere(cx, inside.head)? {
            reached.add_root(root);
        }
        explore(cx, parts.step, &mut reached, AtTarget::Continue, &mut statistics.search)?;
        let last: Vec<NodeId> = reached
            .nodes()
            .filter(|&node| reached.is_target(node) && visits(parts, &reached, node) == bound)
            .collect();
        let targets = formulas(parts.step, &reached, &last)?;
        let targets = strengthened(parts, cx, inside.head, targets)?;
        if is_satisfiable(parts.logic, cx, &targets)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The formulas with what is known of the location where their paths begin. There all variables are at their first copies.
fn strengthened(
    parts: &mut Parts<'_, '_>,
    cx: &Context<'_>,
    head: LocationId,
    targets: Vec<TermId>,
) -> Result<Vec<TermId>, Incomplete> {
    let Some(invariant) = parts.invariants.at(cx, head)? else { return Ok(targets) };
    let mut terms = parts.logic.terms.borrow_mut();
    let invariant =
        parts.logic.encoder.instantiate(&mut terms, invariant, &SsaMap::new()).map_err(Incomplete::from)?;
    let mut strong = Vec::with_capacity(targets.len());
    for target in targets {
        strong.push(terms.apply(Op::Core(CoreOp::And), &[invariant, target]).map_err(Incomplete::from)?);
    }
    Ok(strong)
}

/// How many loop heads were visited on the way to a node.
fn visits(parts: &Parts<'_, '_>, reached: &Reached, node: NodeId) -> u32 {
    let states = parts.step.analyses().iter().zip(reached.states(node));
    states.filter_map(|(analysis, &state)| Some(analysis.bounds()?.iterations(state))).max().unwrap_or(0)
}
