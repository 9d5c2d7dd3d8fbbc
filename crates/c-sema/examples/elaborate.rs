//! Elaborates every C file below the given folders and prints what goes wrong, how much was done and how fast:
//! `cargo run --release -p c-sema --example elaborate -- FOLDER...`.
//!
//! The data model of a file is the one that a task definition beside it (`*.yml`) names, else LP64.

#![expect(clippy::print_stdout, reason = "a tool for people")]

use c_sema::Elaborator;
use c_sema::hir::{Body, BodySink, FunctionId, GlobalId, Initialiser, Program, StmtKind};
use cfa::MachineModel;
use source::{Severity, SourceMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stdx::Interner;

/// Counts bodies and remembers refused constructs.
#[derive(Default)]
struct Counter {
    bodies: usize,
    refused: Vec<String>,
}

impl BodySink for Counter {
    fn function(&mut self, _: &mut Program, names: &mut Interner, _: FunctionId, body: Body) {
        self.bodies += 1;
        for stmt in &body.stmts {
            if let StmtKind::Unsupported(feature) = stmt.kind {
                self.refused.push(names.text(feature).to_owned());
            }
        }
    }

    fn static_init(&mut self, _: &mut Program, _: &mut Interner, _: GlobalId, _: Body, _: Initialiser) {}
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.is_file() {
        found.push(folder.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() || matches!(extension, Some("c" | "i")) {
            files(&path, found);
        }
    }
}

fn machine(file: &Path) -> MachineModel {
    let task = std::fs::read_to_string(file.with_extension("yml")).unwrap_or_default();
    if task.contains("data_model: ILP32") { MachineModel::Ilp32 } else { MachineModel::Lp64 }
}

/// Errors of one file, and the time that elaboration took.
fn elaborate(file: &Path, text: String, counter: &mut Counter) -> (Vec<String>, Duration) {
    let mut map = SourceMap::new();
    let Some(id) = map.add(file.display().to_string(), text) else { return (Vec::new(), Duration::ZERO) };
    let mut names = Interner::new();
    let parsed = c_syntax::parse(&mut map, id, &mut names);
    let mut diagnostics = parsed.diagnostics;
    let mut time = Duration::ZERO;
    if diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
        let start = Instant::now();
        let mut elaborator = Elaborator::new(machine(file));
        elaborator.announce(&parsed.ast, &mut names);
        diagnostics.extend(elaborator.unit(&parsed.ast, &map, &mut names, counter));
        diagnostics.extend(elaborator.finish().1);
        time = start.elapsed();
    }
    let errors = diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let errors = errors.map(|diagnostic| {
        let line = map.location(diagnostic.span.lo).map_or(0, |location| location.line);
        let source = map.physical_line(diagnostic.span.lo).map_or("", |(line, ..)| line.trim());
        format!("{}:{line}: {} {} | {source}", file.display(), diagnostic.code, diagnostic.message)
    });
    (errors.collect(), time)
}

fn main() {
    let mut found = Vec::new();
    for folder in std::env::args().skip(1) {
        files(Path::new(&folder), &mut found);
    }
    let (mut bytes, mut time, mut failed) = (0, Duration::ZERO, 0);
    let mut counter = Counter::default();
    for file in &found {
        let Ok(text) = std::fs::read(file) else { continue };
        let text = String::from_utf8_lossy(&text).into_owned();
        bytes += text.len();
        let (errors, taken) = elaborate(file, text, &mut counter);
        time += taken;
        failed += usize::from(!errors.is_empty());
        for error in errors.iter().take(3) {
            println!("{error}");
        }
        for feature in counter.refused.drain(..) {
            println!("{}: unsupported where reached: {feature}", file.display());
        }
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
    println!(
        "{} files, {failed} with errors, {} bodies, {bytes} bytes, {:.2} s, {speed:.1} MB/s",
        found.len(),
        counter.bodies,
        time.as_secs_f64()
    );
}
