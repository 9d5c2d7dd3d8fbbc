//! Ultimate Automizer by its competition wrapper.

use super::{Call, Locator, Outcome, Tool, version_of};
use std::path::{Path, PathBuf};

pub(super) struct Automizer;

/// How lines begin, and what they mean; the first line that begins so counts.
const LINES: &[(&str, &str)] = &[
    ("FALSE(valid-free)", "false(valid-free)"),
    ("FALSE(valid-deref)", "false(valid-deref)"),
    ("FALSE(valid-memtrack)", "false(valid-memtrack)"),
    ("FALSE(valid-memcleanup)", "false(valid-memcleanup)"),
    ("FALSE(TERM)", "false(termination)"),
    ("FALSE(OVERFLOW)", "false(no-overflow)"),
    ("FALSE(DATA-RACE)", "false(no-data-race)"),
    ("FALSE", "false(unreach-call)"),
    ("TRUE", "true"),
    ("UNKNOWN", "unknown"),
    ("ERROR: INVALID WITNESS FILE", "ERROR (invalid witness file)"),
    ("ERROR", "ERROR"),
    ("DONE", "done"),
];

impl Tool for Automizer {
    fn name(&self) -> String {
        "ULTIMATE Automizer".to_owned()
    }

    fn module(&self) -> String {
        "benchexec.tools.ultimateautomizer".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find("Ultimate.py", "")
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        version_of(executable, "--version")
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let property = call.property.ok_or("Ultimate's wrapper needs a property file")?;
        let mut line = vec![call.executable.to_owned(), "--spec".to_owned(), property.to_owned()];
        if call.has_files {
            line.push("--file".to_owned());
            line.extend(call.inputs.iter().cloned());
        }
        line.extend(call.options.iter().cloned());
        if let Some(model) = call.by_data_model("32bit", "64bit")
            && !call.has_option("--architecture")
        {
            line.extend(["--architecture".to_owned(), model.to_owned()]);
        }
        Ok(line)
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let meaning =
            |line: &str| LINES.iter().find(|(start, _)| line.starts_with(start)).map(|(_, status)| *status);
        outcome.output.lines().find_map(meaning).unwrap_or("unknown").to_owned()
    }
}
