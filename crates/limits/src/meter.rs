//! What a run is doing and what it has done: the phase, how many states, which round, and how long each phase took.
//!
//! One thread runs the analysis and writes; others may read at any time, to show progress or to say what is known when the run is
//! ended by force. Phases nest, and the time of an inner one is part of the outer one's. A phase costs two looks at the clock and two locks that nobody
//! else wants, so it is for what takes longer than microseconds.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts and times of one run.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    states: AtomicU64,
    round: AtomicU32,
    phases: Mutex<Phases>,
}

#[derive(Debug, Default)]
struct Phases {
    /// In the order in which they were entered first.
    timers: Vec<Timer>,
    /// What runs, the outermost first.
    running: Vec<Entered>,
    /// What rounds are called.
    rounds: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
struct Entered {
    timer: usize,
    since: Instant,
    /// A phase inside of itself is counted, and its time is the outer one's.
    is_outermost: bool,
}

/// The time of one phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// Its name.
    pub phase: &'static str,
    /// How often it was entered.
    pub entered: u64,
    /// The time in it, by the clock on the wall.
    pub time: Duration,
}

/// What was known at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The phases that run, the outermost first, each once.
    pub running: Vec<&'static str>,
    /// States of the search.
    pub states: u64,
    /// What rounds are called, and which it is.
    pub round: Option<(&'static str, u32)>,
    /// The phases, in the order in which they were entered first. What runs is counted up to now.
    pub timers: Vec<Timer>,
}

/// A phase that runs until this is dropped.
#[derive(Debug)]
pub struct Running<'m> {
    meter: &'m Meter,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut phases = self.meter.phases();
        if let Some(entered) = phases.running.pop()
            && entered.is_outermost
        {
            phases.timers[entered.timer].time += entered.since.elapsed();
        }
    }
}

impl Meter {
    fn phases(&self) -> MutexGuard<'_, Phases> {
        self.shared.phases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a phase.
    #[must_use = "the phase ends when the result is dropped"]
    pub fn phase(&self, name: &'static str) -> Running<'_> {
        let mut phases = self.phases();
        let Phases { timers, running, .. } = &mut *phases;
        let timer = timers.iter().position(|timer| timer.phase == name).unwrap_or_else(|| {
            timers.push(Timer { phase: name, entered: 0, time: Duration::ZERO });
            timers.len() - 1
        });
        timers[timer].entered += 1;
        let is_outermost = running.iter().all(|entered| entered.timer != timer);
        running.push(Entered { timer, since: Instant::now(), is_outermost });
        Running { meter: self }
    }

    /// How many states there are.
    pub fn set_states(&self, states: usize) {
        self.shared.states.store(states as u64, Ordering::Relaxed);
    }

    /// What rounds are called.
    pub fn name_rounds(&self, name: &'static str) {
        self.phases().rounds = Some(name);
    }

    /// Which round it is.
    pub fn set_round(&self, round: u32) {
        self.shared.round.store(round, Ordering::Relaxed);
    }

    /// What is known now.
    pub fn snapshot(&self) -> Snapshot {
        let phases = self.phases();
        let mut timers = phases.timers.clone();
        let outermost = phases.running.iter().filter(|entered| entered.is_outermost);
        for entered in outermost.clone() {
            timers[entered.timer].time += entered.since.elapsed();
        }
        Snapshot {
            running: outermost.map(|entered| phases.timers[entered.timer].phase).collect(),
            states: self.shared.states.load(Ordering::Relaxed),
            round: phases.rounds.map(|name| (name, self.shared.round.load(Ordering::Relaxed))),
            timers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_nest_and_are_counted() {
        let meter = Meter::default();
        let outer = meter.phase("outer");
        {
            let _inner = meter.phase("inner");
            let _again = meter.phase("outer");
            assert_eq!(meter.snapshot().running, ["outer", "inner"]);
        }
        assert_eq!(meter.snapshot().running, ["outer"]);
        drop(outer);
        drop(meter.phase("inner"));
        let snapshot = meter.snapshot();
        let entered: Vec<_> = snapshot.timers.iter().map(|timer| (timer.phase, timer.entered)).collect();
        assert_eq!((snapshot.running.len(), entered), (0, vec![("outer", 2), ("inner", 2)]));
        assert!(snapshot.timers[0].time >= Duration::ZERO);
    }

    #[test]
    fn a_running_phase_is_timed_up_to_now_and_once() {
        let meter = Meter::default();
        let _outer = meter.phase("a");
        let _inner = meter.phase("a");
        std::thread::sleep(Duration::from_millis(20));
        let time = meter.snapshot().timers[0].time;
        let later = meter.snapshot().timers[0].time;
        assert!(time >= Duration::from_millis(20) && later >= time);
        assert!(meter.snapshot().round.is_none());
        meter.name_rounds("k");
        meter.set_round(3);
        meter.set_states(7);
        assert_eq!((meter.snapshot().round, meter.snapshot().states), (Some(("k", 3)), 7));
    }
}
