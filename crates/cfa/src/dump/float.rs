//! Floating-point constants in decimal: the shortest text that a C compiler reads back as the same bits.
//!
//! Rust's own formatting is shortest for `float` and `double`; the wider formats try precision after precision until
//! the text reads back (Steele and White, PLDI 1990, ask for the same property). What has no decimal text is printed
//! by its bits: `nan(0x7fc00000)f`; infinities are `INFINITY` and `-INFINITY`.

use crate::FloatKind;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use std::str::FromStr;

/// The text of a constant, with the suffix that C gives its type.
pub fn float_text(kind: FloatKind, bits: u128) -> String {
    let (number, suffix) = match kind {
        FloatKind::F32 => {
            let value = f32::from_bits(bits as u32);
            (narrow(f64::from(value), format!("{value:?}")), "f")
        }
        FloatKind::F64 => {
            let value = f64::from_bits(bits as u64);
            (narrow(value, format!("{value:?}")), "")
        }
        FloatKind::X87 => (wide(X87DoubleExtended::from_bits(bits), bits), "L"),
        FloatKind::F128 => (wide(Quad::from_bits(bits), bits), "q"),
    };
    match number {
        Number::Decimal(text) => format!("{text}{suffix}"),
        Number::Infinity(Sign::Plus) => format!("INFINITY{suffix}"),
        Number::Infinity(Sign::Minus) => format!("-INFINITY{suffix}"),
        Number::Nan => format!("nan({bits:#x}){suffix}"),
    }
}

enum Number {
    Decimal(String),
    Infinity(Sign),
    /// Also the encodings of x87 that stand for no value.
    Nan,
}

enum Sign {
    Plus,
    Minus,
}

/// A number whose decimal text Rust knows.
fn narrow(value: f64, decimal: String) -> Number {
    match value {
        f64::INFINITY => Number::Infinity(Sign::Plus),
        f64::NEG_INFINITY => Number::Infinity(Sign::Minus),
        _ if value.is_nan() => Number::Nan,
        _ => Number::Decimal(decimal),
    }
}

/// A number of a wide format.
fn wide<F: Float + FromStr + std::fmt::Display>(value: F, bits: u128) -> Number {
    if value.is_infinite() {
        return Number::Infinity(if value.is_negative() { Sign::Minus } else { Sign::Plus });
    }
    // No format needs more than 36 digits; what does not read back by then is no number.
    let reads_back = |text: &String| F::from_str(text).is_ok_and(|read| read.to_bits() == bits);
    match (1..=40).map(|digits| format!("{value:.digits$}")).find(reads_back) {
        Some(text) if text.contains(['.', 'E']) => Number::Decimal(text),
        Some(text) => Number::Decimal(format!("{text}.0")),
        None => Number::Nan,
    }
}
