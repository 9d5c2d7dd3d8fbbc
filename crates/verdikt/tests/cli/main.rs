//! The binary as users meet it: files in, arguments, what is printed, exit status.

mod bad_input;
mod commands;
#[cfg(test)]
mod session;
mod usage;
