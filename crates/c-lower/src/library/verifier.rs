//! The functions of verification tasks: `__VERIFIER_*`, and what models use among themselves.

use super::{Entry, Failing, Intrinsic, Model, entry, text};
use cfa::HaltKind;

const HEADER: &str = "verification task";

/// Every `__VERIFIER_nondet_<type>`: any value of the declared result type.
pub(super) const NONDET: Entry =
    entry("__VERIFIER_nondet_*", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Nondet));

/// Every `__verdikt_any_<type>`, for models only.
pub(super) const ANY: Entry = entry("__verdikt_any_*", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Any));

/// Every `__verdikt_guess_<type>`, for models only: a value that the function does not choose, but that its model does not compute.
pub(super) const GUESS: Entry = entry("__verdikt_guess_*", HEADER, "any(...)", Model::Estimate);

/// Every `__verdikt_typical_<type>`, for models only: any value in formulas, its argument in
/// executions.
pub(super) const TYPICAL: Entry = entry("__verdikt_typical_*", HEADER, "any(...)", Model::NoEffect);

/// Every `__verdikt_within_<type>`, for models only: any value in formulas, one between its
/// arguments in executions.
pub(super) const WITHIN: Entry = entry("__verdikt_within_*", HEADER, "any(...)", Model::NoEffect);

/// Any bytes.
pub(super) const MEMORY: &str = "__VERIFIER_nondet_memory";

const NONDET_MEMORY: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
void __verdikt___VERIFIER_nondet_memory(void *target, size_t size) {
    for (size_t at = 0; at < size; at++) ((unsigned char *)target)[at] = __VERIFIER_nondet_uchar();
}";

pub(super) const TABLE: &[Entry] = &[
    NONDET,
    text(MEMORY, HEADER, NONDET_MEMORY),
    entry("__VERIFIER_assume", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Assume)),
    entry("__VERIFIER_assert", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Assert(Failing::Aborts))),
    entry("__VERIFIER_error", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("reach_error", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("__VERIFIER_atomic_begin", HEADER, "any(...)", Model::NoEffect),
    entry("__VERIFIER_atomic_end", HEADER, "any(...)", Model::NoEffect),
    entry("__verdikt_assume", HEADER, "void(int)", Model::Intrinsic(Intrinsic::Assume)),
    entry("__verdikt_object_size", HEADER, "size_t(const void *)", Model::Intrinsic(Intrinsic::ObjectSize)),
];
