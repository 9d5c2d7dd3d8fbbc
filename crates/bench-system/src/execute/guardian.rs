//! The two processes between us and the command: the guardian, and what becomes the command.
//!
//! The guardian is the first process of the container (or, without one, adopts what loses its parents), so that everything that the command starts is below it, and it takes the status of
//! everything that ends. It is not in the control group of the run: what it does is not measured. If we die, even by SIGKILL, it notices since a pipe closes, ends the run and removes its groups.
//!
//! Both are copies of one thread of a process that may have many, and neither allocates nor locks; see [`crate::sys`].
#![expect(unsafe_code, reason = "makes processes that go on in this code")]

use crate::container::Step;
use crate::group::Killer;
use crate::sys::{self, Child, Mask, Pointers, Shared, stage};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::fs::{AtFlags, Mode, OFlags, unlinkat};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use std::ffi::{CStr, CString};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// What the parent tells the guardian, as bytes.
pub(super) mod command {
    /// Ask the command to end (SIGTERM).
    pub(crate) const TERMINATE: u8 = b't';
    /// Kill everything and say when nothing is left.
    pub(crate) const KILL: u8 = b'k';
    /// End.
    pub(crate) const QUIT: u8 = b'q';
}

/// What the guardian tells the parent.
pub(super) mod report {
    /// The command's first process has ended, or something failed before.
    pub(crate) const ENDED: u8 = b'e';
    /// No process is left.
    pub(crate) const EMPTY: u8 = b'x';
}

/// Everything that the two processes need, prepared.
pub(super) struct Job<'a> {
    pub(super) shared: &'a Shared,
    pub(super) control: BorrowedFd<'a>,
    pub(super) notify: BorrowedFd<'a>,
    /// How the container is made; without one, there is none.
    pub(super) steps: Option<&'a [Step]>,
    /// Maps of users and groups for a namespace that only the command is in.
    pub(super) maps: Option<(Vec<u8>, Vec<u8>)>,
    /// The command waits for a byte from here until the maps are written.
    pub(super) gate: (BorrowedFd<'a>, BorrowedFd<'a>),
    pub(super) birth: Option<BorrowedFd<'a>>,
    pub(super) tasks: Vec<BorrowedFd<'a>>,
    pub(super) killer: Killer<'a>,
    pub(super) groups: Vec<(BorrowedFd<'a>, &'a CString)>,
    pub(super) programs: &'a [CString],
    pub(super) arguments: Pointers<'a>,
    pub(super) environment: Pointers<'a>,
    pub(super) folder: &'a CStr,
    pub(super) streams: [BorrowedFd<'a>; 3],
    pub(super) mask: Mask,
}

/// The note that says that the command has no user namespace of its own: the last one.
pub(super) const NO_USER_NAMESPACE: usize = 32 * 64 - 1;

