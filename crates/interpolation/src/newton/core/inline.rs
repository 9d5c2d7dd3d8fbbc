//! The end of a trace with its definitions inlined: what is left are conditions over the values at its beginning.
//!
//! An equation `x = t` with a variable that occurs here first defines it. Replacing the variable by its definition everywhere leaves an
//! equivalent question that is much easier for a solver: constants are folded, counters are sums, and often a
//! condition is plainly false. The conditions that a core needs are needed together with the definitions that they depend on.

use crate::connect::{equation, truth};
use crate::ladder::Context;
use rustc_hash::FxHashSet;
use smt::transform::Substitution;
use smt::{SymbolId, TermId, Terms};
use std::collections::BTreeSet;

/// A definition or a condition of the trace.
#[derive(Clone, Copy)]
struct Conjunct {
    place: usize,
    formula: TermId,
}

/// The conjuncts from some formula on.
pub(crate) struct Inlined {
    definitions: Vec<(SymbolId, Conjunct)>,
    conditions: Vec<(Conjunct, TermId)>,
}

impl Inlined {
    /// Inlines the definitions of the conjuncts of formulas from `start` on.
    pub(crate) fn new(context: &mut Context<'_, '_>, all: &[Vec<TermId>], start: usize) -> Self {
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut substitution = Substitution::new();
        let mut inlined = Self { definitions: Vec::new(), conditions: Vec::new() };
        for (place, conjuncts) in all.iter().enumerate().skip(start) {
            for &formula in conjuncts {
                let conjunct = Conjunct { place, formula };
                let symbols = context.free.of(context.terms, formula);
                let definition = definition(context, formula, &seen);
                seen.extend(symbols);
                if let Some((symbol, value)) = definition {
                    let value = substitution.apply(context.terms, value);
                    let value = context.normal.of(context.terms, value);
                    if substitution.replace(context.terms, symbol, value).is_ok() {
                        inlined.definitions.push((symbol, conjunct));
                        continue;
                    }
                }
                let condition = substitution.apply(context.terms, formula);
                let condition = context.normal.of(context.terms, condition);
                inlined.conditions.push((conjunct, condition));
            }
        }
        inlined
    }

    /// The conditions after inlining, without those that are true and without repetition.
    pub(crate) fn conditions(&self, terms: &Terms) -> Vec<TermId> {
        let mut seen = BTreeSet::new();
        let open = self.conditions.iter().map(|&(_, condition)| condition);
        open.filter(|&condition| truth(terms, condition) != Some(true) && seen.insert(condition)).collect()
    }

    /// The conjuncts behind needed conditions, and the definitions that they depend on, for each of `count` formulas.
    pub(super) fn needed(
        &self,
        context: &mut Context<'_, '_>,
        count: usize,
        needed: &[TermId],
    ) -> Vec<Vec<TermId>> {
        let needed: BTreeSet<TermId> = needed.iter().copied().collect();
        let mut core = vec![Vec::new(); count];
        let mut used: FxHashSet<SymbolId> = FxHashSet::default();
        // One conjunct for each needed condition is enough: the last, because it is nearest to the end.
        let mut found: FxHashSet<TermId> = FxHashSet::default();
        for (conjunct, condition) in self.conditions.iter().rev() {
            if needed.contains(condition) && found.insert(*condition) {
                core[conjunct.place].push(conjunct.formula);
                used.extend(context.free.of(context.terms, conjunct.formula));
            }
        }
        for (symbol, conjunct) in self.definitions.iter().rev() {
            if used.contains(symbol) {
                core[conjunct.place].push(conjunct.formula);
                used.extend(context.free.of(context.terms, conjunct.formula));
            }
        }
        for conjuncts in &mut core {
            conjuncts.sort_unstable();
        }
        core
    }
}

/// The variable that an equation defines, and its value: it has not been seen, and is not in its value.
fn definition(
    context: &mut Context<'_, '_>,
    formula: TermId,
    seen: &FxHashSet<SymbolId>,
) -> Option<(SymbolId, TermId)> {
    let (one, two) = equation(context.terms, formula)?;
    let mut newest = None;
    for (variable, value) in [(one, two), (two, one)] {
        let Some(symbol) = context.terms.as_variable(variable) else { continue };
        if seen.contains(&symbol) || context.free.of(context.terms, value).contains(&symbol) {
            continue;
        }
        // Between two new variables the later one is defined by the earlier.
        if newest.is_none_or(|(other, _)| symbol > other) {
            newest = Some((symbol, value));
        }
    }
    newest
}
