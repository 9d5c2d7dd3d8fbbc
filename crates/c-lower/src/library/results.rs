//! What models say of results and of `errno`, in functions that only models and lowering call.
//!
//! Where the standard promises a number that is not zero (`isalpha`, 7.4.1p1) or of some sign
//! (`memcmp`, 7.24.4p1), a proof has to hold for each, and an execution has the one of glibc. The
//! model of such a function is two: `__truth_isalpha` or `__sign_memcmp` gives glibc's result, and
//! is called directly where a program asks no more than what all results have in common
//! ([`super::for_test`]). The function itself passes that result through `__any_of_truth` or
//! `__any_of_sign`.
//!
//! A call that fails sets `errno` to some positive number (POSIX, 2.3). One that does not may
//! change it all the same (7.5p3, errno(3)): a proof has to hold for both, an execution leaves it
//! alone. Nothing of this is done for a program that never names `errno`.

use super::{Entry, text};

/// Declarations for the bodies below.
macro_rules! declared {
    () => {
        "extern int __verdikt_within_int(int, int);
extern long __verdikt_within_long(long, long);
extern void *__verdikt_any_pointer(void);
extern void *__verdikt_malloc(size_t);
extern void __verdikt_assume(int);
extern void __verdikt___failed(void);
extern void __verdikt___errno_may_change(void);
"
    };
}
pub(super) use declared;

/// What sets `errno` behind a result that is a failure if the condition holds.
macro_rules! sets_errno {
    ($failed:literal) => {
        concat!(
            "
    if (errno_is_seen) { if (",
            $failed,
            ") __verdikt___failed(); else __verdikt___errno_may_change(); }
    return result;"
        )
    };
}
pub(super) use sets_errno;

/// The body of a function of which only the result says anything. All but `error` set `errno`.
macro_rules! gives {
    // 0, or -1 for a failure.
    (status) => {
        concat!(
            "
    int result = __verdikt_within_int(-1, 0);
    __verdikt_assume(result == 0 | result == -1);",
            $crate::library::results::sets_errno!("result")
        )
    };
    // A number that is not negative, or -1 for a failure.
    (count) => {
        concat!(
            "
    int result = __verdikt_within_int(-1, 2147483647);
    __verdikt_assume(result >= -1);",
            $crate::library::results::sets_errno!("result < 0")
        )
    };
    (long_count) => {
        concat!(
            "
    long result = __verdikt_within_long(-1, (long)((size_t)-1 >> 1));
    __verdikt_assume(result >= -1);",
            $crate::library::results::sets_errno!("result < 0")
        )
    };
    // At most the parameter `size`, or -1 for a failure.
    (transfer) => {
        concat!(
            "
    long limit = size > (size_t)-1 >> 1 ? (long)((size_t)-1 >> 1) : (long)size;
    long result = __verdikt_within_long(-1, limit);
    __verdikt_assume(result >= -1 & result <= limit);",
            $crate::library::results::sets_errno!("result < 0")
        )
    };
    // The parameter `byte` as a character, or -1 for a failure.
    (echo) => {
        concat!(
            "
    int result = __verdikt_within_int(0, 1) ? (unsigned char)byte : -1;",
            $crate::library::results::sets_errno!("result < 0")
        )
    };
    // 0, or the number of an error: functions of threads return it and leave `errno` alone.
    (error) => {
        "
    int result = __verdikt_within_int(0, 133);
    __verdikt_assume(result >= 0 & result <= 133);
    return result;"
    };
    // The address of something that the program only passes on, or null for a failure.
    (handle) => {
        concat!(
            "
    void *result = __verdikt_within_int(0, 1) ? __verdikt_malloc(1) : 0;",
            $crate::library::results::sets_errno!("!result")
        )
    };
    // An address of the environment, or null.
    (outside) => {
        concat!(
            "
    void *result = __verdikt_any_pointer();",
            $crate::library::results::sets_errno!("!result")
        )
    };
    (positive) => {
        "
    int result = __verdikt_within_int(1, 2147483647);
    __verdikt_assume(result >= 1);
    return result;"
    };
    (any_int) => {
        concat!(
            "
    int result = __verdikt_within_int(-2147483647 - 1, 2147483647);",
            $crate::library::results::sets_errno!("result < 0")
        )
    };
    (unsigned) => {
        "
    unsigned result = __verdikt_within_int(0, 2147483647);
    return result;"
    };
    (flag) => {
        "
    int result = __verdikt_within_int(0, 1);
    __verdikt_assume(result == 0 | result == 1);
    return result;"
    };
    (nothing) => {
        "
    if (errno_is_seen) __verdikt___errno_may_change();"
    };
}
pub(super) use gives;

/// A table of such functions: the header, and for each kind the functions with their parameters.
macro_rules! results {
    ($header:literal; $($kind:ident $ty:literal { $($name:literal $params:literal)* })*) => {
        &[$($($crate::library::text(
            $name,
            $header,
            concat!(
                $crate::library::results::declared!(),
                $ty, " __verdikt_", $name, "(", $params, ") {",
                $crate::library::results::gives!($kind),
                "\n}"
            ),
        ),)*)*]
    };
}
pub(super) use results;

const HEADER: &str = "verification task";

pub(super) const TABLE: &[Entry] = &[
    text("__any_of_truth", HEADER, ANY_OF_TRUTH),
    text("__any_of_sign", HEADER, ANY_OF_SIGN),
    text("__failed", HEADER, FAILED),
    text("__no_memory", HEADER, NO_MEMORY),
    text("__errno_may_change", HEADER, ERRNO_MAY_CHANGE),
];

const ANY_OF_TRUTH: &str = "
extern int __verdikt_typical_int(int);
extern void __verdikt_assume(int);
int __verdikt___any_of_truth(int result) {
    if (!result) return 0;
    int any = __verdikt_typical_int(result);
    __verdikt_assume(any != 0);
    return any;
}";

const ANY_OF_SIGN: &str = "
extern int __verdikt_typical_int(int);
extern void __verdikt_assume(int);
int __verdikt___any_of_sign(int result) {
    if (!result) return 0;
    int any = __verdikt_typical_int(result);
    __verdikt_assume(any != 0 & (any < 0) == (result < 0));
    return any;
}";

/// `errno` after a failure: the numbers of Linux are below 134.
const FAILED: &str = "
extern int *__verdikt___errno_location(void);
extern int __verdikt_within_int(int, int);
extern void __verdikt_assume(int);
void __verdikt___failed(void) {
    int error = __verdikt_within_int(1, 133);
    __verdikt_assume(error >= 1 & error <= 133);
    *__verdikt___errno_location() = error;
}";

/// `errno` after an allocation that failed: `ENOMEM`, the only error that POSIX and the manual name.
const NO_MEMORY: &str = "
extern int *__verdikt___errno_location(void);
void __verdikt___no_memory(void) { *__verdikt___errno_location() = 12; }";

const ERRNO_MAY_CHANGE: &str = "
extern int *__verdikt___errno_location(void);
extern int __verdikt_typical_int(int);
extern void __verdikt_assume(int);
void __verdikt___errno_may_change(void) {
    int old = *__verdikt___errno_location();
    int error = __verdikt_typical_int(old);
    __verdikt_assume(error == old | error > 0);
    *__verdikt___errno_location() = error;
}";
