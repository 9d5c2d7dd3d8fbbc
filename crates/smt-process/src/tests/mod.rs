//! Conversations with solvers: real ones, and scripts that misbehave.

mod fake;
mod interpolation;
mod real;

use crate::{Dialect, Options, ProcessBackend};
use smt::solver::{Limits, SolverError};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const NONE: Limits = Limits { time: None, memory: None };

fn within(millis: u64) -> Limits {
    Limits { time: Some(Duration::from_millis(millis)), memory: None }
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("smt-process-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    /// A program of this folder. Another process writes it: a descriptor open for writing here would be inherited by the children
    /// that other tests start at that moment, and the kernel refuses to run a file that any process may still write (`ETXTBSY`).
    fn executable(&self, name: &str, text: &str) -> PathBuf {
        let (source, file) = (self.0.join(format!("{name}.text")), self.0.join(name));
        fs::write(&source, text).unwrap();
        let status = Command::new("cp").arg(&source).arg(&file).status().unwrap();
        assert!(status.success(), "cp of {source:?}: {status}");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A shell script that passes for a solver. It answers `sat`, markers, and what `answers` says to lines that begin with a
/// text. In its first process, `first` is run at the first query instead; `start` is run at every start.
struct Fake<'a> {
    dialect: &'static str,
    start: &'a str,
    first: &'a str,
    answers: &'a [(&'a str, &'a str)],
}

const TAME: Fake<'static> = Fake { dialect: "z3", start: "", first: "say sat", answers: &[] };

const SCRIPT: &str = r#"#!/bin/sh
case "$*" in *version*) echo fake 1.0; exit ;; esac
cd "${0%/*}" || exit 1
which=next
[ -e started ] || which=first
echo $$ >>started
say() { printf '%s\n' "$1"; }
first() {
    which=next
    @first
}
@start
while IFS= read -r line; do
    printf '%s\n' "$line" >>log
    case "$line" in
@answers
    '(check-sat'*) if [ $which = first ]; then first; else say sat; fi ;;
    '(echo'*) line=${line#*\"}; say "${line%\"*}" ;;
    esac
done
"#;

impl Fake<'_> {
    fn backend(&self, folder: &Folder) -> Result<ProcessBackend, SolverError> {
        let answer = |(line, answer): &(&str, &str)| format!("    '{line}'*) say '{answer}' ;;\n");
        let answers: String = self.answers.iter().map(answer).collect();
        let script = SCRIPT.replace("@first", self.first).replace("@start", self.start);
        let file = folder.executable("fake", &script.replace("@answers", &answers));
        let options = Options {
            program: Some(file),
            request_time: Duration::from_secs(5),
            longest_query: Duration::from_secs(20),
            idle_time: Duration::from_millis(500),
            most_output: 1 << 20,
            most_growth: 0,
        };
        ProcessBackend::find(Dialect::named(self.dialect).unwrap(), options)
    }
}

/// What the fake was told, without markers.
fn told(folder: &Folder) -> String {
    let log = fs::read_to_string(folder.path().join("log")).unwrap_or_default();
    log.lines().filter(|line| !line.starts_with("(echo")).map(|line| format!("{line}\n")).collect()
}
