//! Bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999) and k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000; for programs:
//! Beyer, Dangl, Wendler, CAV 2015), as algorithm 5.2 of Wendler's dissertation.
//!
//! For a growing bound k: *base case*, whether a target is reached by a path on which each loop runs at most k times; *forward condition*,
//! whether any path goes beyond the bound (if none does, the program is safe); *step case*, if asked for, whether a
//! target can be reached on a path that begins at any loop head, in any state, and has visited k more heads before.
//!
//! *Why the step case is sound for several and nested loops.* Cut an execution at its visits of loop heads, whichever loop they
//! belong to. A target after at most k visits is found by the base case, which bounds each loop separately and so covers more than
//! k visits in all. A target after n > k visits ends a path that begins at the head of visit n - k and passes k more heads, and nothing is
//! assumed of the state there. So if no such path exists, there is no target. (The dissertation has one loop; this
//! is the same argument for one loop that contains all others.)
//!
//! *Where we differ.* Bounds grow by a quarter, unless [`Growth::Step`] is asked for, since each search begins anew. A path that the replay does not confirm is excluded and another one is
//! looked for; if none is confirmed, or something unsupported is reached, the search goes on for violations but no proof is possible any more. Forward conditions and step cases
//! get as much time as the search, and one that is not decided by then proves nothing. The step case assumes what an [`InvariantSource`] knows of
//! the head where it begins, and nothing of later heads. A source may get stronger while the step case runs; then a step case that failed is repeated with the same bound before the next one is tried (lines 19 to 23 of
//! algorithm 5.2). The sources that there are do not: a generator that runs beside, as that of the CAV paper, is not here yet.
//!
//! *Recursion* makes the step case unsound here, since the calls below the first location are unknown; it is then left out.

mod step;

use crate::{Confirm, Progress};
use cfa::LocationId;
use cpa::analysis::query::{ModelPath, PathFormulas, Target};
use cpa::reachability::{AtTarget, Counts};
use cpa::{Composite, Context, NodeId, Reached, Traversal, explore};
use formula::Logic;
use limits::Moment;
use outcome::{Execution, Finding, Incomplete, Phase, Proof, incomplete};
use smt::solver::{Answer, Limits};
use smt::{CoreOp, Op, TermId, Value, eval};
use std::time::Duration;

/// Whether the step case is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Induction {
    /// Bounded model checking.
    Off,
    /// k-induction.
    On,
}

/// What is added to a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The step, or a quarter of the bound if that is more. Bounds of hundreds are reached only so, since every search begins anew: all of them together then cost a few times the last one.
    Quarter,
    /// The step, as `inc(k)` in the dissertation's algorithm 5.2.
    Step,
}

/// The options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The first bound.
    pub first: u32,
    /// The least that is added to the bound.
    pub step: u32,
    /// What is added.
    pub growth: Growth,
    /// The last bound.
    pub last: Option<u32>,
    /// Whether the step case is tried.
    pub induction: Induction,
}

impl Default for Options {
    fn default() -> Self {
        Self { first: 1, step: 1, growth: Growth::Quarter, last: None, induction: Induction::Off }
    }
}

impl Options {
    /// The bound after this one.
    fn next(&self, bound: u32) -> u32 {
        let least = match self.growth {
            Growth::Quarter => bound / 4,
            Growth::Step => 1,
        };
        bound.saturating_add(self.step.max(least).max(1))
    }
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Counts of the searches.
    pub search: Counts,
    /// The last bound that was tried.
    pub bound: u32,
    /// States of the last base case.
    pub states: usize,
    /// Whether the step case concluded.
    pub concluded_by_step: bool,
    /// Step cases that were given up for a larger bound.
    pub undecided_steps: u64,
    /// Step cases that were tried again since more was known.
    pub repeated_steps: u64,
    /// Base cases with paths of which none was confirmed.
    pub refuted: u64,
    /// Forward conditions that were given up for a larger bound.
    pub undecided_forward: u64,
}

