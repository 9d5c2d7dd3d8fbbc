//! Conversations with solvers: real ones, and scripts that misbehave.

mod fake;
mod interpolation;
mod real;

use crate::{Dialect, Options, ProcessBackend};
use smt::solver::{Limits, SolverError};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A script that passes for a solver. It answers `sat`, markers, and what `answers` says to lines that begin with a text. In its
/// first process, `first` is run at the first query instead; `start` is run at every start.
struct Fake<'a> {
    dialect: &'static str,
    start: &'a str,
    first: &'a str,
    answers: &'a [(&'a str, &'a str)],
}

const TAME: Fake<'static> = Fake { dialect: "z3", start: "", first: "say('sat')", answers: &[] };

impl Fake<'_> {
    fn script(&self, folder: &Folder) -> String {
        let mut answers = String::new();
        for (line, answer) in self.answers {
            answers.push_str(&format!("    ({line:?}, {answer:?}),\n"));
        }
        let indented = |code: &str| code.lines().map(|line| format!("    {line}\n")).collect::<String>();
        format!(
            "import os, signal, subprocess, sys, time
folder = {folder:?}
def say(text):
    sys.stdout.write(text + '\\n')
    sys.stdout.flush()
def first():
{first}
is_first = sys.argv[1] == 'first'
{start}
log = open(folder + '/log', 'a')
answers = [
{answers}]
for line in sys.stdin:
    log.write(line)
    log.flush()
    special = [answer for beginning, answer in answers if line.startswith(beginning)]
    if special:
        say(special[0])
    elif line.startswith('(check-sat'):
        if is_first:
            is_first = False
            first()
        else:
            say('sat')
    elif line.startswith('(echo'):
        say(line[6:].strip()[1:-2])
",
            folder = folder.path(),
            first = indented(self.first),
            start = self.start,
        )
    }

    fn backend(&self, folder: &Folder) -> Result<ProcessBackend, SolverError> {
        let file = folder.path().join("fake");
        fs::write(folder.path().join("fake.py"), self.script(folder)).unwrap();
        // A shell starts so much faster that even a process with little time leaves its mark.
        let shell = "#!/bin/sh
case \"$*\" in *version*) echo fake 1.0; exit ;; esac
cd \"$(dirname \"$0\")\" || exit 1
which=next
[ -e started ] || which=first
echo $$ >>started
exec python3 -S -u fake.py \"$which\"
";
        fs::write(&file, shell).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let options = Options {
            program: Some(file),
            request_time: Duration::from_secs(5),
            longest_query: Duration::from_secs(20),
            most_output: 1 << 20,
        };
        ProcessBackend::find(Dialect::named(self.dialect).unwrap(), options)
    }
}

/// What the fake was told, without markers.
fn told(folder: &Folder) -> String {
    let log = fs::read_to_string(folder.path().join("log")).unwrap_or_default();
    log.lines().filter(|line| !line.starts_with("(echo")).map(|line| format!("{line}\n")).collect()
}
