//! From a definition to the list of its runs.
//!
//! Everything that can be found out before the first run is found out here: files that do not exist, task definitions that cannot be read, properties that a task does not have. Each run
//! definition runs on every task of its task sets, each task as often as repetitions were asked for; all first repetitions come before all second ones, so that a disturbance that lasts a minute
//! does not hit all repetitions of one task.

mod files;
#[cfg(test)]
mod tests;

use crate::definition::{Definition, PropertyFile, RunDefinition, Settings, TaskSet};
use crate::pattern;
use crate::problem::{Place, Problem};
use crate::variables::{Names, Variables};
use bench_result::score::{self, Expected};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A property file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// The file.
    pub file: PathBuf,
    /// Its name without the ending.
    pub name: String,
    /// Whether the competition's scores are defined for it.
    pub has_scores: bool,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedRun {
    /// The index of its run definition in [`Plan::sets`].
    pub set: usize,
    /// The name of its task set.
    pub block: String,
    /// The task: the path of its definition or input file, or the name of a run without files.
    pub task: String,
    /// The input files.
    pub files: Vec<PathBuf>,
    /// Further files that it needs.
    pub required_files: Vec<PathBuf>,
    /// What is to be shown.
    pub property: Option<Property>,
    /// What the answer should be.
    pub expected: Option<Expected>,
    /// All arguments for the tool.
    pub options: Vec<String>,
    /// Those of its task set only.
    pub own_options: Vec<String>,
    /// Parameters of the task.
    pub task_options: Option<serde_json::Value>,
    /// Which repetition it is, from 1.
    pub repetition: u32,
    /// The name of its log.
    pub log: String,
}

impl PlannedRun {
    /// What tells it from all other runs of the benchmark, and is the same when the benchmark runs again.
    pub fn key(&self, sets: &[PlannedSet]) -> RunKey {
        RunKey {
            set: sets.get(self.set).map_or_else(String::new, |set| set.name.clone()),
            block: self.block.clone(),
            task: self.task.clone(),
            repetition: self.repetition,
        }
    }
}

/// The identity of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunKey {
    /// The run definition.
    pub set: String,
    /// The task set.
    pub block: String,
    /// The task.
    pub task: String,
    /// The repetition.
    pub repetition: u32,
}

/// A run definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedSet {
    /// Its name, empty if it has none.
    pub name: String,
    /// The arguments that all its runs have.
    pub options: Vec<String>,
    /// The names of its task sets.
    pub blocks: Vec<String>,
}

/// All runs of a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The run definitions.
    pub sets: Vec<PlannedSet>,
    /// The runs in their order.
    pub runs: Vec<PlannedRun>,
}

/// Which part of a definition is to run, and how often.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Patterns of names of run definitions; all if empty.
    pub run_definitions: Vec<String>,
    /// Patterns of names of task sets; all if empty.
    pub task_sets: Vec<String>,
    /// How often each task runs, at least once.
    pub repetitions: u32,
    /// What happens with a task that lacks a file.
    pub missing: Missing,
}

/// What happens with a task that lacks a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// Nothing runs.
    #[default]
    Refuse,
    /// It is left out, with a warning.
    Skip,
}

/// Makes the plan. An error means that nothing may run.
pub fn plan(
    definition: &Definition,
    names: &Names,
    selection: &Selection,
) -> Result<(Plan, Vec<Problem>), Vec<Problem>> {
    let mut planner = Planner {
        definition,
        names,
        selection,
        problems: Vec::new(),
        warnings: Vec::new(),
        properties: BTreeMap::new(),
        logs: BTreeSet::new(),
    };
    let plan = planner.plan();
    if planner.problems.is_empty() && plan.runs.is_empty() {
        planner.problems.append(&mut planner.warnings);
        planner.problems.push(Problem::at(&Place::file(&definition.file), "no task is left to run"));
    }
    if !planner.problems.is_empty() {
        return Err(planner.problems);
    }
    let mut seen = BTreeSet::new();
    planner.warnings.retain(|warning| seen.insert(warning.to_string()));
    Ok((plan, planner.warnings))
}

struct Planner<'a> {
    definition: &'a Definition,
    names: &'a Names,
    selection: &'a Selection,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
    /// Property files that were read.
    properties: BTreeMap<PathBuf, Property>,
    /// Names of logs that are taken.
    logs: BTreeSet<String>,
}

/// What all runs of one task set share.
struct Context<'a> {
    set: usize,
    run: &'a RunDefinition,
    tasks: &'a TaskSet,
    block: String,
    variables: Variables,
}

