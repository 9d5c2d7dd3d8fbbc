//! The `verdikt` command: parses arguments, prints, chooses the exit status. Everything else is in the engine.
//!
//! | exit status | meaning |
//! |---|---|
//! | 0, 1, 2 | `verify`: TRUE, FALSE, UNKNOWN; `run`: normal end, an error was reached, not decided; else 0 |
//! | 64 | wrong usage |
//! | 65 | wrong input: the diagnostics say what |
//! | 70 | a bug of Verdikt |
//! | 74 | the output could not be written |
//! | 130 | interrupted twice, without an answer |
//!
//! Results go to standard output, everything else to standard error. If an input is refused, standard output stays
//! empty, so that part of a result is never taken for all of it.

mod args;
mod command;
mod exit;
mod guard;
mod preprocessing;
mod report;
mod supervise;
mod terminal;

use args::Args;
use clap::Parser;
use clap::error::ErrorKind;
use exit::Exit;
use std::io::{self, Write};

/// The arguments. The flag `--version` with `--verbose` is the command `version` with it.
fn parse() -> Result<Args, clap::Error> {
    Args::try_parse_from(preprocessing::two_dashes(std::env::args_os())).or_else(|error| {
        let is_verbose = std::env::args_os().any(|argument| argument == "--verbose");
        if error.kind() == ErrorKind::DisplayVersion && is_verbose {
            return Args::try_parse_from(["verdikt", "version", "--verbose"]);
        }
        Err(error)
    })
}

fn main() {
    let exit = match parse() {
        Ok(args) => guard::run(args, command::run),
        Err(error) => {
            let exit = match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Success,
                _ => Exit::Usage,
            };
            // Nobody is left to tell if even this cannot be written.
            let _ = error.print();
            exit
        }
    };
    // Everything is written. The worker may still hold a solver's library, which must not be torn down under it; and freeing what an
    // analysis has built would take time for nothing. So the process ends without its usual farewells.
    let _ = io::stdout().flush();
    signal_hook::low_level::exit(i32::from(exit.status()))
}
