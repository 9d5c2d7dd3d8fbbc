//! `f e g a`: exact decimal expansions, rounded half to even as glibc does.
//!
//! A binary fraction `m * 2^-k` is `m * 5^k * 10^-k`, so its decimal digits are those of the whole number `m * 5^k`.

use super::Spec;
use crate::FloatKind;
use crate::value::{FloatClass, float_parts};

/// Renders a float.
pub(in crate::interp) fn float(spec: &Spec, kind: FloatKind, bits: u128) -> Vec<u8> {
    let (negative, class) = float_parts(kind, bits);
    let upper = spec.conversion.is_ascii_uppercase();
    let sign = spec.sign(negative);
    let (significand, exponent) = match class {
        FloatClass::Nan => return spec.pad(sign, if upper { b"NAN" } else { b"nan" }, false),
        FloatClass::Infinite => return spec.pad(sign, if upper { b"INF" } else { b"inf" }, false),
        FloatClass::Finite { significand, exponent } => (significand, exponent),
    };
    let body = match spec.conversion.to_ascii_lowercase() {
        b'a' => {
            let (prefix, body) = hexadecimal(spec, kind, significand, exponent);
            let (prefix, body) =
                if upper { (prefix.to_uppercase(), body.to_uppercase()) } else { (prefix, body) };
            return spec.pad(&format!("{sign}{prefix}"), body.as_bytes(), true);
        }
        b'e' => Decimal::new(significand, exponent)
            .scientific(spec.precision().unwrap_or(6), spec.flags.alternative),
        b'g' => general(spec, &Decimal::new(significand, exponent)),
        _ => Decimal::new(significand, exponent).fixed(spec.precision().unwrap_or(6), spec.flags.alternative),
    };
    let body = if upper { body.to_uppercase() } else { body };
    spec.pad(sign, body.as_bytes(), true)
}

/// A spelling that reads back as the same value (NaNs lose their payload).
pub(in crate::interp) fn exact_text(kind: FloatKind, bits: u128) -> String {
    let (negative, class) = float_parts(kind, bits);
    let sign = if negative { "-" } else { "" };
    match class {
        FloatClass::Nan => format!("{sign}nan"),
        FloatClass::Infinite => format!("{sign}inf"),
        FloatClass::Finite { significand, exponent } => format!("{sign}0x{significand:x}p{exponent}"),
    }
}

/// The exact decimal digits of a number, `n_fraction` of them behind the point.
struct Decimal {
    digits: Vec<u8>,
    n_fraction: usize,
}

const LIMB: u64 = 1_000_000_000;

impl Decimal {
    fn new(significand: u128, exponent: i32) -> Self {
        let mut limbs = Vec::new();
        let mut rest = significand;
        while rest > 0 {
            limbs.push((rest % u128::from(LIMB)) as u32);
            rest /= u128::from(LIMB);
        }
        let (base, n_factors) =
            if exponent < 0 { (5u32, exponent.unsigned_abs()) } else { (2, exponent as u32) };
        // The largest powers that fit a limb: 5^12 and 2^29.
        let chunk = if base == 5 { 12 } else { 29 };
        for _ in 0..n_factors / chunk {
            multiply(&mut limbs, base.pow(chunk));
        }
        multiply(&mut limbs, base.pow(n_factors % chunk));
        let mut digits = Vec::with_capacity(limbs.len() * 9);
        for limb in limbs.iter().rev() {
            digits.extend_from_slice(format!("{limb:09}").as_bytes());
        }
        let n_leading = digits.iter().take_while(|&&digit| digit == b'0').count();
        digits.drain(..n_leading);
        Self { digits, n_fraction: if exponent < 0 { n_factors as usize } else { 0 } }
    }

    /// The digits as far as `n_fraction` behind the point, rounded, as one whole number.
    fn rounded(&self, n_fraction: usize) -> Vec<u8> {
        if n_fraction >= self.n_fraction {
            let mut digits = self.digits.clone();
            if !digits.is_empty() {
                digits.resize(digits.len() + n_fraction - self.n_fraction, b'0');
            }
            return digits;
        }
        let n_dropped = self.n_fraction - n_fraction;
        let Some(n_kept) = self.digits.len().checked_sub(n_dropped) else { return Vec::new() };
        round_to(&self.digits, n_kept)
    }

    fn fixed(&self, precision: usize, point_always: bool) -> String {
        let digits = self.rounded(precision);
        let mut text = String::from_utf8(digits).unwrap_or_default();
        let missing = (precision + 1).saturating_sub(text.len());
        text.insert_str(0, &"0".repeat(missing));
        if precision > 0 || point_always {
            text.insert(text.len() - precision, '.');
        }
        text
    }

