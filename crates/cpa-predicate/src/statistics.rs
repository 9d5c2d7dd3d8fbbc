//! Counts of what the analysis did, and their names.

use crate::analysis::PredicateAnalysis;
use crate::options::Facts;
use interpolation::Strategy;

/// The counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Abstractions that were computed.
    pub abstractions: u64,
    /// Of these, without a query, since nothing was tracked.
    pub trivial_abstractions: u64,
    /// Of these, without a query, since the same was asked before.
    pub cached_abstractions: u64,
    /// Predicates that a block did not change and the region before decided.
    pub carried_predicates: u64,
    /// Combinations of predicates that abstractions found to be possible.
    pub combinations: u64,
    /// Targets that the search refuted: by the last block and the region before it, or by a single path.
    pub refuted_targets: u64,
    /// Targets that were refined or found feasible.
    pub refinements: u64,
    /// Targets to which a feasible path was looked for before anybody refined.
    pub examinations: u64,
    /// Of these, such to which one was found.
    pub examinations_successful: u64,
    /// Interpolations that failed on every rung.
    pub failed_interpolations: u64,
    /// Predicates that refinements found, each place counted.
    pub predicates: u64,
    /// Refinements by interpolants.
    pub by_interpolants: u64,
    /// Refinements by path invariants.
    pub by_path_invariants: u64,
    /// Refinements by weakest preconditions.
    pub by_preconditions: u64,
    /// Refinements by heuristic predicates.
    pub by_heuristics: u64,
    /// Programs of paths for which invariants were looked for.
    pub path_programs: u64,
    /// Questions whether one formula follows from another.
    pub entailments: u64,
    /// Attempts to cover by force.
    pub forced_attempts: u64,
    /// Successful ones.
    pub forced_successes: u64,
    /// Tries that the solver did not decide in their time.
    pub forced_undecided: u64,
    /// Branches of single paths that constants do not decide, each side counted.
    pub branches: u64,
    /// Of these, such that depend on no input and were computed to be false.
    pub computed: u64,
    /// Of these, such that known inputs take.
    pub witnessed: u64,
    /// Of these, such whose other side was refuted.
    pub left_over: u64,
    /// Of these, such that the solver was asked for.
    pub asked: u64,
    /// Of these, such that it was asked for before.
    pub remembered: u64,
    /// Of the last two, such that it refuted.
    pub refuted: u64,
    /// Queries about single paths that were not decided, so that the paths were kept.
    pub undecided: u64,
}

impl Statistics {
    /// How many refinements a kind of facts was enough for.
    pub(crate) fn refined_by(&mut self, kind: Facts) -> &mut u64 {
        match kind {
            Facts::Interpolants => &mut self.by_interpolants,
            Facts::PathInvariants => &mut self.by_path_invariants,
            Facts::WeakestPreconditions => &mut self.by_preconditions,
            Facts::HeuristicPredicates => &mut self.by_heuristics,
        }
    }
}

impl PredicateAnalysis<'_> {
    /// The counts by name, with those of interpolation.
    pub(crate) fn counts(&self) -> Vec<(&'static str, u64)> {
        let own = self.statistics();
        let interpolation = self.interpolation_statistics();
        let mut counts = vec![
            ("abstractions", own.abstractions),
            ("trivial abstractions", own.trivial_abstractions),
            ("remembered abstractions", own.cached_abstractions),
            ("predicates carried over", own.carried_predicates),
            ("combinations of predicates", own.combinations),
            ("targets refuted by the search", own.refuted_targets),
            ("targets examined", own.refinements),
            ("targets to which a feasible path was looked for early", own.examinations),
            ("feasible paths found early", own.examinations_successful),
            ("predicates", own.predicates),
            ("refinements by interpolants", own.by_interpolants),
            ("refinements by path invariants", own.by_path_invariants),
            ("refinements by weakest preconditions", own.by_preconditions),
            ("refinements by heuristic predicates", own.by_heuristics),
            ("path programs examined", own.path_programs),
            ("entailments", own.entailments),
            ("forced coverings tried", own.forced_attempts),
            ("forced coverings", own.forced_successes),
            ("forced coverings that were not decided in time", own.forced_undecided),
            ("sides of open branches", own.branches),
            ("branches refuted by computation", own.computed),
            ("branches decided by known inputs", own.witnessed),
            ("branches decided by their other side", own.left_over),
            ("branches that the solver was asked for", own.asked),
            ("branches that were remembered", own.remembered),
            ("infeasible branches", own.refuted),
            ("undecided paths that were kept", own.undecided),
            ("interpolations", interpolation.sequences),
            ("failed interpolations", own.failed_interpolations),
            ("interpolation steps checked", interpolation.steps),
            ("interpolation steps by rewriting", interpolation.rewritten_steps),
        ];
        for (&strategy, rung) in &interpolation.rungs {
            let (found, in_vain) = names(strategy);
            counts.extend([(found, rung.succeeded), (in_vain, rung.tried - rung.succeeded)]);
        }
        counts
    }
}

/// What the successes and failures of a way to interpolants are called.
fn names(strategy: Strategy) -> (&'static str, &'static str) {
    match strategy {
        Strategy::Newton => ("interpolations by newton", "tries of newton in vain"),
        Strategy::Paths => ("interpolations by paths", "tries of paths in vain"),
        Strategy::Spacer => ("interpolations by spacer", "tries of spacer in vain"),
        Strategy::Linear => ("interpolations by linear", "tries of linear in vain"),
        Strategy::Native => ("interpolations by native", "tries of native in vain"),
        Strategy::Weakest => ("interpolations by weakest", "tries of weakest in vain"),
    }
}
