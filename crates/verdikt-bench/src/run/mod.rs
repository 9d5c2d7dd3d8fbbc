//! `verdikt-bench run`: runs a benchmark: tools on many tasks.
//!
//! Options have the names that users of the reference tool know, where it has them. Each run that ends is a line on standard output, and on the disk before it is printed.

mod arguments;
mod progress;

pub(crate) use arguments::Args;

use crate::exit::{Exit, report_error, report_warning};
use crate::signals::stop_on_signals;
use arguments::On;
use bench_run::Problem;
use bench_run::machine::Counters;
use bench_run::prepare::{Prepared, prepare};
use bench_run::remote::slurm;
use bench_run::results::{self, Packing};
use bench_run::schedule::{self, Failure, Measuring, Outcomes};
use bench_run::{commit, tool};
use progress::{Printer, summary};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Does it.
pub(crate) fn run(args: &Args) -> Exit {
    if args.list_tools {
        for name in tool::names() {
            if writeln!(std::io::stdout(), "{name}").is_err() {
                return Exit::Output;
            }
        }
        return Exit::Success;
    }
    let wish = match args.wish() {
        Ok(wish) => wish,
        Err(message) => {
            report_error(message);
            return Exit::Usage;
        }
    };
    let prepared = match prepare(&wish) {
        Ok(prepared) => prepared,
        Err(problems) => {
            problems.iter().for_each(report_error);
            return Exit::Input;
        }
    };
    prepared.warnings.iter().for_each(report_warning);
    if args.dry_run {
        return dry_run(&prepared);
    }
    if args.commit
        && let Err(problem) = commit::check(&existing(&prepared.output.folder))
    {
        report_error(problem);
        return Exit::Input;
    }
    perform(args, &prepared)
}

/// The folder or the closest one above it that exists.
fn existing(folder: &Path) -> PathBuf {
    let found = folder.ancestors().find(|folder| folder.is_dir());
    found.map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// Prints what would run.
fn dry_run(prepared: &Prepared) -> Exit {
    for (job, done) in prepared.jobs.iter().zip(&prepared.done) {
        let mark = if done.is_some() { "# done: " } else { "" };
        let line = bench_run::record::shell_line(&job.command);
        if writeln!(std::io::stdout(), "{mark}{line}").is_err() {
            return Exit::Output;
        }
    }
    Exit::Success
}

fn perform(args: &Args, prepared: &Prepared) -> Exit {
    let stop = match stop_on_signals() {
        Ok(stop) => stop,
        Err(message) => {
            report_error(message);
            return Exit::Failure;
        }
    };
    let mut journals = match results::open(prepared) {
        Ok(journals) => journals,
        Err(problem) => {
            report_error(problem);
            return Exit::Output;
        }
    };
    let root = Path::new("/");
    let before = Counters::read(root);
    let mut printer = Printer::new(prepared);
    let outcomes = match (args.on, args.cluster()) {
        (On::Here, _) => schedule::execute(prepared, &mut journals, &Measuring, &stop, &mut printer),
        (On::Slurm, Ok(cluster)) => slurm::execute(prepared, &mut journals, &cluster, &stop, &mut printer),
        (On::Slurm, Err(message)) => {
            report_error(message);
            return Exit::Failure;
        }
    };
    printer.end();
    bench_system::release();
    let warnings = before.warnings(&Counters::read(root));
    warnings.iter().for_each(report_warning);
    let packing = if args.no_compress_results { Packing::Plain } else { Packing::Packed };
    let files = match results::write(prepared, &mut journals, &outcomes, packing, &warnings) {
        Ok(files) => files,
        Err(problem) => {
            report_error(problem);
            return Exit::Output;
        }
    };
    finish(args, prepared, &outcomes, &files)
}

fn finish(args: &Args, prepared: &Prepared, outcomes: &Outcomes, files: &[PathBuf]) -> Exit {
    if let Some(failure) = &outcomes.failure {
        report_error(failure.problem());
    }
    if write!(std::io::stdout(), "{}", summary(prepared, outcomes, files)).is_err() {
        return Exit::Output;
    }
    if !outcomes.is_complete() {
        let rest = outcomes.runs.iter().filter(|run| run.is_none()).count();
        report_warning(Problem::new(format!("{rest} runs were not executed")).advise(format!(
            "`verdikt-bench run {} --resume` with the same options executes them",
            args.benchmark().display()
        )));
        return match &outcomes.failure {
            None => Exit::Interrupted,
            Some(Failure::Machine(_)) => Exit::Machine,
            Some(Failure::Output(_)) => Exit::Output,
            Some(Failure::Other(_)) => Exit::Failure,
        };
    }
    if outcomes.is_void() {
        report_error(Problem::new("no run could be started, so nothing was measured"));
        return Exit::Input;
    }
    if args.commit {
        let message = format!("Results of benchmark {} of {}", prepared.output.name, prepared.output.date);
        if let Err(problem) = commit::commit(&prepared.output.folder, files, &message) {
            report_error(problem);
            return Exit::Failure;
        }
    }
    Exit::Success
}
