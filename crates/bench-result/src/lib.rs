//! What benchmarks yield: runs with their figures, the environment that they were made in, verdicts against expectations, and the formats of all that.
//!
//! The model is that of the reference tool's result files (a set of runs for one run definition; each run has columns, each column a title and a value), since tables are
//! made of those, too. `xml` reads and writes them; `lines` has the same as one JSON value a line, which is also what a benchmark writes while it runs. [`load`] reads a
//! file of either format, compressed or not.

mod file;
mod lines;
mod model;
pub mod repeat;
pub mod score;
pub mod xml;

pub use file::{LoadError, Loaded, load, parse};
pub use lines::{Line, read_lines, write_line};
pub use model::{Column, Item, ResultSet, Run};
