//! Names of variables that outlive a run.
//!
//! What the symbol of a variable is called depends on which variables were met before it: two regions can have one name, and the second gets
//! a number. So a file that speaks of variables says which one it means by a [`Key`]: the numbers of regions and variables follow from
//! the automaton and the encoding alone.

use super::{Encoder, Tracked, Unsupported};
use crate::regions::RegionId;
use cfa::VarId;
use smt::{Sort, SymbolId, Terms};
use std::fmt;
use std::str::FromStr;

/// A part of the program's state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A region of memory, of one activation where it is private.
    Region(RegionId, u32),
    /// The address of a local in one activation.
    Base(VarId, u32),
    /// The next address that an allocation returns.
    Heap,
    /// The sizes of allocated objects.
    Sizes,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Region(region, activation) => write!(f, "region {} {activation}", region.0),
            Self::Base(var, activation) => write!(f, "base {} {activation}", var.0),
            Self::Heap => f.write_str("heap"),
            Self::Sizes => f.write_str("sizes"),
        }
    }
}

/// A text that is no [`Key`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoKey;

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| NoKey);
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["region", region, activation] => {
                Ok(Self::Region(RegionId(number(region)?), number(activation)?))
            }
            ["base", var, activation] => Ok(Self::Base(VarId(number(var)?), number(activation)?)),
            ["heap"] => Ok(Self::Heap),
            ["sizes"] => Ok(Self::Sizes),
            [..] => Err(NoKey),
        }
    }
}

impl Encoder<'_> {
    /// The part of the state that a symbol of formulas about states stands for; `None` if it stands for no such part.
    pub fn key(&self, symbol: SymbolId) -> Option<Key> {
        let variable = *self.variables.borrow().by_symbol.get(&symbol)?;
        match self.variable(variable).tracked {
            Tracked::Region(region, activation) => Some(Key::Region(region, activation)),
            Tracked::Base(var, activation) => Some(Key::Base(var, activation)),
            Tracked::Heap => Some(Key::Heap),
            Tracked::Sizes => Some(Key::Sizes),
            Tracked::Branch(_) | Tracked::Any(_) => None,
        }
    }

    /// The symbol of a part of the state, and the name that it has unless another one has it already. `None` if the program has no such part.
    pub fn symbol_at(&self, terms: &mut Terms, key: Key) -> Result<Option<(SymbolId, String)>, Unsupported> {
        let tracked = match key {
            Key::Region(region, activation) if region.0 < self.regions.regions.len() as u32 => {
                Tracked::Region(region, activation)
            }
            Key::Base(var, activation) if var.0 < self.cfa.vars.len() as u32 => {
                Tracked::Base(var, activation)
            }
            Key::Region(..) | Key::Base(..) => return Ok(None),
            Key::Heap => Tracked::Heap,
            Key::Sizes => Tracked::Sizes,
        };
        let (name, ..) = self.describe(terms, tracked)?;
        let variable = self.tracked(terms, tracked)?;
        Ok(Some((self.variable(variable).symbol, name)))
    }

    /// The sort of arguments and result of an uninterpreted function with this name, if this encoding could have one. No copy of a variable has such
    /// a name.
    pub fn function_sort(&self, name: &str) -> Option<Sort> {
        let (_, domain) = name.rsplit_once(' ').filter(|_| self.is_linear())?;
        let is_shape = |text: &str| text.parse::<u32>().is_ok_and(|bits| (1..=128).contains(&bits));
        match domain.split_at_checked(1) {
            _ if domain == "real" => Some(Sort::Real),
            Some(("i" | "u", bits)) if is_shape(bits) => Some(Sort::Int),
            Some(_) | None => None,
        }
    }
}
