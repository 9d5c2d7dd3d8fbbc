//! Values that variables are known to have.
//!
//! Numbers are bits, as everywhere in `cfa`. An address is not a number but an object and a distance: where the program puts its objects is nobody's business, so that
//! nothing is concluded from it (two objects are apart, as in formulas; see docs/soundness.md).

use crate::memory::ObjectId;
use cfa::FunctionId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use stdx::IndexVec;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    /// A number, canonical for its type or its cell's width.
    Bits(u128),
    /// So many bytes behind the start of an object.
    Address(ObjectId, i64),
    /// The address of a function.
    Function(FunctionId),
}

impl Value {
    pub(crate) const ZERO: Self = Self::Bits(0);

    pub(crate) fn truth(holds: bool) -> Self {
        Self::Bits(u128::from(holds))
    }

    /// The number, if it is one.
    pub(crate) fn bits(self) -> Option<u128> {
        match self {
            Self::Bits(bits) => Some(bits),
            Self::Address(..) | Self::Function(_) => None,
        }
    }
}

stdx::define_index! {
    /// A value in the table.
    pub(crate) struct ValueId = "u";
}

/// All values that were ever stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    values: IndexVec<ValueId, Value>,
    table: HashTable<ValueId>,
}

fn fx(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Values {
    pub(crate) fn intern(&mut self, value: Value) -> ValueId {
        let Self { values, table } = self;
        let hash = fx(&value);
        if let Some(&id) = table.find(hash, |&id| values[id] == value) {
            return id;
        }
        let id = values.push(value);
        table.insert_unique(hash, id, |&id| fx(&values[id]));
        id
    }

    pub(crate) fn get(&self, id: ValueId) -> Value {
        self.values[id]
    }
}
