//! Elimination of quantifiers by Z3's tactics.
//!
//! Light effort is `qe-light`: equations that define a bound variable, and bounds that occur with one sign. Full effort is
//! `qe` for formulas with bit-vectors, whose projection tries values and can be slow, and `qe2` for the rest, which is the game of Bjørner and
//! Janota (Playing with quantified satisfaction, 2015). A tactic that says that it approximates is refused.
//!
//! Full elimination is not taken at its word: `qe2` of version 5.4 turns every formula without quantifiers, and some with
//! bit-vectors, into truth. Formulas without quantifiers are not given to it, and a solver that starts afresh must show that
//! the result is equivalent; what it cannot show is unknown.
//!
//! Version 4.8.12 now and then ends the process (a null pointer in `qe`) when a projection of bit-vectors is stopped. Limits must hold, so
//! it is not asked for that.

use super::Z3Solver;
use crate::back::TermReader;
use crate::error::Z3Error;
use crate::ffi::{Ast, TacticHandle};
use limits::Moment;
use smt::solver::{Answer, Attempt, Effort, Limits, Reason, Solver, SolverError};
use smt::{CoreOp, Op, TermId, Terms};
use std::time::Duration;

impl Z3Solver {
    pub(super) fn run_elimination(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        effort: Effort,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        super::formula(terms, formula)?;
        if let Some(reason) = self.stops_at_once(limits) {
            return Ok(Attempt::Unknown(reason));
        }
        let start = Moment::now();
        self.renew(terms)?;
        let translated = match self.translation.term(terms, formula) {
            Err(error @ Z3Error::Unsupported(_)) => return Ok(Attempt::Unknown(error.into_reason())),
            translated => translated?,
        };
        let fragment = self.translation.fragment(formula);
        if !fragment.has_quantifiers() {
            return Ok(Attempt::Done(formula));
        }
        let name = match effort {
            Effort::Light => "qe-light",
            Effort::Full if fragment.has_machine() && self.context().api.numbers < crate::MODERN => {
                let reason =
                    "this version of Z3 cannot be stopped safely while it projects bit-vectors".to_owned();
                return Ok(Attempt::Unknown(Reason::Incomplete(reason)));
            }
            Effort::Full if fragment.has_machine() => "qe",
            Effort::Full => "qe2",
        };
        let tactic = self.context().tactic(name)?;
        match self.apply_tactic(terms, &tactic, &translated, limits)? {
            Attempt::Done(result) if effort == Effort::Full => {
                let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
                self.confirm(terms, formula, result, &Limits { time, ..*limits })
            }
            attempt => Ok(attempt),
        }
    }

    fn apply_tactic(
        &mut self,
        terms: &mut Terms,
        tactic: &TacticHandle,
        translated: &Ast,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        let running = self.context().watch.begin(limits)?;
        let result = tactic.apply(translated);
        if let Some(reason) = running.finish() {
            return Ok(Attempt::Unknown(reason));
        }
        let read = |ast: Ast| TermReader::new(terms, &mut self.translation).read(&ast);
        match result.and_then(read) {
            Ok(term) => Ok(Attempt::Done(term)),
            Err(error) => Ok(Attempt::Unknown(error.into_reason())),
        }
    }

    /// Asks another solver for a difference.
    fn confirm(
        &self,
        terms: &mut Terms,
        formula: TermId,
        result: TermId,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        for [holds, fails] in [[result, formula], [formula, result]] {
            let negated = terms.apply(Op::Core(CoreOp::Not), &[fails]);
            let negated = negated.map_err(|_| SolverError::NotFormula(fails))?;
            match self.sibling(terms, &[holds, negated], limits)? {
                Answer::Unsat => {}
                Answer::Sat => {
                    let reason = "Z3 eliminated quantifiers wrongly".to_owned();
                    return Ok(Attempt::Unknown(Reason::Incomplete(reason)));
                }
                Answer::Unknown(reason) => return Ok(Attempt::Unknown(reason)),
            }
        }
        Ok(Attempt::Done(result))
    }

    /// What a new solver says of formulas. Interrupts of this one stop it too.
    pub(super) fn sibling(
        &self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        if let Some(reason) = self.stops_at_once(limits) {
            return Ok(Answer::Unknown(reason));
        }
        let mut other = Self::obeying(self.context().api, self.workload, &self.interrupt)?;
        other.check(terms, formulas, limits)
    }

    /// Why nothing is to be begun.
    pub(super) fn stops_at_once(&self, limits: &Limits) -> Option<Reason> {
        if self.interrupt.take() {
            return Some(Reason::Interrupted);
        }
        (limits.time == Some(Duration::ZERO)).then_some(Reason::Time)
    }
}
