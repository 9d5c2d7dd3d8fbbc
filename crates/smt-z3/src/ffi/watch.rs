//! What stops a running call: a limit of time or memory, or somebody's interrupt.
//!
//! Z3 stops a call when another thread asks it to; a request that comes before Z3 has begun to listen is lost, and Z3's own
//! `timeout` is a thread for each query that asks in the same way. So there is one thread for the process, the watchdog,
//! that looks at every running call: at its deadline, and every [`POLL`] for interrupts and memory, and asks again
//! until the call ends. It sleeps when nothing has run for a while. A call costs two atomic stores if it is awake.
//!
//! Memory is what Z3 has allocated in the whole process since the call began, read every [`POLL`]: a bound that is kept up to what
//! Z3 can allocate between two looks. Z3's own bound (`memory_max_size`) is one for the process and can end it, so it is not used.

use super::load::Api;
use super::raw::RawContext;
use crate::error::Z3Error;
use smt::solver::{Interrupt, Limits, Reason};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How often interrupts and memory are looked at.
const POLL: Duration = Duration::from_millis(10);
/// Rounds without a running call after which the watchdog sleeps.
const QUIET_ROUNDS: u32 = 50;

/// What other threads may know of a context.
pub(crate) struct Watch {
    api: &'static Api,
    /// The context, while it exists.
    context: Mutex<Option<Listener>>,
    interrupt: OnceLock<Interrupt>,
    running: AtomicBool,
    /// Nanoseconds since [`START`]; the greatest number for none.
    deadline: AtomicU64,
    /// Bytes of Z3 in the process; the greatest number for none.
    ceiling: AtomicU64,
    cause: AtomicU8,
}

/// A context to which only one thing is done from other threads: Z3 allows `Z3_interrupt` there.
struct Listener(RawContext);
// SAFETY: the pointer is used for `Z3_interrupt` only, which Z3 allows from every thread, and under a lock that the
// context's owner takes before it frees the context.
unsafe impl Send for Listener {}

const CAUSE_NONE: u8 = 0;
const CAUSE_TIME: u8 = 1;
const CAUSE_MEMORY: u8 = 2;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Watch {
    pub(super) fn new(api: &'static Api, context: RawContext) -> Arc<Self> {
        let watch = Arc::new(Self {
            api,
            context: Mutex::new(Some(Listener(context))),
            interrupt: OnceLock::new(),
            running: AtomicBool::new(false),
            deadline: AtomicU64::new(u64::MAX),
            ceiling: AtomicU64::new(u64::MAX),
            cause: AtomicU8::new(CAUSE_NONE),
        });
        WATCHDOG.lock().watches.push(Arc::downgrade(&watch));
        watch
    }

    /// What stops calls of this context.
    pub(crate) fn interrupt(self: &Arc<Self>) -> &Interrupt {
        self.interrupt.get_or_init(|| {
            let watch = Arc::downgrade(self);
            Interrupt::waking(move || {
                if let Some(watch) = watch.upgrade().filter(|watch| watch.running.load(Ordering::SeqCst)) {
                    watch.ask();
                }
            })
        })
    }

    /// Begins a call that has limits. The guard ends it.
    pub(crate) fn begin(self: &Arc<Self>, limits: &Limits) -> Result<Running, Z3Error> {
        let deadline = limits.time.map_or(u64::MAX, |time| nanoseconds(START.elapsed().saturating_add(time)));
        let ceiling = limits.memory.map_or(u64::MAX, |bytes| self.api.allocated().saturating_add(bytes));
        self.cause.store(CAUSE_NONE, Ordering::Relaxed);
        self.deadline.store(deadline, Ordering::Relaxed);
        self.ceiling.store(ceiling, Ordering::Relaxed);
        self.running.store(true, Ordering::SeqCst);
        let running = Running { watch: Arc::clone(self) };
        let is_short = limits.time.is_some_and(|time| time < POLL);
        if is_short || !AWAKE.load(Ordering::SeqCst) {
            WATCHDOG.wake()?;
        }
        Ok(running)
    }

    /// Other threads cannot reach the context any more.
    pub(super) fn forget_context(&self) {
        *self.context.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn ask(&self) {
        let context = self.context.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listener) = &*context {
            // SAFETY: the context exists as long as the lock is held, and this function may be called from any thread.
            unsafe { (self.api.table.interrupt)(listener.0) };
        }
    }

    /// Looks at a running call and says how long it may be left alone.
    fn look(&self, now: u64) -> Duration {
        let deadline = self.deadline.load(Ordering::Relaxed);
        if deadline <= now {
            self.blame(CAUSE_TIME);
        } else if self.interrupt.get().is_some_and(Interrupt::is_asked) {
            self.ask();
        } else {
            let ceiling = self.ceiling.load(Ordering::Relaxed);
            if ceiling < u64::MAX && self.api.allocated() > ceiling {
                self.blame(CAUSE_MEMORY);
            }
        }
        POLL.min(Duration::from_nanos(deadline.saturating_sub(now).max(1_000_000)))
    }

    fn blame(&self, cause: u8) {
        // The first cause stays.
        let _ = self.cause.compare_exchange(CAUSE_NONE, cause, Ordering::SeqCst, Ordering::SeqCst);
        self.ask();
    }
}

/// A call that is being watched.
pub(crate) struct Running {
    watch: Arc<Watch>,
}

impl Running {
    /// Why the call was stopped, if it was. An interrupt that stopped it is taken.
    pub(crate) fn stopped(&self) -> Option<Reason> {
        match self.watch.cause.load(Ordering::SeqCst) {
            CAUSE_TIME => Some(Reason::Time),
            CAUSE_MEMORY => Some(Reason::Memory),
            _ => self.watch.interrupt().take().then_some(Reason::Interrupted),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.watch.running.store(false, Ordering::SeqCst);
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
    let now = nanoseconds(START.elapsed());
    let mut pause = None;
    state.watches.retain(|watch| {
        let Some(watch) = watch.upgrade() else { return false };
        if watch.running.load(Ordering::SeqCst) {
            let next = watch.look(now);
            pause = Some(pause.map_or(next, |pause: Duration| pause.min(next)));
        }
        true
    });
    pause
}
