//! What a solver is: the interface that every back end implements, without a word about any of them.
//!
//! A [`Backend`] says what it can do ([`Capabilities`]) and opens [`Solver`]s. [`open`] asks it for what the caller
//! [`Needs`], and fails before the first query if that is more than the back end has. Terms belong to one store, and a
//! solver is used with the store it was opened for.
//!
//! An answer is never guessed: what a solver cannot decide within its [`Limits`] is [`Answer::Unknown`] with a reason, and a
//! back end that breaks is a [`SolverError`].

mod all_sat;
mod boxed;
mod enumerate;
mod horn;
mod log;

#[cfg(test)]
mod tests;

pub use all_sat::{AllSat, Cube};
pub use enumerate::{Enumeration, EnumerationBackend};
pub use horn::{HornAnswer, HornClause, HornPredicate, HornSystem, HornUse};
pub use limits::Interrupt;
pub use log::{Logged, LoggedBackend, OpenLog};

use crate::eval::Assignment;
use crate::sort::Format;
use crate::term::{TermId, Terms};
use std::fmt;
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
    /// Elimination of quantifiers.
    Elimination,
    /// Solutions of constrained Horn clauses.
    Horn,
    /// Interpolants of its own making.
    Interpolants,
}

/// The floating-point formats that a back end with [`Service::Floats`] answers for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Formats {
    /// Every format that a term can have.
    #[default]
    All,
    /// The four of IEEE 754: 16, 32, 64 and 128 bits. A term of another format is refused, because the solver behind the back
    /// end does not know it or answers wrongly.
    Interchange,
}

impl Formats {
    /// Whether a format is among them.
    pub fn contain(self, format: Format) -> bool {
        match self {
            Self::All => true,
            Self::Interchange => {
                [Format::HALF, Format::SINGLE, Format::DOUBLE, Format::QUAD].contains(&format)
            }
        }
    }
}

/// A set of services: what a back end has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Capabilities {
    /// The name of the back end, for messages.
    pub name: String,
    /// What it has.
    pub services: Vec<Service>,
    /// Which floats it answers for, if it has floats.
    pub formats: Formats,
}

/// What kind of queries a solver will mostly get. Any solver answers all of them; it is about speed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Workload {
    /// Few that are large, each about something else.
    #[default]
    Large,
    /// Many about the same assertions, one after the other.
    Incremental,
}

/// What a caller will ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The logic of all queries, if it is known.
    pub logic: Option<String>,
    /// Services that will be used.
    pub services: Vec<Service>,
    /// What kind of queries there will be.
    pub workload: Workload,
}

impl Capabilities {
    /// Whether all needs are met; the error names the first that is not.
    pub fn admit(&self, needs: &Needs) -> Result<(), SolverError> {
        match needs.services.iter().find(|service| !self.services.contains(service)) {
            Some(&service) => Err(self.lacks(service)),
            None => Ok(()),
        }
    }

    /// The error of asking for what is not there.
    pub fn lacks(&self, service: Service) -> SolverError {
        SolverError::Unsupported { backend: self.name.clone(), service }
    }
}

/// Bounds of one query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// CPU time of the thread that asks and of the solver's process, if it has one.
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

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Interrupted => "interrupted",
            Self::Incomplete(reason) => reason,
        })
    }
}

/// How hard to try to eliminate quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Equations and monotone occurrences only; always fast.
    Light,
    /// A complete procedure if the theory has one; can be very slow.
    Full,
}

/// A result that may not have been found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt<T> {
    /// It was found.
    Done(T),
    /// It was not, for this reason.
    Unknown(Reason),
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
    /// The back end is not installed, or not in a version that can be used; the text says what to do.
    Absent(String),
    /// The back end failed at this request and says how. The stack is as before, and the solver can be used further: the
    /// next request starts anew where that is needed.
    Failed {
        /// In which way.
        failure: Failure,
        /// What was seen.
        message: String,
    },
}

/// How a request to a back end failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Failure {
    /// It ended, or cannot be started.
    Died,
    /// It refused the request.
    Refused,
    /// It answered something that cannot be read.
    Unreadable,
    /// It did not answer a request that is no query within the time for such requests.
    Silent,
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { backend, service } => write!(f, "`{backend}` has no {service:?}"),
            Self::NothingToPop => write!(f, "nothing to pop"),
            Self::NoSuchResult => write!(f, "the last answer has no such result"),
            Self::NotFormula(term) => write!(f, "{term} is not a formula"),
            Self::Broken(reason) => write!(f, "the solver broke: {reason}"),
            Self::Absent(reason) => write!(f, "{reason}"),
            Self::Failed { failure: Failure::Died, message } => write!(f, "the solver died: {message}"),
            Self::Failed { failure: Failure::Refused, message } => write!(f, "the solver refuses: {message}"),
            Self::Failed { failure: Failure::Unreadable, message } => {
                write!(f, "the solver's answer cannot be read: {message}")
            }
            Self::Failed { failure: Failure::Silent, message } => {
                write!(f, "the solver does not answer: {message}")
            }
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
    /// How often the back end was started again, with the assertions repeated.
    pub restarts: u64,
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
    /// As [`Solver::check`], for a large query that comes once: nothing of it is kept for later ones, so the back end may simplify it
    /// as it likes. There is a model, but no core.
    fn check_once(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.check(terms, formulas, limits)
    }
    /// The model of the last query, which was satisfiable.
    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError>;
    /// The truth values of formulas in the model of the last query, without the rest of the model; nothing where the model leaves one open.
    fn truths(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<Vec<Option<bool>>, SolverError> {
        let model = self.model(terms)?;
        let values = crate::eval::Values::of(terms, formulas, &model);
        Ok(formulas.iter().map(|&formula| values.truth(formula)).collect())
    }
    /// Assumptions of the last query that are unsatisfiable with the assertions; not necessarily the fewest.
    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError>;
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

    /// A formula that is equivalent to a given one and has fewer quantifiers, or as many if it is too hard. It does not
    /// depend on the stack.
    fn eliminate(
        &mut self,
        _terms: &mut Terms,
        _formula: TermId,
        _effort: Effort,
        _limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        Err(self.capabilities().lacks(Service::Elimination))
    }

    /// A solution of Horn clauses. It does not depend on the stack.
    fn solve_horn(
        &mut self,
        _terms: &mut Terms,
        _system: &HornSystem,
        _limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        Err(self.capabilities().lacks(Service::Horn))
    }

    /// For formulas that are unsatisfiable together, one interpolant between each two neighbours, each implied by
    /// its predecessor with the formula between. It does not depend on the stack. Nobody has checked them.
    fn interpolants(
        &mut self,
        _terms: &mut Terms,
        _formulas: &[TermId],
        _limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        Err(self.capabilities().lacks(Service::Interpolants))
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
