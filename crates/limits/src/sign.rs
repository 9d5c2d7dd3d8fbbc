//! The sign that ends a run, or a part of it, from any thread.
//!
//! A sign has a reason, the first that anybody gave, and listeners: the solvers that do not ask. A
//! [child](StopSign::child) ends a part of the run: it stops when its parent does, and may be
//! stopped alone. So one worker of several can be told to stop, and a stop of the run reaches all.

use crate::budget::Exhausted;
use crate::interrupt::Interrupt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Asks a run, or a part of it, to stop, from any thread.
#[derive(Clone, Debug, Default)]
pub struct StopSign {
    shared: Arc<Sign>,
}

#[derive(Debug, Default)]
struct Sign {
    /// Zero, or one more than the place of the reason in [`Exhausted::ALL`].
    reason: AtomicU8,
    told: Mutex<Told>,
}

/// Who is to be told of a stop.
#[derive(Debug, Default)]
struct Told {
    interrupts: Vec<Interrupt>,
    children: Vec<Weak<Sign>>,
}

impl Sign {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reason(&self) -> Option<Exhausted> {
        let number = self.reason.load(Ordering::Acquire);
        Exhausted::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    fn stop(&self, reason: Exhausted) {
        let number = Exhausted::ALL.iter().zip(1..).find(|(known, _)| **known == reason);
        let number = number.map_or(1, |(_, number)| number);
        // Somebody else's reason that came first is the one to keep.
        let _ = self.reason.compare_exchange(0, number, Ordering::AcqRel, Ordering::Acquire);
        let told = self.told();
        told.interrupts.iter().for_each(Interrupt::stop);
        for child in told.children.iter().filter_map(Weak::upgrade) {
            child.stop(reason);
        }
    }
}

impl StopSign {
    /// Asks for a stop, and interrupts all solvers, those of children too. The first reason stays.
    /// May be repeated, for solvers that heard nothing.
    pub fn stop(&self, reason: Exhausted) {
        self.shared.stop(reason);
    }

    /// The reason, if somebody asked for a stop.
    pub fn reason(&self) -> Option<Exhausted> {
        self.shared.reason()
    }

    /// A sign for a part: it stops with this one, and alone if it is asked itself.
    pub fn child(&self) -> Self {
        let child = Self::default();
        let mut told = self.shared.told();
        told.children.retain(|other| other.strong_count() > 0);
        told.children.push(Arc::downgrade(&child.shared));
        // Under the lock, so that a stop either finds the child in the list or was made before.
        if let Some(reason) = self.reason() {
            child.stop(reason);
        }
        drop(told);
        child
    }

    /// Makes something known that is to be interrupted, now if a stop was asked for already.
    pub fn interrupts(&self, listener: Interrupt) {
        let mut told = self.shared.told();
        if self.reason().is_some() {
            listener.stop();
        }
        told.interrupts.push(listener);
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
    }

    #[test]
    fn a_child_stops_alone_and_with_its_parent() {
        let whole = StopSign::default();
        let (one, two) = (whole.child(), whole.child());
        let inner = two.child();
        let (of_one, of_inner) = (Interrupt::default(), Interrupt::default());
        one.interrupts(of_one.clone());
        inner.interrupts(of_inner.clone());
        one.stop(Exhausted::Time);
        assert_eq!((one.reason(), two.reason(), whole.reason()), (Some(Exhausted::Time), None, None));
        assert!(of_one.is_asked() && !of_inner.is_asked());
        whole.stop(Exhausted::Interrupted);
        assert_eq!(one.reason(), Some(Exhausted::Time), "the first reason stays");
        assert_eq!(inner.reason(), Some(Exhausted::Interrupted));
        assert!(of_inner.is_asked());
        assert_eq!(whole.child().reason(), Some(Exhausted::Interrupted));
    }
}
