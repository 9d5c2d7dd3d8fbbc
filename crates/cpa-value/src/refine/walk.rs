//! Paths, walked with full precision: the strongest postcondition of a sequence of operations (the document, section III-B).

use crate::analysis::ValueAnalysis;
use crate::domain::{Domain, Frames};
use crate::map::EMPTY;
use cfa::{Cfa, EdgeId, FunctionId, Op, Transfer};
use cpa::Context;
use outcome::Incomplete;
use stdx::IndexVec;

/// An edge of a path with the activations that it is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) edge: EdgeId,
    pub(crate) frames: Frames,
}

/// A prefix of a path that contradicts itself at its last step, if some conditions before it are left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix<'p> {
    /// The step at which it contradicts.
    pub(crate) end: usize,
    /// Contradictions before it, in order.
    pub(crate) skipped: &'p [usize],
}

impl<'p> Prefix<'p> {
    /// The prefix that ends at the given one of a path's contradictions.
    pub(crate) fn at(contradictions: &'p [usize], number: usize) -> Self {
        Self { end: contradictions[number], skipped: &contradictions[..number] }
    }

    /// Whether a step's condition is left out.
    pub(crate) fn skips(&self, position: usize) -> bool {
        self.skipped.binary_search(&position).is_ok()
    }
}

/// How often functions are active.
pub(crate) struct Activations<'a> {
    active: IndexVec<FunctionId, u32>,
    cfa: &'a Cfa,
}

impl formula::Frames for Activations<'_> {
    fn active(&self, function: FunctionId) -> u32 {
        self.active[function]
    }
}

impl<'a> Activations<'a> {
    /// Nothing is active.
    pub(crate) fn new(cfa: &'a Cfa) -> Self {
        Self { active: IndexVec::from_elem(0, cfa.functions.len()), cfa }
    }

    /// Goes along an edge.
    pub(crate) fn take(&mut self, edge: EdgeId) {
        match self.cfa.edges[edge].op.transfer() {
            Transfer::Within => {}
            Transfer::Call(call) => self.active[self.cfa.calls[call].callee] += 1,
            Transfer::Return(call) => {
                let active = &mut self.active[self.cfa.calls[call].callee];
                *active = active.saturating_sub(1);
            }
        }
    }
}

impl Domain<'_> {
    /// The steps of a path from the start of the program.
    pub(crate) fn steps(&self, edges: &[EdgeId]) -> Vec<Step> {
        let mut counted = Activations::new(self.cfa);
        let step = |&edge: &EdgeId| {
            let frames = self.frames(edge, &counted);
            counted.take(edge);
            Step { edge, frames }
        };
        edges.iter().map(step).collect()
    }
}

impl ValueAnalysis<'_> {
    pub(crate) fn steps(&self, edges: &[EdgeId]) -> Vec<Step> {
        self.domain.steps(edges)
    }

    /// The steps at which a path contradicts what is before them, if those before are left out: each is the end of an infeasible prefix, the shortest first.
    pub(crate) fn contradictions(
        &mut self,
        cx: &Context<'_>,
        steps: &[Step],
    ) -> Result<Vec<usize>, Incomplete> {
        self.statistics.walks += 1;
        let mut state = EMPTY;
        let mut found = Vec::new();
        for (position, step) in steps.iter().enumerate() {
            cx.budget.check()?;
            match self.domain.post(state, step.edge, step.frames) {
                Some(next) => state = next,
                None => found.push(position),
            }
        }
        Ok(found)
    }

    /// Whether what an edge writes depends on values: if one that it needs is not known, more is forgotten.
    pub(crate) fn writes_by_value(&self, edge: EdgeId) -> bool {
        let cfa = self.domain.cfa;
        let varies = |place: Option<cfa::PlaceId>| {
            let mut at = place;
            while let Some(here) = at {
                at = match cfa.exprs.place(here) {
                    cfa::Place::Var(_) => return false,
                    cfa::Place::Deref(_) => return true,
                    cfa::Place::Field(base, _) => Some(base),
                    cfa::Place::Index(base, index) if cfa.exprs.as_const(index).is_some() => Some(base),
                    cfa::Place::Index(..) => return true,
                };
            }
            false
        };
        match cfa.edges[edge].op {
            Op::Assign { place, .. }
            | Op::Zero { place }
            | Op::Havoc { place, .. }
            | Op::ObjectSize { place, .. }
            | Op::Allocate { place, .. } => varies(Some(place)),
            Op::External { place, .. } | Op::UnknownCall { place, .. } => varies(place),
            Op::Return(call) => varies(cfa.calls[call].place),
            Op::MemoryCopy { .. } | Op::MemorySet { .. } => true,
            Op::Nop
            | Op::Assume { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Call(_)
            | Op::Free { .. }
            | Op::Halt(_)
            | Op::Unsupported { .. } => false,
        }
    }
}
