//! From what an algorithm says to a verdict: replay of what was found, reasons, and what the answer rests on.

use algorithms::counterexample::{Confirmation, confirm};
use cfa::{AllocStorage, Assumption, BinaryOp, Cfa, EdgeId, Expr, Op, Place, UnaryOp};
use cpa::Context;
use cpa::specification::Observed;
use formula::{Arithmetic, Encoder, Encoding, Logic, Overflow};
use outcome::{Execution, Finding, Incomplete, Outcome, Phase, Proof};
use smt::Terms;
use smt::solver::Needs;
use source::Span;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The outcome: a finding with what it rests on.
pub(super) fn conclude(cx: &Context<'_>, logic: Logic<'_>, finding: Finding) -> Outcome {
    let mut outcome = match finding {
        // The interpreter ends at undefined behaviour, so this rests on nothing that it looks for.
        Finding::Proved(Proof::OnlyExecution) => Outcome::of(finding),
        Finding::Proved(Proof::AllPaths | Proof::Induction { .. }) => proved(cx, logic, finding),
        // Whatever an interrupted part says, the reason is that it was interrupted.
        Finding::Unknown(reason) => Outcome::unknown(match cx.budget.check_now() {
            Err(exhausted) => exhausted.into(),
            Ok(()) => named(cx.cfa, reason),
        }),
        Finding::Violated(execution) => violated(cx.cfa, execution),
    };
    outcome.assumptions.extend(logic.encoder.assumptions());
    outcome.losses.extend(logic.encoder.losses());
    outcome
}

/// A reason that says what is not supported: the features that the program has and we have not.
fn named(cfa: &Cfa, reason: Incomplete) -> Incomplete {
    match reason {
        Incomplete::Unsupported(known) if known.is_empty() => {
            let features = cfa.edges.iter().filter_map(|edge| {
                let Op::Unsupported { feature } = edge.op else { return None };
                Some(cfa.names.text(feature).to_owned())
            });
            let features: BTreeSet<String> = features.collect();
            Incomplete::Unsupported(features.into_iter().collect())
        }
        other => other,
    }
}

fn proved(cx: &Context<'_>, logic: Logic<'_>, proof: Finding) -> Outcome {
    let is_meant_to_be_sound =
        logic.encoder.encoding().arithmetic == (Arithmetic::Linear { overflow: Overflow::Sound });
    if is_meant_to_be_sound && logic.encoder.takes_floats_for_reals() {
        // Who wants to assume this has the other variant.
        let what = "linear arithmetic does not round floats";
        return Outcome::unknown(Incomplete::open(Phase::Setup, what));
    }
    let mut outcome = Outcome::of(proof);
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

fn violated(cfa: &Cfa, execution: Box<Execution>) -> Outcome {
    let rests_on = execution.rests_on.clone().map(|(what, span)| Assumption {
        text: format!("the path goes on behind undefined behaviour: {what}"),
        span,
    });
    let sees_layout = execution.sees_layout;
    let mut outcome = Outcome::of(Finding::Violated(execution));
    outcome.assumptions.extend(rests_on);
    if sees_layout {
        let text = "the path depends on where objects lie in memory: another layout may not show it";
        outcome.assumptions.push(Assumption { text: text.to_owned(), span: Span::NONE });
    }
    if may_fill_stack(cfa) {
        let text = "memory for automatic variables does not run out".to_owned();
        outcome.assumptions.push(Assumption { text, span: Span::NONE });
    }
    outcome
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
