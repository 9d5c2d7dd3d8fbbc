//! Names of groups, and how groups of dead owners are recognised.
//!
//! A name has the namespace of process numbers, the number of the owner and the time when it started: numbers are used again, but not with the same time. Groups whose
//! owner lives in another namespace are left alone, since we cannot tell whether it is alive.

use super::{Killer, open_folder};
use crate::Error;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

const PREFIX: &str = "verdikt-bench";

/// The names that one process gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    namespace: u64,
    pid: u32,
    start: u64,
}

impl Names {
    /// Of this process.
    pub(crate) fn of_this_process() -> Result<Self, Error> {
        let namespace = fs::metadata("/proc/self/ns/pid")
            .map_err(Error::system("read /proc/self/ns/pid, which tells namespaces apart"))?
            .ino();
        let pid = std::process::id();
        let start = start_time(pid).ok_or_else(|| {
            Error::Machine(
                "/proc/self/stat does not say when this process started; is /proc mounted?".to_owned(),
            )
        })?;
        Ok(Self { namespace, pid, start })
    }

    /// The name of the group of a run.
    pub(crate) fn of_run(&self, number: u64) -> String {
        let Self { namespace, pid, start } = self;
        format!("{PREFIX}.{namespace}.{pid}.{start}.{number}")
    }

    /// The name of the group that this process is in, if it has to be in one of its own.
    pub(crate) fn of_self(&self) -> String {
        let Self { namespace, pid, start } = self;
        format!("{PREFIX}.{namespace}.{pid}.{start}.self")
    }

    /// Removes groups whose owners are dead, and ends what still runs in them.
    pub(crate) fn remove_left_over(&self, place: &Path) {
        let Ok(entries) = fs::read_dir(place) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(owner) = name.to_str().and_then(Self::parse) else { continue };
            let is_dead = owner.namespace == self.namespace && start_time(owner.pid) != Some(owner.start);
            if is_dead {
                remove(&entry.path());
            }
        }
    }

    /// Whose name this is.
    fn parse(name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix(PREFIX)?.strip_prefix('.')?.split('.');
        let namespace = parts.next()?.parse().ok()?;
        let pid = parts.next()?.parse().ok()?;
        let start = parts.next()?.parse().ok()?;
        parts.next()?;
        Some(Self { namespace, pid, start })
    }
}

/// Removes a group and those in it. What cannot be removed now is tried again at the next start.
fn remove(folder: &Path) {
    if let Ok(entries) = fs::read_dir(folder) {
        for entry in entries.flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                remove(&entry.path());
            }
        }
    }
    if fs::remove_dir(folder).is_err()
        && let Ok(fd) = open_folder(folder)
    {
        Killer::of_folder(&fd).kill();
        let _ = fs::remove_dir(folder);
    }
}

/// When a process started, in ticks since the machine did.
fn start_time(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain anything; the twenty-second is the time.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_ascii_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_whose_they_are() {
        let names = Names { namespace: 7, pid: 12, start: 34 };
        assert_eq!(Names::parse(&names.of_run(5)), Some(names.clone()));
        assert_eq!(Names::parse(&names.of_self()), Some(names));
        for other in ["verdikt-bench", "verdikt-bench.1.2.3", "benchmark_1", "verdikt-bench.x.2.3.4"] {
            assert_eq!(Names::parse(other), None, "{other}");
        }
    }

    #[test]
    fn only_groups_of_dead_owners_are_removed() {
        // Folders of an ordinary file system stand for groups: what counts is the decision.
        let place = std::env::temp_dir().join(format!("verdikt-bench-names-{}", std::process::id()));
        let own = Names::of_this_process().unwrap();
        let dead = Names { start: own.start + 1, ..own.clone() };
        let foreign = Names { namespace: own.namespace + 1, ..dead.clone() };
        let names = [own.of_run(0), dead.of_run(0), foreign.of_run(0), "other".to_owned()];
        for name in &names {
            fs::create_dir_all(place.join(name)).unwrap();
        }
        own.remove_left_over(&place);
        let left: Vec<bool> = names.iter().map(|name| place.join(name).exists()).collect();
        fs::remove_dir_all(&place).unwrap();
        assert_eq!(left, [true, false, true, true]);
    }
}
