//! Calendar times of `time.h`: the Gregorian calendar, exactly, as POSIX defines seconds since 1970.
//!
//! Local time is that of a zone that nobody here knows: some distance from UTC below 25 hours, which
//! is any in proofs and in executions. `mktime` may move a time by the hours that daylight saving
//! adds or takes: proofs allow two hours more. Texts of `strftime` are any text. No model reads the
//! member `tm_zone` of a `struct tm`.

use super::results::{declared, sets_errno};
use super::{Entry, Model, entry, text};

const HEADER: &str = "time.h";

/// The name in the ledger.
const RANGE: &str = "text of a date whose members are out of range";

pub(super) const TABLE: &[Entry] = &[
    text("__civil", HEADER, CIVIL),
    text("__seconds", HEADER, SECONDS),
    text("__zone", HEADER, ZONE),
    text("gmtime_r", HEADER, GMTIME_R),
    text("gmtime", HEADER, GMTIME),
    text("localtime_r", HEADER, LOCALTIME_R),
    text("localtime", HEADER, LOCALTIME),
    text("timegm", HEADER, TIMEGM),
    text("mktime", HEADER, MKTIME),
    text("timelocal", HEADER, TIMELOCAL),
    text("asctime_r", HEADER, ASCTIME_R),
    text("asctime", HEADER, ASCTIME),
    text("ctime_r", HEADER, CTIME_R),
    text("ctime", HEADER, CTIME),
    text("strftime", HEADER, STRFTIME),
    entry("__calendar_range", HEADER, "void(void)", Model::Unsupported(RANGE)),
];

/// `struct tm` as glibc has it.
macro_rules! tm {
    () => {
        "struct parts { int sec, min, hour, mday, mon, year, wday, yday, isdst; long offset; const char *zone; };
extern int *__verdikt___errno_location(void);
extern int __verdikt___civil(long long, struct parts *);
extern long long __verdikt___seconds(const struct parts *);
extern long __verdikt___zone(void);
extern int __verdikt_within_int(int, int);
extern long __verdikt_within_long(long, long);
extern int __verdikt_typical_int(int);
extern void __verdikt_assume(int);
"
    };
}

/// From seconds since 1970 to a date. Years begin in March, in cycles of 400 years of 146097 days.
/// Whether the year fits.
const CIVIL: &str = concat!(
    tm!(),
    "int __verdikt___civil(long long seconds, struct parts *target) {
    long long days = seconds / 86400, rest = seconds % 86400;
    if (rest < 0) { rest += 86400; days--; }
    long long since = days + 719468;
    long long cycle = (since >= 0 ? since : since - 146096) / 146097;
    int day = (int)(since - cycle * 146097);
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int of_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * of_year + 2) / 153;
    long long full = cycle * 400 + year + (month >= 10);
    if (full - 1900 > 2147483647 || full - 1900 < -2147483647 - 1) return 0;
    int is_leap = full % 4 == 0 && (full % 100 != 0 || full % 400 == 0);
    target->sec = (int)(rest % 60);
    target->min = (int)(rest / 60 % 60);
    target->hour = (int)(rest / 3600);
    target->mday = of_year - (153 * month + 2) / 5 + 1;
    target->mon = month < 10 ? month + 2 : month - 10;
    target->year = (int)(full - 1900);
    target->wday = (int)((days % 7 + 11) % 7);
    target->yday = month < 10 ? of_year + 59 + is_leap : of_year - 306;
    return 1;
}"
);

/// From a date, whose members may be out of their ranges, to seconds since 1970.
const SECONDS: &str = concat!(
    tm!(),
    "long long __verdikt___seconds(const struct parts *from) {
    long long months = (long long)from->year * 12 + from->mon + 1900ll * 12 - 2;
    long long year = (months >= 0 ? months : months - 11) / 12;
    int month = (int)(months - year * 12);
    long long cycle = (year >= 0 ? year : year - 399) / 400;
    int of_cycle = (int)(year - cycle * 400);
    long long days = cycle * 146097 + of_cycle * 365 + of_cycle / 4 - of_cycle / 100 + (153 * month + 2) / 5
        + from->mday - 1ll - 719468;
    return ((days * 24 + from->hour) * 60 + from->min) * 60 + from->sec;
}"
);

/// How far local time is ahead of UTC.
const ZONE: &str = concat!(
    tm!(),
    "long __verdikt___zone(void) {
    long offset = __verdikt_within_long(-93599, 93599);
    __verdikt_assume(offset >= -93599 & offset <= 93599);
    return offset;
}"
);

const GMTIME_R: &str = concat!(
    tm!(),
    "void *__verdikt_gmtime_r(const long *time, void *target) {
    struct parts *result = target;
    if (!__verdikt___civil(*time, result)) {
        if (errno_is_seen) *__verdikt___errno_location() = 75;
        return 0;
    }
    result->isdst = 0;
    result->offset = 0;
    result->zone = \"GMT\";
    return result;
}"
);

const GMTIME: &str = concat!(
    tm!(),
    "extern void *__verdikt_gmtime_r(const long *, void *);
void *__verdikt_gmtime(const long *time) {
    static struct parts kept;
    return __verdikt_gmtime_r(time, &kept);
}"
);

