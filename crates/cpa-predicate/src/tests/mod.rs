//! The operators of the analysis on their own, as the dissertation defines them.

mod abstraction;
mod blocks;
mod facts;
mod forced;
mod graph;
mod laws;
mod merge;
mod options;
mod paths;
mod prec;
mod stop;
mod transfer;

use crate::{Options, Precision, PredicateAnalysis};
use cfa::Cfa;
use cpa::Context;
use formula::{Encoder, Encoding, Key, Logic};
use limits::Budget;
use rustc_hash::FxHashMap;
use smt::solver::{Backend, Needs};
use smt::{SymbolId, Terms};
use std::cell::RefCell;

/// The automaton of a C text.
pub(super) fn lower(text: &str) -> Cfa {
    let mut map = source::SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = c_lower::LowerOptions {
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    assert_eq!(lowered.diagnostics, []);
    lowered.cfa.unwrap()
}

/// The regions by name. Where two have the same, it is the first.
pub(crate) fn region_names(terms: &mut Terms, encoder: &Encoder<'_>) -> FxHashMap<String, SymbolId> {
    let mut names = FxHashMap::default();
    for (id, region) in encoder.regions().iter_enumerated() {
        let (symbol, _) = encoder.symbol_at(terms, Key::Region(id, 0)).unwrap().unwrap();
        names.entry(region.name.clone()).or_insert(symbol);
    }
    names
}

/// Runs a test with an analysis of a program.
pub(super) fn with_analysis<T>(
    text: &str,
    backend: &dyn Backend,
    options: Options,
    test: impl FnOnce(&mut PredicateAnalysis<'_>, &Context<'_>) -> T,
) -> T {
    let cfa = lower(text);
    let encoder = Encoder::new(&cfa, &Encoding::default()).unwrap();
    let solver = RefCell::new(smt::solver::open(backend, &Needs::default()).unwrap());
    let terms = RefCell::new(Terms::new());
    let logic = Logic { terms: &terms, encoder: &encoder, solver: &solver, backend };
    let budget = Budget::unlimited();
    let cx = Context { cfa: &cfa, budget: &budget };
    let mut analysis = PredicateAnalysis::new(logic, options, Precision::default());
    test(&mut analysis, &cx)
}
