//! `assert.h`: a failed assertion aborts.

use super::{Entry, Model, entry, text};
use cfa::HaltKind;

const HEADER: &str = "assert.h";

pub(super) const TABLE: &[Entry] = &[
    entry("__assert_fail", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("__assert_perror_fail", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("__assert", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("__assert_rtn", HEADER, "any(...)", Model::Ends(HaltKind::Abort)),
    text(
        "assert",
        HEADER,
        "extern void __verdikt_abort(void);\nvoid __verdikt_assert(int condition) { if (!condition) __verdikt_abort(); }",
    ),
];
