//! `verdikt verify`: says what was read and what is to be shown, and answers.
//!
//! There is no analysis yet, so the answer is `UNKNOWN(no analysis)`; everything before it is real.

use crate::args::ProgramArgs;
use crate::exit::Exit;
use crate::terminal::Terminal;
use cfa::{Cfa, MachineModel};
use engine::plan::{Chosen, Plan};
use engine::{Failure, FrontEnd, Statistics, Target};
use property::Verdict;
use source::SourceMap;
use std::fmt::Write as _;
use std::path::PathBuf;

pub(crate) fn run(terminal: Terminal, program: &ProgramArgs, property: Option<&PathBuf>) -> Exit {
    let mut front_end = FrontEnd::new(program.preprocessor());
    let built = build(&mut front_end, program, property);
    terminal.finish(&front_end, built, |(plan, cfa)| {
        let verdict = Verdict::Unknown("no analysis".to_owned());
        let text = report(&plan, &cfa, &front_end.map, &verdict);
        terminal.result(&text, Exit::Verdict(verdict))
    })
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

fn report(plan: &Plan, cfa: &Cfa, map: &SourceMap, verdict: &Verdict) -> String {
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
    text += &assumptions(cfa, map);
    let _ = writeln!(text, "Verdict: {verdict}");
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

fn assumptions(cfa: &Cfa, map: &SourceMap) -> String {
    if cfa.assumptions.is_empty() {
        return "Assumptions: none\n".to_owned();
    }
    let mut text = "Assumptions:\n".to_owned();
    for assumption in &cfa.assumptions {
        let place = match map.location(assumption.span.lo) {
            Some(place) => format!(" ({}:{})", place.file, place.line),
            None => String::new(),
        };
        let _ = writeln!(text, "  {}{place}", assumption.text);
    }
    text
}
