//! The life of a run, from the request to the figures.
//!
//! ```text
//! we ──▶ guardian ──▶ command ──▶ …
//!        (container)  (control group)
//! ```
//!
//! Everything that can be prepared is, before the first process is made; then the guardian makes the container and the command enters the control group just before it becomes what is measured.
//! When it ends, or has to, everything in the group is killed; then the figures are read, files are copied out, and the guardian goes, and with it the container.

mod guardian;
mod output;
mod program;
mod watch;

use crate::container::{Arrangement, Rights, Root, Rules, Step, copy_results, plan};
use crate::energy::Meter;
use crate::group::{Figure, Group, Settings, groups};
use crate::sys::{Child, Mask, Page, Pointers, Shared, stage};
use crate::{Container, End, Error, Measured, Network, Request, Stop, mounts};
use guardian::{Job, NO_USER_NAMESPACE};
use output::Output;
use program::{Program, c_string};
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::time::Duration;
use watch::{State, Watch, open_scratch};

/// Whether `/` turned out to be impossible to put under an overlay as one.
static NEEDS_FOLDERS: AtomicBool = AtomicBool::new(false);

/// Runs a command and measures it. Any number of threads may do this at the same time, each with a request of its own.
///
/// What the run leaves is its output and the result files that were asked for: no process, mount, control group or temporary file, however this ends.
pub fn execute(request: &Request, stop: &Stop) -> Result<Measured, Error> {
    check(request)?;
    if stop.is_given() {
        return Err(Error::Stopped);
    }
    let mut output = Output::open(&request.output, request.limits.output)?;
    let input = open_input(request)?;
    let folder = starting_folder(request)?;
    loop {
        let root = if NEEDS_FOLDERS.load(Relaxed) { Root::Folders } else { Root::Whole };
        let run = Run::prepare(request, &folder, root)?;
        match run.go(&mut output, &input, stop)? {
            Outcome::Measured(mut measured) => {
                measured.warnings.extend(output.finish());
                return Ok(measured);
            }
            Outcome::TryFolders => NEEDS_FOLDERS.store(true, Relaxed),
        }
    }
}

/// What came of an attempt.
enum Outcome {
    Measured(Measured),
    /// `/` cannot be put under an overlay as one; nothing was run.
    TryFolders,
}

/// Limits that would end every run are mistakes.
fn check(request: &Request) -> Result<(), Error> {
    let limits = &request.limits;
    let times = [("CPU time", limits.cpu), ("CPU time (soft)", limits.soft_cpu), ("wall time", limits.wall)];
    let sizes = [
        ("memory", limits.memory),
        ("processes", limits.processes),
        ("the output's size", limits.output),
        ("the files' size", limits.files),
    ];
    let zero = times.into_iter().find(|(_, limit)| *limit == Some(Duration::ZERO)).map(|(what, _)| what);
    if let Some(what) = zero.or(sizes.into_iter().find(|(_, limit)| *limit == Some(0)).map(|(what, _)| what))
    {
        return Err(Error::Request(format!(
            "a limit of zero for {what} would end every run; leave it out for no limit"
        )));
    }
    if let (Some(soft), Some(hard)) = (limits.soft_cpu, limits.cpu)
        && soft > hard
    {
        return Err(Error::Request(
            "the soft limit of CPU time is larger than the hard one, so it would never matter".to_owned(),
        ));
    }
    if limits.files.is_some() && request.container.is_none() {
        return Err(Error::Request(
            "the size of files can be limited in a container only, since elsewhere files may be anywhere"
                .to_owned(),
        ));
    }
    Ok(())
}

fn open_input(request: &Request) -> Result<OwnedFd, Error> {
    let path = request.input.as_deref().unwrap_or(Path::new("/dev/null"));
    let file = std::fs::File::open(path)
        .map_err(|error| Error::Request(format!("cannot read the input {}: {error}", path.display())))?;
    Ok(OwnedFd::from(file))
}

