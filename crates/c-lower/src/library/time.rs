//! `time.h` and sleeping: any time passes, within what the manual allows.

use super::results::{declared, results, sets_errno};
use super::{Entry, Model, entry, text};

const HEADER: &str = "time.h";

pub(super) const SLEEPING: &[Entry] = results! { "unistd.h";
    status "int" {
        "usleep" "unsigned time"
        "sched_yield" "void"
        "pause" "void"
    }
};

pub(super) const TABLE: &[Entry] = &[
    text("time", HEADER, TIME),
    text("clock", HEADER, CLOCK),
    text("sleep", "unistd.h", SLEEP),
    text("nanosleep", HEADER, NANOSLEEP),
    text("gettimeofday", "sys/time.h", GETTIMEOFDAY),
    text("clock_gettime", HEADER, CLOCK_GETTIME),
    text("clock_getres", HEADER, CLOCK_GETRES),
    text("timespec_get", HEADER, TIMESPEC_GET),
    entry("difftime", HEADER, "double(any, any)", Model::Estimate),
];

/// Since 1970, before the year 2514, so that the nanoseconds of 64 bits do not overflow.
const TIME: &str = "
extern long __verdikt_within_long(long, long);
extern void __verdikt_assume(int);
long __verdikt_time(long *result) {
    long now = __verdikt_within_long(0, sizeof(long) == 8 ? (long)0x3fffffffful : 2147483647);
    __verdikt_assume(now >= 0 & now <= (sizeof(long) == 8 ? (long)0x3fffffffful : 2147483647));
    if (result) *result = now;
    return now;
}";

const CLOCK: &str = "
extern long __verdikt_within_long(long, long);
extern void __verdikt_assume(int);
long __verdikt_clock(void) {
    long used = __verdikt_within_long(-1, (long)((size_t)-1 >> 1));
    __verdikt_assume(used >= -1);
    return used;
}";

/// What is left of the time, if a signal came.
const SLEEP: &str = "
extern unsigned __verdikt_within_uint(unsigned, unsigned);
extern void __verdikt_assume(int);
unsigned __verdikt_sleep(unsigned seconds) {
    unsigned left = __verdikt_within_uint(0, seconds);
    __verdikt_assume(left <= seconds);
    return left;
}";

/// A time with seconds and a part of one below `limit`.
macro_rules! a_time {
    ($limit:literal) => {
        concat!(
            "struct time { long seconds, part; };
static void give(struct time *target) {
    long seconds = __verdikt_within_long(0, ",
            "2147483647",
            "), part = __verdikt_within_long(0, ",
            $limit,
            " - 1);
    __verdikt_assume(seconds >= 0 & seconds <= ",
            "2147483647",
            " & part >= 0 & part < ",
            $limit,
            ");
    target->seconds = seconds;
    target->part = part;
}
"
        )
    };
}

/// What is left of the time goes to the second argument if a signal ended the sleep.
const NANOSLEEP: &str = concat!(
    declared!(),
    a_time!("1000000000"),
    "int __verdikt_nanosleep(const void *time, void *rest) {
    int result = __verdikt_within_int(-1, 0);
    __verdikt_assume(result == 0 | result == -1);
    if (result && rest && __verdikt_within_int(0, 1)) give(rest);",
    sets_errno!("result"),
    "\n}"
);

const GETTIMEOFDAY: &str = concat!(
    declared!(),
    a_time!("1000000"),
    "int __verdikt_gettimeofday(void *time, void *zone) {
    if (time) give(time);
    if (zone) { ((int *)zone)[0] = 0; ((int *)zone)[1] = 0; }
    return 0;
}"
);

const CLOCK_GETTIME: &str = concat!(
    declared!(),
    a_time!("1000000000"),
    "int __verdikt_clock_gettime(int clock, void *time) {
    int result = __verdikt_within_int(-1, 0);
    __verdikt_assume(result == 0 | result == -1);
    if (!result) give(time);",
    sets_errno!("result"),
    "\n}"
);

const CLOCK_GETRES: &str = concat!(
    declared!(),
    a_time!("1000000000"),
    "int __verdikt_clock_getres(int clock, void *time) {
    int result = __verdikt_within_int(-1, 0);
    __verdikt_assume(result == 0 | result == -1);
    if (!result && time) give(time);",
    sets_errno!("result"),
    "\n}"
);

const TIMESPEC_GET: &str = concat!(
    declared!(),
    a_time!("1000000000"),
    "int __verdikt_timespec_get(void *time, int base) {
    if (base != 1 || !__verdikt_within_int(0, 1)) return 0;
    give(time);
    return base;
}"
);
