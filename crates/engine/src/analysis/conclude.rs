//! From what an algorithm says to a verdict: replay of what was found, reasons, and what the answer rests on.

use super::Outcome;
use algorithms::Outcome as Answer;
use algorithms::counterexample::{Confirmation, Execution, confirm};
use cfa::{Assumption, BinaryOp, Cfa, EdgeId, Expr, Op, UnaryOp};
use cpa::Context;
use cpa::specification::{Observed, UNSUPPORTED};
use formula::{Arithmetic, Encoder, Encoding, Logic, Overflow};
use property::Verdict;
use smt::Terms;
use smt::solver::Needs;
use source::Span;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The outcome, after a replay of what was found, unless an execution is known already.
pub(super) fn conclude(
    cx: &Context<'_>,
    logic: Logic<'_>,
    observed: &Observed<'_>,
    answer: Answer,
    confirmed: Option<Execution>,
) -> Outcome {
    let mut outcome = match answer {
        Answer::True => proved(cx, logic),
        Answer::Unknown(reason) => Outcome::unknown(named(cx.cfa, reason)),
        Answer::False(path) => {
            let confirmation =
                confirmed.map_or_else(|| replay(cx, logic, observed, &path), Confirmation::Confirmed);
            found(confirmation)
        }
    };
    // Whatever an interrupted part says, the reason is that it was interrupted.
    if let (Verdict::Unknown(reason), Err(exhausted)) = (&mut outcome.verdict, cx.budget.check_now()) {
        *reason = exhausted.to_string();
    }
    let known = |known: formula::Assumption| Assumption { text: known.text, span: known.span };
    outcome.assumptions.extend(logic.encoder.assumptions().into_iter().map(known));
    outcome.losses.extend(logic.encoder.losses().into_iter().map(known));
    outcome
}

/// How many features are named.
const NAMED: usize = 3;

/// A reason that says what is not supported: which of the features that the program has.
fn named(cfa: &Cfa, reason: String) -> String {
    if reason != UNSUPPORTED {
        return reason;
    }
    let features = cfa.edges.iter().filter_map(|edge| {
        let Op::Unsupported { feature } = edge.op else { return None };
        Some(cfa.names.text(feature))
    });
    let features: BTreeSet<&str> = features.collect();
    let shown: Vec<&str> = features.iter().take(NAMED).copied().collect();
    let rest =
        if features.len() > NAMED { format!(" or {} others", features.len() - NAMED) } else { String::new() };
    format!("{reason}: {}{rest}", shown.join(" or "))
}

fn proved(cx: &Context<'_>, logic: Logic<'_>) -> Outcome {
    let is_meant_to_be_sound =
        logic.encoder.encoding().arithmetic == (Arithmetic::Linear { overflow: Overflow::Sound });
    if is_meant_to_be_sound && logic.encoder.takes_floats_for_reals() {
        // Who wants to assume this has the other variant.
        return Outcome::unknown("linear arithmetic does not round floats");
    }
    let mut outcome = Outcome { verdict: Verdict::True, ..Outcome::unknown("") };
    if may_overflow(cx.cfa) {
        let text = "signed arithmetic that overflows wraps around".to_owned();
        outcome.assumptions.push(Assumption { text, span: Span::NONE });
    }
    outcome
}

fn found(confirmation: Confirmation) -> Outcome {
    match confirmation {
        Confirmation::Confirmed(Execution { violation, steps, rests_on }) => {
            let verdict = Verdict::False(violation.property);
            let assumptions = rests_on.map(|(what, span)| Assumption {
                text: format!("the path goes on behind undefined behaviour: {what}"),
                span,
            });
            let assumptions = assumptions.into_iter().collect();
            Outcome {
                verdict,
                violation: violation.message,
                path: steps,
                assumptions,
                ..Outcome::unknown("")
            }
        }
        Confirmation::Refuted(reason) => Outcome::unknown(format!("counterexample not confirmed: {reason}")),
    }
}

/// Replays a path. Values for it come from exact formulas, whatever the analysis believes.
pub(super) fn replay(
    cx: &Context<'_>,
    logic: Logic<'_>,
    observed: &Observed<'_>,
    path: &[EdgeId],
) -> Confirmation {
    let _timer = cx.phase("replay");
    let exact = Encoding::default();
    if logic.encoder.encoding().arithmetic == exact.arithmetic {
        return confirm(cx, logic, observed, path);
    }
    let encoder = match Encoder::new(cx.cfa, &exact) {
        Ok(encoder) => encoder,
        Err(error) => return Confirmation::Refuted(error.to_string()),
    };
    let solver = match smt::solver::open(logic.backend, &Needs::default()) {
        Ok(solver) => RefCell::new(solver),
        Err(error) => return Confirmation::Refuted(error.to_string()),
    };
    let terms = RefCell::new(Terms::new());
    let exact = Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: logic.backend };
    confirm(cx, exact, observed, path)
}

/// Whether the program has a signed operation whose result may not fit.
fn may_overflow(cfa: &Cfa) -> bool {
    cfa.exprs.expr_ids().any(|id| {
        let is_signed = cfa.types.int_shape(cfa.exprs.ty(id)).is_some_and(|shape| shape.signed);
        let may = match cfa.exprs.expr(id) {
            Expr::Unary(op, operand) => op == UnaryOp::Neg && cfa.exprs.as_const(operand).is_none(),
            Expr::Binary(op, ..) => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
            }
            Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Cast(_) => false,
        };
        is_signed && may
    })
}
