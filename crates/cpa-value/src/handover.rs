//! Variables that are left to another analysis, since they have too many values (the document, section III-F, dynamic precision adjustment).
//!
//! A loop whose counter is tracked is unrolled once for each value of the counter, where a predicate such as `i <= n` would do. So the values of a variable are counted at the heads of loops, and one that
//! has more than a given number at one of them is not tracked any more: not in states that are found from then on, and not in walks along paths, so that a path that only this variable refutes is feasible for
//! this analysis and is left to those that are asked after it. The document counts along a path. We count over all states that were found at the head, as the paper that introduced the technique does (Beyer,
//! Henzinger, Théoduloz: Program analysis with dynamic precision adjustment, ASE 2008): along the path of a loop both are the same, and no state has to remember values that it had.

use crate::memory::TrackId;
use crate::precision::Tracked;
use cfa::LocationId;
use rustc_hash::{FxHashMap, FxHashSet};
use stdx::Idx;

/// Who has how many values, and who had too many.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandOver {
    seen: FxHashMap<(LocationId, TrackId), FxHashSet<u32>>,
    gone: Tracked,
    n_gone: u64,
}

impl HandOver {
    /// Notes a value of a track at the head of a loop, of which there may be so many.
    pub(crate) fn note(&mut self, head: LocationId, track: TrackId, value: u32, most: u32) {
        let values = self.seen.entry((head, track)).or_default();
        values.insert(value);
        if values.len() <= most as usize || self.has(track) {
            return;
        }
        self.gone.add_everywhere(track);
        self.n_gone += 1;
    }

    /// Whether a track is left to others.
    pub(crate) fn has(&self, track: TrackId) -> bool {
        self.gone.is_everywhere(track.index())
    }

    /// How many tracks are left to others.
    pub(crate) fn count(&self) -> u64 {
        self.n_gone
    }
}
