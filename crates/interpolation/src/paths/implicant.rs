//! The literals of one path: a conjunction that is true in a model and implies the formulas.
//!
//! From the roots down, a conjunction needs all its parts and a disjunction one that is true, the first. A choice between terms
//! is replaced by what the model chooses, with the condition as one more literal, so that a path has no choices left.

use crate::connect::{make, not};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::eval::Values;
use smt::transform::order;
use smt::{CoreOp, Op, Sort, TermId, Terms};

/// Literals that imply the formulas and are true; nothing if the values leave something open.
pub(super) fn of(terms: &mut Terms, formulas: &[TermId], values: &Values) -> Option<Vec<TermId>> {
    let mut path = Path { values, pending: Vec::new(), seen: FxHashSet::default(), literals: Vec::new() };
    for &formula in formulas.iter().rev() {
        path.need(terms, formula, true)?;
    }
    while let Some((formula, truth)) = path.pending.pop() {
        path.step(terms, formula, truth)?;
    }
    Some(path.literals)
}

struct Path<'v> {
    values: &'v Values,
    /// Formulas, and which truth value is to be explained.
    pending: Vec<(TermId, bool)>,
    seen: FxHashSet<TermId>,
    literals: Vec<TermId>,
}

impl Path<'_> {
    /// A formula that is to have a truth value, which it has. Nothing if it has not.
    fn need(&mut self, terms: &Terms, formula: TermId, truth: bool) -> Option<()> {
        if terms.as_const(formula).is_some() {
            return Some(());
        }
        if self.values.truth(formula) != Some(truth) {
            return None;
        }
        // In one model a formula has one truth value, so the formula alone is the key.
        if self.seen.insert(formula) {
            self.pending.push((formula, truth));
        }
        Some(())
    }

    /// A formula whose value matters, whatever it is.
    fn need_value(&mut self, terms: &Terms, formula: TermId) -> Option<()> {
        if terms.as_const(formula).is_some() {
            return Some(());
        }
        let truth = self.values.truth(formula)?;
        self.need(terms, formula, truth)
    }

    fn step(&mut self, terms: &mut Terms, formula: TermId, truth: bool) -> Option<()> {
        let args = terms.args(formula).to_vec();
        match terms.op(formula) {
            Op::Core(CoreOp::Not) => self.need(terms, args[0], !truth),
            Op::Core(op @ (CoreOp::And | CoreOp::Or)) if truth == (op == CoreOp::And) => {
                args.iter().try_for_each(|&arg| self.need(terms, arg, truth))
            }
            Op::Core(CoreOp::And | CoreOp::Or) => {
                let one = args.iter().find(|&&arg| self.values.truth(arg) == Some(truth))?;
                self.need(terms, *one, truth)
            }
            Op::Core(CoreOp::Ite) => {
                self.need_value(terms, args[0])?;
                let chosen = if self.values.truth(args[0])? { args[1] } else { args[2] };
                self.need(terms, chosen, truth)
            }
            Op::Core(CoreOp::Eq | CoreOp::Distinct | CoreOp::Xor | CoreOp::Implies)
                if args.iter().all(|&arg| terms.sort(arg) == Sort::Bool) =>
            {
                args.iter().try_for_each(|&arg| self.need_value(terms, arg))
            }
            Op::Core(_)
            | Op::Const(_)
            | Op::Apply(_)
            | Op::Arith(_)
            | Op::Bv(_)
            | Op::Fp(_)
            | Op::Array(_)
            | Op::Quantified(_) => self.literal(terms, formula, truth),
        }
    }

    /// An atom, without the choices inside.
    fn literal(&mut self, terms: &mut Terms, atom: TermId, truth: bool) -> Option<()> {
        let is_choice = |terms: &Terms, part: TermId| terms.op(part) == Op::Core(CoreOp::Ite);
        let parts = order(terms, &[atom]);
        let is_plain = !parts.iter().any(|&part| is_choice(terms, part))
            || parts.iter().any(|&part| matches!(terms.op(part), Op::Quantified(_)));
        let atom = if is_plain { atom } else { self.resolved(terms, atom, &parts)? };
        self.literals.push(if truth { atom } else { not(terms, atom) });
        Some(())
    }

    fn resolved(&mut self, terms: &mut Terms, atom: TermId, parts: &[TermId]) -> Option<TermId> {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &part in parts {
            let args = terms.args(part).to_vec();
            let replaced = if terms.op(part) == Op::Core(CoreOp::Ite) {
                self.need_value(terms, args[0])?;
                let truth = match terms.as_const(args[0]).and_then(smt::Value::as_bool) {
                    Some(truth) => truth,
                    None => self.values.truth(args[0])?,
                };
                new[&args[if truth { 1 } else { 2 }]]
            } else {
                let replaced: Vec<TermId> = args.iter().map(|arg| new[arg]).collect();
                if replaced == args { part } else { make(terms, terms.op(part), &replaced) }
            };
            new.insert(part, replaced);
        }
        new.get(&atom).copied()
    }
}
