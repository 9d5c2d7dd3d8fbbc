//! `math.h`: what is exact in floating point is an operator of the automaton or C text over such operators.
//! Functions whose result is rounded in a way that the standard leaves open (`sin`, `pow`) are in [`super::estimates`].

use super::{Entry, Intrinsic, Model, entry, text};
use cfa::UnaryOp;

const HEADER: &str = "math.h";

const fn unary(name: &'static str, ty: &'static str, op: UnaryOp) -> Entry {
    entry(name, HEADER, ty, Model::Intrinsic(Intrinsic::Unary(op)))
}

/// A question whose answer is any number but zero where it is yes (7.12.3).
const fn classify(name: &'static str, ty: &'static str, op: UnaryOp) -> Entry {
    entry(name, HEADER, ty, Model::Intrinsic(Intrinsic::Classify(op)))
}

/// Declarations that the texts below share.
macro_rules! declarations {
    () => {
        "
typedef long double any_float;
extern int __verdikt_is_nan(long double);
extern int __verdikt_is_infinite(long double);
extern int __verdikt_sign_bit(long double);
extern int __verdikt___any_of_truth(int);
extern int __verdikt_typical_int(int);
extern int *__verdikt___errno_location(void);
"
    };
}

macro_rules! text {
    ($name:literal, $($part:expr),+) => {
        text($name, HEADER, concat!(declarations!(), $($part),+))
    };
}

/// The sign of infinity, as in glibc.
macro_rules! is_infinite {
    ($name:literal, $ty:literal) => {
        text!(
            $name,
            "int __verdikt_",
            $name,
            "(",
            $ty,
            " x) {
    if (!__verdikt_is_infinite(x)) return 0;
    return __verdikt___any_of_truth(__verdikt_sign_bit(x) ? -1 : 1);
}"
        )
    };
}

macro_rules! is_finite {
    ($name:literal, $ty:literal) => {
        text!(
            $name,
            "int __verdikt_",
            $name,
            "(",
            $ty,
            " x) {
    return __verdikt___any_of_truth(!__verdikt_is_infinite(x) && !__verdikt_is_nan(x));
}"
        )
    };
}

/// `FP_NAN` 0, `FP_INFINITE` 1, `FP_ZERO` 2, `FP_SUBNORMAL` 3, `FP_NORMAL` 4.
macro_rules! classify {
    ($name:literal, $ty:literal, $normal:literal) => {
        text!(
            $name,
            "extern int ",
            $normal,
            "(",
            $ty,
            ");
int __verdikt_",
            $name,
            "(",
            $ty,
            " x) {
    if (__verdikt_is_nan(x)) return 0;
    if (__verdikt_is_infinite(x)) return 1;
    if (x == 0) return 2;
    return ",
            $normal,
            "(x) ? 4 : 3;
}"
        )
    };
}

/// Comparison macros that raise no exception; every argument type converts exactly.
macro_rules! compare {
    ($name:literal, $body:literal) => {
        text!($name, "int __verdikt_", $name, "(any_float x, any_float y) { return ", $body, "; }")
    };
}

/// Functions of two arguments of one type.
macro_rules! two {
    ($name:literal, $ty:literal, $body:literal) => {
        text!($name, $ty, " __verdikt_", $name, "(", $ty, " x, ", $ty, " y) { ", $body, " }")
    };
}

/// A negative argument is a domain error (7.12.7.5).
macro_rules! root {
    ($name:literal, $ty:literal) => {
        text!(
            $name,
            "extern ",
            $ty,
            " __verdikt_root_",
            $name,
            "(",
            $ty,
            ");
",
            $ty,
            " __verdikt_",
            $name,
            "(",
            $ty,
            " x) {
    if (errno_is_seen && x < 0) *__verdikt___errno_location() = 33;
    return __verdikt_root_",
            $name,
            "(x);
}"
        )
    };
}

/// Exact: `t` is `y` times a power of two, and `a - t` has no rounding error for `t <= a < 2 t` (Sterbenz).
macro_rules! remainder_text {
    ($name:literal, $ty:literal) => {
        two!(
            $name,
            $ty,
            "
    if (errno_is_seen && (y == 0 && !__verdikt_is_nan(x) || __verdikt_is_infinite(x) && !__verdikt_is_nan(y)))
        *__verdikt___errno_location() = 33;
    if (__verdikt_is_nan(x) || __verdikt_is_nan(y) || __verdikt_is_infinite(x) || y == 0) return (x - x) / (x - x);
    if (__verdikt_is_infinite(y)) return x;
    int minus = __verdikt_sign_bit(x);
    if (minus) x = -x;
    if (y < 0) y = -y;
    while (x >= y) {
        __typeof__(x) t = y;
        while (t <= x - t) t = t + t;
        x = x - t;
    }
    return minus ? -x : x;"
        )
    };
}

