//! What everything that reasons with formulas of one program shares: the terms, the encoder, a solver.

use crate::encoder::Encoder;
use smt::Terms;
use smt::solver::{Backend, Solver};
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
