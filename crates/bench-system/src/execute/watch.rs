//! Waits for the end of a run and sees to its limits.
//!
//! Everything is waited for at once, so nothing is asked for periodically, with one exception: the kernel has no alarm for the CPU time of a group. What it has used tells
//! how soon it could reach the limit at the earliest, if it kept all its cores busy, and so long nobody needs to look. The waits become shorter as the limit comes nearer, down to a millisecond.

use super::guardian::{command, now, report};
use super::output::Output;
use crate::group::Group;
use crate::sys::Shared;
use crate::{Error, Limits, Reason, Stop};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use std::sync::atomic::Ordering::Acquire;
use std::time::Duration;

/// How long processes may take to end after they were killed. Some that wait for a device cannot be ended.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often the size of files is looked at, if it has a limit that the kernel does not already keep.
const FILES_PERIOD: u64 = 100_000_000;
const MILLISECOND: u64 = 1_000_000;

/// A run in progress.
pub(super) struct Watch<'a> {
    pub(super) limits: &'a Limits,
    pub(super) cores: u32,
    pub(super) shared: &'a Shared,
    pub(super) group: &'a dyn Group,
    pub(super) stop: &'a Stop,
    pub(super) control: &'a OwnedFd,
    pub(super) notify: &'a OwnedFd,
    pub(super) guardian: BorrowedFd<'a>,
    pub(super) scratch: Option<OwnedFd>,
    pub(super) guardian_pid: i32,
    pub(super) state: State,
}

/// What is known so far.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Why it was ended.
    pub(super) reason: Option<Reason>,
    /// It was asked to end.
    is_asked: bool,
    /// The command has ended.
    has_ended: bool,
    /// When everything was killed, if it was.
    killed: Option<u64>,
    /// The kernel may be about to end a process for want of memory: when to look, and how often yet.
    memory: Option<(u64, u32)>,
    next_cpu: u64,
    next_files: u64,
    has_output: bool,
}

