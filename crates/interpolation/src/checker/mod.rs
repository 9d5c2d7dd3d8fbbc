//! The checker: whether facts are interpolants of a trace, asked of a solver and of nobody else.
//!
//! It knows nothing of how the facts were found. It looks at the number of facts, the first and the last, the symbols of each
//! against those of the trace, and for each step whether the fact and the formula imply the next fact. A step is
//! accepted without a query only if every conjunct of the next fact is among the conjuncts of the left side. Loops make
//! steps that differ by the indices of their symbols only; the validity of an implication does not change when symbols are renamed
//! one to one, so the answer to a step is remembered under a canonical renaming ([`rename`]) and found again.
//!
//! An answer that is not "unsatisfiable" rejects the sequence; "unknown" does too. There is one exception: products of variables are
//! beyond solvers of bit-vectors, while `2·s = i·(i + 1)` is kept by a loop for reasons of algebra. So a step that is not decided in a short
//! time is inlined and rewritten, and accepted if that leaves a plain contradiction. Such steps are counted.
//!
//! *Why that is a proof.* The query is the conjunction Q of the premises and the negated fact. Inlining ([`Inlined`]) takes some
//! equations `x = t` out of Q, with `x` not in `t`, and replaces `x` by `t` in others; each formula that results follows from Q,
//! because equals are replaced by equals (`=` is identity for all sorts, floats included; substitution avoids capture). Rewriting
//! replaces a formula by an equivalent one: the rules of [`normal`](crate::normal) are identities of the ring of integers, reals or
//! integers modulo a power of two, division of an equation by an odd number, which is a unit there, rounding of bounds of integers, and identities
//! of bitwise operators with constants; the constructors of terms fold constants. All operators are total, so no rule has a
//! side condition. Hence every formula that is left is a consequence of Q, and if one of them, or their conjunction, is the constant `false`,
//! then Q has no model, which is what the solver would have been asked. Nothing is guessed, sampled or bounded on this way: a rule that does
//! not apply, or a sum that is too long, leaves the formula as it is, and then the contradiction does not show and the solver is asked again.
//! What is trusted is that the rules are written down correctly, as it is for the constructors of terms everywhere; they are tested against
//! the evaluator on random terms, and whole refutations against trying all values.

mod rename;

#[cfg(test)]
mod tests;

use crate::connect::{and, conjuncts, not, truth};
use crate::error::{Defect, Failure};
use crate::ladder::Context;
use crate::newton::Inlined;
use crate::options::Quantifiers;
use crate::pool::theories;
use crate::trace::Trace;
use rustc_hash::FxHashSet;
use smt::solver::{Answer, Limits, Reason};
use smt::transform::order;
use smt::{Op, TermId, Terms};

/// What has been checked so far, for one store of terms.
#[derive(Default)]
pub(crate) struct Checker {
    /// Sets of formulas, canonically renamed, that are unsatisfiable.
    refuted: FxHashSet<Box<[TermId]>>,
    /// Steps that were looked at.
    pub(crate) steps: u64,
    /// Of these, such that needed no query.
    pub(crate) trivial: u64,
    /// Of these, such that were a renaming of a step before.
    pub(crate) repeated: u64,
    /// Of these, such that rewriting decided because the solver did not.
    pub(crate) rewritten: u64,
}

impl Checker {
    /// Fails with [`Failure::Rejected`] if the facts are not a sequence of interpolants of the trace.
    pub(crate) fn check(
        &mut self,
        context: &mut Context<'_, '_>,
        trace: &Trace,
        facts: &[TermId],
    ) -> Result<(), Failure> {
        inspect(context, trace, facts).map_err(Failure::Rejected)?;
        for (place, (&formula, pair)) in trace.formulas.iter().zip(facts.windows(2)).enumerate() {
            context.proceed()?;
            self.steps += 1;
            let premises = conjuncts(context.terms, &[pair[0], formula]);
            if is_immediate(context.terms, &premises, pair[1]) {
                self.trivial += 1;
                continue;
            }
            let mut query = premises;
            query.push(not(context.terms, pair[1]));
            let query = rename::canonical(context.terms, context.free, &query);
            if self.refuted.contains(&*query) {
                self.repeated += 1;
                continue;
            }
            match self.refute(context, &query)? {
                Answer::Unsat => self.refuted.insert(query.into()),
                Answer::Sat => return Err(Failure::Rejected(Defect::Step(place + 1))),
                Answer::Unknown(Reason::Interrupted) => {
                    return Err(Failure::Undecided(Reason::Interrupted));
                }
                Answer::Unknown(reason) => {
                    let position = place + 1;
                    return Err(Failure::Rejected(Defect::Undecided { position, reason }));
                }
            };
        }
        Ok(())
    }