impl Planner<'_> {
    fn plan(&mut self) -> Plan {
        let mut plan = Plan::default();
        let mut once = Vec::new();
        for run in &self.definition.runs {
            if !selected(&self.selection.run_definitions, &run.name) {
                continue;
            }
            let set = plan.sets.len();
            let mut planned = PlannedSet {
                name: run.name.clone(),
                options: [self.definition.common.options.as_slice(), &run.settings.options].concat(),
                blocks: Vec::new(),
            };
            for (index, tasks) in self.definition.tasks.iter().chain(&run.tasks).enumerate() {
                let block = tasks.name.clone().unwrap_or_else(|| index.to_string());
                if !selected(&self.selection.task_sets, &block) {
                    continue;
                }
                planned.blocks.push(block.clone());
                let variables = Variables::new(self.names, &run.name);
                let before = once.len();
                self.task_set(&Context { set, run, tasks, block, variables }, &mut once);
                if once.len() == before {
                    self.warnings.push(Problem::at(&tasks.place, "this task set has no task"));
                }
            }
            plan.sets.push(planned);
        }
        self.check_selection();
        let repetitions = self.selection.repetitions.max(1);
        for repetition in 1..=repetitions {
            for run in &once {
                let suffix = if repetitions > 1 { format!(".{repetition}.log") } else { ".log".to_owned() };
                plan.runs.push(PlannedRun { repetition, log: run.log.clone() + &suffix, ..run.clone() });
            }
        }
        plan
    }

    /// A selection that selects nothing is a typo.
    fn check_selection(&mut self) {
        let names: Vec<&str> = self.definition.runs.iter().map(|run| run.name.as_str()).collect();
        let sets: Vec<&str> = (self.definition.tasks.iter())
            .chain(self.definition.runs.iter().flat_map(|run| &run.tasks))
            .filter_map(|set| set.name.as_deref())
            .collect();
        for pattern in &self.selection.run_definitions {
            if !names.iter().any(|name| pattern::matches(pattern, name)) {
                let problem = Problem::new(format!("no run definition is called `{pattern}`"));
                self.problems.push(problem.suggest(pattern, &names));
            }
        }
        for pattern in &self.selection.task_sets {
            let by_number = pattern.parse::<usize>().is_ok();
            if !by_number && !sets.iter().any(|name| pattern::matches(pattern, name)) {
                let problem = Problem::new(format!("no task set is called `{pattern}`"));
                self.problems.push(problem.suggest(pattern, &sets));
            }
        }
    }

    fn task_set(&mut self, context: &Context<'_>, runs: &mut Vec<PlannedRun>) {
        for task in self.tasks_of(context.tasks, &context.variables) {
            runs.extend(self.task(context, &task));
        }
        for name in &context.tasks.without_file {
            let task = Task { name: name.text.clone(), ..Task::default() };
            runs.extend(self.run(context, task, None));
        }
    }

    /// The run of one file: a task definition or an input file.
    fn task(&mut self, context: &Context<'_>, file: &Path) -> Option<PlannedRun> {
        if file.extension().is_some_and(|extension| extension == "yml") {
            return self.defined_task(context, file);
        }
        let mut files = vec![file.to_owned()];
        let variables = context.variables.with_task(file, file, &self.names.current);
        for append in &context.tasks.append {
            let base = crate::variables::folder_of(file);
            files.extend(self.expand(append, &base, &variables));
        }
        let task = Task { name: shown(file), files: with_content(files), ..Task::default() };
        self.run(context, task, None)
    }

    fn defined_task(&mut self, context: &Context<'_>, file: &Path) -> Option<PlannedRun> {
        if let Some(append) = context.tasks.append.first() {
            let message = "files cannot be appended to a task definition: it names all its files";
            self.problems.push(Problem::at(&append.place, message));
            return None;
        }
        let definition = self.read_task(file)?;
        let files = self.files_of(file, &definition.input_files)?;
        let required = self.files_of(file, &definition.required_files)?;
        let task = Task { name: shown(file), files, required, options: definition.options };
        self.run(context, task, Some((file, &definition.properties)))
    }

    /// The run of a task, unless its property or its verdict is not what was asked for.
    fn run(
        &mut self,
        context: &Context<'_>,
        task: Task,
        definition: Option<(&Path, &[property::task::TaskProperty])>,
    ) -> Option<PlannedRun> {
        let path = PathBuf::from(&task.name);
        let input = task.files.first().cloned().unwrap_or_else(|| path.clone());
        let variables = context.variables.with_task(&path, &input, &self.names.current);
        let settings = [&self.definition.common, &context.run.settings, &context.tasks.settings];
        let (property, expected) = match settings.iter().rev().find_map(|settings| settings.property.as_ref())
        {
            None => (None, None),
            Some(wanted) => {
                let property = self.property(wanted, &variables)?;
                let expected = match definition {
                    Some((file, listed)) => Some(self.expectation(file, listed, &property, wanted)?),
                    None => None,
                };
                (Some(property), expected)
            }
        };
        let mut required_files = task.required;
        for settings in settings {
            required_files.extend(self.required(settings, &variables));
        }
        let own_options = context.tasks.settings.options.clone();
        let mut options = Vec::new();
        for option in settings.iter().flat_map(|settings| &settings.options) {
            options.push(variables.replace(option, &mut self.warnings));
        }
        Some(PlannedRun {
            set: context.set,
            block: context.block.clone(),
            log: self.log_name(&context.run.name, &path),
            task: task.name,
            files: task.files,
            required_files,
            property,
            expected,
            options,
            own_options,
            task_options: task.options,
            repetition: 1,
        })
    }

    fn required(&mut self, settings: &Settings, variables: &Variables) -> Vec<PathBuf> {
        let base = crate::variables::folder_of(&self.definition.file);
        settings.required_files.iter().flat_map(|pattern| self.expand(pattern, &base, variables)).collect()
    }

    /// The name of the log without its ending: as the reference has it, but two tasks of the same name in different folders get different logs.
    fn log_name(&mut self, run_definition: &str, task: &Path) -> String {
        let name = task.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let prefix = if run_definition.is_empty() { String::new() } else { format!("{run_definition}.") };
        let base = format!("{prefix}{name}");
        let mut unique = base.clone();
        let mut number = 1;
        while !self.logs.insert(unique.clone()) {
            number += 1;
            unique = format!("{base}~{number}");
        }
        unique
    }

    fn property(&mut self, wanted: &PropertyFile, variables: &Variables) -> Option<Property> {
        let base = crate::variables::folder_of(&self.definition.file);
        let file = self.one_file(&wanted.pattern, &base, variables)?;
        if let Some(known) = self.properties.get(&file) {
            return Some(known.clone());
        }
        let content = match std::fs::read(&file) {
            Ok(content) => String::from_utf8_lossy(&content).into_owned(),
            Err(error) => {
                let message = format!("cannot read the property file {}: {error}", file.display());
                self.problems.push(Problem::at(&wanted.pattern.place, message));
                return None;
            }
        };
        let name = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let property = Property { file: file.clone(), name, has_scores: score::has_scores(&content) };
        self.properties.insert(file, property.clone());
        Some(property)
    }

    /// What the task expects for the property; nothing if the task does not have it or the verdict was not asked for.
    fn expectation(
        &mut self,
        file: &Path,
        listed: &[property::task::TaskProperty],
        property: &Property,
        wanted: &PropertyFile,
    ) -> Option<Expected> {
        let base = crate::variables::folder_of(file);
        let same = |listed: &property::task::TaskProperty| {
            let path = pattern::normal(&base.join(&listed.property_file));
            let canonical = |path: &Path| std::fs::canonicalize(path).ok();
            path == property.file
                || canonical(&path).is_some_and(|path| canonical(&property.file) == Some(path))
        };
        let mut found = listed.iter().filter(|listed| same(listed));
        let first = found.next()?;
        if found.next().is_some() {
            let message = format!("the property {} is listed twice", property.file.display());
            self.problems.push(Problem::at(&Place::file(file), message));
        }
        let expected = Expected { holds: first.expected_verdict, part: first.subproperty.clone() };
        let fits = wanted.expected.as_deref().is_none_or(|filter| match expected.holds {
            None => filter == "unknown",
            Some(_) if filter.contains('(') => filter == expected.to_string(),
            Some(holds) => filter == holds.to_string(),
        });
        fits.then_some(expected)
    }
}

/// What a task consists of.
#[derive(Default)]
struct Task {
    name: String,
    files: Vec<PathBuf>,
    required: Vec<PathBuf>,
    options: Option<serde_json::Value>,
}

fn selected(patterns: &[String], name: &str) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| pattern::matches(pattern, name))
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Folders stand for the files below them, except hidden ones.
fn with_content(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(pattern::expand(&path.join("**/*")).into_iter().filter(|path| path.is_file()));
        } else {
            files.push(path);
        }
    }
    files
}
