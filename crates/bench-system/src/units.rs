//! Times and sizes with units, as users write them: `900 s`, `15min`, `4 GB`, `512 MiB`.

use std::time::Duration;

/// A time such as `90s`, `1.5 min` or `2h`; seconds if there is no unit. The message says what would be right.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let nanoseconds: u64 = match unit {
        "" | "s" => 1_000_000_000,
        "ms" => 1_000_000,
        "min" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        "d" => 86_400_000_000_000,
        _ => {
            return Err(format!("{unit:?} is no unit of time; write ms, s, min, h or d, as in 90s or 15min"));
        }
    };
    scale(number, nanoseconds).map(Duration::from_nanos).ok_or_else(|| format!("{text:?} is too long"))
}

/// A size such as `500 MB` or `4GiB`; bytes if there is no unit. The message says what would be right.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let bytes: u64 = match unit {
        "" | "B" => 1,
        "kB" | "KB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "TB" => 1_000_000_000_000,
        "KiB" | "kiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        _ => {
            return Err(format!(
                "{unit:?} is no unit of size; write B, kB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024), as in 4GB"
            ));
        }
    };
    scale(number, bytes).ok_or_else(|| format!("{text:?} is too large"))
}

/// The number and what follows it.
fn split(text: &str) -> Result<(&str, &str), String> {
    let text = text.trim();
    let end = text.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let is_number = number.chars().any(|char| char.is_ascii_digit()) && number.matches('.').count() <= 1;
    if !is_number {
        return Err(format!("{text:?} is no number with a unit"));
    }
    Ok((number, unit.trim()))
}

/// A decimal number times a unit, rounded down, without the errors of floating point.
fn scale(number: &str, unit: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digits = fraction.get(..18.min(fraction.len())).unwrap_or("");
    let part: u128 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let denominator = 10_u128.pow(u32::try_from(digits.len()).ok()?);
    let total = whole.checked_mul(u128::from(unit))?.checked_add(part * u128::from(unit) / denominator)?;
    u64::try_from(total).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let check = |text: &str, milliseconds: u64| {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        };
        check("900 s", 900_000);
        check("90s", 90_000);
        check("90", 90_000);
        check("1.5min", 90_000);
        check("2 h", 7_200_000);
        check(".25s", 250);
        check("250ms", 250);
        for wrong in ["", "s", "1 sec", "1.2.3s", "-1s", "1 S", "99999999999999999999s", "1e3s"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        let check = |text: &str, bytes: u64| assert_eq!(parse_size(text), Ok(bytes), "{text}");
        check("4GB", 4_000_000_000);
        check("8000 MB", 8_000_000_000);
        check("1.5 GiB", 3 << 29);
        check("0.1 GB", 100_000_000);
        check("17", 17);
        for wrong in ["", "GB", "4 gb", "4G", "4 Gbit", "1 MB MB", "99999999 TB", "४GB"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
