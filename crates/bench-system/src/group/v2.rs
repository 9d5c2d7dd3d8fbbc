//! Control groups of the second version: one hierarchy for all controllers.
//!
//! A group that hands controllers to groups below it may have no processes of its own, so a process that wants to measure has to move out of its group into one below it, and then switch the
//! controllers on. It may do so in a group that was delegated to it, as systemd does for a scope with `Delegate=yes`.

use super::name::Names;
use super::{
    Entrance, Event, Figure, Group, Killer, REMEDY, Settings, check_list, make_folder, open_folder, read,
    read_keyed, read_number, write,
};
use crate::Error;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A group of the second version in which this process may make groups.
pub(crate) struct V2 {
    folder: PathBuf,
    fd: OwnedFd,
    /// Controllers that groups below have.
    controllers: Vec<String>,
    /// The group that we moved to, and the controllers that we switched on.
    moved: Option<(PathBuf, Vec<&'static str>)>,
}

/// The group of a run.
pub(crate) struct V2Group {
    folder: PathBuf,
    fd: OwnedFd,
    parent: OwnedFd,
    name: CString,
    events: Option<OwnedFd>,
    controllers: Vec<String>,
}

const CONTROLLERS: [&str; 5] = ["cpu", "cpuset", "io", "memory", "pids"];

impl V2 {
    /// Prepares the group that this process is in, if we may, or else the topmost one. If the controllers are in the first version (`is_alone` is false), nothing has to be switched on.
    pub(crate) fn open(own: &Path, names: &Names, is_alone: bool) -> Result<Option<Self>, Error> {
        if !is_alone {
            return Self::at(own);
        }
        let top = own.ancestors().take_while(|folder| folder.join("cgroup.controllers").exists()).last();
        let top = top.unwrap_or(own);
        let offered = controllers(top, "cgroup.controllers");
        let nearest = Self::at(own).and_then(|v2| v2.map(|v2| v2.delegate(names)).transpose());
        match nearest {
            Ok(Some(v2)) if v2.has_all_of(&offered) => return Ok(Some(v2)),
            Ok(_) | Err(_) => {}
        }
        // A shell's group has the shell in it, and often not all controllers. Root can make groups at the top, where there may be processes beside groups.
        let topmost = Self::at(top)?.filter(|_| top != own).map(Self::switch_on);
        match topmost {
            Some(v2) if v2.has_all_of(&offered) => {
                if let Ok(Some(nearest)) = nearest {
                    nearest.release();
                }
                Ok(Some(v2))
            }
            Some(_) | None => nearest,
        }
    }

    /// With what is switched on there already; `None` if we may not make groups.
    fn at(folder: &Path) -> Result<Option<Self>, Error> {
        if rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err() {
            return Ok(None);
        }
        let controllers = controllers(folder, "cgroup.subtree_control");
        Ok(Some(Self { folder: folder.to_owned(), fd: open_folder(folder)?, controllers, moved: None }))
    }

    /// Whether groups below have all that we use of these.
    fn has_all_of(&self, offered: &[String]) -> bool {
        let used = offered.iter().filter(|name| CONTROLLERS.contains(&name.as_str()));
        used.into_iter().all(|name| self.controllers.contains(name))
    }

    /// What there is and not switched on.
    fn wanted(&self) -> Vec<&'static str> {
        let offered = controllers(&self.folder, "cgroup.controllers");
        let is = |list: &[String], name: &str| list.iter().any(|other| other == name);
        CONTROLLERS.into_iter().filter(|name| is(&offered, name) && !is(&self.controllers, name)).collect()
    }

    /// Switches on what there is, if that is possible as things are.
    fn switch_on(mut self) -> Self {
        let wanted = self.wanted();
        if !wanted.is_empty() && switch(&self.folder, '+', &wanted).is_ok() {
            self.controllers = controllers(&self.folder, "cgroup.subtree_control");
        }
        self
    }

    /// Switches on what there is, and moves out of the way for that if necessary.
    fn delegate(self, names: &Names) -> Result<Self, Error> {
        let mut v2 = self.switch_on();
        let wanted = v2.wanted();
        if wanted.is_empty() {
            return Ok(v2);
        }
        let leaf = v2.folder.join(names.of_self());
        make_folder(&leaf)?;
        let moving = write(&leaf, "cgroup.procs", "0").and_then(|()| switch(&v2.folder, '+', &wanted));
        if let Err(error) = moving {
            let _ = write(&v2.folder, "cgroup.procs", "0");
            let _ = std::fs::remove_dir(&leaf);
            let others = read(&v2.folder, "cgroup.procs").unwrap_or_default().lines().count();
            return Err(Error::Machine(format!(
                "cannot hand controllers on to groups below {}: {error}; there are {others} processes in it, and none may be\n{REMEDY}",
                v2.folder.display()
            )));
        }
        v2.controllers = controllers(&v2.folder, "cgroup.subtree_control");
        v2.moved = Some((leaf, wanted));
        Ok(v2)
    }

    /// The folder in which groups are made.
    pub(crate) fn place(&self) -> &Path {
        &self.folder
    }

    /// Takes back what [`Self::open`] did.
    pub(crate) fn release(&self) {
        if let Some((leaf, controllers)) = &self.moved {
            let _ = switch(&self.folder, '-', controllers);
            let _ = write(&self.folder, "cgroup.procs", "0");
            let _ = std::fs::remove_dir(leaf);
        }
    }

