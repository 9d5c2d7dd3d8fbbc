//! What only gcc knows: built-in functions without a library function of that name, under their full names, so that a
//! function `clz` that a program declares and does not define stays unknown.

use super::{Entry, Intrinsic, Model, entry, text};

const HEADER: &str = "gcc";

/// A function of one integer.
macro_rules! bits {
    ($name:literal, $ty:literal, $body:literal) => {
        text($name, HEADER, concat!("int __verdikt_", $name, "(", $ty, " x) { ", $body, " }"))
    };
}

pub(super) const TABLE: &[Entry] = &[
    entry("__builtin_expect", HEADER, "long(long, long)", Model::Intrinsic(Intrinsic::First)),
    entry(
        "__builtin_assume_aligned",
        HEADER,
        "void *(const void *, size_t, ...)",
        Model::Intrinsic(Intrinsic::First),
    ),
    entry("__builtin_prefetch", HEADER, "void(const void *, ...)", Model::NoEffect),
    bits!("__builtin_popcount", "unsigned", "int n = 0; for (; x; x &= x - 1) n++; return n;"),
    bits!("__builtin_popcountl", "unsigned long", "int n = 0; for (; x; x &= x - 1) n++; return n;"),
    bits!("__builtin_popcountll", "unsigned long long", "int n = 0; for (; x; x &= x - 1) n++; return n;"),
    bits!("__builtin_parity", "unsigned", "int n = 0; for (; x; x &= x - 1) n ^= 1; return n;"),
    bits!("__builtin_parityl", "unsigned long", "int n = 0; for (; x; x &= x - 1) n ^= 1; return n;"),
    bits!("__builtin_parityll", "unsigned long long", "int n = 0; for (; x; x &= x - 1) n ^= 1; return n;"),
    bits!(
        "__builtin_ctz",
        "unsigned",
        "int n = 0; for (; !(x & 1) && n < 8 * sizeof x; x >>= 1) n++; return n;"
    ),
    bits!(
        "__builtin_ctzl",
        "unsigned long",
        "int n = 0; for (; !(x & 1) && n < 8 * sizeof x; x >>= 1) n++; return n;"
    ),
    bits!(
        "__builtin_ctzll",
        "unsigned long long",
        "int n = 0; for (; !(x & 1) && n < 8 * sizeof x; x >>= 1) n++; return n;"
    ),
    bits!("__builtin_clz", "unsigned", "int n = 8 * sizeof x; for (; x; x >>= 1) n--; return n;"),
    bits!("__builtin_clzl", "unsigned long", "int n = 8 * sizeof x; for (; x; x >>= 1) n--; return n;"),
    bits!("__builtin_clzll", "unsigned long long", "int n = 8 * sizeof x; for (; x; x >>= 1) n--; return n;"),
    bits!(
        "__builtin_clrsb",
        "int",
        "unsigned u = x < 0 ? ~x : x; int n = 8 * sizeof u - 1; for (; u; u >>= 1) n--; return n;"
    ),
    bits!(
        "__builtin_clrsbl",
        "long",
        "unsigned long u = x < 0 ? ~x : x; int n = 8 * sizeof u - 1; for (; u; u >>= 1) n--; return n;"
    ),
    bits!(
        "__builtin_clrsbll",
        "long long",
        "unsigned long long u = x < 0 ? ~x : x; int n = 8 * sizeof u - 1; for (; u; u >>= 1) n--; return n;"
    ),
    text(
        "__builtin_bswap16",
        HEADER,
        "unsigned short __verdikt___builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }",
    ),
    text(
        "__builtin_bswap32",
        HEADER,
        "unsigned __verdikt___builtin_bswap32(unsigned x) {
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}",
    ),
    text(
        "__builtin_bswap64",
        HEADER,
        "unsigned long long __verdikt___builtin_bswap64(unsigned long long x) {
    unsigned long long y = 0;
    for (int byte = 0; byte < 8; byte++) { y = y << 8 | (x & 255); x >>= 8; }
    return y;
}",
    ),
    bits!(
        "ffs",
        "int",
        "unsigned u = x; int n = 1; if (!u) return 0; for (; !(u & 1); u >>= 1) n++; return n;"
    ),
    bits!(
        "ffsl",
        "long",
        "unsigned long u = x; int n = 1; if (!u) return 0; for (; !(u & 1); u >>= 1) n++; return n;"
    ),
    bits!(
        "ffsll",
        "long long",
        "unsigned long long u = x; int n = 1; if (!u) return 0; for (; !(u & 1); u >>= 1) n++; return n;"
    ),
];
