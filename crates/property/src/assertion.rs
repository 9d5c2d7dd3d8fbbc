//! The default property: what people mean who verify a program without saying what.
//!
//! No assertion fails, and no error function is called. An assertion fails where the C library's
//! function for that is called, or where lowering says so by [`FAILURE`]: at a call of an assertion
//! that is a function, such as `__VERIFIER_assert`, whose argument is zero. Property files do not
//! use this page; they name the function that they are about.

/// The function that stands for a failed assertion in an automaton; no program has one of this
/// name.
pub const FAILURE: &str = "$assertion_failure";

/// What `assert` of C libraries calls when it fails: glibc and musl, glibc, BSD, macOS, newlib,
/// bionic, OpenBSD, Windows.
pub const FAILING: &[&str] = &[
    "__assert_fail",
    "__assert_perror_fail",
    "__assert",
    "__assert_rtn",
    "__assert_func",
    "__assert2",
    "__assert13",
    "_assert",
    "_wassert",
];

/// Functions whose call is an error: those of verification tasks, of their older editions, and of
/// KLEE.
pub const ERRORS: &[&str] = &["reach_error", "__VERIFIER_error", "klee_report_error", "klee_abort"];

/// What a failed assertion is called in answers.
pub const NAME: &str = "assertion";

/// All functions whose call violates the property, each with the name of the violation.
pub fn violations() -> impl Iterator<Item = (&'static str, &'static str)> {
    let failing = FAILING.iter().chain(std::iter::once(&FAILURE)).map(|function| (*function, NAME));
    failing.chain(ERRORS.iter().map(|function| (*function, "unreach-call")))
}
