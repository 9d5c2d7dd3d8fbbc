//! Which predicates are tracked where.
//!
//! A precision maps locations to predicates (dissertation, section 4.1.2); here a predicate can also be tracked in a whole function or
//! everywhere. [`file`] writes it down, so that another run begins with what this one found; [`conditions`] are another beginning.

mod conditions;
mod file;

#[cfg(test)]
mod tests;

pub use file::LineError;

use cfa::{FunctionId, LocationId};
use smt::TermId;
use std::collections::{BTreeMap, BTreeSet};

/// Predicates over the variables of states, by where they are tracked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Precision {
    global: BTreeSet<TermId>,
    functions: BTreeMap<FunctionId, BTreeSet<TermId>>,
    locations: BTreeMap<LocationId, BTreeSet<TermId>>,
}

impl Precision {
    /// The predicates at a location, in the order of their terms.
    pub fn at(&self, function: FunctionId, location: LocationId) -> BTreeSet<TermId> {
        let mut found = self.global.clone();
        found.extend(self.functions.get(&function).into_iter().flatten());
        found.extend(self.locations.get(&location).into_iter().flatten());
        found
    }

    /// Tracks predicates everywhere.
    pub fn add_global(&mut self, predicates: impl IntoIterator<Item = TermId>) {
        self.global.extend(predicates);
    }

    /// Tracks predicates in a function.
    pub fn add_in_function(&mut self, function: FunctionId, predicates: impl IntoIterator<Item = TermId>) {
        self.functions.entry(function).or_default().extend(predicates);
    }

    /// Tracks predicates at a location.
    pub fn add_at_location(&mut self, location: LocationId, predicates: impl IntoIterator<Item = TermId>) {
        self.locations.entry(location).or_default().extend(predicates);
    }

    /// Tracks all that another precision tracks.
    pub fn add_all(&mut self, other: &Self) {
        self.add_global(other.global.iter().copied());
        for (&function, predicates) in &other.functions {
            self.add_in_function(function, predicates.iter().copied());
        }
        for (&location, predicates) in &other.locations {
            self.add_at_location(location, predicates.iter().copied());
        }
    }

    /// How many predicates there are, each place counted.
    pub fn len(&self) -> usize {
        let placed = self.functions.values().chain(self.locations.values());
        self.global.len() + placed.map(BTreeSet::len).sum::<usize>()
    }

    /// Whether nothing is tracked.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
