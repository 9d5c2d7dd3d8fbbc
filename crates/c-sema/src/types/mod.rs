//! What specifiers and declarators mean: from syntax to [`cfa::Types`].
//!
//! IR types carry no qualifiers and no alignment, so a type under elaboration is a [`Ty`]: the IR
//! type, the alignment that a typedef or `_Atomic` states, which matters where members and
//! variables are declared with it, and where it says `volatile`.

mod attributes;
mod declarator;
mod enumeration;
mod record;
mod specifiers;
#[cfg(test)]
mod tests;
mod vector;

pub(crate) use attributes::Attributes;
pub(crate) use declarator::ParamInfo;
pub(crate) use specifiers::{Specified, TagUse};
pub(crate) use vector::{Shape, Vectors};

use crate::hir::Volatility;
use cfa::TypeId;

/// A type with the alignment it was given, if that differs from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ty {
    /// The type.
    pub(crate) id: TypeId,
    /// The alignment in bytes that a typedef or `_Atomic` states.
    pub(crate) align: Option<u64>,
    /// Where it says `volatile`.
    pub(crate) volatile: Volatility,
}

impl From<TypeId> for Ty {
    fn from(id: TypeId) -> Self {
        Self { id, align: None, volatile: Volatility::NONE }
    }
}
