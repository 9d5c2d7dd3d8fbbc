//! Benchmark definitions: which tool runs with which options on which tasks within which limits.
//!
//! Two notations have the same content: the reference tool's XML (its DTD as of version 3, which also has everything of 2.x) and TOML. Both become a [`Definition`]; nothing
//! below knows which it was. What the reference ignores silently, such as a misspelt attribute, is an error here, with its place and the word that was probably meant: a limit that
//! is not applied because of a typo makes a benchmark of days worthless.
//!
//! Chapter 13.3 of the document, items B-41 to B-43.

mod markup;
#[cfg(test)]
mod tests;
mod toml;
mod xml;

use crate::problem::{Place, Problem};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The text.
    pub text: String,
    /// Where it is written.
    pub place: Place,
}

/// A benchmark.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The file.
    pub file: PathBuf,
    /// The name: that of the file without its ending.
    pub name: String,
    /// The name of the tool module.
    pub tool: Located,
    /// How the benchmark is called in tables.
    pub display_name: Option<String>,
    /// Limits of every run.
    pub limits: Limits,
    /// How many runs there are at the same time, if it is said.
    pub threads: Option<u32>,
    /// What the machine must have.
    pub required: Required,
    /// Patterns of files that the tool needs, besides the tasks.
    pub required_files: Vec<Located>,
    /// Patterns of files to keep; `.` is everything.
    pub result_files: Vec<String>,
    /// Values to take from the output.
    pub columns: Vec<WantedColumn>,
    /// What belongs to every run.
    pub common: Settings,
    /// Task sets for every run definition.
    pub tasks: Vec<TaskSet>,
    /// The run definitions.
    pub runs: Vec<RunDefinition>,
}

/// What a machine must have. Schedulers that choose one use it; what a run gets is what the limits say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required {
    /// The model of CPU: a part of its name.
    pub cpu_model: Option<String>,
    /// Cores.
    pub cores: Option<u32>,
    /// Memory in bytes.
    pub memory: Option<u64>,
}

/// Limits of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time after which the tool is asked to end, if that is before `cpu`.
    pub soft_cpu: Option<Duration>,
    /// CPU time after which it is killed.
    pub cpu: Option<Duration>,
    /// Wall time.
    pub wall: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Cores.
    pub cores: Option<u32>,
}

impl Limits {
    /// The CPU time that counts: an answer after it is none.
    pub fn effective_cpu(&self) -> Option<Duration> {
        self.soft_cpu.or(self.cpu)
    }
}

/// What can be said at all three levels: for all, for a run definition, for a task set.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Arguments for the tool.
    pub options: Vec<String>,
    /// The property file.
    pub property: Option<PropertyFile>,
    /// Patterns of files that the runs need.
    pub required_files: Vec<Located>,
}

/// A property file, and which tasks it selects.
#[derive(Clone, Debug)]
pub struct PropertyFile {
    /// A pattern, possibly with variables.
    pub pattern: Located,
    /// Only tasks with this expected verdict: `true`, `false`, `false(part)` or `unknown`.
    pub expected: Option<String>,
}

/// One configuration of the tool.
#[derive(Clone, Debug)]
pub struct RunDefinition {
    /// Its name; empty if it has none.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// Its settings.
    pub settings: Settings,
    /// Task sets of this run definition only.
    pub tasks: Vec<TaskSet>,
}

/// A set of tasks.
#[derive(Clone, Debug)]
pub struct TaskSet {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it is.
    pub place: Place,
    /// Patterns of task definitions or input files.
    pub include: Vec<Located>,
    /// Patterns of files with such patterns.
    pub includes_file: Vec<Located>,
    /// Patterns of tasks to leave out.
    pub exclude: Vec<Located>,
    /// Patterns of files with such patterns.
    pub excludes_file: Vec<Located>,
    /// Names of runs without an input file.
    pub without_file: Vec<Located>,
    /// Patterns of files that are added to every task.
    pub append: Vec<Located>,
    /// Its settings.
    pub settings: Settings,
}

