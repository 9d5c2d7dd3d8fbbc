//! Bounds of a run: time, and the wish of somebody to stop. Everything that can take long asks often.
//!
//! A budget can be divided: a part has its own deadline, never a later one. Asking costs one atomic read, and a look at the
//! clock every so often.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many questions share one look at the clock.
const STRIDE: u32 = 64;

/// What is left of the bounds.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    asked: Cell<u32>,
}

/// Why to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// Somebody asked for it.
    Interrupted,
    /// The time is up.
    Time,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::Time => "time limit",
        })
    }
}

impl Budget {
    /// Without bounds, until `stop` is set.
    pub fn new(stop: Arc<AtomicBool>) -> Self {
        Self { deadline: None, stop, asked: Cell::new(0) }
    }

    /// Without bounds that anybody could set.
    pub fn unlimited() -> Self {
        Self::new(Arc::new(AtomicBool::new(false)))
    }

    /// A part of this budget that ends at the latest after `time`.
    pub fn part(&self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        let deadline = match (self.deadline, end) {
            (Some(outer), Some(inner)) => Some(outer.min(inner)),
            (Some(only), None) | (None, Some(only)) => Some(only),
            (None, None) => None,
        };
        Self { deadline, stop: Arc::clone(&self.stop), asked: Cell::new(0) }
    }

    /// The time that is left; none without a bound.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether to go on. Looks at the clock only now and then: for steps that take microseconds.
    pub fn check(&self) -> Result<(), Exhausted> {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if !asked.is_multiple_of(STRIDE) && !self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.check_now()
    }

    /// Whether to go on, by the clock.
    pub fn check_now(&self) -> Result<(), Exhausted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Exhausted::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            Some(_) | None => Ok(()),
        }
    }
}
