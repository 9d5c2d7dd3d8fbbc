//! Which objects pointers may point to, for analyses that work without formulas.
//!
//! The nodes of [`super::flow`] as classes: what a place or a pointer may be part of, and what a variable or an allocation is. An access through a pointer touches objects of the
//! pointer's class only, under the assumptions that are listed there.

use super::nodes::NodeId;
use super::{Parts, Regions};
use crate::encoding::Environment;
use cfa::{Cfa, EdgeId, ExprId, PlaceId, VarId};

/// A class of objects. A pointer points to objects of one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AliasClass(NodeId);

/// The classes of a program.
pub struct Aliasing {
    regions: Regions,
}

impl Aliasing {
    /// Finds the classes. Pointers from outside point to what was handed out, as formulas take it.
    pub fn of(cfa: &Cfa) -> Self {
        Self { regions: Regions::of(cfa, Environment::Escaped, Parts::Extractable) }
    }

    /// What a place may be part of; `None` if any object.
    pub fn of_place(&self, place: PlaceId) -> Option<AliasClass> {
        self.regions.pointer_of(place).map(|pointer| AliasClass(pointer.node))
    }

    /// What the value of an expression may point to; `None` if anything.
    pub fn of_value(&self, expr: ExprId) -> Option<AliasClass> {
        self.regions.value_of(expr).map(|pointer| AliasClass(pointer.node))
    }

    /// The class of a variable.
    pub fn of_var(&self, var: VarId) -> AliasClass {
        AliasClass(self.regions.of_var(var).node)
    }

    /// The class of what an edge allocates.
    pub fn of_site(&self, edge: EdgeId) -> Option<AliasClass> {
        self.regions.of_site(edge).map(|pointer| AliasClass(pointer.node))
    }
}
