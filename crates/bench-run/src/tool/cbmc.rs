//! CBMC: with a property file the competition's wrapper script is assumed, otherwise the plain program.

use super::{Call, Locator, Outcome, Tool, competition_answer, version_of};
use std::path::{Path, PathBuf};

pub(super) struct Cbmc;

impl Tool for Cbmc {
    fn name(&self) -> String {
        "CBMC".to_owned()
    }

    fn module(&self) -> String {
        "benchexec.tools.cbmc".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find("cbmc", "bin")
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        version_of(executable, "--version")
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let mut options = call.options.to_vec();
        if let Some(property) = call.property {
            options.extend(["--propertyfile".to_owned(), property.to_owned()]);
        }
        options.extend(call.width());
        Ok(call.line(options))
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let out_of_memory = ["Out of memory", "SAT checker ran out of memory", "OutOfMemoryException"];
        match outcome.value() {
            Some(0 | 10) => competition_answer(outcome.last_line()).unwrap_or_else(|| plain(outcome)),
            Some(6) if out_of_memory.iter().any(|text| outcome.has(text)) => "OUT OF MEMORY".to_owned(),
            Some(64) => "INVALID ARGUMENTS".to_owned(),
            Some(_) | None => "ERROR".to_owned(),
        }
    }
}

/// What the program prints without the wrapper. A success is a proof only if loops were unwound completely, which it checks only when asked.
fn plain(outcome: &Outcome<'_>) -> String {
    let complete = outcome.command.iter().any(|argument| argument == "--unwinding-assertions");
    if outcome.has("VERIFICATION SUCCESSFUL") {
        if complete { "true" } else { "unknown" }.to_owned()
    } else if outcome.has("VERIFICATION FAILED") {
        let failed = outcome.output.lines().filter(|line| line.ends_with(": FAILURE"));
        let (unwinding, others): (Vec<&str>, Vec<&str>) = failed.partition(|line| line.contains("unwind"));
        if others.is_empty() && !unwinding.is_empty() { "unknown" } else { "false(unreach-call)" }.to_owned()
    } else {
        "ERROR".to_owned()
    }
}
