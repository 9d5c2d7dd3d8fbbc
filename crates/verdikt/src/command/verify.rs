//! `verdikt verify`: says what was read and what is to be shown, and answers.
//!
//! Without `--preset` several are tried in turn.

use super::choose;
use crate::args::{ProgramArgs, VerifyArgs};
use crate::exit::Exit;
use crate::report::{Analysis, Answer, Property, Remark, Subject};
use crate::supervise::Run;
use crate::terminal::Terminal;
use cfa::{Assumption, Cfa, MachineModel};
use engine::analysis::options::OPTIONS;
use engine::analysis::{
    Outcome, analyse, analyse_in_turn, check_writable, is_vacuous, source_path, source_undefined,
};
use engine::plan::{Chosen, Plan};
use engine::{Failure, FrontEnd, Silent, Statistics, Target};
use limits::Budget;
use property::{Check, Verdict};
use source::SourceMap;
use std::path::PathBuf;

pub(crate) fn run(terminal: Terminal, args: &VerifyArgs, run: &Run) -> Exit {
    let mut configuration = match choose::configuration(&args.analysis) {
        Ok(configuration) => configuration,
        Err(message) => return terminal.usage(&message),
    };
    let mut front_end = match args.program.preprocessor() {
        Ok(preprocessor) => FrontEnd::new(preprocessor),
        Err(message) => return terminal.usage(&message),
    };
    let reading = run.meter.phase("front end");
    let built = build(&mut front_end, &args.program, args.property.as_ref()).and_then(|(plan, cfa)| {
        front_end.admit(&plan, &cfa)?;
        if let (Some(chosen), Some(path)) = (&mut configuration, &args.analysis.read_precision) {
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
        let mut subject = subject(&plan, &cfa, &front_end.map);
        subject.analysis =
            configuration.as_ref().zip(args.analysis.preset.as_ref()).map(|(chosen, preset)| {
                let read = OPTIONS.iter().filter(|option| option.reader.is_in(chosen));
                let options = read.map(|option| (option.key, option.value(chosen))).collect();
                Analysis { preset: preset.clone(), options }
            });
        run.set_subject(subject);
        let log = args.analysis.smt_log.as_deref();
        let outcome = analyse_all(&plan, run, |checks, budget| match &mut configuration {
            Some(configuration) => {
                let mut outcome = analyse(&cfa, checks, configuration, budget, &mut Silent);
                // The next property goes on with what was found for this one, and the file has both.
                if let Some(text) = outcome.precision.take() {
                    configuration.precision.given = Some(text);
                }
                outcome
            }
            None => analyse_in_turn(&cfa, checks, log, budget, &mut Silent),
        });
        if let Some(failure) = &outcome.unwritten {
            terminal.say(&format!("error: {failure}\n"));
        }
        let warnings = warnings(&plan, &cfa, &outcome);
        run.answer(&Answer { warnings, ..answer(&cfa, &front_end.map, outcome) })
    })
}

/// All properties of the plan: the first that does not hold, or is not decided, is the answer. A proof of all rests on what each rests on.
fn analyse_all(plan: &Plan, run: &Run, mut analyse: impl FnMut(&[Check], &Budget) -> Outcome) -> Outcome {
    let budget = Budget::new(run.sign.clone(), run.meter.clone());
    let mut all: Option<Outcome> = None;
    for property in &plan.properties {
        let mut outcome = analyse(&property.checks, &budget);
        if outcome.verdict != Verdict::True {
            return outcome;
        }
        if let Some(before) = all {
            add(&mut outcome.assumptions, before.assumptions);
            add(&mut outcome.losses, before.losses);
        }
        all = Some(outcome);
    }
    all.unwrap_or_else(|| Outcome::unknown("no property"))
}

/// Adds what is not there yet.
fn add(remarks: &mut Vec<Assumption>, more: Vec<Assumption>) {
    for remark in more {
        if remarks.iter().all(|known| known.text != remark.text) {
            remarks.push(remark);
        }
    }
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

fn subject(plan: &Plan, cfa: &Cfa, map: &SourceMap) -> Subject {
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
        sizes: Statistics::of(cfa),
        properties: properties.collect(),
        assumptions: remarks(map, &cfa.assumptions),
    }
}

fn answer(cfa: &Cfa, map: &SourceMap, outcome: Outcome) -> Answer {
    Answer {
        violation: outcome.violation,
        path: source_path(cfa, map, &outcome.path, outcome.arguments.as_deref()),
        undefined: outcome.undefined.iter().map(|seen| source_undefined(cfa, map, seen)).collect(),
        warnings: Vec::new(),
        assumptions: remarks(map, &outcome.assumptions),
        losses: remarks(map, &outcome.losses),
        counts: outcome.statistics,
        tried: outcome.tried,
        answered_by: outcome.answered_by,
        verdict: outcome.verdict,
        forced: None,
    }
}

/// What whoever reads the verdict should know beside it.
fn warnings(plan: &Plan, cfa: &Cfa, outcome: &Outcome) -> Vec<String> {
    let is_vacuous = plan.properties.iter().all(|property| is_vacuous(&property.checks, cfa));
    if outcome.verdict != Verdict::True || !is_vacuous {
        return Vec::new();
    }
    vec!["the property is vacuous: the program calls nothing that it is about".to_owned()]
}

fn remarks(map: &SourceMap, assumptions: &[Assumption]) -> Vec<Remark> {
    let remark = |assumption: &Assumption| Remark {
        text: assumption.text.clone(),
        place: map.location(assumption.span.lo).map(|place| (place.file.to_string(), place.line)),
    };
    assumptions.iter().map(remark).collect()
}
