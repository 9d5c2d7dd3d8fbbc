//! Throughput of the parser: `cargo bench -p c-syntax -- FILE_OR_FOLDER...`, or the same list, separated by
//! colons, in `VERDIKT_BENCH_FILES`. Prints files that are refused, megabytes a second over the files of
//! more than 100 kB and over all, and bytes of tree per byte of text.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use source::{Severity, SourceMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stdx::Interner;

/// Files above this size count as large.
const LARGE: usize = 100_000;

#[derive(Default)]
struct Sum {
    files: usize,
    bytes: usize,
    tree: usize,
    time: Duration,
}

impl Sum {
    fn print(&self, what: &str) {
        let megabytes = self.bytes as f64 / 1e6;
        let speed = megabytes / self.time.as_secs_f64().max(1e-9);
        let ratio = self.tree as f64 / self.bytes.max(1) as f64;
        println!(
            "{what}: {} files, {megabytes:.1} MB, {speed:.1} MB/s, {ratio:.2} bytes of tree per byte",
            self.files
        );
    }
}

fn main() {
    let mut roots: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from).collect();
    if let (true, Some(list)) = (roots.is_empty(), std::env::var_os("VERDIKT_BENCH_FILES")) {
        roots = std::env::split_paths(&list).collect();
    }
    let mut files = Vec::new();
    for root in &roots {
        collect(root, &mut files);
    }
    files.sort();
    let (mut large, mut all, mut refused) = (Sum::default(), Sum::default(), 0);
    for path in &files {
        let Ok(bytes) = std::fs::read(path) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let size = text.len();
        let (time, tree, message) = measure(path, text);
        if let Some(message) = message {
            refused += 1;
            println!("{}: {message}", path.display());
        }
        for sum in [Some(&mut all), (size > LARGE).then_some(&mut large)].into_iter().flatten() {
            sum.files += 1;
            sum.bytes += size;
            sum.tree += tree;
            sum.time += time;
        }
    }
    large.print("large");
    all.print("all");
    println!("refused: {refused}");
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.flatten() {
            collect(&entry.path(), files);
        }
    } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
        files.push(path.to_owned());
    }
}

/// The best time of three, the size of the tree, and the first error.
fn measure(path: &Path, text: String) -> (Duration, usize, Option<String>) {
    let mut best = Duration::MAX;
    let mut outcome = (0, None);
    for _ in 0..3 {
        let mut map = SourceMap::new();
        let mut names = Interner::new();
        let Some(file) = map.add(path.display().to_string(), text.clone()) else { break };
        let start = Instant::now();
        let parsed = c_syntax::parse(&mut map, file, &mut names);
        best = best.min(start.elapsed());
        let error = parsed.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let message = error.map(|error| match map.location(error.span.lo) {
            Some(place) => format!("{}:{}: {}", place.line, place.column, error.message),
            None => error.message.clone(),
        });
        outcome = (parsed.ast.heap_bytes(), message);
    }
    (best, outcome.0, outcome.1)
}
