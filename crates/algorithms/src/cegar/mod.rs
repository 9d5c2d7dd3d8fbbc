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
//! *Doubt.* Some analyses believe in paths that no execution takes, as they know less than all of a program. Then whoever runs them gives a judge ([`Confirm`]), and a path that
//! the judge does not confirm does not end the search: there may be another (Beyer, Löwe, MIP-1205, section III-F, precise counterexample check). But the target stays reached, and its states may cover others, so that no proof
//! comes of such a search: at its end the answer is unknown.

use crate::{Outcome, Progress};
use cfa::EdgeId;
use cpa::analysis::query::Target;
use cpa::reachability::{AtTarget, Counts};
use cpa::{Composite, Context, Ended, NodeId, Reached, Refined, Stop, Traversal, explore};

/// Says whether an execution takes a path; if not, why.
pub type Confirm<'c> = &'c mut dyn FnMut(&[EdgeId]) -> Result<(), String>;

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

/// Searches and refines until nothing is left or a target is real; without a judge what the analyses believe is real.
pub fn run(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    traversal: &Traversal,
    confirm: Option<Confirm<'_>>,
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Outcome {
    let mut reached = Reached::new(composite.len(), traversal.clone());
    let mut doubts = Doubts { confirm, first: None };
    let outcome =
        search(cx, composite, &mut reached, &mut doubts, statistics, progress).unwrap_or_else(Outcome::from);
    statistics.states = reached.len();
    outcome
}

/// The targets that are neither real nor excluded.
struct Doubts<'c> {
    confirm: Option<Confirm<'c>>,
    /// Why the first of them is none.
    first: Option<String>,
}

impl Doubts<'_> {
    /// Whether an execution takes a path; if not, why.
    fn confirm(&mut self, path: &[EdgeId]) -> Result<(), String> {
        self.confirm.as_mut().map_or(Ok(()), |confirm| confirm(path))
    }

    /// What follows from a path that the analyses believe in. An outcome ends the search.
    fn judge(
        &mut self,
        kind: Option<Target>,
        path: Vec<EdgeId>,
        statistics: &mut Statistics,
    ) -> Option<Outcome> {
        let doubt = match kind {
            Some(Target::Violation(_)) => match self.confirm(&path) {
                Ok(()) => return Some(Outcome::False(path)),
                Err(reason) => format!("a path to a violation was found but not confirmed: {reason}"),
            },
            Some(Target::Unsupported(what)) => what,
            None => return Some(Outcome::Unknown("a target without a meaning".to_owned())),
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
) -> Result<Outcome, Stop> {
    let Some(body) = cx.cfa.functions[cx.cfa.entry].body else {
        return Ok(Outcome::Unknown("the program has no entry".to_owned()));
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
                    (Some(doubt), _) => Outcome::Unknown(doubt),
                    (None, None) => Outcome::True,
                    (None, Some(finding)) => {
                        Outcome::Unknown(format!("the proof is not complete: {finding}"))
                    }
                });
            }
            Ended::Target(target) => target,
        };
        progress.report("refinement", reached.len(), statistics.refinements as u32 + 1);
        let _timer = cx.phase("refinement");
        if let Some(path) = examine(cx, composite, reached, target)? {
            if doubts.confirm(&path).is_ok() {
                return Ok(Outcome::False(path));
            }
            statistics.unconfirmed += 1;
        }
        match refine(cx, composite, reached, target)? {
            // Alg. 5.3 asks whether the target is still there; who says that it is excluded has taken it away.
            Judged::Excluded if !reached.is_removed(target) => {
                return Ok(Outcome::Unknown("a target was excluded and is still there".to_owned()));
            }
            Judged::Excluded => statistics.refinements += 1,
            Judged::Unknown(reason) => return Ok(Outcome::Unknown(reason)),
            Judged::Believed(kind, path) => {
                if let Some(outcome) = doubts.judge(kind, path, statistics) {
                    return Ok(outcome);
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
    Unknown(String),
}

/// A path to a violation that an analysis finds feasible before any of them refines.
fn examine(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &Reached,
    target: NodeId,
) -> Result<Option<Vec<EdgeId>>, Stop> {
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
) -> Result<Judged, Stop> {
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
    let reason = if reasons.is_empty() { "no analysis can refine".to_owned() } else { reasons.join("; ") };
    Ok(Judged::Unknown(reason))
}
