//! Control groups of the first version: one hierarchy per controller.
//!
//! `cpuacct` counts CPU time, `memory` counts and limits memory together with swap, `freezer` is for ending, `cpuset` confines to cores and nodes, `pids` limits processes and `blkio` counts
//! what goes to block devices. The last three are used where they are there and wanted.

use super::find::Hierarchy;
use super::{
    Entrance, Event, Figure, Group, Killer, Settings, check_list, make_folder, open_file, open_folder, read,
    read_keyed, read_number, write,
};
use crate::Error;
use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Hierarchies of the first version in which this process may make groups.
pub(crate) struct V1 {
    hierarchies: Vec<Place>,
}

/// A hierarchy with the folder of our group in it.
struct Place {
    controllers: Vec<String>,
    folder: PathBuf,
    fd: OwnedFd,
}

/// The group of a run in one hierarchy.
struct Part {
    controllers: Vec<String>,
    folder: PathBuf,
    fd: OwnedFd,
    parent: OwnedFd,
    name: CString,
    tasks: OwnedFd,
}

/// The group of a run.
pub(crate) struct V1Group {
    parts: Vec<Part>,
    /// The kernel counts here how often the limit of memory could not be kept.
    oom: Option<OwnedFd>,
}

impl V1 {
    /// The hierarchies that are good for something and that we may use. There are none if CPU time could not be counted: then the second version is asked alone.
    pub(crate) fn open(found: &[Hierarchy]) -> Option<Self> {
        let mut hierarchies = Vec::new();
        for Hierarchy { controllers, folder } in found {
            let is_wanted = controllers.iter().any(|controller| CONTROLLERS.contains(&controller.as_str()));
            let is_writable = rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok();
            if is_wanted
                && is_writable
                && let Ok(fd) = open_folder(folder)
            {
                hierarchies.push(Place { controllers: controllers.clone(), folder: folder.clone(), fd });
            }
        }
        let v1 = Self { hierarchies };
        (v1.has("cpuacct") || v1.has("memory")).then_some(v1)
    }

    fn has(&self, controller: &str) -> bool {
        self.hierarchies.iter().any(|place| place.controllers.iter().any(|other| other == controller))
    }

    /// The folders in which groups are made.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Path> {
        self.hierarchies.iter().map(|place| place.folder.as_path())
    }

    /// A fresh group with these settings.
    pub(crate) fn create(&self, name: &str, settings: &Settings) -> Result<V1Group, Error> {
        self.check(settings)?;
        let mut group = V1Group { parts: Vec::new(), oom: None };
        for place in &self.hierarchies {
            if is_used(place, settings) {
                group.parts.push(place.make(name)?);
            }
        }
        group.set(settings)?;
        group.oom = group.part("memory").and_then(watch_memory);
        Ok(group)
    }

    /// Whether what is wanted can be had at all.
    fn check(&self, settings: &Settings) -> Result<(), Error> {
        let wants_set = !settings.cores.is_empty() || !settings.nodes.is_empty();
        for (is_wanted, controller, what) in [
            (settings.memory.is_some(), "memory", "limit memory"),
            (settings.processes.is_some(), "pids", "limit the number of processes"),
            (wants_set, "cpuset", "choose cores or memory nodes"),
        ] {
            if is_wanted && !self.has(controller) {
                return Err(Error::Machine(format!(
                    "cannot {what}: the controller {controller:?} of control groups is missing or we may not use it; \
                     `verdikt-bench check` says more"
                )));
            }
        }
        Ok(())
    }
}

const CONTROLLERS: [&str; 6] = ["cpuacct", "memory", "freezer", "cpuset", "pids", "blkio"];

/// Whether a run needs a group there. One that has no settings of its own would only cost time.
fn is_used(place: &Place, settings: &Settings) -> bool {
    place.controllers.iter().any(|controller| match controller.as_str() {
        "cpuacct" | "memory" | "freezer" | "blkio" => true,
        "cpuset" => !settings.cores.is_empty() || !settings.nodes.is_empty(),
        "pids" => settings.processes.is_some(),
        _ => false,
    })
}

impl Place {
    fn make(&self, name: &str) -> Result<Part, Error> {
        let folder = self.folder.join(name);
        make_folder(&folder)?;
        let open = || -> Result<Part, Error> {
            Ok(Part {
                controllers: self.controllers.clone(),
                fd: open_folder(&folder)?,
                parent: self.fd.try_clone().map_err(Error::system("copy a descriptor"))?,
                name: CString::new(name)
                    .map_err(|_| Error::Request("a name of a control group contains a zero".to_owned()))?,
                tasks: open_file(&folder.join("tasks"))?,
                folder: folder.clone(),
            })
        };
        open().inspect_err(|_| {
            let _ = std::fs::remove_dir(&folder);
        })
    }
}

impl V1Group {
    fn part(&self, controller: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.controllers.iter().any(|other| other == controller))
    }

    fn need(&self, controller: &str) -> Figure<&Path> {
        let part = self.part(controller);
        part.map(|part| part.folder.as_path()).ok_or_else(|| {
            format!("the controller {controller:?} of control groups is missing or we may not use it")
        })
    }

    fn set(&self, settings: &Settings) -> Result<(), Error> {
        if let Some(part) = self.part("cpuset") {
            set_cores(&part.folder, settings)?;
        }
        if let (Some(part), Some(limit)) = (self.part("pids"), settings.processes) {
            write(&part.folder, "pids.max", &limit.to_string())?;
        }
        if let Some(part) = self.part("memory") {
            set_memory(&part.folder, settings.memory)?;
        }
        Ok(())
    }
}

