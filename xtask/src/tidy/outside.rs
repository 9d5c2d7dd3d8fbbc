//! Clocks, files, processes and the environment are read only by crates that may.
//!
//! An analysis whose answer depends on one of them has another answer on another machine. What
//! counts as time below the engine is work, which `limits` measures. A crate that may is in the
//! table, with what for; tests may do anything.

use super::{SourceFile, Workspace};

/// What is outside of a program, and the words that get at it.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("a clock", &["Instant::now(", "SystemTime::now("]),
    ("a file", &["fs::", "File::open(", "File::create("]),
    ("the environment", &["env::var(", "env::var_os(", "env::args(", "env::current_dir("]),
    ("a process", &["Command::new("]),
];

/// Crates that may touch what, and why.
const MAY: &[(&str, &[&str])] = &[
    // tidy: sorted
    ("bench-result", &["a file"]),
    ("bench-run", &["a clock", "a file", "the environment", "a process"]),
    ("bench-system", &["a clock", "a file", "the environment", "a process"]),
    ("bench-table", &["a file"]),
    ("corpus-tests", &["a clock", "a file", "the environment", "a process"]),
    ("engine", &["a clock", "a file", "the environment", "a process"]),
    ("limits", &["a clock"]),
    ("smt-conformance", &["a clock"]),
    ("smt-process", &["a clock", "a file", "the environment", "a process"]),
    ("smt-z3", &["the environment"]),
    ("test-needs", &["a file", "the environment", "a process"]),
    ("verdikt", &["a clock", "a file", "the environment", "a process"]),
    ("verdikt-bench", &["a clock", "a file", "the environment", "a process"]),
    // tidy: end
];

pub(crate) fn check_outside(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    for file in &workspace.files {
        let Some(name) = crate_of(&file.path) else { continue };
        let may = MAY.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, may)| may);
        for (what, words) in OUTSIDE.iter().filter(|(what, _)| !may.contains(what)) {
            let touching = own_lines(file).find(|(_, line)| words.iter().any(|word| line.contains(word)));
            if let Some((number, _)) = touching {
                findings.push(format!("{}:{number} touches {what}, and `{name}` may not", file.path));
            }
        }
    }
    findings
}

/// The crate that a file is a part of, if it is no test.
fn crate_of(path: &str) -> Option<&str> {
    let (name, rest) = path.strip_prefix("crates/")?.split_once('/')?;
    let is_test = rest.contains("tests") || rest.contains("testing");
    (rest.starts_with("src/") && rest.ends_with(".rs") && !is_test).then_some(name)
}

/// The lines with their numbers, without comments and without the tests at the end.
fn own_lines(file: &SourceFile) -> impl Iterator<Item = (usize, &str)> {
    let code = file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = (1..).zip(code.lines());
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}
