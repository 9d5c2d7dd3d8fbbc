//! Taking apart: a disjunction, an `ite`, a read over a write or a truth value gives cases, which are projected one by one
//! and joined again. ∃x. (A ∨ B) is (∃x. A) ∨ (∃x. B).
//!
//! A block of a program with several paths is a formula with disjunctions, and its dead variables are decided differently
//! on each path. So this is what makes projection work for whole blocks. The number of cases is bounded; a case that a
//! solver refutes is left out.

use super::{Projection, is_quantified};
use crate::checker::satisfiable;
use crate::connect::{and, disjuncts, equal, equation, make, negated, not, or, truth};
use crate::error::Failure;
use crate::ladder::Context;
use rustc_hash::FxHashMap;
use smt::solver::{Answer, Reason};
use smt::transform::{Substitution, order};
use smt::{ArrayOp, CoreOp, Op, Sort, SymbolId, TermId, Terms};

/// More results than this are not compared with each other.
const MAX_COMPARED: usize = 6;

impl Projection<'_> {
    /// Cases whose disjunction is the group, if there is something to take apart and cases are left.
    pub(super) fn split(
        &mut self,
        context: &mut Context<'_, '_>,
        group: &[TermId],
    ) -> Option<Vec<Vec<TermId>>> {
        let found = self
            .split_disjunction(context, group)
            .or_else(|| self.split_variable(context, group))
            .or_else(|| self.split_term(context, group))?;
        let count = u32::try_from(found.len()).ok()?;
        self.cases = self.cases.checked_sub(count)?;
        Some(found)
    }

    fn split_disjunction(&self, context: &mut Context<'_, '_>, group: &[TermId]) -> Option<Vec<Vec<TermId>>> {
        for (place, &formula) in group.iter().enumerate() {
            let choices = alternatives(context.terms, formula);
            if choices.len() > 1 {
                return Some(choices.iter().map(|&choice| with(group, place, &[choice])).collect());
            }
        }
        None
    }

    /// A dead truth value is true or false.
    fn split_variable(&self, context: &mut Context<'_, '_>, group: &[TermId]) -> Option<Vec<Vec<TermId>>> {
        let dead = self.dead(context, group);
        let variable = dead.into_iter().find(|&symbol| context.terms.symbol(symbol).result == Sort::Bool)?;
        let mut cases = Vec::new();
        for value in [true, false] {
            let mut substitution = Substitution::new();
            let value = context.terms.bool(value);
            substitution.replace(context.terms, variable, value).ok()?;
            cases.push(group.iter().map(|&formula| substitution.apply(context.terms, formula)).collect());
        }
        Some(cases)
    }

    /// An `ite` or a read over a write with a dead symbol becomes one of its two values.
    fn split_term(&self, context: &mut Context<'_, '_>, group: &[TermId]) -> Option<Vec<Vec<TermId>>> {
        for (place, &formula) in group.iter().enumerate() {
            if is_quantified(context.terms, formula) {
                continue;
            }
            for part in order(context.terms, &[formula]) {
                let Some((condition, yes, no)) = choice(context.terms, part) else { continue };
                if self.dead(context, &[part]).is_empty() {
                    continue;
                }
                let denied = not(context.terms, condition);
                let cases = [(condition, yes), (denied, no)].map(|(condition, value)| {
                    let replaced = exchange(context.terms, formula, part, value);
                    with(group, place, &[condition, replaced])
                });
                return Some(cases.into());
            }
        }
        None
    }

    /// Projects the cases, and joins what is left of them.
    pub(super) fn join(
        &mut self,
        context: &mut Context<'_, '_>,
        cases: Vec<Vec<TermId>>,
    ) -> Result<Vec<TermId>, Failure> {
        let mut results: Vec<Vec<TermId>> = Vec::new();
        for case in cases {
            match satisfiable(context, &case, &context.options.shrink) {
                Ok(Answer::Unsat) => continue,
                Ok(Answer::Unknown(Reason::Interrupted)) => {
                    return Err(Failure::Undecided(Reason::Interrupted));
                }
                // The query only saves work, so nothing depends on its answer.
                Ok(Answer::Sat | Answer::Unknown(_)) | Err(_) => {}
            }
            let result = self.of(context, &case)?;
            let is_false = result.iter().any(|&formula| truth(context.terms, formula) == Some(false));
            if !is_false && !results.contains(&result) {
                results.push(result);
            }
        }
        let results = weakest_of(context, results);
        let Some((first, others)) = results.split_first() else {
            return Ok(vec![context.terms.bool(false)]);
        };
        let is_common = |formula: &TermId| others.iter().all(|other| other.contains(formula));
        let mut joined: Vec<TermId> = first.iter().copied().filter(is_common).collect();
        let rests: Vec<TermId> = results
            .iter()
            .map(|result| {
                let rest: Vec<TermId> =
                    result.iter().copied().filter(|formula| !joined.contains(formula)).collect();
                and(context.terms, &rest)
            })
            .collect();
        joined.push(or(context.terms, &rests));
        Ok(joined)
    }
}

