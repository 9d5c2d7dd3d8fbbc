//! Functions of POSIX and glibc that fill in a name or a text, numbers of 48 bits, and others that
//! write through their arguments.
//!
//! What a manual leaves open (the characters of a name) is any in proofs and chosen in executions;
//! what nobody here computes (the text of an IPv6 address) ends an execution.

use super::results::{declared, sets_errno};
use super::{Entry, text};

/// Replaces six characters `X` before a suffix by any that a file name may have. Whether they are
/// there.
const FILL_TEMPLATE: &str = "
extern char __verdikt_any_char(void);
extern void __verdikt_assume(int);
extern size_t __verdikt_strlen(const char *);
extern int *__verdikt___errno_location(void);
int __verdikt___fill_template(char *name, int suffix) {
    size_t length = __verdikt_strlen(name);
    int fits = suffix >= 0 && length >= 6 && (size_t)suffix <= length - 6;
    char *at = fits ? name + (length - 6 - suffix) : name;
    for (int i = 0; fits && i < 6; i++) fits = at[i] == 'X';
    if (!fits) {
        if (errno_is_seen) *__verdikt___errno_location() = 22;
        return 0;
    }
    for (int i = 0; i < 6; i++) {
        char chosen = __verdikt_any_char();
        __verdikt_assume(chosen >= '0' & chosen <= '9' | chosen >= 'a' & chosen <= 'z' | chosen >= 'A' & chosen <= 'Z');
        at[i] = chosen;
    }
    return 1;
}";

