//! The program counter as an analysis: a flat lattice of locations, without precision (dissertation, section 3.2.3).

use crate::analysis::query::Locations;
use crate::analysis::{Analysis, Context, Passage, PrecisionId, StateId};
use cfa::LocationId;
use outcome::Incomplete;

/// The analysis. A state is the number of its location.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocationAnalysis;

impl Analysis for LocationAnalysis {
    fn name(&self) -> &'static str {
        "location"
    }

    fn initial(
        &mut self,
        _cx: &Context<'_>,
        location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        Ok((StateId(location.0), PrecisionId(0)))
    }

    fn transfer(
        &mut self,
        cx: &Context<'_>,
        _state: StateId,
        _precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        successors.push(StateId(cx.cfa.edges[passage.edge].to.0));
        Ok(())
    }

    fn partition(&self, state: StateId) -> u32 {
        state.0
    }

    fn show(&self, _cx: &Context<'_>, state: StateId) -> String {
        LocationId(state.0).to_string()
    }

    fn locations(&self) -> Option<&dyn Locations> {
        Some(self)
    }
}

impl Locations for LocationAnalysis {
    fn location(&self, state: StateId) -> Option<LocationId> {
        Some(LocationId(state.0))
    }
}
