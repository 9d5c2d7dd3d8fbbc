//! Times and sizes as people write them: `900 s`, `15 min`, `8000 MB`.
//!
//! As in the reference tool a time without a unit is in seconds, and a size must have a unit, since nobody agrees on what is meant without one. Prefixes are decimal: 1 MB is 10^6 bytes
//! (`MiB` is accepted, too, and is 2^20). Zero is refused: a run with no time at all is a mistake.

use std::time::Duration;

/// Reads a time, which is not zero.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = bench_system::parse_time(text)?;
    if time.is_zero() { Err(format!("`{text}` is zero, and nothing could run")) } else { Ok(time) }
}

/// Reads a size in bytes, which is not zero.
pub fn size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let size = bench_system::parse_size(text)?;
    if size == 0 {
        return Err(format!("`{text}` is zero, and nothing could run"));
    }
    if text.ends_with(|c: char| !c.is_alphabetic()) {
        return Err(format!("the size `{text}` has no unit: write `{text} MB` or `{text} GB`"));
    }
    Ok(size)
}

/// Reads a number of cores or of runs at the same time.
pub fn count(text: &str) -> Result<u32, String> {
    match text.trim().parse::<u32>() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("`{text}` is not a number of one or more")),
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
        for text in ["", "MB", "0 MB", "8000", "1 mb", "1 XB", "99999999999 TB", "1..0 MB"] {
            assert!(size(text).is_err(), "{text}");
        }
        for text in ["", "0", "-1", "a", "1.5"] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
