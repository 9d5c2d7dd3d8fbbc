//! The abstraction of a formula: the strongest combination of given predicates that follows from it.
//!
//! With an empty precision that is `true`, without a query. Otherwise, once the formula is asserted with a truth variable for each predicate
//! ([`combine`]), the cartesian abstraction finds the predicates that follow, and those whose negations do; the boolean one enumerates all
//! combinations that are possible (Lahiri, Nieuwenhuis, Oliveras: SMT techniques for fast predicate abstraction, CAV 2006). The combined
//! one enumerates only what the cartesian one left open. An undecided query makes the analysis stop: an abstraction must follow
//! from the formula, and nothing else may be guessed.
//!
//! The same block is abstracted again after each refinement that removes it, so results are remembered by what they depend on: the
//! formula, and the predicates about the copies at its end. A predicate that the block does not touch and the region before decides needs
//! no query.

mod combine;

use crate::analysis::{Abstraction, PredicateAnalysis};
use crate::region::{Literals, Rank, RegionId, Regions};
use cfa::LocationId;
use cpa::{Context, PrecisionId, StateId};
use outcome::Incomplete;
use rustc_hash::FxHashMap;
use smt::solver::{Answer, Limits};
use smt::{CoreOp, Op, TermId, Terms};

pub(crate) fn and(terms: &mut Terms, formulas: &[TermId]) -> Result<TermId, Incomplete> {
    match formulas {
        [] => Ok(terms.bool(true)),
        [only] => Ok(*only),
        _ => terms.apply(Op::Core(CoreOp::And), formulas).map_err(Incomplete::from),
    }
}

pub(crate) fn or(terms: &mut Terms, formulas: &[TermId]) -> Result<TermId, Incomplete> {
    match formulas {
        [] => Ok(terms.bool(false)),
        [only] => Ok(*only),
        _ => terms.apply(Op::Core(CoreOp::Or), formulas).map_err(Incomplete::from),
    }
}

pub(crate) fn not(terms: &mut Terms, formula: TermId) -> Result<TermId, Incomplete> {
    terms.apply(Op::Core(CoreOp::Not), &[formula]).map_err(Incomplete::from)
}

/// What an abstraction depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    /// The region before, about the copies at the beginning of the block.
    start: TermId,
    block: TermId,
    /// The predicates, and what they are about the copies at its end.
    tracked: Box<[(Rank, TermId)]>,
}

/// Results of abstractions; nothing if no state is left.
pub(crate) type Answers = FxHashMap<Question, Option<RegionId>>;

