//! CPAchecker: the last line `Verification result: ...` counts, unless something went wrong before it.

use super::{Call, Locator, Outcome, Tool, version_of};
use crate::units;
use std::path::{Path, PathBuf};

pub(super) struct Cpachecker;

/// What goes wrong, by a text of the output.
const FAILURES: &[(&str, &str)] = &[
    ("java.lang.OutOfMemoryError", "OUT OF JAVA MEMORY"),
    ("std::bad_alloc", "OUT OF NATIVE MEMORY"),
    ("Cannot allocate memory", "OUT OF NATIVE MEMORY"),
    ("There is insufficient memory for the Java Runtime Environment", "OUT OF MEMORY"),
    ("SIGSEGV", "SEGMENTATION FAULT"),
    ("java.lang.AssertionError", "ASSERTION"),
    ("Exception in thread", "EXCEPTION"),
    ("Could not reserve enough space for object heap", "JAVA HEAP ERROR"),
];

impl Tool for Cpachecker {
    fn name(&self) -> String {
        "CPAchecker".to_owned()
    }

    fn module(&self) -> String {
        "benchexec.tools.cpachecker".to_owned()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator
            .find("cpachecker", "bin")
            .or_else(|reason| locator.find("cpa.sh", "scripts").map_err(|_| reason))
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        let text = version_of(executable, "--version")?;
        let line = text.lines().find_map(|line| line.strip_prefix("CPAchecker"));
        let line = line.ok_or_else(|| "it does not print its version".to_owned())?;
        Ok(line.split('(').next().unwrap_or(line).trim().to_owned())
    }

    /// Its own time limit makes it print statistics before it is killed.
    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let style = if call.options.iter().any(|option| option.starts_with("--")) { "--" } else { "-" };
        let has = |name: &str| call.has_option(&format!("-{name}")) || call.has_option(&format!("--{name}"));
        let mut options = call.options.to_vec();
        if let Some(limit) = call.limits.effective_cpu()
            && !has("timelimit")
        {
            options.extend([format!("{style}timelimit"), units::show_time(limit)]);
        }
        if !has("stats") {
            options.push(format!("{style}stats"));
        }
        if let Some(property) = call.property {
            options.extend([format!("{style}spec"), property.to_owned()]);
        }
        if let Some(model) = call.by_data_model("32", "64")
            && !has("32")
            && !has("64")
        {
            options.push(format!("{style}{model}"));
        }
        Ok(call.line(options))
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let answer =
            outcome.output.lines().filter_map(|line| line.strip_prefix("Verification result: ")).next_back();
        let answer = answer.map(|text| match text {
            text if text.starts_with("TRUE") => "true".to_owned(),
            text if text.starts_with("FALSE") => match violated(text) {
                Some(property) => format!("false({property})"),
                None => "false".to_owned(),
            },
            _ => "unknown".to_owned(),
        });
        let failure =
            FAILURES.iter().find(|(text, _)| outcome.has(text)).map(|(_, status)| (*status).to_owned());
        match (failure, answer) {
            (Some(failure), Some(answer)) if answer != "unknown" => format!("{failure} ({answer})"),
            (Some(failure), _) => failure,
            (None, Some(answer)) if answer != "unknown" => answer,
            (None, answer) => own_error(outcome.output).or(answer).unwrap_or_else(|| "ERROR".to_owned()),
        }
    }

    fn value(&self, output: &str, identifier: &str) -> Option<String> {
        let line = output.lines().map(str::trim_start).find(|line| line.starts_with(identifier))?;
        let value = line.split_once(':')?.1;
        Some(value.split('(').next().unwrap_or(value).trim().to_owned())
    }
}

/// The property in `FALSE. Property violation (unreach-call: ...) found by chosen configuration.`
fn violated(text: &str) -> Option<&str> {
    let inside = text.split_once("Property violation (")?.1;
    let end = inside.find([':', ')'])?;
    Some(inside[..end].trim()).filter(|name| !name.is_empty())
}

fn own_error(output: &str) -> Option<String> {
    let line = output.lines().find(|line| line.starts_with("Error: "))?;
    let kinds = [
        ("recursion", "ERROR (recursion)"),
        ("threads", "ERROR (threads)"),
        ("Parsing failed", "ERROR (parsing failed)"),
        ("Interpolation failed", "ERROR (interpolation failed)"),
        ("Cannot parse witness", "ERROR (invalid witness file)"),
    ];
    let kind = kinds.iter().find(|(text, _)| line.contains(text));
    Some(kind.map_or("ERROR", |(_, status)| *status).to_owned())
}
