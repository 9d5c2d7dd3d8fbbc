//! A dead function: its applications become variables that are equal where the arguments are (Ackermann's expansion).
//!
//! The variables are dead as well. That equal arguments have equal values is stated for few applications only;
//! leaving it out is a weakening.

use super::cases::{applications, exchange};
use crate::connect::{and, equal, not, or, variable};
use smt::{SymbolId, TermId, Terms};

/// More applications than this are not related to each other.
const MAX_RELATED: usize = 6;

/// The formulas without the function. Where an application is under a quantifier, the formula is dropped.
pub(super) fn replace(terms: &mut Terms, formulas: &[TermId], function: SymbolId) -> Vec<TermId> {
    let mut current: Vec<TermId> =
        formulas.iter().copied().filter(|&formula| !super::is_quantified(terms, formula)).collect();
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