const LOCALTIME_R: &str = concat!(
    tm!(),
    "void *__verdikt_localtime_r(const long *time, void *target) {
    struct parts *result = target;
    long offset = __verdikt___zone();
    if (!__verdikt___civil((long long)*time + offset, result)) {
        if (errno_is_seen) *__verdikt___errno_location() = 75;
        return 0;
    }
    result->isdst = __verdikt_within_int(0, 1) != 0;
    result->offset = offset;
    result->zone = \"LOC\";
    return result;
}"
);

const LOCALTIME: &str = concat!(
    tm!(),
    "extern void *__verdikt_localtime_r(const long *, void *);
void *__verdikt_localtime(const long *time) {
    static struct parts kept;
    return __verdikt_localtime_r(time, &kept);
}"
);

const TIMEGM: &str = concat!(
    tm!(),
    "long __verdikt_timegm(void *date) {
    struct parts *from = date;
    long long seconds = __verdikt___seconds(from);
    if (seconds != (long)seconds || !__verdikt___civil(seconds, from)) {
        if (errno_is_seen) *__verdikt___errno_location() = 75;
        return -1;
    }
    from->isdst = 0;
    from->offset = 0;
    from->zone = \"GMT\";
    return (long)seconds;
}"
);

const MKTIME: &str = concat!(
    tm!(),
    "long __verdikt_mktime(void *date) {
    struct parts *from = date;
    int moved = __verdikt_typical_int(0);
    __verdikt_assume(moved >= -7200 & moved <= 7200);
    long long local = __verdikt___seconds(from) + moved;
    long offset = __verdikt___zone();
    long long seconds = local - offset;
    struct parts fresh = *from;
    if (seconds != (long)seconds || !__verdikt___civil(local, &fresh)) {
        if (errno_is_seen) *__verdikt___errno_location() = 75;
        return -1;
    }
    fresh.isdst = __verdikt_within_int(0, 1) != 0;
    fresh.offset = offset;
    fresh.zone = \"LOC\";
    *from = fresh;
    return (long)seconds;
}"
);

const TIMELOCAL: &str = "
extern long __verdikt_mktime(void *);
long __verdikt_timelocal(void *date) { return __verdikt_mktime(date); }";

/// The text has 26 bytes for years of four digits. What a member out of its range gives is undefined
/// (7.27.3.1p3), and libraries differ.
const ASCTIME_R: &str = concat!(
    tm!(),
    "extern void __verdikt___calendar_range(void);
static void two(char *target, int number, char pad) {
    target[0] = (char)(number < 10 ? pad : '0' + number / 10);
    target[1] = (char)('0' + number % 10);
}
char *__verdikt_asctime_r(const void *date, char *target) {
    const struct parts *from = date;
    int year = from->year > 2147483647 - 1900 ? 2147483647 : from->year + 1900;
    if (from->wday < 0 || from->wday > 6 || from->mon < 0 || from->mon > 11 || from->mday < 0 || from->mday > 99
        || from->hour < 0 || from->hour > 99 || from->min < 0 || from->min > 99 || from->sec < 0 || from->sec > 99
        || year < 1000 || year > 9999) {
        __verdikt___calendar_range();
    }
    for (int at = 0; at < 3; at++) target[at] = \"SunMonTueWedThuFriSat\"[3 * from->wday + at];
    target[3] = ' ';
    for (int at = 0; at < 3; at++) target[4 + at] = \"JanFebMarAprMayJunJulAugSepOctNovDec\"[3 * from->mon + at];
    target[7] = ' ';
    two(target + 8, from->mday, ' ');
    target[10] = ' ';
    two(target + 11, from->hour, '0');
    target[13] = ':';
    two(target + 14, from->min, '0');
    target[16] = ':';
    two(target + 17, from->sec, '0');
    target[19] = ' ';
    two(target + 20, year / 100, '0');
    two(target + 22, year % 100, '0');
    target[24] = 10;
    target[25] = 0;
    return target;
}"
);

const ASCTIME: &str = "
extern char *__verdikt_asctime_r(const void *, char *);
char *__verdikt_asctime(const void *date) {
    static char kept[26];
    return __verdikt_asctime_r(date, kept);
}";

const CTIME_R: &str = concat!(
    tm!(),
    "extern void *__verdikt_localtime_r(const long *, void *);
extern char *__verdikt_asctime_r(const void *, char *);
char *__verdikt_ctime_r(const long *time, char *target) {
    struct parts parts;
    if (!__verdikt_localtime_r(time, &parts)) return 0;
    return __verdikt_asctime_r(&parts, target);
}"
);

const CTIME: &str = "
extern char *__verdikt_ctime_r(const long *, char *);
char *__verdikt_ctime(const long *time) {
    static char kept[26];
    return __verdikt_ctime_r(time, kept);
}";

/// Any text that has room, or 0 and any bytes.
const STRFTIME: &str = concat!(
    declared!(),
    "
extern size_t __verdikt_guess_size(void);
extern char __verdikt_guess_char(void);
size_t __verdikt_strftime(char *target, size_t size, const char *format, const void *date) {
    size_t result = __verdikt_guess_size();
    __verdikt_assume(size == 0 ? result == 0 : result < size);
    for (size_t at = 0; at < (result ? result : size); at++) {
        char byte = __verdikt_guess_char();
        __verdikt_assume(byte != 0 | result == 0);
        target[at] = byte;
    }
    if (result) target[result] = 0;",
    sets_errno!("0"),
    "\n}"
);
