//! Runs the whole front end over a folder of verification tasks: every `*.yml` names a preprocessed C file and a data model.
//!
//! `cargo run --release -p c-lower --example lower_all -- FOLDER [PART OF A PATH]` prints one line per program that is refused or whose automaton is not
//! sound, then a summary with the speed from text to verified automaton.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use cfa::MachineModel;
use source::{Severity, SourceMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Totals {
    programs: u32,
    sound: u32,
    refused: u32,
    unsound: u32,
    bytes: usize,
    /// The most edges per byte of text, and where.
    densest: (f64, String),
    time: Duration,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        println!("usage: lower_all FOLDER [PART OF A PATH]");
        return;
    };
    let part = args.next().unwrap_or_default();
    let mut tasks = Vec::new();
    collect(Path::new(&folder), &mut tasks);
    tasks.sort();
    let mut totals = Totals::default();
    for task in tasks.iter().filter(|task| task.to_string_lossy().contains(&part)) {
        run(task, &mut totals);
    }
    let Totals { programs, sound, refused, unsound, bytes, densest, time } = totals;
    let megabytes = bytes as f64 / 1e6;
    println!("{programs} programs: {sound} lowered, {refused} refused, {unsound} not sound");
    println!("{megabytes:.1} MB in {:.2} s: {:.1} MB/s", time.as_secs_f64(), megabytes / time.as_secs_f64());
    println!("most edges per byte: {:.2} in {}", densest.0, densest.1);
    if let Some(peak) = peak_megabytes() {
        println!("peak memory {peak:.1} MB");
    }
}

/// The high-water mark of the process, where the system tells.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1000.0)
}

fn collect(folder: &Path, tasks: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, tasks);
        } else if path.extension().is_some_and(|extension| extension == "yml") {
            tasks.push(path);
        }
    }
}

fn run(task: &Path, totals: &mut Totals) {
    let Ok(definition) = std::fs::read_to_string(task) else { return };
    let value = |key: &str| {
        let line = definition.lines().find(|line| line.trim_start().starts_with(key))?;
        Some(line.split_once(':')?.1.trim().trim_matches(['\'', '"']).to_owned())
    };
    let Some(input) = value("input_files") else { return };
    let machine = if value("data_model").as_deref() == Some("ILP32") {
        MachineModel::Ilp32
    } else {
        MachineModel::Lp64
    };
    let path = task.with_file_name(input);
    let Ok(bytes) = std::fs::read(&path) else {
        println!("{}: cannot be read", path.display());
        return;
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    totals.programs += 1;
    let size = text.len();
    totals.bytes += size;
    let start = Instant::now();
    let problems = std::panic::catch_unwind(|| front_end(&path, text, machine));
    totals.time += start.elapsed();
    match problems {
        Ok(Ok(edges)) => {
            totals.sound += 1;
            let density = edges as f64 / size as f64;
            if density > totals.densest.0 && size > 100_000 {
                totals.densest = (density, path.display().to_string());
            }
        }
        Ok(Err(Problem::Refused(message))) => {
            totals.refused += 1;
            println!("{}: {message}", path.display());
        }
        Ok(Err(Problem::Unsound(messages))) => {
            totals.unsound += 1;
            println!("{}: {}", path.display(), messages.join("; "));
        }
        Err(_) => {
            totals.unsound += 1;
            println!("{}: PANIC", path.display());
        }
    }
}

enum Problem {
    Refused(String),
    Unsound(Vec<String>),
}

fn front_end(path: &Path, text: String, machine: MachineModel) -> Result<usize, Problem> {
    let mut map = SourceMap::new();
    let mut names = stdx::Interner::new();
    let Some(file) = map.add(path.to_string_lossy(), text) else {
        return Err(Problem::Refused("too large".to_owned()));
    };
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    check(&map, &parsed.diagnostics)?;
    let options = c_lower::LowerOptions {
        machine,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    check(&map, &lowered.diagnostics)?;
    let Some(cfa) = lowered.cfa else {
        return Err(Problem::Refused("no automaton and no reason".to_owned()));
    };
    let violations = cfa::verify::verify(&cfa);
    if violations.is_empty() {
        return Ok(cfa.edges.len());
    }
    Err(Problem::Unsound(violations.iter().take(3).map(|violation| format!("{violation:?}")).collect()))
}

fn check(map: &SourceMap, diagnostics: &[source::Diagnostic]) -> Result<(), Problem> {
    match diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
        None => Ok(()),
        Some(error) => {
            let at = map
                .location(error.span.lo)
                .map(|at| format!("{}:{}", at.line, at.column))
                .unwrap_or_default();
            Err(Problem::Refused(format!("{at} {} {}", error.code, error.message)))
        }
    }
}
