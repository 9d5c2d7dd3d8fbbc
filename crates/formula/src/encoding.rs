//! The options of an encoding: which theories say what the program does.
//!
//! The rows of table 4.2 of the thesis are combinations of [`Arithmetic`], [`Memory`] and [`Quantifiers`]. What an encoding cannot say
//! is over-approximated and listed by [`Encoder::losses`](crate::Encoder::losses); what it takes for granted, by
//! [`Encoder::assumptions`](crate::Encoder::assumptions).

use std::fmt;

/// How numbers are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arithmetic {
    /// Bit-vectors and floating-point numbers: exact.
    #[default]
    BitPrecise,
    /// Integers, reals and uninterpreted functions. Floats as reals are **unsound**: they are not rounded.
    Linear {
        /// What happens when a result does not fit its type.
        overflow: Overflow,
    },
}

/// Results that do not fit, under [`Arithmetic::Linear`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// Every operator that may overflow says so: the linear result where it fits, else an uninterpreted function of the operands.
    #[default]
    Sound,
    /// Nothing overflows. **Unsound:** a program that relies on wrapping is taken for another one.
    Unsound,
}

/// How regions of many cells are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memory {
    /// Arrays with `select` and `store`.
    #[default]
    Arrays,
    /// An uninterpreted function for each version of a region. What a write leaves alone is said for the addresses
    /// that the path has used so far, or for all under [`Quantifiers::Used`].
    Functions,
}

/// Whether formulas may have quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quantifiers {
    /// They have none; operations on an unknown number of cells lose what they wrote.
    #[default]
    Free,
    /// Operations on an unknown number of cells are quantified.
    Used,
}

/// What pointers from outside may point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Environment {
    /// Any object that was handed to a function without body. Such objects live in one region of bytes.
    #[default]
    Escaped,
    /// Objects of their own only. **Assumed**, and said so.
    Separate,
}

/// Whether branches leave a mark in formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Branches {
    /// Each visit of a branching location has a truth value that says which way it went, so that a model gives back the path.
    #[default]
    Marked,
    /// They do not; for formulas of single paths.
    Plain,
}

/// Whether variables are read as the values that they are known to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Propagation {
    /// They are, within a block. This changes no meaning.
    #[default]
    On,
    /// Every read is of a copy, so that a formula looks like its program.
    Off,
}

/// The options of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encoding {
    /// Numbers.
    pub arithmetic: Arithmetic,
    /// Memory.
    pub memory: Memory,
    /// Quantifiers.
    pub quantifiers: Quantifiers,
    /// Pointers from outside.
    pub environment: Environment,
    /// Marks of branches.
    pub branches: Branches,
    /// Known values.
    pub propagation: Propagation,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arithmetic = match self.arithmetic {
            Arithmetic::BitPrecise => "bit-precise",
            Arithmetic::Linear { overflow: Overflow::Sound } => "linear",
            Arithmetic::Linear { overflow: Overflow::Unsound } => "linear without overflow",
        };
        let memory = match self.memory {
            Memory::Arrays => "arrays",
            Memory::Functions => "functions",
        };
        let quantifiers = match self.quantifiers {
            Quantifiers::Free => "quantifier-free",
            Quantifiers::Used => "with quantifiers",
        };
        write!(f, "{arithmetic}, {memory}, {quantifiers}")
    }
}
