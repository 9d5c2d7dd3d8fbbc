//! `verdikt verify`: says what was read and what is to be shown, and answers.
//!
//! Without `--preset` no analysis runs, and the answer is `UNKNOWN(no analysis)`; everything before it is real.

use super::choose;
use crate::args::{ProgramArgs, VerifyArgs};
use crate::exit::Exit;
use crate::terminal::Terminal;
use cfa::{Cfa, MachineModel};
use engine::analysis::{Configuration, Outcome, analyse};
use engine::plan::{Chosen, Plan};
use engine::{Budget, Failure, FrontEnd, Silent, Statistics, Target};
use property::Verdict;
use source::SourceMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn run(terminal: Terminal, args: &VerifyArgs) -> Exit {
    let VerifyArgs { program, property, analysis, time_limit } = args;
    let configuration = match choose::configuration(analysis) {
        Ok(configuration) => configuration,
        Err(message) => return terminal.usage(&message),
    };
    let mut front_end = FrontEnd::new(program.preprocessor());
    let built = build(&mut front_end, program, property.as_ref()).and_then(|(plan, cfa)| {
        if configuration.is_some() {
            front_end.admit(&plan)?;
        }
        Ok((plan, cfa))
    });
    terminal.finish(&front_end, built, |(plan, cfa)| {
        let outcome = match &configuration {
            Some(configuration) => analyse_all(&plan, &cfa, configuration, *time_limit),
            None => Outcome::unknown("no analysis"),
        };
        let text = report(&plan, &cfa, &front_end.map, &outcome);
        terminal.result(&text, Exit::Verdict(outcome.verdict))
    })
}

/// All properties of the plan: the first that does not hold, or is not decided, is the answer.
fn analyse_all(plan: &Plan, cfa: &Cfa, configuration: &Configuration, time_limit: Option<u64>) -> Outcome {
    let budget = Budget::unlimited();
    let budget =
        time_limit.map_or_else(|| budget.clone(), |seconds| budget.part(Duration::from_secs(seconds)));
    let mut last = None;
    for property in &plan.properties {
        let outcome = analyse(cfa, &property.checks, configuration, &budget, &mut Silent);
        if outcome.verdict != Verdict::True {
            return outcome;
        }
        last = Some(outcome);
    }
    last.unwrap_or_else(|| Outcome::unknown("no property"))
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

fn report(plan: &Plan, cfa: &Cfa, map: &SourceMap, outcome: &Outcome) -> String {
    let mut text = String::new();
    let names: Vec<String> = plan.programs.iter().map(|path| path.display().to_string()).collect();
    let sizes = Statistics::of(cfa);
    // Writing to a string does not fail.
    let _ = writeln!(text, "Program: {}", names.join(", "));
    let _ = writeln!(text, "Machine: {}", machine(plan));
    let _ = writeln!(text, "Functions: {}", functions(&sizes));
    let Statistics { locations, edges, loops, .. } = sizes;
    let _ = writeln!(text, "Automaton: {locations} locations, {edges} edges, {loops} loops");
    for property in &plan.properties {
        let origin = match &property.file {
            Some(file) => file.display().to_string(),
            None => "default, as no property was given".to_owned(),
        };
        let _ = writeln!(text, "Property: {origin}");
        for check in &property.checks {
            let _ = writeln!(text, "  {check}");
        }
        if let Some(expected) = property.expected {
            let _ = writeln!(text, "  expected by the task: {}", if expected { "TRUE" } else { "FALSE" });
        }
    }
    text += &assumptions(cfa, outcome, map);
    if !outcome.path.is_empty() {
        text.push_str("Path:\n");
    }
    for &edge in &outcome.path {
        let edge = &cfa.edges[edge];
        let _ = writeln!(text, "  {}{}", place(map, edge.span), cfa::dump::operation(cfa, &edge.op));
    }
    for (name, count) in &outcome.statistics {
        let _ = writeln!(text, "Statistics: {name} {count}");
    }
    let _ = writeln!(text, "Verdict: {}", outcome.verdict);
    text
}

fn functions(sizes: &Statistics) -> String {
    let Statistics { functions, external_functions, recursive_functions, .. } = sizes;
    format!("{functions} with a body, {recursive_functions} of them recursive; {external_functions} without")
}

fn machine(plan: &Plan) -> String {
    let model = match plan.machine {
        MachineModel::Ilp32 => "ILP32",
        MachineModel::Lp64 => "LP64",
    };
    let chosen = match plan.machine_from {
        Chosen::Default => "default",
        Chosen::Task => "from the task",
        Chosen::User => "from the command line",
    };
    format!("{model} ({chosen})")
}

fn place(map: &SourceMap, span: source::Span) -> String {
    map.location(span.lo).map_or_else(String::new, |place| format!("{}:{}: ", place.file, place.line))
}

fn assumptions(cfa: &Cfa, outcome: &Outcome, map: &SourceMap) -> String {
    if cfa.assumptions.is_empty() && outcome.assumptions.is_empty() {
        return "Assumptions: none\n".to_owned();
    }
    let mut text = "Assumptions:\n".to_owned();
    for assumption in cfa.assumptions.iter().chain(&outcome.assumptions) {
        let place = match map.location(assumption.span.lo) {
            Some(place) => format!(" ({}:{})", place.file, place.line),
            None => String::new(),
        };
        let _ = writeln!(text, "  {}{place}", assumption.text);
    }
    text
}
