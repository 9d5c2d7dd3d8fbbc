//! A tool that says what it is told to: its options are its output. For trying out definitions and tables.
//!
//! The reference's prints its options in random order; ours keeps the order, since a benchmark should give the same twice.

use super::{Call, Locator, Outcome, Tool};
use bench_result::score::{Class, class};
use std::path::{Path, PathBuf};

pub(super) struct Dummy;

impl Tool for Dummy {
    fn name(&self) -> String {
        "DummyTool".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find("printf", "bin")
    }

    fn version(&self, _executable: &Path) -> Result<String, String> {
        Ok(String::new())
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let mut line = vec![call.executable.to_owned(), "%s\\n".to_owned()];
        line.extend(call.options.iter().cloned());
        line.extend(call.inputs.iter().map(|input| format!("Input file: {input}")));
        line.push(format!("Property file: {}", call.property.unwrap_or("None")));
        Ok(line)
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let answer = outcome.output.lines().find(|line| class(line) != Class::Other);
        answer.unwrap_or("unknown").to_owned()
    }
}
