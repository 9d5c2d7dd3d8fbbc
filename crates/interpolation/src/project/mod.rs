//! Projection: from a conjunction to a weaker one over fewer symbols, as strong as can be had cheaply.
//!
//! Strongest postconditions and negated weakest preconditions are both "there are values of the variables that are dead now such
//! that all this holds". The variables are eliminated by the cheapest rule that applies:
//!
//! 1. [`equations`]: `x = t` decides `x`; an equation is solved for `x` through operators that can be inverted;
//! 2. [`bounds`]: `x` that is only compared is gone when each lower bound is below each upper one;
//! 3. what is connected to no kept symbol is satisfiable or not, which a solver says;
//! 4. [`cases`]: disjunctions, `ite`, reads over writes and truth values are taken apart into a bounded number of cases;
//! 5. a solver's elimination, as hard as the caller wants;
//! 6. [`weaken`]: a conjunct with a dead variable is replaced by what it says about the range of the rest, or dropped.
//!
//! Rules 1 to 5 are equivalences, the last is an implication; so the result follows from the input in any case, and whether it
//! is strong enough is for the checker. Nothing is quantified in the result.

mod bounds;
mod cases;
mod equations;
mod functions;
mod weaken;

pub(crate) use equations::solve;

#[cfg(test)]
mod tests;

use crate::checker::satisfiable;
use crate::connect::{and, conjuncts, truth};
use crate::error::Failure;
use crate::ladder::Context;
use crate::pool::theories;
use smt::solver::{Answer, Attempt, Effort, Reason, Service};
use smt::transform::order;
use smt::{Op, Quantifier, SymbolId, TermId, Terms};
use std::collections::BTreeSet;

/// Larger formulas are not given to a solver's elimination.
const MAX_ELIMINATED: usize = 400;

/// How much a projection may ask of solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Help {
    /// Nothing: the formulas are known to have a model.
    Nothing,
    /// Satisfiability only.
    Checks,
    /// Also light elimination.
    Light,
    /// Also complete elimination, within the limits.
    Full,
}

/// One projection.
pub(crate) struct Projection<'k> {
    /// The symbols that may stay.
    pub(crate) keeps: &'k BTreeSet<SymbolId>,
    /// What solvers may be asked.
    pub(crate) help: Help,
    /// How many cases may still be made.
    pub(crate) cases: u32,
}

