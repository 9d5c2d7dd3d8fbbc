//! Several presets one after the other: what `verify` does when nobody says how.
//!
//! No single analysis is best everywhere (Beyer, Wehrheim: Verification artifacts in cooperative verification, ISoLA 2020, survey such combinations): a few executions find what is easy to find or behind long loops, paths one by one decide programs that have few of them, however large the formulas would be, values of few variables decide
//! programs that are mostly control without asking a solver, bounded search finds bugs and counts loops out, induction proves what a few iterations show, abstraction proves what needs facts about all of them. Each preset gets a slice of time; who ends
//! without an answer before its slice does is not asked again; then the slices grow, so that at most a third of the time is spent on what
//! a larger slice repeats. Which preset comes first, and how long it may take, depends on a few features of the program ([`Features`]); all of them are asked in the end. The first answer that is not UNKNOWN counts: each preset stands for its answers by itself, so the order decides only how long it takes.

use super::{Configuration, analyse, preset};
use algorithms::Progress;
use cfa::Cfa;
use limits::{Budget, Exhausted};
use outcome::{Finding, Incomplete, Outcome, Seen};
use property::Check;
use std::path::Path;
use std::time::Duration;

/// A preset with its first slice in seconds.
type Slice = (&'static str, u64);

/// What a program is like, as far as the order of presets depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Features {
    /// No loop and no recursion: all paths fit into one formula, and bounded search decides them.
    Straight,
    /// Numbers are floats: what values and predicates track best, flags and counters, is not what matters, and each query is expensive.
    Floats,
    /// Loops or recursion over integers and pointers.
    Loops,
}

impl Features {
    pub(super) fn of(cfa: &Cfa) -> Self {
        let structure = cfa.structure();
        let mut functions = cfa.functions.iter_enumerated().filter(|(_, function)| function.body.is_some());
        let is_recursive = functions.any(|(id, _)| structure.calls().is_recursive(id));
        if structure.loops().is_empty() && !is_recursive {
            Self::Straight
        } else if cfa.vars.iter().any(|var| matches!(cfa.types.get(var.ty), cfa::Type::Float(_))) {
            Self::Floats
        } else {
            Self::Loops
        }
    }

    /// The presets in order, with their first slices.
    pub(super) fn stages(self) -> &'static [Slice] {
        match self {
            Self::Straight => &[
                ("random-testing", 1),
                ("symbolic-execution", 2),
                ("k-induction", 9),
                ("predicate-abstraction", 4),
                ("value-predicate", 2),
                ("impact", 2),
            ],
            Self::Floats => &[
                ("random-testing", 1),
                ("symbolic-execution", 2),
                ("k-induction", 7),
                ("predicate-abstraction", 4),
                ("value", 1),
                ("impact", 3),
                ("value-predicate", 2),
            ],
            Self::Loops => &[
                ("random-testing", 1),
                ("symbolic-execution", 1),
                ("value", 2),
                ("k-induction", 6),
                ("value-predicate", 3),
                ("predicate-abstraction", 4),
                ("impact", 3),
            ],
        }
    }
}

/// By what slices grow from round to round.
const GROWTH: u32 = 4;

/// One preset of a sequence, and what became of it.
struct Stage {
    name: &'static str,
    slice: Duration,
    configuration: Configuration,
    /// Why it will not be asked again.
    ended: Option<Incomplete>,
}

/// Checks one property by presets in turn.
pub fn analyse_in_turn(
    cfa: &Cfa,
    checks: &[Check],
    log: Option<&Path>,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Outcome {
    let mut stages: Vec<Stage> = Features::of(cfa)
        .stages()
        .iter()
        .map(|&(name, seconds)| {
            let preset = preset(name).expect("the stages name presets, which a test runs");
            let mut configuration = preset.configuration.clone();
            configuration.smt_log = log.map(Path::to_path_buf);
            Stage { name, slice: Duration::from_secs(seconds), configuration, ended: None }
        })
        .collect();
    let mut tried = Vec::new();
    let mut seen = Vec::new();
    while stages.iter().any(|stage| stage.ended.is_none()) {
        for stage in stages.iter_mut().filter(|stage| stage.ended.is_none()) {
            let part = budget.part(stage.slice);
            let mut outcome = analyse(cfa, checks, &stage.configuration, &part, progress);
            outcome.statistics.push(("stages", tried.len() as u64 + 1));
            note(&mut seen, std::mem::take(&mut outcome.undefined));
            let Finding::Unknown(reason) = &outcome.finding else {
                return Outcome { tried, answered_by: Some(stage.name), undefined: seen, ..outcome };
            };
            let is_cut = part.check_now() == Err(Exhausted::Time);
            let reason = if is_cut { Incomplete::Share } else { reason.clone() };
            tried.push((stage.name, reason.clone()));
            if budget.check_now().is_err() {
                return Outcome { tried, undefined: seen, ..outcome };
            }
            if is_cut {
                stage.slice *= GROWTH;
            } else {
                stage.ended = Some(reason);
            }
        }
    }
    let reasons = stages.into_iter().filter_map(|stage| Some((stage.name, stage.ended?)));
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
