//! Explicit-value analysis: which variables have which values, refined by counterexamples without a solver.
//!
//! After Beyer, Löwe: Explicit-value analysis based on CEGAR and interpolation (technical report MIP-1205, 2012; FASE 2013).
mod analysis;
mod domain;
mod eval;
mod layout;
mod map;
mod memory;
mod options;
mod precision;
mod refine;
mod transfer;
mod value;
mod walker;

#[cfg(test)]
mod tests;

pub use analysis::ValueAnalysis;
pub use options::{Merge, Options, Placement, PrefixChoice, Restart, Tracking};
pub use walker::{Feasible, Walker};
