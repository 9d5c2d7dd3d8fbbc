//! What is written while a benchmark runs: one file of JSON lines for each run definition.
//!
//! A run is on the disk before it counts as done, so that whatever happens (a full disk, a power cut, SIGKILL) every line that is whole is a run that need not run again. A line that is
//! not whole is cut off before anything is added.

use crate::problem::Problem;
use bench_result::{Item, Line, ResultSet, Run, read_lines, write_line};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins one; there must be none of that name.
    pub fn create(path: &Path, head: &ResultSet) -> Result<Self, Problem> {
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|error| failed(path, &error))?;
        lock(path, &file)?;
        let mut journal = Self { path: path.to_owned(), file };
        journal.append(&Line::Set(ResultSet { runs: Vec::new(), ..head.clone() }))?;
        journal.sync()?;
        Ok(journal)
    }

    /// Opens one to go on, with what is in it.
    pub fn resume(path: &Path) -> Result<(Self, ResultSet), Problem> {
        let problem = |error: std::io::Error| failed(path, &error);
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(problem)?;
        lock(path, &file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(problem)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let set = read(path, &text)?;
        file.set_len(whole as u64).map_err(problem)?;
        file.seek(SeekFrom::End(0)).map_err(problem)?;
        Ok((Self { path: path.to_owned(), file }, set))
    }

    /// Adds a run.
    pub fn add(&mut self, run: &Run) -> Result<(), Problem> {
        self.append(&Line::Run(run.clone()))
    }

    /// Adds what is known only at the end.
    pub fn close(&mut self, items: Vec<Item>) -> Result<(), Problem> {
        self.append(&Line::Items(items))?;
        self.sync()
    }

    /// Waits until everything is on the disk.
    pub fn sync(&mut self) -> Result<(), Problem> {
        self.file.sync_data().map_err(|error| failed(&self.path, &error))
    }

    fn append(&mut self, line: &Line) -> Result<(), Problem> {
        let text = write_line(line);
        let before = self.file.stream_position().map_err(|error| failed(&self.path, &error))?;
        self.file.write_all(text.as_bytes()).map_err(|error| {
            // Half a line on a full disk helps nobody.
            let _ = self.file.set_len(before);
            failed(&self.path, &error)
        })
    }
}

/// Two processes that go on with the same benchmark would execute everything twice.
fn lock(path: &Path, file: &File) -> Result<(), Problem> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another process is writing the results {}", path.display());
            Err(Problem::new(message).advise("wait for its end, or start a benchmark of its own"))
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Reads the journal of one run definition.
pub fn load(path: &Path) -> Result<ResultSet, Problem> {
    let bytes = std::fs::read(path).map_err(|error| failed(path, &error))?;
    read(path, &String::from_utf8_lossy(&bytes))
}

fn read(path: &Path, text: &str) -> Result<ResultSet, Problem> {
    let message = |error: &dyn std::fmt::Display| {
        Problem::new(format!("cannot use the results {}: {error}", path.display()))
    };
    let mut loaded = read_lines(text).map_err(|error| message(&error))?;
    match loaded.sets.len() {
        1 => Ok(loaded.sets.remove(0)),
        count => Err(message(&format!("they have {count} sets, not one"))),
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Problem {
    let problem = Problem::new(format!("cannot write or read the results {}: {error}", path.display()));
    match error.kind() {
        std::io::ErrorKind::StorageFull => problem
            .advise("the disk is full: make room, then go on with `--resume`; what was measured is kept"),
        std::io::ErrorKind::NotFound => problem.advise("is the folder there?"),
        _ => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(name: &str) -> Run {
        Run { name: name.to_owned(), repetition: 1, ..Run::default() }
    }

    #[test]
    fn whatever_is_cut_off_the_rest_is_there() {
        let folder = std::env::temp_dir().join(format!("journal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("b.D.results.jsonl");
        let mut journal = Journal::create(&path, &ResultSet::default()).unwrap();
        assert!(Journal::create(&path, &ResultSet::default()).is_err());
        for name in ["a", "b", "c"] {
            journal.add(&run(name)).unwrap();
        }
        journal.sync().unwrap();
        let whole = std::fs::read(&path).unwrap();
        let lines: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
        let refused = Journal::resume(&path).map(|_| ()).unwrap_err();
        assert!(refused.message.contains("another process"), "{refused}");
        drop(journal);
        for cut in lines[0] + 1..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, set) = Journal::resume(&path).unwrap();
            let complete = lines[1..].iter().filter(|end| **end < cut).count();
            assert_eq!(set.runs.len(), complete, "cut at {cut}");
            journal.add(&run("x")).unwrap();
            let names: Vec<String> = load(&path).unwrap().runs.into_iter().map(|run| run.name).collect();
            assert_eq!(names.len(), complete + 1);
            assert_eq!(names.last().map(String::as_str), Some("x"));
        }
        for cut in 0..=lines[0] {
            std::fs::write(&path, &whole[..cut]).unwrap();
            assert!(Journal::resume(&path).is_err());
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
