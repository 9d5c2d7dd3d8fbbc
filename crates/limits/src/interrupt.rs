//! Stops a query of a solver from another thread.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a query from another thread.
#[derive(Clone, Default)]
pub struct Interrupt {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    flag: AtomicBool,
    /// What wakes a back end that cannot look at the flag while it works.
    wake: Option<Box<dyn Fn() + Send + Sync>>,
}

impl Interrupt {
    /// An interrupt that also calls `wake`, on the thread that asks for the stop. The call must be
    /// harmless at any time, also when no query runs and after the solver is gone.
    pub fn waking(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { shared: Arc::new(Shared { flag: AtomicBool::new(false), wake: Some(Box::new(wake)) }) }
    }

    /// Asks for the running query, or the next, to stop.
    pub fn stop(&self) {
        self.shared.flag.store(true, Ordering::Release);
        if let Some(wake) = &self.shared.wake {
            wake();
        }
    }

    /// Whether a stop was asked for and not taken yet.
    pub fn is_asked(&self) -> bool {
        self.shared.flag.load(Ordering::Acquire)
    }

    /// Whether a stop was asked for; asks no longer.
    pub fn take(&self) -> bool {
        self.shared.flag.swap(false, Ordering::AcqRel)
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("asked", &self.is_asked()).finish_non_exhaustive()
    }
}
