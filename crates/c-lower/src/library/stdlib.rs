//! `stdlib.h`: allocation, ending the program, integer arithmetic, conversion, searching and sorting.

use super::{Entry, Intrinsic, Model, entry, text};
use cfa::HaltKind;

const HEADER: &str = "stdlib.h";

/// As in glibc, a new size of 0 frees the object and gives no other.
const REALLOC: &str = "
extern void *__verdikt_malloc(size_t);
extern void __verdikt_free(void *);
extern void *__verdikt_memcpy(void *, const void *, size_t);
extern size_t __verdikt_object_size(const void *);
extern void __verdikt___no_memory(void);
void *__verdikt_realloc(void *old, size_t size) {
    if (!old) return __verdikt_malloc(size);
    if (size == 0) { __verdikt_free(old); return 0; }
    if (size > (size_t)-1 >> 1) {
        if (errno_is_seen) __verdikt___no_memory();
        return 0;
    }
    size_t known = __verdikt_object_size(old);
    void *fresh = __verdikt_malloc(size);
    __verdikt_memcpy(fresh, old, known < size ? known : size);
    __verdikt_free(old);
    return fresh;
}";

const REALLOCARRAY: &str = "
extern void *__verdikt_realloc(void *, size_t);
extern void __verdikt___no_memory(void);
void *__verdikt_reallocarray(void *old, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        if (errno_is_seen) __verdikt___no_memory();
        return 0;
    }
    return __verdikt_realloc(old, count * size);
}";

const RAND: &str = "
extern int __verdikt_within_int(int, int);
extern void __verdikt_assume(int);
int __verdikt_rand(void) {
    int chosen = __verdikt_within_int(0, 2147483647);
    __verdikt_assume(chosen >= 0);
    return chosen;
}";

const RANDOM: &str = "
extern long __verdikt_within_long(long, long);
extern void __verdikt_assume(int);
long __verdikt_random(void) {
    long chosen = __verdikt_within_long(0, 2147483647);
    __verdikt_assume(chosen >= 0 && chosen <= 2147483647);
    return chosen;
}";

/// Out of range, `strtol` and its kin give the nearest limit and set `errno` to `ERANGE` (34); a base that does not exist is
/// `EINVAL` (22). Without a digit behind it, the `x` of a prefix `0x` is no part of the number.
macro_rules! text_to_integer {
    ($name:literal, $ty:literal, $unsigned:literal, $positive:literal, $negative:literal) => {
        concat!(
            "extern int *__verdikt___errno_location(void);
extern int __verdikt_isxdigit(int);
", $ty, " __verdikt_", $name, "(const char *text, char **end, int base) {
    const char *at = text;
    if (base < 0 || base == 1 || base > 36) { *__verdikt___errno_location() = 22; return 0; }
    while (*at == ' ' || (*at >= 9 && *at <= 13)) at++;
    int minus = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __verdikt_isxdigit(at[2])) {
        at += 2;
        base = 16;
    }
    else if (base == 0) base = at[0] == '0' ? 8 : 10;
    ", $unsigned, " limit = minus ? ", $negative, " : ", $positive, ";
    ", $unsigned, " value = 0;
    int any = 0, over = 0;
    for (;; at++) {
        int digit;
        if (*at >= '0' && *at <= '9') digit = *at - '0';
        else if (*at >= 'a' && *at <= 'z') digit = *at - 'a' + 10;
        else if (*at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
        else break;
        if (digit >= base) break;
        any = 1;
        if (over || value > (limit - digit) / base) over = 1;
        else value = value * base + digit;
    }
    if (end) *end = (char *)(any ? at : text);
    if (over) { value = limit; *__verdikt___errno_location() = 34; }
    return minus && !(over && limit == ", $positive, ") ? -value : value;
}"
        )
    };
}

const ATOI: &str = "
extern long __verdikt_strtol(const char *, char **, int);
int __verdikt_atoi(const char *text) { return (int)__verdikt_strtol(text, 0, 10); }";

const ATOL: &str = "
extern long __verdikt_strtol(const char *, char **, int);
long __verdikt_atol(const char *text) { return __verdikt_strtol(text, 0, 10); }";

const ATOLL: &str = "
extern long long __verdikt_strtoll(const char *, char **, int);
long long __verdikt_atoll(const char *text) { return __verdikt_strtoll(text, 0, 10); }";

/// Elements move as a whole, since reading one byte by byte would read the padding of records.
const QSORT: &str = "
extern void *__verdikt_alloca(size_t);
extern void *__verdikt_memcpy(void *, const void *, size_t);
void __verdikt_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *start = base, *kept = __verdikt_alloca(size);
    for (size_t done = 1; done < count; done++)
        for (char *at = start + done * size; at != start && compare(at - size, at) > 0; at -= size) {
            __verdikt_memcpy(kept, at, size);
            __verdikt_memcpy(at, at - size, size);
            __verdikt_memcpy(at - size, kept, size);
        }
}";

