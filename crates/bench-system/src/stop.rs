//! The sign to stop, which signal handlers and other threads give and which every run in progress sees.
//!
//! It is a pipe that is written once and never read: whoever waits for it, in whichever thread, is woken, now and later.

use crate::Error;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use std::time::Duration;

/// The sign to stop. Share it by reference or `Arc`.
#[derive(Debug)]
pub struct Stop {
    read: OwnedFd,
    write: OwnedFd,
}

impl Stop {
    /// A sign that is not given yet.
    pub fn new() -> Result<Self, Error> {
        let (read, write) =
            pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK).map_err(Error::system("make a pipe"))?;
        Ok(Self { read, write })
    }

    /// Gives the sign: runs in progress are killed and report what was measured, and no further one starts.
    pub fn give(&self) {
        // If the pipe is full, the sign has been given often enough.
        let _ = rustix::io::write(&self.write, &[1]);
    }

    /// Whether it was given.
    pub fn is_given(&self) -> bool {
        self.wait(Duration::ZERO)
    }

    /// Waits until it is given, but not longer than that; says whether it is.
    pub fn wait(&self, timeout: Duration) -> bool {
        let mut fds = [rustix::event::PollFd::new(&self.read, rustix::event::PollFlags::IN)];
        let timeout = rustix::event::Timespec::try_from(timeout).ok();
        matches!(rustix::event::poll(&mut fds, timeout.as_ref()), Ok(1..))
    }

    /// The end to write a byte to: for signal handlers (`signal_hook::low_level::pipe::register`).
    pub fn writer(&self) -> BorrowedFd<'_> {
        self.write.as_fd()
    }

    /// The end that becomes readable.
    pub(crate) fn reader(&self) -> BorrowedFd<'_> {
        self.read.as_fd()
    }
}
