//! The programs: a few blocks, each of which calls a function or two and shows what came of it.
//!
//! The input `in` is 0 to 3. Each block has its own objects, all of whose bytes are set, so that
//! whatever a call leaves alone can be shown as well.

use super::more;
use crate::rng::Rng;

const PRELUDE: &str = "\
static unsigned hash, seen;
static void show(long long x) { hash = hash * 31 + (unsigned)x; }
static int rising(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y; seen |= 1; return a < b ? -7 : a > b;
}
static int falling(const void *x, const void *y) { seen |= 2; return rising(y, x); }
static int differ(const void *x, const void *y) {
  seen += 4; return *(const int *)x != *(const int *)y;
}
";

/// Seven bytes and the one that ends them.
const WORDS: &[&str] = &["abcdefg", "aabbaab", "x,y,,zz", "Hi Hi!7", "  -12q ", "gfedcba", "abcabca"];

/// Short ones.
const PIECES: &[&str] = &["", "a", "ab", "b,", "Hi", "ca", ",", " -"];

/// What numbers look like, with the places up to which a digit can be put in.
const NUMERALS: &[&str] = &[
    "1234", "  -7x", "0x1Fg", "zz9z", "0x", "+5 6", "- 5", "0779", "9 9 9", "127.5", "-1e2", "   ", "-0012",
];

/// Texts and formats of `sscanf`, all arguments of which are of type `int`.
const FORMATS: &[&str] = &[
    "%d",
    "%d %d",
    "%d%d%d",
    "%*d %d",
    "%2d%d",
    "%1d%1d%1d",
    "%d%n",
    "%n%d",
    "%x",
    "%i",
    "%d,%d",
    "%d:%n%d",
    "%%%d",
    "%o %d",
    "%*c%d",
    "%*2s%d%n",
    " %d x",
    "%*[0-9]%n",
    "%3i%n",
];

/// Formats of `snprintf` with the arguments.
const PRINTED: &[(&str, &str)] = &[
    ("%d", "in - 2"),
    ("%d-%d", "in, 40"),
    ("%5s|", "\"ab\""),
    ("%-4s|", "word + in"),
    ("%x", "in + 4090u"),
    ("%03d", "-in"),
    ("%c%c", "'a' + in, 'z'"),
    ("%.2s", "word + in"),
    ("%+ld", "in * 100L"),
    ("%%%u", "in + 9u"),
    ("%.*s", "in, word"),
    ("%#o", "in + 8"),
    ("%hhd", "in + 127"),
    ("%s%s", "word, word"),
    ("no%n", "&at"),
    ("%*d", "in, 5"),
    ("%lld", "in - 1LL"),
];

/// A function `compute`.
pub(super) fn program(rng: &mut Rng) -> String {
    let mut text = PRELUDE.to_owned();
    text.push_str("unsigned char compute(unsigned char in) {\n");
    for _ in 0..1 + rng.below(4) {
        let block = match rng.below(14) {
            0 => memory(rng),
            1 => copies(rng),
            2 => searches(rng),
            3 => numbers(rng),
            4 => scans(rng),
            5 => prints(rng),
            6 => sorts(rng),
            7 => classes(rng),
            8 => arithmetic(rng),
            9 => allocations(rng),
            _ => more::block(rng),
        };
        text.push_str(&format!("  {{ {block} }}\n"));
    }
    text.push_str("  show(seen); return (hash ^ hash >> 7 ^ hash >> 14 ^ hash >> 21) & 63;\n}\n");
    text
}

/// Sometimes one digit of what follows depends on the input.
fn varied(rng: &mut Rng, array: &str, letter: &str) -> String {
    match rng.below(3) {
        0 => String::new(),
        1 => format!("{array}[in] = {letter};"),
        _ => format!("if (in == {}) {array}[{}] = {letter};", rng.below(4), rng.below(3)),
    }
}

/// Shows some bytes of an array of eight.
fn shown(rng: &mut Rng, array: &str) -> String {
    match rng.below(3) {
        0 => format!("for (int i = 0; i < 8; i++) show({array}[i]);"),
        1 => format!("show({array}[{}]); show({array}[in + {}]);", rng.below(8), rng.below(5)),
        _ => format!("show({array}[{}] + 3 * {array}[{}]);", rng.below(8), rng.below(8)),
    }
}