impl TaskSet {
    fn new(name: Option<String>, place: Place) -> Self {
        Self {
            name,
            place,
            include: Vec::new(),
            includes_file: Vec::new(),
            exclude: Vec::new(),
            excludes_file: Vec::new(),
            without_file: Vec::new(),
            append: Vec::new(),
            settings: Settings::default(),
        }
    }
}

/// A value to take from the output of the tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WantedColumn {
    /// How it is called in tables.
    pub title: String,
    /// What the tool module looks for.
    pub pattern: String,
    /// With how many decimals it is shown.
    pub digits: Option<u32>,
}

/// What was wrong (nothing may run), and what is odd (it may).
pub type Read = Result<(Definition, Vec<Problem>), Vec<Problem>>;

/// Reads a benchmark definition: TOML if its name ends with `.toml`, otherwise XML.
pub fn read(file: &Path) -> Read {
    let text = std::fs::read(file).map_err(|error| {
        Problem::new(format!("cannot read the benchmark definition {}: {error}", file.display()))
    })?;
    let text = String::from_utf8(text).map_err(|error| {
        let valid =
            String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        Problem::at(&Place::of(file, &valid, valid.len()), "the benchmark definition is not UTF-8")
    })?;
    parse(file, &text)
}

/// The same for a text.
pub fn parse(file: &Path, text: &str) -> Read {
    let is_toml = file.extension().is_some_and(|extension| extension == "toml");
    let (mut definition, mut warnings) =
        if is_toml { toml::parse(file, text) } else { xml::parse(file, text) }?;
    let problems = check(&definition);
    if !problems.is_empty() {
        return Err(problems);
    }
    settle(&mut definition.limits, &mut warnings);
    if definition.result_files.is_empty() {
        definition.result_files.push(".".to_owned());
    }
    Ok((definition, warnings))
}

/// The name of a benchmark: that of the file without its ending.
fn name_of(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// `timelimit` and `hardtimelimit` are one limit unless the latter is larger.
fn settle(limits: &mut Limits, warnings: &mut Vec<Problem>) {
    match (limits.soft_cpu, limits.cpu) {
        (Some(soft), None) => (limits.soft_cpu, limits.cpu) = (None, Some(soft)),
        (Some(soft), Some(hard)) if hard <= soft => {
            if hard < soft {
                warnings
                    .push(Problem::new("the hard time limit is smaller than the time limit and is not used"));
            }
            (limits.soft_cpu, limits.cpu) = (None, Some(soft));
        }
        (Some(_), Some(_)) | (None, _) => {}
    }
}

/// What no notation can check alone.
fn check(definition: &Definition) -> Vec<Problem> {
    let mut problems = Vec::new();
    if definition.runs.is_empty() {
        let place = Place::file(&definition.file);
        problems.push(
            Problem::at(&place, "there is no run definition, so there is nothing to run")
                .advise("add `<rundefinition/>` (XML) or `[[run]]` (TOML)"),
        );
    }
    for (index, run) in definition.runs.iter().enumerate() {
        if definition.runs[..index].iter().any(|other| other.name == run.name) {
            let message = match run.name.as_str() {
                "" => "there is more than one run definition without a name".to_owned(),
                name => format!("the name `{name}` belongs to two run definitions"),
            };
            problems
                .push(Problem::at(&run.place, message).advise("give every run definition a name of its own"));
        }
        if run.name.contains(['/', '\0']) {
            let message = format!("the name `{}` has a `/`, but it becomes part of file names", run.name);
            problems.push(Problem::at(&run.place, message));
        }
        if definition.tasks.is_empty() && run.tasks.is_empty() {
            let message = format!("the run definition `{}` has no tasks", run.name);
            problems.push(
                Problem::at(&run.place, message)
                    .advise("add `<tasks>` with `<include>`, `<includesfile>` or `<withoutfile>`"),
            );
        }
    }
    problems
}
