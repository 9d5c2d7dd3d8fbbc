//! A trace with the places where each symbol occurs, from which the vocabulary of each cut follows; and the needed part of a trace.
//!
//! Formula `i` is between the cuts `i` and `i + 1`. A symbol may occur in a fact at cut `c` if it occurs in a formula before
//! `c` and in one from `c` on.

use crate::connect::and;
use rustc_hash::FxHashMap;
use smt::transform::FreeSymbols;
use smt::{SymbolId, TermId, Terms};
use std::collections::BTreeSet;

/// A trace, or a part of one that a core has left over.
pub(crate) struct Trace {
    /// The formulas.
    pub(crate) formulas: Vec<TermId>,
    /// First and last formula with each symbol.
    spans: FxHashMap<SymbolId, (usize, usize)>,
}

impl Trace {
    pub(crate) fn new(terms: &Terms, free: &mut FreeSymbols, formulas: &[TermId]) -> Self {
        let mut spans: FxHashMap<SymbolId, (usize, usize)> = FxHashMap::default();
        for (place, &formula) in formulas.iter().enumerate() {
            for symbol in free.of(terms, formula) {
                spans.entry(symbol).or_insert((place, place)).1 = place;
            }
        }
        Self { formulas: formulas.to_vec(), spans }
    }

    /// Whether a symbol occurs both before and behind a cut.
    pub(crate) fn is_shared(&self, symbol: SymbolId, cut: usize) -> bool {
        self.spans.get(&symbol).is_some_and(|&(first, last)| first < cut && cut <= last)
    }

    /// The symbols that occur both before and behind a cut, given those of the formulas.
    pub(crate) fn shared(&self, terms: &Terms, free: &mut FreeSymbols) -> Vec<BTreeSet<SymbolId>> {
        let mut shared = vec![BTreeSet::new(); self.formulas.len() + 1];
        let mut all = BTreeSet::new();
        for &formula in &self.formulas {
            all.extend(free.of(terms, formula));
        }
        for symbol in all {
            let Some(&(first, last)) = self.spans.get(&symbol) else { continue };
            for cut in &mut shared[first + 1..=last] {
                cut.insert(symbol);
            }
        }
        shared
    }
}

/// The formulas of a trace that a core needs, without those that it does not.
pub(crate) struct Needed {
    /// The needed formulas.
    pub(crate) formulas: Vec<TermId>,
    /// Where they are in the trace.
    places: Vec<usize>,
    /// How many formulas the trace has.
    count: usize,
}

impl Needed {
    /// What is needed, given the needed conjuncts of each formula.
    pub(crate) fn new(terms: &mut Terms, core: &[Vec<TermId>]) -> Self {
        let places: Vec<usize> = (0..core.len()).filter(|&place| !core[place].is_empty()).collect();
        let formulas = places.iter().map(|&place| and(terms, &core[place])).collect();
        Self { formulas, places, count: core.len() }
    }

    /// The facts of the whole trace, given those between needed formulas: a fact holds from behind its formula up to the
    /// next that is needed. Too many or too few facts give a sequence that the checker rejects.
    pub(crate) fn spread(&self, terms: &mut Terms, between: &[TermId]) -> Vec<TermId> {
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let mut facts = vec![yes; self.count + 1];
        for (number, &place) in self.places.iter().enumerate() {
            facts[place + 1..].fill(between.get(number).copied().unwrap_or(no));
        }
        facts
    }
}
