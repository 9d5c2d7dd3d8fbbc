//! What changed from one set of results to the next.
//!
//! The reference tool counts every row whose status differs as a regression unless the later one is correct, also where a wrong answer became a timeout. Here a row is
//! *worse* if the answer is worth less than before (correct, then no answer, then wrong), *better* if it is worth more, and *changed* otherwise, such as from a timeout to running out of
//! memory.

use crate::table::{Group, Outcome, Table};
use bench_result::score::Category;
use std::fmt;

/// How a row changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The later answer is worth less.
    Worse,
    /// It is worth the same, but differs.
    Changed,
    /// It is worth more.
    Better,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Worse => "worse",
            Self::Changed => "changed",
            Self::Better => "better",
        })
    }
}

/// Whether a timeout that was one before in any earlier set counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeouts {
    /// It counts.
    Count,
    /// It does not: tasks near the limit change from day to day.
    IgnoreFlapping,
}

/// The rows that changed between the two last groups.
pub fn changes(table: &Table, timeouts: Timeouts) -> Vec<(usize, Change)> {
    let [earlier @ .., last] = table.groups.as_slice() else { return Vec::new() };
    let Some(before) = earlier.last() else { return Vec::new() };
    let change = |row: usize| {
        let new = last.outcomes[row].as_ref()?;
        let is_flapping = is_timeout(new)
            && earlier.iter().any(|group| group.outcomes[row].as_ref().is_some_and(is_timeout));
        if timeouts == Timeouts::IgnoreFlapping && is_flapping {
            return None;
        }
        Some((row, compare(before.outcomes[row].as_ref()?, new)?))
    };
    (0..table.rows.len()).filter_map(change).collect()
}

/// Whether the results of a row differ: in the status, or in a column that counts as a result.
pub fn differs(table: &Table, row: usize) -> bool {
    let present: Vec<&Group> = table.groups.iter().filter(|group| group.outcomes[row].is_some()).collect();
    let status = |group: &Group| group.outcomes[row].as_ref().map(|outcome| outcome.status.clone());
    present.windows(2).any(|pair| {
        status(pair[0]) != status(pair[1])
            || pair[0].columns.iter().filter(|column| column.for_diff).any(|column| {
                let other = pair[1].columns.iter().find(|other| other.title == column.title);
                other.is_some_and(|other| other.values.exact(row) != column.values.exact(row))
            })
    })
}

fn compare(before: &Outcome, after: &Outcome) -> Option<Change> {
    let worth = |outcome: &Outcome| match outcome.category {
        Category::Wrong => 0,
        Category::Unknown | Category::Error | Category::Missing => 1,
        Category::CorrectUnconfirmed => 2,
        Category::Correct => 3,
    };
    if before.status == after.status && before.category == after.category {
        return None;
    }
    Some(match worth(after).cmp(&worth(before)) {
        std::cmp::Ordering::Less => Change::Worse,
        std::cmp::Ordering::Equal => Change::Changed,
        std::cmp::Ordering::Greater => Change::Better,
    })
}

fn is_timeout(outcome: &Outcome) -> bool {
    outcome.status.to_ascii_lowercase().starts_with("timeout")
}
