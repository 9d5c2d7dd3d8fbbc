//! `verdikt-bench run`: runs a benchmark: tools on many tasks.

use crate::exit::{Exit, report_error};

/// What `run` can be told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Does it.
pub(crate) fn run(_args: &Args) -> Exit {
    report_error("this command is not there yet");
    Exit::Failure
}
