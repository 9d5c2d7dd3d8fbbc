//! Functions of `math.h` whose rounding the standard leaves open, computed for executions.
//!
//! A proof takes any value for `sin(x)`: C says nothing of how exact it is (5.2.4.2.2p6). An
//! execution needs one of the results that a C library gives. Here it has those of musl, by the
//! crate `libm`, which differ from glibc's in the last places at most. So an execution whose
//! outcome depends on such a result is one that some library has, and never the only one.
//!
//! *Left out:* `long double`, for which the crate has nothing, and what writes more than its result
//! (`lgamma` sets `signgam`). An execution ends at their calls.

use crate::FloatKind;

/// An argument or a result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Number {
    /// A `float`.
    Single(f32),
    /// A `double`.
    Double(f64),
    /// Any integer.
    Whole(i64),
}

impl Number {
    /// The number that the bits of a float are; `None` for formats that are not computed.
    pub(super) fn of_float(kind: FloatKind, bits: u128) -> Option<Self> {
        match kind {
            FloatKind::F32 => Some(Self::Single(f32::from_bits(bits as u32))),
            FloatKind::F64 => Some(Self::Double(f64::from_bits(bits as u64))),
            FloatKind::X87 | FloatKind::F128 => None,
        }
    }

    /// The bits of a float, or the integer in two's complement.
    pub(super) fn bits(self) -> u128 {
        match self {
            Self::Single(number) => u128::from(number.to_bits()),
            Self::Double(number) => u128::from(number.to_bits()),
            Self::Whole(number) => number as u128,
        }
    }
}

/// The result of a function; `None` if it is not computed here.
pub(super) fn result(name: &str, args: &[Number]) -> Option<Number> {
    match *args {
        [Number::Double(x)] => match name {
            "ilogb" => Some(Number::Whole(i64::from(libm::ilogb(x)))),
            _ => one(name, x).map(Number::Double),
        },
        [Number::Single(x)] => match name {
            "ilogbf" => Some(Number::Whole(i64::from(libm::ilogbf(x)))),
            _ => one_single(name, x).map(Number::Single),
        },
        [Number::Double(x), Number::Double(y)] => two(name, x, y).map(Number::Double),
        [Number::Single(x), Number::Single(y)] => two_single(name, x, y).map(Number::Single),
        [Number::Double(x), Number::Whole(n)] => match name {
            "ldexp" | "scalbn" | "scalbln" => Some(Number::Double(libm::scalbn(x, exponent(n)))),
            _ => None,
        },
        [Number::Single(x), Number::Whole(n)] => match name {
            "ldexpf" | "scalbnf" | "scalblnf" => Some(Number::Single(libm::scalbnf(x, exponent(n)))),
            _ => None,
        },
        [Number::Double(x), Number::Double(y), Number::Double(z)] if name == "fma" => {
            Some(Number::Double(libm::fma(x, y, z)))
        }
        [Number::Single(x), Number::Single(y), Number::Single(z)] if name == "fmaf" => {
            Some(Number::Single(libm::fmaf(x, y, z)))
        }
        _ => None,
    }
}

/// Exponents beyond these change nothing any more.
fn exponent(n: i64) -> i32 {
    n.clamp(-100_000, 100_000) as i32
}

fn one(name: &str, x: f64) -> Option<f64> {
    Some(match name {
        "sin" => libm::sin(x),
        "cos" => libm::cos(x),
        "tan" => libm::tan(x),
        "asin" => libm::asin(x),
        "acos" => libm::acos(x),
        "atan" => libm::atan(x),
        "sinh" => libm::sinh(x),
        "cosh" => libm::cosh(x),
        "tanh" => libm::tanh(x),
        "asinh" => libm::asinh(x),
        "acosh" => libm::acosh(x),
        "atanh" => libm::atanh(x),
        "exp" => libm::exp(x),
        "exp2" => libm::exp2(x),
        "exp10" | "pow10" => libm::exp10(x),
        "expm1" => libm::expm1(x),
        "log" => libm::log(x),
        "log2" => libm::log2(x),
        "log10" => libm::log10(x),
        "log1p" => libm::log1p(x),
        "cbrt" => libm::cbrt(x),
        "erf" => libm::erf(x),
        "erfc" => libm::erfc(x),
        "tgamma" => libm::tgamma(x),
        "j0" => libm::j0(x),
        "j1" => libm::j1(x),
        "y0" => libm::y0(x),
        "y1" => libm::y1(x),
        _ => return None,
    })
}

