//! Any solver that speaks SMT-LIB 2, as a child process behind the interface of `smt`.
//!
//! *Purpose.* A second opinion, solvers that are faster on some formulas, and interpolants of others: what is installed is
//! found at run time. [`Dialect`]s say how solvers differ; [`ProcessBackend::find`] looks for one.
//!
//! *How.* One child serves many queries. What the caller asserts is kept here too, so that a child that dies, is
//! killed at a limit or was started with too small a logic is replaced by a new one that is told everything again; that
//! is counted in [`Statistics::restarts`](smt::solver::Statistics). The logic is chosen as late as possible, from the terms of the first query.
//!
//! *Trust.* Nothing a child says is believed beyond its answer: each answer is framed by a marker, must have exactly the
//! expected form, and arrives within a bound or is given up. What is left is the solver's own correctness.
//!
//! *Not its purpose:* choosing a solver, checking answers, and quantifier elimination.
//!
//! *Begin reading* with `dialect/mod.rs`, then `session.rs`.

mod backend;
mod child;
mod dialect;
mod encode;
mod end;
mod formats;
mod interpolants;
mod logic;
mod model;
mod reply;
mod session;
mod solver;

#[cfg(test)]
mod tests;

pub use backend::{Options, ProcessBackend};
pub use dialect::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
pub use solver::ProcessSolver;
