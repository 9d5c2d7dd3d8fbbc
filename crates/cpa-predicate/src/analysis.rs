//! The analysis: states, transfer, merge, covering, and where blocks end.

use crate::abstraction::Answers;
use crate::options::{Block, Options, RegionKind, Start, Strategy};
use crate::paths::{Link, Paths};
use crate::precision::Precision;
use crate::refine::Examined;
use crate::region::{RegionId, Regions};
use crate::statistics::Statistics;
use cfa::{EdgeId, FunctionId, LocationId, Op};
use cpa::analysis::query::{ModelPath, PathFormulas};
use cpa::analysis::{Possible, Siblings};
use cpa::{
    Adjusted, Analysis, Context, Forced, Merged, NodeId, Passage, PrecisionId, Reached, Refined, StateId,
};
use formula::{Frames, Logic, PathFormula};
use interpolation::Interpolator;
use outcome::Incomplete;
use rustc_hash::FxHashMap;
use smt::solver::{Needs, Solver, SolverError, Workload};
use smt::{Assignment, TermId};
use std::cell::RefCell;
use stdx::IndexVec;

stdx::define_index! {
    /// An abstraction: the end of one block on one path.
    pub(crate) struct AbstractionId = "a";
}

/// The end of a block.
#[derive(Clone, Debug)]
pub(crate) struct Abstraction {
    /// What holds there, about states.
    pub(crate) formula: TermId,
    /// The same as a diagram of predicates, if it is one.
    pub(crate) region: Option<RegionId>,
    /// The block that ends there, and the copies that are current at its end.
    pub(crate) block: PathFormula,
    /// Where.
    pub(crate) location: LocationId,
}

/// A state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Where its block began.
    pub(crate) abstraction: AbstractionId,
    /// What happened since; `true` for an abstraction state.
    pub(crate) path: PathFormula,
    /// Whether nothing happened since.
    pub(crate) is_abstraction: bool,
    /// How its path goes on from the one before, where paths stay apart.
    pub(crate) link: Option<Box<Link>>,
}

/// The analysis.
pub struct PredicateAnalysis<'a> {
    pub(crate) logic: Logic<'a>,
    pub(crate) options: Options,
    pub(crate) interpolator: Interpolator<'a>,
    pub(crate) states: IndexVec<StateId, State>,
    pub(crate) abstractions: IndexVec<AbstractionId, Abstraction>,
    pub(crate) precisions: IndexVec<PrecisionId, Precision>,
    /// Where somebody outside sees what was found.
    pub(crate) record: Option<&'a RefCell<Precision>>,
    /// The precision of whatever is found from now on, where labels are what tells states apart.
    pub(crate) latest: PrecisionId,
    /// Path programs for which invariants were looked for.
    pub(crate) examined: Examined,
    pub(crate) entailed: FxHashMap<(TermId, TermId), bool>,
    pub(crate) regions: Regions,
    pub(crate) answers: Answers,
    /// The blocks that the last examination refuted, so that refinement need not ask again.
    pub(crate) infeasible: Vec<TermId>,
    /// The tree of paths, where they stay apart.
    pub(crate) paths: Paths,
    /// The solver of abstractions and coverings: many small questions about one formula, then about another.
    own: RefCell<Option<Box<dyn Solver>>>,
    pub(crate) statistics: Statistics,
}

/// The activations of the state before an edge.
struct Activations<'a>(Siblings<'a>);

impl Frames for Activations<'_> {
    fn active(&self, function: FunctionId) -> u32 {
        self.0.activations(function)
    }
}

impl<'a> PredicateAnalysis<'a> {
    /// An analysis without states that starts with a precision.
    pub fn new(logic: Logic<'a>, options: Options, precision: Precision) -> Self {
        let interpolator = Interpolator::new(&[logic.backend], options.interpolation.clone());
        let mut precisions = IndexVec::new();
        let latest = precisions.push(precision);
        Self {
            logic,
            options,
            interpolator,
            states: IndexVec::new(),
            abstractions: IndexVec::new(),
            precisions,
            record: None,
            latest,
            examined: Examined::default(),
            entailed: FxHashMap::default(),
            regions: Regions::new(),
            answers: Answers::default(),
            infeasible: Vec::new(),
            paths: Paths::default(),
            own: RefCell::new(None),
            statistics: Statistics::default(),
        }
    }

    /// Adds all predicates that refinements find to a precision of the caller's, who can look at it whenever no analysis runs.
    pub fn recording(mut self, record: &'a RefCell<Precision>) -> Self {
        self.record = Some(record);
        self
    }

    /// What it did.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What the interpolation did.
    pub fn interpolation_statistics(&self) -> &interpolation::Statistics {
        self.interpolator.statistics()
    }

