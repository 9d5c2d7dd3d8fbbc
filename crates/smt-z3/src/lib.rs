//! Z3 as a back end, in the same process.
//!
//! *Purpose.* [`Z3Backend`] opens solvers that translate our terms once, choose Z3's solver by the logic of each query, and
//! read models, cores, eliminated formulas and solutions of Horn clauses back. The library is loaded at the first use; see `ffi/load.rs`.
//!
//! *Not its purpose:* decisions about what to ask.
//!
//! *Invariants.* All unsafe code is in `ffi`. A solver stays on the thread that opened it: Z3 forbids two threads in one
//! context, and a solver that moved would drag all its shared handles along; threads that want solvers open their own, which
//! share the library and nothing else. Only its [`Interrupt`](smt::solver::Interrupt) crosses threads, and may outlive it.
//! What Z3 does not decide is unknown, and what it returns and we cannot read is an error.
//!
//! *Begin reading* with `solver/mod.rs`.

mod back;
mod backend;
mod error;
mod ffi;
mod solver;
mod translate;

pub use backend::{Z3Backend, untested_libraries};
pub use error::Z3Error;

/// The first version that was tested and has none of the faults of 4.8.12 that we know: `fp.fma` of constants ends the process,
/// a stop while `qe` projects bit-vectors sometimes does so too, `fp.rem` by what is no constant has models that are none, and the
/// predicates for overflow of signed products are wrong at few bits.
const MODERN: (u32, u32) = (5, 0);
