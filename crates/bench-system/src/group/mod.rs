//! Control groups: how all processes of a run are counted, limited and ended together (document, section 12.1).
//!
//! The kernel has two versions. The first has one tree of groups per controller, the second one tree for all; a machine may have both at once, with each controller in one
//! of them. [`Group`] is what a run needs of either, so nobody else knows the difference: `v1` and `v2` implement it, and [`joined::Joined`] asks the first version and,
//! for what it does not know (pressure, killing in one step), the second.
//!
//! A run has a fresh group that is removed after it, since pages in the kernel's caches stay charged to a group. Names contain the process that made the group, so that
//! groups of owners that died without removing theirs can be told from groups in use, and are removed at the next start.

mod find;
mod joined;
mod killer;
mod name;
#[cfg(test)]
mod tests;
mod v1;
mod v2;

pub(crate) use find::{Found, locate};
pub(crate) use killer::Killer;

use crate::{Error, Limits, Request, mounts};
use joined::Joined;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{BorrowedFd, OwnedFd};
use std::ffi::CString;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A figure, or the reason why there is none.
pub(crate) type Figure<T> = Result<T, String>;

/// The group of one run.
pub(crate) trait Group: Send {
    /// CPU time of all processes until now.
    fn cpu(&self) -> Figure<Duration>;
    /// The same by core, for cores that were used.
    fn cpu_by_core(&self) -> Figure<Vec<(u32, Duration)>>;
    /// The peak of memory, swapped pages included, in bytes.
    fn memory(&self) -> Figure<u64>;
    /// Whether the kernel had to end a process since the limit of memory was reached.
    fn is_out_of_memory(&self) -> Figure<bool>;
    /// Bytes that were read from and written to block devices.
    fn block_io(&self) -> Figure<(u64, u64)>;
    /// Times in which processes were stalled.
    fn pressure(&self) -> Figure<Vec<(&'static str, Duration)>>;
    /// Something that becomes ready when the limit of memory is reached, or nearly.
    fn memory_event(&self) -> Option<Event<'_>>;
    /// How a process gets in.
    fn entrance(&self) -> Entrance<'_>;
    /// How all processes are ended.
    fn killer(&self) -> Killer<'_>;
    /// The folders of the group: each as its parent and its name.
    fn folders(&self) -> Vec<(BorrowedFd<'_>, &CString)>;
}

/// Something that the kernel tells.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<'a> {
    /// A counter that can be read when it has happened.
    Counter(BorrowedFd<'a>),
    /// A file of a group. It can always be read; what is exceptional is that it has changed since.
    File(BorrowedFd<'a>),
}

impl<'a> Event<'a> {
    /// What to wait for.
    pub(crate) fn poll(&self) -> PollFd<'a> {
        match self {
            Self::Counter(fd) => PollFd::from_borrowed_fd(*fd, PollFlags::IN),
            Self::File(fd) => PollFd::from_borrowed_fd(*fd, PollFlags::PRI),
        }
    }

    /// Takes note of it, so that only the next one is waited for.
    pub(crate) fn take(&self) {
        // There is nothing to be done about a failure: it would be told again.
        let _ = match self {
            Self::Counter(fd) => rustix::io::read(fd, &mut [0; 8]),
            Self::File(fd) => rustix::io::pread(fd, &mut [0; 512], 0),
        };
    }
}

/// How a process gets into a group.
#[derive(Debug, Default)]
pub(crate) struct Entrance<'a> {
    /// Files to which a thread writes `0` to enter. This, unlike writing the number of a process, does not stop the whole machine for a moment.
    pub(crate) tasks: Vec<BorrowedFd<'a>>,
    /// A group in which a process can be made.
    pub(crate) birth: Option<BorrowedFd<'a>>,
}

/// What a group is made with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// The limit of memory.
    pub(crate) memory: Option<u64>,
    /// The limit of processes and threads.
    pub(crate) processes: Option<u64>,
    /// Cores, as the kernel writes lists; empty for all.
    pub(crate) cores: String,
    /// Memory nodes.
    pub(crate) nodes: String,
}

impl Settings {
    /// What a request wants.
    pub(crate) fn of(request: &Request) -> Self {
        let Limits { memory, processes, .. } = request.limits;
        Self { memory, processes, cores: list(&request.cores), nodes: list(&request.nodes) }
    }
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// The groups that this process may make groups in.
pub(crate) struct Groups {
    v1: Option<v1::V1>,
    v2: Option<v2::V2>,
    names: name::Names,
    count: AtomicU64,
}

static GROUPS: OnceLock<Result<Groups, String>> = OnceLock::new();

/// Finds the groups of this process, once: what a machine offers does not change while we run. Groups of dead owners are removed on the way.
pub(crate) fn groups() -> Result<&'static Groups, Error> {
    GROUPS.get_or_init(|| Groups::find().map_err(|error| error.to_string())).as_ref().map_err(|message| {
        // An error cannot be copied; all of these are about the machine.
        Error::Machine(message.clone())
    })
}

/// Finds the control groups in which runs can be measured, as the first run would; says what is missing if there are none.
pub fn find_groups() -> Result<(), Error> {
    groups().map(drop)
}

/// Reads where this process is.
pub(crate) fn find_own() -> Result<Found, Error> {
    let mountinfo = std::fs::read("/proc/self/mountinfo")
        .map_err(Error::system("read /proc/self/mountinfo, which says where control groups are"))?;
    let cgroup = std::fs::read_to_string("/proc/self/cgroup").map_err(Error::system(
        "read /proc/self/cgroup, which says in which control groups this process is",
    ))?;
    Ok(locate(&mounts::parse(&mountinfo), &cgroup))
}