    /// What stops an interpolation that runs.
    pub fn interrupt(&self) -> smt::solver::Interrupt {
        self.interpolator.interrupt()
    }

    fn ends_block(&self, cx: &Context<'_>, location: LocationId, is_target: bool) -> bool {
        let function = cx.cfa.locations[location].function;
        let is_border = || {
            cx.cfa.functions[function]
                .body
                .is_some_and(|body| location == body.entry || location == body.exit)
        };
        match self.options.block {
            Block::Never => false,
            Block::Edge => true,
            Block::Loops => is_target || cx.cfa.structure().is_loop_head(location),
            Block::LoopsAndFunctions => is_target || cx.cfa.structure().is_loop_head(location) || is_border(),
        }
    }

    /// Lets the solver of abstractions do something.
    pub(crate) fn ask<R>(
        &self,
        work: impl FnOnce(&mut dyn Solver) -> Result<R, SolverError>,
    ) -> Result<R, Incomplete> {
        let mut own = self.own.borrow_mut();
        let solver = match &mut *own {
            Some(solver) => solver,
            none => {
                let needs = Needs { workload: Workload::Incremental, ..Needs::default() };
                none.insert(smt::solver::open(self.logic.backend, &needs).map_err(Incomplete::from)?)
            }
        };
        work(&mut **solver).map_err(Incomplete::from)
    }

    /// A region, if abstractions keep theirs. Labels are formulas, since any fact can become part of them.
    pub(crate) fn kept(&self, region: RegionId) -> Option<RegionId> {
        match (self.options.regions, self.options.strategy) {
            (RegionKind::Diagrams, Strategy::None | Strategy::Predicates) => Some(region),
            (RegionKind::Diagrams, Strategy::Labels | Strategy::LabelsAndPredicates)
            | (RegionKind::Formulas, _) => None,
        }
    }

    /// The state at the end of a block.
    pub(crate) fn abstraction_state(&mut self, abstraction: Abstraction) -> StateId {
        let path = {
            let mut terms = self.logic.terms.borrow_mut();
            self.logic.encoder.restart(&mut terms, &abstraction.block)
        };
        let abstraction = self.abstractions.push(abstraction);
        self.states.push(State { abstraction, path, is_abstraction: true, link: None })
    }
}

