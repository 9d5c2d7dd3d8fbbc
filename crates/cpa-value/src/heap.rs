//! Names of heap objects: which number an edge gives to what it allocates.
//!
//! An abstract object is an edge that allocates and a number. It stands for one object of the execution, as long as the state knows a way to it. So a number is free
//! again as soon as the state knows none: what is left of the older object is reached through pointers of unknown value only, and reading through those gives nothing anyway. The smallest free
//! number is taken. Then a loop that allocates in each iteration, and gives back or hands over what it had, has finitely many states, while a list has as many objects as
//! the state knows of. (Counting all allocations gives every iteration a state of its own.)
//!
//! *Soundness.* Different numbers of a state are different objects of the execution, since a number is taken only if nothing in the state means it: neither an address that can be reached
//! nor a cell. Cells that cannot be reached are forgotten first. A write through an unknown pointer may mean an object without name; it forgets what it may mean as before.

use crate::domain::{Domain, State};
use crate::memory::{CellId, Object, ObjectId};
use crate::value::{Value, ValueId};
use cfa::EdgeId;
use std::collections::{BTreeMap, BTreeSet};

/// In larger states nobody looks for free numbers: they get one that no state has had.
const LARGE: usize = 2_000;

impl Domain<'_> {
    /// A name for what an edge allocates, of which nothing is known, and the state without what cannot be reached any more.
    pub(crate) fn fresh(&mut self, state: State, site: EdgeId, size: Option<u64>) -> (State, ObjectId) {
        let Some(entries) = self.maps.few_entries(state, LARGE) else {
            let number = self.memory.n_of_site(site);
            return (state, self.memory.object(self.cfa, Object::Heap { site, number, size }));
        };
        let (known, reached) = self.heap_of(&entries);
        let lost = known.difference(&reached).copied();
        let state = lost.fold(state, |state, object| self.forget_object(state, object));
        let mut number = 0;
        loop {
            let object = self.memory.object(self.cfa, Object::Heap { site, number, size });
            if !reached.contains(&object) {
                return (state, object);
            }
            number += 1;
        }
    }

    /// The heap objects of which something is known, and those to which addresses lead, from variables on.
    fn heap_of(&self, entries: &[(u32, u32)]) -> (BTreeSet<ObjectId>, BTreeSet<ObjectId>) {
        let is_heap = |object: ObjectId| match self.memory.what(object) {
            Object::Heap { .. } => true,
            Object::Variable { .. } => false,
        };
        let mut links: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
        let mut pending = Vec::new();
        for &(cell, value) in entries {
            let from = self.memory.range(CellId(cell)).object;
            let to = match self.values.get(ValueId(value)) {
                Value::Address(to, _) if is_heap(to) => Some(to),
                Value::Address(..) | Value::Bits(_) | Value::Function(_) => None,
            };
            if is_heap(from) {
                links.entry(from).or_default().extend(to);
            } else {
                pending.extend(to);
            }
        }
        let mut reached = BTreeSet::new();
        while let Some(object) = pending.pop() {
            if reached.insert(object) {
                pending.extend(links.get(&object).into_iter().flatten());
            }
        }
        (links.into_keys().collect(), reached)
    }
}
