//! Executes every task of a folder with several seeds and looks for what must not happen.
//!
//! `cargo run --release -p corpus-tests --example sweep -- FOLDER [--seeds N] [--steps N] [--verbose]` finds the task definitions (`.yml`)
//! below FOLDER, builds each program, and executes it under a limit of steps. If an execution violates a property that
//! the task says holds, then front end, lowering, interpreter or task is wrong: each such case is listed with its seed and place. Violations of
//! properties that do not hold are counted as confirmed. A panic or a rejected automaton is a bug as well.
//!
//! Overflow wraps except where the property is about it, and uninitialised reads give chosen values, as the tasks assume.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use cfa::interp::{
    Config, Discard, Flow, Observer, Outcome, Program, SeededChoices, UndefinedKind, Uninitialised,
};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId, FunctionId, Op};
use engine::plan::{PlannedProperty, Request};
use engine::preprocess::Preprocessor;
use engine::{Failure, FrontEnd, Target};
use property::prp::Formula;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

struct Options {
    folder: PathBuf,
    n_seeds: u64,
    n_steps: u64,
    verbose: bool,
}

/// How often each end was seen.
#[derive(Default, Clone)]
struct Tally {
    tasks: u32,
    refused: u32,
    runs: u32,
    exited: u32,
    blocked: u32,
    limited: u32,
    unsupported: u32,
    undefined: u32,
    confirmed: u32,
    wrong: u32,
}

fn main() -> ExitCode {
    let Some(options) = arguments() else {
        eprintln!("usage: sweep FOLDER [--seeds N] [--steps N] [--verbose]");
        return ExitCode::from(64);
    };
    let mut tasks = Vec::new();
    collect(&options.folder, &mut tasks);
    tasks.sort();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut complaints = Vec::new();
    for task in &tasks {
        let folder =
            task.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let tally = tallies.entry(folder).or_default();
        tally.tasks += 1;
        let swept = std::panic::catch_unwind(|| sweep(task, &options));
        let (found, lines) =
            swept.unwrap_or_else(|_| (Tally { wrong: 1, ..Tally::default() }, vec!["panic".to_owned()]));
        tally.add(&found);
        for line in lines {
            println!("{}: {line}", task.display());
            complaints.push(line);
        }
    }
    print_table(&tallies);
    if tallies.values().any(|tally| tally.wrong > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn arguments() -> Option<Options> {
    let mut options = Options { folder: PathBuf::new(), n_seeds: 3, n_steps: 200_000, verbose: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seeds" => options.n_seeds = arguments.next()?.parse().ok()?,
            "--steps" => options.n_steps = arguments.next()?.parse().ok()?,
            "--verbose" => options.verbose = true,
            _ => options.folder = PathBuf::from(argument),
        }
    }
    options.folder.exists().then_some(options)
}

fn collect(path: &Path, tasks: &mut Vec<PathBuf>) {
    if path.is_file() {
        tasks.push(path.to_owned());
    }
    let Ok(entries) = std::fs::read_dir(path) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, tasks);
        } else if path.extension().is_some_and(|end| end == "yml") {
            tasks.push(path);
        }
    }
}

/// Builds and executes one task.
fn sweep(task: &Path, options: &Options) -> (Tally, Vec<String>) {
    let mut tally = Tally::default();
    let mut lines = Vec::new();
    let mut front = FrontEnd::new(Preprocessor::default());
    let request = Request { files: vec![task.to_owned()], ..Request::default() };
    let built = front.plan(&request).and_then(|plan| {
        let cfa = front.automaton(&Target::from(&plan))?;
        Ok((plan, cfa))
    });
    let (plan, cfa) = match built {
        Ok(built) => built,
        Err(failure) => {
            tally.refused += 1;
            tally.wrong += u32::from(matches!(failure, Failure::Bug(_)));
            let first = front.diagnostics.first().map(|diagnostic| diagnostic.message.clone());
            lines.push(format!("not built: {failure:?} {}", first.unwrap_or_default()));
            return (tally, lines);
        }
    };
    let program = Program::new(&cfa);
    for property in &plan.properties {
        for seed in 0..options.n_seeds {
            let line = execute(&front, &program, property, seed, options, &mut tally);
            lines.extend(line);
        }
    }
    (tally, lines)
}

/// Stops at a call of the function that must not be called.
struct Watch<'a> {
    cfa: &'a Cfa,
    forbidden: Option<&'a str>,
    reached: bool,
}

impl Observer for Watch<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        let Some(forbidden) = self.forbidden else { return Flow::Continue };
        let called: FunctionId = match self.cfa.edges[edge].op {
            Op::Call(call) => self.cfa.calls[call].callee,
            Op::External { function, .. } => function,
            _ => return Flow::Continue,
        };
        self.reached = self.cfa.function_name(called) == forbidden;
        if self.reached { Flow::Stop } else { Flow::Continue }
    }
}