impl Analysis for PredicateAnalysis<'_> {
    fn name(&self) -> &'static str {
        "predicate"
    }

    fn initial(
        &mut self,
        cx: &Context<'_>,
        location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        let (formula, block) = {
            let mut terms = self.logic.terms.borrow_mut();
            (terms.bool(true), self.logic.encoder.initial(&mut terms))
        };
        let state =
            self.abstraction_state(Abstraction { formula, region: self.kept(Regions::ALL), block, location });
        if self.keeps_paths_apart() {
            self.states[state].link = Some(Box::new(self.root_link()));
        }
        if self.options.start == Start::Conditions && self.options.strategy.has_predicates() {
            let conditions = self.conditions(cx)?;
            self.statistics.predicates += conditions.len() as u64;
            self.precisions[PrecisionId(0)].add_all(&conditions);
            if let Some(record) = self.record {
                record.borrow_mut().add_all(&conditions);
            }
        }
        Ok((state, PrecisionId(0)))
    }

    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        _precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        if self.keeps_paths_apart() {
            successors.extend(self.follow(cx, state, passage.edge, &Activations(passage.before))?);
            return Ok(());
        }
        let State { abstraction, path, .. } = &self.states[state];
        let abstraction = *abstraction;
        // Nothing is known behind what the front end does not support, and the specification searches for it: the
        // question is only whether it is reached.
        if matches!(cx.cfa.edges[passage.edge].op, Op::Unsupported { .. }) {
            let path = path.clone();
            successors.push(self.states.push(State { abstraction, path, is_abstraction: false, link: None }));
            return Ok(());
        }
        let mut terms = self.logic.terms.borrow_mut();
        let path = self
            .logic
            .encoder
            .post(&mut terms, path, passage.edge, &Activations(passage.before))
            .map_err(Incomplete::from)?;
        // A contradiction that the constructors saw.
        if path.formula == terms.bool(false) {
            return Ok(());
        }
        drop(terms);
        successors.push(self.states.push(State { abstraction, path, is_abstraction: false, link: None }));
        Ok(())
    }

    fn merge(&mut self, _cx: &Context<'_>, new: StateId, old: StateId) -> Result<Merged, Incomplete> {
        if self.keeps_paths_apart() {
            return Ok(Merged::Separate);
        }
        let (one, two) = (&self.states[old], &self.states[new]);
        if one.abstraction != two.abstraction || one.is_abstraction || two.is_abstraction {
            return Ok(Merged::Separate);
        }
        // The same paths again, as when a node is expanded once more.
        if one.path == two.path {
            return Ok(Merged::Into(old));
        }
        let abstraction = one.abstraction;
        let mut terms = self.logic.terms.borrow_mut();
        let path = self.logic.encoder.join(&mut terms, &one.path, &two.path).map_err(Incomplete::from)?;
        drop(terms);
        Ok(Merged::Into(self.states.push(State { abstraction, path, is_abstraction: false, link: None })))
    }

    fn covers(&mut self, cx: &Context<'_>, old: StateId, new: StateId) -> Result<bool, Incomplete> {
        if self.keeps_paths_apart() {
            // Each state is one path, and the same path is the same state.
            return Ok(old == new);
        }
        let (one, two) = (&self.states[old], &self.states[new]);
        if !one.is_abstraction || !two.is_abstraction {
            // Inside a block only what was merged is covered, and that is the merged state itself.
            return Ok(one.abstraction == two.abstraction && one.path == two.path);
        }
        let _timer = cx.phase("covering");
        let (weak, strong) = (&self.abstractions[one.abstraction], &self.abstractions[two.abstraction]);
        if let (Some(weak), Some(strong)) = (weak.region, strong.region) {
            return Ok(self.regions.is_within(strong, weak));
        }
        let (weak, strong) = (weak.formula, strong.formula);
        self.entails(cx, strong, weak)
    }

    fn repeats(&self, old: StateId, new: StateId) -> bool {
        let (one, two) = (&self.states[old], &self.states[new]);
        let same_block =
            || self.abstractions[one.abstraction].block == self.abstractions[two.abstraction].block;
        match (one.is_abstraction, two.is_abstraction) {
            (true, true) => same_block(),
            (false, false) => one.abstraction == two.abstraction && one.path == two.path,
            (true, false) | (false, true) => false,
        }
    }

    fn adjust(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        siblings: Siblings<'_>,
    ) -> Result<Adjusted, Incomplete> {
        let precision = match self.options.strategy {
            Strategy::LabelsAndPredicates => self.latest,
            Strategy::None | Strategy::Predicates | Strategy::Labels => precision,
        };
        let unchanged = Adjusted { state, precision, possible: Possible::Yes };
        let Some(location) = siblings.location() else { return Ok(unchanged) };
        let is_target = siblings.is_target();
        if is_target && self.keeps_paths_apart() {
            return Ok(Adjusted { possible: self.judge_target(cx, state)?, ..unchanged });
        }
        if self.states[state].is_abstraction || !self.ends_block(cx, location, is_target) {
            return Ok(unchanged);
        }
        match self.abstract_at(cx, state, precision, location, is_target)? {
            Some(state) => Ok(Adjusted { state, ..unchanged }),
            None => Ok(Adjusted { possible: Possible::No, ..unchanged }),
        }
    }

    fn partition(&self, state: StateId) -> u32 {
        if self.keeps_paths_apart() {
            return state.0;
        }
        let state = &self.states[state];
        if state.is_abstraction { 0 } else { state.abstraction.0 + 1 }
    }

    fn force_covering(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        node: NodeId,
    ) -> Result<Forced, Incomplete> {
        self.try_force_covering(cx, reached, slot, node)
    }

    fn examine(
        &mut self,
        cx: &Context<'_>,
        reached: &Reached,
        slot: usize,
        target: NodeId,
    ) -> Result<Option<Vec<EdgeId>>, Incomplete> {
        match self.options.examination {
            Some(time) => self.feasible_path(cx, reached, slot, (target, time)),
            None => Ok(None),
        }
    }

    fn refine(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        target: NodeId,
    ) -> Result<Refined, Incomplete> {
        if self.keeps_paths_apart() {
            return Ok(self.path_apart(reached, target));
        }
        self.refine_target(cx, reached, slot, target)
    }

    fn show(&self, _cx: &Context<'_>, state: StateId) -> String {
        let state = &self.states[state];
        let terms = self.logic.terms.borrow();
        if state.is_abstraction {
            smt::print::term(&terms, self.abstractions[state.abstraction].formula)
        } else {
            format!("{}: {}", state.abstraction, smt::print::term(&terms, state.path.formula))
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.counts()
    }

    fn path_formulas(&self) -> Option<&dyn PathFormulas> {
        Some(self)
    }
}

impl PathFormulas for PredicateAnalysis<'_> {
    fn path_formula(&self, state: StateId) -> &PathFormula {
        &self.states[state].path
    }

    fn path_in(
        &self,
        reached: &Reached,
        slot: usize,
        node: NodeId,
        model: &Assignment,
    ) -> Result<ModelPath, Incomplete> {
        self.path_of(reached, slot, node, model)
    }
}