/// A cpuset of the first version is empty at first and cannot be entered: what is not asked for is taken from the group above.
fn set_cores(folder: &Path, settings: &Settings) -> Result<(), Error> {
    let parent = folder.parent().unwrap_or(folder);
    // A set that takes part in balancing has the kernel rebuild its scheduling domains, which takes milliseconds and stops others; the set above balances already.
    let _ = write(folder, "cpuset.sched_load_balance", "0");
    for (file, what, wanted) in
        [("cpuset.cpus", "core", &settings.cores), ("cpuset.mems", "memory node", &settings.nodes)]
    {
        let offered = read(parent, file).map_err(Error::Machine)?;
        check_list(what, wanted, &offered)?;
        write(folder, file, if wanted.is_empty() { offered.trim() } else { wanted })?;
    }
    Ok(())
}

/// Limits memory, and memory together with swap to the same; without a limit, sees to it that the run is swapped out last.
fn set_memory(folder: &Path, limit: Option<u64>) -> Result<(), Error> {
    // Not all kernels allow this; a limit of swap is what counts.
    let _ = write(folder, "memory.swappiness", "0");
    let Some(limit) = limit else { return Ok(()) };
    write(folder, "memory.limit_in_bytes", &limit.to_string())?;
    let swap = "memory.memsw.limit_in_bytes";
    if folder.join(swap).exists() {
        return write(folder, swap, &limit.to_string());
    }
    let swaps = std::fs::read_to_string("/proc/swaps").unwrap_or_default();
    if swaps.lines().count() > 1 {
        return Err(Error::Machine(
            "cannot limit memory: there is swap space, but the kernel does not count it; \
             switch it off (`swapoff -a`) or start the kernel with `swapaccount=1`"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Asks for an event when the limit of memory is reached. Without it, the kernel's counter tells at the end.
fn watch_memory(part: &Part) -> Option<OwnedFd> {
    let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).ok()?;
    let control = std::fs::File::open(part.folder.join("memory.oom_control")).ok()?;
    let line = format!("{} {}", event.as_raw_fd(), control.as_raw_fd());
    write(&part.folder, "cgroup.event_control", &line).ok()?;
    Some(event)
}

impl Drop for V1Group {
    /// Nothing is in it any more when all went well; whoever ends a run has seen to that.
    fn drop(&mut self) {
        for part in &self.parts {
            let _ = std::fs::remove_dir(&part.folder);
        }
    }
}

impl Group for V1Group {
    fn cpu(&self) -> Figure<Duration> {
        read_number(self.need("cpuacct")?, "cpuacct.usage").map(Duration::from_nanos)
    }

    fn cpu_by_core(&self) -> Figure<Vec<(u32, Duration)>> {
        let text = read(self.need("cpuacct")?, "cpuacct.usage_percpu")?;
        let times = text.split_ascii_whitespace().map(|time| time.parse().unwrap_or(0));
        Ok((0..)
            .zip(times)
            .filter(|(_, time)| *time > 0)
            .map(|(core, time)| (core, Duration::from_nanos(time)))
            .collect())
    }

    fn memory(&self) -> Figure<u64> {
        let folder = self.need("memory")?;
        read_number(folder, "memory.memsw.max_usage_in_bytes")
            .or_else(|_| read_number(folder, "memory.max_usage_in_bytes"))
    }

    fn is_out_of_memory(&self) -> Figure<bool> {
        read_keyed(self.need("memory")?, "memory.oom_control", "oom_kill").map(|count| count > 0)
    }

    fn block_io(&self) -> Figure<(u64, u64)> {
        let folder = self.need("blkio")?;
        let text = read(folder, "blkio.throttle.io_service_bytes_recursive")
            .or_else(|_| read(folder, "blkio.throttle.io_service_bytes"))?;
        let sum = |kind: &str| {
            let counts = text.lines().filter_map(|line| {
                let mut fields = line.split_ascii_whitespace();
                let (_, name, count) = (fields.next()?, fields.next()?, fields.next()?);
                (name == kind).then(|| count.parse::<u64>().ok()).flatten()
            });
            counts.sum()
        };
        Ok((sum("Read"), sum("Write")))
    }

    fn pressure(&self) -> Figure<Vec<(&'static str, Duration)>> {
        Err("the kernel tells stall times for groups of the second version only".to_owned())
    }

    fn memory_event(&self) -> Option<Event<'_>> {
        self.oom.as_ref().map(|oom| Event::Counter(oom.as_fd()))
    }

    fn entrance(&self) -> Entrance<'_> {
        Entrance { tasks: self.parts.iter().map(|part| part.tasks.as_fd()).collect(), birth: None }
    }

    fn killer(&self) -> Killer<'_> {
        let part = self.part("freezer").or_else(|| self.parts.first());
        Killer::of_folder(&part.expect("a group has a part for CPU time or memory").fd)
    }

    fn folders(&self) -> Vec<(BorrowedFd<'_>, &CString)> {
        self.parts.iter().map(|part| (part.parent.as_fd(), &part.name)).collect()
    }
}
