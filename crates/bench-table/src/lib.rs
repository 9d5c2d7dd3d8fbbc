//! Tables of results: CSV for other programs, one HTML file for people.
//!
//! Section 13.3 of document 000. [`join`] puts sets of results side by side, one row for each task; [`csv`] and [`html`] show the table, [`changes`] says what became worse. A page works
//! from a file without a network: data, style and scripts are inside, and the scripts are in `assets/`, written for this purpose, without a framework. Where the reference tool
//! freezes for seconds at a filter (its issue 974, 32,000 tasks), ours keeps columns as arrays and draws only rows that are seen.

mod csv;
mod definition;
mod difference;
mod glob;
mod html;
mod join;
mod latex;
mod logs;
mod statistics;
mod table;
mod value;

pub use csv::{Shape, csv};
pub use definition::{Definition, Wanted, files, result_files};
pub use difference::{Change, Timeouts, changes, differs};
pub use html::{LogPolicy, Page, Variables, html};
pub use join::{Part, Source, Visible, distinct, join};
pub use latex::latex;
pub use logs::Logs;
pub use statistics::{Counts, counts};
pub use table::{Column, Group, Log, Number, Outcome, Row, Table, Values};
pub use value::{Decimal, Quantity, significant};
