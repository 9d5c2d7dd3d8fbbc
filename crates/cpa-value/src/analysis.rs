//! The analysis as a configurable program analysis (the document, section II-C).
//!
//! | operator | here |
//! |---|---|
//! | transfer | strongest postcondition of the edge ([`crate::transfer`]) |
//! | merge | separate; or a join that keeps what both know, as an option |
//! | stop | covered by one state: all that the older state knows, the newer one knows |
//! | prec | restricts the assignment to the cells that the precision tracks at the location |
//! | refine | [`crate::refine`] |
//!
//! *Coverage in less than linear time.* An older state covers a newer one exactly if restricting the newer one to the older one's cells gives the older one. So the states of a
//! location are kept by the sets of their cells ([`Generalisations`]): for each such set the one state that could cover is looked up. A location has many states but
//! few such sets, since the precision decides what they know.

use crate::domain::{Domain, State};
use crate::map::{EMPTY, MapId};
use crate::memory::CellId;
use crate::options::{Merge, Options, Tracking};
use crate::precision::{Precision, Tracked};
use cfa::{Cfa, EdgeId, FunctionId, LocationId};
use cpa::analysis::query::Generalisations;
use cpa::analysis::{Possible, Siblings};
use cpa::{Adjusted, Analysis, Context, Merged, NodeId, Passage, PrecisionId, Reached, Refined, StateId};
use outcome::Incomplete;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use stdx::IndexVec;

/// What the analysis did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) refinements: u64,
    pub(crate) walks: u64,
    pub(crate) prefixes: u64,
    pub(crate) unminimised: u64,
    pub(crate) repeated: u64,
}

/// The analysis.
pub struct ValueAnalysis<'a> {
    pub(crate) domain: Domain<'a>,
    pub(crate) options: Options,
    pub(crate) precisions: IndexVec<PrecisionId, Precision>,
    /// The paths that were refuted, and how often.
    pub(crate) refuted: FxHashMap<Vec<EdgeId>, u32>,
    /// Everything that was ever found to be needed.
    pub(crate) found: Tracked,
    /// What variables are assigned, when somebody asks.
    pub(crate) kinds: Option<IndexVec<cfa::VarId, crate::refine::Kind>>,
    pub(crate) statistics: Statistics,
}

/// The activations of the state before an edge.
struct Activations<'a>(Siblings<'a>);

impl formula::Frames for Activations<'_> {
    fn active(&self, function: FunctionId) -> u32 {
        self.0.activations(function)
    }
}

impl<'a> ValueAnalysis<'a> {
    /// An analysis of a program, without states.
    pub fn new(cfa: &'a Cfa, options: Options) -> Self {
        let mut precisions = IndexVec::new();
        precisions.push(match options.tracking {
            Tracking::Full => Precision::Full,
            Tracking::Refined => Precision::Some(Rc::default()),
        });
        Self {
            domain: Domain::new(cfa, options.dead),
            options,
            precisions,
            refuted: FxHashMap::default(),
            found: Tracked::default(),
            kinds: None,
            statistics: Statistics::default(),
        }
    }

    /// The names of the variables and cells that were found to be needed, in order.
    pub fn tracked(&self) -> Vec<String> {
        let tracks = self.found.all().into_iter();
        let mut names: Vec<String> =
            tracks.map(|track| self.domain.memory.name(self.domain.cfa, track)).collect();
        names.sort();
        names
    }

    /// A state restricted to what a precision tracks at a location.
    pub(crate) fn restrict(&mut self, state: State, precision: PrecisionId, location: LocationId) -> State {
        let Domain { maps, memory, handover, .. } = &mut self.domain;
        let track = |cell: u32| memory.track(CellId(cell));
        let tracked = match &self.precisions[precision] {
            Precision::Full if handover.count() == 0 => return state,
            Precision::Full => return maps.filter(state, &|cell| !handover.has(track(cell))),
            Precision::Some(tracked) => tracked,
        };
        let wanted = |cell: u32| {
            let track = track(cell);
            tracked.has(track, location) && !handover.has(track)
        };
        maps.filter(state, &wanted)
    }

