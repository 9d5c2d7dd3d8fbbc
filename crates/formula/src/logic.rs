//! What everything that reasons with formulas of one program shares: the terms, the encoder, a solver.

use crate::encoder::Encoder;
use smt::solver::{Answer, Backend, Limits, Model, Solver, SolverError};
use smt::{TermId, Terms};
use std::cell::RefCell;

/// The shared parts, by reference. Borrows of the cells are short: nobody keeps one across a call of somebody else.
#[derive(Clone, Copy)]
pub struct Logic<'a> {
    /// The terms of everybody.
    pub terms: &'a RefCell<Terms>,
    /// Formulas of edges.
    pub encoder: &'a Encoder<'a>,
    /// One solver for everybody; who asserts something takes it back.
    pub solver: &'a RefCell<Box<dyn Solver>>,
    /// Where more solvers come from.
    pub backend: &'a dyn Backend,
}

impl Logic<'_> {
    /// Asks whether large formulas that come once are satisfiable together with what is asserted.
    pub fn ask(&self, formulas: &[TermId], limits: &Limits) -> Result<Answer, SolverError> {
        self.solver.borrow_mut().check_once(&self.terms.borrow(), formulas, limits)
    }

    /// The model of the last query, which was satisfiable.
    pub fn model(&self) -> Result<Model, SolverError> {
        self.solver.borrow_mut().model(&self.terms.borrow())
    }
}
