//! Makes a disagreement about a pinned term small.

use super::batch::case;
use super::{Batch, Case, Disagreement, Kind, Together, together, under};
use crate::Failure;
use smt::eval::eval;
use smt::solver::{Answer, Limits, Solver};
use smt::transform::order;
use smt::{Op, TermId};

/// A script that shows the disagreement: one operator on constants, or else the first subterm that differs with
/// its pins. Arguments come before what has them, so the first is a smallest.
pub(super) fn shrink(
    batch: &mut Batch,
    solver: &mut dyn Solver,
    whole: &Case,
    kind: Kind,
    limits: &Limits,
) -> Result<String, Failure> {
    let parts = order(&batch.terms, &[whole.term]);
    for &part in &parts {
        let Some(small) = on_constants(batch, part)? else { continue };
        if let Some(script) = differs(batch, solver, &small, &[], kind, limits)? {
            return Ok(script);
        }
    }
    for &part in &parts {
        let Ok(value) = eval(&batch.terms, part, &batch.assignment) else { continue };
        let small = case(&mut batch.terms, part, value)?;
        let pins = batch.pins(&[part])?;
        if let Some(script) = differs(batch, solver, &small, &pins, kind, limits)? {
            return Ok(script);
        }
    }
    let pins = batch.pins(&[whole.term])?;
    let last = formula(whole, kind);
    Ok(crate::script(&batch.terms, &[&*pins, &[last]].concat()))
}

/// For terms that make a solver err only together: a half that does, and a half of that, as long as there is one.
pub(super) fn halve(
    batch: &mut Batch,
    solver: &mut dyn Solver,
    kind: Kind,
    limits: &Limits,
) -> Result<Disagreement, Failure> {
    let mut cases = batch.cases.clone();
    'smaller: loop {
        let half = cases.len().div_ceil(2);
        for part in [cases[..half].to_vec(), cases[half..].to_vec()] {
            let is_smaller = part.len() < cases.len();
            if is_smaller && together(batch, solver, &part, limits)? == Together::Differ(kind) {
                cases = part;
                continue 'smaller;
            }
        }
        break;
    }
    let roots: Vec<TermId> = cases.iter().map(|case| case.term).collect();
    let mut formulas = batch.pins(&roots)?;
    formulas.extend(cases.iter().map(|case| case.equation));
    let detail = "It errs if the equations behind the pins are asked for as one assumption, or one of their negations.";
    Ok(Disagreement { kind, detail: detail.to_owned(), script: crate::script(&batch.terms, &formulas) })
}

fn formula(case: &Case, kind: Kind) -> TermId {
    match kind {
        Kind::OtherValue => case.negation,
        Kind::ValueDenied
        | Kind::WrongModel
        | Kind::PartialModel
        | Kind::Failed
        | Kind::Refused
        | Kind::Died => case.equation,
    }
}

/// The operator of a term on the values of its arguments.
fn on_constants(batch: &mut Batch, part: TermId) -> Result<Option<Case>, Failure> {
    let op = batch.terms.op(part);
    if matches!(op, Op::Const(_) | Op::Apply(_) | Op::Quantified(_)) {
        return Ok(None);
    }
    let mut constants = Vec::new();
    for arg in batch.terms.args(part).to_vec() {
        let Ok(value) = eval(&batch.terms, arg, &batch.assignment) else { return Ok(None) };
        let sort = batch.terms.sort(arg);
        constants.push(batch.terms.value_term(value, sort)?);
    }
    let term = batch.terms.apply_as_is(op, &constants)?;
    match eval(&batch.terms, term, &batch.assignment) {
        Ok(value) => Ok(Some(case(&mut batch.terms, term, value)?)),
        Err(_) => Ok(None),
    }
}

/// The script, if the solver disagrees in the same way.
fn differs(
    batch: &mut Batch,
    solver: &mut dyn Solver,
    case: &Case,
    pins: &[TermId],
    kind: Kind,
    limits: &Limits,
) -> Result<Option<String>, Failure> {
    let wrong = if kind == Kind::OtherValue { Answer::Sat } else { Answer::Unsat };
    let formulas = [pins, &[formula(case, kind)]].concat();
    let answer = under(solver, batch, &formulas, |solver, batch| solver.check(&batch.terms, &[], limits));
    Ok((answer == Ok(wrong)).then(|| crate::script(&batch.terms, &formulas)))
}
