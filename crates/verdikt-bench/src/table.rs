//! `verdikt-bench table`: makes tables of results.

use crate::exit::{Exit, report_error};

/// What `table` can be told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Does it.
pub(crate) fn run(_args: &Args) -> Exit {
    report_error("this command is not there yet");
    Exit::Failure
}
