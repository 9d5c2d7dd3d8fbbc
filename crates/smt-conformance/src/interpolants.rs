//! Interpolants: implied step by step, and over common symbols only.

use crate::{Failure, LIMITS, Verdict, has, open};
use smt::parse::parse_term;
use smt::solver::{Answer, Attempt, Backend, Service};
use smt::transform::FreeSymbols;
use smt::{CoreOp, Op, Sort, TermId, Terms};
use std::collections::BTreeSet;

/// Unsatisfiable traces.
const TRACES: &[&[&str]] = &[
    &["(and (= x0 #x0) (= x1 (bvadd x0 #x1)))", "(= x2 (bvadd x1 #x1))", "(not (= x2 #x2))"],
    &["(bvult x0 #x4)", "(= x1 (bvshl x0 #x1))", "(= x2 (bvand x1 #x1))", "(= x2 #x1)"],
    &["(= i0 0)", "(= i1 (+ i0 1))", "(= i2 (+ i1 1))", "(< i2 2)"],
    &["(and (<= i0 i1) (<= i1 i2))", "(< i2 i0)"],
    &["(and b (= c b))", "(not c)"],
];

pub(crate) fn interpolants(backend: &dyn Backend) -> Verdict {
    let mut found = 0;
    for &trace in TRACES {
        let text = trace.concat();
        let needed = if text.contains('i') { Service::Arithmetic } else { Service::BitVectors };
        if !has(backend, needed) {
            continue;
        }
        let mut terms = Terms::new();
        for index in 0..3 {
            terms.variable(&format!("x{index}"), Sort::BitVec(4))?;
            terms.variable(&format!("i{index}"), Sort::Int)?;
        }
        for name in ["b", "c"] {
            terms.variable(name, Sort::Bool)?;
        }
        let mut formulas = Vec::new();
        for text in trace {
            formulas.push(parse_term(&mut terms, text).map_err(|error| Failure(error.to_string()))?);
        }
        let mut solver = open(backend)?;
        if let Attempt::Done(sequence) = solver.interpolants(&mut terms, &formulas, &LIMITS)? {
            found += 1;
            valid(backend, &mut terms, &formulas, &sequence)
                .map_err(|failure| Failure(format!("{failure}\nin the trace {trace:?}")))?;
        }
    }
    if found == 0 {
        return Err(Failure("no trace has interpolants".to_owned()));
    }
    Ok(())
}

fn valid(backend: &dyn Backend, terms: &mut Terms, formulas: &[TermId], sequence: &[TermId]) -> Verdict {
    if sequence.len() + 1 != formulas.len() {
        return Err(Failure(format!("{} interpolants for {} formulas", sequence.len(), formulas.len())));
    }
    let mut free = FreeSymbols::new();
    let mut symbols = |terms: &Terms, formulas: &[TermId]| -> BTreeSet<smt::SymbolId> {
        formulas.iter().flat_map(|&formula| free.of(terms, formula)).collect()
    };
    for (cut, &interpolant) in sequence.iter().enumerate() {
        let (left, right) = formulas.split_at(cut + 1);
        let (left, right) = (symbols(terms, left), symbols(terms, right));
        let used = symbols(terms, &[interpolant]);
        if let Some(&stranger) = used.iter().find(|symbol| !left.contains(symbol) || !right.contains(symbol))
        {
            let name = smt::print::symbol(terms, stranger);
            return Err(Failure(format!("{name} is not common at {cut}")));
        }
    }
    let mut before = terms.bool(true);
    for (position, &formula) in formulas.iter().enumerate() {
        let after = match sequence.get(position) {
            Some(&interpolant) => interpolant,
            None => terms.bool(false),
        };
        let not = terms.apply(Op::Core(CoreOp::Not), &[after])?;
        let answer = open(backend)?.check(terms, &[before, formula, not], &LIMITS)?;
        if answer != Answer::Unsat {
            let (before, after) = (smt::print::term(terms, before), smt::print::term(terms, after));
            return Err(Failure(format!("{before} does not imply {after} at {position}: {answer:?}")));
        }
        before = after;
    }
    Ok(())
}
