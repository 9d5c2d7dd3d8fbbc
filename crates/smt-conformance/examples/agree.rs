//! Do solvers agree with the evaluator about many random terms?
//!
//! `cargo run --release -p smt-conformance --example agree -- [--count N] [--seed N] [--logic NAME].. [--z3 FILE].. [--process NAME].. [--list FILE]`
//! draws N terms in equal parts over six logics and asks each solver about each of them, as `smt_conformance::agree` says:
//! with the symbols pinned to values, and for a model. Without `--z3` or `--process` it takes the default library of Z3 and `cvc5`.
//! The figures are printed as a table; the scripts of disagreements go to the file of `--list`.
//!
//! The status is 1 if a solver that is not known to err there disagrees.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the command line")]

use clap::Parser;
use smt::random::{Family, Size};
use smt::solver::{Backend, Limits, Needs, Service, open};
use smt_conformance::agree::{self, Batch, Recipe, Tally};
use smt_process::{Dialect, Options, ProcessBackend};
use smt_z3::Z3Backend;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Compares solvers with the evaluator.
#[derive(Parser)]
struct Args {
    /// How many terms.
    #[arg(long, default_value_t = 100_000)]
    count: usize,
    /// Decides which terms.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Terms that share one assignment and one session.
    #[arg(long, default_value_t = 50)]
    batch: usize,
    /// Only these logics.
    #[arg(long)]
    logic: Vec<String>,
    /// Libraries of Z3.
    #[arg(long)]
    z3: Vec<PathBuf>,
    /// Solvers on the path, by the names of their dialects.
    #[arg(long)]
    process: Vec<String>,
    /// Milliseconds for each model. Pinned questions have enough time.
    #[arg(long, default_value_t = 50)]
    time: u64,
    /// Where to write the scripts of disagreements.
    #[arg(long)]
    list: Option<PathBuf>,
}

struct Subject {
    name: String,
    backend: Box<dyn Backend>,
}

/// One line of the table.
#[derive(Default)]
struct Line {
    tally: Tally,
    seconds: f64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match subjects(&args) {
        Ok(subjects) => run(&args, &subjects),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn subjects(args: &Args) -> Result<Vec<Subject>, String> {
    let mut subjects = Vec::new();
    let is_default = args.z3.is_empty() && args.process.is_empty();
    let mut z3 = |backend: Z3Backend| -> Result<(), String> {
        let version = backend.version().map_err(|error| error.to_string())?;
        subjects.push(Subject { name: version, backend: Box::new(backend) });
        Ok(())
    };
    if is_default {
        z3(Z3Backend::default())?;
    }
    for path in &args.z3 {
        z3(Z3Backend::load(path).map_err(|error| error.to_string())?)?;
    }
    let default = ["cvc5".to_owned()];
    for name in if is_default { &default[..] } else { &args.process } {
        let dialect = Dialect::named(name).ok_or_else(|| format!("there is no dialect `{name}`"))?;
        let backend = ProcessBackend::find(dialect, Options::default()).map_err(|error| error.to_string())?;
        subjects.push(Subject { name: backend.version().to_owned(), backend: Box::new(backend) });
    }
    Ok(subjects)
}

fn run(args: &Args, subjects: &[Subject]) -> ExitCode {
    let chosen = |name: &&str| args.logic.is_empty() || args.logic.iter().any(|logic| logic == name);
    let logics: Vec<(&str, Family)> = Family::LOGICS.into_iter().filter(|(name, _)| chosen(name)).collect();
    let mut scripts = String::new();
    let mut wrong = 0;
    println!(
        "| solver | logic | terms | open | undecided | models | open models | no model | refused | wrong | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, family) in &logics {
        let mut lines: Vec<Line> = subjects.iter().map(|_| Line::default()).collect();
        let batches = (args.count / logics.len()).div_ceil(args.batch);
        for number in 0..batches {
            if let Err(message) = batch(args, subjects, *family, number, &mut lines) {
                eprintln!("{name}, batch {number}: {message}");
                return ExitCode::from(2);
            }
        }
        for (subject, line) in subjects.iter().zip(&lines) {
            report(&subject.name, name, line);
            wrong += line.tally.disagreements.len();
            for found in line.tally.disagreements.iter().chain(&line.tally.incidents) {
                let _ = writeln!(scripts, "; {} in {name}\n{found}", subject.name);
            }
        }
    }
    if let Some(path) = &args.list
        && let Err(error) = std::fs::write(path, scripts)
    {
        eprintln!("{}: {error}", path.display());
        return ExitCode::from(2);
    }
    ExitCode::from(u8::from(wrong > 0))
}

/// Asks every solver about the terms of one batch. Every third batch has the widths of machines.
fn batch(
    args: &Args,
    subjects: &[Subject],
    family: Family,
    number: usize,
    lines: &mut [Line],
) -> Result<(), String> {
    let size = if number % 3 == 2 { Size::Machine } else { Size::Small };
    let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
    let depth = number as u32 % 3 + 1;
    let recipe = Recipe::new(seed, family, size, depth, args.batch);
    let limits = |milliseconds| Limits { time: Some(Duration::from_millis(milliseconds)), memory: None };
    for (subject, line) in subjects.iter().zip(lines) {
        let mut batch = Batch::new(&recipe).map_err(|failure| failure.0)?;
        let start = Instant::now();
        let needs = Needs { services: vec![Service::Models], ..Needs::default() };
        let mut solver = open(&*subject.backend, &needs).map_err(|error| error.to_string())?;
        let pinned = agree::pinned(&mut batch, &mut *solver, &limits(5000));
        line.tally.add(pinned.map_err(|failure| failure.0)?);
        let free = agree::free(&mut batch, &mut *solver, &limits(args.time));
        line.tally.add(free.map_err(|failure| failure.0)?);
        line.seconds += start.elapsed().as_secs_f64();
    }
    Ok(())
}

fn report(solver: &str, logic: &str, line: &Line) {
    let Line { tally, seconds } = line;
    println!(
        "| {solver} | {logic} | {} | {} | {} | {} | {} | {} | {} | {} | {seconds:.0} |",
        tally.terms,
        tally.open,
        tally.undecided,
        tally.models,
        tally.open_models,
        tally.without_model,
        tally.incidents.len(),
        tally.disagreements.len(),
    );
}
