//! Functions that compute a result and do nothing else, which nobody here computes: for proofs any value stands for it, and no execution goes past their calls.
//!
//! Of `sin` and its like the standard leaves open how they round, and the rest is too rare for a model. Taken for undefined functions they would return what suits a violation, `sin(x) == 2`.

use super::{Entry, Model, entry};

const fn estimate(name: &'static str, header: &'static str, ty: &'static str) -> Entry {
    entry(name, header, ty, Model::Estimate)
}

/// A function of one argument and its forms for the other floating types.
macro_rules! one {
    ($($name:literal)*) => {
        &[$(
            estimate($name, "math.h", "double(double)"),
            estimate(concat!($name, "f"), "math.h", "float(float)"),
            estimate(concat!($name, "l"), "math.h", "long double(long double)"),
        )*]
    };
}

/// A function of two arguments and its forms for the other floating types.
macro_rules! two {
    ($($name:literal)*) => {
        &[$(
            estimate($name, "math.h", "double(double, double)"),
            estimate(concat!($name, "f"), "math.h", "float(float, float)"),
            estimate(concat!($name, "l"), "math.h", "long double(long double, long double)"),
        )*]
    };
}

pub(super) const ONE: &[Entry] = one!(
    "sin" "cos" "tan" "asin" "acos" "atan" "sinh" "cosh" "tanh" "asinh" "acosh" "atanh" "exp" "exp2" "exp10" "pow10" "expm1" "log" "log2" "log10" "log1p" "logb" "cbrt" "erf" "erfc" "tgamma" "lgamma" "gamma" "j0" "j1" "y0" "y1" "significand"
);

pub(super) const TWO: &[Entry] = two!("pow" "atan2" "hypot" "remainder" "drem" "nextafter" "scalb");

pub(super) const OTHERS: &[Entry] = &[
    estimate("fma", "math.h", "double(double, double, double)"),
    estimate("fmaf", "math.h", "float(float, float, float)"),
    estimate("fmal", "math.h", "long double(long double, long double, long double)"),
    estimate("ldexp", "math.h", "double(double, int)"),
    estimate("ldexpf", "math.h", "float(float, int)"),
    estimate("ldexpl", "math.h", "long double(long double, int)"),
    estimate("scalbn", "math.h", "double(double, int)"),
    estimate("scalbnf", "math.h", "float(float, int)"),
    estimate("scalbnl", "math.h", "long double(long double, int)"),
    estimate("scalbln", "math.h", "double(double, long)"),
    estimate("scalblnf", "math.h", "float(float, long)"),
    estimate("scalblnl", "math.h", "long double(long double, long)"),
    estimate("ilogb", "math.h", "int(double)"),
    estimate("ilogbf", "math.h", "int(float)"),
    estimate("ilogbl", "math.h", "int(long double)"),
    estimate("nexttoward", "math.h", "double(double, long double)"),
    estimate("nexttowardf", "math.h", "float(float, long double)"),
    estimate("nexttowardl", "math.h", "long double(long double, long double)"),
    estimate("lroundl", "math.h", "long(long double)"),
    estimate("lrintl", "math.h", "long(long double)"),
    estimate("llroundf", "math.h", "long long(float)"),
    estimate("llroundl", "math.h", "long long(long double)"),
    estimate("llrintf", "math.h", "long long(float)"),
    estimate("llrintl", "math.h", "long long(long double)"),
    estimate("nan", "math.h", "double(const char *)"),
    estimate("nanf", "math.h", "float(const char *)"),
    estimate("nanl", "math.h", "long double(const char *)"),
    estimate("difftime", "time.h", "double(any, any)"),
    estimate("drand48", "stdlib.h", "double(void)"),
    estimate("atof", "stdlib.h", "double(const char *)"),
    estimate("wcslen", "wchar.h", "size_t(const void *)"),
];
