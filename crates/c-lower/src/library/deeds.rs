//! What calls of library functions do, as far as the order of calls could tell ([`crate::order`]).

use super::{ERRNO, Entry, Errno, Intrinsic, Model};
use crate::order::Deeds;
use cfa::UnaryOp;

/// Functions with a model in C text that read memory and write none.
const READERS: &[&str] = &[
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "strchr",
    "strrchr",
    "strchrnul",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "memcmp",
    "memchr",
    "memrchr",
    "bcmp",
    "index",
    "rindex",
];

/// Functions of `math.h` that write through a pointer.
const WRITERS: &[&str] =
    &["frexp", "frexpf", "lgamma_r", "lgammaf_r", "lgammal_r", "modf", "modff", "modfl", "sincos"];

/// Whether a library function calls functions that it is passed, or that were registered.
pub(crate) fn calls_back(entry: &Entry) -> bool {
    match entry.model {
        Model::CText(text) => text.contains("(*"),
        Model::Intrinsic(Intrinsic::Leave(_)) => true,
        Model::Intrinsic(_)
        | Model::NoEffect
        | Model::Output
        | Model::Estimate
        | Model::Scans(_)
        | Model::Computes(_)
        | Model::Ends(_)
        | Model::Unsupported(_) => false,
    }
}

/// What a call of a library function does.
pub(crate) fn deeds(entry: &Entry, errno: Errno) -> Deeds {
    let both = Deeds::READS_MEMORY.and(Deeds::WRITES_MEMORY);
    let on_failure = match errno {
        Errno::Seen => Deeds::WRITES_MEMORY,
        Errno::Unseen => Deeds::default(),
    };
    match &entry.model {
        Model::Intrinsic(intrinsic) => match intrinsic {
            Intrinsic::Malloc
            | Intrinsic::Calloc
            | Intrinsic::Alloca
            | Intrinsic::Nondet
            | Intrinsic::Any
            | Intrinsic::Classify(_)
            | Intrinsic::ObjectSize
            | Intrinsic::First => Deeds::default(),
            Intrinsic::Unary(UnaryOp::FloatSqrt) => on_failure,
            Intrinsic::Unary(_) => Deeds::default(),
            Intrinsic::Free | Intrinsic::Set => Deeds::WRITES_MEMORY,
            Intrinsic::Copy(_) => both,
            Intrinsic::Leave(_) => both.and(Deeds::STOPS),
            Intrinsic::Exit | Intrinsic::Abort | Intrinsic::Assume => Deeds::STOPS,
            Intrinsic::Assert(_) => Deeds::STOPS.and(Deeds::ASKED),
        },
        Model::CText(_) if WRITERS.contains(&entry.name) => both,
        Model::CText(text) if entry.header == "ctype.h" || entry.header == "math.h" => {
            if text.contains(ERRNO) { on_failure } else { Deeds::default() }
        }
        Model::CText(_) if READERS.contains(&entry.name) => Deeds::READS_MEMORY,
        Model::CText(text) if !text.contains('*') => Deeds::default(),
        Model::CText(_) => both,
        Model::NoEffect => Deeds::default(),
        Model::Output | Model::Estimate => on_failure,
        Model::Scans(_) | Model::Computes(_) => Deeds::WRITES_MEMORY,
        Model::Ends(_) => Deeds::STOPS.and(Deeds::ASKED),
        Model::Unsupported(_) => Deeds::STOPS,
    }
}
