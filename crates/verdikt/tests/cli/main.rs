//! The binary as users meet it: files in, arguments, what is printed, exit status.

mod answers;
#[cfg(test)]
mod assumptions;
mod bad_input;
#[cfg(test)]
mod building;
mod commands;
#[cfg(test)]
mod first_hour;
mod limits;
mod precision;
#[cfg(test)]
mod session;
mod usage;
#[cfg(test)]
mod verdicts;
