//! Counts of what the analysis did.

/// The counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Abstractions that were computed.
    pub abstractions: u64,
    /// Of these, without a query, since nothing was tracked.
    pub trivial_abstractions: u64,
    /// Targets that were refined or found feasible.
    pub refinements: u64,
    /// Interpolations that failed on every rung.
    pub failed_interpolations: u64,
    /// Predicates that refinements found, each place counted.
    pub predicates: u64,
    /// Questions whether one formula follows from another.
    pub entailments: u64,
    /// Attempts to cover by force.
    pub forced_attempts: u64,
    /// Successful ones.
    pub forced_successes: u64,
}