    /// A fresh group with these settings.
    pub(crate) fn create(&self, name: &str, settings: &Settings) -> Result<V2Group, Error> {
        let folder = self.folder.join(name);
        make_folder(&folder)?;
        let make = || -> Result<V2Group, Error> {
            let group = V2Group {
                fd: open_folder(&folder)?,
                parent: self.fd.try_clone().map_err(Error::system("copy a descriptor"))?,
                name: CString::new(name)
                    .map_err(|_| Error::Request("a name of a control group contains a zero".to_owned()))?,
                events: open_events(&folder, "memory.events"),
                controllers: self.controllers.clone(),
                folder: folder.clone(),
            };
            Ok(group)
        };
        let group = make().inspect_err(|_| {
            let _ = std::fs::remove_dir(&folder);
        })?;
        group.set(settings)?;
        Ok(group)
    }
}

/// The names in a file that lists controllers; none if it is not there.
fn controllers(folder: &Path, file: &str) -> Vec<String> {
    read(folder, file).unwrap_or_default().split_ascii_whitespace().map(str::to_owned).collect()
}

/// Switches controllers on or off for the groups below.
fn switch(folder: &Path, sign: char, controllers: &[&str]) -> Result<(), Error> {
    let words: Vec<String> = controllers.iter().map(|name| format!("{sign}{name}")).collect();
    write(folder, "cgroup.subtree_control", &words.join(" "))
}

/// A file of a group whose changes the kernel tells. Its first reading is what later changes are compared with.
pub(super) fn open_events(folder: &Path, file: &str) -> Option<OwnedFd> {
    let file = OwnedFd::from(std::fs::File::open(folder.join(file)).ok()?);
    Event::File(file.as_fd()).take();
    Some(file)
}

impl V2Group {
    /// Whether the kernel can end all processes of the group in one step.
    pub(crate) fn kills_at_once(&self) -> bool {
        self.folder.join("cgroup.kill").exists()
    }

    fn need(&self, controller: &str) -> Figure<&Path> {
        if self.controllers.iter().any(|other| other == controller) {
            return Ok(&self.folder);
        }
        Err(format!("the controller {controller:?} of control groups is not handed on to us"))
    }

    fn set(&self, settings: &Settings) -> Result<(), Error> {
        let need = |controller: &str, what: &str| {
            self.need(controller).map_err(|why| {
                Error::Machine(format!("cannot {what}: {why}; `verdikt-bench check` says more"))
            })
        };
        for (file, what, wanted) in
            [("cpuset.cpus", "core", &settings.cores), ("cpuset.mems", "memory node", &settings.nodes)]
        {
            if !wanted.is_empty() {
                let folder = need("cpuset", "choose cores or memory nodes")?;
                let parent = folder.parent().unwrap_or(folder);
                let offered = read(parent, &format!("{file}.effective")).map_err(Error::Machine)?;
                check_list(what, wanted, &offered)?;
                write(folder, file, wanted)?;
            }
        }
        if let Some(limit) = settings.processes {
            write(need("pids", "limit the number of processes")?, "pids.max", &limit.to_string())?;
        }
        if let Some(limit) = settings.memory {
            let folder = need("memory", "limit memory")?;
            write(folder, "memory.max", &limit.to_string())?;
            // All processes go if one has to: half a run is of no use.
            let _ = write(folder, "memory.oom.group", "1");
        }
        // Without swap, the peak of memory is the peak of all that is used; the file is missing if the machine has no swap.
        let _ = write(&self.folder, "memory.swap.max", "0");
        Ok(())
    }
}

impl Drop for V2Group {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.folder);
    }
}

impl Group for V2Group {
    fn cpu(&self) -> Figure<Duration> {
        read_keyed(&self.folder, "cpu.stat", "usage_usec").map(Duration::from_micros)
    }

    fn cpu_by_core(&self) -> Figure<Vec<(u32, Duration)>> {
        Err("the kernel counts CPU time by core for groups of the first version only".to_owned())
    }

    fn memory(&self) -> Figure<u64> {
        let folder = self.need("memory")?;
        let peak = read_number(folder, "memory.peak")
            .map_err(|error| format!("{error} (the kernel tells the peak since Linux 5.19)"))?;
        Ok(peak + read_number(folder, "memory.swap.peak").unwrap_or(0))
    }

    fn is_out_of_memory(&self) -> Figure<bool> {
        read_keyed(self.need("memory")?, "memory.events", "oom_kill").map(|count| count > 0)
    }

    fn block_io(&self) -> Figure<(u64, u64)> {
        let text = read(self.need("io")?, "io.stat")?;
        let sum = |key: &str| {
            let counts =
                text.split_ascii_whitespace().filter_map(|word| word.strip_prefix(key)?.parse::<u64>().ok());
            counts.sum()
        };
        Ok((sum("rbytes="), sum("wbytes=")))
    }

    fn pressure(&self) -> Figure<Vec<(&'static str, Duration)>> {
        let files =
            [("cpu-some", "cpu.pressure"), ("io-some", "io.pressure"), ("memory-some", "memory.pressure")];
        let mut stalls = Vec::new();
        for (name, file) in files {
            let text = read(&self.folder, file)?;
            let some = text.lines().find(|line| line.starts_with("some "));
            let total = some.and_then(|line| line.split("total=").nth(1)?.trim().parse().ok());
            let total = total.ok_or_else(|| format!("{file} has no total"))?;
            stalls.push((name, Duration::from_micros(total)));
        }
        Ok(stalls)
    }

    fn memory_event(&self) -> Option<Event<'_>> {
        self.events.as_ref().map(|events| Event::File(events.as_fd()))
    }

    fn entrance(&self) -> Entrance<'_> {
        Entrance { tasks: Vec::new(), birth: Some(self.fd.as_fd()) }
    }

    fn killer(&self) -> Killer<'_> {
        Killer::of_folder(&self.fd)
    }

    fn folders(&self) -> Vec<(BorrowedFd<'_>, &CString)> {
        vec![(self.parent.as_fd(), &self.name)]
    }
}
