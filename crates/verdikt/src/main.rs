//! The `verdikt` command.
fn main() {}
