//! The page: a table as one HTML file that needs nothing else.
//!
//! Style, scripts and data are inside; the sources are in `assets/`, where they can be read and edited as what they are. The data is by column (`sheet`), which is smaller and faster to use than by
//! row. Links lead to logs and tasks relative to the page. Environment variables are only in the page if they are asked for: they may have secrets, and pages are published.

mod links;
mod sheet;

use crate::logs::Logs;
use crate::table::Table;
use std::path::PathBuf;

const FRAME: &str = include_str!("../../assets/page.html");
const STYLE: &str = include_str!("../../assets/style.css");

/// The scripts in the order in which they are put together; all are in one function's scope.
const SCRIPTS: [&str; 13] = [
    include_str!("../../assets/core.js"),
    include_str!("../../assets/sheet.js"),
    include_str!("../../assets/filter.js"),
    include_str!("../../assets/statistics.js"),
    include_str!("../../assets/state.js"),
    include_str!("../../assets/logs.js"),
    include_str!("../../assets/chooser.js"),
    include_str!("../../assets/grid.js"),
    include_str!("../../assets/plot.js"),
    include_str!("../../assets/quantile.js"),
    include_str!("../../assets/scatter.js"),
    include_str!("../../assets/summary.js"),
    include_str!("../../assets/differences.js"),
];
const MAIN: &str = include_str!("../../assets/main.js");

/// What the page has of logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogPolicy {
    /// Links to them.
    #[default]
    Link,
    /// The logs themselves, compressed.
    Embed,
    /// Nothing.
    Omit,
}

/// What the page has of environment variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variables {
    /// Nothing.
    #[default]
    Omit,
    /// All.
    Show,
}

/// How the page is made.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// The folder that it will be in; links are relative to it.
    pub folder: PathBuf,
    /// What it has of logs.
    pub logs: LogPolicy,
    /// What it has of environment variables.
    pub variables: Variables,
    /// What it shows first, as the part of its address behind `#`.
    pub state: String,
}

/// The text of the page, and what a user should know about it.
pub fn html(table: &Table, page: &Page, logs: &mut Logs) -> (String, Vec<String>) {
    let (sheet, warnings) = sheet::sheet(table, page, logs);
    // `<` would let a text end the script that it is in; the escape means the same in JSON.
    let sheet = sheet.replace('<', "\\u003c");
    let script: String = SCRIPTS.iter().chain([&MAIN]).copied().collect();
    let title = page.title.replace('&', "&amp;").replace('<', "&lt;");
    let mut out = String::with_capacity(FRAME.len() + STYLE.len() + script.len() + sheet.len());
    let mut rest = FRAME;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("markers of the frame are closed");
        out.push_str(before);
        out.push_str(match name {
            "title" => &title,
            "style" => STYLE,
            "script" => &script,
            "sheet" => &sheet,
            other => unreachable!("the frame has no marker {other}"),
        });
        rest = after;
    }
    out.push_str(rest);
    (out, warnings)
}
