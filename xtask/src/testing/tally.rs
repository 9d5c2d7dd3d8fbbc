//! Counts tests from what their harness prints, with those taken off that only say that they
//! passed.
//!
//! A harness knows no test that finds out by itself that it cannot run; for it such a test has
//! passed. So each test that skips writes a line into a file. cargo runs one binary after another,
//! so at the summary of a binary the new lines of the file are its own, and the names of its tests
//! are known together with their fates.

use std::path::PathBuf;

/// What became of the tests.
pub(crate) struct Tally {
    notes: PathBuf,
    /// How many bytes of the notes were read.
    read: usize,
    /// Passed and not skipped.
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Ignored by the harness and not noted: checks that do not concern a solver.
    pub(crate) ignored: u64,
    skipped: Vec<(String, String)>,
    failures: Vec<String>,
    /// Names and fates of the present binary.
    fates: Vec<(String, Fate)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Failed,
    Ignored,
}

impl Tally {
    pub(crate) fn new(notes: PathBuf) -> Self {
        Self {
            notes,
            read: 0,
            passed: 0,
            failed: 0,
            ignored: 0,
            skipped: Vec::new(),
            failures: Vec::new(),
            fates: Vec::new(),
        }
    }

    /// Reads a line that a harness prints.
    pub(crate) fn read(&mut self, line: &str) {
        let line = line.trim_end();
        if let Some((name, fate)) = fate(line) {
            self.fates.push((name.to_owned(), fate));
        }
        if let Some(numbers) = line.strip_prefix("test result: ") {
            let number = |unit: &str| number_before(numbers, unit);
            let notes = self.new_notes();
            self.finish([number(" passed"), number(" failed"), number(" ignored")], notes);
        }
    }

    /// Notes tests that were not even started.
    pub(crate) fn skip_all<'a>(&mut self, tests: impl Iterator<Item = &'a str>, reason: &str) {
        self.skipped.extend(tests.map(|test| (test.to_owned(), reason.to_owned())));
    }

    /// A binary has ended, with these numbers of tests that passed, failed and were ignored, and
    /// these notes.
    fn finish(&mut self, [passed, failed, ignored]: [u64; 3], notes: Vec<(String, String)>) {
        let fates = std::mem::take(&mut self.fates);
        let (mut passed, mut ignored) = (passed, ignored);
        for (test, reason) in notes {
            let is_it = |(name, _): &&(String, Fate)| *name == test || name.ends_with(&format!("] {test}"));
            match fates.iter().find(is_it).map(|&(_, fate)| fate) {
                Some(Fate::Failed) => continue,
                Some(Fate::Ignored) => ignored = ignored.saturating_sub(1),
                None => passed = passed.saturating_sub(1),
            }
            self.skipped.push((test, reason));
        }
        self.passed += passed;
        self.failed += failed;
        self.ignored += ignored;
        let failures = fates.into_iter().filter(|(_, fate)| *fate == Fate::Failed);
        self.failures.extend(failures.map(|(name, _)| name));
    }

    /// The notes since the last time, one for each test.
    fn new_notes(&mut self) -> Vec<(String, String)> {
        let text = std::fs::read_to_string(&self.notes).unwrap_or_default();
        let new = text.get(self.read..).unwrap_or_default();
        self.read = text.len();
        let mut notes: Vec<(String, String)> = Vec::new();
        for (test, reason) in new.lines().filter_map(|line| line.split_once('\t')) {
            match notes.iter_mut().find(|(known, _)| known == test) {
                Some((_, reasons)) if reasons.split("; ").any(|known| known == reason) => {}
                Some((_, reasons)) => *reasons = format!("{reasons}; {reason}"),
                None => notes.push((test.to_owned(), reason.to_owned())),
            }
        }
        notes
    }

    /// Which tests failed, and which were skipped and why.
    pub(crate) fn report(&self) -> String {
        let mut lines = Vec::new();
        if self.ignored > 0 {
            lines.push(format!(
                "{} checks of solvers do not apply: a service or a solver that is not asked for, or a known fault of it",
                self.ignored
            ));
        }
        let mut reasons: Vec<&str> = self.skipped.iter().map(|(_, reason)| reason.as_str()).collect();
        reasons.sort_unstable();
        reasons.dedup();
        for reason in reasons {
            lines.push(format!("skipped, since {reason}:"));
            let tests = self.skipped.iter().filter(|(_, other)| other == reason);
            lines.extend(tests.map(|(test, _)| format!("    {test}")));
        }
        if !self.failures.is_empty() {
            lines.push("failed:".to_owned());
            lines.extend(self.failures.iter().map(|test| format!("    {test}")));
        }
        lines.join("\n")
    }

    /// The closing line.
    pub(crate) fn summary(&self) -> String {
        format!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped.len())
    }
}

/// The name of a test that failed or was ignored.
fn fate(line: &str) -> Option<(&str, Fate)> {
    let (name, fate) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    match fate.split([',', ' ']).next()? {
        "FAILED" => Some((name.trim_end(), Fate::Failed)),
        "ignored" => Some((name.trim_end(), Fate::Ignored)),
        _ => None,
    }
}

fn number_before(text: &str, unit: &str) -> u64 {
    let before = text.split(unit).next().unwrap_or_default();
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or_default()
}
