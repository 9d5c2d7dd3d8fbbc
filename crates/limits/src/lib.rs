//! How long a run may take, who may stop it, and what it has done.
//!
//! *Purpose.* A [`Budget`] says how much work is left. A [`StopSign`] ends a run, or a part of it,
//! from another thread. An [`Interrupt`] stops one query of a solver. A [`Meter`] counts and times
//! what one worker does. A [`Moment`] is a reading of the worker's clock.
//!
//! *The clock is work, not time.* All shares of a run (slices of a sequential portfolio, limits of
//! queries, allowances of step cases) are CPU time of the worker's thread and of the solver
//! processes that it started. On a busy machine the wall clock runs while the worker waits for a
//! core; a share in wall time would then end earlier, and the same input would have another answer.
//! The limit of the whole run is CPU time of the whole process, and the binary keeps it.
//!
//! *Not its purpose:* to decide what happens at a limit; that is for those who ask.
//!
//! *Invariants.* Nothing else below the engine reads a clock, but for the meter's timers, which are
//! for people and use the wall clock, and for the guard against processes that neither work nor
//! answer. A part of a budget never ends later than the whole. A stop of the whole stops each part.
//!
//! *Where it runs.* Linux: the clocks of other threads and of processes are read by their numbers.
//!
//! *Begin reading* with [`clock`], then [`budget`].

pub mod budget;
pub mod clock;
pub mod interrupt;
pub mod meter;
pub mod sign;
mod system;

pub use budget::{Budget, Exhausted};
pub use clock::{Moment, ThreadClock, Worked};
pub use interrupt::Interrupt;
pub use meter::Meter;
pub use sign::StopSign;

use std::time::Duration;

/// The shorter of two limits, where no limit is the longest.
pub fn shorter(one: Option<Duration>, two: Option<Duration>) -> Option<Duration> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (Some(only), None) | (None, Some(only)) => Some(only),
        (None, None) => None,
    }
}

/// The earlier of two ends, where no end is the latest.
pub fn earlier(one: Option<Moment>, two: Option<Moment>) -> Option<Moment> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (Some(only), None) | (None, Some(only)) => Some(only),
        (None, None) => None,
    }
}
