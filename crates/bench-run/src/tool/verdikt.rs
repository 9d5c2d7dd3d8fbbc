//! Verdikt, the verifier beside this tool.

use super::{Call, Locator, Outcome, Tool, competition_answer, version_of};
use std::path::{Path, PathBuf};

pub(super) struct Verdikt;

impl Tool for Verdikt {
    fn name(&self) -> String {
        "Verdikt".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find("verdikt", "bin")
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        version_of(executable, "--version").map(|text| text.trim_start_matches("verdikt").trim().to_owned())
    }

    /// The command can be given as the first option; it is `verify` otherwise.
    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let has_command = call.options.first().is_some_and(|first| !first.starts_with('-'));
        let mut options: Vec<String> = if has_command { Vec::new() } else { vec!["verify".to_owned()] };
        options.extend(call.options.iter().cloned());
        if let Some(property) = call.property {
            options.extend(["--property".to_owned(), property.to_owned()]);
        }
        options.extend(call.width());
        Ok(call.line(options))
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let line = outcome.last_line();
        let answer = competition_answer(line.strip_prefix("Verdict:").unwrap_or(line));
        match (answer, outcome.value()) {
            (Some(answer), _) => answer,
            (None, Some(64)) => "ERROR (arguments)".to_owned(),
            (None, Some(65)) => "ERROR (input)".to_owned(),
            (None, _) => "ERROR".to_owned(),
        }
    }
}
