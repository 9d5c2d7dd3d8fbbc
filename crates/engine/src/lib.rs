//! The only part that knows all parts, and the only one that touches files and processes.
//!
//! *Purpose:* from paths and options to an automaton or to diagnostics ([`FrontEnd`]), reading programs
//! ([`input`], [`preprocess`]), property files and task definitions ([`plan`]).
//! *Not its purpose:* arguments, printing and exit codes, which belong to the binary.
//!
//! *Invariants:* whoever gets a [`cfa::Cfa`] from here gets one that `cfa::verify` accepts, of a program without errors.

pub mod analysis;
pub mod features;
pub mod input;
mod pipeline;
pub mod plan;
pub mod preprocess;
pub mod solvers;

pub use algorithms::Silent;
pub use c_lower::{Externals, Outside, VolatileReads};
pub use pipeline::{Failure, FrontEnd, Statistics, Target};
