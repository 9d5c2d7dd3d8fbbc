//! How a program ends by its own word: `exit` and its kin, and the functions that are registered to
//! run then (7.22.4).
//!
//! A table holds what `atexit` and `on_exit` registered, another what `at_quick_exit` did. C
//! promises room for 32 functions, which is what the tables have; whoever registers more is not
//! supported. Functions run in the reverse order, also those that are registered meanwhile, as in
//! glibc. The program's destructors follow ([`crate::program`] builds the call). `_exit`, `_Exit`
//! and `abort` run nothing.
//!
//! That registering never fails is an assumption, as for memory.

use super::{Entry, Intrinsic, Leaving, Model, entry, text};

const HEADER: &str = "stdlib.h";

/// A function without an argument, or one with two: `with` tells.
const ADD: &str = "
extern void __verdikt_too_many_handlers(void);
static void (*plain[32])(void);
static void (*with[32])(int, void *);
static void *arguments[32];
static unsigned count;
int __verdikt___exit_handlers_add(void (*f)(void), void (*g)(int, void *), void *argument) {
    if (count == 32) __verdikt_too_many_handlers();
    plain[count] = f;
    with[count] = g;
    arguments[count] = argument;
    count++;
    return 0;
}
void __verdikt_run_handlers(int status) {
    while (count > 0) {
        count--;
        if (with[count]) with[count](status, arguments[count]);
        else plain[count]();
    }
}";

const ATEXIT: &str = "
extern int __verdikt___exit_handlers_add(void (*)(void), void (*)(int, void *), void *);
int __verdikt_atexit(void (*f)(void)) { return __verdikt___exit_handlers_add(f, 0, 0); }";

const ON_EXIT: &str = "
extern int __verdikt___exit_handlers_add(void (*)(void), void (*)(int, void *), void *);
int __verdikt_on_exit(void (*g)(int, void *), void *argument) { return __verdikt___exit_handlers_add(0, g, argument); }";

const AT_QUICK_EXIT: &str = "
extern void __verdikt_too_many_handlers(void);
static void (*plain[32])(void);
static unsigned count;
int __verdikt_at_quick_exit(void (*f)(void)) {
    if (count == 32) __verdikt_too_many_handlers();
    plain[count] = f;
    count++;
    return 0;
}
void __verdikt_run_quick_handlers(int status) {
    while (count > 0) {
        count--;
        plain[count]();
    }
}";

pub(super) const TABLE: &[Entry] = &[
    entry("exit", HEADER, "void(int)", Model::Intrinsic(Intrinsic::Leave(Leaving::Normally))),
    entry("quick_exit", HEADER, "void(int)", Model::Intrinsic(Intrinsic::Leave(Leaving::Quickly))),
    entry("_exit", "unistd.h", "void(int)", Model::Intrinsic(Intrinsic::Exit)),
    entry("_Exit", HEADER, "void(int)", Model::Intrinsic(Intrinsic::Exit)),
    text("atexit", HEADER, ATEXIT),
    text("on_exit", HEADER, ON_EXIT),
    text("at_quick_exit", HEADER, AT_QUICK_EXIT),
    text("__exit_handlers_add", HEADER, ADD),
    entry(
        "__verdikt_too_many_handlers",
        HEADER,
        "void(void)",
        Model::Unsupported("more than 32 functions to run at the end"),
    ),
];
