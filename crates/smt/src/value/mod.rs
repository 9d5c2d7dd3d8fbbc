//! Values: what terms evaluate to. All are exact and in a canonical form, so that equality of values is the
//! equality of SMT-LIB, with one NaN for each format and arrays equal when they agree everywhere.

pub mod array;
pub mod bits;
pub mod float;

#[cfg(test)]
mod tests;

pub use array::ArrayValue;
pub use bits::Bits;
pub use float::{FloatValue, Rounding};
pub use num_bigint::{BigInt, BigUint};
pub use num_rational::BigRational;

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bits(Bits),
    /// A float.
    Float(FloatValue),
    /// A rounding mode.
    Rounding(Rounding),
    /// An integer.
    Int(BigInt),
    /// A real; only rationals can be written.
    Real(BigRational),
    /// An array.
    Array(Box<ArrayValue>),
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The bit-vector, if it is one.
    pub fn as_bits(&self) -> Option<&Bits> {
        if let Self::Bits(value) = self { Some(value) } else { None }
    }
}
