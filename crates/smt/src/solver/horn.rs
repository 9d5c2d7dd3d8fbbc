//! Constrained Horn clauses: unknown predicates, and implications between them.
//!
//! A clause says that its body and the predicates that it uses imply its head, for all values of all variables
//! in it; without a head they imply falsehood. A solution gives each predicate a formula such that all clauses are valid. The
//! unrolled trace of a program is such a system without recursion, and its solution is a sequence of interpolants
//! (Bjørner, Gurfinkel, McMillan, Rybalchenko: Horn clause solvers for program verification, 2015).

use super::Reason;
use crate::term::{SymbolId, TermId};

/// An unknown predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornPredicate {
    /// Its name, unique in the system.
    pub name: String,
    /// Variables for its arguments; the solution is a formula over these.
    pub parameters: Vec<SymbolId>,
}

/// A predicate applied to terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornUse {
    /// Which predicate of the system.
    pub predicate: usize,
    /// A term for each parameter, of the same sort.
    pub arguments: Vec<TermId>,
}

/// One implication.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornClause {
    /// Predicates on the left.
    pub uses: Vec<HornUse>,
    /// The constraint on the left.
    pub body: TermId,
    /// The right side; none for falsehood.
    pub head: Option<HornUse>,
}

/// A system of clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HornSystem {
    /// The unknown predicates.
    pub predicates: Vec<HornPredicate>,
    /// The implications.
    pub clauses: Vec<HornClause>,
}

/// What became of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornAnswer {
    /// A formula for each predicate, over its parameters.
    Solved(Vec<TermId>),
    /// There is no solution.
    Refuted,
    /// It could not be decided.
    Unknown(Reason),
}
