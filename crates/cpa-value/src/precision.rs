//! Which cells are tracked where.

use crate::memory::TrackId;
use cfa::LocationId;
use std::collections::{BTreeMap, BTreeSet};
use stdx::Idx;

/// What is tracked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Precision {
    /// Everything.
    Full,
    /// Some tracks.
    Some(Tracked),
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
    pub(crate) fn at(&self, location: LocationId) -> Option<&BTreeSet<TrackId>> {
        self.at.get(&location)
    }

    /// All tracks that are tracked anywhere.
    pub(crate) fn all(&self) -> BTreeSet<TrackId> {
        let everywhere = (0..self.everywhere.len() * 64).filter(|&position| self.is_everywhere(position));
        everywhere.map(TrackId::new).chain(self.at.values().flatten().copied()).collect()
    }

    /// Tracks what another precision tracks.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for position in (0..other.everywhere.len() * 64).filter(|&position| other.is_everywhere(position)) {
            self.add_everywhere(TrackId::new(position));
        }
        for (&location, tracks) in &other.at {
            self.at.entry(location).or_default().extend(tracks);
        }
    }
}
