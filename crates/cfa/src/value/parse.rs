//! Floating constants (6.4.4.2): from their spelling to the nearest value, in every format.

use crate::FloatKind;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};

/// Larger exponents overflow or underflow every format for any significand that fits a source text.
const EXPONENT_LIMIT: i64 = 1_000_000_000;

/// The bits of a C floating constant (decimal or hexadecimal, suffix removed), rounded to nearest even.
/// Too large a value is an infinity. `None` if the text is no such constant; an integer's spelling is taken, too.
pub fn parse_float(kind: FloatKind, text: &str) -> Option<u128> {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let (significand, exponent) = split(text, if hex { ['p', 'P'] } else { ['e', 'E'] });
    let digits = if hex { &significand[2..] } else { significand };
    let is_digit = |c: char| if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let n_digits = digits.chars().filter(|&c| is_digit(c)).count();
    let n_dots = digits.chars().filter(|&c| c == '.').count();
    if n_digits == 0 || n_dots > 1 || n_digits + n_dots != digits.len() {
        return None;
    }
    let exponent = match exponent {
        Some(digits) => parse_exponent(digits)?,
        None if hex => return None,
        None => 0,
    };
    // Spelled anew with the exponent cut to a range that no parser trips over.
    let spelled = if hex { format!("0x{digits}p{exponent}") } else { format!("{digits}e{exponent}") };
    Some(match kind {
        FloatKind::F32 if !hex => u128::from(spelled.parse::<f32>().ok()?.to_bits()),
        FloatKind::F64 if !hex => u128::from(spelled.parse::<f64>().ok()?.to_bits()),
        FloatKind::F32 => spelled.parse::<Single>().ok()?.to_bits(),
        FloatKind::F64 => spelled.parse::<Double>().ok()?.to_bits(),
        FloatKind::X87 => spelled.parse::<X87DoubleExtended>().ok()?.to_bits(),
        FloatKind::F128 => spelled.parse::<Quad>().ok()?.to_bits(),
    })
}

fn split(text: &str, mark: [char; 2]) -> (&str, Option<&str>) {
    match text.find(mark) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let value = digits
        .bytes()
        .fold(0, |value: i64, digit| (value * 10 + i64::from(digit - b'0')).min(EXPONENT_LIMIT));
    Some(if negative { -value } else { value })
}