/// What programs ask of a result of which only the sign means anything.
fn sign(rng: &mut Rng, call: &str) -> String {
    let use_ = *rng.pick(&["r ? 3 : 4", "r < 0", "r > 0", "!r", "(r > 0) - (r < 0)", "r >= 0", "r == 0"]);
    format!("int r = {call}; show({use_});")
}

fn memory(rng: &mut Rng) -> String {
    let (word, other) = (*rng.pick(WORDS), *rng.pick(WORDS));
    let (at, size, letter) = (rng.below(4), rng.below(5), *rng.pick(&["'b'", "'!'", "300", "-1", "0"]));
    let call = match rng.below(9) {
        0 => format!("show((char *)memcpy(d + {at}, s + in, {size}) - d);"),
        1 => format!("show((char *)memmove(d + {at}, d + in, {size}) - d);"),
        2 => format!("show((char *)memset(d + in, {letter}, {size}) - d);"),
        3 => format!("show((char *)mempcpy(d + in, s + {at}, {size}) - d);"),
        4 => format!("explicit_bzero(d + in, {size});"),
        5 => format!("memfrob(d + in, {size});"),
        6 => sign(rng, &format!("memcmp(d + {at}, s + in, {size})")),
        7 => format!("char *p = memchr(s + in, s[{at}], {size}); show(p ? p - s : 77);"),
        _ => format!("int k = {at}; memcpy(d + in, &k, sizeof k); memcpy(&k, d + {at}, sizeof k); show(k);"),
    };
    let (varied, shown) = (varied(rng, "s", "'b'"), shown(rng, "d"));
    format!("char s[8] = \"{word}\", d[8] = \"{other}\"; {varied} {call} {shown}")
}

fn copies(rng: &mut Rng) -> String {
    let (word, piece, other) = (*rng.pick(WORDS), *rng.pick(PIECES), *rng.pick(PIECES));
    let (at, size) = (rng.below(4), rng.below(5));
    let call = match rng.below(7) {
        0 => format!("show(strcpy(d + in, \"{piece}\") - d);"),
        1 => format!("show(stpcpy(d + {at}, \"{piece}\") - d);"),
        2 => format!("show(strncpy(d + in, \"{piece}\", {size}) - d);"),
        3 => format!("d[in] = 0; strcat(d, \"{piece}\"); show(strlen(d));"),
        4 => format!("d[in] = 0; strncat(d, \"{word}\", {size}); show(strnlen(d, 3));"),
        5 => format!("d[in] = 0; strcat(strcpy(d, \"{other}\"), \"{piece}\");"),
        _ => {
            format!(
                "char *p = strdup(d + in); if (p) {{ show(strlen(p)); p[0] = 'q'; show(p[{at}]); free(p); }}"
            )
        }
    };
    // A string of `strdup` has at least five bytes with the one that ends it.
    let shown = shown(rng, "d");
    format!("char d[8] = \"{word}\"; {call} {shown}")
}

fn searches(rng: &mut Rng) -> String {
    let (word, piece, other) = (*rng.pick(WORDS), *rng.pick(PIECES), *rng.pick(WORDS));
    let (at, size) = (rng.below(5), rng.below(6));
    let found = |call: String| format!("char *p = {call}; show(p ? p - s : 77);");
    let call = match rng.below(11) {
        0 => sign(rng, &format!("strcmp(s, \"{other}\")")),
        1 => sign(rng, &format!("strncmp(s + in, \"{other}\", {size})")),
        2 => sign(rng, &format!("strcasecmp(\"{other}\", s)")),
        3 => found(format!("strchr(s + in, s[{at}])")),
        4 => found(format!("strrchr(s, \"{piece}\"[0])")),
        5 => found(format!("strstr(s + in, \"{piece}\")")),
        6 => found(format!("strpbrk(s + in, \"{piece}\")")),
        7 => format!("show(strspn(s + in, \"{other}\")); show(strcspn(s, \"{piece}\"));"),
        8 => "char *p = s + in, *q = strsep(&p, \",\"); show(q - s); show(p ? p - s : 77);".to_owned(),
        _ => {
            let next = "show(p ? p - s : 77); if (p) { p = strtok(0, \",a\"); show(p ? *p : 78); }";
            format!("char *p = strtok(s + in, \",H\"); {next}")
        }
    };
    let (varied, shown) = (varied(rng, "s", "'a'"), shown(rng, "s"));
    format!("char s[8] = \"{word}\"; {varied} {call} {shown}")
}

