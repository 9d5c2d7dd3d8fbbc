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
//! *Recursion* makes the step case unsound here, since the calls below the first location are unknown; it is then left out.

mod step;

use crate::{Outcome, Progress};
use cpa::analysis::query::Target;
use cpa::reachability::{AtTarget, Counts};
use cpa::{Composite, Context, NodeId, Reached, Refined, Stop, Traversal, explore};
use formula::Logic;
use smt::solver::{Answer, Limits};
use smt::{CoreOp, Op, TermId};

/// Whether the step case is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Induction {
    /// Bounded model checking.
    Off,
    /// k-induction.
    On,
}

/// The options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The first bound.
    pub first: u32,
    /// What is added to the bound.
    pub step: u32,
    /// The last bound.
    pub last: Option<u32>,
    /// Whether the step case is tried.
    pub induction: Induction,
}

impl Default for Options {
    fn default() -> Self {
        Self { first: 1, step: 1, last: None, induction: Induction::Off }
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
}

/// Searches with growing bounds.
pub fn run(
    mut parts: Parts<'_, '_>,
    options: &Options,
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Outcome {
    let mut bound = options.first.max(1);
    loop {
        statistics.bound = bound;
        progress.report("base case", statistics.states, bound);
        let timer = parts.cx.phase("base case");
        let base = base_case(&mut parts, bound, statistics);
        drop(timer);
        match base {
            Ok(Some(outcome)) => return outcome,
            Ok(None) => {}
            Err(stop) => return stop.into(),
        }
        if options.induction == Induction::On {
            progress.report("step case", statistics.states, bound);
            let timer = parts.cx.phase("step case");
            let step = step::is_inductive(&mut parts, bound, statistics);
            drop(timer);
            match step {
                Ok(true) => {
                    statistics.concluded_by_step = true;
                    return Outcome::True;
                }
                Ok(false) => {}
                Err(stop) => return stop.into(),
            }
        }
        bound = bound.saturating_add(options.step.max(1));
        if options.last.is_some_and(|last| bound > last) {
            return Outcome::Unknown(format!(
                "nothing was decided up to the bound {}",
                bound - options.step.max(1)
            ));
        }
    }
}

/// Searches up to a bound. An outcome ends the run.
fn base_case(
    parts: &mut Parts<'_, '_>,
    bound: u32,
    statistics: &mut Statistics,
) -> Result<Option<Outcome>, Stop> {
    let cx = parts.cx;
    let Some(body) = cx.cfa.functions[cx.cfa.entry].body else {
        return Ok(Some(Outcome::Unknown("the program has no entry".to_owned())));
    };
    set_bound(parts.base, bound);
    let mut reached = Reached::new(parts.base.len(), parts.traversal.clone());
    let root = parts.base.initial(cx, body.entry)?;
    reached.add_root(root);
    explore(cx, parts.base, &mut reached, AtTarget::Continue, &mut statistics.search)?;
    statistics.states = reached.len();
    let mut ends = Ends::default();
    for node in reached.nodes() {
        let states = reached.states(node);
        match parts.base.target(states) {
            Some(Target::Violation(_)) => ends.violations.push(node),
            Some(Target::Unsupported(what)) => ends.unsupported.push((node, what.clone())),
            None if parts.base.is_cut_off(states) => ends.cut_off.push(node),
            None => {}
        }
    }
    if is_satisfiable(parts.logic, cx, &formulas(parts.base, &reached, &ends.violations)?)? {
        return found(parts, &mut reached, &ends.violations).map(Some);
    }
    // What is not supported forbids every proof, by the step case too: behind it anything may happen.
    let unsupported: Vec<NodeId> = ends.unsupported.iter().map(|(node, _)| *node).collect();
    if is_satisfiable(parts.logic, cx, &formulas(parts.base, &reached, &unsupported)?)? {
        let what = ends.unsupported.into_iter().next().map(|(_, what)| what).unwrap_or_default();
        return Ok(Some(Outcome::Unknown(what)));
    }
    // Proved, if no path goes on.
    let _timer = cx.phase("forward condition");
    if is_satisfiable(parts.logic, cx, &formulas(parts.base, &reached, &ends.cut_off)?)? {
        return Ok(None);
    }
    Ok(Some(Outcome::True))
}

/// Where paths of a search ended.
#[derive(Default)]
struct Ends {
    violations: Vec<NodeId>,
    unsupported: Vec<(NodeId, String)>,
    cut_off: Vec<NodeId>,
}

fn set_bound(composite: &mut Composite<'_>, bound: u32) {
    for analysis in composite.analyses_mut() {
        if let Some(bounds) = analysis.bounds_mut() {
            bounds.set_bound(bound);
        }
    }
}

/// The path formulas of nodes.
fn formulas(composite: &Composite<'_>, reached: &Reached, nodes: &[NodeId]) -> Result<Vec<TermId>, Stop> {
    let knows = composite
        .analyses()
        .iter()
        .enumerate()
        .find_map(|(slot, analysis)| analysis.path_formulas().map(|known| (slot, known)));
    let Some((slot, known)) = knows else {
        return Err(Stop::GaveUp("no analysis has path formulas".to_owned()));
    };
    Ok(nodes.iter().map(|&node| known.path_formula(reached.states(node)[slot]).formula).collect())
}

/// Whether one of the formulas is satisfiable: one query.
fn is_satisfiable(logic: Logic<'_>, cx: &Context<'_>, formulas: &[TermId]) -> Result<bool, Stop> {
    let give_up = |error: &dyn std::fmt::Display| Stop::GaveUp(error.to_string());
    let any = match formulas {
        [] => return Ok(false),
        [only] => *only,
        _ => {
            let mut terms = logic.terms.borrow_mut();
            terms.apply(Op::Core(CoreOp::Or), formulas).map_err(|error| give_up(&error))?
        }
    };
    cx.budget.check_now()?;
    let limits = Limits { time: cx.budget.remaining(), memory: None };
    let terms = logic.terms.borrow();
    match logic.solver.borrow_mut().check(&terms, &[any], &limits).map_err(|error| give_up(&error))? {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(reason) => {
            cx.budget.check_now()?;
            Err(Stop::GaveUp(format!("the solver did not decide a query: {reason:?}")))
        }
    }
}

/// The path to one of the targets, of which at least one is feasible.
fn found(parts: &mut Parts<'_, '_>, reached: &mut Reached, targets: &[NodeId]) -> Result<Outcome, Stop> {
    for &target in targets {
        for (slot, analysis) in parts.base.analyses_mut().iter_mut().enumerate() {
            if let Refined::Feasible(path) = analysis.refine(parts.cx, reached, slot, target)? {
                return Ok(Outcome::False(path));
            }
        }
    }
    Ok(Outcome::Unknown("a target is feasible, but no path to it was found".to_owned()))
}
