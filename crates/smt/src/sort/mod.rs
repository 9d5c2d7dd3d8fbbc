//! Sorts: the types of SMT-LIB terms.
//!
//! A [`Sort`] is a small copyable value. Only array sorts nest, so they alone are interned, by the store of
//! the terms that have them. Widths and formats are bounded: the evaluator computes with exact integers, and a
//! width of four thousand million bits or an exponent range of 2^60 would be a way to run out of memory, not a use.

use std::fmt;

stdx::define_index! {
    /// An array sort of a [`Terms`](crate::Terms).
    pub struct ArraySortId = "array";
}

/// The widest bit-vector.
pub const MAX_WIDTH: u32 = 1 << 20;
/// The most exponent bits of a float; quadruple precision has 15.
pub const MAX_EXPONENT: u32 = 18;
/// The most significand bits of a float, hidden bit included; quadruple precision has 113.
pub const MAX_SIGNIFICAND: u32 = 4096;

/// A format of binary floating-point numbers: `(_ FloatingPoint exponent significand)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Format {
    exponent: u16,
    significand: u16,
}

impl Format {
    /// IEEE 754 binary16.
    pub const HALF: Self = Self { exponent: 5, significand: 11 };
    /// IEEE 754 binary32.
    pub const SINGLE: Self = Self { exponent: 8, significand: 24 };
    /// IEEE 754 binary64.
    pub const DOUBLE: Self = Self { exponent: 11, significand: 53 };
    /// IEEE 754 binary128.
    pub const QUAD: Self = Self { exponent: 15, significand: 113 };

    /// The format with these numbers of bits; the hidden bit counts as significand.
    pub fn new(exponent: u32, significand: u32) -> Result<Self, SortError> {
        if (2..=MAX_EXPONENT).contains(&exponent) && (2..=MAX_SIGNIFICAND).contains(&significand) {
            Ok(Self { exponent: exponent as u16, significand: significand as u16 })
        } else {
            Err(SortError::Format { exponent, significand })
        }
    }

    /// Number of exponent bits.
    pub fn exponent(self) -> u32 {
        self.exponent.into()
    }

    /// Number of significand bits, hidden bit included.
    pub fn significand(self) -> u32 {
        self.significand.into()
    }

    /// Number of bits of the interchange encoding.
    pub fn width(self) -> u32 {
        self.exponent() + self.significand()
    }

    /// The largest exponent of a finite number, which is also the bias.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width.
    BitVec(u32),
    /// Floating-point numbers.
    Float(Format),
    /// How floating-point operations round.
    RoundingMode,
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// Arrays; index and element are in the store.
    Array(ArraySortId),
}

impl Sort {
    /// A bit-vector sort whose width is in bounds.
    pub fn bit_vec(width: u32) -> Result<Self, SortError> {
        if (1..=MAX_WIDTH).contains(&width) { Ok(Self::BitVec(width)) } else { Err(SortError::Width(width)) }
    }

    /// The width, if these are bit-vectors.
    pub fn width(self) -> Option<u32> {
        if let Self::BitVec(width) = self { Some(width) } else { None }
    }
}

/// Why a term or a sort cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortError {
    /// No bit-vector has this width.
    Width(u32),
    /// No float has this format.
    Format {
        /// Exponent bits asked for.
        exponent: u32,
        /// Significand bits asked for.
        significand: u32,
    },
    /// The operator does not take arguments of these sorts.
    IllSorted {
        /// The operator.
        operator: String,
        /// The sorts of the arguments, as SMT-LIB writes them.
        arguments: Vec<String>,
    },
    /// The symbol exists with another sort.
    Redeclared(String),
    /// A name with `|` or `\`, which SMT-LIB cannot write, or one that a theory has taken.
    Name(String),
    /// Arrays indexed by arrays: their values have no canonical form here.
    ArrayIndex,
    /// An array sort that the store does not know.
    UnknownArraySort,
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(width) => write!(f, "no bit-vector has {width} bits"),
            Self::Format { exponent, significand } => {
                write!(f, "no float has {exponent} exponent and {significand} significand bits")
            }
            Self::IllSorted { operator, arguments } => {
                write!(f, "`{operator}` does not take ({})", arguments.join(" "))
            }
            Self::Redeclared(name) => write!(f, "`{name}` is declared with another sort"),
            Self::Name(name) => write!(f, "`{name}` cannot be the name of a symbol"),
            Self::ArrayIndex => write!(f, "arrays indexed by arrays are not supported"),
            Self::UnknownArraySort => write!(f, "an array sort of another store"),
        }
    }
}

impl std::error::Error for SortError {}