fn numbers(rng: &mut Rng) -> String {
    let base = *rng.pick(&["10", "10", "0", "16", "8", "36", "2", "in + 9", "1", "37"]);
    let function = *rng.pick(&["strtol", "strtoul", "strtoll", "strtoull", "strtoimax"]);
    let call = match rng.below(8) {
        0 => "show(atoi(t)); show(atol(t + in));".to_owned(),
        1 => "double d = strtod(t, &end); show((int)(d * 4)); show(end - t); show(errno);".to_owned(),
        2 => format!("show({function}(t, 0, {base})); show(errno);"),
        3 => {
            let long = *rng.pick(&["99999999999999999999", "-99999999999999999999", "2147483648", "-1"]);
            format!(
                "char l[] = \"{long}\"; l[1] = '1' + in; show({function}(l, &end, 10)); show(end - l); show(errno);"
            )
        }
        4 => format!("show({function}(t, &end, {base}) > 0); show(end == t); show(errno == 34);"),
        // A base without meaning leaves the end alone.
        _ => format!("show({function}(t, &end, {base})); show(end - t); show(errno);"),
    };
    let varied = varied(rng, "t", "'4'");
    format!("char t[12] = \"{}\", *end = t; errno = 0; {varied} {call}", rng.pick(NUMERALS))
}

fn scans(rng: &mut Rng) -> String {
    let text = *rng.pick(NUMERALS);
    let varied = varied(rng, "t", "'4'");
    let format = *rng.pick(FORMATS);
    let call = match rng.below(8) {
        0 => "char w[8] = \"zzzzzzz\"; show(sscanf(t, \"%3s%d\", w, &a)); show(w[2] + w[3] + w[4]);",
        1 => "char w[8] = \"zzzzzzz\"; show(sscanf(t + in, \"%[0-9 ]%c\", w + 1, w)); show(w[0] + w[2]);",
        2 => "signed char k = 3; short m = 4; show(sscanf(t, \"%hhd%hd\", &k, &m)); show(k + 9 * m);",
        3 => {
            "long k = 3; unsigned long long m = 4; show(sscanf(t, \"%ld%*c%llu\", &k, &m)); show(k); show(m);"
        }
        4 => "char w[2] = \"z\"; show(sscanf(t, \"%*1[ -]%c%d\", w, &a)); show(w[0]);",
        _ => "",
    };
    let called = format!("show(sscanf(t, \"{format}\", &a, &b, &c));");
    let call = if call.is_empty() { &called } else { call };
    format!("char t[12] = \"{text}\"; int a = 70, b = 80, c = 90; {varied} {call} show(a); show(b + 3 * c);")
}

fn prints(rng: &mut Rng) -> String {
    let &(format, arguments) = rng.pick(PRINTED);
    let size = *rng.pick(&["0", "1", "2", "3", "4", "8", "in", "in + 2"]);
    let call = match rng.below(4) {
        0 => "show(sprintf(d, \"%d%c\", in, 65));".to_owned(),
        _ => format!("show(snprintf(d, {size}, \"{format}\", {arguments}));"),
    };
    let (word, shown) = (*rng.pick(&["abcd", "qrst"]), shown(rng, "d"));
    format!("char d[8] = \"zzzzzzz\", word[8] = \"{word}\"; int at = 5; {call} {shown} show(at);")
}

fn sorts(rng: &mut Rng) -> String {
    let order = *rng.pick(&["rising", "falling"]);
    let (first, second, size) = (rng.below(9), rng.below(9), 1 + rng.below(4));
    let key = rng.below(9);
    let (numbers, ordered) = match order {
        "rising" => (format!("{first}, {second}, 4, 3"), "0, 3, 5, 8"),
        _ => (format!("3, {second}, in, {first}"), "8, 5, 3, 0"),
    };
    let found = "show(p ? p - a : 77); show(n); show(a[3]);";
    match rng.below(5) {
        0 | 1 => format!(
            "int a[4] = {{ {numbers} }}; a[2] += in; qsort(a, {size}, sizeof *a, {order}); show(a[0]); show(a[1]); show(a[3]);"
        ),
        2 => format!(
            "int a[4] = {{ {ordered} }}, k = {key} + in, *p = bsearch(&k, a, {size}, sizeof *a, {order}); show(p ? p - a : 77);"
        ),
        3 => format!(
            "int a[4] = {{ {numbers} }}, k = {key}, *p; size_t n = {size}; a[0] += in; p = lfind(&k, a, &n, sizeof *a, differ); {found}"
        ),
        _ => format!(
            "int a[4] = {{ {numbers} }}, k = {key} + in, *p; size_t n = {}; p = lsearch(&k, a, &n, sizeof *a, differ); {found}",
            rng.below(4)
        ),
    }
}