fn starting_folder(request: &Request) -> Result<PathBuf, Error> {
    let folder = match &request.folder {
        Some(folder) => folder.clone(),
        None => std::env::current_dir().map_err(Error::system("find out the current folder"))?,
    };
    let real = folder
        .canonicalize()
        .map_err(|error| Error::Request(format!("cannot start in {}: {error}", folder.display())))?;
    if real.is_dir() { Ok(real) } else { Err(Error::Request(format!("{} is no folder", folder.display()))) }
}

/// A run that is about to begin.
struct Run<'a> {
    request: &'a Request,
    folder: &'a Path,
    program: Program,
    arrangement: Option<Arrangement>,
    rights: Rights,
    root: Root,
}

impl<'a> Run<'a> {
    fn prepare(request: &'a Request, folder: &'a Path, root: Root) -> Result<Self, Error> {
        let program = Program::of(request)?;
        let rights = rights();
        let arrangement = match &request.container {
            Some(container) => Some(arrange(request, container, folder, rights, root)?),
            None => None,
        };
        Ok(Self { request, folder, program, arrangement, rights, root })
    }

    fn go(&self, output: &mut Output, input: &OwnedFd, stop: &Stop) -> Result<Outcome, Error> {
        let group = groups()?.create(&Settings::of(self.request))?;
        self.check_figures(&group)?;
        let page = Page::new().map_err(Error::system("get memory to share"))?;
        let make_pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(Error::system("make a pipe"));
        let (control_read, control) = make_pipe()?;
        let (notify, notify_write) = make_pipe()?;
        let gate = make_pipe()?;
        let meter = Meter::start(&self.request.cores);
        let started = {
            let start_folder = c_string(self.folder.as_os_str())?;
            let mask = Mask::block_all();
            let entrance = group.entrance();
            let job = Job {
                shared: page.get(),
                control: control_read.as_fd(),
                notify: notify_write.as_fd(),
                steps: self.arrangement.as_ref().map(|arrangement| arrangement.steps.as_slice()),
                maps: self.maps(),
                gate: (gate.0.as_fd(), gate.1.as_fd()),
                birth: entrance.birth,
                tasks: entrance.tasks,
                killer: group.killer(),
                groups: group.folders(),
                programs: &self.program.paths,
                arguments: Pointers::new(self.program.arguments.iter().map(|text| text.as_c_str())),
                environment: Pointers::new(self.program.environment.iter().map(|text| text.as_c_str())),
                folder: &start_folder,
                streams: [input.as_fd(), output.for_command(), output.for_command()],
                mask,
            };
            let keep = job.descriptors();
            let child = job.start(self.namespaces(), &keep);
            mask.restore();
            child.map_err(|error| self.explain_no_process(error))?
        };
        drop((control_read, notify_write, gate));
        let mut watch = Watch {
            limits: &self.request.limits,
            cores: self.count_cores(),
            shared: page.get(),
            group: &group,
            stop,
            control: &control,
            notify: &notify,
            guardian: started.pidfd.as_fd(),
            guardian_pid: started.pid.as_raw_nonzero().get(),
            scratch: None,
            state: State::default(),
        };
        let waited = watch.wait(output);
        let outcome = waited.and_then(|()| self.conclude(&mut watch, &meter));
        let _ = rustix::io::write(&control, &[guardian::command::QUIT]);
        drop(control);
        dismiss(&started, outcome.is_ok());
        remove(&group);
        outcome
    }

    /// Refuses at once what could not be enforced later.
    fn check_figures(&self, group: &dyn Group) -> Result<(), Error> {
        let limits = &self.request.limits;
        if (limits.cpu.is_some() || limits.soft_cpu.is_some())
            && let Err(why) = group.cpu()
        {
            return Err(Error::Machine(format!(
                "cannot limit CPU time: {why}; `verdikt-bench check` says more"
            )));
        }
        Ok(())
    }

