//! `verdikt list`: what is known.

use crate::args::Listing;
use crate::exit::Exit;
use crate::terminal::Terminal;

pub(crate) fn run(terminal: Terminal, what: Listing) -> Exit {
    match what {
        Listing::Features => terminal.result(&engine::features::listing(), Exit::Success),
        Listing::Presets => terminal.result(&presets(), Exit::Success),
    }
}

fn presets() -> String {
    let lines = engine::analysis::PRESETS.iter();
    lines.map(|preset| format!("{}\n  {}\n  after {}\n", preset.name, preset.summary, preset.paper)).collect()
}
