//! `setjmp.h`: not supported.

use super::{Entry, Model, entry};

const HEADER: &str = "setjmp.h";
const FEATURE: &str = "setjmp";

pub(super) const TABLE: &[Entry] = &[
    entry("setjmp", HEADER, Model::Unsupported(FEATURE)),
    entry("_setjmp", HEADER, Model::Unsupported(FEATURE)),
    entry("__sigsetjmp", HEADER, Model::Unsupported(FEATURE)),
    entry("sigsetjmp", HEADER, Model::Unsupported(FEATURE)),
    entry("longjmp", HEADER, Model::Unsupported(FEATURE)),
    entry("_longjmp", HEADER, Model::Unsupported(FEATURE)),
    entry("siglongjmp", HEADER, Model::Unsupported(FEATURE)),
];