const BSEARCH: &str = "
void *__verdikt_bsearch(const void *key, const void *base, size_t count, size_t size,
                        int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *at = (const char *)base + middle * size;
        int order = compare(key, at);
        if (order == 0) return (void *)at;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}";

pub(super) const TABLE: &[Entry] = &[
    entry("malloc", HEADER, "void *(size_t)", Model::Intrinsic(Intrinsic::Malloc)),
    entry("valloc", HEADER, "void *(size_t)", Model::Intrinsic(Intrinsic::Malloc)),
    entry("calloc", HEADER, "void *(size_t, size_t)", Model::Intrinsic(Intrinsic::Calloc)),
    entry("alloca", "alloca.h", "void *(size_t)", Model::Intrinsic(Intrinsic::Alloca)),
    entry("free", HEADER, "void(void *)", Model::Intrinsic(Intrinsic::Free)),
    entry("cfree", HEADER, "void(void *)", Model::Intrinsic(Intrinsic::Free)),
    text("realloc", HEADER, REALLOC),
    text("reallocarray", HEADER, REALLOCARRAY),
    entry("abort", HEADER, "void(void)", Model::Intrinsic(Intrinsic::Abort)),
    entry("__stack_chk_fail", "gcc", "void(void)", Model::Ends(HaltKind::Abort)),
    text("abs", HEADER, "int __verdikt_abs(int x) { return x < 0 ? -x : x; }"),
    text("labs", HEADER, "long __verdikt_labs(long x) { return x < 0 ? -x : x; }"),
    text("llabs", HEADER, "long long __verdikt_llabs(long long x) { return x < 0 ? -x : x; }"),
    text("imaxabs", "inttypes.h", "long long __verdikt_imaxabs(long long x) { return x < 0 ? -x : x; }"),
    text(
        "div",
        HEADER,
        "typedef struct { int quot; int rem; } div_t;
div_t __verdikt_div(int a, int b) { div_t result = { a / b, a % b }; return result; }",
    ),
    text(
        "ldiv",
        HEADER,
        "typedef struct { long quot; long rem; } ldiv_t;
ldiv_t __verdikt_ldiv(long a, long b) { ldiv_t result = { a / b, a % b }; return result; }",
    ),
    text(
        "__errno_location",
        "errno.h",
        "int *__verdikt___errno_location(void) { static int value; return &value; }",
    ),
    text("rand", HEADER, RAND),
    text("random", HEADER, RANDOM),
    text("lrand48", HEADER, LRAND48),
    entry("srand", HEADER, "void(unsigned)", Model::NoEffect),
    entry("srandom", HEADER, "void(unsigned)", Model::NoEffect),
    entry("system", HEADER, "int(const char *)", Model::Output),
    text(
        "strtol",
        HEADER,
        text_to_integer!("strtol", "long", "unsigned long", "(~0ul >> 1)", "(~0ul >> 1) + 1"),
    ),
    text(
        "strtoll",
        HEADER,
        text_to_integer!("strtoll", "long long", "unsigned long long", "(~0ull >> 1)", "(~0ull >> 1) + 1"),
    ),
    text("strtoul", HEADER, text_to_integer!("strtoul", "unsigned long", "unsigned long", "~0ul", "~0ul")),
    text(
        "strtoull",
        HEADER,
        text_to_integer!("strtoull", "unsigned long long", "unsigned long long", "~0ull", "~0ull"),
    ),
    text(
        "strtoimax",
        "inttypes.h",
        "extern long long __verdikt_strtoll(const char *, char **, int);
long long __verdikt_strtoimax(const char *text, char **end, int base) {
    return __verdikt_strtoll(text, end, base);
}",
    ),
    text(
        "strtoumax",
        "inttypes.h",
        "extern unsigned long long __verdikt_strtoull(const char *, char **, int);
unsigned long long __verdikt_strtoumax(const char *text, char **end, int base) {
    return __verdikt_strtoull(text, end, base);
}",
    ),
    text("atoi", HEADER, ATOI),
    text("atol", HEADER, ATOL),
    text("atoll", HEADER, ATOLL),
    text("qsort", HEADER, QSORT),
    text("bsearch", HEADER, BSEARCH),
];

const LRAND48: &str = "
extern long __verdikt_within_long(long, long);
extern void __verdikt_assume(int);
long __verdikt_lrand48(void) {
    long chosen = __verdikt_within_long(0, 2147483647);
    __verdikt_assume(chosen >= 0 && chosen <= 2147483647);
    return chosen;
}";
