//! `verdikt-bench element`: one run of a benchmark, as a scheduler starts it. Users need not know about it.

use crate::exit::{Exit, report_error};
use crate::signals::stop_on_signals;
use bench_run::remote::{Done, element};
use bench_run::schedule::Measuring;
use std::path::PathBuf;

/// What `element` can be told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder that the benchmark shares with its runs
    folder: PathBuf,
    /// The number of the run
    index: usize,
}

/// Does it.
pub(crate) fn run(args: &Args) -> Exit {
    let stop = match stop_on_signals() {
        Ok(stop) => stop,
        Err(message) => {
            report_error(message);
            return Exit::Failure;
        }
    };
    let done = element(&args.folder, args.index, &Measuring, &stop);
    bench_system::release();
    match done {
        Ok(Done::Executed | Done::Already) => Exit::Success,
        Ok(Done::Stopped) => Exit::Interrupted,
        Err(problem) => {
            report_error(problem);
            Exit::Failure
        }
    }
}
