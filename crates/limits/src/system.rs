//! Clocks of the system: CPU time of a thread and of a process, by number.
//!
//! A thread may read the clock of another thread of its process, and of a child (POSIX
//! `pthread_getcpuclockid`, `clock_getcpuclockid`). `rustix` has the clock of the calling thread
//! only, so these three calls are here.

#![expect(unsafe_code, reason = "three calls of the C library that no safe crate of ours offers")]

use std::time::Duration;

/// The number of a clock that counts CPU time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockNumber(libc::clockid_t);

impl ClockNumber {
    /// The clock of the calling thread, which other threads may read.
    pub(crate) fn of_this_thread() -> Option<Self> {
        let mut number: libc::clockid_t = 0;
        // SAFETY: `pthread_self` names the calling thread, which exists, and the pointer is to a
        // variable of ours.
        let status = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut number) };
        (status == 0).then_some(Self(number))
    }

    /// The clock of a process; nothing if there is no such process.
    pub(crate) fn of_process(process: u32) -> Option<Self> {
        let process = libc::pid_t::try_from(process).ok()?;
        let mut number: libc::clockid_t = 0;
        // SAFETY: the pointer is to a variable of ours; a number that no process has is an error.
        let status = unsafe { libc::clock_getcpuclockid(process, &raw mut number) };
        (status == 0).then_some(Self(number))
    }

    /// What the clock shows; nothing if its thread or process is gone.
    pub(crate) fn read(self) -> Option<Duration> {
        let mut shown = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a variable of ours; a number that is no clock is an error.
        let status = unsafe { libc::clock_gettime(self.0, &raw mut shown) };
        let seconds = u64::try_from(shown.tv_sec).ok()?;
        let nanoseconds = u32::try_from(shown.tv_nsec).ok()?;
        (status == 0).then_some(Duration::new(seconds, nanoseconds))
    }
}
