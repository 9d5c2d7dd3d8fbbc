//! A table: one row for each task, one group of columns for each set of results, every value in its place.
//!
//! Section 13.3 of document 000. A task that a set does not have is a gap, so that rows never shift. Everything that shows tables (CSV, the page, the differences) starts here.

use crate::value::Decimal;
use bench_result::Item;
use bench_result::score::Category;
use std::path::PathBuf;

/// Results side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What all task names begin with, a folder; it is not part of the rows' names.
    pub prefix: String,
    /// The tasks.
    pub rows: Vec<Row>,
    /// The sets of results.
    pub groups: Vec<Group>,
    /// What a reader of the table should know.
    pub warnings: Vec<String>,
}

/// A task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its name without the prefix of the table.
    pub name: String,
    /// The properties, by spaces.
    pub properties: String,
    /// The expected verdict, if it is known.
    pub expected: Option<String>,
    /// Which of several runs of the same task it is, from 1; there are more if a set runs a task with different options.
    pub variant: usize,
    /// The file of the task, if it exists.
    pub file: Option<PathBuf>,
}

/// The results of one set, or of a union of sets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What tells it from the others.
    pub title: String,
    /// The name of the run definition; empty if there is none.
    pub name: String,
    /// The tool.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// Attributes: options, limits, dates and others.
    pub items: Vec<Item>,
    /// The machine.
    pub system: Vec<Item>,
    /// Environment variables.
    pub environment: Vec<Item>,
    /// The description of the benchmark.
    pub description: String,
    /// The result files.
    pub files: Vec<PathBuf>,
    /// For each row what came out, or nothing.
    pub outcomes: Vec<Option<Outcome>>,
    /// The columns beside the status.
    pub columns: Vec<Column>,
}

/// What came out of the runs of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer, or what prevented it.
    pub status: String,
    /// How that compares to what is expected.
    pub category: Category,
    /// The points.
    pub score: i64,
    /// Logs of its runs, one for each repetition that has one.
    pub logs: Vec<Log>,
    /// How many runs there are: more than one if runs were repeated.
    pub runs: usize,
    /// Options of this task alone.
    pub options: String,
}

/// Where a log is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Log {
    /// A file.
    File(PathBuf),
    /// A member of a ZIP archive.
    Member {
        /// The archive.
        archive: PathBuf,
        /// The path inside.
        path: String,
    },
    /// On the network.
    Address(String),
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The title in result files.
    pub title: String,
    /// The title to show.
    pub label: String,
    /// The unit of the numbers; empty if there is none or if these are no numbers.
    pub unit: String,
    /// Significant digits to show, if numbers are to be rounded.
    pub digits: Option<usize>,
    /// Whether a difference here is a difference of results.
    pub for_diff: bool,
    /// The values by row.
    pub values: Values,
}

/// The values of a column; nothing where there are none.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers.
    Numbers(Vec<Option<Number>>),
    /// Texts.
    Texts(Vec<Option<String>>),
}

impl Values {
    /// The value with all its digits; empty where there is none.
    pub fn exact(&self, row: usize) -> String {
        match self {
            Self::Numbers(numbers) => numbers.get(row).and_then(Option::as_ref).map(Number::exact),
            Self::Texts(texts) => texts.get(row).and_then(Clone::clone),
        }
        .unwrap_or_default()
    }
}

/// A number in the unit of its column.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// As it was measured.
    Measured(Decimal),
    /// Calculated from a measured one by a factor that is no power of ten.
    Scaled(f64),
    /// The mean of repeated runs.
    Mean {
        /// The mean.
        mean: f64,
        /// Half of the width of the interval that has the true mean with a confidence of 95 %.
        margin: f64,
        /// The single values, in the order of the repetitions; none if the result file has the mean only.
        samples: Vec<f64>,
    },
}

impl Number {
    /// As a binary number.
    pub fn number(&self) -> f64 {
        match self {
            Self::Measured(decimal) => decimal.number(),
            Self::Scaled(number) => *number,
            Self::Mean { mean, .. } => *mean,
        }
    }

    /// All digits.
    pub fn exact(&self) -> String {
        match self {
            Self::Measured(decimal) => decimal.to_string(),
            Self::Scaled(number) => number.to_string(),
            Self::Mean { mean, .. } => mean.to_string(),
        }
    }
}

impl Table {
    /// Keeps the rows for which `keep` says so.
    pub fn retain(&mut self, keep: impl Fn(&Self, usize) -> bool) {
        let kept: Vec<bool> = (0..self.rows.len()).map(|row| keep(self, row)).collect();
        retain(&mut self.rows, &kept);
        for group in &mut self.groups {
            retain(&mut group.outcomes, &kept);
            for column in &mut group.columns {
                match &mut column.values {
                    Values::Numbers(numbers) => retain(numbers, &kept),
                    Values::Texts(texts) => retain(texts, &kept),
                }
            }
        }
    }

    /// Drops all values of runs that were not correct: times of wrong answers and of failures are no times of solutions.
    pub fn keep_correct_only(&mut self) {
        for group in &mut self.groups {
            for (row, outcome) in group.outcomes.iter().enumerate() {
                if outcome.as_ref().is_some_and(|outcome| outcome.category == Category::Correct) {
                    continue;
                }
                for column in &mut group.columns {
                    match &mut column.values {
                        Values::Numbers(numbers) => numbers[row] = None,
                        Values::Texts(texts) => texts[row] = None,
                    }
                }
            }
        }
    }
}

impl Group {
    /// The text of an attribute.
    pub fn item(&self, name: &str) -> Option<&str> {
        self.items.iter().find(|item| item.name == name).map(|item| item.text.as_str())
    }
}

fn retain<T>(values: &mut Vec<T>, kept: &[bool]) {
    let mut flags = kept.iter();
    values.retain(|_| flags.next().copied().unwrap_or(true));
}
