//! Sequences as texts: what a user writes to combine presets, and how the shipped one is written.
//!
//! ```toml
//! summary = "values, then induction"
//! growth = 4                          # by what slices grow from round to round
//!
//! [[case]]                            # the first case whose conditions all hold is taken
//! when = ["loops", "no-floats"]       # none: the case always fits
//! stages = [ { preset = "value", seconds = 2 }, { preset = "./mine.toml", seconds = 8 } ]
//! ```

use super::features::Condition;
use super::{Case, Sequence, Stage};
use crate::analysis::preset;
use std::path::Path;
use std::time::Duration;
use toml::{Table, Value};

const KEYS: &[&str] = &["summary", "paper", "growth", "case"];
const KEYS_OF_CASE: &[&str] = &["when", "stages"];
const KEYS_OF_STAGE: &[&str] = &["preset", "seconds"];

/// Whether a text is a sequence: it has cases.
pub(in crate::analysis) fn is_sequence(table: &Table) -> bool {
    table.contains_key("case")
}

impl Sequence {
    /// Reads a sequence. Files that it names are looked for beside it.
    pub(in crate::analysis) fn of(table: &Table, folder: &Path) -> Result<Self, String> {
        known("a sequence", table, KEYS)?;
        let text = |key: &str| match table.get(key) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(format!("`{key}` is no text")),
            None => Ok(String::new()),
        };
        let growth = match table.get("growth") {
            Some(Value::Integer(growth)) if (2..=100).contains(growth) => *growth as u32,
            Some(_) => return Err("`growth` must be a number from 2 to 100".to_owned()),
            None => Self::GROWTH,
        };
        let Some(Value::Array(cases)) = table.get("case") else {
            return Err("`case` must be a list: say `[[case]]`".to_owned());
        };
        let cases = cases.iter().map(|value| case(value, folder)).collect::<Result<Vec<_>, _>>()?;
        if cases.iter().all(|case| !case.when.is_empty()) {
            return Err("no case fits every program: the last one must have no `when`".to_owned());
        }
        Ok(Self { summary: text("summary")?, paper: text("paper")?, growth, cases })
    }
}

fn case(value: &Value, folder: &Path) -> Result<Case, String> {
    let Value::Table(table) = value else { return Err("a case must be a table".to_owned()) };
    known("a case", table, KEYS_OF_CASE)?;
    let when = match table.get("when") {
        Some(Value::Array(names)) => names.iter().map(condition).collect::<Result<_, _>>()?,
        Some(_) => return Err("`when` must be a list of names".to_owned()),
        None => Vec::new(),
    };
    let stages = match table.get("stages") {
        Some(Value::Array(stages)) if !stages.is_empty() => stages,
        Some(_) | None => return Err("a case needs a list of `stages`".to_owned()),
    };
    let stages = stages.iter().map(|value| stage(value, folder)).collect::<Result<_, _>>()?;
    Ok(Case { when, stages })
}

fn condition(value: &Value) -> Result<Condition, String> {
    let text = value.as_str().unwrap_or("what is no text");
    let names = || Condition::names().join(", ");
    Condition::named(text).ok_or_else(|| format!("`when` takes {}; not `{text}`", names()))
}

fn stage(value: &Value, folder: &Path) -> Result<Stage, String> {
    let Value::Table(table) = value else {
        return Err("a stage must be a table: say `{ preset = \"NAME\", seconds = 2 }`".to_owned());
    };
    known("a stage", table, KEYS_OF_STAGE)?;
    let name = match table.get("preset") {
        Some(Value::String(name)) => name,
        Some(_) | None => return Err("a stage needs the name of a `preset`".to_owned()),
    };
    let slice = match table.get("seconds") {
        Some(Value::Integer(seconds)) if *seconds > 0 => Duration::from_secs(*seconds as u64),
        Some(Value::Float(seconds)) if *seconds > 0.0 => Duration::from_secs_f64(*seconds),
        Some(_) | None => return Err(format!("the stage `{name}` needs `seconds`, more than 0")),
    };
    let preset = preset::single(name, folder)?;
    Ok(Stage { name: preset.name, slice, configuration: preset.configuration })
}

/// Refuses keys that nobody reads.
fn known(what: &str, table: &Table, keys: &[&str]) -> Result<(), String> {
    match table.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(format!("{what} has no `{key}`, but {}", keys.join(", "))),
        None => Ok(()),
    }
}