fn execute(
    front: &FrontEnd,
    program: &Program<'_>,
    property: &PlannedProperty,
    seed: u64,
    options: &Options,
    tally: &mut Tally,
) -> Option<String> {
    let has = |wanted: fn(&Formula) -> bool| property.checks.iter().any(|check| wanted(&check.formula));
    let about_overflow = has(|formula| matches!(formula, Formula::NoOverflow | Formula::DefBehavior));
    let config = Config {
        overflow: if about_overflow { Overflow::Undefined } else { Overflow::Wrap },
        uninitialised: Uninitialised::Chosen,
        max_steps: options.n_steps,
        max_memory: 1 << 28,
        ..Config::default()
    };
    let forbidden = property.checks.iter().find_map(|check| match &check.formula {
        Formula::Unreachable(function) => Some(function.as_str()),
        _ => None,
    });
    let mut watch = Watch { cfa: program.cfa(), forbidden, reached: false };
    let report = program.run(&config, &mut SeededChoices::new(seed), &mut Discard, &mut watch);
    tally.count(&report.outcome);
    let violated = property.checks.iter().find(|check| match (&check.formula, &report.outcome) {
        (Formula::Unreachable(_), _) => watch.reached,
        (formula, Outcome::Undefined(undefined)) => forbids(formula, undefined.kind),
        (Formula::ValidMemcleanup, Outcome::Exited(_) | Outcome::Aborted) => report.n_live_heap > 0,
        (_, _) => false,
    });
    let place = front.map.location(report.span.lo).map_or_else(
        || "nowhere".to_owned(),
        |location| format!("{}:{}:{}", location.file, location.line, location.column),
    );
    match (violated, property.expected) {
        (Some(_), Some(false)) => {
            tally.confirmed += 1;
            None
        }
        (Some(check), Some(true)) => {
            tally.wrong += 1;
            Some(format!("{} should hold, seed {seed} at {place}: {:?}", check.formula, report.outcome))
        }
        (Some(_), None) | (None, _) => {
            options.verbose.then(|| format!("seed {seed} at {place}: {:?}", report.outcome))
        }
    }
}

/// Whether undefined behaviour of a kind violates a property.
fn forbids(formula: &Formula, kind: UndefinedKind) -> bool {
    use UndefinedKind::*;
    match formula {
        Formula::ValidDeref => {
            matches!(
                kind,
                OutOfBounds | NullDereference | InvalidPointer | UseAfterFree | UseAfterScope | ReadOnlyWrite
            )
        }
        Formula::ValidFree => matches!(kind, DoubleFree | InvalidFree),
        Formula::NoOverflow => matches!(kind, SignedOverflow),
        Formula::DefBehavior => true,
        Formula::Unreachable(_)
        | Formula::Assertions
        | Formula::ValidMemtrack
        | Formula::ValidMemcleanup
        | Formula::Termination
        | Formula::NoDataRace
        | Formula::Observer(_) => false,
    }
}

impl Tally {
    fn count(&mut self, outcome: &Outcome) {
        self.runs += 1;
        match outcome {
            Outcome::Exited(_) | Outcome::Aborted | Outcome::Stopped => self.exited += 1,
            Outcome::Blocked => self.blocked += 1,
            Outcome::Undefined(_) => self.undefined += 1,
            Outcome::Unsupported(_) => self.unsupported += 1,
            Outcome::LimitReached(_) | Outcome::ChoicesExhausted => self.limited += 1,
        }
    }

    fn columns(&self) -> [u32; 10] {
        let Self { tasks, refused, runs, exited, blocked, limited, unsupported, undefined, confirmed, wrong } =
            *self;
        [tasks, refused, runs, exited, blocked, limited, unsupported, undefined, confirmed, wrong]
    }

    /// Adds all but the number of tasks.
    fn add(&mut self, other: &Self) {
        let [_, refused, runs, exited, blocked, limited, unsupported, undefined, confirmed, wrong] =
            other.columns();
        self.refused += refused;
        self.runs += runs;
        self.exited += exited;
        self.blocked += blocked;
        self.limited += limited;
        self.unsupported += unsupported;
        self.undefined += undefined;
        self.confirmed += confirmed;
        self.wrong += wrong;
    }
}

fn print_table(tallies: &BTreeMap<String, Tally>) {
    let titles =
        ["tasks", "refused", "runs", "ended", "blocked", "limit", "unsupp", "undef", "confirm", "WRONG"];
    let row = |name: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>8}")).collect();
        println!("{name:<32}{}", cells.concat());
    };
    row("folder", &titles.map(str::to_owned));
    let mut total = Tally::default();
    for (folder, tally) in tallies {
        row(folder, &tally.columns().map(|count| count.to_string()));
        total.tasks += tally.tasks;
        total.add(tally);
    }
    row("total", &total.columns().map(|count| count.to_string()));
}
