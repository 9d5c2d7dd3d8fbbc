//! Counts and spreads.
//!
//! The page calculates the same in the browser for the rows that a filter leaves; a test holds both against each other.

use crate::table::{Group, Table};
use bench_result::score::{Category, Class, Expected, best_score, class};
use std::collections::BTreeMap;

/// How often a set of results was right and wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tasks with a result.
    pub total: usize,
    /// Correct proofs.
    pub correct_true: usize,
    /// Correct alarms.
    pub correct_false: usize,
    /// Correct answers of another kind, such as `sat`.
    pub correct_other: usize,
    /// Answers that are right but were not confirmed.
    pub unconfirmed: usize,
    /// Wrong proofs.
    pub wrong_true: usize,
    /// Wrong alarms.
    pub wrong_false: usize,
    /// Wrong answers of another kind.
    pub wrong_other: usize,
    /// The tool gave up.
    pub unknown: usize,
    /// The tool failed or met a limit, by status.
    pub errors: BTreeMap<String, usize>,
    /// There is nothing to compare with.
    pub missing: usize,
    /// The sum of points.
    pub score: i64,
    /// The best possible sum for these tasks.
    pub best: i64,
}

impl Counts {
    /// Correct answers, confirmed.
    pub fn correct(&self) -> usize {
        self.correct_true + self.correct_false + self.correct_other
    }

    /// Wrong answers.
    pub fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false + self.wrong_other
    }

    /// Failures.
    pub fn error(&self) -> usize {
        self.errors.values().sum()
    }
}

/// The counts of a group.
pub fn counts(table: &Table, group: &Group) -> Counts {
    let mut counts = Counts::default();
    for (row, outcome) in table.rows.iter().zip(&group.outcomes) {
        let Some(outcome) = outcome else { continue };
        counts.total += 1;
        counts.score += outcome.score;
        counts.best +=
            row.expected.as_deref().and_then(Expected::parse).map_or(0, |expected| best_score(&expected));
        let count = match (outcome.category, class(&outcome.status)) {
            (Category::Correct, Class::True) => &mut counts.correct_true,
            (Category::Correct, Class::False) => &mut counts.correct_false,
            (Category::Correct, Class::Other) => &mut counts.correct_other,
            (Category::CorrectUnconfirmed, _) => &mut counts.unconfirmed,
            (Category::Wrong, Class::True) => &mut counts.wrong_true,
            (Category::Wrong, Class::False) => &mut counts.wrong_false,
            (Category::Wrong, Class::Other) => &mut counts.wrong_other,
            (Category::Unknown, _) => &mut counts.unknown,
            (Category::Error, _) => counts.errors.entry(outcome.status.clone()).or_default(),
            (Category::Missing, _) => &mut counts.missing,
        };
        *count += 1;
    }
    counts
}
