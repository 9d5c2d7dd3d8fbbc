//! The files that a benchmark makes, by the names of the reference tool: `results/NAME.DATE.results.RUNDEFINITION.xml.bz2` and so on.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The common part of all names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The folder.
    pub folder: PathBuf,
    /// The name of the benchmark.
    pub name: String,
    /// The time of its start.
    pub date: String,
}

impl Output {
    fn with(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{}.{ending}", self.name, self.date))
    }

    /// The results of a run definition, with an ending such as `xml`.
    pub fn results(&self, set: &str, ending: &str) -> PathBuf {
        let middle = if set.is_empty() { String::new() } else { format!("{set}.") };
        self.with(&format!("results.{middle}{ending}"))
    }

    /// What is written while it runs: JSON lines.
    pub fn journal(&self, set: &str) -> PathBuf {
        self.results(set, "jsonl")
    }

    /// The folder of logs.
    pub fn logs(&self) -> PathBuf {
        self.with("logfiles")
    }

    /// The archive of logs.
    pub fn log_archive(&self) -> PathBuf {
        self.with("logfiles.zip")
    }

    /// The folder of files that runs made.
    pub fn files(&self) -> PathBuf {
        self.with("files")
    }

    /// The folder in which runs on other machines leave what they found.
    pub fn remote(&self) -> PathBuf {
        self.with("remote")
    }

    /// The log of a run as results name it, relative to them.
    pub fn log_name(&self, log: &str) -> String {
        format!("{}.{}.logfiles/{log}", self.name, self.date)
    }

    /// Whether there are files of that name already.
    pub fn is_taken(&self) -> bool {
        let start = format!("{}.{}.", self.name, self.date);
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(&start))
    }

    /// The names that a journal belongs to.
    pub fn of_journal(journal: &Path) -> Option<Self> {
        let file = journal.file_name()?.to_str()?;
        let (start, _) = file.strip_suffix(".jsonl")?.split_once(".results")?;
        let (name, date) = start.rsplit_once('.')?;
        let folder = crate::variables::folder_of(journal);
        Some(Self { folder, name: name.to_owned(), date: date.to_owned() })
    }

    /// The latest start of the benchmark `name` that left a journal in `folder`.
    pub fn latest(folder: &Path, name: &str) -> Option<Self> {
        let journals = crate::pattern::expand(&folder.join("*.results*.jsonl"));
        let found = journals.iter().filter_map(|journal| Self::of_journal(journal));
        found.filter(|output| output.name == name).max_by(|a, b| a.date.cmp(&b.date))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let output = Output {
            folder: PathBuf::from("r"),
            name: "b.x".to_owned(),
            date: "2026-01-02_03-04-05".to_owned(),
        };
        assert_eq!(output.journal("s.t"), Path::new("r/b.x.2026-01-02_03-04-05.results.s.t.jsonl"));
        assert_eq!(output.results("", "xml.bz2"), Path::new("r/b.x.2026-01-02_03-04-05.results.xml.bz2"));
        for set in ["", "s", "s.t"] {
            assert_eq!(Output::of_journal(&output.journal(set)), Some(output.clone()));
        }
        assert_eq!(Output::of_journal(Path::new("x.xml")), None);
    }
}
