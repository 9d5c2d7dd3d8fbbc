//! `verdikt list`: what is known.

use crate::args::Listing;
use crate::exit::Exit;
use crate::terminal::Terminal;

pub(crate) fn run(terminal: Terminal, what: Listing) -> Exit {
    match what {
        Listing::Features => terminal.result(&engine::features::listing(), Exit::Success),
    }
}