fn classes(rng: &mut Rng) -> String {
    let class =
        *rng.pick(&["isalpha", "isspace", "isupper", "islower", "isalnum", "ispunct", "isxdigit", "isdigit"]);
    let letter = *rng.pick(&["'a'", "'A'", "'z' - 1", "'Z'", "'0'", "'8'", "' '", "'!'", "'\\t'", "'f'"]);
    let call = match rng.below(8) {
        0 => format!("show({class}(c) ? 3 : 4);"),
        1 => format!("show(!{class}(c));"),
        2 => format!("show({class}(c) && !isdigit(c));"),
        // The number: glibc's table has one bit for each class, of which none is 1 or 2.
        3 if class != "isdigit" => format!("show({class}(c) == 1);"),
        4 if class != "isdigit" => format!("show({class}(c));"),
        5 => "show(tolower(c)); show(toupper(c));".to_owned(),
        6 => "show(toupper((unsigned char)\"aQ7~\"[in]));".to_owned(),
        _ => format!("int n = 0; for (int i = 0; i < 3; i++) n += {class}(c + i) != 0; show(n);"),
    };
    format!("int c = {letter} + in; {call}")
}

fn arithmetic(rng: &mut Rng) -> String {
    let (left, right) = (rng.below(40), 1 + rng.below(6));
    let number = *rng.pick(&["0.0", "-0.0", "1.5", "-6.25", "100.0", "-0.375", "1e300", "5e-324"]);
    match rng.below(8) {
        0 => format!("div_t q = div(in - {left}, {right}); show(q.quot); show(q.rem);"),
        1 => format!("ldiv_t q = ldiv({left}L * in, -{right}); show(q.quot); show(q.rem);"),
        2 => format!("show(abs(in - {right})); show(labs(-{left}L - in));"),
        3 => {
            format!(
                "int e = 99; double m = frexp({number} * (in + 1), &e); show((long long)(m * 1024)); show(e);"
            )
        }
        4 => format!(
            "double x = {number}, w = 9; if (x < 1000) {{ double f = modf(x * in, &w); show((int)(f * 64)); show((int)w); show(!!signbit(f)); }}"
        ),
        5 => format!("volatile double x = {number}; show(!!signbit(x * (in - 1.0))); show(!!isnan(x));"),
        6 => format!(
            "double x = {number}; show(isnan(x / x) != 0); show(isinf(x * 1e308) != 0); show(fabs(x) > in);"
        ),
        _ => format!("double x = ldexp(in - 1.5, {right}); show((int)floor(x)); show((int)(x * 2));"),
    }
}

fn allocations(rng: &mut Rng) -> String {
    let (size, more) = (1 + rng.below(4), 5 + rng.below(60));
    let absurd = *rng.pick(&["(size_t)-1", "(size_t)-1 / 2 + 1 + in", "(size_t)-4096", "-(size_t)in - 9"]);
    match rng.below(7) {
        0 => format!("int *p = calloc({size} + in, sizeof *p); if (p) {{ show(p[in]); p[in] = 5; show(p[in]); }} free(p);"),
        1 => format!(
            "char *p = malloc({size}); if (p) {{ p[0] = 'a' + in; char *q = realloc(p, {more}); if (q) {{ q[4] = 'x'; p = q; }} show(p[0]); }} free(p);"
        ),
        2 => format!("size_t n = {absurd}; errno = 0; void *p = malloc(n); show(p == 0); show(errno); free(p);"),
        3 => format!("size_t n = {absurd}; errno = 0; void *p = calloc(n, in + 1); show(p == 0); show(errno);"),
        4 => "size_t n = (size_t)-1 / 2; void *p = calloc(n, in + 3); show(p != 0); p = calloc(n, n); show(!p);".to_owned(),
        5 => format!(
            "char *p = malloc({size}); size_t n = {absurd}; if (p) {{ p[0] = 'k'; char *q = realloc(p, n); show(q == 0); if (!q) show(p[0]); free(q ? q : p); }}"
        ),
        _ => format!("void *p = malloc(in * {size}), *q = malloc({more}); show(p != q); free(p); free(q); free(0);"),
    }
}