    /// Asks for a short time, then tries to rewrite, then asks for as long as allowed.
    fn refute(&mut self, context: &mut Context<'_, '_>, query: &[TermId]) -> Result<Answer, Failure> {
        let first = satisfiable(context, query, &context.options.check_first)?;
        match first {
            Answer::Sat | Answer::Unsat | Answer::Unknown(Reason::Interrupted) => return Ok(first),
            Answer::Unknown(_) => {}
        }
        if is_refuted_by_rewriting(context, query) {
            self.rewritten += 1;
            return Ok(Answer::Unsat);
        }
        satisfiable(context, query, &context.options.check)
    }
}

/// All that needs no solver.
fn inspect(context: &mut Context<'_, '_>, trace: &Trace, facts: &[TermId]) -> Result<(), Defect> {
    let terms = &*context.terms;
    let expected = trace.formulas.len() + 1;
    if facts.len() != expected {
        return Err(Defect::Length { expected, found: facts.len() });
    }
    if let Some(place) = facts.iter().position(|&fact| !crate::connect::is_formula(terms, fact)) {
        return Err(Defect::NotFormula(place));
    }
    if truth(terms, facts[0]) != Some(true) {
        return Err(Defect::First);
    }
    if truth(terms, facts[expected - 1]) != Some(false) {
        return Err(Defect::Last);
    }
    for (position, &fact) in facts.iter().enumerate() {
        let strange =
            context.free.of(terms, fact).into_iter().find(|&symbol| !trace.is_shared(symbol, position));
        if let Some(symbol) = strange {
            return Err(Defect::Vocabulary { position, symbol });
        }
    }
    let is_quantified = |formulas: &[TermId]| {
        order(terms, formulas).into_iter().any(|part| matches!(terms.op(part), Op::Quantified(_)))
    };
    if context.options.quantifiers == Quantifiers::Refuse
        && is_quantified(facts)
        && !is_quantified(&trace.formulas)
    {
        let place = facts.iter().position(|&fact| is_quantified(&[fact])).unwrap_or(0);
        return Err(Defect::Quantifier(place));
    }
    Ok(())
}

/// Whether the goal is true, or is a part of the premises, or these are false.
fn is_immediate(terms: &mut Terms, premises: &[TermId], goal: TermId) -> bool {
    // A conjunction that has a formula and its negation is false when it is built.
    let whole = and(terms, premises);
    if truth(terms, whole) == Some(false) {
        return true;
    }
    conjuncts(terms, &[goal]).iter().all(|goal| premises.binary_search(goal).is_ok())
}

/// Whether formulas are contradictory in normal form after their definitions are inlined.
fn is_refuted_by_rewriting(context: &mut Context<'_, '_>, query: &[TermId]) -> bool {
    let inlined = Inlined::new(context, &[query.to_vec()], 0);
    let conditions = inlined.conditions(context.terms);
    let whole = and(context.terms, &conditions);
    truth(context.terms, whole) == Some(false)
}

/// Whether formulas have a model together.
pub(crate) fn satisfiable(
    context: &mut Context<'_, '_>,
    formulas: &[TermId],
    limits: &Limits,
) -> Result<Answer, Failure> {
    let limits = &context.bounded(*limits);
    let terms = &*context.terms;
    context.pool.with(&theories(terms, formulas), |solver| {
        solver.push()?;
        let mut asserted = formulas.iter().map(|&formula| solver.assert(terms, formula));
        let answer = asserted.find(Result::is_err).unwrap_or(Ok(()));
        let answer = answer.and_then(|()| solver.check(terms, &[], limits));
        // Also after a failure that the solver recovers from, the stack is to be as before.
        solver.pop()?;
        answer
    })
}
