//! Interpolants of infeasible traces: a ladder of strategies over any solver, and a checker that believes none of them.
//!
//! *Purpose.* A trace is a sequence of formulas in static single assignment that are unsatisfiable together. The facts
//! τ₀ … τₙ between them are a *sequence of interpolants* if τ₀ is true, τₙ is false, τᵢ with the formula behind it implies
//! τᵢ₊₁, and τᵢ speaks only of symbols that occur both before and behind it. Abstractions are refined with such facts
//! (Henzinger, Jhala, Majumdar, McMillan: Abstractions from proofs, 2004). [`Interpolator`] computes them, whole
//! ([`Interpolator::sequence`]), for two formulas ([`Interpolator::single`]), or at chosen places ([`Interpolator::at_cuts`]).
//!
//! *How.* Few solvers have interpolants, and those for bit-vectors speak of single bits. So the procedures are ours, and
//! use what solvers do have. They are tried in the order of [`Options`]:
//!
//! 1. [`newton`]: an unsatisfiable core, then strongest postconditions and weakest preconditions of it;
//! 2. [`paths`]: preconditions of single paths through the blocks, as models show them, as far as the beginning refutes them;
//! 3. [`spacer`]: the trace as Horn clauses without recursion;
//! 4. [`linear`]: the trace over the integers, and the result mapped back;
//! 5. [`native`]: what the solver itself calls interpolants;
//! 6. [`weakest`]: weakest preconditions of everything.
//!
//! Each result goes through the [`checker`]. A rung that fails, or whose result is rejected, is counted, and the next one is tried.
//!
//! *Invariants.* What [`Interpolator`] returns has passed the checker, whoever made it: procedures may be optimistic, and
//! the solvers may be wrong about everything but the checker's queries. An undecided query is a failure, never a yes. Nothing here
//! names a solver; what one can do is asked of its capabilities. One interpolator works with one store of terms.
//!
//! *Begin reading* with [`checker`], then [`newton`] and [`project`], which eliminates variables.

pub mod checker;
pub mod error;
pub mod ladder;
pub mod linear;
pub mod native;
pub mod newton;
pub mod normal;
pub mod options;
pub mod paths;
pub mod project;
pub mod spacer;
pub mod statistics;
pub mod weakest;

mod connect;
mod pool;
mod quality;
mod trace;

pub use error::{Defect, Failure, InterpolationError};
pub use ladder::Interpolator;
pub use options::{Options, Strategy};
pub use quality::{Quality, quality};
pub use statistics::{RungStatistics, Statistics};
