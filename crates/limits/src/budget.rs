//! What is left of a run. Everything that can take long asks often.
//!
//! A budget can be divided: a part has its own deadline, never a later one, in work of the thread
//! that made it. Asking costs one atomic read, and a look at the clock every so often.
//!
//! The [`Meter`] is here as well, because whoever may know how much is left may also know what was
//! done with the rest.

use crate::clock::Moment;
use crate::meter::Meter;
use crate::sign::StopSign;
use std::cell::Cell;
use std::fmt;
use std::time::Duration;

/// How many questions share one look at the clock.
const STRIDE: u32 = 64;

/// What is left of the bounds. The deadline is one of the thread that divided the budget, so a
/// worker makes its own budget.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Moment>,
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
    pub(crate) const ALL: [Self; 3] = [Self::Interrupted, Self::Time, Self::Memory];
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

impl Budget {
    /// Without bounds, until a stop is asked for.
    pub fn new(sign: StopSign, meter: Meter) -> Self {
        Self { deadline: None, sign, meter, asked: Cell::new(0) }
    }

    /// Without bounds that anybody could set.
    pub fn unlimited() -> Self {
        Self::new(StopSign::default(), Meter::default())
    }

    /// A part of this budget that ends at the latest after so much work.
    pub fn part(&self, work: Duration) -> Self {
        let deadline = crate::earlier(self.deadline, Moment::now().after(work));
        Self { deadline, sign: self.sign.clone(), meter: self.meter.clone(), asked: Cell::new(0) }
    }

    /// The same budget for somebody who may be stopped alone.
    pub fn with_sign(&self, sign: StopSign) -> Self {
        Self { sign, ..self.clone() }
    }

    /// When the work is up.
    pub fn deadline(&self) -> Option<Moment> {
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

    /// The work that is left; none without a bound.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(Moment::left)
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
            Some(deadline) if deadline.has_come() => Err(Exhausted::Time),
            Some(_) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_never_ends_later_than_the_whole() {
        let whole = Budget::unlimited().part(Duration::ZERO);
        assert_eq!(whole.part(Duration::from_secs(9)).check_now(), Err(Exhausted::Time));
        assert_eq!(Budget::unlimited().check_now(), Ok(()));
        assert_eq!(Budget::unlimited().part(Duration::MAX).deadline(), None);
    }

    #[test]
    fn a_stop_ends_every_part() {
        let sign = StopSign::default();
        let budget = Budget::new(sign.clone(), Meter::default());
        let (part, worker) = (budget.part(Duration::from_secs(9)), budget.with_sign(sign.child()));
        sign.stop(Exhausted::Memory);
        let ends = [budget.check(), part.check_now(), worker.check_now()];
        assert_eq!(ends, [Err(Exhausted::Memory); 3]);
    }
}