impl Projection<'_> {
    /// Conjuncts over kept symbols that follow from the formulas.
    pub(crate) fn of(
        &mut self,
        context: &mut Context<'_, '_>,
        formulas: &[TermId],
    ) -> Result<Vec<TermId>, Failure> {
        let mut current = formulas.to_vec();
        loop {
            context.proceed()?;
            current = tidy(context, &current);
            let dead = self.dead(context, &current);
            if dead.is_empty() {
                return Ok(current);
            }
            let (functions, variables): (Vec<SymbolId>, Vec<SymbolId>) =
                dead.into_iter().partition(|&symbol| !context.terms.symbol(symbol).arguments.is_empty());
            if let Some(&function) = functions.first() {
                current = functions::replace(context.terms, &current, function);
                continue;
            }
            let easier = equations::eliminate(context, &current, &variables)
                .or_else(|| bounds::eliminate(context, &current, &variables));
            if let Some(easier) = easier {
                current = easier;
                continue;
            }
            let (group, mut rest) = self.connected(context, &current);
            rest.extend(self.hard(context, &group)?);
            current = rest;
        }
    }

    /// Symbols that must go.
    fn dead(&self, context: &mut Context<'_, '_>, formulas: &[TermId]) -> BTreeSet<SymbolId> {
        let mut dead = BTreeSet::new();
        for &formula in formulas {
            let symbols = context.free.of(context.terms, formula);
            dead.extend(symbols.into_iter().filter(|symbol| !self.keeps.contains(symbol)));
        }
        dead
    }

    /// The conjuncts that are connected to the first dead symbol through dead symbols, and the others.
    fn connected(&self, context: &mut Context<'_, '_>, formulas: &[TermId]) -> (Vec<TermId>, Vec<TermId>) {
        let mut rest: Vec<(TermId, BTreeSet<SymbolId>)> =
            formulas.iter().map(|&formula| (formula, self.dead(context, &[formula]))).collect();
        let mut group = Vec::new();
        let mut reached: BTreeSet<SymbolId> =
            rest.iter().find_map(|(_, dead)| dead.first()).copied().into_iter().collect();
        loop {
            let (near, far): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|(_, dead)| !dead.is_disjoint(&reached));
            rest = far;
            if near.is_empty() {
                return (group, rest.into_iter().map(|(formula, _)| formula).collect());
            }
            for (formula, dead) in near {
                group.push(formula);
                reached.extend(dead);
            }
        }
    }

    /// Eliminates what no simple rule does. The result has no dead symbols.
    fn hard(&mut self, context: &mut Context<'_, '_>, group: &[TermId]) -> Result<Vec<TermId>, Failure> {
        let has_kept = group.iter().any(|&formula| {
            context.free.of(context.terms, formula).iter().any(|symbol| self.keeps.contains(symbol))
        });
        if !has_kept && self.help == Help::Nothing {
            return Ok(Vec::new());
        }
        if !has_kept {
            return match satisfiable(context, group, &context.options.check) {
                Ok(Answer::Unsat) => Ok(vec![context.terms.bool(false)]),
                Ok(Answer::Unknown(Reason::Interrupted)) => Err(Failure::Undecided(Reason::Interrupted)),
                Ok(Answer::Sat | Answer::Unknown(_)) | Err(Failure::Lacks(_)) => Ok(Vec::new()),
                Err(failure) => Err(failure),
            };
        }
        if let Some(split) = self.split(context, group) {
            return stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.join(context, split));
        }
        if let Some(eliminated) = self.ask(context, group)? {
            return Ok(eliminated);
        }
        let weaker = weaken::weaken(context, group, &|symbol| self.keeps.contains(&symbol));
        Ok(weaker)
    }

    /// Lets a solver eliminate. Its failure is no reason to fail: the group can still be weakened.
    fn ask(&self, context: &mut Context<'_, '_>, group: &[TermId]) -> Result<Option<Vec<TermId>>, Failure> {
        let efforts: &[Effort] = match self.help {
            Help::Nothing | Help::Checks => &[],
            Help::Light => &[Effort::Light],
            Help::Full => &[Effort::Light, Effort::Full],
        };
        let mut services = theories(context.terms, group);
        services.extend([Service::Elimination, Service::Quantifiers]);
        // Elimination looks at its limits between steps only, and a step takes long for large formulas.
        let is_large = order(context.terms, group).len() > MAX_ELIMINATED;
        if efforts.is_empty() || is_large || !context.pool.has(&services) {
            return Ok(None);
        }
        let dead: Vec<SymbolId> = self.dead(context, group).into_iter().collect();
        let body = and(context.terms, group);
        let Ok(formula) = context.terms.quantify(Quantifier::Exists, &dead, body) else { return Ok(None) };
        for &effort in efforts {
            context.proceed()?;
            let (limits, terms) = (&context.bounded(context.options.eliminate), &mut *context.terms);
            let found =
                context.pool.with(&services, |solver| solver.eliminate(terms, formula, effort, limits));
            match found {
                Ok(Attempt::Done(formula)) if !is_quantified(context.terms, formula) => {
                    let found = tidy(context, &[formula]);
                    if self.dead(context, &found).is_empty() {
                        return Ok(Some(found));
                    }
                }
                Ok(Attempt::Unknown(Reason::Interrupted)) => {
                    return Err(Failure::Undecided(Reason::Interrupted));
                }
                Ok(Attempt::Done(_) | Attempt::Unknown(_)) | Err(_) => {}
            }
        }
        Ok(None)
    }
}

/// Conjuncts in normal form.
fn tidy(context: &mut Context<'_, '_>, formulas: &[TermId]) -> Vec<TermId> {
    let flat = conjuncts(context.terms, formulas);
    let normal: Vec<TermId> = flat.iter().map(|&formula| context.normal.of(context.terms, formula)).collect();
    let flat = conjuncts(context.terms, &normal);
    // A conjunction that simplifies to false shows only when it is built.
    let whole = and(context.terms, &flat);
    if truth(context.terms, whole) == Some(false) { vec![whole] } else { flat }
}

/// Whether a formula has a quantifier.
pub(crate) fn is_quantified(terms: &Terms, formula: TermId) -> bool {
    order(terms, &[formula]).into_iter().any(|part| matches!(terms.op(part), Op::Quantified(_)))
}
