//! One file for each subcommand.

mod dump;
mod list;
mod run;
mod verify;

use crate::args::{Args, Command};
use crate::exit::Exit;
use crate::terminal::Terminal;

/// Does what the arguments say.
pub(crate) fn run(args: &Args) -> Exit {
    let terminal = Terminal::new(&args.output);
    match &args.command {
        Command::Verify { program, property } => verify::run(terminal, program, property.as_ref()),
        Command::Run(args) => run::run(terminal, args),
        Command::Dump { stage, program } => dump::run(terminal, *stage, program),
        Command::List { what } => list::run(terminal, *what),
        Command::Version => version(terminal),
    }
}

fn version(terminal: Terminal) -> Exit {
    let text = format!(
        "verdikt {}\n\
         machine models: ILP32 (--32), LP64 (--64)\n\
         task definitions: format versions 1.0, 2.0, 2.1\n\
         analyses: none\n",
        env!("CARGO_PKG_VERSION")
    );
    terminal.result(&text, Exit::Success)
}
