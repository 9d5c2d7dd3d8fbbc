//! Features of a program that a sequence can ask for.

use cfa::{Cfa, Type};

/// What a program can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    /// A loop.
    Loops,
    /// A function that may call itself, directly or not.
    Recursion,
    /// A variable that is a floating-point number.
    Floats,
}

/// Each feature with its name in sequences.
const NAMES: &[(&str, Feature)] =
    &[("loops", Feature::Loops), ("recursion", Feature::Recursion), ("floats", Feature::Floats)];

/// Before the name of what a program is not to have.
const NOT: &str = "no-";

impl Feature {
    /// Whether a program has it.
    fn is_in(self, cfa: &Cfa) -> bool {
        match self {
            Self::Loops => !cfa.structure().loops().is_empty(),
            Self::Recursion => {
                let calls = cfa.structure();
                let mut functions =
                    cfa.functions.iter_enumerated().filter(|(_, function)| function.body.is_some());
                functions.any(|(id, _)| calls.calls().is_recursive(id))
            }
            Self::Floats => cfa.vars.iter().any(|var| matches!(cfa.types.get(var.ty), Type::Float(_))),
        }
    }
}

/// A feature that a program is to have, or not to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// It has it.
    With(Feature),
    /// It has it not.
    Without(Feature),
}

impl Condition {
    /// The condition with a name.
    pub(super) fn named(text: &str) -> Option<Self> {
        let named = |text: &str| NAMES.iter().find(|(name, _)| *name == text).map(|&(_, feature)| feature);
        match text.strip_prefix(NOT) {
            Some(rest) => named(rest).map(Self::Without),
            None => named(text).map(Self::With),
        }
    }

    /// All names.
    pub(super) fn names() -> Vec<String> {
        NAMES.iter().flat_map(|(name, _)| [(*name).to_owned(), format!("{NOT}{name}")]).collect()
    }

    /// Whether a program meets it.
    pub(super) fn holds(self, cfa: &Cfa) -> bool {
        match self {
            Self::With(feature) => feature.is_in(cfa),
            Self::Without(feature) => !feature.is_in(cfa),
        }
    }
}
