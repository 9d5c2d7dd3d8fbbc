//! A solver that remembers answers: the same set of formulas has the same answer.
//!
//! The key is the sorted set of assertions and assumptions, so order and levels do not matter. Answers that are not
//! decided are not kept. The inner solver follows the stack; after a remembered answer a model or core makes it
//! answer the query itself.

use super::{
    Answer, Attempt, Capabilities, Effort, HornAnswer, HornSystem, Interrupt, Limits, Model, Solver,
    SolverError, Statistics,
};
use crate::term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A solver with memory.
pub struct Cached<S> {
    inner: S,
    answers: FxHashMap<Box<[TermId]>, Answer>,
    assertions: Vec<TermId>,
    levels: Vec<usize>,
    /// The last query, if the inner solver has not seen it.
    skipped: Option<(Vec<TermId>, Limits)>,
    /// Whether the last answer was found here, and which it was.
    last: Option<Answer>,
    hits: u64,
}

impl<S: Solver> Cached<S> {
    /// Remembers the answers of a solver without assertions.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            answers: FxHashMap::default(),
            assertions: Vec::new(),
            levels: Vec::new(),
            skipped: None,
            last: None,
            hits: 0,
        }
    }

    fn key(&self, assumptions: &[TermId]) -> Box<[TermId]> {
        let mut all = [&*self.assertions, assumptions].concat();
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    /// Asks the inner solver what was answered from memory.
    fn catch_up(&mut self, terms: &Terms) -> Result<(), SolverError> {
        if let Some((assumptions, limits)) = self.skipped.take() {
            let answer = self.inner.check(terms, &assumptions, &limits)?;
            if self.last.as_ref() != Some(&answer) {
                return Err(SolverError::NoSuchResult);
            }
        }
        Ok(())
    }
}

impl<S: Solver> Solver for Cached<S> {
    fn capabilities(&self) -> &Capabilities {
        self.inner.capabilities()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()?;
        self.forget();
        self.levels.push(self.assertions.len());
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.inner.pop()?;
        self.forget();
        let level = self.levels.pop().ok_or(SolverError::NothingToPop)?;
        self.assertions.truncate(level);
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        self.inner.assert(terms, formula)?;
        self.forget();
        self.assertions.push(formula);
        Ok(())
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.forget();
        let key = self.key(assumptions);
        let answer = if let Some(known) = self.answers.get(&key) {
            self.hits += 1;
            self.skipped = Some((assumptions.to_vec(), *limits));
            known.clone()
        } else {
            let answer = self.inner.check(terms, assumptions, limits)?;
            if !matches!(answer, Answer::Unknown(_)) {
                self.answers.insert(key, answer.clone());
            }
            answer
        };
        self.last = Some(answer.clone());
        Ok(answer)
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        if self.last != Some(Answer::Sat) {
            return Err(SolverError::NoSuchResult);
        }
        self.catch_up(terms)?;
        self.inner.model(terms)
    }

    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        if self.last != Some(Answer::Unsat) {
            return Err(SolverError::NoSuchResult);
        }
        self.catch_up(terms)?;
        self.inner.core(terms)
    }

    fn interrupt(&self) -> Interrupt {
        self.inner.interrupt()
    }

    fn eliminate(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        effort: Effort,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        self.inner.eliminate(terms, formula, effort, limits)
    }

    fn solve_horn(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        self.inner.solve_horn(terms, system, limits)
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        self.inner.interpolants(terms, formulas, limits)
    }

    fn statistics(&self) -> Statistics {
        Statistics { cached: self.hits, ..self.inner.statistics() }
    }
}

impl<S> Cached<S> {
    /// A change of the stack ends what is known of the last query.
    fn forget(&mut self) {
        self.skipped = None;
        self.last = None;
    }
}
