//! The abstraction of a formula: the strongest combination of given predicates that follows from it.
//!
//! With an empty precision that is `true`, without a query. Otherwise the cartesian abstraction asks for each predicate
//! whether it, or its negation, follows; the boolean one enumerates all combinations that are possible (Lahiri, Nieuwenhuis, Oliveras: SMT techniques
//! for fast predicate abstraction, CAV 2006). The combined one enumerates only what the cartesian one left open. An undecided
//! query makes the analysis stop: an abstraction must follow from the formula, and nothing else may be guessed.

use crate::analysis::{Abstraction, PredicateAnalysis, gave_up};
use crate::options::AbstractionKind;
use cfa::LocationId;
use cpa::{Context, PrecisionId, StateId, Stop};
use smt::solver::{Answer, Limits};
use smt::{CoreOp, Op, TermId, Terms};

pub(crate) fn and(terms: &mut Terms, formulas: &[TermId]) -> Result<TermId, Stop> {
    match formulas {
        [] => Ok(terms.bool(true)),
        [only] => Ok(*only),
        _ => terms.apply(Op::Core(CoreOp::And), formulas).map_err(gave_up),
    }
}

pub(crate) fn or(terms: &mut Terms, formulas: &[TermId]) -> Result<TermId, Stop> {
    match formulas {
        [] => Ok(terms.bool(false)),
        [only] => Ok(*only),
        _ => terms.apply(Op::Core(CoreOp::Or), formulas).map_err(gave_up),
    }
}

pub(crate) fn not(terms: &mut Terms, formula: TermId) -> Result<TermId, Stop> {
    terms.apply(Op::Core(CoreOp::Not), &[formula]).map_err(gave_up)
}

impl PredicateAnalysis<'_> {
    pub(crate) fn limits(&self, cx: &Context<'_>) -> Limits {
        let time = match (cx.budget.remaining(), self.options.query.time) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (Some(only), None) | (None, Some(only)) => Some(only),
            (None, None) => None,
        };
        Limits { time, memory: self.options.query.memory }
    }

    /// Whether formulas are satisfiable together, on top of what is asserted.
    pub(crate) fn is_satisfiable(&self, cx: &Context<'_>, assumptions: &[TermId]) -> Result<bool, Stop> {
        cx.budget.check_now()?;
        let limits = self.limits(cx);
        let terms = self.logic.terms.borrow();
        let answer = self.logic.solver.borrow_mut().check(&terms, assumptions, &limits).map_err(gave_up)?;
        match answer {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => {
                cx.budget.check_now()?;
                Err(Stop::GaveUp(format!("the solver did not decide a query: {reason:?}")))
            }
        }
    }

    /// Whether one formula about states follows from another.
    pub(crate) fn entails(&mut self, cx: &Context<'_>, strong: TermId, weak: TermId) -> Result<bool, Stop> {
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
    ) -> Result<Option<StateId>, Stop> {
        let _timer = cx.phase("abstraction");
        self.statistics.abstractions += 1;
        let block = self.states[state].path.clone();
        let function = cx.cfa.locations[location].function;
        let predicates: Vec<TermId> = self.precisions[precision].at(function, location).into_iter().collect();
        let formula = if predicates.is_empty() && !is_target {
            self.statistics.trivial_abstractions += 1;
            self.logic.terms.borrow_mut().bool(true)
        } else {
            match self.abstraction_of(cx, state, &predicates)? {
                Some(formula) => formula,
                None => return Ok(None),
            }
        };
        let abstraction = Abstraction { formula, block, location };
        Ok(Some(self.abstraction_state(abstraction)))
    }

    /// The abstraction of what a state stands for; `None` if that is nothing.
    fn abstraction_of(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        predicates: &[TermId],
    ) -> Result<Option<TermId>, Stop> {
        let state = &self.states[state];
        let before = &self.abstractions[state.abstraction];
        let (formula, instances) = {
            let mut terms = self.logic.terms.borrow_mut();
            let encoder = self.logic.encoder;
            let start =
                encoder.instantiate(&mut terms, before.formula, &before.block.ssa).map_err(gave_up)?;
            let formula = and(&mut terms, &[start, state.path.formula])?;
            let instances = predicates
                .iter()
                .map(|&predicate| {
                    encoder.instantiate(&mut terms, predicate, &state.path.ssa).map_err(gave_up)
                })
                .collect::<Result<Vec<_>, _>>()?;
            (formula, instances)
        };
        self.with_asserted(formula, |analysis| {
            if !analysis.is_satisfiable(cx, &[])? {
                return Ok(None);
            }
            let mut facts = Vec::new();
            let mut open = Vec::new();
            for (&predicate, &instance) in predicates.iter().zip(&instances) {
                match analysis.options.abstraction {
                    AbstractionKind::Boolean => open.push((predicate, instance)),
                    AbstractionKind::Cartesian | AbstractionKind::Combined => {
                        match analysis.decided(cx, predicate, instance)? {
                            Some(fact) => facts.push(fact),
                            None => open.push((predicate, instance)),
                        }
                    }
                }
            }
            if analysis.options.abstraction != AbstractionKind::Cartesian && !open.is_empty() {
                facts.push(analysis.combinations(cx, &open)?);
            }
            and(&mut analysis.logic.terms.borrow_mut(), &facts).map(Some)
        })
    }

    /// The predicate or its negation, if one of them follows from what is asserted.
    fn decided(&self, cx: &Context<'_>, predicate: TermId, instance: TermId) -> Result<Option<TermId>, Stop> {
        let (negated, counter) = {
            let mut terms = self.logic.terms.borrow_mut();
            (not(&mut terms, predicate)?, not(&mut terms, instance)?)
        };
        if !self.is_satisfiable(cx, &[counter])? {
            return Ok(Some(predicate));
        }
        if !self.is_satisfiable(cx, &[instance])? {
            return Ok(Some(negated));
        }
        Ok(None)
    }

    /// The disjunction of all combinations of predicates that are possible with what is asserted.
    fn combinations(&self, cx: &Context<'_>, open: &[(TermId, TermId)]) -> Result<TermId, Stop> {
        cx.budget.check_now()?;
        let limits = self.limits(cx);
        let instances: Vec<TermId> = open.iter().map(|&(_, instance)| instance).collect();
        let mut terms = self.logic.terms.borrow_mut();
        let found =
            self.logic.solver.borrow_mut().all_sat(&mut terms, &instances, &limits).map_err(gave_up)?;
        if let Some(reason) = found.incomplete {
            return Err(Stop::GaveUp(format!("the solver did not decide a query: {reason:?}")));
        }
        let mut cubes = Vec::new();
        for cube in &found.cubes {
            let mut literals = Vec::new();
            for (&value, &(predicate, _)) in cube.iter().zip(open) {
                literals.push(if value { predicate } else { not(&mut terms, predicate)? });
            }
            cubes.push(and(&mut terms, &literals)?);
        }
        or(&mut terms, &cubes)
    }

    /// Runs queries with a formula asserted, and takes it back whatever happens.
    pub(crate) fn with_asserted<T>(
        &mut self,
        formula: TermId,
        queries: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.logic.solver.borrow_mut().push().map_err(gave_up)?;
        let asserted = {
            let terms = self.logic.terms.borrow();
            self.logic.solver.borrow_mut().assert(&terms, formula).map_err(gave_up)
        };
        let result = asserted.and_then(|()| queries(self));
        self.logic.solver.borrow_mut().pop().map_err(gave_up)?;
        result
    }
}
