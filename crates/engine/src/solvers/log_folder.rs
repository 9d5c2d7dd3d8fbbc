//! Where logs of solvers go: a folder, in which sessions are `session-0001.smt2` and so on, in the
//! order in which solvers are opened.

use smt::solver::{OpenLog, SolverError};
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A folder for logs.
#[derive(Clone, Debug)]
pub(super) struct LogFolder {
    folder: PathBuf,
    opened: Cell<u32>,
}

impl LogFolder {
    /// Logs into a folder, which is made if it does not exist.
    pub(super) fn new(folder: &Path) -> Result<Self, SolverError> {
        fs::create_dir_all(folder)
            .map_err(|error| SolverError::Broken(format!("the log cannot be written: {error}")))?;
        Ok(Self { folder: folder.to_path_buf(), opened: Cell::new(0) })
    }
}

impl OpenLog for LogFolder {
    fn open(&self) -> io::Result<Box<dyn Write>> {
        self.opened.set(self.opened.get() + 1);
        let file = self.folder.join(format!("session-{:04}.smt2", self.opened.get()));
        Ok(Box::new(File::create(file)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Terms;
    use smt::solver::{Answer, EnumerationBackend, Limits, LoggedBackend, Needs};

    #[test]
    fn files_are_numbered() {
        let folder = std::env::temp_dir().join(format!("verdikt-log-{}", std::process::id()));
        let backend = LoggedBackend::new(EnumerationBackend, LogFolder::new(&folder).unwrap());
        for _ in 0..2 {
            let mut solver = smt::solver::open(&backend, &Needs::default()).unwrap();
            assert_eq!(solver.check(&Terms::new(), &[], &Limits::default()), Ok(Answer::Sat));
        }
        for name in ["session-0001.smt2", "session-0002.smt2"] {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            assert!(text.ends_with("(check-sat)\n; sat\n"), "{text}");
        }
        fs::remove_dir_all(&folder).unwrap();
        let blocked = LogFolder::new(Path::new("/dev/null/logs"));
        assert!(matches!(blocked, Err(SolverError::Broken(_))));
    }
}
