//! One file for each subcommand.

mod choose;
mod dump;
mod list;
mod run;
mod verify;

use crate::args::{Args, Command, OutputArgs};
use crate::exit::Exit;
use crate::supervise::Run;
use crate::terminal::Terminal;

/// Does what the arguments say.
pub(crate) fn run(args: &Args, run: &Run) -> Exit {
    let terminal = Terminal::new(&args.output);
    match &args.command {
        Command::Verify(args) => verify::run(terminal, args, run),
        Command::Run(args) => run::run(terminal, args),
        Command::Dump { stage, program } => dump::run(terminal, *stage, program),
        Command::List { what, preset } => list::run(terminal, *what, preset.as_deref()),
        Command::Version => version(terminal, &args.output),
    }
}

/// Only if more is asked for, all solvers are looked for, which starts programs.
fn version(terminal: Terminal, output: &OutputArgs) -> Exit {
    let mut text = format!(
        "verdikt {}\n\
         machine models: ILP32 (--32), LP64 (--64)\n\
         task definitions: format versions 1.0, 2.0, 2.1\n\
         analyses: {}\n",
        env!("CARGO_PKG_VERSION"),
        engine::analysis::presets().iter().map(|preset| preset.name.as_str()).collect::<Vec<_>>().join(", ")
    );
    if output.verbose {
        text.push_str("solvers:\n");
        text.push_str(&engine::solvers::listing());
    }
    terminal.warnings(&engine::solvers::untested_default());
    terminal.result(&text, Exit::Success)
}
