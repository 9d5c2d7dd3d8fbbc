//! ESBMC by its competition wrapper, which prints words such as `FALSE_DEREF`.

use super::{Call, Locator, Outcome, Tool, version_of};
use std::path::{Path, PathBuf};

pub(super) struct Esbmc;

/// The words with the answers that they stand for, the more special ones first.
const WORDS: &[(&str, &str)] = &[
    ("FALSE_DEREF", "false(valid-deref)"),
    ("FALSE_FREE", "false(valid-free)"),
    ("FALSE_MEMTRACK", "false(valid-memtrack)"),
    ("FALSE_MEMCLEANUP", "false(valid-memcleanup)"),
    ("FALSE_OVERFLOW", "false(no-overflow)"),
    ("FALSE_TERMINATION", "false(termination)"),
    ("FALSE_DATARACE", "false(no-data-race)"),
    ("FALSE", "false(unreach-call)"),
    ("TRUE", "true"),
    ("DONE", "done"),
    ("Unknown", "unknown"),
];

impl Tool for Esbmc {
    fn name(&self) -> String {
        "ESBMC".to_owned()
    }

    fn module(&self) -> String {
        "benchexec.tools.esbmc".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find("esbmc-wrapper.py", "")
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        version_of(executable, "-v")
    }

    /// The wrapper looks for the program in the folder where it starts.
    fn folder(&self, executable: &Path) -> Option<PathBuf> {
        Some(crate::variables::folder_of(executable))
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let property = call.property.ok_or("ESBMC's wrapper needs a property file")?;
        let mut options = vec!["-p".to_owned(), property.to_owned()];
        options.extend(call.options.iter().cloned());
        if let Some(model) = call.by_data_model("32", "64")
            && !call.has_option("--arch")
        {
            options.extend(["--arch".to_owned(), model.to_owned()]);
        }
        Ok(call.line(options))
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let word = WORDS.iter().find(|(word, _)| outcome.has(word));
        word.map_or("ERROR", |(_, answer)| *answer).to_owned()
    }
}
