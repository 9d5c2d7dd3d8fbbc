//! Substitution of terms for free variables, and of symbols for symbols, without capture.
//!
//! Entering a quantifier removes its variables from the map. If a replacement that is used inside mentions one of them, the
//! bound variable is renamed to a fresh one first.

use super::{FreeSymbols, order_open};
use crate::build::Arguments;
use crate::sort::SortError;
use crate::term::{Op, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What replaces what. Results are remembered, so one value can be applied to many terms of one store.
#[derive(Default, Clone)]
pub struct Substitution {
    variables: BTreeMap<SymbolId, TermId>,
    functions: BTreeMap<SymbolId, SymbolId>,
    known: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// Replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces a variable by a term of its sort.
    pub fn replace(&mut self, terms: &Terms, variable: SymbolId, by: TermId) -> Result<(), SortError> {
        let decl = terms.symbol(variable);
        if !decl.arguments.is_empty() || decl.result != terms.sort(by) {
            return Err(SortError::Redeclared(terms.symbol_name(variable).to_owned()));
        }
        self.known.clear();
        self.variables.insert(variable, by);
        Ok(())
    }

    /// Replaces a variable or function by another of the same arguments and result.
    pub fn rename(&mut self, terms: &mut Terms, symbol: SymbolId, by: SymbolId) -> Result<(), SortError> {
        let (old, new) = (terms.symbol(symbol), terms.symbol(by));
        if old.arguments != new.arguments || old.result != new.result {
            return Err(SortError::Redeclared(terms.symbol_name(symbol).to_owned()));
        }
        if old.arguments.is_empty() {
            let by = terms.apply(Op::Apply(by), &[])?;
            return self.replace(terms, symbol, by);
        }
        self.known.clear();
        self.functions.insert(symbol, by);
        Ok(())
    }

    /// The term with everything replaced, simplified on the way.
    pub fn apply(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        for part in order_open(terms, &[term]) {
            if self.known.contains_key(&part) {
                continue;
            }
            let new = match terms.op(part) {
                Op::Quantified(_) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.under(terms, part)),
                op @ (Op::Const(_)
                | Op::Apply(_)
                | Op::Core(_)
                | Op::Arith(_)
                | Op::Bv(_)
                | Op::Fp(_)
                | Op::Array(_)) => self.rebuild(terms, part, op),
            };
            self.known.insert(part, new);
        }
        self.known[&term]
    }

    fn rebuild(&self, terms: &mut Terms, term: TermId, op: Op) -> TermId {
        let args: Arguments = terms.args(term).iter().map(|arg| self.known[arg]).collect();
        if let Op::Apply(symbol) = op {
            if let Some(&by) = self.variables.get(&symbol) {
                return by;
            }
            let symbol = self.functions.get(&symbol).copied().unwrap_or(symbol);
            return terms.make(Op::Apply(symbol), &args);
        }
        if *args == *terms.args(term) { term } else { terms.make(op, &args) }
    }

    fn under(&self, terms: &mut Terms, term: TermId) -> TermId {
        let op = terms.op(term);
        let args = Arguments::from_slice(terms.args(term));
        let Some((&body, bound)) = args.split_last() else { return term };
        let mut inner = Self {
            variables: self.variables.clone(),
            functions: self.functions.clone(),
            known: FxHashMap::default(),
        };
        let mut free = FreeSymbols::new();
        let free_in_body = free.of(terms, body);
        for symbol in bound.iter().filter_map(|&variable| terms.as_variable(variable)) {
            inner.variables.remove(&symbol);
        }
        inner.variables.retain(|symbol, _| free_in_body.contains(symbol));
        inner.functions.retain(|symbol, _| free_in_body.contains(symbol));
        if inner.variables.is_empty() && inner.functions.is_empty() {
            return term;
        }
        let mut mentioned = std::collections::BTreeSet::new();
        for &by in inner.variables.values() {
            mentioned.extend(free.of(terms, by));
        }
        let mut new_args = Arguments::new();
        for &variable in bound {
            let captured = terms.as_variable(variable).filter(|symbol| mentioned.contains(symbol));
            let Some(symbol) = captured else {
                new_args.push(variable);
                continue;
            };
            let stem = terms.symbol_name(symbol).to_owned();
            let sort = terms.sort(variable);
            let fresh = terms.fresh(&stem, sort).expect("the sort and the name are those of a symbol");
            let fresh = terms.make(Op::Apply(fresh), &[]);
            inner.variables.insert(symbol, fresh);
            new_args.push(fresh);
        }
        new_args.push(inner.apply(terms, body));
        terms.make(op, &new_args)
    }
}

impl Terms {
    /// Replaces each free variable that `index` gives a number by its copy `name@number`. A copy counts as its original.
    pub fn at_indices(
        &mut self,
        term: TermId,
        index: impl Fn(SymbolId) -> Option<u32>,
    ) -> Result<TermId, SortError> {
        let mut substitution = Substitution::new();
        for symbol in FreeSymbols::new().of(self, term) {
            let base = self.symbol(symbol).copy_of.map_or(symbol, |(base, _)| base);
            if let Some(number) = index(base) {
                let copy = self.copy_at(base, number)?;
                substitution.rename(self, symbol, copy)?;
            }
        }
        Ok(substitution.apply(self, term))
    }

    /// Replaces each free copy `name@number` by its original.
    pub fn without_indices(&mut self, term: TermId) -> Result<TermId, SortError> {
        let mut substitution = Substitution::new();
        for symbol in FreeSymbols::new().of(self, term) {
            if let Some((base, _)) = self.symbol(symbol).copy_of {
                substitution.rename(self, symbol, base)?;
            }
        }
        Ok(substitution.apply(self, term))
    }
}
