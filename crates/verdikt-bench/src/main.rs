//! The command line of the benchmarking tool: parses arguments, prints what the crates below return.
//!
//! One file per command: its arguments, as a type that clap derives a parser and the help from, and what it does. Results go to standard output, everything else
//! to standard error.
//!
//! | exit status | meaning |
//! |---|---|
//! | 0 | done: what was asked for was measured or made; how the measured command ended does not count |
//! | 1 | `table --fail-if-worse`: a result became worse |
//! | 64 | wrong usage |
//! | 65 | wrong input, such as a command that does not exist |
//! | 69 | the machine lacks something that is needed |
//! | 70 | something failed that should not |
//! | 74 | the output could not be written |
//! | 130 | interrupted; what was measured until then is printed |

mod check;
mod element;
mod exec;
mod exit;
mod isolation;
mod report;
mod run;
mod scope;
mod signals;
mod table;

use clap::{Parser, Subcommand};
use exit::Exit;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  verdikt-bench check                                          what this machine offers
  verdikt-bench exec --timelimit 60s --memlimit 4GB -- ./tool input.c
                                                               run and measure one command
  verdikt-bench run benchmark.xml                              many tasks with a tool
  verdikt-bench table results/*.xml.bz2                        show results in a browser

Exit status:
  0    done, however the measured commands ended
  1    table --fail-if-worse: a result became worse
  64   wrong usage
  65   wrong input (a message says what and where)
  69   the machine lacks something (a message says what and how to get it)
  70   something failed that should not
  74   the output could not be written
  130  interrupted; what was measured until then is printed";

/// Measures programs reliably: CPU time, wall time and memory of all their processes, within limits that hold.
#[derive(Parser, Debug)]
#[command(name = "verdikt-bench", version, about, after_help = EXAMPLES, arg_required_else_help = true)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run one command and measure it
    Exec(Box<exec::Args>),
    /// Run a benchmark: tools on many tasks
    Run(Box<run::Args>),
    /// Make tables of results
    Table(table::Args),
    /// Say what this machine offers for measuring, what is missing and how to get it
    Check(check::Args),
    /// Execute one run of a benchmark for a scheduler
    #[command(hide = true)]
    Element(element::Args),
}

fn main() -> ExitCode {
    let exit = match Args::try_parse() {
        Ok(args) => run_command(args.command),
        Err(error) => {
            // Nobody is left to tell if even this cannot be written.
            let _ = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Success }
        }
    };
    bench_system::release();
    if std::io::stdout().flush().is_err() {
        return Exit::Output.into();
    }
    exit.into()
}

fn run_command(command: Command) -> Exit {
    match &command {
        Command::Exec(_) | Command::Run(_) | Command::Check(_) => scope::enter_if_needed(),
        // A job of a scheduler has a control group, or the scheduler is to be asked for one; tables need none.
        Command::Element(_) | Command::Table(_) => {}
    }
    match command {
        Command::Exec(args) => exec::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Element(args) => element::run(&args),
    }
}
