//! `fenv.h`: rounding is to nearest, and other modes are not supported. Exceptions are never raised.

use super::{Entry, Model, entry, text};

const HEADER: &str = "fenv.h";

pub(super) const TABLE: &[Entry] = &[
    text(
        "fesetround",
        HEADER,
        "extern void __verdikt_fe_other_rounding(void);
int __verdikt_fesetround(int mode) { if (mode != 0) __verdikt_fe_other_rounding(); return 0; }",
    ),
    text("fegetround", HEADER, "int __verdikt_fegetround(void) { return 0; }"),
    // What the model above calls; no header declares it.
    entry("__verdikt_fe_other_rounding", HEADER, "void(void)", Model::Unsupported("rounding modes")),
];
