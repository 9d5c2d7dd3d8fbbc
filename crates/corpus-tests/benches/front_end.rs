//! Speed and memory of the whole front end: text to verified automaton, over the files of a folder.
//!
//! ```text
//! cargo bench -p corpus-tests --bench front_end -- FOLDER...     (or VERDIKT_BENCH=FOLDER)
//! ```
//!
//! Every `.c` and `.i` file over 100 kB counts; without a folder a synthetic text of 2 MB is used, so that the figures of two commits
//! can be compared anywhere. Printed are the throughput, the share of each stage, and the peak of memory in use as a multiple of the file's
//! size. The memory figures come from a counting allocator: they are exact and the same in every run.
//!
//! The text itself is part of the peak, everything that lives until the automaton is verified too.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use c_lower::LowerOptions;
use cfa::MachineModel;
use source::{Severity, SourceMap};
use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fmt, fs};
use stdx::Interner;

/// Passes every request on to the system and keeps the sum of live bytes and its maximum.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

#[expect(unsafe_code, reason = "an allocator is an unsafe interface")]
// SAFETY: every method hands its arguments unchanged to the system's allocator and returns what that returns;
// the counters are atomic and do not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `System` with this layout, as all of ours do.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // While it moves, both may exist; the system usually extends in place, so only the larger is counted.
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        grow(new_size);
        // SAFETY: the pointer came from `System` with this layout; the size is the caller's to guarantee.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Time per stage.
#[derive(Clone, Copy, Default)]
struct Stages {
    parse: Duration,
    lower: Duration,
    verify: Duration,
    structure: Duration,
}

impl Stages {
    /// Text to verified automaton, as the promise is worded; the loop structure is computed on top.
    fn total(&self) -> Duration {
        self.parse + self.lower + self.verify
    }

    fn add(&mut self, other: Self) {
        self.parse += other.parse;
        self.lower += other.lower;
        self.verify += other.verify;
        self.structure += other.structure;
    }
}

/// What one file cost.
struct Cost {
    name: String,
    bytes: usize,
    stages: Stages,
    /// Peak of live bytes, the text included, as a multiple of the text.
    ratio: f64,
    refused: Option<String>,
}

fn main() {
    let mut folders: Vec<PathBuf> =
        env::args().skip(1).filter(|argument| !argument.starts_with('-')).map(PathBuf::from).collect();
    folders.extend(env::var_os("VERDIKT_BENCH").map(PathBuf::from));
    let mut costs: Vec<Cost> = Vec::new();
    for folder in &folders {
        let mut files = Vec::new();
        large_files(folder, &mut files);
        files.sort();
        for file in files {
            let Ok(bytes) = fs::read(&file) else { continue };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            drop(bytes);
            costs.push(measure(&file.display().to_string(), text));
        }
    }
    if costs.is_empty() {
        costs.push(measure("synthetic", synthetic(2 << 20)));
    }
    report(&mut costs);
}

fn large_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            large_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i")
            && entry.metadata().is_ok_and(|metadata| metadata.len() > 100_000)
        {
            files.push(path);
        }
    }
}

/// The front end, stage by stage.
fn measure(name: &str, text: String) -> Cost {
    let bytes = text.len();
    let before = LIVE.load(Ordering::Relaxed) - text.capacity();
    PEAK.store(LIVE.load(Ordering::Relaxed), Ordering::Relaxed);
    let mut stages = Stages::default();
    let refused = pipeline(text, &mut stages).err();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    Cost { name: name.to_owned(), bytes, stages, ratio: peak as f64 / bytes as f64, refused }
}

fn pipeline(text: String, stages: &mut Stages) -> Result<(), String> {
    let mut map = SourceMap::new();
    let mut names = Interner::new();
    let file = map.add("file.c", text).ok_or("too large")?;
    let start = Instant::now();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    stages.parse = start.elapsed();
    if let Some(error) = parsed.diagnostics.iter().find(|message| message.severity == Severity::Error) {
        return Err(format!("{}: {}", error.code, error.message));
    }
    let start = Instant::now();
    let options = LowerOptions {
        machine: MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    stages.lower = start.elapsed();
    let Some(automaton) = lowered.cfa else {
        let error = lowered.diagnostics.iter().find(|message| message.severity == Severity::Error);
        return Err(error.map_or_else(String::new, |error| format!("{}: {}", error.code, error.message)));
    };
    let start = Instant::now();
    let violations = cfa::verify::verify(&automaton);
    stages.verify = start.elapsed();
    if let Some(violation) = violations.first() {
        return Err(format!("not well formed: {violation:?}"));
    }
    let start = Instant::now();
    let structure = cfa::structure::Structure::compute(&automaton);
    stages.structure = start.elapsed();
    drop(structure);
    Ok(())
}

fn report(costs: &mut [Cost]) {
    let (mut bytes, mut stages, mut ratios) = (0, Stages::default(), Vec::new());
    for cost in &*costs {
        if let Some(reason) = &cost.refused {
            println!("refused: {} ({reason})", cost.name);
            continue;
        }
        bytes += cost.bytes;
        stages.add(cost.stages);
        ratios.push(cost.ratio);
    }
    if ratios.is_empty() {
        println!("no file was accepted");
        return;
    }
    let speed = |time: Duration| Speed(bytes as f64 / 1e6 / time.as_secs_f64());
    let maximum = ratios.iter().copied().fold(0.0, f64::max);
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    println!("{} files, {:.1} MB", ratios.len(), bytes as f64 / 1e6);
    println!("parse              {}", speed(stages.parse));
    println!("elaborate + lower  {}", speed(stages.lower));
    println!("verify             {}", speed(stages.verify));
    println!("structure          {}", speed(stages.structure));
    println!("text to verified   {}", speed(stages.total()));
    println!("peak memory        {mean:.1} x file size on average, {maximum:.1} x at most");
    costs.sort_by(|left, right| right.ratio.total_cmp(&left.ratio));
    for cost in costs.iter().filter(|cost| cost.refused.is_none()).take(5) {
        let speed = Speed(cost.bytes as f64 / 1e6 / cost.stages.total().as_secs_f64());
        println!("  {:5.1} x {speed}  {}", cost.ratio, cost.name);
    }
}

/// Megabytes per second.
struct Speed(f64);

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:7.1} MB/s", self.0)
    }
}

/// A text of about `size` bytes: many functions of the shape that preprocessed drivers have.
fn synthetic(size: usize) -> String {
    let mut text = String::from("extern int __VERIFIER_nondet_int(void);\n");
    let mut number = 0;
    while text.len() < size {
        text.push_str(&format!(
            "struct device_{number} {{ struct device_{number} *next; unsigned long flags; int irq; char name[16]; }};\n\
             static int probe_{number}(struct device_{number} *device, int count)\n\
             {{\n  int status = 0;\n  unsigned long mask = device->flags & {number}UL;\n\
             \x20 for (int i = 0; i < count; i++) {{\n    if (device->irq == i && mask != 0UL) {{\n\
             \x20     status = status + __VERIFIER_nondet_int();\n      goto out;\n    }}\n\
             \x20   device->name[i % 16] = (char)(i + {number});\n    device = device->next ? device->next : device;\n  }}\n\
             \x20 switch (status) {{\n  case 0: return -{number};\n  case 1: case 2: status++; break;\n  default: status = ~status;\n  }}\n\
             out:\n  return status;\n}}\n"
        ));
        number += 1;
    }
    text.push_str("int main(void)\n{\n  struct device_0 device = { 0, 1UL, 3, \"zero\" };\n  return probe_0(&device, 7);\n}\n");
    text
}
