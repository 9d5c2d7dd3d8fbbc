//! `verdikt-bench run` from outside: results, interruptions, bad input.
//!
//! Runs need control groups that we may use. Where there are none these tests say so and do nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod again;
mod cluster;
mod hidden;
mod input;
mod interrupt;
mod reference;
mod support;
