//! `verdikt list`: what is known.

use super::choose;
use crate::args::Listing;
use crate::exit::Exit;
use crate::terminal::Terminal;
use engine::analysis::Configuration;
use engine::analysis::options::OPTIONS;
use std::fmt::Write as _;

pub(crate) fn run(terminal: Terminal, what: Listing, preset: Option<&str>) -> Exit {
    let text = match (what, preset) {
        (Listing::Features, _) => engine::features::listing(),
        (Listing::Presets, _) => presets(),
        (Listing::Options, None) => options(),
        (Listing::Options, Some(name)) => match choose::preset(name) {
            Ok(preset) => effective(&preset.configuration),
            Err(message) => return terminal.usage(&message),
        },
    };
    terminal.result(&text, Exit::Success)
}

fn presets() -> String {
    let mut text = String::new();
    for preset in engine::analysis::presets() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}\n  {}\n  after {}", preset.name, preset.summary, preset.paper);
        let chosen: Vec<String> =
            preset.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let _ = writeln!(text, "  {}", chosen.join(" "));
    }
    for (name, sequence) in engine::analysis::sequences() {
        let _ = writeln!(text, "{name}\n  {}\n  after {}", sequence.summary, sequence.paper);
    }
    text
}

/// All options with their defaults.
fn options() -> String {
    let mut text = String::new();
    for option in OPTIONS {
        let _ = writeln!(text, "{}={}\n  {}", option.key, option.default(), option.help);
        let _ = writeln!(text, "  takes {}; for {}", option.values, option.reader);
    }
    text
}

/// What a preset's analysis reads, with the values that it gets.
fn effective(configuration: &Configuration) -> String {
    let read = OPTIONS.iter().filter(|option| option.reader.is_in(configuration));
    read.map(|option| format!("{}={}\n", option.key, option.value(configuration))).collect()
}