impl Groups {
    fn find() -> Result<Self, Error> {
        let found = find_own()?;
        let names = name::Names::of_this_process()?;
        let v1 = v1::V1::open(&found.v1);
        let is_alone = v1.is_none();
        let v2 = match &found.v2 {
            Some(folder) => v2::V2::open(folder, &names, is_alone)?,
            None => None,
        };
        if v1.is_none() && v2.is_none() {
            return Err(Error::Machine(missing(&found)));
        }
        let groups = Self { v1, v2, names, count: AtomicU64::new(0) };
        for folder in groups.places() {
            groups.names.remove_left_over(folder);
        }
        Ok(groups)
    }

    /// The folders in which groups are made.
    fn places(&self) -> impl Iterator<Item = &Path> {
        let v1 = self.v1.iter().flat_map(v1::V1::places);
        v1.chain(self.v2.iter().map(v2::V2::place))
    }

    /// A fresh group.
    pub(crate) fn create(&self, settings: &Settings) -> Result<Joined, Error> {
        let name = self.names.of_run(self.count.fetch_add(1, Ordering::Relaxed));
        let v1 = match &self.v1 {
            Some(v1) => Some(v1.create(&name, settings)?),
            None => None,
        };
        let v2 = match &self.v2 {
            Some(v2) if v1.is_none() => Some(v2.create(&name, settings)?),
            // What the second version adds to the first is welcome but not needed.
            Some(v2) => v2.create(&name, &Settings::default()).ok(),
            None => None,
        };
        Ok(Joined { v1, v2 })
    }

    /// Leaves the group that this process had to make for itself, if it had to.
    pub(crate) fn release(&self) {
        if let Some(v2) = &self.v2 {
            v2.release();
        }
    }
}

/// Leaves the control group that this process made for itself, if it had to, so that nothing is left behind. To be called when no run is in progress and none will follow.
pub fn release() {
    if let Some(Ok(groups)) = GROUPS.get() {
        groups.release();
    }
}

/// What is missing, and how to get it.
fn missing(found: &Found) -> String {
    let mut text = "no control group in which runs could be measured:".to_owned();
    for hierarchy in &found.v1 {
        let names = hierarchy.controllers.join(",");
        text += &format!("\n  {names}: cannot make groups in {}", hierarchy.folder.display());
    }
    match &found.v2 {
        Some(folder) => text += &format!("\n  version 2: cannot make groups in {}", folder.display()),
        None if found.v1.is_empty() => text += "\n  no hierarchy of control groups is mounted",
        None => {}
    }
    text + "\n" + REMEDY
}

/// How to get a group.
pub(crate) const REMEDY: &str = "\
With systemd:    systemd-run --user --scope --slice=benchmark.slice -p Delegate=yes verdikt-bench ...
In a container:  start it with writable control groups (podman: --security-opt unmask=/sys/fs/cgroup; docker: --privileged);
                 if processes are in the topmost group, move them out of the way first:
                 mkdir /sys/fs/cgroup/init; for p in $(cat /sys/fs/cgroup/cgroup.procs); do echo $p > /sys/fs/cgroup/init/cgroup.procs; done
Otherwise:       become root, or let the administrator make a group, give it to you (chown -R) and start your shell in it";

/// The text of a file of a group.
fn read(folder: &Path, file: &str) -> Figure<String> {
    let path = folder.join(file);
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A file of a group that holds one number.
fn read_number(folder: &Path, file: &str) -> Figure<u64> {
    let text = read(folder, file)?;
    text.trim()
        .parse()
        .map_err(|_| format!("{}: {:?} is no number", folder.join(file).display(), text.trim()))
}

/// The number behind a key, in a file with `key value` lines.
fn read_keyed(folder: &Path, file: &str, key: &str) -> Figure<u64> {
    let text = read(folder, file)?;
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok());
    value.ok_or_else(|| format!("{} has no {key}", folder.join(file).display()))
}

/// Sets something of a group that was just made.
fn write(folder: &Path, file: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(file);
    std::fs::write(&path, text).map_err(Error::system(format!("write {text:?} to {}", path.display())))
}

/// Opens a folder so that names below it can be used later, from wherever.
fn open_folder(path: &Path) -> Result<OwnedFd, Error> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY;
    open(path, flags, Mode::empty()).map_err(Error::system(format!("open {}", path.display())))
}

/// Opens a file of a group for writing.
fn open_file(path: &Path) -> Result<OwnedFd, Error> {
    use rustix::fs::{Mode, OFlags, open};
    open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())
        .map_err(Error::system(format!("open {}", path.display())))
}

/// Makes the folder of a group.
fn make_folder(path: &Path) -> Result<(), Error> {
    std::fs::create_dir(path).map_err(|error| {
        Error::Machine(format!("cannot make the control group {}: {error}\n{REMEDY}", path.display()))
    })
}

/// Checks that a number of a list such as `0-3,8` exists: the kernel would say only that something is invalid.
fn check_list(what: &str, wanted: &str, offered: &str) -> Result<(), Error> {
    let offered_numbers = crate::cores::parse_list(offered.trim());
    for number in wanted.split(',').filter_map(|number| number.parse::<u32>().ok()) {
        if offered_numbers.as_ref().is_ok_and(|offered| !offered.contains(&number)) {
            let offered = offered.trim();
            return Err(Error::Request(format!(
                "there is no {what} {number} that this process may use; there are {offered}"
            )));
        }
    }
    Ok(())
}