    fn namespaces(&self) -> u64 {
        let Some(container) = &self.request.container else { return 0 };
        let mut flags = libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
        match container.network {
            Network::Loopback => flags |= libc::CLONE_NEWNET,
            Network::Host => {}
        }
        match self.rights {
            Rights::Mount => {}
            Rights::User(..) => flags |= libc::CLONE_NEWUSER,
        }
        flags as u64
    }

    /// Who may mount would let the command undo the container; in a user namespace of its own, it cannot. All users that there are exist in it, too.
    fn maps(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        if self.rights != Rights::Mount || self.arrangement.is_none() {
            return None;
        }
        let map = |file: &str| {
            let text = std::fs::read_to_string(file).ok()?;
            let mut lines = String::new();
            for line in text.lines() {
                let mut fields = line.split_ascii_whitespace();
                let (first, count) = (fields.next()?, fields.nth(1)?);
                lines += &format!("{first} {first} {count}\n");
            }
            Some(lines.into_bytes())
        };
        Some((map("/proc/self/uid_map")?, map("/proc/self/gid_map")?))
    }

    fn count_cores(&self) -> u32 {
        match u32::try_from(self.request.cores.len()) {
            Ok(count @ 1..) => count,
            _ => std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
        }
    }

    fn explain_no_process(&self, error: Errno) -> Error {
        let error = std::io::Error::from(error);
        match self.rights {
            Rights::User(..) if self.arrangement.is_some() => Error::Machine(format!(
                "cannot make a container: {error}\n\
                 Somebody who is not root needs user namespaces: sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000,\n\
                 on Ubuntu 24.04 or later also kernel.apparmor_restrict_unprivileged_userns=0; in a container: podman or docker with --security-opt seccomp=unconfined.\n\
                 Without one, --no-container measures as well, but isolates nothing."
            )),
            Rights::User(..) | Rights::Mount => {
                Error::System { what: "make a process".to_owned(), source: error }
            }
        }
    }

    /// Reads the figures when all is over.
    fn conclude(&self, watch: &mut Watch<'_>, meter: &Meter) -> Result<Outcome, Error> {
        let shared = watch.shared;
        let failed = shared.failed.load(Acquire);
        if failed != 0 {
            return self.explain_failure(shared, failed);
        }
        let wall = Duration::from_nanos(shared.end.load(Acquire).saturating_sub(shared.start.load(Acquire)));
        let group = watch.group;
        let mut warnings = self.notes(shared);
        let mut keep = |what: &str, why: String| warnings.push(format!("{what} was not measured: {why}"));
        let cpu = figure(group.cpu(), "CPU time", &mut keep);
        let memory = figure(group.memory(), "memory", &mut keep);
        let block_io = figure(group.block_io(), "what was read from and written to block devices", &mut keep);
        watch.check_again(cpu, wall);
        let energy = meter.stop(&mut warnings);
        warnings.extend(self.copy_results(shared, watch.guardian_pid));
        let status = shared.status.load(Acquire);
        let end = match u8::try_from(status) {
            Ok(value) => End::Value(value),
            Err(_) => End::Signal(u8::try_from(-status).unwrap_or(u8::MAX)),
        };
        Ok(Outcome::Measured(Measured {
            end,
            reason: watch.state.reason,
            wall,
            cpu,
            // These two are extras that not every kernel has; `check` says so, once.
            cpu_by_core: group.cpu_by_core().unwrap_or_default(),
            pressure: group.pressure().unwrap_or_default(),
            memory,
            read: block_io.map(|(read, _)| read),
            written: block_io.map(|(_, written)| written),
            sent: self.sent(watch.guardian_pid),
            energy,
            warnings,
        }))
    }

