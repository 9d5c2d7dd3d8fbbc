//! One line on standard error that says what the run is doing, drawn over and over.

use crate::args::ProgressChoice;
use limits::Meter;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// At most ten lines a second.
const PAUSE: Duration = Duration::from_millis(100);
/// Begins the line anew and clears it.
const ERASE: &str = "\r\u{1b}[K";
/// Longer lines wrap on narrow terminals, and then cannot be erased.
const WIDTH: usize = 79;

/// The line.
pub(super) struct Line {
    is_wanted: bool,
    is_shown: bool,
    /// When the next one is due, since the start.
    due: Duration,
}

impl Line {
    pub(super) fn new(choice: ProgressChoice) -> Self {
        let is_wanted = match choice {
            ProgressChoice::Always => true,
            ProgressChoice::Never => false,
            ProgressChoice::Auto => io::stderr().is_terminal(),
        };
        // A run that is over at once shows none.
        Self { is_wanted, is_shown: false, due: PAUSE }
    }

    pub(super) fn silent() -> Self {
        Self { is_wanted: false, is_shown: false, due: PAUSE }
    }

    /// Draws the line if it is time to.
    pub(super) fn show(&mut self, meter: &Meter, elapsed: Duration) {
        if !self.is_wanted || elapsed < self.due {
            return;
        }
        self.due = elapsed + PAUSE;
        self.is_shown = true;
        write(&format!("{ERASE}{}", text(meter, elapsed)));
    }

    /// Erases the line, and draws none any more.
    pub(super) fn end(&mut self) {
        self.is_wanted = false;
        if std::mem::take(&mut self.is_shown) {
            write(ERASE);
        }
    }
}

fn text(meter: &Meter, elapsed: Duration) -> String {
    let now = meter.snapshot();
    let round = now.round.map(|(name, round)| format!(", {name} {round}")).unwrap_or_default();
    let phases = now.running.join(", ");
    let text = format!("{:.1} s, {} states{round}: {phases}", elapsed.as_secs_f64(), now.states);
    text.chars().take(WIDTH).collect()
}

fn write(text: &str) {
    // If nobody listens there, nobody misses it.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_when_and_how_much() {
        let meter = Meter::default();
        assert_eq!(text(&meter, Duration::ZERO), "0.0 s, 0 states: ");
        meter.name_rounds("k");
        meter.set_round(3);
        meter.set_states(12);
        let _outer = meter.phase("base case");
        let _inner = meter.phase("solver");
        let shown = text(&meter, Duration::from_millis(1300));
        assert_eq!(shown, "1.3 s, 12 states, k 3: base case, solver");
    }
}
