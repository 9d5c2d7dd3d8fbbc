//! Algorithms above the search for reachable states: what is searched, how often, and what follows from it.
//!
//! *Purpose.* [`cegar`] alternates search and refinement; [`bmc`] searches with growing bounds, and can try to conclude by induction;
//! [`testing`] executes the program with values by chance; [`counterexample`] replays what was found. Each takes a composite of analyses and names none of them: what it needs to know it
//! asks by the questions of `cpa::analysis::query`.
//!
//! *Invariants.* [`Outcome::True`] is returned only after a search that left nothing out; whatever stopped a search, or was not
//! decided, is [`Outcome::Unknown`] with the reason. [`Outcome::False`] is what the analyses believe, and is confirmed by a replay before
//! anybody prints it.

pub mod bmc;
pub mod cegar;
pub mod counterexample;
pub mod testing;

use cfa::EdgeId;
use cpa::Stop;

/// What is known of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No execution reaches a target.
    True,
    /// This path reaches one.
    False(Vec<EdgeId>),
    /// It is not known, for this reason.
    Unknown(String),
}

impl From<Stop> for Outcome {
    fn from(stop: Stop) -> Self {
        Self::Unknown(stop.to_string())
    }
}

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
