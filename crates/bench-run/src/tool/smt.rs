//! Solvers that read SMT-LIB and answer `sat` or `unsat`. As in the reference, `sat` is `true` and `unsat` is `false`, so that expected verdicts can be compared.

use super::{Call, Locator, Outcome, Tool, version_of};
use std::path::{Path, PathBuf};

pub(super) struct Smt {
    name: &'static str,
    program: &'static str,
    version: &'static str,
}

impl Smt {
    pub(super) fn new(name: &'static str, program: &'static str, version: &'static str) -> Self {
        Self { name, program, version }
    }
}

impl Tool for Smt {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn module(&self) -> String {
        "benchexec.tools.z3".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find(self.program, "bin")
    }

    /// The number in the first line.
    fn version(&self, executable: &Path) -> Result<String, String> {
        let text = version_of(executable, self.version)?;
        let first = text.lines().next().unwrap_or_default();
        let number = first.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        Ok(number.unwrap_or(first).to_owned())
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        if call.inputs.len() > 1 {
            return Err(format!("{} reads one file, but the task has {}", self.name, call.inputs.len()));
        }
        Ok(call.line(call.options.iter().cloned()))
    }

    /// The last answer counts, since incremental files have several.
    fn status(&self, outcome: &Outcome<'_>) -> String {
        let answer = outcome.output.lines().map(str::trim).rev().find_map(|line| match line {
            "sat" => Some("true"),
            "unsat" => Some("false"),
            _ => None,
        });
        match answer {
            Some(answer) => answer.to_owned(),
            None if outcome.output.lines().any(|line| line.trim_start().starts_with("(error ")) => {
                "ERROR".to_owned()
            }
            None if outcome.value() == Some(0) => "unknown".to_owned(),
            None => "ERROR".to_owned(),
        }
    }
}
