//! Which cells are tracked where.

use crate::memory::TrackId;
use cfa::LocationId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use stdx::Idx;

/// What is tracked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Precision {
    /// Everything.
    Full,
    /// Some tracks.
    Some(Rc<Tracked>),
}

/// Tracks everywhere, and tracks at locations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tracked {
    /// A bit for each track.
    everywhere: Vec<u64>,
    at: BTreeMap<LocationId, BTreeSet<TrackId>>,
}

impl Tracked {
    pub(crate) fn add_everywhere(&mut self, track: TrackId) {
        let (word, bit) = (track.index() / 64, track.index() % 64);
        if word >= self.everywhere.len() {
            self.everywhere.resize(word + 1, 0);
        }
        self.everywhere[word] |= 1 << bit;
    }

    pub(crate) fn add_at(&mut self, location: LocationId, track: TrackId) {
        self.at.entry(location).or_default().insert(track);
    }

    pub(crate) fn is_everywhere(&self, position: usize) -> bool {
        self.everywhere.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 == 1)
    }

    /// What is tracked at a location beside what is tracked everywhere.
    fn at(&self, location: LocationId) -> Option<&BTreeSet<TrackId>> {
        self.at.get(&location)
    }

    /// Whether something is tracked at a location.
    pub(crate) fn has(&self, track: TrackId, location: LocationId) -> bool {
        self.is_everywhere(track.index()) || self.at(location).is_some_and(|tracks| tracks.contains(&track))
    }

    /// What is tracked everywhere.
    fn everywhere(&self) -> impl Iterator<Item = TrackId> {
        (0..self.everywhere.len() * 64).filter(|&position| self.is_everywhere(position)).map(TrackId::new)
    }

    /// All that is tracked at a location.
    pub(crate) fn all_at(&self, location: LocationId) -> impl Iterator<Item = TrackId> {
        self.everywhere().chain(self.at(location).into_iter().flatten().copied())
    }

    /// All tracks that are tracked anywhere.
    pub(crate) fn all(&self) -> BTreeSet<TrackId> {
        self.everywhere().chain(self.at.values().flatten().copied()).collect()
    }

    /// Tracks what another precision tracks.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for track in other.everywhere() {
            self.add_everywhere(track);
        }
        for (&location, tracks) in &other.at {
            self.at.entry(location).or_default().extend(tracks);
        }
    }
}
