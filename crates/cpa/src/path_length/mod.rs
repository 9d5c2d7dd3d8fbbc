//! A bound on the length of paths as an analysis (dissertation, section 5.4.2): another way to make bounded model checking end, in place of the bound on loops.
//!
//! A state is the number of edges that were taken, and the precision is the bound: a path of so many edges has no successor. No path is without end, whatever the loops and calls of the program
//! are, and recursion needs no bound of its own. What is left out is told by [`Bounds::is_cut_off`], which is true of every path of the full length: whether it could go on is the question of the forward condition, and a path that
//! ends exactly there is taken for one that does, until the next bound.
//!
//! *Not for induction.* A bound on edges says nothing about how often loop heads were visited, which is what the step case counts.

use crate::analysis::query::Bounds;
use crate::analysis::{Analysis, Context, Passage, PrecisionId, StateId};
use cfa::LocationId;
use outcome::Incomplete;

/// The analysis.
#[derive(Clone, Copy, Debug)]
pub struct PathLengthAnalysis {
    bound: u32,
}

impl PathLengthAnalysis {
    /// Bounds paths by so many edges.
    pub fn new(bound: u32) -> Self {
        Self { bound }
    }
}

impl Analysis for PathLengthAnalysis {
    fn name(&self) -> &'static str {
        "path-length"
    }

    fn initial(
        &mut self,
        _cx: &Context<'_>,
        _location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        Ok((StateId(0), PrecisionId(self.bound)))
    }

    fn transfer(
        &mut self,
        _cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        _passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        if state.0 < precision.0 {
            successors.push(StateId(state.0 + 1));
        }
        Ok(())
    }

    fn partition(&self, state: StateId) -> u32 {
        state.0
    }

    fn show(&self, _cx: &Context<'_>, state: StateId) -> String {
        state.0.to_string()
    }

    fn bounds(&self) -> Option<&dyn Bounds> {
        Some(self)
    }

    fn bounds_mut(&mut self) -> Option<&mut dyn Bounds> {
        Some(self)
    }
}

impl Bounds for PathLengthAnalysis {
    fn is_cut_off(&self, state: StateId) -> bool {
        state.0 >= self.bound
    }

    fn iterations(&self, state: StateId) -> u32 {
        state.0
    }

    fn visits(&self, state: StateId) -> Option<u32> {
        Some(state.0)
    }

    fn set_bound(&mut self, bound: u32) -> PrecisionId {
        self.bound = bound;
        PrecisionId(bound)
    }
}
