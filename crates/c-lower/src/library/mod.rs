//! Models of library functions that the program calls without defining them.
//!
//! One file per header, one table entry per function: its name, its header, its type and its model. A function that the program
//! defines itself always wins, and one that it declares with another type is not the library's ([`signature`]). A model is
//!
//! - an [`Intrinsic`]: an operation of the automaton (`malloc`, `memcpy`, `abort`, `fabs`);
//! - C text, parsed and elaborated as a further unit when somebody refers to the function. The text calls
//!   the function `__verdikt_<name>`, so that it cannot clash with how the program declares it, and calls other models under such names;
//! - a call without a modelled effect (`printf`): the result is any value;
//! - a call that writes through its pointer arguments (`scanf`);
//! - a call that ends the program (`__assert_fail`);
//! - refused by name (`longjmp`, `pthread_create`).
//!
//! Names with the prefix `__builtin_` have the model of the name without it.
//!
//! Differences from the C library are recorded as assumptions where they are made: allocation never fails.

mod apply;
mod assert;
mod calendar;
mod complex;
mod ctype;
mod deeds;
mod ending;
mod estimates;
mod fenv;
mod gcc;
mod intrinsics;
mod math;
mod posix;
mod pthread;
mod results;
mod scan;
mod setjmp;
mod signal;
mod signature;
mod stdio;
mod stdlib;
mod string;
mod temporary;
mod time;
mod unmodelled;
mod verifier;
mod wide;
mod writers;

pub(crate) use deeds::{calls_back, deeds};
pub(crate) use signature::{Passed, Prototype, declaration};

use cfa::{HaltKind, Overlap, UnaryOp};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A library function with its model.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) header: &'static str,
    /// Its type as a C type name; models in C text tell by their definition.
    ty: &'static str,
    pub(crate) model: Model,
}

/// How a library function is modelled.
#[derive(Debug)]
pub(crate) enum Model {
    /// An operation of the automaton.
    Intrinsic(Intrinsic),
    /// A definition in C of `__verdikt_<name>`.
    CText(&'static str),
    /// Any result, no effect that the program could see.
    NoEffect,
    /// Output: any result, no effect that the program could see but on `errno`.
    Output,
    /// Any result, which is more than the function gives: executions end there.
    Estimate,
    /// Input as the format at this position says, of which nothing is known.
    Scans(usize),
    /// The same, where the input is known and nobody here reads it: executions end there.
    Computes(usize),
    /// The call is recorded, then the program ends.
    Ends(HaltKind),
    /// Not supported; the name of the feature.
    Unsupported(&'static str),
}

impl Model {
    /// Whether the result is the address of new memory.
    pub(crate) fn allocates(&self) -> bool {
        matches!(self, Self::Intrinsic(Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca))
    }

    /// Its definition in C.
    pub(crate) fn text(&self) -> Option<&'static str> {
        match *self {
            Self::CText(text) => Some(text),
            Self::Intrinsic(_)
            | Self::NoEffect
            | Self::Output
            | Self::Estimate
            | Self::Scans(_)
            | Self::Computes(_)
            | Self::Ends(_)
            | Self::Unsupported(_) => None,
        }
    }

    /// Whether it writes through arguments beyond the first `named`.
    pub(crate) fn writes_beyond(&self, named: usize) -> bool {
        match self {
            Self::Scans(format) | Self::Computes(format) => format + 1 >= named,
            Self::Intrinsic(_)
            | Self::CText(_)
            | Self::NoEffect
            | Self::Output
            | Self::Estimate
            | Self::Ends(_)
            | Self::Unsupported(_) => false,
        }
    }
}

/// Operations of the automaton.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Intrinsic {
    Malloc,
    Calloc,
    Alloca,
    Free,
    Copy(Overlap),
    Set,
    /// `_exit`: the program ends at once.
    Exit,
    /// `exit`, `quick_exit`: what was registered runs first.
    Leave(Leaving),
    Abort,
    Assume,
    /// The first argument is an assertion.
    Assert(Failing),
    /// A value chosen by the verification task's environment.
    Nondet,
    /// A value chosen by the model of a library function.
    Any,
    Unary(UnaryOp),
    /// The same, where the standard promises no more than a number that is not zero.
    Classify(UnaryOp),
    ObjectSize,
    /// The first argument (`__builtin_expect`).
    First,
}

