//! Configurable program analysis: the operators, the algorithm that runs them, and the analyses that every
//! configuration needs.
//!
//! *Purpose.* An analysis is an abstract domain with the operators of Beyer, Henzinger, Théoduloz (Configurable software
//! verification, CAV 2007; Program analysis with dynamic precision adjustment, ASE 2008): transfer, merge, stop, precision
//! adjustment, strengthening ([`analysis`]). Several of them run side by side as a [`composite`]. The states that were
//! found are the nodes of an abstract reachability graph ([`reached`]), and the algorithm CPA++ of Wendler's dissertation
//! (2017, algorithm 5.1) makes them ([`reachability`]). Forced covering and refinement are operators of the same interface.
//!
//! *Not its purpose:* C, formulas, solvers; and what is built above the algorithm, such as refinement loops and induction.
//!
//! *Invariants.* A state of an analysis is an index into a table that the analysis keeps; equal indices mean equal states, and the
//! framework never looks inside. Everything is visited in a fixed order, so that two runs do the same.
//!
//! *Where we differ from the dissertation.* The state that is being expanded goes back to the waitlist when the search aborts in the
//! middle of its successors (the printed algorithm loses the rest). Merged states keep their node and get another
//! parent. The graph of states is no analysis of its own but the reached set itself, because every configuration has it.
//!
//! *Begin reading* with [`analysis`], then [`reachability`].

pub mod analysis;
pub mod callstack;
pub mod composite;
pub mod location;
pub mod loop_bound;
pub mod path_length;
pub mod reachability;
pub mod reached;
pub mod specification;

#[cfg(test)]
mod tests;

pub use analysis::{
    Adjusted, Analysis, Context, Forced, Merged, Passage, PrecisionId, Refined, Siblings, StateId,
    Strengthened,
};
pub use composite::Composite;
pub use reachability::{Ended, explore};
pub use reached::{NodeId, Order, Reached, Traversal};
