//! What a solver is: the interface that every back end implements, without a word about any of them.
//!
//! A [`Backend`] says what it can do ([`Capabilities`]) and opens [`Solver`]s. [`open`] asks it for what the caller
//! [`Needs`], and fails before the first query if that is more than the back end has. Terms belong to one store, and a
//! solver is used with the store it was opened for.
//!
//! An answer is never guessed: what a solver cannot decide within its [`Limits`] is [`Answer::Unknown`] with a reason, and a
//! back end that breaks is a [`SolverError`].

mod all_sat;
mod cache;
mod enumerate;

#[cfg(test)]
mod tests;

pub use all_sat::{AllSat, Cube};
pub use cache::Cached;
pub use enumerate::{Enumeration, EnumerationBackend};

use crate::eval::Assignment;
use crate::term::{TermId, Terms};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A service that not every back end has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Service {
    /// Models of satisfiable queries.
    Models,
    /// Unsatisfiable cores of assumptions.
    Cores,
    /// Formulas with quantifiers.
    Quantifiers,
    /// Uninterpreted functions.
    Functions,
    /// Arrays.
    Arrays,
    /// Bit-vectors.
    BitVectors,
    /// Floating-point numbers.
    Floats,
    /// Integers and reals.
    Arithmetic,
    /// Stopping a query from another thread.
    Interrupt,
    /// A bound on time that is kept.
    TimeLimit,
    /// A bound on memory that is kept.
    MemoryLimit,
}

/// A set of services: what a back end has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Capabilities {
    /// The name of the back end, for messages.
    pub name: String,
    /// What it has.
    pub services: Vec<Service>,
}

/// What a caller will ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The logic of all queries, if it is known.
    pub logic: Option<String>,
    /// Services that will be used.
    pub services: Vec<Service>,
}

impl Capabilities {
    /// Whether all needs are met; the error names the first that is not.
    pub fn admit(&self, needs: &Needs) -> Result<(), SolverError> {
        match needs.services.iter().find(|service| !self.services.contains(service)) {
            Some(&service) => Err(SolverError::Unsupported { backend: self.name.clone(), service }),
            None => Ok(()),
        }
    }
}

/// Bounds of one query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// It could not be decided.
    Unknown(Reason),
}

/// Why a query was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time was up.
    Time,
    /// The memory was used up.
    Memory,
    /// Somebody interrupted it.
    Interrupted,
    /// The solver gave up, and says why.
    Incomplete(String),
}

/// What can go wrong with a back end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverError {
    /// More was asked for than the back end has.
    Unsupported {
        /// The back end.
        backend: String,
        /// What it has not.
        service: Service,
    },
    /// `pop` without `push`.
    NothingToPop,
    /// A model or core was asked for when the last answer has none.
    NoSuchResult,
    /// Something else than a formula was asserted or assumed.
    NotFormula(TermId),
    /// The back end broke, and says how. The solver must not be used any more.
    Broken(String),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { backend, service } => write!(f, "`{backend}` has no {service:?}"),
            Self::NothingToPop => write!(f, "nothing to pop"),
            Self::NoSuchResult => write!(f, "the last answer has no such result"),
            Self::NotFormula(term) => write!(f, "{term} is not a formula"),
            Self::Broken(reason) => write!(f, "the solver broke: {reason}"),
        }
    }
}

impl std::error::Error for SolverError {}

/// Counts of what a solver did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Queries that the back end answered.
    pub checks: u64,
    /// Of these, satisfiable.
    pub sat: u64,
    /// Of these, unsatisfiable.
    pub unsat: u64,
    /// Of these, undecided.
    pub unknown: u64,
    /// Queries that a cache answered.
    pub cached: u64,
}

impl Statistics {
    /// Counts one answer of a back end.
    pub fn count(&mut self, answer: &Answer) {
        self.checks += 1;
        match answer {
            Answer::Sat => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
    }
}

/// Stops a query from another thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    /// Asks for the running query, or the next, to stop.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Release);
    }

    /// Whether a stop was asked for; asks no longer.
    pub fn take(&self) -> bool {
        self.flag.swap(false, Ordering::AcqRel)
    }
}

/// A model: values for the symbols of the query.
pub type Model = Assignment;

/// An open solver with a stack of assertions.
pub trait Solver {
    /// What it can do.
    fn capabilities(&self) -> &Capabilities;
    /// Opens a level.
    fn push(&mut self) -> Result<(), SolverError>;
    /// Drops the last level with its assertions.
    fn pop(&mut self) -> Result<(), SolverError>;
    /// Adds a formula to the level.
    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError>;
    /// Whether the assertions and the assumptions have a model.
    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError>;
    /// The model of the last query, which was satisfiable.
    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError>;
    /// Assumptions of the last query that are unsatisfiable with the assertions; not necessarily the fewest.
    fn core(&mut self) -> Result<Vec<TermId>, SolverError>;
    /// What stops this solver.
    fn interrupt(&self) -> Interrupt;
    /// What it has done.
    fn statistics(&self) -> Statistics;

    /// All ways in which given formulas can be true and false together, each as a cube in the order of
    /// `booleans`. The stack is as before when it returns without an error.
    fn all_sat(
        &mut self,
        terms: &mut Terms,
        booleans: &[TermId],
        limits: &Limits,
    ) -> Result<AllSat, SolverError> {
        all_sat::all_sat(self, terms, booleans, limits)
    }
}

/// Something that opens solvers.
pub trait Backend {
    /// What its solvers can do.
    fn capabilities(&self) -> Capabilities;
    /// Opens a solver without asking whether it can do what is needed; use [`open`].
    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError>;
}

/// Opens a solver that has what is needed.
pub fn open(backend: &dyn Backend, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
    backend.capabilities().admit(needs)?;
    backend.open_unchecked(needs)
}
