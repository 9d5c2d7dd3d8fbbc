//! A child process and a conversation with it that always ends.
//!
//! Both pipes are non-blocking and served from one `poll` with an end, together with the descriptor
//! that an interrupt makes readable. So the child can fill its standard error, answer before it has read everything, or
//! stop reading, and the caller still gets the answer or the reason why there is none. No thread is needed, and a round trip is
//! three system calls.
//!
//! The child leads a process group of its own. Dropping it kills the group with SIGKILL and reaps the child. A descendant that
//! leaves the group by `setsid` is out of reach; none of the solvers does that.

use crate::end::{End, Watch};
use limits::{ThreadClock, Worked};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process_group, prlimit, waitid,
};
use smt::solver::Interrupt;
use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How much of standard error is kept for messages.
const STDERR_KEPT: usize = 2048;
/// How long a killed child may take to be gone before it is left to the system.
const REAPING: Duration = Duration::from_secs(2);
/// One read takes at most so much.
const CHUNK: usize = 64 * 1024;

/// What to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CommandLine {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
}

/// Why a conversation ended without the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The child closed its output; this is what it had said.
    Closed(Vec<u8>),
    /// The time was up.
    TimeUp,
    /// Somebody interrupted.
    Interrupted,
    /// It said more than is allowed.
    TooMuch,
    /// The system refused something.
    System(String),
}

/// The descriptor that an interrupt makes readable.
#[derive(Clone)]
pub(crate) struct Wake {
    event: Arc<OwnedFd>,
    interrupt: Interrupt,
}

impl Wake {
    pub(crate) fn new() -> std::io::Result<Self> {
        let event = Arc::new(eventfd(0, EventfdFlags::NONBLOCK | EventfdFlags::CLOEXEC)?);
        let writer = Arc::clone(&event);
        let interrupt = Interrupt::waking(move || {
            // The counter can only be full if nobody has read the earlier wake-ups, and then it is readable anyway.
            let _ = rustix::io::write(&*writer, &1u64.to_ne_bytes());
        });
        Ok(Self { event, interrupt })
    }

    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Whether a stop was asked for; asks no longer.
    pub(crate) fn take(&self) -> bool {
        let mut count = [0; 8];
        let _ = rustix::io::read(&*self.event, &mut count);
        self.interrupt.take()
    }
}

/// A running child.
pub(crate) struct Child {
    process: std::process::Child,
    /// It works for the thread that started it.
    worked: Option<Worked>,
    group: Pid,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    error_text: Vec<u8>,
    heard: Vec<u8>,
    chunk: Box<[u8]>,
    memory: Option<u64>,
    is_reaped: bool,
}

