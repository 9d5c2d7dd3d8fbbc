//! Walks over terms: order, free symbols, substitution, renaming, atoms.
//!
//! All are memoised over the shared graph and iterative. Only quantifiers are entered by a call, because the map of
//! a substitution changes there; that recursion is as deep as quantifiers nest, and grows the stack.

mod substitute;

#[cfg(test)]
mod tests;

pub use substitute::Substitution;

use crate::sort::Sort;
use crate::term::{CoreOp, Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// All subterms of the roots, arguments before what has them. Enters quantifiers.
pub fn order(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    collect(terms, roots, |_| true)
}

/// As [`order`], without what is under quantifiers.
pub(crate) fn order_open(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    collect(terms, roots, |op| !matches!(op, Op::Quantified(_)))
}

/// Indices of arguments are smaller, so sorting by index is a topological order.
fn collect(terms: &Terms, roots: &[TermId], enters: impl Fn(Op) -> bool) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = roots.to_vec();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        found.push(term);
        if enters(terms.op(term)) {
            pending.extend_from_slice(terms.args(term));
        }
    }
    found.sort_unstable();
    found
}

/// Memoised questions about the terms of one store, which must not be exchanged.
#[derive(Default, Clone)]
pub struct FreeSymbols {
    known: FxHashMap<TermId, BTreeSet<SymbolId>>,
}

impl FreeSymbols {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The variables and functions that occur free.
    pub fn of(&mut self, terms: &Terms, term: TermId) -> BTreeSet<SymbolId> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let found = self.compute(terms, term);
        self.known.insert(term, found.clone());
        found
    }

    /// Without quantifiers, what occurs is free. Below a quantifier the question is asked anew for its body.
    fn compute(&mut self, terms: &Terms, term: TermId) -> BTreeSet<SymbolId> {
        let mut found = BTreeSet::new();
        for part in order_open(terms, &[term]) {
            match terms.op(part) {
                Op::Apply(symbol) => {
                    found.insert(symbol);
                }
                Op::Quantified(_) => {
                    let Some((&body, bound)) = terms.args(part).split_last() else { continue };
                    let mut inner = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.of(terms, body));
                    for symbol in bound.iter().filter_map(|&variable| terms.as_variable(variable)) {
                        inner.remove(&symbol);
                    }
                    found.extend(inner);
                }
                Op::Const(_) | Op::Core(_) | Op::Arith(_) | Op::Bv(_) | Op::Fp(_) | Op::Array(_) => {}
            }
        }
        found
    }
}

/// The atoms of a formula in the order of their indices: the truth-valued subterms below connectives that are
/// no connectives themselves and no constants. A quantified formula is an atom.
pub fn atoms(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let is_connective = |term: TermId| match terms.op(term) {
        Op::Core(CoreOp::Not | CoreOp::And | CoreOp::Or | CoreOp::Xor | CoreOp::Implies) => true,
        Op::Core(CoreOp::Ite | CoreOp::Eq | CoreOp::Distinct) => {
            terms.args(term).iter().all(|&arg| terms.sort(arg) == Sort::Bool)
        }
        Op::Const(_)
        | Op::Apply(_)
        | Op::Quantified(_)
        | Op::Arith(_)
        | Op::Bv(_)
        | Op::Fp(_)
        | Op::Array(_) => false,
    };
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = vec![formula];
    while let Some(term) = pending.pop() {
        if !seen.insert(term) || terms.as_const(term).is_some() {
            continue;
        }
        if is_connective(term) {
            pending.extend_from_slice(terms.args(term));
        } else if terms.sort(term) == Sort::Bool {
            found.push(term);
        }
    }
    found.sort_unstable();
    found
}
