//! Blocks about calendars, sets of signals, wide characters, trees, and text that is taken apart.
//! As in [`super::generate`], all bytes of the objects are set first.

use crate::rng::Rng;

/// Seconds from which days are counted: leap days, ends of years, before 1970, the last of 32 bits.
const MOMENTS: &[&str] =
    &["0", "951782399", "68169600", "-86401", "1709164800", "2147000000", "-1", "978307199"];

/// One block.
pub(super) fn block(rng: &mut Rng) -> String {
    match rng.below(8) {
        0 => moments(rng),
        1 => calendar(rng),
        2 => signals(rng),
        3 => text(rng),
        4 => wide(rng),
        5 => drawn(rng),
        6 => trees(rng),
        _ => addresses(rng),
    }
}

fn moments(rng: &mut Rng) -> String {
    let (moment, step) = (*rng.pick(MOMENTS), *rng.pick(&["1", "3600", "86400", "-86400", "2"]));
    let call = *rng.pick(&["gmtime_r(&t, &m);", "struct tm *p = gmtime(&t); if (p) m = *p;"]);
    let shown = match rng.below(3) {
        0 => "show(m.tm_year); show(m.tm_mon); show(m.tm_mday);",
        1 => "show(m.tm_hour); show(m.tm_min); show(m.tm_sec); show(m.tm_isdst);",
        _ => "show(m.tm_wday); show(m.tm_yday); show(timegm(&m) == t);",
    };
    format!("time_t t = {moment}; t -= ({step}) * in; struct tm m; memset(&m, 0, sizeof m); {call} {shown}")
}

fn calendar(rng: &mut Rng) -> String {
    let (year, month, day) = (rng.below(140), rng.below(15), rng.below(40));
    let fill = format!(
        "struct tm m; memset(&m, 0, sizeof m); m.tm_year = {year}; m.tm_mon = {month} - 1; m.tm_mday = {day} + in;"
    );
    let call = match rng.below(4) {
        0 => {
            "char d[32] = \"zzzzzzzzzzzzzzzz\"; m.tm_mon = in; m.tm_mday = 1 + in; if (asctime_r(&m, d)) { show(d[4]); show(d[9]); show(d[11]); show(d[24]); }"
        }
        1 => {
            "char d[16] = \"zzzzzzz\"; m.tm_mon = 2; m.tm_mday = 3; show(strftime(d, 12, \"%Y-%m-%d\", &m)); show(d[0]);"
        }
        2 => {
            "m.tm_hour = 25 * in; m.tm_sec = -in; time_t t = timegm(&m); show(t); show(m.tm_mday); show(m.tm_hour);"
        }
        _ => "time_t t = timegm(&m); show(t); show(m.tm_wday); show(m.tm_yday); show(m.tm_mon);",
    };
    format!("{fill} {call}")
}

fn signals(rng: &mut Rng) -> String {
    let (one, two) = (1 + rng.below(64), *rng.pick(&["0", "65", "-1", "2", "15"]));
    let start = *rng.pick(&["sigemptyset(&s)", "sigfillset(&s)"]);
    let change = *rng.pick(&["sigaddset", "sigdelset"]);
    format!(
        "sigset_t s; errno = 0; show({start}); show({change}(&s, {one})); show(sigismember(&s, {one})); \
         show(sigismember(&s, 1 + in)); show({change}(&s, {two})); show(errno); show(sigismember(&s, 11));"
    )
}

fn text(rng: &mut Rng) -> String {
    let word = *rng.pick(&["a,b,,cd", ",,ab,c,", "abcdefg", "x y x y"]);
    let (at, size) = (rng.below(4), rng.below(6));
    let call = match rng.below(5) {
        0 => "char *k = 0, *p = strtok_r(s + in, \", \", &k); show(p ? p - s : 77); if (p) { p = strtok_r(0, \"b,\", &k); show(p ? p - s : 78); }".to_owned(),
        1 => format!("show(stpncpy(d + {at}, s + in, {}) - d);", size.min(4)),
        2 => format!("char *p = memccpy(d, s + in, s[{at}], {}); show(p ? p - d : 77);", size.min(4)),
        3 => format!("swab(s, d + {at}, (int){} - in);", size.min(4)),
        _ => "char *p = s + in, *q = strsep(&p, \", \"); show(q - s); q = strsep(&p, \"c,\"); show(q ? q - s : 77); show(p ? p - s : 78);".to_owned(),
    };
    format!(
        "char s[8] = \"{word}\", d[8] = \"zzzzzzz\"; {call} for (int i = 0; i < 8; i++) show(s[i] + 3 * d[i]);"
    )
}

fn wide(rng: &mut Rng) -> String {
    let (word, other) = (*rng.pick(&["abc", "ab", "12x", "-7"]), *rng.pick(&["abd", "ab", "b", ""]));
    let call = match rng.below(7) {
        0 => format!("show(wcscpy(d + in, L\"{other}\") - d);"),
        1 => format!("show(wcsncpy(d + in, s, {}) - d);", rng.below(4)),
        2 => format!("d[in] = 0; show(wcscat(d, L\"{other}\") - d);"),
        3 => format!("show(wmemcpy(d + in, s, {}) - d);", rng.below(5)),
        4 => "wchar_t *e = s; show(wcstol(s, &e, 10)); show(e - s);".to_owned(),
        5 => "show(wmemset(d + in, 66, 2) - d);".to_owned(),
        _ => "wchar_t k = 90; show(mbrtowc(&k, \"qrs\" + in, 1, 0)); show(k);".to_owned(),
    };
    format!("wchar_t s[5] = L\"{word}\", d[8] = L\"zzzzzzz\"; {call} for (int i = 0; i < 8; i++) show(d[i]);")
}

fn drawn(rng: &mut Rng) -> String {
    let call = match rng.below(3) {
        0 => "double e = erand48(x); show((int)(e * 1024));",
        1 => "show(nrand48(x) >= 0);",
        _ => "show(jrand48(x));",
    };
    let (one, two) = (rng.below(60000), rng.below(60000));
    format!("unsigned short x[3] = {{ {one}, {two}, 7 }}; x[1] += in; {call} show(x[0]); show(x[2]);")
}

fn trees(rng: &mut Rng) -> String {
    let (one, two, key) = (rng.below(6), rng.below(6), rng.below(6));
    format!(
        "static int k[3]; k[0] = {one}; k[1] = {two}; k[2] = 3 + in; void *t = 0; int f = {key}; \
         for (int i = 0; i < 3; i++) {{ int **p = tsearch(&k[i], &t, rising); show(p ? **p : 77); }} \
         int **p = tfind(&f, &t, rising); show(p ? **p : 78); show(t != 0);"
    )
}

fn addresses(rng: &mut Rng) -> String {
    let (one, two) = (rng.below(256), rng.below(256));
    let size = *rng.pick(&["16", "16", "7", "in + 8"]);
    format!(
        "unsigned char a[4] = {{ {one}, in, 0, {two} }}; char d[16] = \"zzzzzzzzzzzzzzz\"; errno = 0; \
         show(inet_ntop(2, a, d, {size}) != 0); show(errno); for (int i = 0; i < 16; i++) show(d[i]);"
    )
}
