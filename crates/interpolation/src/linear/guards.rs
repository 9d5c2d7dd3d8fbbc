//! Conditions of the trace added to facts: `assume i < n` holds until `i` or `n` is assigned to, and in other words behind that.
//!
//! Over the integers such a condition may not be needed, while over bit-vectors it is why a sum does not overflow. A
//! condition is true behind its formula for good, since formulas are in static single assignment; it can be said as long as its
//! symbols are shared. When one is not shared any more, an equation of the formula before the cut may say what to write instead: behind
//! `i' = i + 1` the condition is `i' - 1 < n`. Only comparisons are added, and of conditions that differ by indices only the last, so that
//! a loop adds the same predicates in each round.

use crate::connect::{and, conjuncts, negated};
use crate::ladder::Context;
use crate::project::solve;
use crate::trace::Trace;
use smt::transform::Substitution;
use smt::{BvOp, Op, TermId, Terms};

/// A condition that holds.
struct Guard {
    /// What it was in the program.
    shape: TermId,
    /// What it says now.
    current: TermId,
}

/// The facts with the comparisons before them that can be said there. The first and the last fact stay as they are.
pub(super) fn with_guards(context: &mut Context<'_, '_>, trace: &Trace, facts: &[TermId]) -> Vec<TermId> {
    let mut guarded = facts.to_vec();
    let mut alive: Vec<Guard> = Vec::new();
    for (place, &formula) in trace.formulas.iter().enumerate() {
        let cut = place + 1;
        let parts = conjuncts(context.terms, &[formula]);
        for &current in &parts {
            if !is_comparison(context.terms, current) {
                continue;
            }
            let shape = context.terms.without_indices(current).unwrap_or(current);
            alive.retain(|guard| guard.shape != shape);
            alive.push(Guard { shape, current });
        }
        alive = alive
            .into_iter()
            .filter_map(|guard| {
                let current = moved(context, trace, &parts, guard.current, cut)?;
                Some(Guard { shape: guard.shape, current })
            })
            .collect();
        if cut < trace.formulas.len() {
            let mut whole: Vec<TermId> = alive.iter().map(|guard| guard.current).collect();
            whole.push(facts[cut]);
            guarded[cut] = and(context.terms, &whole);
        }
    }
    guarded
}

/// The condition over symbols that are shared at a cut, with the help of equations of the formula before it.
fn moved(
    context: &mut Context<'_, '_>,
    trace: &Trace,
    parts: &[TermId],
    guard: TermId,
    cut: usize,
) -> Option<TermId> {
    let mut current = guard;
    loop {
        let symbols = context.free.of(context.terms, current);
        let Some(dead) = symbols.into_iter().find(|&symbol| !trace.is_shared(symbol, cut)) else {
            return Some(current);
        };
        let solution = parts.iter().find_map(|&part| {
            let is_there = context.free.of(context.terms, part).contains(&dead);
            is_there.then(|| solve(context, part, dead)).flatten()
        })?;
        let symbols = context.free.of(context.terms, solution.term);
        if !symbols.into_iter().all(|symbol| trace.is_shared(symbol, cut)) {
            return None;
        }
        let mut substitution = Substitution::new();
        substitution.replace(context.terms, dead, solution.term).ok()?;
        let replaced = substitution.apply(context.terms, current);
        current = context.normal.of(context.terms, replaced);
    }
}

fn is_comparison(terms: &Terms, formula: TermId) -> bool {
    let atom = negated(terms, formula).unwrap_or(formula);
    matches!(terms.op(atom), Op::Bv(BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle))
}
