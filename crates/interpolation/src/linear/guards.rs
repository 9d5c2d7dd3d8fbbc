//! Conditions of the trace added to facts: `assume i < n` holds as long as `i` and `n` are not assigned to.
//!
//! Over the integers such a condition may not be needed, while over bit-vectors it is why a sum does not overflow. A
//! condition is true behind its formula for good, since formulas are in static single assignment; it can be said as long as its
//! symbols are shared. Only comparisons are added, which are predicates of the program anyway.

use crate::connect::{and, conjuncts, negated};
use crate::ladder::Context;
use crate::trace::Trace;
use smt::{BvOp, Op, TermId, Terms};

/// The facts with the comparisons before them whose symbols are shared. The first and the last fact stay as they are.
pub(super) fn with_guards(context: &mut Context<'_, '_>, trace: &Trace, facts: &[TermId]) -> Vec<TermId> {
    let mut guarded = facts.to_vec();
    let mut alive: Vec<TermId> = Vec::new();
    for (place, &formula) in trace.formulas.iter().enumerate() {
        let cut = place + 1;
        alive.extend(
            conjuncts(context.terms, &[formula]).into_iter().filter(|&one| is_comparison(context.terms, one)),
        );
        alive.retain(|&guard| {
            let symbols = context.free.of(context.terms, guard);
            symbols.into_iter().all(|symbol| trace.is_shared(symbol, cut))
        });
        if cut < trace.formulas.len() {
            let whole = [&alive[..], &[facts[cut]]].concat();
            guarded[cut] = and(context.terms, &whole);
        }
    }
    guarded
}

fn is_comparison(terms: &Terms, formula: TermId) -> bool {
    let atom = negated(terms, formula).unwrap_or(formula);
    matches!(terms.op(atom), Op::Bv(BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle))
}
