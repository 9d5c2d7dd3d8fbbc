//! Benchmarks: many runs of a tool over many tasks, each measured by `bench-system`, the results in `bench-result`'s formats.
//!
//! Chapter 13.3 of the document. A [`definition`] says what to run.

pub mod definition;
pub mod machine;
pub mod pattern;
pub mod plan;
mod problem;
pub mod tool;
pub mod topology;
pub mod units;
pub mod variables;

pub use problem::{Place, Problem};
