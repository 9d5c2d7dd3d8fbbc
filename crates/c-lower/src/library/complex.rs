//! Complex numbers: products and quotients as libgcc computes them, and `complex.h`.
//!
//! Annex G leaves much of `*` and `/` open. These are the algorithms of libgcc of gcc 12, to the
//! bit (NaNs' signs and payloads aside) where floating types have no excess precision:
//!
//! - a product is that of the school, unless both parts are NaN: then infinite operands, or
//!   products that overflow, give an infinity (G.5.1p4, p6);
//! - a quotient of `float` goes through `double`;
//! - of wider types, the quotient of the smaller by the larger part of the divisor is used (Smith,
//!   CACM 5, 1962), with operands scaled near the ends of the range and another order of operations
//!   where that quotient is subnormal (Baudin and Smith, *A robust complex division in Scilab*,
//!   2012); then nonzero by zero, infinite by finite and finite by infinite numbers get what G.5.1p8
//!   shows.
//!
//! What `complex.h` has without rounding is C text. The rest is rounded as it pleases the library.

use super::{Entry, Model, entry, text};

const HEADER: &str = "complex.h";

/// Functions that tell apart what the recovery of infinities asks for: 1 for an infinity and 0
/// else, with the sign of the operand; and 0 for NaN.
macro_rules! recovery {
    ($name:literal, $ty:literal, $suffix:literal) => {
        concat!(
            "static ",
            $ty,
            " boxed_of_",
            $name,
            "(",
            $ty,
            " x) {
    ",
            $ty,
            " unit = __builtin_fabs",
            $suffix,
            "(x) == __builtin_inf() ? 1 : 0;
    if (__builtin_signbit(x)) return -unit;
    return unit;
}
static ",
            $ty,
            " number_of_",
            $name,
            "(",
            $ty,
            " x) { return x == x ? x : 0; }
static int is_infinite_",
            $name,
            "(",
            $ty,
            " x) { return __builtin_fabs",
            $suffix,
            "(x) == __builtin_inf(); }
static int is_finite_",
            $name,
            "(",
            $ty,
            " x) { return __builtin_fabs",
            $suffix,
            "(x) < __builtin_inf(); }
"
        )
    };
}

macro_rules! product {
    ($name:literal, $ty:literal, $suffix:literal) => {
        text(
            $name,
            "gcc",
            concat!(
                recovery!($name, $ty, $suffix),
                $ty,
                " _Complex __verdikt_",
                $name,
                "(",
                $ty,
                " a, ",
                $ty,
                " b, ",
                $ty,
                " c, ",
                $ty,
                " d) {
    ",
                $ty,
                " ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    ",
                $ty,
                " x = ac - bd, y = ad + bc;
    if (x == x || y == y) return __builtin_complex(x, y);
    int left = is_infinite_",
                $name,
                "(a) || is_infinite_",
                $name,
                "(b);
    if (left) {
        a = boxed_of_",
                $name,
                "(a); b = boxed_of_",
                $name,
                "(b);
        c = number_of_",
                $name,
                "(c); d = number_of_",
                $name,
                "(d);
    }
    int right = is_infinite_",
                $name,
                "(c) || is_infinite_",
                $name,
                "(d);
    if (right) {
        c = boxed_of_",
                $name,
                "(c); d = boxed_of_",
                $name,
                "(d);
        a = number_of_",
                $name,
                "(a); b = number_of_",
                $name,
                "(b);
    }
    if (!left && !right) {
        if (!is_infinite_",
                $name,
                "(ac) && !is_infinite_",
                $name,
                "(bd) && !is_infinite_",
                $name,
                "(ad) && !is_infinite_",
                $name,
                "(bc))
            return __builtin_complex(x, y);
        a = number_of_",
                $name,
                "(a); b = number_of_",
                $name,
                "(b);
        c = number_of_",
                $name,
                "(c); d = number_of_",
                $name,
                "(d);
    }
    ",
                $ty,
                " infinity = __builtin_inf();
    x = infinity * (a * c - b * d);
    y = infinity * (a * d + b * c);
    return __builtin_complex(x, y);
}"
            ),
        )
    };
}

