//! `verdikt-bench check`: what the machine offers for measuring, what is missing and how to get it.

use crate::exit::{Exit, report_error};

/// What `check` can be told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Does it.
pub(crate) fn run(_args: &Args) -> Exit {
    report_error("this command is not there yet");
    Exit::Failure
}
