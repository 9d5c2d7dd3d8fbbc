//! Functions that compute a result and do nothing else: for proofs any value stands for it.
//!
//! Of `sin` and its like the standard leaves open how they round. An execution has the result of
//! one library for `float` and `double` (`interp/libm.rs` of `cfa`). The rest is too rare for a
//! model, and no execution goes past its calls. Taken for undefined functions they would return
//! what suits a violation, `sin(x) == 2`.

use super::{Entry, Model, entry};

const fn estimate(name: &'static str, header: &'static str, ty: &'static str) -> Entry {
    entry(name, header, ty, Model::Estimate)
}

/// Functions with their forms for the three floating types, by the types of these.
macro_rules! forms {
    ($($double:literal $float:literal $long:literal: $($name:literal)*;)*) => {
        &[$($(
            estimate($name, "math.h", $double),
            estimate(concat!($name, "f"), "math.h", $float),
            estimate(concat!($name, "l"), "math.h", $long),
        )*)*]
    };
}

pub(super) const FLOATING: &[Entry] = forms! {
    "double(double)" "float(float)" "long double(long double)":
        "sin" "cos" "tan" "asin" "acos" "atan" "sinh" "cosh" "tanh" "asinh" "acosh" "atanh" "exp" "exp2" "exp10" "pow10" "expm1" "log" "log2" "log10" "log1p" "logb" "cbrt" "erf" "erfc" "tgamma" "lgamma" "gamma" "j0" "j1" "y0" "y1" "significand";
    "double(double, double)" "float(float, float)" "long double(long double, long double)":
        "pow" "atan2" "hypot" "remainder" "drem" "nextafter" "scalb";
    "double(double, double, double)" "float(float, float, float)" "long double(long double, long double, long double)": "fma";
    "double(double, int)" "float(float, int)" "long double(long double, int)": "ldexp" "scalbn";
    "double(double, long)" "float(float, long)" "long double(long double, long)": "scalbln";
    "double(double, long double)" "float(float, long double)" "long double(long double, long double)": "nexttoward";
    "int(double)" "int(float)" "int(long double)": "ilogb";
    "double(const char *)" "float(const char *)" "long double(const char *)": "nan";
};

pub(super) const OTHERS: &[Entry] = &[
    estimate("lroundl", "math.h", "long(long double)"),
    estimate("lrintl", "math.h", "long(long double)"),
    estimate("llroundf", "math.h", "long long(float)"),
    estimate("llroundl", "math.h", "long long(long double)"),
    estimate("llrintf", "math.h", "long long(float)"),
    estimate("llrintl", "math.h", "long long(long double)"),
    estimate("drand48", "stdlib.h", "double(void)"),
    estimate("atof", "stdlib.h", "double(const char *)"),
    // What the hardware, the stack and the floating-point environment say.
    estimate("__builtin_return_address", "gcc", "void *(unsigned)"),
    estimate("__builtin_frame_address", "gcc", "void *(unsigned)"),
    estimate("feclearexcept", "fenv.h", "int(int)"),
    estimate("feraiseexcept", "fenv.h", "int(int)"),
    estimate("fetestexcept", "fenv.h", "int(int)"),
    estimate("feenableexcept", "fenv.h", "int(int)"),
    estimate("fedisableexcept", "fenv.h", "int(int)"),
    estimate("fegetexcept", "fenv.h", "int(void)"),
    estimate("__issignaling", "math.h", "int(double)"),
    estimate("__issignalingf", "math.h", "int(float)"),
    estimate("__issignalingl", "math.h", "int(long double)"),
    estimate("__iscanonicall", "math.h", "int(long double)"),
    estimate("__iseqsig", "math.h", "int(double, double)"),
    estimate("__iseqsigf", "math.h", "int(float, float)"),
    estimate("__iseqsigl", "math.h", "int(long double, long double)"),
    estimate("wcslen", "wchar.h", "size_t(const void *)"),
];
