//! The same in TOML, which is easier to write and to generate.
//!
//! ```toml
//! tool = "verdikt"
//! time-limit = "900 s"
//! memory-limit = "15 GB"
//! cores = 2
//! options = ["--stats"]
//! property-file = "../properties/unreach-call.prp"
//!
//! [[run]]
//! name = "predicate"
//! options = ["--preset", "predicate"]
//!
//! [[tasks]]
//! name = "Loops"
//! includes-file = ["../Loops.set"]
//! ```

use super::{
    Definition, Limits, Located, PropertyFile, Read, Required, RunDefinition, Settings, TaskSet,
    WantedColumn, name_of, xml,
};
use crate::problem::{Place, Problem};
use crate::units;
use serde::Deserialize;
use std::path::Path;
use toml::Spanned;

pub(super) fn parse(file: &Path, text: &str) -> Read {
    let raw: RawTop = toml::from_str(text).map_err(|error| unreadable(file, text, &error))?;
    let mut reading = Reading { file, text, problems: Vec::new() };
    let limits = Limits {
        soft_cpu: reading.value(raw.time_limit.as_ref(), units::time),
        cpu: reading.value(raw.hard_time_limit.as_ref(), units::time),
        wall: reading.value(raw.wall_time_limit.as_ref(), units::time),
        memory: reading.value(raw.memory_limit.as_ref(), units::size),
        cores: reading.positive(raw.cores.as_ref()),
    };
    let common = reading.settings(RawSettings {
        options: raw.options,
        property_file: raw.property_file,
        expected_verdict: raw.expected_verdict,
        required_files: raw.required_files,
    });
    let definition = Definition {
        file: file.to_owned(),
        name: name_of(file),
        tool: reading.located(raw.tool),
        display_name: raw.display_name,
        limits,
        threads: reading.positive(raw.threads.as_ref()),
        required: Required { cpu_model: raw.cpu_model, ..Required::default() },
        required_files: common.required_files.clone(),
        result_files: match raw.result_files {
            Some(patterns) if patterns.is_empty() => vec![String::new()],
            Some(patterns) => patterns,
            None => Vec::new(),
        },
        columns: raw.columns.into_iter().map(RawColumn::wanted).collect(),
        common: Settings { required_files: Vec::new(), ..common },
        tasks: raw.tasks.into_iter().map(|set| reading.tasks(set)).collect(),
        runs: raw.run.into_iter().map(|run| reading.run(run)).collect(),
    };
    if reading.problems.is_empty() { Ok((definition, Vec::new())) } else { Err(reading.problems) }
}

/// The reader's message, with a suggestion where it names what it expected.
fn unreadable(file: &Path, text: &str, error: &toml::de::Error) -> Vec<Problem> {
    let place = Place::of(file, text, error.span().map_or(0, |span| span.start));
    let message = error.message();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if !message.starts_with("unknown field") {
        return Problem::at(&place, message).into();
    }
    let problem = Problem::at(&place, message.split(", expected").next().unwrap_or(message));
    match quoted.split_first() {
        Some((word, known)) => problem.suggest(word, known).into(),
        None => problem.into(),
    }
}

struct Reading<'a> {
    file: &'a Path,
    text: &'a str,
    problems: Vec<Problem>,
}

