//! `verdikt verify`: says what was read and what is to be shown, and answers.
//!
//! Without `--preset` the default sequence runs: several are tried in turn.

use super::choose::{self, Choice};
use crate::args::{ProgramArgs, VerifyArgs};
use crate::exit::Exit;
use crate::report::{Analysis, Answer, Program, Property, Subject};
use crate::supervise::Run;
use crate::terminal::Terminal;
use cfa::{Cfa, MachineModel};
use engine::analysis::options::OPTIONS;
use engine::analysis::{analyse, analyse_all, analyse_in_turn, check_writable, is_vacuous};
use engine::plan::{Chosen, Plan};
use engine::{Failure, FrontEnd, Silent, Statistics, Target};
use limits::Budget;
use outcome::{Finding, Outcome};
use property::Check;
use std::path::PathBuf;

pub(crate) fn run(terminal: Terminal, args: &VerifyArgs, run: &Run) -> Exit {
    let mut choice = match choose::choice(&args.analysis) {
        Ok(choice) => choice,
        Err(message) => return terminal.usage(&message),
    };
    let mut front_end = match args.program.preprocessor() {
        Ok(preprocessor) => FrontEnd::new(preprocessor),
        Err(message) => return terminal.usage(&message),
    };
    let reading = run.meter.phase("front end");
    let built = build(&mut front_end, &args.program, args.property.as_ref()).and_then(|(plan, cfa)| {
        front_end.admit(&plan, &cfa)?;
        if let (Choice::One(chosen), Some(path)) = (&mut choice, &args.analysis.read_precision) {
            chosen.precision.given = Some(front_end.precision(path, &cfa, &chosen.encoding)?);
        }
        Ok((plan, cfa))
    });
    drop(reading);
    terminal.finish(&front_end, built, |(plan, cfa)| {
        if let Some(path) = &args.analysis.write_precision
            && let Err(error) = check_writable(path)
        {
            terminal.say(&format!("error: cannot write `{}`: {error}\n", path.display()));
            return Exit::Output;
        }
        let program = Program { cfa: &cfa, map: &front_end.map };
        let mut subject = subject(&plan, program);
        subject.analysis = analysis(&choice, args.analysis.preset.as_deref());
        run.set_subject(subject);
        let log = args.analysis.smt_log.as_deref();
        let budget = Budget::new(run.sign.clone(), run.meter.clone());
        let properties: Vec<&[Check]> = plan.properties.iter().map(|one| &one.checks[..]).collect();
        let outcome = analyse_all(&properties, |checks| match &mut choice {
            Choice::One(configuration) => {
                let mut outcome = analyse(&cfa, checks, configuration, &budget, &mut Silent);
                // The next property goes on with what was found for this one, and the file has both.
                if let Some(text) = outcome.precision.take() {
                    configuration.precision.given = Some(text);
                }
                outcome
            }
            Choice::InTurn(sequence) => analyse_in_turn(&cfa, checks, sequence, log, &budget, &mut Silent),
        });
        if let Some(failure) = &outcome.unwritten {
            terminal.say(&format!("error: {failure}\n"));
        }
        let warnings = warnings(&plan, &cfa, &outcome);
        run.answer(&Answer { outcome: &outcome, program: Some(program), warnings, forced: None })
    })
}

/// The preset and the options that it reads, if one analysis runs.
fn analysis(choice: &Choice, preset: Option<&str>) -> Option<Analysis> {
    let Choice::One(chosen) = choice else { return None };
    let read = OPTIONS.iter().filter(|option| option.reader.is_in(chosen));
    let options = read.map(|option| (option.key, option.value(chosen))).collect();
    Some(Analysis { preset: preset?.to_owned(), options })
}

fn build(
    front_end: &mut FrontEnd,
    program: &ProgramArgs,
    property: Option<&PathBuf>,
) -> Result<(Plan, Cfa), Failure> {
    let plan = front_end.plan(&program.request(property))?;
    let cfa = front_end.automaton(&Target::from(&plan))?;
    Ok((plan, cfa))
}

fn subject(plan: &Plan, program: Program<'_>) -> Subject {
    let model = match plan.machine {
        MachineModel::Ilp32 => "ILP32",
        MachineModel::Lp64 => "LP64",
    };
    let chosen = match plan.machine_from {
        Chosen::Default => "default",
        Chosen::Task => "from the task",
        Chosen::User => "from the command line",
    };
    let properties = plan.properties.iter().map(|property| Property {
        file: property.file.as_ref().map(|file| file.display().to_string()),
        checks: property.checks.iter().map(ToString::to_string).collect(),
        expected: property.expected,
    });
    Subject {
        programs: plan.programs.iter().map(|path| path.display().to_string()).collect(),
        machine: (model, chosen),
        entry: plan.entry.clone(),
        analysis: None,
        sizes: Statistics::of(program.cfa),
        properties: properties.collect(),
        assumptions: program.remarks(&program.cfa.assumptions),
    }
}

/// What whoever reads the verdict should know beside it.
fn warnings(plan: &Plan, cfa: &Cfa, outcome: &Outcome) -> Vec<String> {
    let is_vacuous = plan.properties.iter().all(|property| is_vacuous(&property.checks, cfa));
    if !matches!(outcome.finding, Finding::Proved(_)) || !is_vacuous {
        return Vec::new();
    }
    vec!["the property is vacuous: the program calls nothing that it is about".to_owned()]
}
