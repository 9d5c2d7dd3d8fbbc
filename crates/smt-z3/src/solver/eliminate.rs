//! Elimination of quantifiers by Z3's tactics.
//!
//! Light effort is `qe-light`: equations that define a bound variable, and bounds that occur with one sign. Full effort is
//! `qe` for formulas with bit-vectors, whose projection tries values and can be slow, and `qe2` for the rest, which is the game of Bjørner and
//! Janota (Playing with quantified satisfaction, 2015). Both keep the meaning: a tactic that approximates is refused.

use super::Z3Solver;
use crate::back::TermReader;
use crate::error::Z3Error;
use crate::ffi::{Ast, TacticHandle};
use smt::solver::{Attempt, Effort, Limits, Reason, SolverError};
use smt::{TermId, Terms};
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
        let translated = match self.translation.term(terms, formula) {
            Err(error @ Z3Error::Unsupported(_)) => return Ok(Attempt::Unknown(error.into_reason())),
            translated => translated?,
        };
        let tactic = self.elimination(formula, effort)?;
        let running = self.context().watch.begin(limits)?;
        let result = tactic.apply(&translated);
        let read = |ast: Ast| TermReader::new(terms, &mut self.translation).read(&ast);
        match result.and_then(read) {
            Ok(term) => Ok(Attempt::Done(term)),
            Err(error) => Ok(Attempt::Unknown(running.stopped().unwrap_or_else(|| error.into_reason()))),
        }
    }

    fn elimination(&self, formula: TermId, effort: Effort) -> Result<TacticHandle, Z3Error> {
        let context = self.context();
        let name = match effort {
            Effort::Light => "qe-light",
            Effort::Full if self.translation.fragment(formula).has_machine() => "qe",
            Effort::Full => "qe2",
        };
        context.tactic("simplify")?.then(&context.tactic(name)?)
    }

    /// Why nothing is to be begun.
    pub(super) fn stops_at_once(&self, limits: &Limits) -> Option<Reason> {
        if self.interrupt.take() {
            return Some(Reason::Interrupted);
        }
        (limits.time == Some(Duration::ZERO)).then_some(Reason::Time)
    }
}