    /// Counts the values of a state at the head of a loop, where somebody else takes variables with too many.
    fn count_values(&mut self, cx: &Context<'_>, state: State, location: LocationId) {
        let Some(most) = self.options.handover else { return };
        if !cx.cfa.structure().is_loop_head(location) {
            return;
        }
        let Domain { maps, memory, handover, .. } = &mut self.domain;
        for (cell, value) in maps.entries(state) {
            handover.note(location, memory.track(CellId(cell)), value, most);
        }
    }
}

impl Analysis for ValueAnalysis<'_> {
    fn name(&self) -> &'static str {
        "value"
    }

    fn initial(
        &mut self,
        _cx: &Context<'_>,
        _location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        Ok((StateId(EMPTY.0), PrecisionId(0)))
    }

    fn transfer(
        &mut self,
        _cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        let frames = self.domain.frames(passage.edge, &Activations(passage.before));
        // What the precision is going to drop is not made in the first place.
        self.domain.kept = match &self.precisions[precision] {
            Precision::Full => None,
            Precision::Some(tracked) => Some((Rc::clone(tracked), self.domain.cfa.edges[passage.edge].to)),
        };
        let next = self.domain.post(MapId(state.0), passage.edge, frames);
        self.domain.kept = None;
        successors.extend(next.map(|next| StateId(next.0)));
        Ok(())
    }

    fn merge(&mut self, _cx: &Context<'_>, new: StateId, old: StateId) -> Result<Merged, Incomplete> {
        Ok(match self.options.merge {
            Merge::Separate => Merged::Separate,
            Merge::Join => Merged::Into(StateId(self.domain.maps.common(MapId(new.0), MapId(old.0)).0)),
        })
    }

    fn covers(&mut self, _cx: &Context<'_>, old: StateId, new: StateId) -> Result<bool, Incomplete> {
        Ok(self.domain.maps.is_part(MapId(old.0), MapId(new.0)))
    }

    fn adjust(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        siblings: Siblings<'_>,
    ) -> Result<Adjusted, Incomplete> {
        let Some(location) = siblings.location() else {
            return Err(Incomplete::internal("no analysis knows the location"));
        };
        let state = self.restrict(MapId(state.0), precision, location);
        self.count_values(cx, state, location);
        Ok(Adjusted { state: StateId(state.0), precision, possible: Possible::Yes })
    }

    fn refine(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        target: NodeId,
    ) -> Result<Refined, Incomplete> {
        self.refine_target(cx, reached, slot, target)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("tracked variables", self.found.all().len() as u64),
            ("known cells", self.domain.memory.n_tracks() as u64),
            ("nodes of assignments", self.domain.n_nodes() as u64),
            ("walks along paths", self.statistics.walks),
            ("infeasible prefixes", self.statistics.prefixes),
            ("interpolants that were not minimised", self.statistics.unminimised),
            ("paths that came again", self.statistics.repeated),
            ("writes to unknown places", self.domain.losses.blind_writes),
            ("objects that were too large", self.domain.losses.large_objects),
            ("variables left to predicates", self.domain.handover.count()),
        ]
    }

    fn show(&self, _cx: &Context<'_>, state: StateId) -> String {
        self.domain.show(MapId(state.0))
    }

    fn generalisations(&mut self) -> Option<&mut dyn Generalisations> {
        match self.options.merge {
            Merge::Separate => Some(self),
            // Who joins must meet all.
            Merge::Join => None,
        }
    }
}

impl Generalisations for ValueAnalysis<'_> {
    fn kind(&mut self, state: StateId) -> u32 {
        self.domain.maps.keys(MapId(state.0)).0
    }

    fn of_kind(&mut self, state: StateId, kind: u32) -> Option<StateId> {
        // Most kinds have a cell that the state does not know; that is seen without making anything.
        let maps = &mut self.domain.maps;
        let own = maps.keys(MapId(state.0));
        if !maps.is_part(MapId(kind), own) {
            return None;
        }
        maps.restrict(MapId(state.0), MapId(kind)).map(|found| StateId(found.0))
    }
}
