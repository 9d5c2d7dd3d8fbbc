//! Algorithms above the search for reachable states: what is searched, how often, and what follows
//! from it.
//!
//! *Purpose.* [`cegar`] alternates search and refinement; [`bmc`] searches with growing bounds, and
//! can try to conclude by induction; [`testing`] executes the program with random values;
//! [`counterexample`] replays what was found. Each takes a composite of analyses and names none of
//! them: what it needs to know it asks by the questions of `cpa::analysis::query`.
//!
//! *Invariants.* A proof is returned only after a search that left nothing out; whatever stopped a
//! search, or was not decided, is an [`outcome::Incomplete`]. A violation is an execution: what the
//! analyses believe is put before a [`Confirm`], which replays it.

pub mod bmc;
pub mod cegar;
pub mod counterexample;
pub mod testing;

use cfa::EdgeId;
use outcome::Execution;

/// Replays a path. Gives the execution that takes it and violates the property; if there is none,
/// why.
pub type Confirm<'c> = &'c mut dyn FnMut(&[EdgeId]) -> Result<Execution, String>;

/// Hears what an algorithm is doing.
pub trait Progress {
    /// A phase begins, or something was counted.
    fn report(&mut self, phase: &str, states: usize, round: u32);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&mut self, _phase: &str, _states: usize, _round: u32) {}
}
