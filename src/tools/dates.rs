//! The date in UTC, as records have it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today, as PGN writes it.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// Days are counted in eras of 400 years that begin in March, so that the leap day is the
/// last of its year.
fn date(days_since_1970: u64) -> String {
    let days = days_since_1970 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let cases =
            [(0, "1970.01.01"), (59, "1970.03.01"), (19_782, "2024.02.29"), (20_778, "2026.11.21")];
        for (days, text) in cases {
            assert_eq!(date(days), text);
        }
    }
}
