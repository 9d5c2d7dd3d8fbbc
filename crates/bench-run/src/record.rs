//! From figures to a run of a result set.

use crate::output::Output;
use crate::pattern;
use crate::prepare::{Common, Job, job_fingerprint};
use crate::tool::{Outcome, OverTime, Tool, interpret};
use crate::topology::{Slot, show_list};
use bench_result::score::category;
use bench_result::{Column, Run};
use bench_system::{Measured, values};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Columns that tables show.
const VISIBLE: &[&str] = &["status", "cputime", "walltime", "memory", "cpuenergy"];

/// The status of a run whose command could not be started.
const NOT_STARTED: &str = "FAILED";

/// Whether the command of a run could not be started. A tool may use the word for its own results,
/// so the reason is looked at, too.
pub fn has_not_started(run: &Run) -> bool {
    let has = |title: &str, value: &str| {
        run.columns.iter().any(|column| column.title == title && column.value == value)
    };
    has("status", NOT_STARTED) && has("terminationreason", "failed")
}

/// What is known about a run when it is over.
#[derive(Debug)]
pub struct Ended<'a> {
    /// What was run.
    pub job: &'a Job,
    /// The figures; or why there are none.
    pub measured: Result<&'a Measured, String>,
    /// When it started.
    pub start: String,
    /// Where it ran.
    pub slot: &'a Slot,
    /// The name of the machine.
    pub host: &'a str,
}

/// The run as results have it.
pub fn record(ended: &Ended<'_>, tool: &dyn Tool, common: &Common, output: &Output) -> Run {
    let mut run = skeleton(ended.job, &output.folder, &common.current);
    run.log = Some(output.log_name(&ended.job.run.log));
    let mut add = |title: &str, value: String| {
        run.columns.push(Column { title: title.to_owned(), value, hidden: !VISIBLE.contains(&title) });
    };
    let text = output_of(&output.logs().join(&ended.job.run.log));
    let status = match &ended.measured {
        Ok(measured) => {
            values(measured).into_iter().for_each(|value| add(&value.name, value.text));
            if !measured.warnings.is_empty() {
                add("warnings", measured.warnings.join("; "));
            }
            status(ended.job, measured, &text, tool, common)
        }
        Err(reason) => {
            add("terminationreason", "failed".to_owned());
            add("warnings", reason.clone());
            NOT_STARTED.to_owned()
        }
    };
    add("category", category(&status, ended.job.run.expected.as_ref()).to_string());
    add("status", status);
    add("starttime", ended.start.clone());
    add("host", ended.host.to_owned());
    add("command", shell_line(&ended.job.command));
    add("fingerprint", job_fingerprint(ended.job, common));
    if !ended.slot.cores.is_empty() {
        add("cpuCores", show_list(&ended.slot.cores));
    }
    if !ended.slot.nodes.is_empty() {
        add("memoryNodes", show_list(&ended.slot.nodes));
    }
    for wanted in &common.columns {
        if let Some(value) = tool.value(&text, &wanted.pattern) {
            let value = rounded(value, wanted.digits);
            run.columns.push(Column { title: wanted.title.clone(), value, hidden: false });
        }
    }
    run.columns.sort_by(|a, b| (a.hidden, &a.title).cmp(&(b.hidden, &b.title)));
    run
}

/// The parts of a run that are known before it starts.
pub fn skeleton(job: &Job, folder: &Path, current: &Path) -> Run {
    let seen = |path: &Path| pattern::relative(path, folder, current).display().to_string();
    let planned = &job.run;
    let is_file = !planned.files.is_empty();
    let taskset = Column { title: "taskset".to_owned(), value: planned.block.clone(), hidden: true };
    Run {
        name: if is_file { seen(Path::new(&planned.task)) } else { planned.task.clone() },
        files: planned.files.iter().map(|file| seen(file)).collect(),
        properties: planned.property.as_ref().map_or_else(String::new, |property| property.name.clone()),
        property_file: planned.property.as_ref().map(|property| seen(&property.file)),
        expected: planned.expected.as_ref().map(ToString::to_string).filter(|text| !text.is_empty()),
        repetition: planned.repetition,
        options: planned.own_options.clone(),
        columns: vec![taskset],
        log: None,
    }
}

/// What tells a run of a run definition from all others, in this benchmark and in an earlier one.
pub fn identity(set: &str, job: &Job, folder: &Path, current: &Path) -> String {
    identity_of(set, &skeleton(job, folder, current))
}

/// The same for a run that is over.
pub fn identity_of(set: &str, run: &Run) -> String {
    let block =
        run.columns.iter().find(|column| column.title == "taskset").map_or("", |column| &column.value);
    format!("{set}\0{block}\0{}\0{}\0{}", run.name, run.properties, run.repetition)
}

fn status(job: &Job, measured: &Measured, output: &str, tool: &dyn Tool, common: &Common) -> String {
    let outcome = Outcome { command: &job.command, end: measured.end, reason: measured.reason, output };
    let exceeds = |time: Option<Duration>, limit: Option<Duration>| {
        time.zip(limit).is_some_and(|(time, limit)| time > limit)
    };
    let over = exceeds(measured.cpu, common.limits.effective_cpu())
        || exceeds(Some(measured.wall), common.limits.wall);
    interpret(tool, &outcome, if over { OverTime::Yes } else { OverTime::No })
}

/// How many lines of a log are ours; then comes the output, as in the reference.
const HEAD_LINES: usize = 6;

/// The beginning of a log: the command line, and a line between it and the output.
pub fn log_head(command: &[String]) -> String {
    format!("{}\n\n\n{}\n\n\n", shell_line(command), "-".repeat(80))
}

fn output_of(log: &PathBuf) -> String {
    let bytes = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let start: usize = text.split_inclusive('\n').take(HEAD_LINES).map(str::len).sum();
    text[start..].to_owned()
}

/// A command line that can be pasted into a shell.
pub fn shell_line(command: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./-_".contains(c);
    let quoted = |word: &String| {
        if !word.is_empty() && word.chars().all(plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', "'\"'\"'"))
        }
    };
    // A line break inside quotes would break the format of logs.
    command.iter().map(quoted).collect::<Vec<_>>().join(" ").replace('\n', "\\n")
}

/// A number with that many decimals; other texts stay.
fn rounded(value: String, digits: Option<u32>) -> String {
    let Some(digits) = digits else { return value };
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(value.len());
    match value[..end].parse::<f64>() {
        Ok(number) => format!("{number:.*}{}", digits.min(30) as usize, &value[end..]),
        Err(_) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_for_shells() {
        let line =
            |words: &[&str]| shell_line(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(line(&["a/b", "-x=1", "two words", "it's", ""]), "a/b -x=1 'two words' 'it'\"'\"'s' ''");
        assert_eq!(log_head(&["a\nb".to_owned()]).lines().count(), HEAD_LINES);
    }

    #[test]
    fn rounding() {
        assert_eq!(rounded("1.23456s".to_owned(), Some(2)), "1.23s");
        assert_eq!(rounded("7".to_owned(), Some(1)), "7.0");
        assert_eq!(rounded("many".to_owned(), Some(1)), "many");
        assert_eq!(rounded("1.23456".to_owned(), None), "1.23456");
    }
}