fn one_single(name: &str, x: f32) -> Option<f32> {
    Some(match name {
        "sinf" => libm::sinf(x),
        "cosf" => libm::cosf(x),
        "tanf" => libm::tanf(x),
        "asinf" => libm::asinf(x),
        "acosf" => libm::acosf(x),
        "atanf" => libm::atanf(x),
        "sinhf" => libm::sinhf(x),
        "coshf" => libm::coshf(x),
        "tanhf" => libm::tanhf(x),
        "asinhf" => libm::asinhf(x),
        "acoshf" => libm::acoshf(x),
        "atanhf" => libm::atanhf(x),
        "expf" => libm::expf(x),
        "exp2f" => libm::exp2f(x),
        "exp10f" | "pow10f" => libm::exp10f(x),
        "expm1f" => libm::expm1f(x),
        "logf" => libm::logf(x),
        "log2f" => libm::log2f(x),
        "log10f" => libm::log10f(x),
        "log1pf" => libm::log1pf(x),
        "cbrtf" => libm::cbrtf(x),
        "erff" => libm::erff(x),
        "erfcf" => libm::erfcf(x),
        "tgammaf" => libm::tgammaf(x),
        "j0f" => libm::j0f(x),
        "j1f" => libm::j1f(x),
        "y0f" => libm::y0f(x),
        "y1f" => libm::y1f(x),
        _ => return None,
    })
}

fn two(name: &str, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        "pow" => libm::pow(x, y),
        "atan2" => libm::atan2(x, y),
        "hypot" => libm::hypot(x, y),
        "remainder" | "drem" => libm::remainder(x, y),
        "nextafter" => libm::nextafter(x, y),
        _ => return None,
    })
}

fn two_single(name: &str, x: f32, y: f32) -> Option<f32> {
    Some(match name {
        "powf" => libm::powf(x, y),
        "atan2f" => libm::atan2f(x, y),
        "hypotf" => libm::hypotf(x, y),
        "remainderf" | "dremf" => libm::remainderf(x, y),
        "nextafterf" => libm::nextafterf(x, y),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Number, result};

    fn double(name: &str, args: &[f64]) -> Option<f64> {
        let args: Vec<Number> = args.iter().map(|&x| Number::Double(x)).collect();
        match result(name, &args) {
            Some(Number::Double(found)) => Some(found),
            _ => None,
        }
    }

    /// What C's Annex F fixes, every library gives.
    #[test]
    fn results_that_annex_f_fixes() {
        for (name, args, expected) in [
            ("sin", &[0.0][..], 0.0),
            ("cos", &[0.0], 1.0),
            ("exp", &[0.0], 1.0),
            ("exp", &[f64::NEG_INFINITY], 0.0),
            ("log", &[1.0], 0.0),
            ("log", &[0.0], f64::NEG_INFINITY),
            ("pow", &[f64::NAN, 0.0], 1.0),
            ("pow", &[2.0, 10.0], 1024.0),
            ("hypot", &[f64::NEG_INFINITY, f64::NAN], f64::INFINITY),
            ("remainder", &[5.0, 3.0], -1.0),
            ("fma", &[3.0, 4.0, 5.0], 17.0),
        ] {
            assert_eq!(double(name, args), Some(expected), "{name}{args:?}");
        }
        assert!(double("log", &[-1.0]).is_some_and(f64::is_nan));
    }

    #[test]
    fn what_is_not_computed_is_said() {
        assert_eq!(double("lgamma", &[0.5]), None);
        assert_eq!(double("sinf", &[0.5]), None, "the argument has another type");
        let whole = [Number::Double(1.0), Number::Whole(i64::MAX)];
        assert_eq!(result("scalbln", &whole), Some(Number::Double(f64::INFINITY)));
        assert_eq!(result("ilogb", &[Number::Double(8.0)]), Some(Number::Whole(3)));
    }
}
