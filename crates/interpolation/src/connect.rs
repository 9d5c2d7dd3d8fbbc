//! Small constructors and questions about formulas, shared by all strategies.
//!
//! The constructors panic only if a part is not of the sort that the caller knows it to have: everything that comes from outside
//! is a formula, because [`Interpolator`](crate::Interpolator) asks first.

use smt::{CoreOp, Op, Sort, SymbolId, TermId, Terms, Value};

/// A term whose parts are known to fit.
pub(crate) fn make(terms: &mut Terms, op: Op, args: &[TermId]) -> TermId {
    terms.apply(op, args).expect("the parts have the sorts of the operator")
}

/// A conjunction; of nothing it is true.
pub(crate) fn and(terms: &mut Terms, args: &[TermId]) -> TermId {
    if args.is_empty() { terms.bool(true) } else { make(terms, Op::Core(CoreOp::And), args) }
}

/// A disjunction; of nothing it is false.
pub(crate) fn or(terms: &mut Terms, args: &[TermId]) -> TermId {
    if args.is_empty() { terms.bool(false) } else { make(terms, Op::Core(CoreOp::Or), args) }
}

/// A negation.
pub(crate) fn not(terms: &mut Terms, arg: TermId) -> TermId {
    make(terms, Op::Core(CoreOp::Not), &[arg])
}

/// An equality of two terms of one sort.
pub(crate) fn equal(terms: &mut Terms, one: TermId, two: TermId) -> TermId {
    make(terms, Op::Core(CoreOp::Eq), &[one, two])
}

/// A variable as a term.
pub(crate) fn variable(terms: &mut Terms, symbol: SymbolId) -> TermId {
    make(terms, Op::Apply(symbol), &[])
}

/// The truth value that a formula is.
pub(crate) fn truth(terms: &Terms, formula: TermId) -> Option<bool> {
    terms.as_const(formula).and_then(Value::as_bool)
}

/// What a formula negates.
pub(crate) fn negated(terms: &Terms, formula: TermId) -> Option<TermId> {
    (terms.op(formula) == Op::Core(CoreOp::Not)).then(|| terms.args(formula)[0])
}

/// The conjuncts of formulas, sorted and without repetition; nested conjunctions and negated disjunctions are taken apart. If
/// one is false, it is the only one.
pub(crate) fn conjuncts(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    parts(terms, formulas, CoreOp::And, CoreOp::Or)
}

/// The disjuncts of a formula; one if it is no disjunction.
pub(crate) fn disjuncts(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    parts(terms, &[formula], CoreOp::Or, CoreOp::And)
}

fn parts(terms: &mut Terms, formulas: &[TermId], own: CoreOp, dual: CoreOp) -> Vec<TermId> {
    let neutral = own == CoreOp::And;
    let mut found = Vec::new();
    let mut pending = formulas.to_vec();
    while let Some(formula) = pending.pop() {
        match truth(terms, formula) {
            Some(value) if value == neutral => continue,
            Some(_) => return vec![formula],
            None => {}
        }
        if terms.op(formula) == Op::Core(own) {
            pending.extend_from_slice(terms.args(formula));
            continue;
        }
        let inner = negated(terms, formula).filter(|&inner| terms.op(inner) == Op::Core(dual));
        if let Some(inner) = inner {
            let args = terms.args(inner).to_vec();
            pending.extend(args.into_iter().map(|arg| not(terms, arg)));
        } else {
            found.push(formula);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The sides of an equality.
pub(crate) fn equation(terms: &Terms, formula: TermId) -> Option<(TermId, TermId)> {
    if terms.op(formula) != Op::Core(CoreOp::Eq) {
        return None;
    }
    let &[one, two] = terms.args(formula) else { return None };
    Some((one, two))
}

/// Whether a term is a formula.
pub(crate) fn is_formula(terms: &Terms, term: TermId) -> bool {
    terms.sort(term) == Sort::Bool
}