impl Job<'_> {
    /// Makes the guardian. `keep` are the descriptors that it needs, in order.
    pub(super) fn start(&self, namespaces: u64, keep: &[RawFd]) -> Result<Child, Errno> {
        // SAFETY: `guard` and all that it calls work on what was prepared, with system calls only.
        unsafe { sys::spawn(namespaces, None, || self.guard(keep)) }
    }

    /// The descriptors that the two processes need, in order.
    pub(super) fn descriptors(&self) -> Vec<RawFd> {
        let mut fds: Vec<RawFd> =
            [self.control, self.notify, self.gate.0, self.gate.1, self.killer.descriptor()]
                .into_iter()
                .chain(self.birth)
                .chain(self.tasks.iter().copied())
                .chain(self.groups.iter().map(|(fd, _)| *fd))
                .chain(self.streams)
                .map(|fd| fd.as_raw_fd())
                .collect();
        fds.sort_unstable();
        fds.dedup();
        fds
    }

    fn guard(&self, keep: &[RawFd]) -> u8 {
        // Descriptors of other runs in progress would keep pipes open that are to close when we die.
        let mut next = 0;
        for fd in keep.iter().filter_map(|fd| u32::try_from(*fd).ok()) {
            if fd > next {
                sys::close_range(next, fd - 1);
            }
            next = fd + 1;
        }
        sys::close_range(next, u32::MAX);
        sys::default_signals();
        // Ctrl-C on the terminal is for the parent, which tells us.
        let _ = rustix::process::setsid();
        if let Err(error) = self.prepare() {
            return self.fail(stage::PROCESS, error);
        }
        let events = match sys::child_events() {
            Ok(events) => events,
            Err(error) => return self.fail(stage::PROCESS, error),
        };
        match self.make_command() {
            Ok(command) => self.watch(&events, command),
            Err(error) => self.fail(stage::PROCESS, error),
        }
    }

    /// Makes the container, or becomes the parent of orphans without one.
    fn prepare(&self) -> Result<(), Errno> {
        let Some(steps) = self.steps else {
            return rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        };
        let mask = rustix::process::umask(Mode::empty());
        for (number, step) in (0..).zip(steps) {
            if let Err(error) = step.perform(self.shared) {
                self.shared.step.store(number, Relaxed);
                self.shared.failed.store(stage::CONTAINER, Relaxed);
                return Err(error);
            }
        }
        rustix::process::umask(mask);
        Ok(())
    }

    /// Tells the parent what failed, and waits for it to say that we can go.
    fn fail(&self, stage: u32, error: Errno) -> u8 {
        let _ = self.shared.failed.compare_exchange(0, stage, Release, Relaxed);
        self.shared.errno.store(error.raw_os_error(), Release);
        let _ = rustix::io::write(self.notify, &[report::ENDED, report::EMPTY]);
        let mut byte = [0];
        while let Ok(1) = rustix::io::read(self.control, &mut byte) {
            if byte == [command::QUIT] {
                return 0;
            }
        }
        self.remove_groups();
        0
    }

    fn make_command(&self) -> Result<Pid, Errno> {
        // SAFETY: `become_command` works on what was prepared, with system calls only.
        let spawn = |namespaces| unsafe {
            sys::spawn(namespaces, self.birth, || self.become_command(namespaces != 0))
        };
        let Some((users, groups)) = &self.maps else { return Ok(spawn(0)?.pid) };
        let Ok(child) = spawn(libc::CLONE_NEWUSER as u64) else {
            if let Some(word) = self.shared.notes.get(NO_USER_NAMESPACE / 64) {
                word.fetch_or(1 << (NO_USER_NAMESPACE % 64), Relaxed);
            }
            return Ok(spawn(0)?.pid);
        };
        let mapped =
            write_map(child.pid, b"uid_map", users).and_then(|()| write_map(child.pid, b"gid_map", groups));
        if let Err(error) = mapped {
            self.shared.failed.store(stage::USERS, Release);
            self.shared.errno.store(error.raw_os_error(), Release);
        }
        rustix::io::write(self.gate.1, b"g")?;
        Ok(child.pid)
    }

    /// Becomes the command; what comes back is the status of a process that could not.
    fn become_command(&self, is_mapped_later: bool) -> u8 {
        if is_mapped_later {
            let _ = rustix::io::read(self.gate.0, &mut [0]);
            if self.shared.failed.load(Acquire) != 0 {
                return 127;
            }
        }
        let (stage, error) = match self.enter() {
            Ok(never) => match never {},
            Err(failure) => failure,
        };
        self.shared.errno.store(error.raw_os_error(), Release);
        self.shared.failed.store(stage, Release);
        127
    }

    fn enter(&self) -> Result<std::convert::Infallible, (u32, Errno)> {
        let _ = rustix::process::setsid();
        // Without a container, nothing else ends the command if the guardian is killed.
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
        rustix::process::chdir(self.folder).map_err(|error| (stage::FOLDER, error))?;
        sys::set_standard_streams(self.streams).map_err(|error| (stage::STREAMS, error))?;
        sys::close_on_execute();
        self.mask.restore();
        for tasks in &self.tasks {
            rustix::io::write(tasks, b"0").map_err(|error| (stage::GROUP, error))?;
        }
        self.shared.start.store(now(), Release);
        let mut worst = Errno::NOENT;
        for program in self.programs {
            let error = sys::execute(program, &self.arguments, &self.environment);
            if error != Errno::NOENT && error != Errno::NOTDIR {
                worst = error;
            }
            if error != Errno::NOENT && error != Errno::NOTDIR && error != Errno::ACCESS {
                break;
            }
        }
        Err((stage::PROGRAM, worst))
    }

    /// Takes the status of everything that ends, and does what the parent says.
    fn watch(&self, events: &OwnedFd, command: Pid) -> u8 {
        let mut byte = [0];
        loop {
            let mut fds =
                [PollFd::from_borrowed_fd(self.control, PollFlags::IN), PollFd::new(events, PollFlags::IN)];
            if poll(&mut fds, None).is_err_and(|error| error != Errno::INTR) {
                return 1;
            }
            let [is_told, has_ended] = [!fds[0].revents().is_empty(), !fds[1].revents().is_empty()];
            if has_ended {
                self.reap(events, command);
            }
            if !is_told {
                continue;
            }
            match (rustix::io::read(self.control, &mut byte), byte) {
                (Ok(1), [command::TERMINATE]) => {
                    if self.shared.end.load(Relaxed) == 0 {
                        let _ = rustix::process::kill_process(command, Signal::TERM);
                    }
                }
                (Ok(1), [command::KILL]) => {
                    self.kill_all(events, command);
                    let _ = rustix::io::write(self.notify, &[report::EMPTY]);
                }
                (Ok(1), [command::QUIT]) => return 0,
                (Err(Errno::INTR | Errno::AGAIN), _) => {}
                _ => {
                    self.kill_all(events, command);
                    self.remove_groups();
                    return 0;
                }
            }
        }
    }

    /// Takes the status of all children that have ended. Says whether there are others.
    fn reap(&self, events: &OwnedFd, command: Pid) -> bool {
        // What is read does not matter: several ends may be told once.
        let mut buffer = [0; 512];
        let _ = rustix::io::read(events, &mut buffer);
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == command => self.note_end(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    fn note_end(&self, status: WaitStatus) {
        self.shared.end.store(now(), Relaxed);
        let value = match (status.exit_status(), status.terminating_signal()) {
            (Some(value), _) => value,
            (None, Some(signal)) => -signal,
            (None, None) => 0,
        };
        self.shared.status.store(value, Release);
        let _ = rustix::io::write(self.notify, &[report::ENDED]);
    }

    /// Kills everything until nothing is left. In a container one call reaches all at once, and nothing that was reached can fork.
    fn kill_all(&self, events: &OwnedFd, command: Pid) {
        let pause = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        while self.reap(events, command) {
            // Who is not the first of a namespace would reach the whole machine.
            if self.steps.is_some() && rustix::process::getpid() == Pid::INIT {
                sys::kill_everybody(libc::SIGKILL);
            } else {
                self.killer.kill();
            }
            while self.reap(events, command) {
                let mut fds = [PollFd::new(events, PollFlags::IN)];
                if !matches!(poll(&mut fds, Some(&pause)), Ok(1..)) {
                    break;
                }
            }
        }
    }

    /// The parent is dead, so nobody else does it.
    fn remove_groups(&self) {
        for _ in 0..100 {
            let mut is_left = false;
            for (parent, name) in &self.groups {
                let removed = unlinkat(parent, name.as_c_str(), AtFlags::REMOVEDIR);
                is_left |= removed == Err(Errno::BUSY);
            }
            if !is_left {
                break;
            }
            self.killer.kill();
            let _ = poll(&mut [], Some(&Timespec { tv_sec: 0, tv_nsec: 1_000_000 }));
        }
    }
}

/// Nanoseconds of a clock that nobody sets.
pub(super) fn now() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}

/// Writes to `/proc/PID/NAME`, whose path is put together without allocating.
fn write_map(pid: Pid, name: &[u8], text: &[u8]) -> Result<(), Errno> {
    let mut path = [0; 64];
    let mut digits = [0; 10];
    let mut count = 0;
    let mut number = pid.as_raw_nonzero().get();
    while number > 0 {
        digits[count] = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        count += 1;
    }
    let parts = b"/proc/".iter().chain(digits[..count].iter().rev()).chain(b"/").chain(name);
    for (place, byte) in path.iter_mut().zip(parts) {
        *place = *byte;
    }
    let path = CStr::from_bytes_until_nul(&path).map_err(|_| Errno::NAMETOOLONG)?;
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(file.as_fd(), text).map(drop)
}
