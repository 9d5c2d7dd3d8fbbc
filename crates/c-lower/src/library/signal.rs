//! `signal.h`: sets of signals, masks, and handlers that are the default or none.
//!
//! A set is glibc's: 1024 bits, of which the first 64 mean signals. What the functions leave in the
//! others is not said: any bits in proofs. Signals 32 and 33 are glibc's own, and whether a set may
//! have them depends on its version.
//!
//! No signal arrives here by itself, so that masks change nothing. A handler of the program would
//! run between any two steps: to install one is unsupported ([`HANDLER`]). Programs that have one
//! can be examined with `--interrupt`.

use super::results::{declared, sets_errno};
use super::{Entry, Model, entry, text};

const HEADER: &str = "signal.h";

/// The name in the ledger.
const HANDLER: &str = "handler of a signal";

pub(super) const TABLE: &[Entry] = &[
    text("sigemptyset", HEADER, SIGEMPTYSET),
    text("sigfillset", HEADER, SIGFILLSET),
    text("sigaddset", HEADER, SIGADDSET),
    text("sigdelset", HEADER, SIGDELSET),
    text("sigismember", HEADER, SIGISMEMBER),
    text("sigprocmask", HEADER, SIGPROCMASK),
    text("pthread_sigmask", HEADER, PTHREAD_SIGMASK),
    text("sigpending", HEADER, SIGPENDING),
    text("sigaction", HEADER, SIGACTION),
    text("signal", HEADER, SIGNAL),
    text("__any_mask", HEADER, ANY_MASK),
    entry("__signal_handler", HEADER, "void(void)", Model::Unsupported(HANDLER)),
];

macro_rules! words {
    () => {
        "enum { WORDS = 128 / sizeof(unsigned long), OWN = 8 / sizeof(unsigned long), BITS = 8 * sizeof(unsigned long) };
extern unsigned long __verdikt_typical_ulong(unsigned long);
"
    };
}

/// What only a proof has to bear in mind: the bits behind the 64.
const SIGEMPTYSET: &str = concat!(
    words!(),
    "int __verdikt_sigemptyset(void *set) {
    unsigned long *words = set;
    for (int at = 0; at < WORDS; at++) words[at] = at < OWN ? 0 : __verdikt_typical_ulong(0);
    return 0;
}"
);

const SIGFILLSET: &str = concat!(
    words!(),
    "int __verdikt_sigfillset(void *set) {
    unsigned long *words = set;
    for (int at = 0; at < WORDS; at++) words[at] = at < OWN ? ~0ul : __verdikt_typical_ulong(0);
    unsigned long *own = words + 31 / BITS, first = 1ul << 31 % BITS;
    unsigned long *other = words + 32 / BITS, second = 1ul << 32 % BITS;
    if (!__verdikt_typical_ulong(0)) *own &= ~first;
    if (!__verdikt_typical_ulong(0)) *other &= ~second;
    return 0;
}"
);

/// The body of a function of a set and a signal: whether glibc refuses its own signals, what becomes
/// of the word, and the result.
macro_rules! of_signal {
    ($name:literal, $set:literal, $refuses:literal, $what:literal) => {
        concat!(
            words!(),
            "extern int *__verdikt___errno_location(void);
extern int __verdikt_typical_int(int);
int __verdikt_",
            $name,
            "(",
            $set,
            " *set, int number) {
    if (number <= 0 || number > 64 || (number == 32 || number == 33) && __verdikt_typical_int(",
            $refuses,
            ")) {
        if (errno_is_seen) *__verdikt___errno_location() = 22;
        return -1;
    }
    ",
            $set,
            " *word = set + (number - 1) / (int)BITS;
    unsigned long bit = 1ul << (number - 1) % (int)BITS;
    ",
            $what,
            "
}"
        )
    };
}

const SIGADDSET: &str = of_signal!("sigaddset", "unsigned long", "1", "*word |= bit; return 0;");
const SIGDELSET: &str = of_signal!("sigdelset", "unsigned long", "1", "*word &= ~bit; return 0;");
const SIGISMEMBER: &str = of_signal!("sigismember", "const unsigned long", "0", "return (*word & bit) != 0;");

/// Any set.
const ANY_MASK: &str = concat!(
    words!(),
    "void __verdikt___any_mask(unsigned long *words) {
    for (int at = 0; at < WORDS; at++) words[at] = __verdikt_typical_ulong(0);
}"
);

const SIGPROCMASK: &str = concat!(
    declared!(),
    "
extern void __verdikt___any_mask(unsigned long *);
int __verdikt_sigprocmask(int how, const void *set, void *old) {
    int result = set && how != 0 && how != 1 && how != 2 ? -1 : 0;
    if (!result && old) __verdikt___any_mask(old);",
    sets_errno!("result"),
    "\n}"
);

const PTHREAD_SIGMASK: &str = "
extern void __verdikt___any_mask(unsigned long *);
int __verdikt_pthread_sigmask(int how, const void *set, void *old) {
    if (set && how != 0 && how != 1 && how != 2) return 22;
    if (old) __verdikt___any_mask(old);
    return 0;
}";

const SIGPENDING: &str = "
extern void __verdikt___any_mask(unsigned long *);
int __verdikt_sigpending(void *set) { __verdikt___any_mask(set); return 0; }";

/// Without handlers of the program, the action before was the default or to ignore the signal.
const SIGACTION: &str = concat!(
    declared!(),
    "
extern void __verdikt___any_mask(unsigned long *);
extern void __verdikt___signal_handler(void);
extern int __verdikt_typical_int(int);
extern unsigned long __verdikt_typical_ulong(unsigned long);
struct action { unsigned long handler; unsigned long mask[128 / sizeof(unsigned long)]; int flags; unsigned long restorer; };
int __verdikt_sigaction(int number, const void *set, void *old) {
    const struct action *action = set;
    int result = number <= 0 || number > 64 || action && (number == 9 || number == 19) ? -1 : 0;
    if (!result && (number == 32 || number == 33)) result = -__verdikt_within_int(0, 1) ? -1 : 0;
    if (!result && old) {
        struct action *before = old;
        before->handler = __verdikt_within_int(0, 1) != 0;
        __verdikt___any_mask(before->mask);
        before->flags = __verdikt_typical_int(0);
        before->restorer = __verdikt_typical_ulong(0);
    }
    if (!result && action && action->handler > 1) __verdikt___signal_handler();",
    sets_errno!("result"),
    "\n}"
);

const SIGNAL: &str = concat!(
    declared!(),
    "
extern void __verdikt___signal_handler(void);
void *__verdikt_signal(int number, void *handler) {
    void *result = number <= 0 || number > 64 || number == 9 || number == 19 ? (void *)-1l : 0;
    if (!result && (number == 32 || number == 33) && __verdikt_within_int(0, 1)) result = (void *)-1l;
    if (!result && (unsigned long)handler > 1) __verdikt___signal_handler();
    if (!result && __verdikt_within_int(0, 1)) result = (void *)1l;",
    sets_errno!("result == (void *)-1l"),
    "\n}"
);
