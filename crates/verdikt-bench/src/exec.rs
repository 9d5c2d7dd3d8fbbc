//! `verdikt-bench exec`: runs and measures one command.

use crate::exit::{Exit, report_error};

/// What `exec` can be told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Does it.
pub(crate) fn run(_args: &Args) -> Exit {
    report_error("this command is not there yet");
    Exit::Failure
}
