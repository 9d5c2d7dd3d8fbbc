//! A boxed solver is a solver, and a shared back end a back end, so that wrappers can be put around what is chosen at run time.

use super::{
    AllSat, Answer, Attempt, Backend, Capabilities, Effort, HornAnswer, HornSystem, Interrupt, Limits, Model,
    Needs, Solver, SolverError, Statistics,
};
use crate::term::{TermId, Terms};
use std::rc::Rc;

impl<B: Backend + ?Sized> Backend for Rc<B> {
    fn capabilities(&self) -> Capabilities {
        (**self).capabilities()
    }

    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        (**self).open_unchecked(needs)
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn capabilities(&self) -> &Capabilities {
        (**self).capabilities()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        (**self).push()
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        (**self).pop()
    }

    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        (**self).assert(terms, formula)
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        (**self).check(terms, assumptions, limits)
    }

    fn check_once(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        (**self).check_once(terms, formulas, limits)
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        (**self).model(terms)
    }

    fn truths(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<Vec<Option<bool>>, SolverError> {
        (**self).truths(terms, formulas)
    }

    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        (**self).core(terms)
    }

    fn interrupt(&self) -> Interrupt {
        (**self).interrupt()
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }

    fn all_sat(
        &mut self,
        terms: &mut Terms,
        booleans: &[TermId],
        limits: &Limits,
    ) -> Result<AllSat, SolverError> {
        (**self).all_sat(terms, booleans, limits)
    }

    fn eliminate(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        effort: Effort,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        (**self).eliminate(terms, formula, effort, limits)
    }

    fn solve_horn(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        (**self).solve_horn(terms, system, limits)
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        (**self).interpolants(terms, formulas, limits)
    }
}
