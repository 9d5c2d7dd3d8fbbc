//! Times and sizes as people write them: `900 s`, `15 min`, `8000 MB`.
//!
//! As in the reference tool a time without a unit is in seconds, and a size must have a unit, since nobody agrees on what is meant without one. Prefixes are decimal: 1 MB is 10^6 bytes
//! (`MiB` is accepted, too, and is 2^20). Zero is refused: a run with no time at all is a mistake.

use std::time::Duration;

const TIMES: &[(&str, u64)] =
    &[("", 1_000), ("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000)];
const SIZES: &[(&str, u64)] = &[
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
];

/// Reads a time, which is at least a millisecond.
pub fn time(text: &str) -> Result<Duration, String> {
    let millis = scaled(text, TIMES, "a time such as `900 s` or `15 min`", "`ms`, `s`, `min`, `h` and `d`")?;
    Ok(Duration::from_millis(millis))
}

/// Reads a size in bytes.
pub fn size(text: &str) -> Result<u64, String> {
    if text.trim().parse::<u64>().is_ok_and(|number| number > 0) {
        return Err(format!("the size `{0}` has no unit: write `{0} MB` or `{0} GB`", text.trim()));
    }
    scaled(text, SIZES, "a size such as `8000 MB` or `15 GB`", "`B`, `kB`, `MB`, `GB`, `TB`, `MiB` and `GiB`")
}

/// Reads a number of cores or of runs at the same time.
pub fn count(text: &str) -> Result<u32, String> {
    match text.trim().parse::<u32>() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("`{text}` is not a number of one or more")),
    }
}

fn scaled(text: &str, units: &[(&str, u64)], what: &str, names: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (&text[..end], text[end..].trim());
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u64 = match whole {
        "" => return Err(format!("`{text}` is not {what}")),
        digits => digits.parse().map_err(|_| format!("`{text}` is too large"))?,
    };
    let Some((_, factor)) = units.iter().find(|(name, _)| *name == unit) else {
        return Err(format!("the unit `{unit}` is not known: there are {names}"));
    };
    let fraction = match fraction {
        "" => 0,
        digits if digits.len() > 9 || !digits.bytes().all(|b| b.is_ascii_digit()) => {
            return Err(format!("`{text}` is not {what}"));
        }
        digits => {
            let number: u64 = digits.parse().map_err(|_| format!("`{text}` is not {what}"))?;
            let scale = 10u64.pow(digits.len() as u32);
            u64::try_from(u128::from(number) * u128::from(*factor) / u128::from(scale)).unwrap_or(0)
        }
    };
    let value = whole.checked_mul(*factor).and_then(|value| value.checked_add(fraction));
    match value {
        None => Err(format!("`{text}` is too large")),
        Some(0) => Err(format!("`{text}` is zero, and nothing could run")),
        Some(value) => Ok(value),
    }
}

/// A time as it is shown in results: seconds with as many digits as are needed.
pub fn show_time(time: Duration) -> String {
    let text = format!("{}.{:03}", time.as_secs(), time.subsec_millis());
    format!("{}s", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        for (text, millis) in
            [("900", 900_000), ("900 s", 900_000), ("1.5min", 90_000), (" 2 h ", 7_200_000), ("20ms", 20)]
        {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for (text, bytes) in
            [("8000 MB", 8_000_000_000), ("15GB", 15_000_000_000), ("0.5 kB", 500), ("1MiB", 1 << 20)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        assert_eq!(show_time(Duration::from_millis(90_500)), "90.5s");
        assert_eq!(show_time(Duration::from_secs(900)), "900s");
    }

    #[test]
    fn what_is_refused() {
        for text in [
            "",
            "s",
            "0",
            "0 s",
            "-1 s",
            "1 sec",
            "1.5.5 s",
            "99999999999999999999 s",
            "18446744073709551615 d",
            "ä",
        ] {
            assert!(time(text).is_err(), "{text}");
        }
        for text in ["", "MB", "0 MB", "8000", "1 mb", "1 XB", "99999999999 TB", "1.0000000000 MB"] {
            assert!(size(text).is_err(), "{text}");
        }
        for text in ["", "0", "-1", "a", "1.5"] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
