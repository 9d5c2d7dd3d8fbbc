//! Counts of what the analysis did, and their names.

use crate::analysis::PredicateAnalysis;

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

impl PredicateAnalysis<'_> {
    /// The counts by name, with those of interpolation.
    pub(crate) fn counts(&self) -> Vec<(&'static str, u64)> {
        let own = self.statistics();
        let interpolation = self.interpolation_statistics();
        vec![
            ("abstractions", own.abstractions),
            ("trivial abstractions", own.trivial_abstractions),
            ("targets examined", own.refinements),
            ("predicates", own.predicates),
            ("entailments", own.entailments),
            ("forced coverings tried", own.forced_attempts),
            ("forced coverings", own.forced_successes),
            ("interpolations", interpolation.sequences),
            ("failed interpolations", own.failed_interpolations),
            ("interpolation steps checked", interpolation.steps),
            ("interpolation steps by rewriting", interpolation.rewritten_steps),
        ]
    }
}
