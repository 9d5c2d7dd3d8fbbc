//! The clock of a worker: CPU time of its thread and of the solver processes that it started.
//!
//! Each thread has one clock, made at the first look at it. A [`Moment`] is a reading, and belongs
//! to the thread that took it. A process that works for the thread is [added](ThreadClock::add) to
//! its clock and counts until its [`Worked`] is dropped; what it used then stays in the sum, so that
//! the clock never goes back. A [`ThreadClock`] may be read by other threads: a watchdog needs that
//! to see that a query is over its limit.
//!
//! A process is read by the system's clock of that process. Children of its own count when it has
//! waited for them, as the system defines it. No solver of ours has any.

use crate::system::ClockNumber;
use std::cell::OnceCell;
use std::ops::Add;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

thread_local! {
    static OWN: OnceCell<ThreadClock> = const { OnceCell::new() };
}

/// The clock of one thread, for this and other threads.
#[derive(Clone, Debug)]
pub struct ThreadClock {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    thread: Option<ClockNumber>,
    sum: Mutex<Sum>,
}

#[derive(Debug, Default)]
struct Sum {
    /// The last reading of the thread's clock, which stays when the thread is gone.
    thread: Duration,
    /// What processes used that have ended.
    ended: Duration,
    /// Processes that work now, and the last reading of each.
    running: Vec<Process>,
    /// The number of the next process.
    next: u64,
}

#[derive(Debug)]
struct Process {
    number: u64,
    clock: Option<ClockNumber>,
    used: Duration,
}

impl Process {
    fn read(&mut self) -> Duration {
        if let Some(now) = self.clock.and_then(ClockNumber::read) {
            self.used = self.used.max(now);
        }
        self.used
    }
}

impl ThreadClock {
    /// The clock of the calling thread.
    pub fn of_this_thread() -> Self {
        OWN.with(|own| own.get_or_init(Self::new).clone())
    }

    fn new() -> Self {
        let shared = Shared { thread: ClockNumber::of_this_thread(), sum: Mutex::default() };
        Self { shared: Arc::new(shared) }
    }

    fn sum(&self) -> MutexGuard<'_, Sum> {
        self.shared.sum.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the clock shows.
    pub fn now(&self) -> Moment {
        let mut sum = self.sum();
        if let Some(now) = self.shared.thread.and_then(ClockNumber::read) {
            sum.thread = sum.thread.max(now);
        }
        let running: Duration = sum.running.iter_mut().map(Process::read).sum();
        Moment(sum.thread + sum.ended + running)
    }

    /// Adds a process that works for this thread. It counts with all that it uses.
    pub fn add(&self, process: u32) -> Worked {
        let mut sum = self.sum();
        let number = sum.next;
        sum.next += 1;
        sum.running.push(Process { number, clock: ClockNumber::of_process(process), used: Duration::ZERO });
        Worked { clock: self.clone(), number }
    }
}

/// A process counts on a clock as long as this lives. Drop it before the process is waited for:
/// then its clock can still be read.
#[derive(Debug)]
pub struct Worked {
    clock: ThreadClock,
    number: u64,
}

impl Drop for Worked {
    fn drop(&mut self) {
        let mut sum = self.clock.sum();
        if let Some(at) = sum.running.iter().position(|process| process.number == self.number) {
            let used = sum.running.swap_remove(at).read();
            sum.ended += used;
        }
    }
}

/// A reading of the clock of a thread. Readings of different threads have nothing to do with each
/// other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment(Duration);

impl Moment {
    /// Reads the clock of the calling thread.
    pub fn now() -> Self {
        ThreadClock::of_this_thread().now()
    }

    /// What the thread worked since then.
    pub fn elapsed(self) -> Duration {
        Self::now().since(self)
    }

    /// What was worked between an earlier moment and this one; nothing if it was not earlier.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// What is left until this moment.
    pub fn left(self) -> Duration {
        self.since(Self::now())
    }

    /// Whether this moment has come.
    pub fn has_come(self) -> bool {
        Self::now() >= self
    }

    /// The moment that comes after so much more work, unless that is never.
    pub fn after(self, work: Duration) -> Option<Self> {
        self.0.checked_add(work).map(Self)
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, work: Duration) -> Self {
        Self(self.0.saturating_add(work))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Instant;

    fn work(least: Duration) {
        let begin = Moment::now();
        let mut number = 1_u64;
        while begin.elapsed() < least {
            for _ in 0..1000 {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            }
            std::hint::black_box(number);
        }
    }

    #[test]
    fn waiting_is_no_work() {
        let begin = Moment::now();
        thread::sleep(Duration::from_millis(200));
        assert!(begin.elapsed() < Duration::from_millis(100), "{:?}", begin.elapsed());
        work(Duration::from_millis(20));
        assert!(begin.elapsed() >= Duration::from_millis(20));
    }

    #[test]
    fn the_work_of_other_threads_does_not_count() {
        let begin = Moment::now();
        thread::spawn(|| work(Duration::from_millis(150))).join().unwrap();
        assert!(begin.elapsed() < Duration::from_millis(100), "{:?}", begin.elapsed());
    }

    #[test]
    fn another_thread_reads_the_clock_of_a_worker() {
        let (say, hear) = std::sync::mpsc::channel();
        let worker = thread::spawn(move || {
            say.send(ThreadClock::of_this_thread()).unwrap();
            work(Duration::from_millis(100));
        });
        let clock = hear.recv().unwrap();
        worker.join().unwrap();
        let last = clock.now();
        // The thread is gone; its clock stands still.
        assert_eq!(clock.now(), last);
    }

    #[test]
    fn a_process_counts_while_it_works_and_afterwards() {
        let clock = ThreadClock::of_this_thread();
        let mut busy = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let begin = clock.now();
        let worked = clock.add(busy.id());
        let wall = Instant::now();
        while clock.now().since(begin) < Duration::from_millis(100) {
            assert!(wall.elapsed() < Duration::from_secs(60), "its work is not seen");
            thread::sleep(Duration::from_millis(5));
        }
        busy.kill().unwrap();
        drop(worked);
        busy.wait().unwrap();
        let after = clock.now();
        assert!(after.since(begin) >= Duration::from_millis(100));
    }

    #[test]
    fn a_process_that_waits_or_is_gone_adds_nothing() {
        let mut idle = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let clock = ThreadClock::of_this_thread();
        let worked = clock.add(idle.id());
        let begin = Moment::now();
        thread::sleep(Duration::from_millis(100));
        assert!(begin.elapsed() < Duration::from_millis(80), "{:?}", begin.elapsed());
        drop(idle.stdin.take());
        idle.wait().unwrap();
        let before = clock.now();
        drop(worked);
        assert!(clock.now() >= before, "the clock never goes back");
        drop(clock.add(u32::MAX));
    }
}
