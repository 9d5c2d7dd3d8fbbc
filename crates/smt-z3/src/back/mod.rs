//! From Z3 to us: values of models, and terms that Z3's procedures return.

mod value;

pub(crate) use value::ValueReader;