/// The end of a quotient: what computed as NaN in both parts.
macro_rules! recovered_quotient {
    ($name:literal, $ty:literal) => {
        concat!(
            "    if (x == x || y == y) return __builtin_complex(x, y);
    ",
            $ty,
            " infinity = __builtin_inf();
    if (c == 0 && d == 0 && (a == a || b == b)) {
        if (__builtin_signbit(c)) infinity = -infinity;
        x = infinity * a;
        y = infinity * b;
    } else if ((is_infinite_",
            $name,
            "(a) || is_infinite_",
            $name,
            "(b)) && is_finite_",
            $name,
            "(c) && is_finite_",
            $name,
            "(d)) {
        a = boxed_of_",
            $name,
            "(a); b = boxed_of_",
            $name,
            "(b);
        x = infinity * (a * c + b * d);
        y = infinity * (b * c - a * d);
    } else if ((is_infinite_",
            $name,
            "(c) || is_infinite_",
            $name,
            "(d)) && is_finite_",
            $name,
            "(a) && is_finite_",
            $name,
            "(b)) {
        c = boxed_of_",
            $name,
            "(c); d = boxed_of_",
            $name,
            "(d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
    return __builtin_complex(x, y);
}"
        )
    };
}

/// `half` is half of the greatest number, `limit` that times the epsilon, `inverse` one by that.
macro_rules! quotient {
    ($name:literal, $ty:literal, $suffix:literal, $half:literal, $least:literal, $epsilon:literal, $limit:literal, $inverse:literal) => {
        text(
            $name,
            "gcc",
            concat!(
                recovery!($name, $ty, $suffix),
                $ty,
                " _Complex __verdikt_",
                $name,
                "(",
                $ty,
                " a, ",
                $ty,
                " b, ",
                $ty,
                " c, ",
                $ty,
                " d) {
    int swapped = __builtin_fabs",
                $suffix,
                "(c) < __builtin_fabs",
                $suffix,
                "(d);
    ",
                $ty,
                " size = __builtin_fabs",
                $suffix,
                "(swapped ? d : c);
    if (size >= ",
                $half,
                ") { a = a / 2; b = b / 2; c = c / 2; d = d / 2; size = size / 2; }
    ",
                $ty,
                " p = __builtin_fabs",
                $suffix,
                "(a), q = __builtin_fabs",
                $suffix,
                "(b);
    if (size < ",
                $epsilon,
                " || size < ",
                $limit,
                "
        && (p < ",
                $least,
                " && q < ",
                $limit,
                " || q < ",
                $least,
                " && p < ",
                $limit,
                ")) {
        a = a * ",
                $inverse,
                "; b = b * ",
                $inverse,
                "; c = c * ",
                $inverse,
                "; d = d * ",
                $inverse,
                ";
    }
    ",
                $ty,
                " great = swapped ? d : c, small = swapped ? c : d, u = swapped ? b : a, v = swapped ? a : b;
    ",
                $ty,
                " ratio = small / great, divisor = small * ratio + great, m, n, x, y;
    if (__builtin_fabs",
                $suffix,
                "(ratio) > ",
                $least,
                ") {
        m = v * ratio;
        n = u * ratio;
    } else {
        m = small * (v / great);
        n = small * (u / great);
    }
    x = (u + m) / divisor;
    y = (swapped ? n - v : v - n) / divisor;
",
                recovered_quotient!($name, $ty)
            ),
        )
    };
}

/// A function of `complex.h` that does not round, for the three types.
macro_rules! exact {
    ($name:literal, $ty:literal, $result:literal, $body:literal) => {
        text(
            $name,
            HEADER,
            concat!(
                $result,
                " __verdikt_",
                $name,
                "(",
                $ty,
                " _Complex z) {
    ",
                $body,
                "
}"
            ),
        )
    };
}

/// Both parts of what has an infinite part are on the Riemann sphere's one infinity (7.3.9.5).
macro_rules! projection {
    ($name:literal, $ty:literal, $suffix:literal) => {
        text(
            $name,
            HEADER,
            concat!(
                $ty,
                " _Complex __verdikt_",
                $name,
                "(",
                $ty,
                " _Complex z) {
    ",
                $ty,
                " infinity = __builtin_inf(), zero = 0;
    if (__builtin_fabs",
                $suffix,
                "(__real__ z) != infinity && __builtin_fabs",
                $suffix,
                "(__imag__ z) != infinity) return z;
    if (__builtin_signbit(__imag__ z)) zero = -zero;
    return __builtin_complex(infinity, zero);
}"
            ),
        )
    };
}

const fn estimate(name: &'static str, ty: &'static str) -> Entry {
    entry(name, HEADER, ty, Model::Estimate)
}

macro_rules! estimates {
    ($($double:literal $float:literal $long:literal: $($name:literal)*;)*) => {
        &[$($(
            estimate($name, $double),
            estimate(concat!($name, "f"), $float),
            estimate(concat!($name, "l"), $long),
        )*)*]
    };
}

pub(super) const ESTIMATES: &[Entry] = estimates! {
    "double(double _Complex)" "float(float _Complex)" "long double(long double _Complex)": "cabs" "carg";
    "double _Complex(double _Complex)" "float _Complex(float _Complex)" "long double _Complex(long double _Complex)":
        "cacos" "casin" "catan" "ccos" "csin" "ctan" "cacosh" "casinh" "catanh" "ccosh" "csinh" "ctanh" "cexp" "clog" "clog10" "csqrt";
    "double _Complex(double _Complex, double _Complex)" "float _Complex(float _Complex, float _Complex)" "long double _Complex(long double _Complex, long double _Complex)":
        "cpow";
};

/// Functions of libgcc that operators call.
pub(super) const ARITHMETIC: &[Entry] = &[
    product!("__mulsc3", "float", "f"),
    product!("__muldc3", "double", ""),
    product!("__mulxc3", "long double", "l"),
    product!("__multc3", "_Float128", "f128"),
    text(
        "__divsc3",
        "gcc",
        concat!(
            recovery!("__divsc3", "float", "f"),
            "float _Complex __verdikt___divsc3(float a, float b, float c, float d) {
    double e = a, f = b, g = c, h = d, divisor = g * g + h * h;
    float x = (e * g + f * h) / divisor, y = (f * g - e * h) / divisor;
",
            recovered_quotient!("__divsc3", "float")
        ),
    ),
    quotient!(
        "__divdc3",
        "double",
        "",
        "0x1.fffffffffffffp1022",
        "0x1p-1022",
        "0x1p-52",
        "0x1.fffffffffffffp970",
        "0x1p52"
    ),
    quotient!(
        "__divxc3",
        "long double",
        "l",
        "0x1.fffffffffffffffep16382L",
        "0x1p-16382L",
        "0x1p-63L",
        "0x1.fffffffffffffffep16319L",
        "0x1p63L"
    ),
    quotient!(
        "__divtc3",
        "_Float128",
        "f128",
        "0x1.ffffffffffffffffffffffffffffp16382Q",
        "0x1p-16382Q",
        "0x1p-112Q",
        "0x1.ffffffffffffffffffffffffffffp16270Q",
        "0x1p112Q"
    ),
];

pub(super) const TABLE: &[Entry] = &[
    exact!("creal", "double", "double", "return __real__ z;"),
    exact!("crealf", "float", "float", "return __real__ z;"),
    exact!("creall", "long double", "long double", "return __real__ z;"),
    exact!("cimag", "double", "double", "return __imag__ z;"),
    exact!("cimagf", "float", "float", "return __imag__ z;"),
    exact!("cimagl", "long double", "long double", "return __imag__ z;"),
    exact!("conj", "double", "double _Complex", "return ~z;"),
    exact!("conjf", "float", "float _Complex", "return ~z;"),
    exact!("conjl", "long double", "long double _Complex", "return ~z;"),
    projection!("cproj", "double", ""),
    projection!("cprojf", "float", "f"),
    projection!("cprojl", "long double", "l"),
];