impl PredicateAnalysis<'_> {
    pub(crate) fn limits(&self, cx: &Context<'_>) -> Limits {
        let time = limits::shorter(cx.budget.remaining(), self.options.query.time);
        Limits { time, memory: self.options.query.memory }
    }

    /// Whether formulas are satisfiable together, on top of what is asserted.
    pub(crate) fn is_satisfiable(
        &self,
        cx: &Context<'_>,
        assumptions: &[TermId],
    ) -> Result<bool, Incomplete> {
        let limits = self.limits(cx);
        match self.satisfiability(cx, assumptions, &limits)? {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    }

    /// The same within given limits, for those who can do without an answer.
    pub(crate) fn satisfiability(
        &self,
        cx: &Context<'_>,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, Incomplete> {
        cx.budget.check_now()?;
        let terms = self.logic.terms.borrow();
        let answer = self.ask(|solver| solver.check(&terms, assumptions, limits))?;
        if let Answer::Unknown(_) = answer {
            cx.budget.check_now()?;
        }
        Ok(answer)
    }

    /// Whether one formula about states follows from another.
    pub(crate) fn entails(
        &mut self,
        cx: &Context<'_>,
        strong: TermId,
        weak: TermId,
    ) -> Result<bool, Incomplete> {
        let (yes, no) = {
            let mut terms = self.logic.terms.borrow_mut();
            (terms.bool(true), terms.bool(false))
        };
        if strong == weak || weak == yes || strong == no {
            return Ok(true);
        }
        if let Some(&known) = self.entailed.get(&(strong, weak)) {
            return Ok(known);
        }
        self.statistics.entailments += 1;
        let counter = not(&mut self.logic.terms.borrow_mut(), weak)?;
        let follows = !self.is_satisfiable(cx, &[strong, counter])?;
        self.entailed.insert((strong, weak), follows);
        Ok(follows)
    }

    /// Ends the block of a state. `None` if no execution gets there.
    pub(crate) fn abstract_at(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        location: LocationId,
        is_target: bool,
    ) -> Result<Option<StateId>, Incomplete> {
        let _timer = cx.phase("abstraction");
        self.statistics.abstractions += 1;
        let block = self.states[state].path.clone();
        let function = cx.cfa.locations[location].function;
        let predicates: Vec<TermId> = self.precisions[precision].at(function, location).into_iter().collect();
        let refuted = self.statistics.refuted_targets;
        let is_checked = is_target && self.options.target_checks.is_none_or(|most| refuted < u64::from(most));
        let region = if predicates.is_empty() && !is_checked {
            self.statistics.trivial_abstractions += 1;
            Some(Regions::ALL)
        } else {
            self.region_at(cx, state, &predicates)?
        };
        let Some(region) = region else {
            self.statistics.refuted_targets += u64::from(is_target);
            return Ok(None);
        };
        let formula = self.regions.formula(&mut self.logic.terms.borrow_mut(), region)?;
        let region = self.kept(region);
        let abstraction = Abstraction { formula, region, block, location };
        Ok(Some(self.abstraction_state(abstraction)))
    }

    /// The abstraction of what a state stands for; `None` if that is nothing.
    fn region_at(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        predicates: &[TermId],
    ) -> Result<Option<RegionId>, Incomplete> {
        let question = self.question(state, predicates)?;
        if let Some(&known) = self.answers.get(&question) {
            self.statistics.cached_abstractions += 1;
            return Ok(known);
        }
        let carried = self.carried(state, &question)?;
        let open: Vec<(Rank, TermId)> = question
            .tracked
            .iter()
            .copied()
            .filter(|(rank, _)| carried.binary_search_by_key(rank, |&(rank, _)| rank).is_err())
            .collect();
        let formula = and(&mut self.logic.terms.borrow_mut(), &[question.start, question.block])?;
        let combined = self.with_asserted(formula, |analysis| analysis.combine(cx, &open))?;
        let region = combined.map(|region| {
            let known = self.regions.of_cubes(&[carried]);
            self.regions.and(known, region)
        });
        self.answers.insert(question, region);
        Ok(region)
    }

    fn question(&mut self, state: StateId, predicates: &[TermId]) -> Result<Question, Incomplete> {
        let state = &self.states[state];
        let before = &self.abstractions[state.abstraction];
        let mut terms = self.logic.terms.borrow_mut();
        let encoder = self.logic.encoder;
        let start =
            encoder.instantiate(&mut terms, before.formula, &before.block.ssa).map_err(Incomplete::from)?;
        let mut tracked = Vec::new();
        for &predicate in predicates {
            // A truth value says only that it matters whether there are states.
            if terms.as_const(predicate).is_some() {
                continue;
            }
            let rank = self.regions.rank(&mut terms, predicate)?;
            tracked.push((
                rank,
                encoder.instantiate(&mut terms, predicate, &state.path.ssa).map_err(Incomplete::from)?,
            ));
        }
        tracked.sort_unstable();
        Ok(Question { start, block: state.path.formula, tracked: tracked.into() })
    }

    /// Predicates that the region before decides and whose variables the block does not change.
    fn carried(&mut self, state: StateId, question: &Question) -> Result<Literals, Incomplete> {
        let state = &self.states[state];
        let before = &self.abstractions[state.abstraction];
        let Some(region) = before.region else { return Ok(Literals::new()) };
        let mut carried = Literals::new();
        for &(rank, instance) in &question.tracked {
            let predicate = self.regions.predicate(rank).formula;
            let earlier = {
                let mut terms = self.logic.terms.borrow_mut();
                self.logic
                    .encoder
                    .instantiate(&mut terms, predicate, &before.block.ssa)
                    .map_err(Incomplete::from)?
            };
            if earlier == instance
                && let Some(value) = self.regions.decides(region, rank)
            {
                carried.push((rank, value));
            }
        }
        self.statistics.carried_predicates += carried.len() as u64;
        Ok(carried)
    }

    /// Runs queries with a formula asserted, and takes it back whatever happens.
    pub(crate) fn with_asserted<T>(
        &mut self,
        formula: TermId,
        queries: impl FnOnce(&mut Self) -> Result<T, Incomplete>,
    ) -> Result<T, Incomplete> {
        self.ask(|solver| solver.push())?;
        let asserted = self.assert(formula);
        let result = asserted.and_then(|()| queries(self));
        self.ask(|solver| solver.pop())?;
        result
    }

    fn assert(&self, formula: TermId) -> Result<(), Incomplete> {
        let terms = self.logic.terms.borrow();
        self.ask(|solver| solver.assert(&terms, formula))
    }
}
