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
use super::needed::{Needed, Used};
use super::walk::{Prefix, Step};
use crate::analysis::ValueAnalysis;
use crate::domain::{Log, State};
use crate::map::EMPTY;
use cpa::Context;
use outcome::Incomplete;

/// So many steps of walks are spent on making the interpolants of one prefix small.
const EFFORT: usize = 3_000_000;

/// A prefix of a path, and what is needed of it.
struct Trace<'t> {
    steps: &'t [Step],
    prefix: Prefix<'t>,
    needed: Option<Needed>,
}

impl ValueAnalysis<'_> {
    /// Interpolants behind each step of a prefix but the last.
    pub(crate) fn refute(
        &mut self,
        cx: &Context<'_>,
        steps: &[Step],
        prefix: Prefix<'_>,
    ) -> Result<Refutation, Incomplete> {
        let used = self.uses(cx, steps, prefix)?;
        let needed = Needed::of(self, steps, prefix, &used);
        let mut last = EMPTY;
        let mut trace = Trace { steps, prefix, needed: Some(needed) };
        // The backward pass is an argument about reads and writes; that it holds is checked by one walk.
        if !self.contradicts(cx, &trace, 0, last)? {
            trace.needed = None;
        }
        let mut effort = EFFORT;
        let mut interpolants = Vec::with_capacity(prefix.end);
        for position in 0..prefix.end {
            cx.budget.check()?;
            let Some(next) = self.behind(&trace, position, last) else { break };
            last = self.minimised(cx, &trace, position, (last, next), &mut effort)?;
            interpolants.push(last);
        }
        Ok(Refutation { interpolants })
    }

    /// What each step of the full walk used.
    fn uses(
        &mut self,
        cx: &Context<'_>,
        steps: &[Step],
        prefix: Prefix<'_>,
    ) -> Result<Vec<Used>, Incomplete> {
        let mut state = EMPTY;
        let mut used = Vec::with_capacity(prefix.end + 1);
        for (position, step) in steps.iter().enumerate().take(prefix.end + 1) {
            cx.budget.check()?;
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
        Ok(used)
    }

    /// The state behind a step, without what is not needed there; `None` if there is none. Only needed cells are taken along: a walk that knows less may learn
    /// from a condition what the full walk knew before, and from cells that are dropped elsewhere; what the interpolants do counts, and they have those cells only.
    fn behind(&mut self, trace: &Trace<'_>, position: usize, state: State) -> Option<State> {
        let step = trace.steps[position];
        let next = if trace.prefix.skips(position) {
            state
        } else {
            self.domain.post(state, step.edge, step.frames)?
        };
        let needed = trace.needed.as_ref().filter(|_| position < trace.prefix.end);
        Some(needed.map_or(next, |needed| self.needed_behind(needed, position, (state, next))))
    }

    /// Whether a state contradicts what follows a position, up to the end of a prefix.
    fn contradicts(
        &mut self,
        cx: &Context<'_>,
        trace: &Trace<'_>,
        from: usize,
        state: State,
    ) -> Result<bool, Incomplete> {
        self.statistics.walks += 1;
        let mut state = state;
        for position in from..=trace.prefix.end {
            cx.budget.check()?;
            match self.behind(trace, position, state) {
                Some(next) => state = next,
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// An assignment without the new cells that the rest does not need.
    fn minimised(
        &mut self,
        cx: &Context<'_>,
        trace: &Trace<'_>,
        position: usize,
        (old, new): (State, State),
        effort: &mut usize,
    ) -> Result<State, Incomplete> {
        let fresh: Vec<u32> = self.domain.maps.added(old, new).into_iter().map(|(cell, _)| cell).collect();
        let mut kept = new;
        let mut groups = vec![fresh];
        while let Some(group) = groups.pop() {
            if group.is_empty() {
                continue;
            }
            let length = trace.prefix.end - position;
            if *effort < length {
                self.statistics.unminimised += 1;
                return Ok(kept);
            }
            *effort -= length;
            let without = group.iter().fold(kept, |state, &cell| self.domain.maps.remove(state, cell));
            if self.contradicts(cx, trace, position + 1, without)? {
                kept = without;
            } else if group.len() > 1 {
                let (left, right) = group.split_at(group.len() / 2);
                groups.push(right.to_vec());
                groups.push(left.to_vec());
            }
        }
        Ok(kept)
    }
}
