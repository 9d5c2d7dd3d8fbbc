//! A single path, walked with full precision: for whoever wants to know what the analysis knows along an execution, such as comparisons with the interpreter.

use crate::domain::{Domain, State};
use crate::map::EMPTY;
use crate::options::DeadVariables;
use crate::refine::Activations;
use cfa::{Cfa, EdgeId, ExprId};

/// A walk from the start of the program.
pub struct Walker<'a> {
    domain: Domain<'a>,
    state: State,
    active: Activations<'a>,
}

/// Whether a walk can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feasible {
    /// As far as values can tell.
    Yes,
    /// No execution goes this way.
    No,
}

impl<'a> Walker<'a> {
    /// Begins where the program begins.
    pub fn new(cfa: &'a Cfa, dead: DeadVariables) -> Self {
        Self { domain: Domain::new(cfa, dead), state: EMPTY, active: Activations::new(cfa) }
    }

    /// Takes an edge. Behind one that is not feasible the state stays as it was.
    pub fn take(&mut self, edge: EdgeId) -> Feasible {
        let frames = self.domain.frames(edge, &self.active);
        let next = self.domain.post(self.state, edge, frames);
        self.active.take(edge);
        match next {
            Some(next) => {
                self.state = next;
                Feasible::Yes
            }
            None => Feasible::No,
        }
    }

    /// The value of an expression of the function in which an edge begins, if it is a number and known.
    pub fn value(&mut self, edge: EdgeId, expr: ExprId) -> Option<u128> {
        let frames = self.domain.frames(edge, &self.active);
        self.domain.eval(self.state, frames.from, expr)?.bits()
    }

    /// What is known, as text.
    pub fn show(&self) -> String {
        self.domain.show(self.state)
    }

    /// How many cells have known values.
    pub fn n_known(&self) -> usize {
        self.domain.entries(self.state).len()
    }
}
