//! Times of day for names and records, in UTC, so that they mean the same everywhere.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment(Duration);

impl Moment {
    /// Now.
    pub(crate) fn now() -> Self {
        // A clock before 1970 is wrong, but a record needs some time.
        Self(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    /// As in file names: `2026-01-02_03-04-05`.
    pub(crate) fn for_names(self) -> String {
        let ([year, month, day], [hour, minute, second]) = self.fields();
        format!("{year:04}-{month:02}-{day:02}_{hour:02}-{minute:02}-{second:02}")
    }

    /// As people read it: `2026-01-02 03:04:05 UTC`.
    pub(crate) fn for_people(self) -> String {
        let ([year, month, day], [hour, minute, second]) = self.fields();
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
    }

    /// As in ISO 8601, with microseconds.
    pub(crate) fn iso(self) -> String {
        let ([year, month, day], [hour, minute, second]) = self.fields();
        let micros = self.0.subsec_micros();
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}+00:00")
    }

    /// Date and time. Years are counted from March, so that the day that is sometimes missing comes last.
    fn fields(self) -> ([u64; 3], [u64; 3]) {
        let seconds = self.0.as_secs();
        let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        ([year, month, day], [rest / 3_600, rest / 60 % 60, rest % 60])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let cases = [
            (0, "1970-01-01T00:00:00.000000+00:00"),
            (951_782_400, "2000-02-29T00:00:00.000000+00:00"),
            (951_868_799, "2000-02-29T23:59:59.000000+00:00"),
            (1_767_225_599, "2025-12-31T23:59:59.000000+00:00"),
            (4_107_542_400, "2100-03-01T00:00:00.000000+00:00"),
        ];
        for (seconds, wanted) in cases {
            assert_eq!(Moment(Duration::from_secs(seconds)).iso(), wanted);
        }
        let moment = Moment(Duration::new(951_868_799, 1_500_000));
        assert_eq!(moment.for_names(), "2000-02-29_23-59-59");
        assert_eq!(moment.for_people(), "2000-02-29 23:59:59 UTC");
        assert_eq!(moment.iso(), "2000-02-29T23:59:59.001500+00:00");
    }
}
