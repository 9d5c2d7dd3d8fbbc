//! The predicate analysis: bounded model checking, induction, predicate abstraction and IMPACT are configurations of it.
//!
//! After Wendler, *Towards Practical Predicate Analysis* (2017), chapter 4, and Beyer, Keremoglu, Wendler (Predicate abstraction
//! with adjustable-block encoding, FMCAD 2010). A state is an abstraction formula ψ, which held at some location before, and the path formula φ of
//! all that happened since. The transfer relation only makes φ longer. Where [`Block`] says that a block ends, ψ and φ become
//! a new ψ: the strongest combination of the precision's predicates that follows from them ([`abstraction`]). A target that is found is
//! checked, and if it is not feasible, interpolants say what was missed ([`refine`]).
//!
//! | configuration | block | precision | regions | refinement |
//! |---|---|---|---|---|
//! | bounded model checking, induction | never ends | | | none |
//! | predicate abstraction | loop heads | from interpolants | diagrams | predicates |
//! | IMPACT | loop heads, or everywhere | always empty | formulas | labels |
//! | symbolic execution | never ends, and paths stay apart ([`paths`]) | | | none |
//! | UFO | loop heads | from interpolants, for what is found later | formulas | both |
//!
//! *Invariants.* The states with an empty path formula (abstraction states) form a tree in the reached graph: states are
//! merged only inside one block of one abstraction. The formulas of the blocks on a path share their copies of variables, so that their
//! conjunction is the formula of the path.
//!
//! *Where we depart.* At a target the abstraction always asks whether anything is left, whatever the precision.
//! Where regions are formulas, entailment asks the solver and remembers.

mod abstraction;
mod analysis;
mod options;
mod paths;
mod precision;
mod refine;
mod region;
mod statistics;

#[cfg(test)]
mod tests;

pub use analysis::PredicateAnalysis;
pub use options::{
    AbstractionKind, Block, Equalities, Extraction, Facts, Feasibility, ForcedCovering, Merge, Options,
    PathInvariants, Placement, RegionKind, Restart, Start, Strategy,
};
pub use precision::{LineError, Precision};
pub use statistics::Statistics;