impl Child {
    /// Starts a program with pipes.
    pub(crate) fn start(line: &CommandLine) -> std::io::Result<Self> {
        let mut process = Command::new(&line.program)
            .args(&line.arguments)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&process);
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(std::io::Error::other("a child without pipes"));
        };
        let child = Self {
            worked: Some(ThreadClock::of_this_thread().add(process.id())),
            process,
            group,
            input: Some(input),
            output,
            errors: Some(errors),
            error_text: Vec::new(),
            heard: Vec::new(),
            chunk: vec![0; CHUNK].into(),
            memory: None,
            is_reaped: false,
        };
        // From here on, an early return drops the child and kills it.
        for descriptor in [child.input.as_ref().map(AsFd::as_fd), child.errors.as_ref().map(AsFd::as_fd)]
            .into_iter()
            .flatten()
            .chain([child.output.as_fd()])
        {
            rustix::io::ioctl_fionbio(descriptor, true)?;
        }
        Ok(child)
    }

    /// The number of the process.
    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Bytes of memory that the child holds, if the system says.
    pub(crate) fn resident(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id())).ok()?;
        let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }

    /// Bounds the address space of the child and of what it starts from now on.
    pub(crate) fn limit_memory(&mut self, bytes: Option<u64>) {
        if self.memory != bytes {
            // If the system refuses, the child has died, and the conversation will say so.
            let limit = Rlimit { current: bytes, maximum: None };
            let _ = prlimit(Some(self.group), Resource::As, limit);
            self.memory = bytes;
        }
    }

    /// The bound on memory in force.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Whether it has ended. It is not reaped by the question.
    pub(crate) fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.is_reaped || !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Sends a text, and reads until a line is the marker, in quotes or without. Returns what came before it.
    pub(crate) fn converse(
        &mut self,
        text: &[u8],
        marker: &str,
        bounds: &Bounds<'_>,
    ) -> Result<Vec<u8>, Ending> {
        let mut unsent = text;
        let mut searched = 0;
        let mut watch = Watch::new(bounds.end);
        loop {
            if bounds.wake.is_some_and(Wake::take) {
                return Err(Ending::Interrupted);
            }
            self.send(&mut unsent);
            if let Some((answer, rest)) = find_marker(&self.heard, marker, searched) {
                let tail = self.heard.split_off(rest);
                let mut head = std::mem::replace(&mut self.heard, tail);
                head.truncate(answer);
                return Ok(head);
            }
            searched = self.heard.len().saturating_sub(marker.len() + 4);
            if self.heard.len() > bounds.most_output {
                return Err(Ending::TooMuch);
            }
            let left = watch.left();
            if left.is_zero() {
                return Err(Ending::TimeUp);
            }
            let waiting = if unsent.is_empty() { Waiting::ToHear } else { Waiting::ToSend };
            let ready = self.wait(waiting, left, bounds.wake)?;
            if ready.errors {
                self.hear_errors();
            }
            if ready.output && !self.hear()? {
                return Err(Ending::Closed(std::mem::take(&mut self.heard)));
            }
        }
    }

    /// Closes the child's input and reads until it closes its output.
    pub(crate) fn listen(&mut self, bounds: &Bounds<'_>) -> Ending {
        self.input = None;
        // If the child does print this marker, its text ends there.
        match self.converse(&[], "\0", bounds) {
            Ok(text) => Ending::Closed(text),
            Err(ending) => ending,
        }
    }

    /// Writes as much as fits. A child that no longer reads may still have something to say, so that is no error here.
    fn send(&mut self, unsent: &mut &[u8]) {
        while !unsent.is_empty() {
            let Some(input) = &mut self.input else {
                *unsent = &[];
                return;
            };
            match input.write(unsent) {
                Ok(count) => *unsent = &unsent[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.input = None,
            }
        }
    }

    /// Waits until something can be done, at most for a time.
    fn wait(&self, waiting: Waiting, time: Duration, wake: Option<&Wake>) -> Result<Ready, Ending> {
        let mut descriptors = Vec::with_capacity(4);
        descriptors.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
        if waiting != Waiting::ForErrors {
            descriptors.push(PollFd::new(&self.output, PollFlags::IN));
            descriptors.extend(wake.map(|wake| PollFd::new(&*wake.event, PollFlags::IN)));
        }
        if waiting == Waiting::ToSend {
            descriptors.extend(self.input.as_ref().map(|input| PollFd::new(input, PollFlags::OUT)));
        }
        let timeout = Timespec {
            tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        };
        match poll(&mut descriptors, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Ending::System(error.to_string())),
        }
        let mut is_ready = descriptors.iter().map(|descriptor| !descriptor.revents().is_empty());
        let errors = self.errors.is_some() && is_ready.next() == Some(true);
        Ok(Ready { errors, output: waiting != Waiting::ForErrors && is_ready.next() == Some(true) })
    }

    /// Reads what is there; says whether there can be more.
    fn hear(&mut self) -> Result<bool, Ending> {
        match self.output.read(&mut self.chunk) {
            Ok(count) => {
                self.heard.extend_from_slice(&self.chunk[..count]);
                Ok(count > 0)
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(true),
            Err(error) => Err(Ending::System(error.to_string())),
        }
    }

    /// Reads standard error, of which only the end is kept.
    fn hear_errors(&mut self) {
        let Some(errors) = &mut self.errors else { return };
        match errors.read(&mut self.chunk) {
            Ok(0) => self.errors = None,
            Ok(count) => {
                self.error_text.extend_from_slice(&self.chunk[..count]);
                let surplus = self.error_text.len().saturating_sub(STDERR_KEPT);
                self.error_text.drain(..surplus);
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.errors = None,
        }
    }

    /// Kills the group and reaps the child. In this order, because the number of the group can be given to others once its
    /// leader is reaped.
    pub(crate) fn kill(&mut self) -> Option<ExitStatus> {
        if self.is_reaped {
            return None;
        }
        let _ = kill_process_group(self.group, Signal::KILL);
        // Its clock can be read until it is reaped.
        self.worked = None;
        self.is_reaped = true;
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < REAPING => std::thread::sleep(pause),
                Ok(None) | Err(_) => return None,
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// How it ended, for a message, after its output was closed. A child that goes on without output is killed.
    pub(crate) fn obituary(&mut self) -> Obituary {
        let end = Instant::now() + Duration::from_millis(100);
        while self.errors.is_some() && Instant::now() < end {
            match self.wait(Waiting::ForErrors, Duration::from_millis(20), None) {
                Ok(ready) if ready.errors => self.hear_errors(),
                Ok(_) | Err(_) => break,
            }
        }
        while !self.has_ended() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        let has_ended = self.has_ended();
        let status = self.kill().filter(|_| has_ended);
        let how = status.map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        let is_success = status.is_some_and(|status| status.success());
        let is_abort = status.is_some_and(|status| matches!(status.signal(), Some(6 | 11)));
        Obituary {
            how,
            is_success,
            is_abort,
            said: String::from_utf8_lossy(&self.error_text).trim().to_owned(),
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a conversation must keep to.
pub(crate) struct Bounds<'a> {
    pub(crate) end: End,
    pub(crate) wake: Option<&'a Wake>,
    pub(crate) most_output: usize,
}

/// What a child is waited for, besides its standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    ToSend,
    ToHear,
    ForErrors,
}

struct Ready {
    output: bool,
    errors: bool,
}

/// How a child ended and what it last said on standard error.
pub(crate) struct Obituary {
    pub(crate) how: String,
    /// With status zero.
    pub(crate) is_success: bool,
    /// By SIGABRT or SIGSEGV, which is how a failed allocation ends many programs.
    pub(crate) is_abort: bool,
    pub(crate) said: String,
}

/// Where a line is the marker: where the line begins, and where the next one does. Lines that begin before `from` are not
/// looked at, except the one at `from`.
fn find_marker(heard: &[u8], marker: &str, from: usize) -> Option<(usize, usize)> {
    for found in memchr::memmem::find_iter(&heard[from..], marker) {
        let mut start = from + found;
        let mut end = start + marker.len();
        if start > 0 && heard[start - 1] == b'"' && heard.get(end) == Some(&b'"') {
            start -= 1;
            end += 1;
        }
        if heard.get(end) == Some(&b'\r') {
            end += 1;
        }
        let begins_line = start == 0 || heard[start - 1] == b'\n';
        if begins_line && heard.get(end) == Some(&b'\n') {
            return Some((start, end + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_whole_lines() {
        assert_eq!(find_marker(b"sat\nmark-1\n", "mark-1", 0), Some((4, 11)));
        assert_eq!(find_marker(b"sat\n\"mark-1\"\r\nrest", "mark-1", 0), Some((4, 14)));
        assert_eq!(find_marker(b"mark-1\n", "mark-1", 0), Some((0, 7)));
        for text in ["mark-1", "mark-12\n", "a mark-1\n", "(error \"mark-1\")\n", "\"mark-1\n"] {
            assert_eq!(find_marker(text.as_bytes(), "mark-1", 0), None, "{text}");
        }
    }
}