/// Where facts come from that hold whenever a location is reached. They strengthen the step case, which knows nothing else of where it begins.
pub trait InvariantSource {
    /// A formula about states that holds whenever the location is reached, if any is known.
    fn at(&mut self, cx: &Context<'_>, location: LocationId) -> Result<Option<TermId>, Incomplete>;

    /// A number that grows whenever more is known than before. What was known stays known.
    fn version(&mut self) -> u64 {
        0
    }
}

/// No facts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoInvariants;

impl InvariantSource for NoInvariants {
    fn at(&mut self, _cx: &Context<'_>, _location: LocationId) -> Result<Option<TermId>, Incomplete> {
        Ok(None)
    }
}

/// What a run works with.
pub struct Parts<'r, 'a> {
    /// The program and the bounds.
    pub cx: &'r Context<'r>,
    /// Terms and solver.
    pub logic: Logic<'a>,
    /// Analyses for the base case, one of which bounds loops.
    pub base: &'r mut Composite<'a>,
    /// Analyses for the step case, one of which bounds visits of loop heads.
    pub step: &'r mut Composite<'a>,
    /// The order of the search.
    pub traversal: &'r Traversal,
    /// Facts for the step case.
    pub invariants: &'r mut dyn InvariantSource,
    /// Replays a path.
    pub confirm: Confirm<'r>,
    /// What was met that forbids a proof; nothing at first.
    pub doubt: Option<Incomplete>,
}

/// Searches with growing bounds.
pub fn run(
    mut parts: Parts<'_, '_>,
    options: &Options,
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Finding {
    let mut bound = options.first.max(1);
    let mut clock = Clock::default();
    loop {
        statistics.bound = bound;
        progress.report("base case", statistics.states, bound);
        let timer = parts.cx.phase("base case");
        let base = base_case(&mut parts, bound, &mut clock, statistics);
        drop(timer);
        let is_provable = match base {
            Ok(Base::Decided(finding)) => return finding,
            Ok(Base::GoesOn) => true,
            Ok(Base::Doubtful) => false,
            Err(stop) => return stop.into(),
        };
        // What is not supported forbids every proof, since behind it anything may happen, and so does a path that could not be confirmed; a
        // violation beside it can still be found.
        if options.induction == Induction::On && is_provable {
            match step_case(&mut parts, bound, &mut clock, statistics, progress) {
                Ok(true) => {
                    statistics.concluded_by_step = true;
                    return Finding::Proved(Proof::Induction { bound });
                }
                Ok(false) => {}
                Err(stop) => return stop.into(),
            }
        }
        let tried = bound;
        bound = options.next(bound);
        if options.last.is_some_and(|last| bound > last) {
            let detail = format!("nothing was decided up to the bound {tried}");
            return Incomplete::open(Phase::Bounded, detail).into();
        }
    }
}

/// Whether the step case succeeds, which is tried again as long as more is known than when it began and there is time for it.
fn step_case(
    parts: &mut Parts<'_, '_>,
    bound: u32,
    clock: &mut Clock,
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Result<bool, Incomplete> {
    let mut is_first = true;
    while let Some(share) = clock.share(clock.step) {
        statistics.repeated_steps += u64::from(!std::mem::replace(&mut is_first, false));
        progress.report("step case", statistics.states, bound);
        let _timer = parts.cx.phase("step case");
        let budget = parts.cx.budget.part(share);
        let cx = Context { budget: &budget, ..*parts.cx };
        let (begin, known) = (Moment::now(), parts.invariants.version());
        let step = step::is_inductive(parts, &cx, bound, statistics);
        clock.step += begin.elapsed();
        match step {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            // Nothing follows from a step case that was not decided, and the next bound may decide.
            Err(_) if parts.cx.budget.check_now().is_ok() => statistics.undecided_steps += 1,
            Err(stop) => return Err(stop),
        }
        if parts.invariants.version() == known {
            break;
        }
    }
    Ok(false)
}

/// Divides the time, so that hard attempts at a proof do not keep the search from finding a bug, nor the other way round.
#[derive(Default)]
struct Clock {
    /// Spent on targets.
    search: Duration,
    /// Spent on forward conditions.
    forward: Duration,
    /// Spent on step cases.
    step: Duration,
}

impl Clock {
    /// What attempts at a proof may take in all however quick the search was.
    const ALLOWANCE: Duration = Duration::from_millis(1000);
    /// With less time than this there is no attempt.
    const LEAST: Duration = Duration::from_millis(20);

    /// The time for the next attempt: as much as the search took in all and a little more, less what such attempts took so far.
    fn share(&self, spent: Duration) -> Option<Duration> {
        let left = (self.search + Self::ALLOWANCE).saturating_sub(spent);
        (left >= Self::LEAST).then_some(left)
    }
}

/// What became of a base case.
enum Base {
    /// It ends the run.
    Decided(Finding),
    /// No target up to the bound.
    GoesOn,
    /// No violation up to the bound, but something that forbids a proof.
    Doubtful,
}

/// Searches up to a bound.
fn base_case(
    parts: &mut Parts<'_, '_>,
    bound: u32,
    clock: &mut Clock,
    statistics: &mut Statistics,
) -> Result<Base, Incomplete> {
    let cx = parts.cx;
    let begin = Moment::now();
    let Some(body) = cx.cfa.functions[cx.cfa.entry].body else {
        return Ok(Base::Decided(Incomplete::open(Phase::Setup, "the program has no entry").into()));
    };
    set_bound(parts.base, bound);
    let mut reached = Reached::new(parts.base.len(), parts.traversal.clone());
    let root = parts.base.initial(cx, body.entry)?;
    reached.add_root(root);
    explore(cx, parts.base, &mut reached, AtTarget::Continue, &mut statistics.search)?;
    statistics.states = reached.len();
    let ends = Ends::of(parts.base, &reached);
    match found(parts, &reached, &ends.violations)? {
        Found::Confirmed(execution) => return Ok(Base::Decided(Finding::Violated(execution))),
        Found::Refuted(detail) => {
            statistics.refuted += 1;
            let search = incomplete::Search::Ended;
            parts.doubt.get_or_insert(Incomplete::Unconfirmed { detail, search });
        }
        Found::None => {}
    }
    let unsupported: Vec<NodeId> = ends.unsupported.iter().map(|(node, _)| *node).collect();
    let is_unsupported = is_satisfiable(parts.logic, cx, &formulas(parts.base, &reached, &unsupported)?)?;
    clock.search += begin.elapsed();
    let ends_here = forward_condition(parts, &reached, &ends.cut_off, clock, statistics)?;
    if is_unsupported {
        parts.doubt = parts.doubt.take().or(ends.unsupported.into_iter().next().map(|(_, why)| why));
    }
    // A doubt of an earlier bound is one of this bound, too.
    Ok(match (&parts.doubt, ends_here) {
        (None, false) => Base::GoesOn,
        (None, true) => Base::Decided(Finding::Proved(Proof::AllPaths)),
        (Some(_), false) => Base::Doubtful,
        (Some(doubt), true) => Base::Decided(doubt.clone().into()),
    })
}

/// Whether no path goes beyond the bound. One that is not decided in its time proves nothing.
fn forward_condition(
    parts: &Parts<'_, '_>,
    reached: &Reached,
    cut_off: &[NodeId],
    clock: &mut Clock,
    statistics: &mut Statistics,
) -> Result<bool, Incomplete> {
    if cut_off.is_empty() {
        return Ok(true);
    }
    let _timer = parts.cx.phase("forward condition");
    let begin = Moment::now();
    let Some(share) = clock.share(clock.forward) else {
        statistics.undecided_forward += 1;
        return Ok(false);
    };
    let budget = parts.cx.budget.part(share);
    let cx = Context { budget: &budget, ..*parts.cx };
    let goes_on = is_satisfiable(parts.logic, &cx, &formulas(parts.base, reached, cut_off)?);
    clock.forward += begin.elapsed();
    match goes_on {
        Ok(goes_on) => Ok(!goes_on),
        Err(_) if parts.cx.budget.check_now().is_ok() => {
            statistics.undecided_forward += 1;
            Ok(false)
        }
        Err(stop) => Err(stop),
    }
}

/// Where paths of a search ended.
#[derive(Default)]
struct Ends {
    violations: Vec<NodeId>,
    unsupported: Vec<(NodeId, Incomplete)>,
    cut_off: Vec<NodeId>,
}

impl Ends {
    fn of(composite: &Composite<'_>, reached: &Reached) -> Self {
        let mut ends = Self::default();
        for node in reached.nodes() {
            let states = reached.states(node);
            match composite.target(states) {
                Some(Target::Violation(_)) => ends.violations.push(node),
                Some(Target::Unsupported(reason)) => ends.unsupported.push((node, reason.clone())),
                None if composite.is_cut_off(states) => ends.cut_off.push(node),
                None => {}
            }
        }
        ends
    }
}

fn set_bound(composite: &mut Composite<'_>, bound: u32) {
    for analysis in composite.analyses_mut() {
        if let Some(bounds) = analysis.bounds_mut() {
            bounds.set_bound(bound);
        }
    }
}

/// Who knows path formulas, and where its states are.
fn knower<'c>(composite: &'c Composite<'_>) -> Result<(usize, &'c dyn PathFormulas), Incomplete> {
    let mut known = composite.analyses().iter().enumerate();
    known
        .find_map(|(slot, analysis)| analysis.path_formulas().map(|known| (slot, known)))
        .ok_or_else(|| Incomplete::internal("no analysis has path formulas"))
}

/// The path formulas of nodes.
fn formulas(
    composite: &Composite<'_>,
    reached: &Reached,
    nodes: &[NodeId],
) -> Result<Vec<TermId>, Incomplete> {
    let (slot, known) = knower(composite)?;
    Ok(nodes.iter().map(|&node| known.path_formula(reached.states(node)[slot]).formula).collect())
}

/// Whether one of the formulas is satisfiable: one query.
fn is_satisfiable(logic: Logic<'_>, cx: &Context<'_>, formulas: &[TermId]) -> Result<bool, Incomplete> {
    let any = match formulas {
        [] => return Ok(false),
        [only] => *only,
        _ => logic.terms.borrow_mut().apply(Op::Core(CoreOp::Or), formulas).map_err(Incomplete::from)?,
    };
    cx.budget.check_now()?;
    let limits = Limits { time: cx.budget.remaining(), memory: None };
    match logic.ask(&[any], &limits).map_err(Incomplete::from)? {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(reason) => {
            cx.budget.check_now()?;
            Err(reason.into())
        }
    }
}

/// How many paths of one base case are tried, and how many once a base case had none that was confirmed.
const TRIES: (usize, usize) = (10, 2);

/// A path to one of the targets that is confirmed. Paths that are not are excluded one by one, for some time: many violations are behind undefined
/// behaviour on one path and not on another. Without any, the reason is the first one's.
fn found(parts: &mut Parts<'_, '_>, reached: &Reached, targets: &[NodeId]) -> Result<Found, Incomplete> {
    let mut feasible = formulas(parts.base, reached, targets)?;
    let mut first = None;
    let tries = if parts.doubt.is_none() { TRIES.0 } else { TRIES.1 };
    for _ in 0..tries {
        if !is_satisfiable(parts.logic, parts.cx, &feasible)? {
            break;
        }
        let Some(path) = path_to_one(parts, reached, targets, &feasible)? else {
            // A target is feasible whether or not a path to it is known.
            first.get_or_insert("no path to a target that is feasible was found".to_owned());
            break;
        };
        match (parts.confirm)(&path.edges) {
            Ok(execution) => return Ok(Found::Confirmed(Box::new(execution))),
            Err(reason) => {
                first.get_or_insert(reason);
            }
        }
        if path.marks.is_empty() {
            break;
        }
        let mut terms = parts.logic.terms.borrow_mut();
        let this = terms.apply(Op::Core(CoreOp::And), &path.marks).map_err(Incomplete::from)?;
        let others = terms.apply(Op::Core(CoreOp::Not), &[this]).map_err(Incomplete::from)?;
        for formula in &mut feasible {
            *formula = terms.apply(Op::Core(CoreOp::And), &[*formula, others]).map_err(Incomplete::from)?;
        }
    }
    Ok(match first {
        Some(reason) => Found::Refuted(reason),
        None => Found::None,
    })
}

/// What became of targets up to a bound.
enum Found {
    /// None is feasible.
    None,
    /// This execution takes one of them.
    Confirmed(Box<Execution>),
    /// Paths were found, but none of those that were tried is one of the program, for this reason.
    Refuted(String),
}

/// The path that the model of the last query describes, which found that one of the formulas of the targets is satisfiable.
fn path_to_one(
    parts: &Parts<'_, '_>,
    reached: &Reached,
    targets: &[NodeId],
    feasible: &[TermId],
) -> Result<Option<ModelPath>, Incomplete> {
    let model = parts.logic.model().map_err(Incomplete::from)?;
    let (slot, known) = knower(parts.base)?;
    for (&target, &formula) in targets.iter().zip(feasible) {
        let holds = eval::eval(&parts.logic.terms.borrow(), formula, &model);
        if holds == Ok(Value::Bool(true)) {
            return known.path_in(reached, slot, target, &model).map(Some);
        }
    }
    // The evaluator knows less than the solver where the standard leaves a value open: then each target is asked for.
    for (&target, &formula) in targets.iter().zip(feasible) {
        if is_satisfiable(parts.logic, parts.cx, &[formula])? {
            let model = parts.logic.model().map_err(Incomplete::from)?;
            return known.path_in(reached, slot, target, &model).map(Some);
        }
    }
    Ok(None)
}