    /// What went through the loopback device of the container, which only its processes use.
    fn sent(&self, guardian: i32) -> Option<u64> {
        match self.request.container.as_ref()?.network {
            Network::Host => None,
            Network::Loopback => {
                let text = std::fs::read_to_string(format!("/proc/{guardian}/net/dev")).ok()?;
                let line = text.lines().find_map(|line| line.trim_start().strip_prefix("lo:"))?;
                // Bytes received are the first number; what is sent over this device is received over it, too.
                line.split_ascii_whitespace().next()?.parse().ok()
            }
        }
    }

    fn copy_results(&self, shared: &Shared, guardian: i32) -> Vec<String> {
        let (Some(container), Some(arrangement)) = (&self.request.container, &self.arrangement) else {
            return Vec::new();
        };
        let Some(target) = container.results_folder.as_ref().filter(|_| !container.results.is_empty()) else {
            return Vec::new();
        };
        let Some(scratch) = open_scratch(shared, guardian) else {
            return vec!["result files were not copied: the run's files cannot be reached".to_owned()];
        };
        let path = PathBuf::from(format!("/proc/self/fd/{}", scratch.as_raw_fd()));
        copy_results(&path, &arrangement.places, &container.results, self.folder, target)
    }

    /// The fallbacks that were taken.
    fn notes(&self, shared: &Shared) -> Vec<String> {
        let is_noted = |note: usize| {
            shared.notes.get(note / 64).is_some_and(|word| word.load(Acquire) & (1 << (note % 64)) != 0)
        };
        let mut notes = Vec::new();
        if let Some(arrangement) = &self.arrangement {
            if self.root == Root::Folders
                && arrangement.places.iter().any(|place| place.folder == Path::new("/"))
            {
                notes.push(
                    "/ cannot be put under an overlay as one here, so each folder in it was".to_owned(),
                );
            }
            notes.extend(
                (0..)
                    .zip(&arrangement.notes)
                    .filter(|(note, _)| is_noted(*note))
                    .map(|(_, text)| text.clone()),
            );
        }
        if is_noted(NO_USER_NAMESPACE) {
            notes.push(
                "the command had the rights of root, since no user namespace could be made for it".to_owned(),
            );
        }
        notes
    }

    fn explain_failure(&self, shared: &Shared, failed: u32) -> Result<Outcome, Error> {
        let errno = Errno::from_raw_os_error(shared.errno.load(Acquire));
        let source = std::io::Error::from(errno);
        let system =
            |what: &str| Err(Error::System { what: what.to_owned(), source: std::io::Error::from(errno) });
        match failed {
            stage::CONTAINER => {
                let step = shared.step.load(Acquire) as usize;
                let arrangement = self.arrangement.as_ref();
                let is_root =
                    arrangement.is_some_and(|arrangement| arrangement.overlay_of_root == Some(step));
                if is_root && self.root == Root::Whole {
                    return Ok(Outcome::TryFolders);
                }
                let step = arrangement.and_then(|arrangement| arrangement.steps.get(step));
                let remedy = if matches!(step, Some(Step::Kernel { .. })) {
                    "parts of it are hidden from us, as in containers (podman: --security-opt unmask=ALL; docker: --privileged)"
                } else {
                    "another mode for the folder (such as --read-only-dir) or --no-container may help"
                };
                let step = step.map(ToString::to_string).unwrap_or_default();
                Err(Error::Machine(format!("cannot make a container: cannot {step}: {source}; {remedy}")))
            }
            stage::GROUP => system("enter the control group of the run"),
            stage::FOLDER => {
                Err(Error::Start(format!("cannot start in {}: {source}", self.folder.display())))
            }
            stage::STREAMS => system("redirect input and output"),
            stage::PROGRAM => Err(Error::Start(self.explain_no_program(errno))),
            stage::USERS => system("map users of a namespace"),
            _ => system("make the process of the command"),
        }
    }

