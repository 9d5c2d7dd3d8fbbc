//! Linear abstraction: the trace over the integers, and the facts mapped back to bit-vectors.
//!
//! Bit-vectors are read as bounded integers, without sign or with it, and operations as if nothing ever overflowed ([`lift`]). Over
//! integers inequalities can be added up, so there are facts such as `y ≤ 3·x` that a bit-vector procedure does not find. They come from
//! Newton and from Spacer on the integers, and are mapped back ([`lower`]): first as if the widths were enough, which gives the facts a
//! programmer would write, then with extensions that make it so; then both once more with the conditions of the trace that
//! bound a variable ([`guards`]), because these are often why nothing overflows.
//!
//! Griggio: *Effective word-level interpolation for software verification* (FMCAD 2011) layers cheap
//! abstractions before the bit level in the same way. Here the abstraction is optimistic: that nothing overflows is
//! not proved beforehand. The checker asks for every step over the bit-vectors, and what relied on a missing overflow does not pass.

mod guards;
mod lift;
mod lower;

use crate::error::Failure;
use crate::ladder::Context;
use crate::newton::{self, Direction};
use crate::project::Help;
use crate::quality::quality;
use crate::spacer;
use crate::trace::Trace;
use lift::Lift;
use lower::{Fit, Lower};
use smt::transform::order;
use smt::{BvOp, Op, TermId, Terms};

/// How bit-vectors are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// As natural numbers.
    Unsigned,
    /// In two's complement.
    Signed,
}

/// Which of the two readings: the one that the comparisons of the trace suggest, or the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The reading of most comparisons.
    Likely,
    /// The other one.
    Other,
}

/// What finds facts over the integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Strongest postconditions and weakest preconditions.
    Newton,
    /// Horn clauses.
    Spacer,
}

/// Sequences to check.
pub(crate) fn candidates(
    context: &mut Context<'_, '_>,
    trace: &Trace,
    choice: Choice,
    source: Source,
) -> Result<Vec<Vec<TermId>>, Failure> {
    let bit_core = newton::core(context, trace)?;
    let formulas: Vec<TermId> = bit_core.iter().flatten().copied().collect();
    let reading = reading(context.terms, &formulas, choice)?;
    let mut lift = Lift::new(reading);
    let mut integers = Vec::new();
    for conjuncts in &bit_core {
        integers.push(lift.conjuncts(context, conjuncts)?);
    }
    let whole: Vec<TermId> =
        integers.iter().map(|conjuncts| crate::connect::and(context.terms, conjuncts)).collect();
    let abstraction = Trace::new(context.terms, context.free, &whole);
    let core = newton::core(context, &abstraction).map_err(|failure| match failure {
        // The trace has no model, its abstraction may have one.
        Failure::Feasible => Failure::Nothing("the integers have a model".to_owned()),
        failure => failure,
    })?;
    let sequences = match source {
        Source::Newton => vec![
            newton::facts(context, &core, Direction::Forwards, Help::Checks)?,
            newton::facts(context, &core, Direction::Backwards, Help::Checks)?,
        ],
        Source::Spacer => vec![spacer::facts(context, &core)?],
    };
    let mut found = Vec::new();
    let mut failure = None;
    for facts in &sequences {
        for fit in [Fit::Plain, Fit::Wide] {
            let mut lower = Lower::new(reading, fit, lift.origins());
            match facts.iter().map(|&fact| lower.formula(context, fact)).collect::<Result<Vec<_>, _>>() {
                Ok(facts) => found.push((quality(context.terms, context.normal, &facts), facts)),
                Err(other) => failure = Some(other),
            }
        }
    }
    found.sort_by_key(|(quality, _)| *quality);
    found.dedup();
    match failure {
        Some(failure) if found.is_empty() => return Err(failure),
        Some(_) | None => {}
    }
    let plain: Vec<Vec<TermId>> = found.into_iter().map(|(_, facts)| facts).collect();
    let guarded: Vec<Vec<TermId>> =
        plain.iter().map(|facts| guards::with_guards(context, trace, facts)).collect();
    Ok([plain, guarded].concat())
}

/// The reading that most comparisons have, or the other. Without bit-vectors there is nothing to abstract.
fn reading(terms: &Terms, formulas: &[TermId], choice: Choice) -> Result<Reading, Failure> {
    let (mut signed, mut unsigned, mut has_bits) = (0, 0, false);
    for part in order(terms, formulas) {
        match terms.op(part) {
            Op::Bv(BvOp::Slt | BvOp::Sle | BvOp::Sdiv | BvOp::Srem | BvOp::SignExtend(_)) => signed += 1,
            Op::Bv(BvOp::Ult | BvOp::Ule | BvOp::Udiv | BvOp::Urem) => unsigned += 1,
            Op::Bv(_)
            | Op::Const(_)
            | Op::Apply(_)
            | Op::Quantified(_)
            | Op::Core(_)
            | Op::Arith(_)
            | Op::Fp(_)
            | Op::Array(_) => {}
        }
        has_bits |= terms.sort(part).width().is_some();
    }
    if !has_bits {
        return Err(Failure::Outside("a trace without bit-vectors".to_owned()));
    }
    Ok(match (signed > unsigned, choice) {
        (true, Choice::Likely) | (false, Choice::Other) => Reading::Signed,
        (false, Choice::Likely) | (true, Choice::Other) => Reading::Unsigned,
    })
}
