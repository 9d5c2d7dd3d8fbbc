//! From Z3 to us: values of models, and terms that Z3's procedures return.

mod operator;
mod term;
mod value;

#[cfg(test)]
mod tests;

pub(crate) use term::TermReader;
pub(crate) use value::ValueReader;
