//! The store of terms: hash-consed, append-only, addressed by small indices.
//!
//! Equal terms have equal [`TermId`]s, so equality is a comparison of numbers and every walk can be memoised by
//! index. Arguments have smaller indices than the terms that have them, hence a loop over indices is
//! a loop from leaves to roots, and nothing here needs recursion. A node is 32 bytes, with up to two arguments in it; more
//! are in an array of their own.
//!
//! Nothing outside of this crate can add a node that [`build`](crate::build) has not checked.

mod op;
mod symbol;
mod table;

pub(crate) use op::plain_operator;
pub use op::{ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op, Quantifier};
pub use symbol::SymbolDecl;

use crate::sort::{ArraySortId, Sort, SortError};
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::mem::size_of;
use stdx::{Idx, IndexVec};
use table::{Key, Place, Table};

stdx::define_index! {
    /// A term of a [`Terms`].
    pub struct TermId = "t";
    /// A constant's value in a [`Terms`].
    pub struct ValueId = "v";
    /// A declared symbol of a [`Terms`].
    pub struct SymbolId = "s";
}

/// Arguments that are in the node itself.
const INLINE: usize = 2;

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    /// The arguments if these are few, else where they begin in the array of arguments.
    args: [TermId; INLINE],
    count: u32,
}

impl Node {
    #[inline]
    fn args<'a>(&'a self, arguments: &'a [TermId]) -> &'a [TermId] {
        let count = self.count as usize;
        if count <= INLINE {
            return &self.args[..count];
        }
        let start = self.args[0].index();
        &arguments[start..start + count]
    }
}

/// All terms, with the sorts, symbols and values that they name.
#[derive(Default, Clone)]
pub struct Terms {
    nodes: IndexVec<TermId, Node>,
    arguments: Vec<TermId>,
    table: Table,
    values: IndexVec<ValueId, Value>,
    value_ids: FxHashMap<Value, ValueId>,
    arrays: IndexVec<ArraySortId, (Sort, Sort)>,
    array_ids: FxHashMap<(Sort, Sort), ArraySortId>,
    pub(crate) symbols: symbol::Symbols,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The operator of a term.
    #[inline]
    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term].op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, term: TermId) -> &[TermId] {
        self.nodes[term].args(&self.arguments)
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term].sort
    }

    /// Number of different terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms, arguments before what has them.
    pub fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        self.nodes.indices()
    }

    /// Bytes that nodes, arguments and table hold, unused capacity left out.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.arguments.len() * size_of::<TermId>() + self.table.bytes()
    }

    /// The sort of arrays from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Result<Sort, SortError> {
        self.check_sort(index)?;
        self.check_sort(element)?;
        if matches!(index, Sort::Array(_)) {
            return Err(SortError::ArrayIndex);
        }
        if let Some(&known) = self.array_ids.get(&(index, element)) {
            return Ok(Sort::Array(known));
        }
        let id = self.arrays.push((index, element));
        self.array_ids.insert((index, element), id);
        Ok(Sort::Array(id))
    }

    /// Index and element sort of an array sort.
    pub fn array_parts(&self, id: ArraySortId) -> (Sort, Sort) {
        self.arrays[id]
    }

    /// Whether the sort is one that this store can have.
    pub(crate) fn check_sort(&self, sort: Sort) -> Result<(), SortError> {
        match sort {
            Sort::BitVec(width) => Sort::bit_vec(width).map(|_| ()),
            Sort::Array(id) if id.index() >= self.arrays.len() => Err(SortError::UnknownArraySort),
            Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Int | Sort::Real | Sort::Array(_) => {
                Ok(())
            }
        }
    }

    /// The value of a term that is a constant.
    #[inline]
    pub fn as_const(&self, term: TermId) -> Option<&Value> {
        if let Op::Const(id) = self.nodes[term].op { Some(&self.values[id]) } else { None }
    }

    /// The value behind a constant operator.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id]
    }

    pub(crate) fn value_id(&mut self, value: Value) -> ValueId {
        if let Some(&known) = self.value_ids.get(&value) {
            return known;
        }
        let id = self.values.push(value.clone());
        self.value_ids.insert(value, id);
        id
    }

    /// The term with these parts. The caller has checked that they fit.
    pub(crate) fn intern(&mut self, op: Op, args: &[TermId], sort: Sort) -> TermId {
        let key = key(op, args);
        let Self { nodes, arguments, table, .. } = self;
        let is_equal = |term: TermId| {
            let node = &nodes[term];
            node.op == op && node.args(arguments) == args
        };
        let place = table.find(key, is_equal);
        if let Place::Found(known) = place {
            return known;
        }
        let mut inline = [TermId(0); INLINE];
        if args.len() <= INLINE {
            inline[..args.len()].copy_from_slice(args);
        } else {
            inline[0] = TermId(arguments.len() as u32);
            arguments.extend_from_slice(args);
        }
        let id = nodes.push(Node { op, sort, args: inline, count: args.len() as u32 });
        table.insert(&place, key, id);
        id
    }
}

/// The sort of a term follows from operator and arguments, so it need not be hashed.
fn key(op: Op, args: &[TermId]) -> Key {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    let hash = (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
    Key { hash, youngest: args.iter().copied().max() }
}
