//! A long benchmark of the shortest command leaves nothing on the machine.
//!
//!     cargo bench -p verdikt-bench --bench many
//!
//! It takes a minute or two, and needs a machine on which nobody else starts anything meanwhile.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark that cannot go on fails, and prints its figures"
)]
#![expect(dead_code, reason = "the tests use more of what they share")]

#[path = "../tests/run/support.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;
use support::{Folder, can_measure, definition, tasks_of, text};

const RUNS: usize = 10_000;

/// Everything on the machine that a run could leave, by name.
#[derive(Debug, PartialEq, Eq)]
struct Traces {
    /// Numbers and names, without threads of the kernel, which come and go.
    processes: BTreeSet<String>,
    mounts: Vec<String>,
    groups: BTreeSet<String>,
    temporary: BTreeSet<String>,
}

impl Traces {
    fn now() -> Self {
        let mut processes = BTreeSet::new();
        for entry in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if !line.is_empty() {
                processes.insert(format!(
                    "{} {}",
                    entry.file_name().display(),
                    String::from_utf8_lossy(&line)
                ));
            }
        }
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let mut groups = BTreeSet::new();
        collect_folders(Path::new("/sys/fs/cgroup"), &mut groups);
        let temporary = ["/tmp", "/dev/shm", "/run"].iter().flat_map(|folder| names_in(Path::new(folder)));
        Self {
            processes,
            mounts: mounts.lines().map(str::to_owned).collect(),
            groups,
            temporary: temporary.collect(),
        }
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path().display().to_string()).collect()
}

fn collect_folders(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.insert(entry.path().display().to_string());
            collect_folders(&entry.path(), found);
        }
    }
}

fn main() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new("many", RUNS, &definition(&["true"]));
    let before = Traces::now();
    let start = Instant::now();
    let output = folder.run(&["b.xml"]);
    println!(
        "{RUNS} runs in {:.1} s: {:.2?} each",
        start.elapsed().as_secs_f64(),
        start.elapsed() / RUNS as u32
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(Traces::now(), before);
    let statuses = tasks_of(&folder.results(".jsonl")[0]);
    assert_eq!(statuses.len(), RUNS);
    assert!(statuses.values().all(|statuses| statuses == &["done"]));
}
