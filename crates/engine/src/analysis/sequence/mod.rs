//! A sequential portfolio: several presets one after the other, as a text says. What `verify` does
//! when nobody says how is such a text, too.
//!
//! No single analysis is best everywhere (Beyer, Wehrheim: Verification artifacts in cooperative
//! verification, ISoLA 2020, survey such combinations). A few executions find what is easy to find
//! or behind long loops. Paths one by one decide programs that have few of them, however large the
//! formulas would be. Values of few variables decide programs that are mostly control, without a
//! solver. Bounded search finds bugs and counts loops out, induction proves what a few iterations
//! show, abstraction proves what needs facts about all of them.
//!
//! Each stage gets a slice of work. A stage that ends without an answer before its slice does is not
//! asked again; then the slices grow. Which stages there are depends on features of the program. The
//! first answer that is not UNKNOWN counts: each preset stands for its answers by itself, so the
//! order decides only how long it takes.

mod features;
mod file;

use features::Condition;
pub(super) use file::is_sequence;

use super::{Configuration, analyse};
use algorithms::Progress;
use cfa::Cfa;
use limits::{Budget, Exhausted};
use outcome::{Finding, Incomplete, Outcome, Seen};
use property::Check;
use std::path::Path;
use std::time::Duration;

/// Presets in turn, by what a program is like.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// What it does, in one line.
    pub summary: String,
    /// The paper it follows.
    pub paper: String,
    growth: u32,
    cases: Vec<Case>,
}

/// The stages for programs that meet all conditions.
#[derive(Clone, Debug)]
struct Case {
    when: Vec<Condition>,
    stages: Vec<Stage>,
}

/// One preset of a sequence, with its first slice.
#[derive(Clone, Debug)]
struct Stage {
    name: String,
    slice: Duration,
    configuration: Configuration,
}

impl Sequence {
    /// By what slices grow unless the text says otherwise.
    const GROWTH: u32 = 4;

    /// The names of the stages for a program, in order.
    pub fn stages(&self, cfa: &Cfa) -> Vec<&str> {
        self.chosen(cfa).iter().map(|stage| stage.name.as_str()).collect()
    }

    fn chosen(&self, cfa: &Cfa) -> &[Stage] {
        let fits = |case: &&Case| case.when.iter().all(|condition| condition.holds(cfa));
        self.cases.iter().find(fits).map_or(&[], |case| &case.stages)
    }
}

/// A stage in a run.
struct Running<'s> {
    stage: &'s Stage,
    slice: Duration,
    /// Why it will not be asked again.
    ended: Option<Incomplete>,
}

/// Checks one property by the stages of a sequence.
pub fn analyse_in_turn(
    cfa: &Cfa,
    checks: &[Check],
    sequence: &Sequence,
    log: Option<&Path>,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Outcome {
    let stages = sequence.chosen(cfa).iter();
    let mut stages: Vec<Running<'_>> =
        stages.map(|stage| Running { stage, slice: stage.slice, ended: None }).collect();
    let mut tried = Vec::new();
    let mut seen = Vec::new();
    while stages.iter().any(|stage| stage.ended.is_none()) {
        for Running { stage, slice, ended } in stages.iter_mut().filter(|stage| stage.ended.is_none()) {
            let part = budget.part(*slice);
            let mut configuration = stage.configuration.clone();
            configuration.smt_log = log.map(Path::to_path_buf);
            let mut outcome = analyse(cfa, checks, &configuration, &part, progress);
            outcome.statistics.push(("stages", tried.len() as u64 + 1));
            note(&mut seen, std::mem::take(&mut outcome.undefined));
            let Finding::Unknown(reason) = &outcome.finding else {
                return Outcome { tried, answered_by: Some(stage.name.clone()), undefined: seen, ..outcome };
            };
            let is_cut = part.check_now() == Err(Exhausted::Time);
            let reason = if is_cut { Incomplete::Share } else { reason.clone() };
            tried.push((stage.name.clone(), reason.clone()));
            if budget.check_now().is_err() {
                return Outcome { tried, undefined: seen, ..outcome };
            }
            if is_cut {
                *slice *= sequence.growth;
            } else {
                *ended = Some(reason);
            }
        }
    }
    let reasons = stages.into_iter().filter_map(|running| Some((running.stage.name.clone(), running.ended?)));
    Outcome { tried, undefined: seen, ..Outcome::unknown(Incomplete::Stages(reasons.collect())) }
}

/// So many places with undefined behaviour are kept.
const MOST_SEEN: usize = 5;

/// Adds undefined behaviour at places where none was seen before.
pub(super) fn note(seen: &mut Vec<Seen>, more: impl IntoIterator<Item = Seen>) {
    for found in more {
        if seen.len() < MOST_SEEN && seen.iter().all(|known| known.span != found.span) {
            seen.push(found);
        }
    }
}
