//! `assert.h`: a failed assertion aborts.

use super::{Entry, Model, entry};
use cfa::HaltKind;

const HEADER: &str = "assert.h";

pub(super) const TABLE: &[Entry] = &[
    entry("__assert_fail", HEADER, Model::Ends(HaltKind::Abort)),
    entry("__assert_perror_fail", HEADER, Model::Ends(HaltKind::Abort)),
    entry("__assert", HEADER, Model::Ends(HaltKind::Abort)),
    entry("__assert_rtn", HEADER, Model::Ends(HaltKind::Abort)),
    entry(
        "assert",
        HEADER,
        Model::CText(
            "extern void __verdikt_abort(void);\nvoid __verdikt_assert(int condition) { if (!condition) __verdikt_abort(); }",
        ),
    ),
];
