//! The results of one run definition over its tasks.

use serde::{Deserialize, Serialize};

/// A column of one run, such as `cputime` with `1.23s`. Values are texts as in result files: what is exact stays exact, and tools may report anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub title: String,
    /// Its value, with a unit if it has one.
    pub value: String,
    /// Whether tables leave it out unless they are asked for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// A named text of the description: an attribute of the result file, such as `tool` or `memlimit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// One run of one task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The task: the path of its definition or input file.
    pub name: String,
    /// The input files.
    pub files: Vec<String>,
    /// The names of the properties, by spaces; empty if there are none.
    pub properties: String,
    /// The property file, as a path that is relative to the result file, if there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property_file: Option<String>,
    /// The expected verdict, such as `true` or `false(valid-deref)`, if it is known.
    pub expected: Option<String>,
    /// Which repetition it is, from 1; there is one unless more were asked for.
    pub repetition: u32,
    /// Options of this run alone.
    pub options: Vec<String>,
    /// What was measured and found: `status`, `category`, `cputime`, `walltime`, `memory` and others.
    pub columns: Vec<Column>,
    /// The log, as a path that is relative to the result file.
    pub log: Option<String>,
}

/// The results of one run definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultSet {
    /// Attributes of the set in their order: `benchmarkname`, `name` (of the run definition), `tool`, `version`, `date`, `starttime`, `endtime`, `options`, limits, `displayName`.
    pub items: Vec<Item>,
    /// The description of the benchmark.
    pub description: String,
    /// The machine: attributes of `systeminfo`, among them `hostname`, `os`, `cpu`, `cores`, `frequency`, `turboboost`, `ram`.
    pub system: Vec<Item>,
    /// Environment variables.
    pub environment: Vec<Item>,
    /// The titles of columns that tables show unless they are told otherwise.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Figures of the whole set, such as the sum of CPU times.
    #[serde(default)]
    pub totals: Vec<Column>,
    /// The runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
}
