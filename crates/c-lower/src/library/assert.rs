//! `assert.h`: a failed assertion calls a function that aborts. Each C library has its own for
//! that.
//!
//! `assert` itself is a macro; a program that calls it without the header means the same.

use super::{Entry, Failing, Intrinsic, Model, entry};
use cfa::HaltKind;

const HEADER: &str = "assert.h";
const FAILS: Model = Model::Ends(HaltKind::Abort);

pub(super) const TABLE: &[Entry] = &[
    entry("__assert_fail", HEADER, "any(...)", FAILS),
    entry("__assert_perror_fail", HEADER, "any(...)", FAILS),
    entry("__assert", HEADER, "any(...)", FAILS),
    entry("__assert_rtn", HEADER, "any(...)", FAILS),
    entry("__assert_func", HEADER, "any(...)", FAILS),
    entry("__assert2", HEADER, "any(...)", FAILS),
    entry("__assert13", HEADER, "any(...)", FAILS),
    entry("_assert", HEADER, "void(const char *, const char *, unsigned)", FAILS),
    entry("_wassert", HEADER, "void(const wchar_t *, const wchar_t *, unsigned)", FAILS),
    entry("assert", HEADER, "void(int)", Model::Intrinsic(Intrinsic::Assert(Failing::Aborts))),
];
