//! `time.h` and sleeping: any time passes.

use super::{Entry, Model, entry, from};

const HEADER: &str = "time.h";

pub(super) const TABLE: &[Entry] = &[
    entry(
        "time",
        HEADER,
        Model::CText(
            "extern long __verdikt_any_long(void);
long __verdikt_time(long *result) { long now = __verdikt_any_long(); if (result) *result = now; return now; }",
        ),
    ),
    entry("clock", HEADER, Model::NoEffect),
    entry("sleep", "unistd.h", Model::NoEffect),
    entry("usleep", "unistd.h", Model::NoEffect),
    entry("nanosleep", HEADER, from(1)),
    entry("gettimeofday", "sys/time.h", from(0)),
    entry("clock_gettime", HEADER, from(1)),
    entry("sched_yield", "sched.h", Model::NoEffect),
];
