//! A dead function: its applications become variables that are equal where the arguments are (Ackermann's expansion).
//!
//! Before that, `f(s) ≠ f(t)` becomes `s ≠ t`, which follows, and is all that a dead function can say there. The variables are dead as well. That equal arguments have equal values is stated for few applications only;
//! leaving it out is a weakening.

use super::cases::{applications, exchange};
use crate::connect::{and, equal, equation, negated, not, or, variable};
use smt::{Op, SymbolId, TermId, Terms};

/// More applications than this are not related to each other.
const MAX_RELATED: usize = 6;

/// The formulas without the function. Where an application is under a quantifier, the formula is dropped.
pub(super) fn replace(terms: &mut Terms, formulas: &[TermId], function: SymbolId) -> Vec<TermId> {
    let mut current: Vec<TermId> = Vec::new();
    for &formula in formulas {
        if !super::is_quantified(terms, formula) {
            current.push(peeled(terms, formula, function));
        }
    }
    let mut known: Vec<(Vec<TermId>, TermId)> = Vec::new();
    // Inner applications first: they have smaller indices, and what has them changes with them.
    while let Some(&next) = applications(terms, &current, function).first() {
        let sort = terms.sort(next);
        let Ok(fresh) = terms.fresh("result", sort) else { return Vec::new() };
        let fresh = variable(terms, fresh);
        known.push((terms.args(next).to_vec(), fresh));
        current = current.iter().map(|&formula| exchange(terms, formula, next, fresh)).collect();
    }
    if known.len() <= MAX_RELATED {
        for (place, (arguments, result)) in known.iter().enumerate() {
            for (others, other) in &known[..place] {
                let pairs = arguments.iter().zip(others).map(|(&one, &two)| equal(terms, one, two));
                let pairs: Vec<TermId> = pairs.collect();
                let same = and(terms, &pairs);
                let differ = not(terms, same);
                let agree = equal(terms, *result, *other);
                current.push(or(terms, &[differ, agree]));
            }
        }
    }
    current
}

/// What is left of `f(f(s)) ≠ f(f(t))`, which is `s ≠ t`. Other formulas stay as they are.
fn peeled(terms: &mut Terms, formula: TermId, function: SymbolId) -> TermId {
    let mut current = formula;
    loop {
        let sides = negated(terms, current).and_then(|inner| equation(terms, inner));
        let Some((one, two)) = sides else { return current };
        let is_application = |term| terms.op(term) == Op::Apply(function);
        if !is_application(one) || !is_application(two) {
            return current;
        }
        let pairs: Vec<(TermId, TermId)> =
            terms.args(one).iter().copied().zip(terms.args(two).iter().copied()).collect();
        let pairs: Vec<TermId> = pairs.into_iter().map(|(one, two)| equal(terms, one, two)).collect();
        let same = and(terms, &pairs);
        current = not(terms, same);
    }
}