macro_rules! split {
    ($name:literal, $ty:literal, $trunc:literal) => {
        text!(
            $name,
            "extern ",
            $ty,
            " ",
            $trunc,
            "(",
            $ty,
            ");
",
            $ty,
            " __verdikt_",
            $name,
            "(",
            $ty,
            " x, ",
            $ty,
            " *whole) {
    ",
            $ty,
            " t = ",
            $trunc,
            "(x), rest = __verdikt_is_infinite(x) ? 0 : x - t;
    *whole = t;
    return __verdikt_sign_bit(x) && !__verdikt_sign_bit(rest) ? -rest : rest;
}"
        )
    };
}

/// Out of range, the result is unspecified, which is any value and no undefined behaviour (7.12.9.7p2).
macro_rules! to_integer {
    ($name:literal, $result:literal, $any:literal, $ty:literal, $round:literal) => {
        text!(
            $name,
            "extern ",
            $result,
            " ",
            $any,
            "(void);
extern ",
            $ty,
            " ",
            $round,
            "(",
            $ty,
            ");
",
            $result,
            " __verdikt_",
            $name,
            "(",
            $ty,
            " x) {
    ",
            $ty,
            " whole = ",
            $round,
            "(x), limit = 2 * (",
            $ty,
            ")((",
            $result,
            ")1 << 8 * sizeof(",
            $result,
            ") - 2);
    return whole >= -limit && whole < limit ? (",
            $result,
            ")whole : ",
            $any,
            "();
}"
        )
    };
}