impl Reading<'_> {
    fn place<T>(&self, value: &Spanned<T>) -> Place {
        Place::of(self.file, self.text, value.span().start)
    }

    fn located(&self, value: Spanned<String>) -> Located {
        let place = self.place(&value);
        Located { text: value.into_inner(), place }
    }

    fn all(&self, values: Vec<Spanned<String>>) -> Vec<Located> {
        values.into_iter().map(|value| self.located(value)).collect()
    }

    fn value<T>(
        &mut self,
        value: Option<&Spanned<String>>,
        read: fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let value = value?;
        let place = self.place(value);
        read(value.get_ref()).map_err(|reason| self.problems.push(Problem::at(&place, reason))).ok()
    }

    fn positive(&mut self, value: Option<&Spanned<i64>>) -> Option<u32> {
        let value = value?;
        let place = self.place(value);
        let number = u32::try_from(*value.get_ref()).ok().filter(|number| *number > 0);
        if number.is_none() {
            self.problems.push(Problem::at(&place, "it must be at least 1"));
        }
        number
    }

    fn settings(&mut self, raw: RawSettings) -> Settings {
        if let Some(expected) = &raw.expected_verdict {
            let place = self.place(expected);
            if !xml::is_verdict(expected.get_ref()) {
                let message = format!("`{}` is not an expected verdict", expected.get_ref());
                let advice = "there are `true`, `false`, `false(part)` and `unknown`";
                self.problems.push(Problem::at(&place, message).advise(advice));
            } else if raw.property_file.is_none() {
                let message = "tasks are selected by expected verdict, but no property file is named here";
                self.problems.push(Problem::at(&place, message).advise("add `property-file`"));
            }
        }
        let expected = raw.expected_verdict.map(Spanned::into_inner);
        let property =
            raw.property_file.map(|pattern| PropertyFile { pattern: self.located(pattern), expected });
        Settings { options: raw.options, property, required_files: self.all(raw.required_files) }
    }

    fn tasks(&mut self, raw: Spanned<RawTasks>) -> TaskSet {
        let place = self.place(&raw);
        let raw = raw.into_inner();
        let mut set = TaskSet::new(raw.name, place);
        set.include = self.all(raw.include);
        set.includes_file = self.all(raw.includes_file);
        set.exclude = self.all(raw.exclude);
        set.excludes_file = self.all(raw.excludes_file);
        set.without_file = self.all(raw.without_file);
        set.append = self.all(raw.append);
        set.settings = self.settings(RawSettings {
            options: raw.options,
            property_file: raw.property_file,
            expected_verdict: raw.expected_verdict,
            required_files: raw.required_files,
        });
        set
    }

    fn run(&mut self, raw: Spanned<RawRun>) -> RunDefinition {
        let place = self.place(&raw);
        let raw = raw.into_inner();
        let settings = self.settings(RawSettings {
            options: raw.options,
            property_file: raw.property_file,
            expected_verdict: raw.expected_verdict,
            required_files: raw.required_files,
        });
        let tasks = raw.tasks.into_iter().map(|set| self.tasks(set)).collect();
        RunDefinition { name: raw.name, place, settings, tasks }
    }
}

/// The settings are spelt out at each level, since the reader cannot refuse unknown keys where types are flattened.
struct RawSettings {
    options: Vec<String>,
    property_file: Option<Spanned<String>>,
    expected_verdict: Option<Spanned<String>>,
    required_files: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawTop {
    tool: Spanned<String>,
    display_name: Option<String>,
    time_limit: Option<Spanned<String>>,
    hard_time_limit: Option<Spanned<String>>,
    wall_time_limit: Option<Spanned<String>>,
    memory_limit: Option<Spanned<String>>,
    cores: Option<Spanned<i64>>,
    threads: Option<Spanned<i64>>,
    cpu_model: Option<String>,
    result_files: Option<Vec<String>>,
    #[serde(default)]
    columns: Vec<RawColumn>,
    #[serde(default)]
    options: Vec<String>,
    property_file: Option<Spanned<String>>,
    expected_verdict: Option<Spanned<String>>,
    #[serde(default)]
    required_files: Vec<Spanned<String>>,
    #[serde(default)]
    tasks: Vec<Spanned<RawTasks>>,
    #[serde(default)]
    run: Vec<Spanned<RawRun>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawRun {
    #[serde(default)]
    name: String,
    #[serde(default)]
    options: Vec<String>,
    property_file: Option<Spanned<String>>,
    expected_verdict: Option<Spanned<String>>,
    #[serde(default)]
    required_files: Vec<Spanned<String>>,
    #[serde(default)]
    tasks: Vec<Spanned<RawTasks>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawTasks {
    name: Option<String>,
    #[serde(default)]
    include: Vec<Spanned<String>>,
    #[serde(default)]
    includes_file: Vec<Spanned<String>>,
    #[serde(default)]
    exclude: Vec<Spanned<String>>,
    #[serde(default)]
    excludes_file: Vec<Spanned<String>>,
    #[serde(default)]
    without_file: Vec<Spanned<String>>,
    #[serde(default)]
    append: Vec<Spanned<String>>,
    #[serde(default)]
    options: Vec<String>,
    property_file: Option<Spanned<String>>,
    expected_verdict: Option<Spanned<String>>,
    #[serde(default)]
    required_files: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawColumn {
    title: Option<String>,
    pattern: String,
    digits: Option<u32>,
}

impl RawColumn {
    fn wanted(self) -> WantedColumn {
        let title = self.title.unwrap_or_else(|| self.pattern.clone());
        WantedColumn { title, pattern: self.pattern, digits: self.digits }
    }
}
