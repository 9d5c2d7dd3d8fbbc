//! Rules about single texts.

use super::{SourceFile, Workspace};

/// Longest file, in lines.
const MAX_LINES: usize = 800;
/// Files that are longer, with their length. The list may only shrink, and so may the lengths.
const LONGER: &[(&str, usize)] = &[];

/// Words that no text may contain, with the reason. Each is written in two parts, so that this file may.
const FORBIDDEN: &[(&[&str; 2], &str)] = &[
    (&["TO", "DO"], "finish it, or open an issue"),
    (&["FIX", "ME"], "fix it, or open an issue"),
    (&["/wo", "rk/"], "a path of somebody's machine"),
    (&["/ro", "ot/"], "a path of somebody's machine"),
    (&["/ho", "me/"], "a path of somebody's machine"),
];

/// Attributes that no Rust text may contain.
const FORBIDDEN_ATTRIBUTES: &[(&[&str; 2], &str)] = &[
    (&["#[", "allow("], "say #[expect(lint, reason = \"...\")]"),
    (&["#![", "allow("], "say #![expect(lint, reason = \"...\")]"),
    (&["#[", "ignore"], "a test that does not run is no test"),
    (&["#[", "should_panic"], "assert what happens instead"),
];

/// Ends of type names that say nothing.
const EMPTY_NAMES: &[&str] = &["Manager", "Helper", "Util", "Utils", "Impl", "Data"];

pub(crate) fn check_essays(workspace: &Workspace) -> Vec<String> {
    let without = workspace.rust().filter(|file| !file.text.starts_with("//! "));
    without.map(|file| format!("{} does not begin with `//!`", file.path)).collect()
}

pub(crate) fn check_length(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    for file in workspace.rust() {
        let lines = file.text.lines().count();
        let listed = LONGER.iter().find(|(path, _)| *path == file.path).map(|&(_, length)| length);
        match listed {
            None if lines > MAX_LINES => findings.push(format!("{} has {lines} lines", file.path)),
            Some(length) if lines > length => findings.push(format!("{} grew to {lines} lines", file.path)),
            Some(length) if lines < length => {
                findings.push(format!("{} has only {lines} lines now: correct the list", file.path));
            }
            None | Some(_) => {}
        }
    }
    let is_gone = |path: &str| workspace.text(path).is_empty();
    let gone = LONGER.iter().filter(|(path, _)| is_gone(path));
    findings.extend(gone.map(|(path, _)| format!("{path} is gone: correct the list")));
    findings
}

pub(crate) fn check_words(workspace: &Workspace) -> Vec<String> {
    let everywhere = workspace.files.iter().flat_map(|file| occurrences(file, FORBIDDEN));
    let in_rust = workspace.rust().flat_map(|file| occurrences(file, FORBIDDEN_ATTRIBUTES));
    everywhere.chain(in_rust).collect()
}

fn occurrences(file: &SourceFile, words: &[(&[&str; 2], &str)]) -> Vec<String> {
    let mut findings = Vec::new();
    for (parts, reason) in words {
        let word = parts.concat();
        for (number, line) in file.text.lines().enumerate() {
            if contains_word(line, &word) {
                findings.push(format!("{}:{}: `{word}`: {reason}", file.path, number + 1));
            }
        }
    }
    findings
}

/// Whether the line has the word, not merely as the middle of a longer one.
fn contains_word(line: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_word = word.chars().all(char::is_alphanumeric);
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(is_letter);
        let after = line[at + word.len()..].chars().next().is_some_and(is_letter);
        !is_word || !before && !after
    })
}

pub(crate) fn check_names(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    for file in workspace.rust() {
        for line in file.text.lines() {
            let mut words =
                line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            let declared = words.find(|word| matches!(*word, "struct" | "enum" | "trait" | "union"));
            let Some(name) = declared.and_then(|_| words.next()) else { continue };
            if is_code(line) && EMPTY_NAMES.iter().any(|end| name.ends_with(end)) {
                findings.push(format!("{}: `{name}` says nothing about what it is", file.path));
            }
        }
    }
    findings
}

/// Whether the line declares something, as opposed to a comment or a string that speaks of it.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    ["pub", "struct", "enum", "trait", "union"].iter().any(|start| line.starts_with(start))
}

/// Lines between `tidy: sorted` and `tidy: end` are in ascending order.
pub(crate) fn check_sorted(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    for file in workspace.files.iter().filter(|file| !file.path.starts_with("xtask/src/tidy/")) {
        let mut previous: Option<&str> = None;
        let mut inside = false;
        for (number, line) in file.text.lines().enumerate().map(|(number, line)| (number + 1, line.trim())) {
            if line.contains("tidy: sorted") || line.contains("tidy: end") {
                (inside, previous) = (line.contains("tidy: sorted"), None);
                continue;
            }
            if inside && previous.is_some_and(|previous| previous > line) {
                findings.push(format!("{}:{number}: not in order", file.path));
            }
            previous = Some(line);
        }
    }
    findings
}