/// Which functions run when the program ends itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaving {
    /// Those of `atexit` and `on_exit`, then destructors.
    Normally,
    /// Those of `at_quick_exit`.
    Quickly,
}

impl Leaving {
    /// The function of a model that runs them.
    pub(crate) fn runner(self) -> &'static str {
        match self {
            Self::Normally => "__verdikt_run_handlers",
            Self::Quickly => "__verdikt_run_quick_handlers",
        }
    }
}

/// What follows an assertion that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failing {
    /// The program aborts.
    Aborts,
    /// The program goes on, as the tool has it whose assertion it is.
    GoesOn,
    /// Undefined behaviour: it is a promise to the compiler, and its failure is none of an
    /// assertion.
    Undefined,
}

/// What `verdikt list` shows of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelSummary {
    /// The function.
    pub name: &'static str,
    /// The header that declares it.
    pub header: &'static str,
    /// What kind of model it has, in a few words.
    pub kind: &'static str,
}

/// Functions that only models call.
const INNER: &[&str] = &[
    "__any_mask",
    "__civil",
    "__fill_template",
    "__next48",
    "__scan_bytes",
    "__scan_set",
    "__scan_word",
    "__seconds",
    "__zone",
];

/// All models, by header and in the order of the tables.
pub fn models() -> impl Iterator<Item = ModelSummary> {
    let shown =
        tables().filter(|entry| !["__truth_", "__sign_"].iter().any(|own| entry.name.starts_with(own)));
    let shown = shown.filter(|entry| !INNER.contains(&entry.name));
    let shown = shown.filter(|entry| results::TABLE.iter().all(|own| own.name != entry.name));
    shown.map(|entry| {
        let kind = match entry.model {
            Model::Intrinsic(_) => "operation",
            Model::CText(_) => "C text",
            Model::NoEffect | Model::Output => "no effect",
            Model::Estimate => "any result",
            Model::Scans(_) => "writes arguments",
            Model::Computes(_) => "any result",
            Model::Ends(_) => "ends the program",
            Model::Unsupported(_) => "unsupported",
        };
        ModelSummary { name: entry.name, header: entry.header, kind }
    })
}

const TABLES: &[&[Entry]] = &[
    assert::TABLE,
    calendar::TABLE,
    complex::ESTIMATES,
    complex::TABLE,
    ctype::TABLE,
    ending::TABLE,
    estimates::FLOATING,
    estimates::OTHERS,
    fenv::TABLE,
    gcc::TABLE,
    complex::ARITHMETIC,
    intrinsics::TABLE,
    math::TABLE,
    posix::SYS,
    posix::TABLE,
    posix::UNISTD,
    pthread::TABLE,
    results::TABLE,
    scan::TABLE,
    setjmp::TABLE,
    signal::TABLE,
    stdio::OUTPUT,
    stdio::TABLE,
    stdlib::TABLE,
    string::TABLE,
    temporary::TABLE,
    time::SLEEPING,
    time::TABLE,
    verifier::TABLE,
    wide::TABLE,
    writers::TABLE,
];

pub(crate) fn tables() -> impl Iterator<Item = &'static Entry> {
    TABLES.iter().copied().flatten().chain(intrinsics::NONDET.iter().map(|(_, entry)| entry))
}

/// Functions that are assertions also where the program defines them, if the property asks for
/// assertions.
pub(crate) fn is_assertion_by_name(name: &str) -> bool {
    matches!(name, "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert")
}

/// Functions whose models look into a mutex.
pub(crate) fn is_of_mutex(name: &str) -> bool {
    name.strip_prefix("pthread_mutex_")
        .is_some_and(|what| matches!(what, "lock" | "trylock" | "unlock" | "destroy" | "init"))
}

/// Functions that give bytes any value: the first argument says where, the second how many, if
/// there is one.
pub(crate) fn fills_with_any(name: &str) -> bool {
    matches!(name, verifier::MEMORY | "klee_make_symbolic" | "Frama_C_make_unknown")
}

/// Whether an unknown function of this name is taken for one of the C library or of POSIX.
pub(crate) fn is_without_model(name: &str) -> bool {
    unmodelled::is_without_model(name)
}

/// The prefix that models in C text give to their functions.
pub(crate) const PREFIX: &str = "__verdikt_";

