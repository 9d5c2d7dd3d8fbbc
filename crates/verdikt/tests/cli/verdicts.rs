//! Verdicts as data: programs with what each preset says of them.
//!
//! `corpus/verdicts/*.md` has a heading `##` for each matter, blocks of C for its units, and a block
//! `verdicts` whose lines are `PRESET: VERDICT`. `all` stands for every preset and the default
//! sequence; a line of its own goes before it. A verdict is `TRUE`, `FALSE`, `UNKNOWN`, `not TRUE`
//! or `not FALSE`. Words behind `verdicts` are arguments.
//!
//! A failure says whether it is one of soundness or of precision.

use crate::session::Folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// CPU time for each answer, in seconds: enough for what is to be known, and short for what need
/// not be.
const SECONDS: u32 = 2;

/// What a preset may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Is(&'static str),
    Not(&'static str),
}

impl Expected {
    fn read(text: &str) -> Option<Self> {
        let named = |text: &str| ["TRUE", "FALSE", "UNKNOWN"].into_iter().find(|known| *known == text);
        match text.strip_prefix("not ") {
            Some(rest) => named(rest).map(Self::Not),
            None => named(text).map(Self::Is),
        }
    }

    /// What is wrong with a verdict, if anything.
    fn fault(self, verdict: &str) -> Option<&'static str> {
        match self {
            Self::Is(expected) if expected == verdict => None,
            Self::Is(_) if verdict == "UNKNOWN" => Some("precision"),
            Self::Is(_) => Some("soundness"),
            Self::Not(forbidden) => (forbidden == verdict).then_some("soundness"),
        }
    }
}

struct Case {
    title: String,
    units: Vec<String>,
    args: String,
    expected: Vec<(String, Expected)>,
}

impl Case {
    fn expected(&self, preset: &str) -> Option<Expected> {
        let find = |name: &str| self.expected.iter().find(|(known, _)| known == name);
        find(preset).or_else(|| find("all")).map(|&(_, expected)| expected)
    }

    /// What a preset says, and what is wrong with it.
    fn fault(&self, preset: &str) -> Option<String> {
        let expected = self.expected(preset)?;
        let names = ["a.c", "b.c", "c.c"];
        let files: Vec<(&str, &[u8])> =
            names.into_iter().zip(self.units.iter().map(String::as_bytes)).collect();
        let files_named: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        let args = format!(
            "verify --time-limit {SECONDS} --preset {preset} {} {}",
            self.args,
            files_named.join(" ")
        );
        let output = Folder::new(&files).run(&args);
        let answer = String::from_utf8_lossy(&output.stdout);
        let verdict = answer.lines().last().and_then(|line| line.strip_prefix("Verdict: "));
        let Some(verdict) = verdict else {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Some(format!("{}: {args}: no verdict, but {messages}", self.title));
        };
        let word = verdict.split('(').next().unwrap_or_default();
        let what = expected.fault(word)?;
        Some(format!("{what}: {}: {preset} says {verdict}, not {expected:?}", self.title))
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/verdicts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| read(&fs::read_to_string(file).unwrap())).collect()
}

fn read(text: &str) -> Vec<Case> {
    let (mut title, mut units, mut cases) = (String::new(), Vec::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let block = |lines: &mut std::str::Lines<'_>| -> Vec<String> {
            lines.take_while(|line| *line != "```").map(str::to_owned).collect()
        };
        if let Some(words) = line.strip_prefix("## ") {
            words.clone_into(&mut title);
        } else if line == "```c" {
            units.push(block(&mut lines).join("\n") + "\n");
        } else if let Some(args) = line.strip_prefix("```verdicts") {
            let told = block(&mut lines);
            let expected = told.iter().map(|line| {
                let (preset, verdict) = line.split_once(": ").unwrap_or_else(|| panic!("{title}: {line}"));
                let verdict = Expected::read(verdict).unwrap_or_else(|| panic!("{title}: {line}"));
                (preset.to_owned(), verdict)
            });
            let expected = expected.collect();
            let units = std::mem::take(&mut units);
            cases.push(Case { title: title.clone(), units, args: args.trim().to_owned(), expected });
        } else {
            assert!(!line.starts_with("```"), "{title}: a block of another kind: {line}");
        }
    }
    cases
}

#[test]
fn every_preset_says_of_every_program_what_it_may() {
    let cases = cases();
    assert!(cases.len() > 50, "the programs are there: {}", cases.len());
    let mut presets: Vec<&str> =
        engine::analysis::presets().iter().map(|preset| preset.name.as_str()).collect();
    presets.push("default");
    for case in &cases {
        assert!(!case.units.is_empty() && !case.expected.is_empty(), "{}: nothing is asked", case.title);
        for (name, _) in &case.expected {
            let is_known = name == "all" || presets.contains(&name.as_str());
            assert!(is_known, "{}: there is no preset `{name}`", case.title);
        }
    }
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(number / presets.len()) else { break };
            let found = case.fault(presets[number % presets.len()]);
            faults.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
