//! From what an algorithm says to a verdict: replay of what was found, reasons, and what the answer rests on.

use super::Outcome;
use super::run::Basis;
use algorithms::Outcome as Answer;
use algorithms::counterexample::{Confirmation, Execution, confirm};
use cfa::{AllocStorage, Assumption, BinaryOp, Cfa, EdgeId, Expr, Op, Place, UnaryOp};
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
    basis: Basis,
) -> Outcome {
    let mut outcome = match answer {
        Answer::True => match basis {
            Basis::Search => proved(cx, logic),
            // The interpreter ends at undefined behaviour, so this rests on nothing that it looks
            // for.
            Basis::Execution => Outcome { verdict: Verdict::True, ..Outcome::unknown("") },
        },
        Answer::Unknown(reason) => Outcome::unknown(named(cx.cfa, reason)),
        Answer::False(path) => {
            let confirmation =
                confirmed.map_or_else(|| replay(cx, logic, observed, &path), Confirmation::Confirmed);
            found(cx.cfa, confirmation)
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
    if may_miss(cx.cfa) {
        let text =
            "memory errors were not checked: accesses are taken to hit the object that is meant".to_owned();
        outcome.assumptions.push(Assumption { text, span: Span::NONE });
    }
    outcome
}

fn found(cfa: &Cfa, confirmation: Confirmation) -> Outcome {
    match confirmation {
        Confirmation::Confirmed(Execution { violation, steps, rests_on, sees_layout, arguments }) => {
            let verdict = Verdict::False(violation.property);
            let assumptions = rests_on.map(|(what, span)| Assumption {
                text: format!("the path goes on behind undefined behaviour: {what}"),
                span,
            });
            let mut assumptions: Vec<Assumption> = assumptions.into_iter().collect();
            if sees_layout {
                let text = "the path depends on where objects lie in memory: another layout may not show it";
                assumptions.push(Assumption { text: text.to_owned(), span: Span::NONE });
            }
            if may_fill_stack(cfa) {
                let text = "memory for automatic variables does not run out".to_owned();
                assumptions.push(Assumption { text, span: Span::NONE });
            }
            Outcome {
                verdict,
                violation: violation.message,
                path: steps,
                arguments,
                assumptions,
                ..Outcome::unknown("")
            }
        }
        Confirmation::Refuted { reason, seen } => Outcome {
            undefined: seen.into_iter().collect(),
            ..Outcome::unknown(format!("counterexample not confirmed: {reason}"))
        },
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
        Err(error) => return Confirmation::refuted(error.to_string()),
    };
    let solver = match smt::solver::open(logic.backend, &Needs::default()) {
        Ok(solver) => RefCell::new(solver),
        Err(error) => return Confirmation::refuted(error.to_string()),
    };
    let terms = RefCell::new(Terms::new());
    let exact = Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: logic.backend };
    confirm(cx, exact, observed, path)
}

/// Whether the program has an access that may be to another object than is meant: through a
/// pointer, or with an index.
fn may_miss(cfa: &Cfa) -> bool {
    cfa.exprs.place_ids().any(|id| match cfa.exprs.place(id) {
        Place::Deref(_) => true,
        Place::Index(_, index) => cfa.exprs.as_const(index).is_none(),
        Place::Var(_) | Place::Field(..) => false,
    })
}

/// Bytes of one variable that count as many: systems give a program a stack of a few megabytes.
const LARGE: u64 = 1 << 20;

/// Whether an execution may need more stack than there is: by recursion, by objects of variable
/// size, or by large ones. A proof does not care, since such an execution ends.
fn may_fill_stack(cfa: &Cfa) -> bool {
    let calls = cfa.structure().calls();
    let is_large =
        |var: &cfa::Var| var.function.is_some() && cfa.types.size(var.ty).is_some_and(|size| size >= LARGE);
    let is_on_stack = |edge: &cfa::Edge| matches!(edge.op, Op::Allocate { storage: AllocStorage::Stack, .. });
    cfa.functions.indices().any(|function| calls.is_recursive(function))
        || cfa.vars.iter().any(is_large)
        || cfa.edges.iter().any(is_on_stack)
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
