//! Values of columns: numbers with units, and everything else.
//!
//! Result files have values as texts (`0.168662381s`, `385024B`, `unreach-call`). Tables calculate with numbers, and show them by SI units (chapter 13.4 and section 15.7 of
//! document 000: 1 MB is 10^6 B), but what goes into CSV files keeps every digit that was measured: scaling by powers of ten moves the point in the text and never
//! goes through binary fractions.

use std::fmt;

/// A number as it was written, with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The number, in decimal.
    pub digits: Decimal,
    /// The unit; empty if there is none.
    pub unit: String,
}

impl Quantity {
    /// Reads a text such as `1.5 s`. What is not a number with at most one word of letters behind it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let mut end = text.find(|c: char| !matches!(c, '0'..='9' | '.' | '+' | '-')).unwrap_or(text.len());
        let exponent = text[end..].strip_prefix(['e', 'E']).unwrap_or_default();
        let digits = exponent.trim_start_matches(['+', '-']);
        let count = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if count > 0 {
            end = text.len() - digits.len() + count;
        }
        let unit = text[end..].trim_start();
        let is_unit = unit.chars().all(|c| c.is_alphabetic() || matches!(c, '%' | '/' | '²'))
            && unit.chars().count() <= 8;
        if !is_unit {
            return None;
        }
        Some(Self { digits: Decimal::parse(&text[..end])?, unit: unit.to_owned() })
    }

    /// The same in the base unit of its dimension (`s` or `B`), if it has one of these.
    pub fn in_base_unit(self) -> Self {
        let (power, unit) = match self.unit.as_str() {
            "ms" => (-3, "s"),
            "us" | "µs" => (-6, "s"),
            "ns" => (-9, "s"),
            "kB" | "KB" => (3, "B"),
            "MB" => (6, "B"),
            "GB" => (9, "B"),
            "TB" => (12, "B"),
            _ => return self,
        };
        Self { digits: self.digits.shift(power), unit: unit.to_owned() }
    }
}

/// A decimal number: `digits` times ten to the power `exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    is_negative: bool,
    /// Without zeros in front, unless it is zero.
    digits: String,
    exponent: i32,
}

impl Decimal {
    /// Reads digits with at most one point and at most one exponent.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok().filter(|e| e.abs() < 400)?),
            None => (text, 0),
        };
        let (is_negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) || digits.len() > 400 {
            return None;
        }
        let exponent = exponent - i32::try_from(fraction.len()).ok()?;
        let digits = digits.trim_start_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        Some(Self { is_negative, digits: digits.to_owned(), exponent })
    }

    /// Ten to the power `power` times as much.
    pub fn shift(mut self, power: i32) -> Self {
        self.exponent += power;
        self
    }

    /// The nearest binary number.
    pub fn number(&self) -> f64 {
        let sign = if self.is_negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }

    /// Whether it is written without a fraction.
    pub fn is_whole(&self) -> bool {
        self.exponent >= 0
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative { "-" } else { "" };
        let zeros = |count: usize| "0".repeat(count);
        if self.exponent >= 0 {
            let tail =
                if self.digits == "0" { String::new() } else { zeros(self.exponent.unsigned_abs() as usize) };
            return write!(f, "{sign}{}{tail}", self.digits);
        }
        let places = self.exponent.unsigned_abs() as usize;
        match self.digits.len().checked_sub(places) {
            None | Some(0) => write!(f, "{sign}0.{}{}", zeros(places - self.digits.len()), self.digits),
            Some(point) => write!(f, "{sign}{}.{}", &self.digits[..point], &self.digits[point..]),
        }
    }
}

/// The number with `count` significant digits and no exponent; all its digits if it is an integer of fewer.
pub fn significant(number: f64, count: usize) -> String {
    if !number.is_finite() {
        return number.to_string();
    }
    let text = format!("{:.*e}", count.clamp(1, 17) - 1, number);
    Decimal::parse(&text).map_or_else(|| number.to_string(), |decimal| decimal.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantities() {
        let cases = [
            ("0.168662381s", Some("0.168662381 s")),
            ("385024B", Some("385024 B")),
            ("1.5 MB", Some("1500000 B")),
            ("250 ms", Some("0.250 s")),
            ("1e-05s", Some("0.00001 s")),
            ("2.5E3", Some("2500 ")),
            ("-16", Some("-16 ")),
            ("+7", Some("7 ")),
            ("99.5 %", Some("99.5 %")),
            ("12 J", Some("12 J")),
            ("3e", Some("3 e")),
            ("007.50", Some("7.50 ")),
            ("0", Some("0 ")),
            (".5", Some("0.5 ")),
            ("", None),
            ("s", None),
            ("0-3", None),
            ("1.2.3", None),
            ("2026-11-16T04:49:39", None),
            ("true", None),
            ("1 task of 3", None),
            ("NaN", None),
            ("1e999", None),
        ];
        for (text, wanted) in cases {
            let found = Quantity::parse(text).map(Quantity::in_base_unit);
            let found = found.map(|quantity| format!("{} {}", quantity.digits, quantity.unit));
            assert_eq!(found.as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn scaling_moves_the_point() {
        for (text, power, wanted) in [
            ("385024", -6, "0.385024"),
            ("20987904", -6, "20.987904"),
            ("1", 3, "1000"),
            ("0", 6, "0"),
            ("0.5", 1, "5"),
            ("-12", -3, "-0.012"),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().shift(power).to_string(), wanted);
        }
    }

    #[test]
    fn significant_digits() {
        for (number, wanted) in [
            (0.168_662_381, "0.169"),
            (0.000_123_456, "0.000123"),
            (2.194, "2.19"),
            (900.123, "900"),
            (123_456.0, "123000"),
            (0.0, "0.00"),
            (1.0, "1.00"),
            (9.999, "10.0"),
            (-0.056_78, "-0.0568"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(significant(number, 3), wanted);
        }
    }

    proptest! {
        #[test]
        fn decimals_survive(number in any::<f64>().prop_filter("finite", |x| x.is_finite() && x.abs() < 1e300), power in -9..9) {
            let decimal = Decimal::parse(&format!("{number:e}")).unwrap();
            prop_assert_eq!(decimal.number().to_bits(), number.to_bits());
            prop_assert_eq!(Decimal::parse(&decimal.to_string()).unwrap().number().to_bits(), number.to_bits());
            prop_assert_eq!(decimal.clone().shift(power).shift(-power).to_string(), decimal.to_string());
        }

        #[test]
        fn no_text_is_too_strange(text in ".{0,20}") {
            let _ = Quantity::parse(&text).map(Quantity::in_base_unit).map(|quantity| quantity.digits.to_string());
        }
    }
}
