//! The automata of a property along one execution: what a replay is judged by.
//!
//! Whether an execution violates a property is decided by these automata and by nothing else: that it takes the last edge of a path is not enough, since the same call may be right in one
//! state of a protocol and wrong in another.

use super::Automaton;
use crate::analysis::query::Target;
use cfa::{Cfa, EdgeId};
use outcome::Violation;
use stdx::Idx;

/// The automata of a property, with the edges of a program that they react to.
#[derive(Clone)]
pub struct Observed<'p> {
    cfa: &'p Cfa,
    automata: &'p [Automaton],
    /// For each edge, whether some automaton reacts to it.
    relevant: Vec<bool>,
}

impl<'p> Observed<'p> {
    /// Automata for a program.
    pub fn new(cfa: &'p Cfa, automata: &'p [Automaton]) -> Self {
        let reacts = |edge| automata.iter().any(|automaton| automaton.reacts(cfa, edge));
        Self { cfa, automata, relevant: cfa.edges.indices().map(reacts).collect() }
    }

    /// The automata.
    pub fn automata(&self) -> &'p [Automaton] {
        self.automata
    }

    /// The automata at the start of an execution.
    pub fn monitor(&self) -> Monitor<'_> {
        Monitor { observed: self, states: vec![0; self.automata.len()] }
    }
}

/// What a step of an execution comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// Nothing is wrong so far.
    Content,
    /// The property is violated.
    Violated(Violation),
    /// It goes on behind something that the front end does not support, of which nothing is known.
    Unsupported,
}

/// Automata at one point of an execution.
#[derive(Clone)]
pub struct Monitor<'o> {
    observed: &'o Observed<'o>,
    states: Vec<usize>,
}

impl Monitor<'_> {
    /// Takes an edge.
    pub fn step(&mut self, edge: EdgeId) -> Judged {
        if !self.observed.relevant[edge.index()] {
            return Judged::Content;
        }
        let mut violation = None;
        for (automaton, state) in self.observed.automata.iter().zip(&mut self.states) {
            *state = automaton.successor(self.observed.cfa, *state, edge);
            match &automaton.states[*state].1 {
                None => {}
                Some(Target::Unsupported(_)) => return Judged::Unsupported,
                Some(Target::Violation(found)) => {
                    violation.get_or_insert_with(|| found.clone());
                }
            }
        }
        violation.map_or(Judged::Content, Judged::Violated)
    }
}
