//! Every assumption of `docs/soundness.md` is in the list of an answer that rests on it.
//!
//! `corpus/assumptions/*.md` has a heading `#` for a section of that document and a heading `##`
//! for each of its items, by the item's bold words. Below it is a program that rests on the item
//! (a block of C for each unit) and a block `answer`: the arguments, then lines that the answer
//! must have. `Losses: ` before a line says that it is among the losses; others than `Verdict:` are
//! among the assumptions. An item that no answer lists has a line `Never listed:` with the reason,
//! in sections where that is possible.
//!
//! Whoever adds an item to the document adds an entry, and is told so by this test.

use crate::session::Folder;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, thread};

/// The sections whose items are looked at, and whether some may be listed nowhere.
const SECTIONS: &[(&str, Listed)] = &[
    ("Always", Listed::Perhaps),
    ("Where the program asks for it", Listed::Always),
    ("Where formulas are used", Listed::Always),
    ("The C library", Listed::Perhaps),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Always,
    Perhaps,
}

/// What the corpus has for an item.
#[derive(Default)]
struct Entry {
    examples: Vec<Example>,
    is_never_listed: bool,
}

struct Example {
    name: String,
    units: Vec<String>,
    args: String,
    lines: Vec<String>,
}

/// Entries by section and item.
type Entries = BTreeMap<(String, String), Entry>;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The bold words that items begin with, by section.
fn items() -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(folder("docs/soundness.md")).unwrap();
    let (mut section, mut found) = (String::new(), BTreeSet::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
        } else if let Some((words, _)) = line.strip_prefix("- **").and_then(|rest| rest.split_once("**"))
            && SECTIONS.iter().any(|(known, _)| *known == section)
        {
            found.insert((section.clone(), words.trim_end_matches(['.', ':']).to_owned()));
        }
    }
    found
}

fn entries() -> Entries {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder("corpus/assumptions")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut entries = Entries::new();
    for file in files {
        read(&fs::read_to_string(&file).unwrap(), &mut entries);
    }
    entries
}

fn read(text: &str, entries: &mut Entries) {
    let (mut section, mut item) = (String::new(), String::new());
    let mut units = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let block = |lines: &mut std::str::Lines<'_>| -> Vec<String> {
            lines.take_while(|line| *line != "```").map(str::to_owned).collect()
        };
        let key = (section.clone(), item.clone());
        if let Some(title) = line.strip_prefix("# ") {
            title.clone_into(&mut section);
        } else if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut item);
            entries.entry((section.clone(), item.clone())).or_default();
        } else if line.starts_with("Never listed: ") {
            entries.entry(key).or_default().is_never_listed = true;
        } else if line == "```c" {
            units.push(block(&mut lines).join("\n") + "\n");
        } else if line == "```answer" {
            let mut answer = block(&mut lines).into_iter();
            let args = answer.next().expect("an answer begins with arguments");
            let entry = entries.entry(key).or_default();
            let name = format!("{item} / {}", entry.examples.len() + 1);
            let units = std::mem::take(&mut units);
            entry.examples.push(Example { name, units, args, lines: answer.collect() });
        } else {
            assert!(!line.starts_with("```"), "{item}: a block of another kind");
        }
    }
}

impl Example {
    /// Expected lines that the answer does not have, with the answer.
    fn problem(&self) -> Option<String> {
        let names = ["a.c", "b.c", "c.c"];
        let files: Vec<(&str, &[u8])> =
            names.into_iter().zip(self.units.iter().map(String::as_bytes)).collect();
        let args = format!(
            "{} --time-limit 100 {}",
            self.args,
            files.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
        );
        let output = Folder::new(&files).run(&args);
        let answer = String::from_utf8_lossy(&output.stdout);
        let missing: Vec<&String> = self.lines.iter().filter(|line| !has(&answer, line)).collect();
        let is_fine = missing.is_empty() && !self.lines.is_empty();
        let messages = String::from_utf8_lossy(&output.stderr);
        (!is_fine).then(|| format!("{}: {args}: no {missing:#?} in\n{answer}{messages}", self.name))
    }
}

/// Whether an answer has a line in the list where it belongs.
fn has(answer: &str, wanted: &str) -> bool {
    if let Some(verdict) = wanted.strip_prefix("Verdict: ") {
        return answer.lines().any(|line| line.starts_with(&format!("Verdict: {verdict}")));
    }
    let (list, wanted) = match wanted.strip_prefix("Losses: ") {
        Some(loss) => ("Losses:", loss),
        None => ("Assumptions:", wanted),
    };
    let listed = answer.lines().skip_while(|line| *line != list).skip(1);
    listed.take_while(|line| line.starts_with("  ")).any(|line| line.trim_start() == wanted)
}

#[test]
fn every_item_has_an_entry() {
    let (items, entries) = (items(), entries());
    assert!(items.len() > 30, "the document is there: {items:#?}");
    let known: BTreeSet<_> = entries.keys().cloned().collect();
    let missing: Vec<_> = items.difference(&known).collect();
    assert!(missing.is_empty(), "no entry in corpus/assumptions: {missing:#?}");
    let surplus: Vec<_> = known.difference(&items).collect();
    assert!(surplus.is_empty(), "entries of corpus/assumptions that docs/soundness.md lacks: {surplus:#?}");
    for ((section, item), entry) in &entries {
        let listed = SECTIONS.iter().find(|(known, _)| known == section).map(|&(_, listed)| listed);
        let is_shown = !entry.examples.is_empty();
        let may_hide = listed == Some(Listed::Perhaps);
        assert_eq!(is_shown, !entry.is_never_listed, "{section}: {item}: a program, or a reason");
        assert!(is_shown || may_hide, "{section}: {item}: what this section says is listed");
    }
}

#[test]
fn answers_list_what_they_rest_on() {
    let examples: Vec<Example> = entries().into_values().flat_map(|entry| entry.examples).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let chunks: Vec<&[Example]> = examples.chunks(examples.len().div_ceil(workers)).collect();
    let problems: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> = chunks
            .into_iter()
            .map(|chunk| scope.spawn(|| chunk.iter().filter_map(Example::problem).collect::<Vec<_>>()))
            .collect();
        running.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