    /// The digits before and behind the point of `d.ddd`, and the power of ten.
    fn significant(&self, n_digits: usize) -> (Vec<u8>, i64) {
        if self.digits.is_empty() {
            return (vec![b'0'; n_digits], 0);
        }
        let mut power = self.digits.len() as i64 - 1 - self.n_fraction as i64;
        let mut digits =
            if n_digits < self.digits.len() { round_to(&self.digits, n_digits) } else { self.digits.clone() };
        if digits.len() > n_digits && n_digits < self.digits.len() {
            // All nines became a one and zeros.
            digits.pop();
            power += 1;
        }
        digits.resize(n_digits, b'0');
        (digits, power)
    }

    fn scientific(&self, precision: usize, point_always: bool) -> String {
        let (digits, power) = self.significant(precision + 1);
        let mut text = String::from_utf8(digits).unwrap_or_default();
        if precision > 0 || point_always {
            text.insert(1, '.');
        }
        let sign = if power < 0 { '-' } else { '+' };
        format!("{text}e{sign}{:02}", power.abs())
    }
}

fn multiply(limbs: &mut Vec<u32>, factor: u32) {
    let mut carry = 0u64;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * u64::from(factor) + carry;
        *limb = (product % LIMB) as u32;
        carry = product / LIMB;
    }
    if carry > 0 {
        limbs.push(carry as u32);
    }
}

/// The first `n_kept` digits as a number, rounded half to even by the rest; one digit more if it overflows.
fn round_to(digits: &[u8], n_kept: usize) -> Vec<u8> {
    let (kept, dropped) = digits.split_at(n_kept);
    let mut kept = kept.to_vec();
    let exactly_half = dropped.first() == Some(&b'5') && dropped[1..].iter().all(|&digit| digit == b'0');
    let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
    let up = dropped.first().is_some_and(|&digit| digit >= b'5') && (!exactly_half || odd);
    if up {
        for digit in kept.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return kept;
            }
            *digit = b'0';
        }
        kept.insert(0, b'1');
    }
    kept
}

fn general(spec: &Spec, decimal: &Decimal) -> String {
    let precision = spec.precision().unwrap_or(6).max(1);
    let (_, power) = decimal.significant(precision);
    let keep_zeros = spec.flags.alternative;
    if (-4..precision as i64).contains(&power) {
        let text = decimal.fixed((precision as i64 - 1 - power) as usize, keep_zeros);
        return if keep_zeros { text } else { strip_zeros(&text).to_owned() };
    }
    let text = decimal.scientific(precision - 1, keep_zeros);
    match text.split_once('e') {
        Some((significand, exponent)) if !keep_zeros => format!("{}e{exponent}", strip_zeros(significand)),
        Some(_) | None => text,
    }
}

fn strip_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// `a`: one bit before the point for `double`, four for the x87 format, as glibc prints them.
fn hexadecimal(spec: &Spec, kind: FloatKind, significand: u128, exponent: i32) -> (String, String) {
    let (n_digits, leading_bits) = match kind {
        FloatKind::F32 | FloatKind::F64 => (13usize, 1u32),
        FloatKind::X87 => (15, 4),
        FloatKind::F128 => (28, 1),
    };
    let width = n_digits as u32 * 4;
    // A `float` has been widened, but be safe: align the significand so that `n_digits` digits follow the point.
    let fraction_bits = match kind {
        FloatKind::F32 => 23,
        FloatKind::F64 => 52,
        FloatKind::X87 => 60,
        FloatKind::F128 => 112,
    };
    let aligned = significand << (width - fraction_bits.min(width));
    let mut power = if significand == 0 { 0 } else { exponent + fraction_bits as i32 };
    let mut digits = aligned;
    let mut n_shown = n_digits;
    if let Some(precision) = spec.precision()
        && precision < n_digits
    {
        let drop = (n_digits - precision) as u32 * 4;
        let (kept, rest, half) = (digits >> drop, digits & ((1 << drop) - 1), 1 << (drop - 1));
        digits = kept + u128::from(rest > half || rest == half && kept & 1 == 1);
        n_shown = precision;
        if digits >> (n_shown as u32 * 4) >= 1 << leading_bits && leading_bits == 4 {
            digits >>= 4;
            power += 4;
        }
    }
    let whole = digits >> (n_shown as u32 * 4);
    let fraction = digits & ((1u128 << (n_shown as u32 * 4)) - 1);
    let mut text = if n_shown == 0 { String::new() } else { format!("{fraction:0n_shown$x}") };
    match spec.precision() {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(precision) => text.push_str(&"0".repeat(precision.saturating_sub(n_digits))),
    }
    let point = if text.is_empty() && !spec.flags.alternative { "" } else { "." };
    ("0x".to_owned(), format!("{whole:x}{point}{text}p{power:+}"))
}
