//! Benchmarks: many runs of a tool over many tasks, each measured by `bench-system`, the results in `bench-result`'s formats.
//!
//! Chapter 13.3 of the document. A [`definition`] says what to run; [`prepare`] finds everything that is wrong with it, makes the [`plan`] and the command lines by the [`tool`], and decides
//! by [`topology`] where runs may run; [`schedule`] executes them and keeps a [`journal`]; [`results`] writes the final files.

mod clock;
pub mod commit;
pub mod definition;
mod hash;
pub mod journal;
pub mod machine;
pub mod output;
pub mod pattern;
pub mod plan;
pub mod prepare;
mod problem;
pub mod record;
pub mod remote;
pub mod results;
pub mod schedule;
pub mod tool;
pub mod topology;
pub mod units;
pub mod variables;

pub use problem::{Place, Problem};
