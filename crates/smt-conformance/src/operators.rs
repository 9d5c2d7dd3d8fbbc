//! Every operator of every theory against the evaluator.

use crate::agree::{self, Batch, Recipe, Tally};
use crate::{Failure, LIMITS, Verdict, open};
use smt::random::{Family, Size};
use smt::solver::{Backend, Formats, Service};

/// What terms of all theories need.
pub(crate) const EVERYTHING: &[Service] =
    &[Service::BitVectors, Service::Floats, Service::Arrays, Service::Functions, Service::Arithmetic];

/// Terms in one batch, and batches of each size.
const COUNT: usize = 40;
const BATCHES: u64 = 6;

pub(crate) fn bits(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Bits)
}

pub(crate) fn floats(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Floats)
}

pub(crate) fn arrays(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Arrays)
}

pub(crate) fn functions(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Functions)
}

pub(crate) fn integers(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Integers)
}

pub(crate) fn reals(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Reals)
}

pub(crate) fn mixed(backend: &dyn Backend) -> Verdict {
    family(backend, Family::Everything)
}

fn family(backend: &dyn Backend, family: Family) -> Verdict {
    let mut tally = Tally::default();
    for &size in sizes(backend, family) {
        for seed in 0..BATCHES {
            let recipe = Recipe::new(seed, family, size, 3, COUNT);
            let mut batch = Batch::new(&recipe)?;
            let mut solver = open(backend)?;
            tally.add(agree::pinned(&mut batch, &mut *solver, &LIMITS)?);
        }
    }
    judge(&tally)
}

/// How wide terms of a family may be. Small floats are of formats that not every back end answers for.
pub(crate) fn sizes(backend: &dyn Backend, family: Family) -> &'static [Size] {
    match (family, backend.capabilities().formats) {
        (Family::Floats | Family::Everything, Formats::Interchange) => &[Size::Machine],
        (Family::Floats | Family::Everything, Formats::All)
        | (
            Family::Bits | Family::Arrays | Family::Functions | Family::Integers | Family::Reals,
            Formats::All | Formats::Interchange,
        ) => &[Size::Small, Size::Machine],
    }
}

/// A tally without disagreements in which most questions were decided.
pub(crate) fn judge(tally: &Tally) -> Verdict {
    if let Some(first) = tally.disagreements.first() {
        let count = tally.disagreements.len();
        return Err(Failure(format!("{count} disagreements with the evaluator; the first:\n{first}")));
    }
    if tally.undecided > tally.terms / 2 {
        let first =
            tally.incidents.first().map(|first| format!("; one of them:\n{first}")).unwrap_or_default();
        return Err(Failure(format!("{} undecided for {} terms{first}", tally.undecided, tally.terms)));
    }
    Ok(())
}