pub(super) const TABLE: &[Entry] = &[
    unary("fabs", "double(double)", UnaryOp::FloatAbs),
    unary("fabsf", "float(float)", UnaryOp::FloatAbs),
    unary("fabsl", "long double(long double)", UnaryOp::FloatAbs),
    unary("__verdikt_root_sqrt", "double(double)", UnaryOp::FloatSqrt),
    root!("sqrt", "double"),
    unary("__verdikt_root_sqrtf", "float(float)", UnaryOp::FloatSqrt),
    root!("sqrtf", "float"),
    unary("__verdikt_root_sqrtl", "long double(long double)", UnaryOp::FloatSqrt),
    root!("sqrtl", "long double"),
    unary("floor", "double(double)", UnaryOp::FloatFloor),
    unary("floorf", "float(float)", UnaryOp::FloatFloor),
    unary("floorl", "long double(long double)", UnaryOp::FloatFloor),
    unary("ceil", "double(double)", UnaryOp::FloatCeil),
    unary("ceilf", "float(float)", UnaryOp::FloatCeil),
    unary("ceill", "long double(long double)", UnaryOp::FloatCeil),
    unary("trunc", "double(double)", UnaryOp::FloatTrunc),
    unary("truncf", "float(float)", UnaryOp::FloatTrunc),
    unary("truncl", "long double(long double)", UnaryOp::FloatTrunc),
    unary("round", "double(double)", UnaryOp::FloatRound),
    unary("roundf", "float(float)", UnaryOp::FloatRound),
    unary("roundl", "long double(long double)", UnaryOp::FloatRound),
    unary("rint", "double(double)", UnaryOp::FloatRint),
    unary("rintf", "float(float)", UnaryOp::FloatRint),
    unary("rintl", "long double(long double)", UnaryOp::FloatRint),
    unary("nearbyint", "double(double)", UnaryOp::FloatRint),
    unary("nearbyintf", "float(float)", UnaryOp::FloatRint),
    unary("nearbyintl", "long double(long double)", UnaryOp::FloatRint),
    unary("__verdikt_is_nan", "int(any_float)", UnaryOp::IsNan),
    unary("__verdikt_is_infinite", "int(any_float)", UnaryOp::IsInf),
    unary("__verdikt_is_normal", "int(any_float)", UnaryOp::IsNormal),
    unary("__verdikt_is_normal_float", "int(any_float)", UnaryOp::IsNormal),
    unary("__verdikt_is_normal_long", "int(any_float)", UnaryOp::IsNormal),
    unary("__verdikt_sign_bit", "int(any_float)", UnaryOp::SignBit),
    classify("isnan", "int(any_float)", UnaryOp::IsNan),
    classify("isnanf", "int(any_float)", UnaryOp::IsNan),
    classify("isnanl", "int(any_float)", UnaryOp::IsNan),
    classify("__isnan", "int(any_float)", UnaryOp::IsNan),
    classify("__isnanf", "int(any_float)", UnaryOp::IsNan),
    classify("__isnanl", "int(any_float)", UnaryOp::IsNan),
    classify("isnormal", "int(any_float)", UnaryOp::IsNormal),
    classify("__builtin_isinf", "int(any_float)", UnaryOp::IsInf),
    classify("signbit", "int(any_float)", UnaryOp::SignBit),
    classify("signbitf", "int(any_float)", UnaryOp::SignBit),
    classify("signbitl", "int(any_float)", UnaryOp::SignBit),
    classify("__signbit", "int(any_float)", UnaryOp::SignBit),
    classify("__signbitf", "int(any_float)", UnaryOp::SignBit),
    classify("__signbitl", "int(any_float)", UnaryOp::SignBit),
    is_infinite!("isinf", "any_float"),
    is_infinite!("isinff", "float"),
    is_infinite!("isinfl", "long double"),
    is_infinite!("__isinf", "double"),
    is_infinite!("__isinff", "float"),
    is_infinite!("__isinfl", "long double"),
    is_finite!("isfinite", "any_float"),
    is_finite!("finite", "double"),
    is_finite!("finitef", "float"),
    is_finite!("finitel", "long double"),
    is_finite!("__finite", "double"),
    is_finite!("__finitef", "float"),
    is_finite!("__finitel", "long double"),
    classify!("__fpclassify", "double", "__verdikt_is_normal"),
    classify!("__fpclassifyf", "float", "__verdikt_is_normal_float"),
    classify!("__fpclassifyl", "long double", "__verdikt_is_normal_long"),
    compare!("isgreater", "x > y"),
    compare!("isgreaterequal", "x >= y"),
    compare!("isless", "x < y"),
    compare!("islessequal", "x <= y"),
    compare!("islessgreater", "x < y || x > y"),
    compare!("isunordered", "__verdikt_is_nan(x) || __verdikt_is_nan(y)"),
    two!(
        "fmin",
        "double",
        "
    if (__verdikt_is_nan(x)) return y;
    if (x == 0 && y == 0) return __verdikt_typical_int(sizeof(size_t) == 8) ? x : y;
    return y < x ? y : x;"
    ),
    two!(
        "fminf",
        "float",
        "
    if (__verdikt_is_nan(x)) return y;
    if (x == 0 && y == 0) return __verdikt_typical_int(sizeof(size_t) == 8) ? x : y;
    return y < x ? y : x;"
    ),
    two!(
        "fminl",
        "long double",
        "
    if (__verdikt_is_nan(x)) return y;
    if (x == 0 && y == 0) return __verdikt_typical_int(sizeof(size_t) == 8) ? x : y;
    return y < x ? y : x;"
    ),
    two!(
        "fmax",
        "double",
        "
    if (__verdikt_is_nan(x)) return y;
    if (x == 0 && y == 0) return __verdikt_typical_int(sizeof(size_t) == 8) ? x : y;
    return y > x ? y : x;"
    ),
    two!(
        "fmaxf",
        "float",
        "
    if (__verdikt_is_nan(x)) return y;
    if (x == 0 && y == 0) return __verdikt_typical_int(sizeof(size_t) == 8) ? x : y;
    return y > x ? y : x;"
    ),
    two!(
        "fmaxl",
        "long double",
        "
    if (__verdikt_is_nan(x)) return y;
    if (x == 0 && y == 0) return __verdikt_typical_int(sizeof(size_t) == 8) ? x : y;
    return y > x ? y : x;"
    ),
    two!(
        "fdim",
        "double",
        "if (__verdikt_is_nan(x)) return x; if (__verdikt_is_nan(y)) return y;
    __typeof__(x) rest = x > y ? x - y : 0;
    if (errno_is_seen && __verdikt_is_infinite(rest) && !__verdikt_is_infinite(x) && !__verdikt_is_infinite(y))
        *__verdikt___errno_location() = 34;
    return rest;"
    ),
    two!(
        "fdimf",
        "float",
        "if (__verdikt_is_nan(x)) return x; if (__verdikt_is_nan(y)) return y;
    __typeof__(x) rest = x > y ? x - y : 0;
    if (errno_is_seen && __verdikt_is_infinite(rest) && !__verdikt_is_infinite(x) && !__verdikt_is_infinite(y))
        *__verdikt___errno_location() = 34;
    return rest;"
    ),
    two!(
        "fdiml",
        "long double",
        "if (__verdikt_is_nan(x)) return x; if (__verdikt_is_nan(y)) return y;
    __typeof__(x) rest = x > y ? x - y : 0;
    if (errno_is_seen && __verdikt_is_infinite(rest) && !__verdikt_is_infinite(x) && !__verdikt_is_infinite(y))
        *__verdikt___errno_location() = 34;
    return rest;"
    ),
    two!("copysign", "double", "return __verdikt_sign_bit(x) != __verdikt_sign_bit(y) ? -x : x;"),
    two!("copysignf", "float", "return __verdikt_sign_bit(x) != __verdikt_sign_bit(y) ? -x : x;"),
    two!("copysignl", "long double", "return __verdikt_sign_bit(x) != __verdikt_sign_bit(y) ? -x : x;"),
    remainder_text!("fmod", "double"),
    remainder_text!("fmodf", "float"),
    remainder_text!("fmodl", "long double"),
    split!("modf", "double", "__verdikt_trunc"),
    split!("modff", "float", "__verdikt_truncf"),
    split!("modfl", "long double", "__verdikt_truncl"),
    to_integer!("lround", "long", "__verdikt_any_long", "double", "__verdikt_round"),
    to_integer!("lroundf", "long", "__verdikt_any_long", "float", "__verdikt_roundf"),
    to_integer!("llround", "long long", "__verdikt_any_llong", "double", "__verdikt_round"),
    to_integer!("lrint", "long", "__verdikt_any_long", "double", "__verdikt_rint"),
    to_integer!("lrintf", "long", "__verdikt_any_long", "float", "__verdikt_rintf"),
    to_integer!("llrint", "long long", "__verdikt_any_llong", "double", "__verdikt_rint"),
];
