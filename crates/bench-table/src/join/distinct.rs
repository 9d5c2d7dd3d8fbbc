//! Results that are given more than once.
//!
//! A benchmark leaves a file for each set of runs, one for each set of tasks in it, and the same as lines; a pattern such as `results/*` names all of them. Each run shall be in the table
//! once, so of files with the same beginning the whole is taken and not its parts, and of two that have the same the one with more runs: lines have every repetition, XML has means.

use super::Source;

/// The sources without those whose runs are in others, and a note for each that is left out.
pub fn distinct(sources: Vec<Source>) -> (Vec<Source>, Vec<String>) {
    let keys: Vec<Option<Key>> = sources.iter().map(key).collect();
    let mut notes = Vec::new();
    let mut kept = Vec::new();
    let is_covered = |index: usize| {
        let mine = keys[index].as_ref()?;
        (0..sources.len()).find(|other| {
            let Some(theirs) = keys[*other].as_ref().filter(|_| *other != index) else { return false };
            let (us, them) = (sources[index].set.runs.len(), sources[*other].set.runs.len());
            mine.of == theirs.of
                && match (&mine.block, &theirs.block) {
                    (Some(_), None) => true,
                    (None, Some(_)) => false,
                    (None, None) => them > us || (them == us && *other < index),
                    (Some(block), Some(same)) => {
                        block == same && (them > us || (them == us && *other < index))
                    }
                }
        })
    };
    let covered: Vec<Option<usize>> = (0..sources.len()).map(is_covered).collect();
    let files: Vec<String> = sources.iter().map(|source| source.file.display().to_string()).collect();
    for ((source, covered), file) in sources.into_iter().zip(covered).zip(&files) {
        match covered {
            Some(other) => {
                notes.push(format!("{file} is left out, since its results are in {}", files[other]))
            }
            None => kept.push(source),
        }
    }
    (kept, notes)
}

/// What tells benchmarks from each other.
struct Key {
    of: [String; 5],
    block: Option<String>,
}

/// Nothing for results that do not say when they were made: these may be anything.
fn key(source: &Source) -> Option<Key> {
    let item = |name: &str| {
        let item = source.set.items.iter().find(|item| item.name == name);
        item.map(|item| item.text.clone()).filter(|text| !text.is_empty())
    };
    let start = item("starttime")?;
    let block = item("block");
    let mut name = item("name").unwrap_or_default();
    if let Some(block) = &block
        && let Some(rest) = name.strip_suffix(block.as_str())
    {
        name = rest.trim_end_matches('.').to_owned();
    }
    let text = |name: &str| item(name).unwrap_or_default();
    Some(Key { of: [start, name, text("benchmarkname"), text("tool"), text("version")], block })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bench_result::{Item, ResultSet, Run};
    use std::path::PathBuf;

    fn source(file: &str, name: &str, block: &str, runs: usize) -> Source {
        let item = |name: &str, text: &str| Item { name: name.to_owned(), text: text.to_owned() };
        let mut items = vec![item("starttime", "now"), item("name", name)];
        if !block.is_empty() {
            items.push(item("block", block));
        }
        let set = ResultSet { items, runs: vec![Run::default(); runs], ..ResultSet::default() };
        Source { file: PathBuf::from(file), set }
    }

    #[test]
    fn wholes_are_taken_for_their_parts() {
        let sources = vec![
            source("one.A", "one.A", "A", 2),
            source("one", "one", "", 3),
            source("lines", "one", "", 9),
            source("two.A", "two.A", "A", 2),
            source("two.B", "two.B", "B", 2),
            source("two.A again", "two.A", "A", 2),
        ];
        let (kept, notes) = distinct(sources);
        let files: Vec<String> = kept.iter().map(|source| source.file.display().to_string()).collect();
        assert_eq!(files, ["lines", "two.A", "two.B"]);
        assert_eq!(notes.len(), 3);
        assert_eq!(notes[1], "one is left out, since its results are in lines");
    }
}
