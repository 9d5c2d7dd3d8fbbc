//! Integer and floating constants (C11 6.4.4.1 and 6.4.4.2), with GNU's binary constants and suffixes.
//!
//! Floating constants are only checked for their form: their value depends on the format of their type,
//! which `c-sema` knows. [`float_digits`] gives it the text without the suffix.

use crate::ast::{ExprKind, FloatSuffix, ImaginaryPart, IntLit};

/// Decodes a preprocessing number; the error is a code and a message.
pub(crate) fn decode(text: &str) -> Result<ExprKind, (&'static str, String)> {
    if text.contains('\\') {
        let joined: String = text.split(['\\', '\r', '\n']).collect();
        return match decode(&joined)? {
            // The value of a floating constant is later read from the text under its span.
            ExprKind::Float(_) | ExprKind::Imaginary(ImaginaryPart::Float(_)) => {
                Err(malformed(text, "is spread over several lines"))
            }
            number => Ok(number),
        };
    }
    if is_float(text) { float(text) } else { integer(text).map(|value| value.into_kind()) }
}

/// The digits of a floating constant without its suffix: `0x1.8p3` of `0x1.8p3f`, `1.5` of `1.5L`.
pub fn float_digits(text: &str) -> &str {
    let bytes = text.as_bytes();
    let hex = is_hex(text);
    let mut end = if hex { 2 } else { 0 };
    let mut in_exponent = false;
    while let Some(&byte) = bytes.get(end) {
        let exponent = match byte {
            b'e' | b'E' => !hex,
            b'p' | b'P' => hex,
            _ => false,
        };
        if exponent && !in_exponent {
            in_exponent = true;
            if matches!(bytes.get(end + 1), Some(b'+' | b'-')) {
                end += 1;
            }
        } else if !(byte.is_ascii_digit()
            || !in_exponent && (byte == b'.' || hex && byte.is_ascii_hexdigit()))
        {
            break;
        }
        end += 1;
    }
    &text[..end]
}

fn is_hex(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X")
}

fn is_float(text: &str) -> bool {
    if is_hex(text) {
        text.contains(['.', 'p', 'P'])
    } else {
        text.contains('.') || text.contains(['e', 'E']) && !text.starts_with("0b") && !text.starts_with("0B")
    }
}

fn malformed(text: &str, why: &str) -> (&'static str, String) {
    ("E0107", format!("malformed number: `{}` {why}", shorten(text)))
}

/// Long numbers are cut in messages.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

enum Integer {
    Real(IntLit),
    Imaginary(IntLit),
}

impl Integer {
    fn into_kind(self) -> ExprKind {
        match self {
            Self::Real(literal) => ExprKind::Int(literal),
            Self::Imaginary(literal) => ExprKind::Imaginary(ImaginaryPart::Int(literal)),
        }
    }
}

fn integer(text: &str) -> Result<Integer, (&'static str, String)> {
    let bytes = text.as_bytes();
    let (radix, start) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', ..] => (2, 2),
        [b'0', ..] => (8, 0),
        _ => (10, 0),
    };
    let mut value = 0_u64;
    let mut overflow = false;
    let mut end = start;
    while let Some(digit) = bytes.get(end).and_then(|&byte| (byte as char).to_digit(16)) {
        if digit >= radix {
            // `8` in `08`, and letters of a suffix; decimal digits can only be a mistake.
            if digit < 10 {
                return Err(malformed(text, &format!("has the digit {digit}, which base {radix} has not")));
            }
            break;
        }
        let (shifted, too_big) = value.overflowing_mul(u64::from(radix));
        overflow |= too_big;
        value = shifted.wrapping_add(u64::from(digit));
        overflow |= value < shifted;
        end += 1;
    }
    if end == start {
        return Err(malformed(text, "has no digits"));
    }
    let suffix = &text[end..];
    let Some((unsigned, longs, imaginary)) = integer_suffix(suffix) else {
        return Err(malformed(text, &format!("has the unknown suffix `{}`", shorten(suffix))));
    };
    if overflow {
        return Err(("E0108", format!("integer constant `{}` is too large for any type", shorten(text))));
    }
    let literal = IntLit { value, unsigned, longs, decimal: radix == 10 };
    Ok(if imaginary { Integer::Imaginary(literal) } else { Integer::Real(literal) })
}

/// Whether `u` is in the suffix, how many `l`, and whether `i` or `j` is.
fn integer_suffix(suffix: &str) -> Option<(bool, u8, bool)> {
    let (mut unsigned, mut longs, mut imaginary) = (false, 0, false);
    let mut rest = suffix.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'u' | b'U' if !unsigned => unsigned = true,
            b'l' | b'L' if longs == 0 && tail.first() == Some(&first) => {
                longs = 2;
                rest = &tail[1..];
            }
            b'l' | b'L' if longs == 0 => longs = 1,
            b'i' | b'j' | b'I' | b'J' if !imaginary => imaginary = true,
            _ => return None,
        }
    }
    Some((unsigned, longs, imaginary))
}

fn float(text: &str) -> Result<ExprKind, (&'static str, String)> {
    let digits = float_digits(text);
    let mantissa_end = digits.find(if is_hex(text) { ['p', 'P'] } else { ['e', 'E'] });
    let mantissa = &digits[..mantissa_end.unwrap_or(digits.len())];
    let mantissa_digits = mantissa.trim_start_matches("0x").trim_start_matches("0X");
    if mantissa_digits.matches('.').count() > 1 || !mantissa_digits.contains(|c: char| c.is_ascii_hexdigit())
    {
        return Err(malformed(text, "is no floating constant"));
    }
    match mantissa_end {
        None if is_hex(text) => return Err(malformed(text, "needs an exponent, as in `0x1.8p3`")),
        Some(at) if !digits[at..].ends_with(|c: char| c.is_ascii_digit()) => {
            return Err(malformed(text, "has an exponent without digits"));
        }
        _ => {}
    }
    let suffix = &text[digits.len()..];
    match (float_suffix(suffix), imaginary_suffix(suffix)) {
        (Some(suffix), _) => Ok(ExprKind::Float(suffix)),
        (None, Some(suffix)) => Ok(ExprKind::Imaginary(ImaginaryPart::Float(suffix))),
        (None, None) => Err(malformed(text, &format!("has the unknown suffix `{}`", shorten(suffix)))),
    }
}

fn float_suffix(suffix: &str) -> Option<FloatSuffix> {
    Some(match suffix {
        "" | "d" | "D" | "f64" | "F64" | "f32x" | "F32x" => FloatSuffix::Double,
        "f" | "F" | "f32" | "F32" => FloatSuffix::Float,
        "l" | "L" | "w" | "W" | "f64x" | "F64x" => FloatSuffix::LongDouble,
        "q" | "Q" | "f128" | "F128" => FloatSuffix::Float128,
        _ => return None,
    })
}

/// `i` or `j` before or behind the suffix of a real type, or alone.
fn imaginary_suffix(suffix: &str) -> Option<FloatSuffix> {
    let is_unit = |c: char| matches!(c, 'i' | 'j' | 'I' | 'J');
    let rest = suffix.strip_prefix(is_unit).or_else(|| suffix.strip_suffix(is_unit))?;
    float_suffix(rest)
}
