//! The canonical renaming of a query: of each variable, the copies that occur are numbered from zero in the order of
//! their indices.
//!
//! `x@17 = x@16 + 1` becomes `x@1 = x@0 + 1`. Different copies stay different and other symbols stay as they are, so the new query
//! has a model if and only if the old one has.

use smt::transform::{FreeSymbols, Substitution};
use smt::{SymbolId, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// The formulas after the renaming, sorted and without repetition.
pub(super) fn canonical(terms: &mut Terms, free: &mut FreeSymbols, formulas: &[TermId]) -> Vec<TermId> {
    let mut copies: BTreeMap<SymbolId, BTreeSet<u32>> = BTreeMap::new();
    for &formula in formulas {
        for symbol in free.of(terms, formula) {
            if let Some((base, index)) = terms.symbol(symbol).copy_of {
                copies.entry(base).or_default().insert(index);
            }
        }
    }
    let mut substitution = Substitution::new();
    for (base, indices) in copies {
        for (number, index) in (0u32..).zip(indices) {
            if number != index && rename(terms, &mut substitution, base, index, number).is_none() {
                return formulas.to_vec();
            }
        }
    }
    let mut renamed: Vec<TermId> =
        formulas.iter().map(|&formula| substitution.apply(terms, formula)).collect();
    renamed.sort_unstable();
    renamed.dedup();
    renamed
}

/// Copies of one symbol have one sort; what cannot be declared for another reason is not renamed at all.
fn rename(
    terms: &mut Terms,
    substitution: &mut Substitution,
    base: SymbolId,
    index: u32,
    number: u32,
) -> Option<()> {
    let old = terms.copy_at(base, index).ok()?;
    let new = terms.copy_at(base, number).ok()?;
    substitution.rename(terms, old, new).ok()
}