/// The results without those that imply another. Queries that fail leave a result where it is.
fn weakest_of(context: &mut Context<'_, '_>, results: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    if results.len() > MAX_COMPARED {
        return results;
    }
    let mut kept: Vec<Vec<TermId>> = Vec::new();
    for (place, result) in results.iter().enumerate() {
        let mut others = kept.iter().chain(&results[place + 1..]);
        let is_stronger = others.any(|other| {
            let weaker = and(context.terms, other);
            let query = [&**result, &[not(context.terms, weaker)]].concat();
            matches!(satisfiable(context, &query, &context.options.shrink), Ok(Answer::Unsat))
        });
        if !is_stronger {
            kept.push(result.clone());
        }
    }
    kept
}

/// The formulas with one of them replaced.
fn with(group: &[TermId], place: usize, by: &[TermId]) -> Vec<TermId> {
    [&group[..place], by, &group[place + 1..]].concat()
}

/// Formulas whose disjunction is the formula.
fn alternatives(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    let inner = negated(terms, formula);
    let equivalence =
        equation(terms, inner.unwrap_or(formula)).filter(|&(one, _)| terms.sort(one) == Sort::Bool);
    if let Some((one, mut two)) = equivalence {
        if inner.is_some() {
            two = not(terms, two);
        }
        let (no_one, no_two) = (not(terms, one), not(terms, two));
        return vec![and(terms, &[one, two]), and(terms, &[no_one, no_two])];
    }
    disjuncts(terms, formula)
}

/// The condition, and the values with and without it, of a term that has two.
fn choice(terms: &mut Terms, part: TermId) -> Option<(TermId, TermId, TermId)> {
    match (terms.op(part), terms.args(part)) {
        (Op::Core(CoreOp::Ite), &[condition, yes, no]) => Some((condition, yes, no)),
        (Op::Array(ArrayOp::Select), &[array, index]) => {
            if terms.op(array) != Op::Array(ArrayOp::Store) {
                return None;
            }
            let &[below, at, element] = terms.args(array) else { return None };
            let condition = equal(terms, at, index);
            let no = make(terms, Op::Array(ArrayOp::Select), &[below, index]);
            Some((condition, element, no))
        }
        (_, _) => None,
    }
}

/// The formula with a subterm replaced. There are no quantifiers in it.
pub(super) fn exchange(terms: &mut Terms, formula: TermId, part: TermId, by: TermId) -> TermId {
    let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
    known.insert(part, by);
    for next in order(terms, &[formula]) {
        if known.contains_key(&next) {
            continue;
        }
        let args: Vec<TermId> = terms.args(next).iter().map(|arg| known[arg]).collect();
        let op = terms.op(next);
        let new = if *args == *terms.args(next) { next } else { make(terms, op, &args) };
        known.insert(next, new);
    }
    known[&formula]
}

/// The applications of a function in formulas.
pub(super) fn applications(terms: &Terms, formulas: &[TermId], function: SymbolId) -> Vec<TermId> {
    order(terms, formulas).into_iter().filter(|&part| terms.op(part) == Op::Apply(function)).collect()
}
