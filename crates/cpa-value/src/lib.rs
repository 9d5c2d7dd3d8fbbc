//! Explicit-value analysis: which variables have which values, refined by counterexamples without a solver.
//!
//! *Purpose.* An abstract state is an assignment of values to some variables; everything else may have any value. The analysis tracks no variable at first, searches for a target,
//! walks the path that it found with all variables tracked, and if the walk ends in a contradiction learns from it which variables it has to track where. After Beyer, Löwe: Explicit-value
//! analysis based on CEGAR and interpolation (technical report MIP-1205, 2012; FASE 2013), which is "the document" in comments here.
//!
//! | the document | here |
//! |---|---|
//! | abstract variable assignments (II-A) | `domain` over the cells of `memory`, kept as `map`s |
//! | transfer, strongest post (II-C, III-B) | `transfer`, `eval` |
//! | precisions (II-C, III-F) | `precision` |
//! | the analysis as a CPA (II-C) | `analysis` |
//! | Interpolate and Refine (algorithms 3 and 4) | `refine` |
//! | pruning, scoped precision (III-F) | `options` |
//! | dynamic precision adjustment (III-F) | `handover` |
//! | (not in the document) objects on the heap | `heap` |
//!
//! *Not its purpose:* solvers and formulas. Paths that are feasible as far as values can tell are confirmed by somebody else.
//!
//! *Where we differ.* The document has integer variables; here are all of C's scalars, parts of objects, objects on the heap, and addresses as values. Values of dead variables are
//! forgotten (`liveness`). Interpolants are found by a backward pass before the document's greedy one. Which of several infeasible prefixes is refuted is a choice, after later
//! papers of the same authors.
//!
//! *Unsound* is nothing but what docs/soundness.md lists for formulas: signed overflow wraps, objects lie apart, and a pointer that nobody knows points to what it may point to by the
//! same analysis that separates the regions of formulas.

mod analysis;
mod domain;
mod eval;
mod handover;
mod heap;
mod layout;
mod liveness;
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
pub use options::{DeadVariables, Merge, Options, Placement, PrefixChoice, Restart, Tracking};
pub use walker::{Feasible, Walker};
