//! Bounds of a run: time, and the wish of somebody to stop. Everything that can take long asks often.
//!
//! A budget can be divided: a part has its own deadline, never a later one. Asking costs one atomic read, and a look at the
//! clock every so often. Somebody who does not run the analysis stops it by a [`StopSign`]: it has a reason, and it interrupts the solvers that
//! were made known to it, which do not ask.
//!
//! The [`Meter`] is here as well, because whoever may know how much is left may also know what was done with the rest.

use crate::meter::Meter;
use smt::solver::Interrupt;
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many questions share one look at the clock.
const STRIDE: u32 = 64;

/// What is left of the bounds.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    sign: StopSign,
    meter: Meter,
    asked: Cell<u32>,
}

/// Why to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// Somebody asked for it.
    Interrupted,
    /// The time is up.
    Time,
    /// The memory is used up.
    Memory,
}

impl Exhausted {
    const ALL: [Self; 3] = [Self::Interrupted, Self::Time, Self::Memory];
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Interrupted => "interrupted",
            Self::Time => "time limit",
            Self::Memory => "memory limit",
        })
    }
}

/// Asks a run to stop, from any thread.
#[derive(Clone, Debug, Default)]
pub struct StopSign {
    shared: Arc<Sign>,
}

#[derive(Debug, Default)]
struct Sign {
    /// Zero, or one more than the place of the reason in [`Exhausted::ALL`].
    reason: AtomicU8,
    listeners: Mutex<Vec<Interrupt>>,
}

impl StopSign {
    /// Asks for a stop, and interrupts all solvers. The first reason stays. May be repeated, for solvers that heard nothing.
    pub fn stop(&self, reason: Exhausted) {
        let number = Exhausted::ALL.iter().zip(1..).find(|(known, _)| **known == reason);
        let number = number.map_or(1, |(_, number)| number);
        // Somebody else's reason that came first is the one to keep.
        let _ = self.shared.reason.compare_exchange(0, number, Ordering::AcqRel, Ordering::Acquire);
        let listeners = self.shared.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter().for_each(Interrupt::stop);
    }

    /// The reason, if somebody asked for a stop.
    pub fn reason(&self) -> Option<Exhausted> {
        let number = self.shared.reason.load(Ordering::Acquire);
        Exhausted::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Makes something known that is to be interrupted, now if a stop was asked for already.
    pub fn interrupts(&self, listener: Interrupt) {
        if self.reason().is_some() {
            listener.stop();
        }
        self.shared.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(listener);
    }
}

impl Budget {
    /// Without bounds, until a stop is asked for.
    pub fn new(sign: StopSign, meter: Meter) -> Self {
        Self { deadline: None, sign, meter, asked: Cell::new(0) }
    }

    /// Without bounds that anybody could set.
    pub fn unlimited() -> Self {
        Self::new(StopSign::default(), Meter::default())
    }

    /// A part of this budget that ends at the latest after `time`.
    pub fn part(&self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        let deadline = match (self.deadline, end) {
            (Some(outer), Some(inner)) => Some(outer.min(inner)),
            (Some(only), None) | (None, Some(only)) => Some(only),
            (None, None) => None,
        };
        Self { deadline, sign: self.sign.clone(), meter: self.meter.clone(), asked: Cell::new(0) }
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// What stops the run.
    pub fn sign(&self) -> &StopSign {
        &self.sign
    }

    /// What counts and times the run.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The time that is left; none without a bound.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether to go on. Looks at the clock only now and then: for steps that take microseconds.
    pub fn check(&self) -> Result<(), Exhausted> {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if !asked.is_multiple_of(STRIDE) && self.sign.reason().is_none() {
            return Ok(());
        }
        self.check_now()
    }

    /// Whether to go on, by the clock.
    pub fn check_now(&self) -> Result<(), Exhausted> {
        if let Some(reason) = self.sign.reason() {
            return Err(reason);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            Some(_) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays_and_everybody_is_interrupted() {
        let sign = StopSign::default();
        let (early, late) = (Interrupt::default(), Interrupt::default());
        sign.interrupts(early.clone());
        assert_eq!((sign.reason(), early.is_asked()), (None, false));
        sign.stop(Exhausted::Memory);
        sign.stop(Exhausted::Time);
        sign.interrupts(late.clone());
        assert_eq!(sign.reason(), Some(Exhausted::Memory));
        assert!(early.is_asked() && late.is_asked());
        let budget = Budget::new(sign, Meter::default());
        assert_eq!(budget.check(), Err(Exhausted::Memory));
        assert_eq!(budget.part(Duration::from_secs(9)).check_now(), Err(Exhausted::Memory));
    }

    #[test]
    fn a_part_never_ends_later_than_the_whole() {
        let whole = Budget::unlimited().part(Duration::ZERO);
        assert_eq!(whole.part(Duration::from_secs(9)).check_now(), Err(Exhausted::Time));
        assert_eq!(Budget::unlimited().check_now(), Ok(()));
    }
}
