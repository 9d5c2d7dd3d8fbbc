//! What stops a running call: a limit of time or memory, or somebody's interrupt.
//!
//! Z3 stops a call when another thread asks it to; a request that comes before Z3 has begun to listen is lost, and Z3's own
//! `timeout` is a thread for each query that asks in the same way. So there is one thread for the process, the watchdog,
//! that looks at every running call: at its deadline, when an interrupt rings, and every [`POLL`] for memory, and asks again
//! until the call ends. It sleeps when nothing has run for a while. A call costs two locks that nobody else wants.
//!
//! A request that comes too late can stay in Z3's context and stop some later call there, be it only the one that reads the model. So a
//! context that was asked once is [spoilt](Watch::is_spoilt): what the call returned is not used ([`Running::finish`]), and the owner
//! takes a new context. Requests are made under the lock that begins and ends calls, so none comes after the end of its
//! call. Together: an answer is given only by a context that was never asked to stop, and a stop reaches no call but its own.
//!
//! Memory is what Z3 has allocated in the whole process since the call began, read every [`POLL`]: a bound that is kept up to what
//! Z3 can allocate between two looks. Z3's own bound (`memory_max_size`) is one for the process and can end it, so it is not used.

use super::load::Api;
use super::raw::RawContext;
use crate::error::Z3Error;
use limits::{Moment, ThreadClock};
use smt::solver::{Interrupt, Limits, Reason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// How often interrupts and memory are looked at.
const POLL: Duration = Duration::from_millis(10);
/// Rounds without a running call after which the watchdog sleeps.
const QUIET_ROUNDS: u32 = 50;

/// What other threads may know of a context.
pub(crate) struct Watch {
    api: &'static Api,
    interrupt: Interrupt,
    state: Mutex<WatchState>,
}

struct WatchState {
    /// The context, while it exists.
    context: Option<Listener>,
    /// The call that runs.
    call: Option<Call>,
    is_spoilt: bool,
}

/// A running call.
struct Call {
    deadline: Option<Deadline>,
    /// Bytes of Z3 in the process.
    ceiling: Option<u64>,
    /// The limit that it has met.
    cause: Option<Reason>,
}

/// When the thread of a call will have worked enough for it. The watchdog reads that thread's clock.
struct Deadline {
    clock: ThreadClock,
    end: Moment,
}

impl Deadline {
    /// After so much work of the calling thread, unless that is never.
    fn after(work: Duration) -> Option<Self> {
        let clock = ThreadClock::of_this_thread();
        let end = clock.now().after(work)?;
        Some(Self { clock, end })
    }

    /// The work that is left. On a clock of CPU time it takes at least as long by the clock on the
    /// wall, so that nobody needs to look earlier.
    fn left(&self) -> Duration {
        self.end.since(self.clock.now())
    }
}

/// A context to which only one thing is done from other threads: Z3 allows `Z3_interrupt` there.
struct Listener(RawContext);
// SAFETY: the pointer is used for `Z3_interrupt` only, which Z3 allows from every thread, and under a lock that the
// context's owner takes before it frees the context.
unsafe impl Send for Listener {}

/// An interrupt that rings the watchdog. One that is not heard is seen at the next look.
pub(crate) fn ringing_interrupt() -> Interrupt {
    Interrupt::waking(|| WATCHDOG.bell.notify_one())
}

impl Watch {
    pub(super) fn new(api: &'static Api, context: RawContext, interrupt: &Interrupt) -> Arc<Self> {
        let state = WatchState { context: Some(Listener(context)), call: None, is_spoilt: false };
        let watch = Arc::new(Self { api, interrupt: interrupt.clone(), state: Mutex::new(state) });
        WATCHDOG.lock().watches.push(Arc::downgrade(&watch));
        watch
    }

    fn lock(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call that has limits. The guard ends it.
    pub(crate) fn begin(self: &Arc<Self>, limits: &Limits) -> Result<Running, Z3Error> {
        let deadline = limits.time.and_then(Deadline::after);
        let ceiling = limits.memory.map(|bytes| self.api.allocated().saturating_add(bytes));
        self.lock().call = Some(Call { deadline, ceiling, cause: None });
        let running = Running { watch: Arc::clone(self) };
        let is_short = limits.time.is_some_and(|time| time < POLL);
        if is_short || !AWAKE.load(Ordering::SeqCst) {
            WATCHDOG.wake()?;
        }
        Ok(running)
    }

    /// Whether the context has been asked to stop something, and should not be used for more.
    pub(crate) fn is_spoilt(&self) -> bool {
        self.lock().is_spoilt
    }

    /// Other threads cannot reach the context any more.
    pub(super) fn forget_context(&self) {
        self.lock().context = None;
    }

    /// Looks at the running call, if there is one, and says how long it may be left alone.
    fn look(&self) -> Option<Duration> {
        let mut state = self.lock();
        let WatchState { context, call, is_spoilt } = &mut *state;
        let call = call.as_mut()?;
        let left = call.deadline.as_ref().map(Deadline::left);
        if left == Some(Duration::ZERO) {
            call.cause.get_or_insert(Reason::Time);
        } else if call.ceiling.is_some_and(|ceiling| self.api.allocated() > ceiling) {
            call.cause.get_or_insert(Reason::Memory);
        }
        if call.cause.is_some() || self.interrupt.is_asked() {
            if let Some(listener) = context {
                // SAFETY: the context exists as long as the lock is held, and this function may be called from any thread.
                unsafe { (self.api.table.interrupt)(listener.0) };
            }
            *is_spoilt = true;
            return Some(POLL);
        }
        Some(left.map_or(POLL, |left| POLL.min(left)))
    }
}

/// A call that is being watched.
pub(crate) struct Running {
    watch: Arc<Watch>,
}

impl Running {
    /// Ends the call, and says why if it was asked to stop. Then its result must not be used, even if it has one: the request may have
    /// come late and wait in the context for the next call. An interrupt that stopped it is taken.
    pub(crate) fn finish(self) -> Option<Reason> {
        let mut state = self.watch.lock();
        let call = state.call.take();
        if !state.is_spoilt {
            return None;
        }
        Some(call.and_then(|call| call.cause).unwrap_or_else(|| {
            self.watch.interrupt.take();
            Reason::Interrupted
        }))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.watch.lock().call = None;
    }
}

/// Whether the watchdog will look without being told.
static AWAKE: AtomicBool = AtomicBool::new(false);

static WATCHDOG: Watchdog = Watchdog {
    state: Mutex::new(WatchdogState { watches: Vec::new(), is_started: false }),
    bell: Condvar::new(),
};

struct Watchdog {
    state: Mutex<WatchdogState>,
    bell: Condvar,
}

struct WatchdogState {
    watches: Vec<Weak<Watch>>,
    is_started: bool,
}

impl Watchdog {
    fn lock(&self) -> MutexGuard<'_, WatchdogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&'static self) -> Result<(), Z3Error> {
        let mut state = self.lock();
        if !state.is_started {
            let builder = thread::Builder::new().name("z3-watchdog".to_owned());
            builder.spawn(|| self.run()).map_err(|error| Z3Error::NoWatchdog(error.to_string()))?;
            state.is_started = true;
        }
        AWAKE.store(true, Ordering::SeqCst);
        self.bell.notify_one();
        Ok(())
    }

    fn run(&self) {
        let mut state = self.lock();
        let mut quiet = 0;
        loop {
            let pause = round(&mut state);
            quiet = if pause.is_some() { 0 } else { quiet + 1 };
            if quiet < QUIET_ROUNDS {
                let waited = self.bell.wait_timeout(state, pause.unwrap_or(POLL));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            // Whoever begins a call from here on rings the bell, and needs the lock for that; whoever began before is seen.
            AWAKE.store(false, Ordering::SeqCst);
            if round(&mut state).is_none() {
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            AWAKE.store(true, Ordering::SeqCst);
            quiet = 0;
        }
    }
}

/// Looks at all running calls; nothing if there are none.
fn round(state: &mut WatchdogState) -> Option<Duration> {
    let mut pause: Option<Duration> = None;
    state.watches.retain(|watch| {
        let Some(watch) = watch.upgrade() else { return false };
        if let Some(next) = watch.look() {
            pause = Some(pause.map_or(next, |pause| pause.min(next)));
        }
        true
    });
    pause
}

#[cfg(test)]
mod tests {
    use super::super::load_default;
    use super::*;
    use crate::ffi::Context;

    fn within(milliseconds: u64) -> Limits {
        Limits { time: Some(Duration::from_millis(milliseconds)), memory: None }
    }

    /// A call that has its result when the stop arrives: the result is not to be used, and neither is the context.
    #[test]
    fn a_stop_before_the_end_spoils_the_call() {
        let interrupt = ringing_interrupt();
        let context = Context::new(load_default().unwrap(), &interrupt).unwrap();
        let running = context.watch.begin(&within(1)).unwrap();
        // The limit is one of work.
        while !context.watch.is_spoilt() {
            thread::yield_now();
        }
        assert_eq!(running.finish(), Some(Reason::Time));
        assert!(context.watch.is_spoilt());
        let context = Context::new(load_default().unwrap(), &interrupt).unwrap();
        let running = context.watch.begin(&Limits::default()).unwrap();
        interrupt.stop();
        while !context.watch.is_spoilt() {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(running.finish(), Some(Reason::Interrupted));
        assert!(!interrupt.is_asked());
    }

    /// A stop that would come after the end does not come: neither for the deadline nor for an interrupt.
    #[test]
    fn a_stop_after_the_end_does_not_come() {
        let interrupt = ringing_interrupt();
        let context = Context::new(load_default().unwrap(), &interrupt).unwrap();
        let running = context.watch.begin(&within(200)).unwrap();
        // On a machine so busy that the deadline has passed already there is nothing to see.
        if running.finish().is_none() {
            interrupt.stop();
            thread::sleep(Duration::from_millis(300));
            assert!(!context.watch.is_spoilt());
            assert!(interrupt.is_asked());
        }
    }
}
