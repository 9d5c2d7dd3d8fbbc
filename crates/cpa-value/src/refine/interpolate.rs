//! Interpolants of a prefix that contradicts itself: for each step an assignment that follows from the one before it, and with which the rest still
//! contradicts (the document, sections III-C to III-E, algorithms 3 and 4).
//!
//! Algorithm 4 goes forward: the last interpolant and the next operation give an assignment, of which algorithm 3 drops every cell without which the rest contradicts as well; each try is a
//! walk to the end. We do two things before it. First a backward pass finds the cells that the contradiction can depend on at all, from what each step read and wrote
//! in the full walk; everything else is dropped without a try. Then only cells that are new behind a step are tried, all at once and then by
//! halves, since a cell that was needed before and has not changed is needed still, or the backward pass has dropped it. Both save most of the walks and keep the property
//! that counts: an interpolant, its operation and the next interpolant fit together, and the last one is a contradiction. The domain of each interpolant is as small as
//! greedy dropping makes it, not the smallest possible, as in the document.
//!
//! *Effort.* Walks are bounded; beyond that cells are kept without a try, which is counted. A precision that is larger than needed is no error.

use super::Refutation;
use super::walk::{Prefix, Step};
use crate::analysis::ValueAnalysis;
use crate::domain::{Log, State};
use crate::memory::CellId;
use cpa::{Context, Stop};
use std::collections::BTreeSet;

/// So many steps of walks are spent on making the interpolants of one prefix small.
const EFFORT: usize = 3_000_000;

/// What a step used in the full walk.
struct Used {
    read: Vec<CellId>,
    written: Vec<CellId>,
}

impl ValueAnalysis<'_> {
    /// Interpolants behind each step of a prefix but the last.
    pub(crate) fn refute(
        &mut self,
        cx: &Context<'_>,
        steps: &[Step],
        prefix: &Prefix,
    ) -> Result<Refutation, Stop> {
        let used = self.uses(steps, prefix);
        let needed = self.needed(steps, prefix, &used);
        let initial = self.domain.initial();
        let first = self.only(initial, &needed[0]);
        // The backward pass is an argument about reads and writes; that it holds is checked by one walk.
        let is_enough = self.contradicts((steps, prefix), Some(&needed), 0, first);
        let needed = if is_enough { Some(&needed[..]) } else { None };
        let mut effort = EFFORT;
        let mut interpolants = Vec::with_capacity(prefix.end);
        let mut last = if is_enough { first } else { initial };
        for position in 0..prefix.end {
            if position.is_multiple_of(64) {
                cx.budget.check()?;
            }
            let next = if prefix.skips(position) {
                Some(last)
            } else {
                self.domain.post(last, steps[position].edge, steps[position].frames)
            };
            let Some(next) = next else { break };
            let next = needed.map_or(next, |needed| self.only(next, &needed[position + 1]));
            last = self.minimised((steps, prefix), needed, position, (last, next), &mut effort);
            interpolants.push(last);
        }
        Ok(Refutation { interpolants })
    }

    /// What each step of the full walk used.
    fn uses(&mut self, steps: &[Step], prefix: &Prefix) -> Vec<Used> {
        let mut state = self.domain.initial();
        let mut used = Vec::with_capacity(prefix.end + 1);
        for (position, step) in steps.iter().enumerate().take(prefix.end + 1) {
            if prefix.skips(position) {
                used.push(Used { read: Vec::new(), written: Vec::new() });
                continue;
            }
            self.domain.log = Some(Log::default());
            let next = self.domain.post(state, step.edge, step.frames);
            let Log { read, written } = self.domain.log.take().unwrap_or_default();
            used.push(Used { read, written });
            state = next.unwrap_or(state);
        }
        used
    }

    /// The cells that the contradiction can depend on, before each step; the last entry is about the last step.
    fn needed(&self, steps: &[Step], prefix: &Prefix, used: &[Used]) -> Vec<BTreeSet<CellId>> {
        let mut needed: BTreeSet<CellId> = used[prefix.end].read.iter().copied().collect();
        let mut all = vec![needed.clone()];
        for position in (0..prefix.end).rev() {
            let Used { read, written } = &used[position];
            let mut is_used = self.writes_by_value(steps[position].edge);
            for cell in written {
                is_used |= needed.remove(cell);
            }
            if is_used {
                needed.extend(read.iter().copied());
            }
            all.push(needed.clone());
        }
        all.reverse();
        all
    }

    /// Some cells of a state.
    fn only(&mut self, state: State, cells: &BTreeSet<CellId>) -> State {
        self.domain.maps.filter(state, &|cell| cells.contains(&CellId(cell)))
    }

    /// Whether a state contradicts what follows a position, up to the end of a prefix. Only needed cells are taken along: a walk that knows less may learn
    /// from a condition what the full walk knew before, and from cells that are dropped elsewhere; what the interpolants do counts, and they have those cells only.
    fn contradicts(
        &mut self,
        (steps, prefix): (&[Step], &Prefix),
        needed: Option<&[BTreeSet<CellId>]>,
        from: usize,
        state: State,
    ) -> bool {
        self.statistics.walks += 1;
        let mut state = state;
        for (position, step) in steps.iter().enumerate().take(prefix.end + 1).skip(from) {
            if !prefix.skips(position) {
                match self.domain.post(state, step.edge, step.frames) {
                    Some(next) => state = next,
                    None => return true,
                }
            }
            if let Some(cells) = needed.and_then(|needed| needed.get(position + 1)) {
                state = self.only(state, cells);
            }
        }
        false
    }

    /// An assignment without the new cells that the rest does not need.
    fn minimised(
        &mut self,
        (steps, prefix): (&[Step], &Prefix),
        needed: Option<&[BTreeSet<CellId>]>,
        position: usize,
        (old, new): (State, State),
        effort: &mut usize,
    ) -> State {
        let fresh: Vec<u32> = self
            .domain
            .maps
            .entries(new)
            .into_iter()
            .filter(|&(cell, value)| self.domain.maps.get(old, cell) != Some(value))
            .map(|(cell, _)| cell)
            .collect();
        let mut kept = new;
        let mut groups = vec![fresh];
        while let Some(group) = groups.pop() {
            if group.is_empty() {
                continue;
            }
            let length = prefix.end - position;
            if *effort < length {
                self.statistics.unminimised += 1;
                return kept;
            }
            *effort -= length;
            let without = group.iter().fold(kept, |state, &cell| self.domain.maps.remove(state, cell));
            if self.contradicts((steps, prefix), needed, position + 1, without) {
                kept = without;
            } else if group.len() > 1 {
                let (left, right) = group.split_at(group.len() / 2);
                groups.push(right.to_vec());
                groups.push(left.to_vec());
            }
        }
        kept
    }
}
