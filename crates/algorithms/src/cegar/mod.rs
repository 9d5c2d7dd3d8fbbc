//! Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith, CAV 2000), as algorithm 5.3 of Wendler's dissertation: search
//! until a target, ask the analyses whether it is real, and go on if one of them could exclude it.
//!
//! The analyses are asked in their order, and the first that excludes the target wins. A target that stands for something unsupported
//! is treated like a violation until it is shown to be feasible; then nothing is known.

use crate::{Outcome, Progress};
use cpa::analysis::query::Target;
use cpa::reachability::{AtTarget, Counts};
use cpa::{Composite, Context, Ended, NodeId, Reached, Refined, Stop, Traversal, explore};

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Counts of the searches.
    pub search: Counts,
    /// Targets that were excluded.
    pub refinements: u64,
    /// States at the end.
    pub states: usize,
}

/// Searches and refines until nothing is left or a target is real.
pub fn run(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    traversal: &Traversal,
    statistics: &mut Statistics,
    progress: &mut dyn Progress,
) -> Outcome {
    let mut reached = Reached::new(composite.len(), traversal.clone());
    let outcome = search(cx, composite, &mut reached, statistics, progress).unwrap_or_else(Outcome::from);
    statistics.states = reached.len();
    outcome
}

fn search(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &mut Reached,
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
                return Ok(match reached.check().first() {
                    None => Outcome::True,
                    Some(finding) => Outcome::Unknown(format!("the proof is not complete: {finding}")),
                });
            }
            Ended::Target(target) => target,
        };
        progress.report("refinement", reached.len(), statistics.refinements as u32 + 1);
        let _timer = cx.phase("refinement");
        if let Some(outcome) = refine(cx, composite, reached, target)? {
            return Ok(outcome);
        }
        statistics.refinements += 1;
    }
}

/// Excludes a target. An outcome ends the search.
fn refine(
    cx: &Context<'_>,
    composite: &mut Composite<'_>,
    reached: &mut Reached,
    target: NodeId,
) -> Result<Option<Outcome>, Stop> {
    let kind = composite.target(reached.states(target)).cloned();
    let mut reasons = Vec::new();
    for (slot, analysis) in composite.analyses_mut().iter_mut().enumerate() {
        match analysis.refine(cx, reached, slot, target)? {
            Refined::Excluded => return Ok(None),
            Refined::Feasible(path) => {
                return Ok(Some(match kind {
                    Some(Target::Violation(_)) => Outcome::False(path),
                    Some(Target::Unsupported(what)) => Outcome::Unknown(what),
                    None => Outcome::Unknown("a target without a meaning".to_owned()),
                }));
            }
            Refined::Unknown(reason) => reasons.push(reason),
            Refined::Inapplicable => {}
        }
    }
    let reason = if reasons.is_empty() { "no analysis can refine".to_owned() } else { reasons.join("; ") };
    Ok(Some(Outcome::Unknown(reason)))
}
