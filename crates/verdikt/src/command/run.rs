//! `verdikt run`: executes the automaton.

use crate::args::RunArgs;
use crate::exit::Exit;
use crate::terminal::Terminal;
use engine::FrontEnd;

pub(crate) fn run(terminal: Terminal, args: &RunArgs) -> Exit {
    let mut front_end = FrontEnd::new(args.program.preprocessor());
    let plan = front_end.plan(&args.program.request(None));
    terminal.finish(&front_end, plan, |_| Exit::Undecided)
}
