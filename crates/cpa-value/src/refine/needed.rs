//! Which cells the contradiction of a prefix can depend on, and from where to where: what a backward pass over reads and writes finds.
//!
//! The answer is about tracks: a walk that knows less than the full one may give objects on the heap other numbers. A track is needed where one of its cells is. A cell is needed in ranges of positions. The position `n` is before step `n`, the last one before the step that contradicts. Sets for each position would be as long as the prefix times the
//! cells of an array; ranges are as many as there are reads. A state that has needed cells only is restricted again after a step by
//! what changed: the cells that the step was the last one to need, and the cells that are new in the state.

use super::walk::{Prefix, Step};
use crate::analysis::ValueAnalysis;
use crate::domain::{Domain, State};
use crate::memory::{CellId, TrackId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a step used in the full walk.
pub(super) struct Used {
    pub(super) read: Vec<CellId>,
    pub(super) written: Vec<CellId>,
}

/// The needed cells.
#[derive(Default)]
pub(super) struct Needed {
    /// The ranges of each track, the last one first, apart from each other: first and last position.
    ranges: FxHashMap<TrackId, Vec<(usize, usize)>>,
    /// For each step the cells that nobody needs behind it.
    dying: Vec<Vec<CellId>>,
}

impl Needed {
    /// Goes backward over what the steps of a prefix used.
    pub(super) fn of(
        analysis: &ValueAnalysis<'_>,
        steps: &[Step],
        prefix: Prefix<'_>,
        used: &[Used],
    ) -> Self {
        let mut needed = Self { ranges: FxHashMap::default(), dying: vec![Vec::new(); prefix.end + 1] };
        let track = |cell: CellId| analysis.domain.memory.track(cell);
        let mut ranges: BTreeMap<TrackId, Vec<(usize, usize)>> = BTreeMap::new();
        // The last position of the open range of each cell.
        let mut open: BTreeMap<CellId, usize> = BTreeMap::new();
        open.extend(used[prefix.end].read.iter().map(|&cell| (cell, prefix.end)));
        for position in (0..prefix.end).rev() {
            let Used { read, written } = &used[position];
            let mut is_used = analysis.writes_by_value(steps[position].edge);
            let mut closed: Vec<(CellId, usize)> = Vec::new();
            for &cell in written {
                if let Some(end) = open.remove(&cell) {
                    is_used = true;
                    closed.push((cell, end));
                }
            }
            for &cell in read.iter().filter(|_| is_used) {
                // A cell that is read and written by the same step is needed on both sides: its range goes on.
                let end = match closed.iter().position(|&(other, _)| other == cell) {
                    Some(at) => closed.swap_remove(at).1,
                    None if open.contains_key(&cell) => continue,
                    None => {
                        needed.dying[position].push(cell);
                        position
                    }
                };
                open.insert(cell, end);
            }
            for (cell, end) in closed {
                ranges.entry(track(cell)).or_default().push((position + 1, end));
            }
        }
        for (cell, end) in open {
            ranges.entry(track(cell)).or_default().push((0, end));
        }
        needed.ranges = ranges.into_iter().map(|(track, ranges)| (track, apart(ranges))).collect();
        needed
    }

    /// Whether a track is needed at a position.
    fn has(&self, track: TrackId, position: usize) -> bool {
        let Some(ranges) = self.ranges.get(&track) else { return false };
        let first = ranges.partition_point(|&(start, _)| start > position);
        ranges.get(first).is_some_and(|&(_, end)| position <= end)
    }
}

/// The same positions as ranges that do not overlap, the last one first.
fn apart(mut ranges: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    ranges.sort_unstable_by(|one, two| two.cmp(one));
    let mut found: Vec<(usize, usize)> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match found.last_mut() {
            Some(later) if later.0 <= end => *later = (start, later.1.max(end)),
            Some(_) | None => found.push((start, end)),
        }
    }
    found
}

impl ValueAnalysis<'_> {
    /// What is needed behind a step of the state there; the state before it has needed cells only.
    pub(super) fn needed_behind(
        &mut self,
        needed: &Needed,
        position: usize,
        (before, behind): (State, State),
    ) -> State {
        let Domain { maps, memory, .. } = &mut self.domain;
        let is_over = |cell: &u32| !needed.has(memory.track(CellId(*cell)), position + 1);
        let dying = needed.dying[position].iter().map(|cell| cell.0).filter(is_over);
        let state = dying.fold(behind, |state, cell| maps.remove(state, cell));
        let fresh = maps.added(before, state).into_iter().map(|(cell, _)| cell);
        fresh.filter(is_over).fold(state, |state, cell| maps.remove(state, cell))
    }
}
