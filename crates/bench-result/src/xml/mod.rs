//! The reference tool's result files (`BENCHMARK.DATE.results.RUNDEFINITION.xml`), both ways.
//!
//! The format is that of its result DTD. What we write is what its table generator reads without a warning; what we read is what it, or we, wrote.

mod read;
mod write;

pub use read::read;
pub use write::write;