/// The model of an undefined function.
pub(crate) fn lookup(name: &str) -> Option<&'static Entry> {
    static INDEX: OnceLock<FxHashMap<&'static str, &'static Entry>> = OnceLock::new();
    let index = INDEX.get_or_init(|| tables().map(|entry| (entry.name, entry)).collect());
    if name.starts_with("__VERIFIER_nondet_") && name != verifier::MEMORY {
        return Some(&verifier::NONDET);
    }
    if let Some(own) = name.strip_prefix(PREFIX) {
        if own.starts_with("any_") {
            return Some(&verifier::ANY);
        }
        if own.starts_with("guess_") {
            return Some(&verifier::GUESS);
        }
        if own.starts_with("typical_") {
            return Some(&verifier::TYPICAL);
        }
        if own.starts_with("within_") {
            return Some(&verifier::WITHIN);
        }
        // Only models use what begins with the prefix in the tables; a program's function `assume` is unknown.
        return index.get(name).or_else(|| index.get(own)).copied();
    }
    if let Some((_, entry)) = intrinsics::NONDET.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        return Some(entry);
    }
    let found = index.get(name).copied();
    found.or_else(|| index.get(name.strip_prefix("__builtin_")?).copied())
}

/// Which argument of a function like `printf` is the format.
pub(crate) fn format_position(name: &str) -> Option<usize> {
    match name.strip_prefix("__builtin_").unwrap_or(name) {
        "printf" | "vprintf" => Some(0),
        "fprintf" | "vfprintf" | "dprintf" | "syslog" | "sprintf" | "vsprintf" => Some(1),
        "snprintf" | "vsnprintf" => Some(2),
        _ => None,
    }
}

/// Whether a format has a conversion such as `%n`.
pub(crate) fn has_conversion(format: &[u8], wanted: u8) -> bool {
    let mut rest = format.iter();
    while rest.any(|&byte| byte == b'%') {
        if rest.find(|byte| byte.is_ascii_alphabetic() && !b"hljztLq".contains(byte) || **byte == b'%')
            == Some(&wanted)
        {
            return true;
        }
    }
    false
}

/// The name that the text of a model gives to the function.
pub(crate) fn model_name(entry: &str) -> String {
    format!("{PREFIX}{entry}")
}

/// A model in C text that somebody refers to.
#[derive(Clone, Copy)]
pub(crate) struct ModelText {
    pub(crate) entry: &'static Entry,
}

impl ModelText {
    /// The name under which the text goes into the source map.
    pub(crate) fn file_name(self) -> String {
        format!("<verdikt {}: {}>", self.entry.header, self.entry.name)
    }

    /// The text, behind what all texts share: whether the program can see `errno`, which models set
    /// only then.
    pub(crate) fn source(self, errno: Errno) -> String {
        let seen = u8::from(errno == Errno::Seen);
        let text = self.entry.model.text();
        text.map_or_else(String::new, |text| {
            format!(
                "typedef __typeof__(sizeof 0) size_t;\nenum {{ errno_is_seen = {seen} }};\n{}\n",
                text.trim()
            )
        })
    }
}

/// Whether some unit of the program names what stands behind the macro `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errno {
    /// None does: nobody can tell what models leave there.
    Unseen,
    /// One does.
    Seen,
}

/// The function behind the macro `errno`.
pub(crate) const ERRNO: &str = "__errno_location";

/// What a program asks of the result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// Whether it is zero.
    Truth,
    /// Whether it is less than, equal to or greater than zero.
    Sign,
}

/// The model of a function for calls of which only this is asked: one of the results that the
/// standard allows does for all of them.
pub(crate) fn for_test(name: &str, test: Test) -> Option<&'static Entry> {
    let truth = lookup(&format!("{PREFIX}__truth_{name}"));
    match test {
        Test::Truth => truth.or_else(|| lookup(&format!("{PREFIX}__sign_{name}"))),
        Test::Sign => lookup(&format!("{PREFIX}__sign_{name}")),
    }
}

/// A function of [`results`] that only models and lowering call.
pub(crate) fn own(name: &str) -> Option<&'static Entry> {
    lookup(&format!("{PREFIX}{name}"))
}

const fn entry(name: &'static str, header: &'static str, ty: &'static str, model: Model) -> Entry {
    Entry { name, header, ty, model }
}

/// A function with a model in C text.
const fn text(name: &'static str, header: &'static str, text: &'static str) -> Entry {
    Entry { name, header, ty: "", model: Model::CText(text) }
}
