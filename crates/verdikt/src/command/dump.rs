//! `verdikt dump`: the representations between C text and automaton.

use crate::args::{ProgramArgs, Stage};
use crate::exit::Exit;
use crate::terminal::Terminal;
use engine::{Failure, FrontEnd, Target};

pub(crate) fn run(terminal: Terminal, stage: Stage, program: &ProgramArgs) -> Exit {
    let mut front_end = match program.preprocessor() {
        Ok(preprocessor) => FrontEnd::new(preprocessor),
        Err(message) => return terminal.usage(&message),
    };
    let dumped = dump(&mut front_end, stage, program);
    terminal.finish(&front_end, dumped, |text| terminal.result(&text, Exit::Success))
}

fn dump(front_end: &mut FrontEnd, stage: Stage, program: &ProgramArgs) -> Result<String, Failure> {
    let plan = front_end.plan(&program.request(None))?;
    match stage {
        Stage::Tokens => {
            let files = front_end.load(&plan.programs, plan.machine)?;
            front_end.tokens(&files)
        }
        Stage::Ast => {
            let files = front_end.load(&plan.programs, plan.machine)?;
            front_end.syntax_listing(&files)
        }
        Stage::Cfa => {
            let cfa = front_end.automaton(&Target::from(&plan))?;
            Ok(cfa::dump::text(&cfa, &front_end.map))
        }
        Stage::Dot => {
            let cfa = front_end.automaton(&Target::from(&plan))?;
            Ok(cfa::dump::dot(&cfa, &front_end.map))
        }
    }
}