    fn explain_no_program(&self, errno: Errno) -> String {
        let name =
            self.request.command.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let source = std::io::Error::from(errno);
        let mut hidden = None;
        if let (Errno::NOENT, Some(container)) = (errno, &self.request.container) {
            let rules = Rules::new(container, self.folder, self.rights).ok();
            let path = self.folder.join(&name);
            let is_hidden = rules.is_some_and(|rules| rules.access(&path) == crate::Access::Hidden);
            hidden = (name.contains('/') && is_hidden && path.exists()).then_some(path);
        }
        match (errno, hidden) {
            (_, Some(path)) => format!(
                "cannot start {name:?}: it exists, but its folder is hidden from the run; make it visible (--read-only-dir {})",
                path.parent().unwrap_or(&path).display()
            ),
            (Errno::NOENT, None) if !name.contains('/') => {
                format!("cannot start {name:?}: no folder of PATH has a program of that name")
            }
            (Errno::NOENT, None) => format!(
                "cannot start {name:?}: it does not exist, or the interpreter that it names in its first line does not"
            ),
            (Errno::NOEXEC, None) => format!(
                "cannot start {name:?}: it is neither a program for this machine nor a script with a first line such as #!/bin/sh"
            ),
            (_, None) => format!("cannot start {name:?}: {source}"),
        }
    }
}

fn figure<T>(figure: Figure<T>, what: &str, keep: &mut impl FnMut(&str, String)) -> Option<T> {
    figure.map_err(|why| keep(what, why)).ok()
}

/// What we may do: mount, or that in a user namespace only.
pub(crate) fn rights() -> Rights {
    let capabilities = rustix::thread::capabilities(None);
    let can_mount =
        capabilities.is_ok_and(|sets| sets.effective.contains(rustix::thread::CapabilitySet::SYS_ADMIN));
    if can_mount {
        Rights::Mount
    } else {
        Rights::User(rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw())
    }
}

fn arrange(
    request: &Request,
    container: &Container,
    folder: &Path,
    rights: Rights,
    root: Root,
) -> Result<Arrangement, Error> {
    let mountinfo =
        std::fs::read("/proc/self/mountinfo").map_err(Error::system("read /proc/self/mountinfo"))?;
    let rules = Rules::new(container, folder, rights)?;
    plan(container, &rules, &mounts::parse(&mountinfo), rights, root, request.limits.files)
}

/// Waits for the end of the guardian. One that is in trouble is killed and not waited for longer than it deserves: it may have processes that cannot be ended.
fn dismiss(guardian: &Child, is_well: bool) {
    use rustix::process::{Signal, WaitId, WaitIdOptions, pidfd_send_signal, waitid};
    let mut options = WaitIdOptions::EXITED;
    if !is_well {
        let _ = pidfd_send_signal(&guardian.pidfd, Signal::KILL);
        let mut fds = [rustix::event::PollFd::new(&guardian.pidfd, rustix::event::PollFlags::IN)];
        let _ = rustix::event::poll(&mut fds, Some(&rustix::event::Timespec { tv_sec: 2, tv_nsec: 0 }));
        options |= WaitIdOptions::NOHANG;
    }
    let _ = waitid(WaitId::PidFd(guardian.pidfd.as_fd()), options);
}

/// Removes the groups of a run. Its processes are gone, but the kernel may take a moment to notice.
fn remove(group: &dyn Group) {
    for attempt in 0..1000u32 {
        let mut is_left = false;
        for (parent, name) in group.folders() {
            let removed = rustix::fs::unlinkat(parent, name.as_c_str(), rustix::fs::AtFlags::REMOVEDIR);
            is_left |= removed == Err(Errno::BUSY);
        }
        if !is_left {
            return;
        }
        group.killer().kill();
        let pause = rustix::event::Timespec { tv_sec: 0, tv_nsec: i64::from(attempt.min(10)) * 1_000_000 };
        let _ = rustix::event::poll(&mut [], Some(&pause));
    }
}
