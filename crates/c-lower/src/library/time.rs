//! `time.h` and sleeping: any time passes.

use super::{Entry, Model, entry, from, text};

const HEADER: &str = "time.h";

pub(super) const TABLE: &[Entry] = &[
    text(
        "time",
        HEADER,
        "extern long __verdikt_any_long(void);
long __verdikt_time(long *result) { long now = __verdikt_any_long(); if (result) *result = now; return now; }",
    ),
    entry("clock", HEADER, "long(void)", Model::NoEffect),
    entry("sleep", "unistd.h", "unsigned(unsigned)", Model::NoEffect),
    entry("usleep", "unistd.h", "int(unsigned)", Model::NoEffect),
    entry("nanosleep", HEADER, "int(const struct timespec *, struct timespec *)", from(1)),
    entry("gettimeofday", "sys/time.h", "int(struct timeval *, void *)", from(0)),
    entry("clock_gettime", HEADER, "int(int, struct timespec *)", from(1)),
    entry("sched_yield", "sched.h", "int(void)", Model::NoEffect),
];
