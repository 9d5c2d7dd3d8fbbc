//! What was done before: an interrupted benchmark goes on, a finished one runs again in part.
//!
//! Going on writes into the same files, so nothing but the benchmark itself may have changed: the fingerprint says whether it has. Running again in part makes new files, in which the runs
//! that stay are copied.

use super::{Job, Prepared, Wish, job_fingerprint};
use crate::clock::Moment;
use crate::journal;
use crate::output::Output;
use crate::pattern;
use crate::problem::Problem;
use crate::record::{identity, identity_of};
use bench_result::{ResultSet, Run};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a benchmark begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Anew.
    #[default]
    Fresh,
    /// Where an interrupted one stopped: the one with that journal, or the latest.
    Resume(Option<PathBuf>),
    /// Some runs of an earlier one again: the one with that journal, or the latest.
    Rerun(Vec<Again>, Option<PathBuf>),
}

/// Which runs are executed again. Those that were never executed always are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// Those that failed: errors, crashes, limits.
    Failed,
    /// Those whose task, property, tool, command line or limits changed.
    Changed,
    /// Those whose task matches the pattern.
    Matching(String),
}

/// The names of the files that will be written.
pub(super) fn output(wish: &Wish, name: &str, now: Moment) -> Result<Output, Problem> {
    if let Start::Resume(journal) = &wish.start {
        return earlier(wish, name, journal.as_ref());
    }
    let mut output = Output { folder: wish.output.clone(), name: name.to_owned(), date: now.for_names() };
    // Two benchmarks may start within a second.
    let mut number = 1;
    while output.is_taken() {
        number += 1;
        output.date = format!("{}-{number}", now.for_names());
    }
    Ok(output)
}

fn earlier(wish: &Wish, name: &str, journal: Option<&PathBuf>) -> Result<Output, Problem> {
    match journal {
        Some(journal) => Output::of_journal(journal).ok_or_else(|| {
            let message = format!("{} is not the name of a journal", journal.display());
            Problem::new(message).advise("it ends with `.jsonl` and has the date of the benchmark in it")
        }),
        None => Output::latest(&wish.output, name).ok_or_else(|| {
            let message = format!("there are no earlier results of `{name}` in {}", wish.output.display());
            Problem::new(message)
                .advise("say with `--output` where they are, or start without `--resume` and `--rerun`")
        }),
    }
}

/// Fills in what need not run.
pub(super) fn fill(prepared: &mut Prepared, wish: &Wish) -> Result<(), Vec<Problem>> {
    match &wish.start {
        Start::Fresh => Ok(()),
        Start::Resume(_) => resume(prepared),
        Start::Rerun(again, journal) => {
            let output = earlier(wish, &prepared.definition.name, journal.as_ref())?;
            rerun(prepared, &output, again)
        }
    }
}

fn resume(prepared: &mut Prepared) -> Result<(), Vec<Problem>> {
    let mut earlier = BTreeMap::new();
    for (index, set) in prepared.plan.sets.iter().enumerate() {
        let path = prepared.output.journal(&set.name);
        if !path.exists() {
            // It was stopped before this run definition had a journal.
            continue;
        }
        let found = journal::load(&path)?;
        let item = |set: &ResultSet, name: &str| {
            set.items.iter().find(|item| item.name == name).map(|item| item.text.clone())
        };
        if item(&found, "fingerprint") != item(&prepared.heads[index], "fingerprint") {
            let message = format!(
                "{} is of another benchmark: its tasks, command lines, limits or tool were different",
                path.display()
            );
            return Err(Problem::new(message)
                .advise("`--rerun changed` makes new results and runs only what changed")
                .into());
        }
        prepared.heads[index].items = found.items;
        remember(&mut earlier, &set.name, found.runs);
    }
    take(prepared, &mut earlier, |_, _| true);
    Ok(())
}

fn rerun(prepared: &mut Prepared, from: &Output, again: &[Again]) -> Result<(), Vec<Problem>> {
    let mut earlier = BTreeMap::new();
    for set in &prepared.plan.sets {
        let path = from.journal(&set.name);
        if path.exists() {
            remember(&mut earlier, &set.name, journal::load(&path)?.runs);
        }
    }
    if earlier.is_empty() {
        let message = format!("{} has no results of these run definitions", from.folder.display());
        return Err(Problem::new(message).into());
    }
    let common = prepared.common.clone();
    take(prepared, &mut earlier, |job, run| !again.iter().any(|again| is_chosen(again, job, run, &common)));
    for again in again {
        if let Again::Matching(text) = again
            && prepared.done.iter().all(Option::is_some)
        {
            let message = format!("no task matches `{text}`, so nothing runs again");
            prepared.warnings.push(Problem::new(message).advise("patterns are for the whole path: `*name*`"));
        }
    }
    Ok(())
}

fn is_chosen(again: &Again, job: &Job, run: &Run, common: &super::Common) -> bool {
    let text = |title: &str| {
        run.columns.iter().find(|column| column.title == title).map(|column| column.value.as_str())
    };
    match again {
        Again::Failed => text("category") == Some("error"),
        Again::Changed => text("fingerprint") != Some(job_fingerprint(job, common).as_str()),
        Again::Matching(glob) => pattern::matches(glob, &job.run.task),
    }
}

fn remember(earlier: &mut BTreeMap<String, Run>, set: &str, runs: Vec<Run>) {
    for run in runs {
        earlier.insert(identity_of(set, &run), run);
    }
}

fn take(prepared: &mut Prepared, earlier: &mut BTreeMap<String, Run>, keep: impl Fn(&Job, &Run) -> bool) {
    for (index, job) in prepared.jobs.iter().enumerate() {
        let set = &prepared.plan.sets[job.run.set].name;
        let key = identity(set, job, &prepared.output.folder, &prepared.common.current);
        prepared.done[index] = earlier.remove(&key).filter(|run| keep(job, run));
    }
}
