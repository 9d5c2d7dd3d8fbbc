//! Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith, CAV 2000), as algorithm 5.3 of Wendler's dissertation: search
//! until a target, ask the analyses whether it is real, and go on if one of them could exclude it.
//!
//! The analyses are asked in their order, and the first that excludes the target wins. Who believes in a path makes way for those behind it, which may know more (joint
//! refinement: Beyer, Löwe, MIP-1205, section III-F, values first and predicates where they fail); the last that believes says which path. A target that stands for something unsupported, or for recursion that is too deep,
//! is treated like a violation until it is shown to be feasible. Then no proof can come of the search, but a violation still can, so it goes on.
//!
//! *Examination.* Many paths may lead to one target, and an analysis that refutes paths one by one refutes as many as it is shown, while another one may know at once that one of them is real. So before any analysis
//! refines, those that can are asked for a feasible path; if it is confirmed, the search ends. Otherwise nothing follows from it.
//!
//! *Doubt.* Some analyses believe in paths that no execution takes, as they know less than all of a
//! program. With [`Unconfirmed::GoesOn`] a path that is not confirmed does not end the search: there
//! may be another (Beyer, Löwe, MIP-1205, section III-F, precise counterexample check). But the
//! target stays reached, and its states may cover others, so that no proof comes of such a search:
//! at its end the answer is unknown.

use crate::{Confirm, Progress};
use cfa::EdgeId;
use cpa::analysis::query::Target;
use cpa::reachability::{AtTarget, Counts};
use cpa::{Composite, Context, Ended, NodeId, Reached, Refined, Traversal, explore};
use outcome::{Finding, Incomplete, Phase, Proof, incomplete};

/// What follows from a path that the analyses believe in and no execution takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unconfirmed {
    /// The search ends: analyses that know all of the program do not believe in such paths.
    Ends,
    /// The search goes on for another path.
    GoesOn,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Counts of the searches.
    pub search: Counts,
    /// Targets that were excluded.
    pub refinements: u64,
    /// Paths to targets that were not confirmed.
    pub unconfirmed: u64,
    /// States at the end.
    pub states: usize,
}

/// Searches and refines until nothing is left or a target is real.
pub fn run(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    traversal: &Traversal,
    (confirm, unconfirmed): (Confirm<'_>, Unconfirmed),
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Finding {
    let mut reached = Reached::new(composite.len(), traversal.clone());
    let mut doubts = Doubts { confirm, unconfirmed, first: None };
    let finding = search(cx, composite, &mut reached, &mut doubts, statistics, progress);
    statistics.states = reached.len();
    finding.unwrap_or_else(Finding::from)
}

/// The targets that are neither real nor excluded.
struct Doubts<'c> {
    confirm: Confirm<'c>,
    unconfirmed: Unconfirmed,
    /// Why the first of them is none.
    first: Option<Incomplete>,
}

impl Doubts<'_> {
    /// What follows from a path that the analyses believe in. A finding ends the search.
    fn judge(
        &mut self,
        kind: Option<Target>,
        path: &[EdgeId],
        statistics: &mut Statistics,
    ) -> Option<Finding> {
        let doubt = match kind {
            Some(Target::Violation(_)) => match ((self.confirm)(path), self.unconfirmed) {
                (Ok(execution), _) => return Some(Finding::Violated(Box::new(execution))),
                (Err(detail), Unconfirmed::Ends) => {
                    let search = incomplete::Search::Ended;
                    return Some(Incomplete::Unconfirmed { detail, search }.into());
                }
                (Err(detail), Unconfirmed::GoesOn) => {
                    Incomplete::Unconfirmed { detail, search: incomplete::Search::WentOn }
                }
            },
            Some(Target::Unsupported(reason)) => reason,
            None => return Some(Incomplete::internal("a target without a meaning").into()),
        };
        statistics.unconfirmed += 1;
        self.first.get_or_insert(doubt);
        None
    }
}

fn search(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &mut Reached,
    doubts: &mut Doubts<'_>,
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Result<Finding, Incomplete> {
    let Some(body) = cx.cfa.functions[cx.cfa.entry].body else {
        return Ok(Incomplete::open(Phase::Setup, "the program has no entry").into());
    };
    let root = composite.initial(cx, body.entry)?;
    reached.add_root(root);
    loop {
        let ended = {
            let _timer = cx.phase("search");
            explore(cx, composite, reached, AtTarget::Abort, &mut statistics.search)?
        };
        let target = match ended {
            // A proof is believed only if its graph is one: every state explored or covered by one that is.
            Ended::Fixpoint => {
                return Ok(match (doubts.first.take(), reached.check().first()) {
                    (Some(doubt), _) => doubt.into(),
                    (None, None) => Finding::Proved(Proof::AllPaths),
                    (None, Some(finding)) => {
                        Incomplete::internal(format!("the proof is not complete: {finding}")).into()
                    }
                });
            }
            Ended::Target(target) => target,
        };
        progress.report("refinement", reached.len(), statistics.refinements as u32 + 1);
        let _timer = cx.phase("refinement");
        if let Some(path) = examine(cx, composite, reached, target)? {
            if let Ok(execution) = (doubts.confirm)(&path) {
                return Ok(Finding::Violated(Box::new(execution)));
            }
            statistics.unconfirmed += 1;
        }
        match refine(cx, composite, reached, target)? {
            // Alg. 5.3 asks whether the target is still there; who says that it is excluded has taken it away.
            Judged::Excluded if !reached.is_removed(target) => {
                return Ok(Incomplete::internal("a target was excluded and is still there").into());
            }
            Judged::Excluded => statistics.refinements += 1,
            Judged::Unknown(reason) => return Ok(reason.into()),
            Judged::Believed(kind, path) => {
                if let Some(finding) = doubts.judge(kind, &path, statistics) {
                    return Ok(finding);
                }
                reached.dismiss(target);
            }
        }
    }
}

/// What the analyses say of a target.
enum Judged {
    /// It was excluded.
    Excluded,
    /// They believe in this path to it.
    Believed(Option<Target>, Vec<EdgeId>),
    /// They cannot tell.
    Unknown(Incomplete),
}

/// A path to a violation that an analysis finds feasible before any of them refines.
fn examine(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &Reached,
    target: NodeId,
) -> Result<Option<Vec<EdgeId>>, Incomplete> {
    match composite.target(reached.states(target)) {
        Some(Target::Violation(_)) => {}
        Some(Target::Unsupported(_)) | None => return Ok(None),
    }
    for (slot, analysis) in composite.analyses_mut().iter_mut().enumerate() {
        if let Some(path) = analysis.examine(cx, reached, slot, target)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Excludes a target, if an analysis can.
fn refine(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &mut Reached,
    target: NodeId,
) -> Result<Judged, Incomplete> {
    let kind = composite.target(reached.states(target)).cloned();
    let (mut believed, mut reasons) = (None, Vec::new());
    for (slot, analysis) in composite.analyses_mut().iter_mut().enumerate() {
        match analysis.refine(cx, reached, slot, target)? {
            Refined::Excluded => return Ok(Judged::Excluded),
            Refined::Feasible(path) => believed = Some(path),
            Refined::Unknown(reason) => reasons.push(reason),
            Refined::Inapplicable => {}
        }
    }
    if let Some(path) = believed {
        return Ok(Judged::Believed(kind, path));
    }
    let reason = Incomplete::of_all(reasons);
    Ok(Judged::Unknown(
        reason.unwrap_or_else(|| Incomplete::open(Phase::Refinement, "no analysis can refine")),
    ))
}
