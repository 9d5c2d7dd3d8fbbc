//! The words of other verification tools: what their harnesses say to the tool, with the meaning
//! that the tool gives it.
//!
//! They count only where the program does not define them. A row names its tool where other tables
//! name a header. Whatever ends in `*` is a prefix, which [`super::lookup`] knows.
//!
//! | word | means |
//! |---|---|
//! | an assumption | executions on which it does not hold do not count |
//! | an assertion | a violation where it does not hold, if the property asks for assertions ([`Failing`]) |
//! | a promise | undefined behaviour where it does not hold |
//! | nondeterministic | any value of the declared type, or any bytes |
//!
//! What a tool checks behind a word besides is left out: the memory predicates of CBMC are unknown
//! functions. `__builtin_assume` of clang is a promise, too; it has no row, since types decide what
//! it is.

use super::{Entry, Failing, Intrinsic, Model, entry, text};
use cfa::HaltKind;

const CBMC: &str = "CBMC";
const ESBMC: &str = "ESBMC";
const KLEE: &str = "KLEE";
const SEAHORN: &str = "SeaHorn";
const SMACK: &str = "SMACK";
const FRAMA_C: &str = "Frama-C";
const MSVC: &str = "MSVC";

const ASSUME: Model = Model::Intrinsic(Intrinsic::Assume);
const ASSERT: Model = Model::Intrinsic(Intrinsic::Assert(Failing::GoesOn));
const PROMISE: Model = Model::Intrinsic(Intrinsic::Assert(Failing::Undefined));

/// Functions without parameters that return any value of their declared type, by the beginning of
/// their names.
pub(super) const NONDET: &[(&str, Entry)] = &[
    ("nondet_", nondet("nondet_*", "CBMC, ESBMC")),
    ("nd_", nondet("nd_*", SEAHORN)),
    ("__SMACK_nondet_", nondet("__SMACK_nondet_*", SMACK)),
];

const fn nondet(name: &'static str, tool: &'static str) -> Entry {
    entry(name, tool, "any(void)", Model::Intrinsic(Intrinsic::Nondet))
}

/// A definition of a function that makes bytes nondeterministic.
macro_rules! bytes {
    ($name:literal, $params:literal, $size:literal) => {
        concat!(
            "extern unsigned char __VERIFIER_nondet_uchar(void);\n",
            "extern size_t __verdikt_object_size(const void *);\n",
            "void __verdikt_",
            $name,
            "(",
            $params,
            ") {\n    for (size_t at = 0; at < ",
            $size,
            "; at++) ((unsigned char *)target)[at] = __VERIFIER_nondet_uchar();\n}"
        )
    };
}

pub(super) const TABLE: &[Entry] = &[
    entry("__CPROVER_assume", CBMC, "any(...)", ASSUME),
    entry("__CPROVER_assert", CBMC, "any(...)", ASSERT),
    entry("__CPROVER_precondition", CBMC, "any(...)", ASSERT),
    entry("__CPROVER_postcondition", CBMC, "any(...)", ASSERT),
    entry("__CPROVER_cover", CBMC, "any(...)", Model::NoEffect),
    entry("__CPROVER_input", CBMC, "any(...)", Model::NoEffect),
    entry("__CPROVER_output", CBMC, "any(...)", Model::NoEffect),
    entry("__CPROVER_printf", CBMC, "any(...)", Model::NoEffect),
    entry("__CPROVER_atomic_begin", CBMC, "any(...)", Model::NoEffect),
    entry("__CPROVER_atomic_end", CBMC, "any(...)", Model::NoEffect),
    text(
        "__CPROVER_havoc_object",
        CBMC,
        bytes!("__CPROVER_havoc_object", "void *target", "__verdikt_object_size(target)"),
    ),
    entry("__ESBMC_assume", ESBMC, "any(...)", ASSUME),
    entry("__ESBMC_assert", ESBMC, "any(...)", ASSERT),
    entry("__ESBMC_cover", ESBMC, "any(...)", Model::NoEffect),
    entry("__ESBMC_atomic_begin", ESBMC, "any(...)", Model::NoEffect),
    entry("__ESBMC_atomic_end", ESBMC, "any(...)", Model::NoEffect),
    text(
        "klee_make_symbolic",
        KLEE,
        bytes!("klee_make_symbolic", "void *target, size_t size, const char *name", "size"),
    ),
    entry("klee_assume", KLEE, "any(...)", ASSUME),
    text(
        "klee_range",
        KLEE,
        "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int __verdikt_klee_range(int begin, int end, const char *name) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(begin <= x && x < end);
    return x;
}",
    ),
    entry("klee_int", KLEE, "int(const char *)", Model::Intrinsic(Intrinsic::Nondet)),
    entry("klee_abort", KLEE, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("klee_report_error", KLEE, "any(...)", Model::Ends(HaltKind::Abort)),
    entry("klee_silent_exit", KLEE, "any(...)", Model::Intrinsic(Intrinsic::Exit)),
    entry("klee_prefer_cex", KLEE, "any(...)", Model::NoEffect),
    entry("klee_warning", KLEE, "any(...)", Model::NoEffect),
    entry("klee_warning_once", KLEE, "any(...)", Model::NoEffect),
    entry("klee_print_expr", KLEE, "any(...)", Model::NoEffect),
    entry("klee_print_range", KLEE, "any(...)", Model::NoEffect),
    entry("sassert", SEAHORN, "void(int)", ASSERT),
    text(
        "Frama_C_interval",
        FRAMA_C,
        "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int __verdikt_Frama_C_interval(int min, int max) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(min <= x && x <= max);
    return x;
}",
    ),
    text(
        "Frama_C_nondet",
        FRAMA_C,
        "extern _Bool __VERIFIER_nondet_bool(void);
int __verdikt_Frama_C_nondet(int a, int b) { return __VERIFIER_nondet_bool() ? a : b; }",
    ),
    text(
        "Frama_C_make_unknown",
        FRAMA_C,
        bytes!("Frama_C_make_unknown", "char *target, size_t size", "size"),
    ),
    entry("__assume", MSVC, "any(...)", PROMISE),
];