/// The descriptor of a new file, or -1. A call that fails for another reason than the template may
/// have changed it.
macro_rules! mkstemp {
    ($name:literal, $params:literal, $suffix:literal) => {
        concat!(
            declared!(),
            "
extern int __verdikt___fill_template(char *, int);
int __verdikt_",
            $name,
            "(",
            $params,
            ") {
    if (!__verdikt___fill_template(name, ",
            $suffix,
            ")) return -1;
    int result = __verdikt_within_int(-1, 2147483647);
    __verdikt_assume(result >= -1);",
            sets_errno!("result < 0"),
            "\n}"
        )
    };
}

const MKDTEMP: &str = concat!(
    declared!(),
    "
extern int __verdikt___fill_template(char *, int);
char *__verdikt_mkdtemp(char *name) {
    if (!__verdikt___fill_template(name, 0)) return 0;
    char *result = __verdikt_within_int(0, 1) ? name : 0;",
    sets_errno!("!result"),
    "\n}"
);

/// At most `L_tmpnam` bytes, which are 20.
const TMPNAM: &str = concat!(
    declared!(),
    "
extern char __verdikt_any_char(void);
char *__verdikt_tmpnam(char *target) {
    static char kept[20];
    char *result = target ? target : kept;
    if (!__verdikt_within_int(0, 1)) return 0;
    int length = __verdikt_within_int(1, 19);
    __verdikt_assume(length >= 1 & length <= 19);
    for (int at = 0; at < length; at++) {
        char chosen = __verdikt_any_char();
        __verdikt_assume(chosen != 0);
        result[at] = chosen;
    }
    result[length] = 0;
    if (errno_is_seen) __verdikt___errno_may_change();
    return result;
}"
);

/// At most `L_ctermid` bytes, which are 9.
const CTERMID: &str = "
extern char __verdikt_typical_char(char);
char *__verdikt_ctermid(char *target) {
    static char kept[9];
    char *result = target ? target : kept;
    for (int at = 0; at < 8; at++) result[at] = __verdikt_typical_char(\"/dev/tty\"[at]);
    result[8] = 0;
    return result;
}";

/// The text of an address of IPv4 is exact.
const INET_NTOP: &str = "
extern int *__verdikt___errno_location(void);
extern char __verdikt_guess_char(void);
extern unsigned __verdikt_guess_uint(void);
extern void __verdikt_assume(int);
const char *__verdikt_inet_ntop(int family, const void *from, char *target, unsigned size) {
    const unsigned char *bytes = from;
    char text[46];
    unsigned length = 0;
    if (family != 2 && family != 10) {
        if (errno_is_seen) *__verdikt___errno_location() = 97;
        return 0;
    }
    if (family == 2) {
        for (int at = 0; at < 4; at++) {
            if (at) text[length++] = '.';
            if (bytes[at] >= 100) text[length++] = (char)('0' + bytes[at] / 100);
            if (bytes[at] >= 10) text[length++] = (char)('0' + bytes[at] / 10 % 10);
            text[length++] = (char)('0' + bytes[at] % 10);
        }
    } else {
        length = __verdikt_guess_uint();
        __verdikt_assume(length >= 2 & length <= 45);
        for (unsigned at = 0; at < length; at++) {
            char chosen = __verdikt_guess_char();
            __verdikt_assume(chosen != 0);
            text[at] = chosen;
        }
    }
    if (length >= size) {
        if (errno_is_seen) *__verdikt___errno_location() = 28;
        return 0;
    }
    for (unsigned at = 0; at < length; at++) target[at] = text[at];
    target[length] = 0;
    return target;
}";

/// The generator of POSIX: 48 bits, multiplied by 0x5deece66d. `lcong48` has no model.
const NEXT48: &str = "
unsigned long long __verdikt___next48(unsigned short *state) {
    unsigned long long x = (unsigned long long)state[2] << 32 | (unsigned long long)state[1] << 16 | state[0];
    x = (x * 0x5deece66dull + 11) & 0xffffffffffffull;
    state[0] = (unsigned short)x;
    state[1] = (unsigned short)(x >> 16);
    state[2] = (unsigned short)(x >> 32);
    return x;
}";

const ERAND48: &str = "
extern unsigned long long __verdikt___next48(unsigned short *);
double __verdikt_erand48(unsigned short *state) {
    return (double)__verdikt___next48(state) / 281474976710656.0;
}";

const NRAND48: &str = "
extern unsigned long long __verdikt___next48(unsigned short *);
long __verdikt_nrand48(unsigned short *state) { return (long)(__verdikt___next48(state) >> 17); }";

const JRAND48: &str = "
extern unsigned long long __verdikt___next48(unsigned short *);
long __verdikt_jrand48(unsigned short *state) { return (int)(unsigned)(__verdikt___next48(state) >> 16); }";

/// The logarithm is computed by nobody here; the sign is that of the gamma function.
macro_rules! lgamma_r {
    ($name:literal, $ty:literal, $kind:literal) => {
        concat!(
            declared!(),
            "
extern ",
            $ty,
            " __verdikt_guess_",
            $kind,
            "(void);
extern int __verdikt_guess_int(void);
",
            $ty,
            " __verdikt_",
            $name,
            "(",
            $ty,
            " x, int *sign) {
    *sign = x > 0 || __verdikt_guess_int() ? 1 : -1;
    ",
            $ty,
            " result = __verdikt_guess_",
            $kind,
            "();",
            sets_errno!("0"),
            "\n}"
        )
    };
}

/// The exponent of an infinity or of no number is unspecified.
const FREXP: &str = "
extern int __verdikt_typical_int(int);
union bits { double number; unsigned long long bits; };
double __verdikt_frexp(double x, int *exponent) {
    if (x != x || x - x != 0) { *exponent = __verdikt_typical_int(0); return x; }
    if (x == 0) { *exponent = 0; return x; }
    union bits parts;
    int moved = 0;
    if ((x < 0 ? -x : x) < 0x1p-1022) { x *= 0x1p54; moved = -54; }
    parts.number = x;
    *exponent = (int)(parts.bits >> 52 & 0x7ff) - 1022 + moved;
    parts.bits = parts.bits & ~(0x7ffull << 52) | 1022ull << 52;
    return parts.number;
}";

const FREXPF: &str = "
extern double __verdikt_frexp(double, int *);
float __verdikt_frexpf(float x, int *exponent) { return (float)__verdikt_frexp(x, exponent); }";

const SINCOS: &str = "
extern double __verdikt_sin(double);
extern double __verdikt_cos(double);
void __verdikt_sincos(double x, double *sine, double *cosine) {
    double first = __verdikt_sin(x), second = __verdikt_cos(x);
    *sine = first;
    *cosine = second;
}";

const GETITIMER: &str = concat!(
    declared!(),
    "
struct timer { long seconds, part; };
int __verdikt_getitimer(int which, void *target) {
    int result = which < 0 || which > 2 ? -1 : 0;
    struct timer *timers = target;
    for (int at = 0; !result && at < 2; at++) {
        long seconds = __verdikt_within_long(0, 2147483647), part = __verdikt_within_long(0, 999999);
        __verdikt_assume(seconds >= 0 & part >= 0 & part <= 999999);
        timers[at].seconds = seconds;
        timers[at].part = part;
    }",
    sets_errno!("result"),
    "\n}"
);

const CONFSTR: &str = concat!(
    declared!(),
    "
extern size_t __verdikt_within_size(size_t, size_t);
extern char __verdikt_any_char(void);
size_t __verdikt_confstr(int name, char *target, size_t size) {
    size_t result = __verdikt_within_size(0, 4096);
    __verdikt_assume(result <= 4096);
    if (result && target && size) {
        size_t length = result < size ? result - 1 : size - 1;
        for (size_t at = 0; at < length; at++) {
            char chosen = __verdikt_any_char();
            __verdikt_assume(chosen != 0);
            target[at] = chosen;
        }
        target[length] = 0;
    }",
    sets_errno!("!result"),
    "\n}"
);

/// A tree of which a program sees the first member of a node, the key. Its shape is not specified,
/// and `twalk`, which would show it, has no model.
macro_rules! tree {
    () => {
        "struct node { const void *key; struct node *left, *right; };
extern void *__verdikt_malloc(size_t);
"
    };
}

const TSEARCH: &str = concat!(
    tree!(),
    "void *__verdikt_tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
    if (!root) return 0;
    struct node **at = (struct node **)root;
    while (*at) {
        int order = compare(key, (*at)->key);
        if (order == 0) return *at;
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    struct node *fresh = __verdikt_malloc(sizeof(struct node));
    fresh->key = key;
    fresh->left = 0;
    fresh->right = 0;
    *at = fresh;
    return fresh;
}"
);

const TFIND: &str = concat!(
    tree!(),
    "void *__verdikt_tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
    if (!root) return 0;
    struct node *at = *root;
    while (at) {
        int order = compare(key, at->key);
        if (order == 0) return at;
        at = order < 0 ? at->left : at->right;
    }
    return 0;
}"
);

const STRTOK_R: &str = "
extern size_t __verdikt_strspn(const char *, const char *);
extern size_t __verdikt_strcspn(const char *, const char *);
char *__verdikt_strtok_r(char *text, const char *separators, char **rest) {
    if (!text) text = *rest;
    text += __verdikt_strspn(text, separators);
    if (!*text) { *rest = text; return 0; }
    char *end = text + __verdikt_strcspn(text, separators);
    if (*end) *end++ = 0;
    *rest = end;
    return text;
}";

const STRSEP: &str = "
extern size_t __verdikt_strcspn(const char *, const char *);
char *__verdikt_strsep(char **rest, const char *separators) {
    char *text = *rest;
    if (!text) return 0;
    char *end = text + __verdikt_strcspn(text, separators);
    if (*end) { *end++ = 0; *rest = end; }
    else *rest = 0;
    return text;
}";

const STPNCPY: &str = "
char *__verdikt_stpncpy(char *target, const char *source, size_t count) {
    size_t at = 0;
    for (; at < count && source[at]; at++) target[at] = source[at];
    char *end = target + at;
    for (; at < count; at++) target[at] = 0;
    return end;
}";

const MEMCCPY: &str = "
void *__verdikt_memccpy(void *target, const void *source, int last, size_t count) {
    for (size_t at = 0; at < count; at++) {
        unsigned char byte = ((const unsigned char *)source)[at];
        ((unsigned char *)target)[at] = byte;
        if (byte == (unsigned char)last) return (char *)target + at + 1;
    }
    return 0;
}";

const SWAB: &str = "
void __verdikt_swab(const void *source, void *target, long count) {
    for (long at = 0; at + 1 < count; at += 2) {
        char first = ((const char *)source)[at], second = ((const char *)source)[at + 1];
        ((char *)target)[at] = second;
        ((char *)target)[at + 1] = first;
    }
}";

const RAND_R: &str = "
extern unsigned __verdikt_any_uint(void);
extern int __verdikt_within_int(int, int);
extern void __verdikt_assume(int);
int __verdikt_rand_r(unsigned *state) {
    int chosen = __verdikt_within_int(0, 2147483647);
    __verdikt_assume(chosen >= 0);
    *state = __verdikt_any_uint();
    return chosen;
}";

pub(super) const TABLE: &[Entry] = &[
    text("__fill_template", "stdlib.h", FILL_TEMPLATE),
    text("mkstemp", "stdlib.h", mkstemp!("mkstemp", "char *name", "0")),
    text("mkostemp", "stdlib.h", mkstemp!("mkostemp", "char *name, int flags", "0")),
    text("mkstemps", "stdlib.h", mkstemp!("mkstemps", "char *name, int suffix", "suffix")),
    text("mkdtemp", "stdlib.h", MKDTEMP),
    text("tmpnam", "stdio.h", TMPNAM),
    text("ctermid", "stdio.h", CTERMID),
    text("inet_ntop", "arpa/inet.h", INET_NTOP),
    text("__next48", "stdlib.h", NEXT48),
    text("erand48", "stdlib.h", ERAND48),
    text("nrand48", "stdlib.h", NRAND48),
    text("jrand48", "stdlib.h", JRAND48),
    text("lgamma_r", "math.h", lgamma_r!("lgamma_r", "double", "double")),
    text("lgammaf_r", "math.h", lgamma_r!("lgammaf_r", "float", "float")),
    text("lgammal_r", "math.h", lgamma_r!("lgammal_r", "long double", "ldouble")),
    text("frexp", "math.h", FREXP),
    text("frexpf", "math.h", FREXPF),
    text("sincos", "math.h", SINCOS),
    text("getitimer", "sys/time.h", GETITIMER),
    text("confstr", "unistd.h", CONFSTR),
    text("tsearch", "search.h", TSEARCH),
    text("tfind", "search.h", TFIND),
    text("strtok_r", "string.h", STRTOK_R),
    text("strsep", "string.h", STRSEP),
    text("stpncpy", "string.h", STPNCPY),
    text("memccpy", "string.h", MEMCCPY),
    text("swab", "string.h", SWAB),
    text("rand_r", "stdlib.h", RAND_R),
];
