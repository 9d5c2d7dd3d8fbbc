//! Newton: facts from an unsatisfiable core by strongest postconditions and weakest preconditions.
//!
//! After Dietsch, Heizmann, Musa, Nutz, Podelski: *Craig vs. Newton in software model checking* (FSE 2017). A solver says which
//! conjuncts of the trace are needed for the contradiction. The others are dropped, so that assignments that do not matter
//! become arbitrary; then the strongest postcondition of the rest is computed forwards, and the weakest precondition backwards. A
//! variable that no needed conjunct behind mentions is dead and is projected away.
//!
//! Where we differ: formulas are in static single assignment and may be whole blocks, so both directions are the same
//! operation, projection of a conjunction ([`project`](crate::project)): forwards it gives the fact, backwards its negation. Projection may
//! weaken, which is sound forwards and backwards alike and is found out by the checker if it was too much. Both sequences are
//! computed, and the one with fewer different atoms is tried first: backwards a loop tends to give the same fact at
//! each visit, forwards it tends to give constants.

mod core;

pub(crate) use core::{Inlined, core};

use crate::connect::{and, not};
use crate::error::Failure;
use crate::ladder::Context;
use crate::project::{Help, Projection};
use crate::quality::quality;
use crate::trace::Trace;
use smt::{SymbolId, TermId};
use std::collections::BTreeSet;

/// Which way facts are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// Strongest postconditions.
    Forwards,
    /// Weakest preconditions.
    Backwards,
}

/// Sequences to check, the better first.
pub(crate) fn candidates(
    context: &mut Context<'_, '_>,
    trace: &Trace,
    help: Help,
) -> Result<Vec<Vec<TermId>>, Failure> {
    let core = core(context, trace)?;
    let mut found = Vec::new();
    for direction in [Direction::Backwards, Direction::Forwards] {
        let facts = facts(context, &core, direction, help)?;
        let quality = quality(context.terms, context.normal, &facts);
        found.push((quality, facts));
    }
    found.sort_by_key(|(quality, _)| *quality);
    found.dedup();
    Ok(found.into_iter().map(|(_, facts)| facts).collect())
}

/// The facts of the needed conjuncts of each formula in one direction.
pub(crate) fn facts(
    context: &mut Context<'_, '_>,
    core: &[Vec<TermId>],
    direction: Direction,
    help: Help,
) -> Result<Vec<TermId>, Failure> {
    let kept = kept(context, core);
    facts_about(context, core, &kept, direction, help)
}

/// As [`facts`], about given symbols at each cut.
pub(crate) fn facts_about(
    context: &mut Context<'_, '_>,
    core: &[Vec<TermId>],
    kept: &[BTreeSet<SymbolId>],
    direction: Direction,
    help: Help,
) -> Result<Vec<TermId>, Failure> {
    let (yes, no) = (context.terms.bool(true), context.terms.bool(false));
    let needed = |conjuncts: &Vec<TermId>| !conjuncts.is_empty();
    let (Some(first), Some(last)) = (core.iter().position(needed), core.iter().rposition(needed)) else {
        return Err(Failure::Nothing("the core is empty".to_owned()));
    };
    // Before the first needed formula nothing is known, and behind the last there is no way to be.
    let mut facts = vec![yes; first + 1];
    facts.resize(core.len() + 1, no);
    let mut state: Vec<TermId> = Vec::new();
    let places: Vec<usize> = match direction {
        Direction::Forwards => (first..last).collect(),
        Direction::Backwards => (first + 1..=last).rev().collect(),
    };
    for place in places {
        let cut = match direction {
            Direction::Forwards => place + 1,
            Direction::Backwards => place,
        };
        state.extend_from_slice(&core[place]);
        let mut projection = Projection { keeps: &kept[cut], help, cases: context.options.cases };
        state = projection.of(context, &state)?;
        let whole = and(context.terms, &state);
        facts[cut] = match direction {
            Direction::Forwards => whole,
            Direction::Backwards => not(context.terms, whole),
        };
    }
    Ok(facts)
}

/// For each cut, the symbols of needed conjuncts on both sides.
fn kept(context: &mut Context<'_, '_>, core: &[Vec<TermId>]) -> Vec<BTreeSet<SymbolId>> {
    let formulas: Vec<TermId> = core.iter().map(|conjuncts| and(context.terms, conjuncts)).collect();
    Trace::new(context.terms, context.free, &formulas).shared(context.terms, context.free)
}