impl Watch<'_> {
    /// Waits until no process of the run is left.
    pub(super) fn wait(&mut self, output: &mut Output) -> Result<(), Error> {
        self.state.has_output = output.reader().is_some();
        loop {
            let time = now();
            if self.state.killed.is_none() {
                self.check(time);
            }
            if self.state.killed.is_some_and(|killed| time > killed + nanos(PATIENCE)) {
                return Err(Error::Machine(format!(
                    "processes of the run do not end although they were killed {} s ago; they probably wait for a device",
                    PATIENCE.as_secs()
                )));
            }
            if self.pause(time, output)? {
                return Ok(());
            }
        }
    }

    /// Waits for whatever comes first. Says whether nothing is left.
    fn pause(&mut self, time: u64, output: &mut Output) -> Result<bool, Error> {
        let timeout = self.next(time).map(|next| next.saturating_sub(time));
        let timeout = timeout.and_then(|timeout| Timespec::try_from(Duration::from_nanos(timeout)).ok());
        let is_killed = self.state.killed.is_some();
        let reader = output.reader().filter(|_| self.state.has_output);
        let (has_report, is_guardian_gone, is_stopped, has_memory_event, has_output) = {
            let flag = |is_wanted: bool, flags| if is_wanted { flags } else { PollFlags::empty() };
            let event = self.group.memory_event().filter(|_| !is_killed);
            // A place that is not waited for keeps the others where they are.
            let nothing = self.notify.as_fd();
            let mut fds = [
                PollFd::new(self.notify, PollFlags::IN),
                PollFd::from_borrowed_fd(self.guardian, PollFlags::IN),
                PollFd::from_borrowed_fd(self.stop.reader(), flag(!is_killed, PollFlags::IN)),
                event.map_or(PollFd::from_borrowed_fd(nothing, PollFlags::empty()), |event| event.poll()),
                PollFd::from_borrowed_fd(reader.unwrap_or(nothing), flag(reader.is_some(), PollFlags::IN)),
            ];
            match poll(&mut fds, timeout.as_ref()) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(Error::system("wait for the run")(error)),
            }
            let ready = |place: usize, flags: PollFlags| fds[place].revents().intersects(flags);
            let any = PollFlags::IN | PollFlags::HUP | PollFlags::ERR;
            (
                ready(0, any),
                ready(1, PollFlags::IN),
                !is_killed && ready(2, PollFlags::IN),
                event.is_some() && ready(3, PollFlags::IN | PollFlags::PRI),
                reader.is_some() && ready(4, any),
            )
        };
        if has_output {
            self.state.has_output = output.take();
        }
        if has_memory_event {
            self.note_memory();
        }
        if is_stopped {
            self.end(Some(Reason::Killed));
        }
        if has_report {
            return self.hear();
        }
        if is_guardian_gone {
            self.group.killer().kill();
            return Err(Error::Machine("the process that guards the run was killed from outside".to_owned()));
        }
        Ok(false)
    }

    /// Takes what the guardian says.
    fn hear(&mut self) -> Result<bool, Error> {
        let mut bytes = [0; 8];
        let length = match rustix::io::read(self.notify, &mut bytes) {
            Ok(0) => {
                self.group.killer().kill();
                return Err(Error::Machine(
                    "the process that guards the run was killed from outside".to_owned(),
                ));
            }
            Ok(length) => length,
            Err(Errno::INTR | Errno::AGAIN) => 0,
            Err(error) => return Err(Error::system("hear from the run")(error)),
        };
        let mut is_empty = false;
        for byte in bytes.iter().take(length) {
            match *byte {
                report::ENDED => {
                    self.state.has_ended = true;
                    self.end(None);
                }
                report::EMPTY => is_empty = true,
                _ => {}
            }
        }
        Ok(is_empty)
    }

    /// Compares what was used with the limits.
    fn check(&mut self, time: u64) {
        let start = self.start(time);
        if self.limits.wall.is_some_and(|limit| time >= start + nanos(limit)) {
            return self.end(Some(Reason::WallTime));
        }
        if let Some((next, left)) = self.state.memory
            && time >= next
        {
            self.check_memory(left);
        }
        if (self.limits.cpu.is_some() || self.limits.soft_cpu.is_some()) && time >= self.state.next_cpu {
            self.check_cpu(time);
        }
        if self.limits.files.is_some() && time >= self.state.next_files {
            self.state.next_files = time + FILES_PERIOD;
            if self.has_too_many_files() {
                self.end(Some(Reason::FileSize));
            }
        }
    }

    fn check_cpu(&mut self, time: u64) {
        // It could be read when the run began, so it can be read.
        let used = self.group.cpu().unwrap_or_default();
        if self.limits.cpu.is_some_and(|limit| used >= limit) {
            return self.end(Some(Reason::CpuTime));
        }
        if !self.state.is_asked && self.limits.soft_cpu.is_some_and(|limit| used >= limit) {
            self.state.is_asked = true;
            self.tell(command::TERMINATE);
        }
        let soft = self.limits.soft_cpu.filter(|_| !self.state.is_asked);
        let left = self.limits.cpu.into_iter().chain(soft).map(|limit| limit.saturating_sub(used)).min();
        let pause = left.map_or(u64::MAX / 4, |left| nanos(left) / u64::from(self.cores.max(1)));
        self.state.next_cpu = time + pause.max(MILLISECOND);
    }

    /// The event comes just before the kernel counts what it does about it; or it could make room, and nothing follows.
    fn note_memory(&mut self) {
        if let Some(event) = self.group.memory_event() {
            event.take();
        }
        self.check_memory(50);
    }

    fn check_memory(&mut self, left: u32) {
        if self.group.is_out_of_memory() == Ok(true) {
            return self.end(Some(Reason::Memory));
        }
        self.state.memory = left.checked_sub(1).map(|left| (now() + MILLISECOND, left));
    }

    /// The `tmpfs` that has the files is also where its size can be asked for.
    fn has_too_many_files(&mut self) -> bool {
        if self.scratch.is_none() {
            self.scratch = open_scratch(self.shared, self.guardian_pid);
        }
        let Some(size) = self.scratch.as_ref().and_then(|scratch| rustix::fs::fstatfs(scratch).ok()) else {
            return false;
        };
        let block = u64::try_from(size.f_bsize).unwrap_or(4096);
        let used = size.f_blocks.saturating_sub(size.f_bfree) * block;
        self.limits.files.is_some_and(|limit| used > limit)
    }

    /// Looks once more, when all is over: a limit may have been passed just before the end.
    pub(super) fn check_again(&mut self, cpu: Option<Duration>, wall: Duration) {
        let is_over = |limit: Option<Duration>, used: Option<Duration>| matches!((limit, used), (Some(limit), Some(used)) if used >= limit);
        let files = self.limits.files.is_some() && self.has_too_many_files();
        let found = [
            (self.group.is_out_of_memory() == Ok(true), Reason::Memory),
            (is_over(self.limits.cpu, cpu), Reason::CpuTime),
            (is_over(self.limits.wall, Some(wall)), Reason::WallTime),
            (self.state.is_asked, Reason::SoftCpuTime),
            (files, Reason::FileSize),
        ];
        let found = found.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason);
        self.state.reason = self.state.reason.or(found);
    }

    /// Kills everything; the reason is that of the first who wants it.
    fn end(&mut self, reason: Option<Reason>) {
        if self.state.reason.is_none() && !self.state.has_ended {
            self.state.reason = reason;
        }
        if self.state.killed.is_none() {
            self.state.killed = Some(now());
            self.tell(command::KILL);
        }
    }

    fn tell(&self, command: u8) {
        // If the guardian is gone, its end is noticed otherwise.
        let _ = rustix::io::write(self.control, &[command]);
    }

    /// When the command started; it has used no time while it has not.
    fn start(&self, time: u64) -> u64 {
        match self.shared.start.load(Acquire) {
            0 => time,
            start => start,
        }
    }

    /// When to look again at the latest.
    fn next(&self, time: u64) -> Option<u64> {
        if let Some(killed) = self.state.killed {
            return Some(killed + nanos(PATIENCE) + 1);
        }
        let limits = self.limits;
        let wall = limits.wall.map(|limit| (self.start(time) + nanos(limit)).max(time));
        let cpu = (limits.cpu.is_some() || limits.soft_cpu.is_some()).then_some(self.state.next_cpu);
        let files = limits.files.map(|_| self.state.next_files);
        let memory = self.state.memory.map(|(next, _)| next);
        [wall, cpu, files, memory].into_iter().flatten().min()
    }
}

/// The run's `tmpfs`, which the guardian has open.
pub(super) fn open_scratch(shared: &Shared, guardian: i32) -> Option<OwnedFd> {
    use rustix::fs::{Mode, OFlags, open};
    let number = shared.scratch.load(Acquire).checked_sub(1).filter(|number| *number >= 0)?;
    let path = format!("/proc/{guardian}/fd/{number}");
    open(path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()
}

/// Limits of centuries are limits of centuries.
fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX / 4).min(u64::MAX / 4)
}
