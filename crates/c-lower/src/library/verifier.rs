//! The functions of verification tasks: `__VERIFIER_*`, and what models use among themselves.

use super::{Entry, Intrinsic, Model, entry};
use cfa::HaltKind;

const HEADER: &str = "verification task";

/// Every `__VERIFIER_nondet_<type>`: any value of the declared result type.
pub(super) const NONDET: Entry =
    entry("__VERIFIER_nondet_*", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Nondet));

/// Every `__verdikt_any_<type>`, for models only.
pub(super) const ANY: Entry = entry("__verdikt_any_*", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Any));

pub(super) const TABLE: &[Entry] = &[
    NONDET,
    entry("__VERIFIER_assume", HEADER, "any(...)", Model::Intrinsic(Intrinsic::Assume)),
    entry("__VERIFIER_error", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("reach_error", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("__VERIFIER_atomic_begin", HEADER, "any(...)", Model::NoEffect),
    entry("__VERIFIER_atomic_end", HEADER, "any(...)", Model::NoEffect),
    entry("__verdikt_assume", HEADER, "void(int)", Model::Intrinsic(Intrinsic::Assume)),
    entry("__verdikt_object_size", HEADER, "size_t(const void *)", Model::Intrinsic(Intrinsic::ObjectSize)),
];
