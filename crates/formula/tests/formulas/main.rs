//! Formulas of whole programs, compared with what the interpreter does and with what they should look like.

#[cfg(test)]
mod common;
#[cfg(test)]
mod differential;
#[cfg(test)]
mod dumps;
#[cfg(test)]
mod encodings;
#[cfg(test)]
mod follow;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod random;
#[cfg(test)]
mod semantics;
