//! `setjmp.h`: not supported.

use super::{Entry, Model, entry};

const HEADER: &str = "setjmp.h";
const FEATURE: &str = "setjmp";

pub(super) const TABLE: &[Entry] = &[
    entry("setjmp", HEADER, "int(void *)", Model::Unsupported(FEATURE)),
    entry("_setjmp", HEADER, "int(void *)", Model::Unsupported(FEATURE)),
    entry("__sigsetjmp", HEADER, "int(void *, int)", Model::Unsupported(FEATURE)),
    entry("sigsetjmp", HEADER, "int(void *, int)", Model::Unsupported(FEATURE)),
    entry("longjmp", HEADER, "void(void *, int)", Model::Unsupported(FEATURE)),
    entry("_longjmp", HEADER, "void(void *, int)", Model::Unsupported(FEATURE)),
    entry("siglongjmp", HEADER, "void(void *, int)", Model::Unsupported(FEATURE)),
];
