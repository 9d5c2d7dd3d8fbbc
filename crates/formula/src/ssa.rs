//! The map from variables to their current index (static single assignment), and the map to what is known of their values, both as
//! persistent tries.
//!
//! Every state of an analysis has such maps, and maps of neighbouring states differ in one or two entries. So a map
//! is a tree of small shared nodes: a copy is one counter, a change copies one path, and a comparison or a join skips what
//! both have in common. The shape follows from the keys alone up to entries that were taken out, so equal trees are equal maps.

use smt::TermId;
use std::sync::Arc;
use stdx::Idx;

stdx::define_index! {
    /// A variable of formulas: something that path formulas have indexed copies of.
    pub struct VariableId = "x";
}

const BITS: usize = 4;
const WIDTH: usize = 1 << BITS;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    Leaf([u32; WIDTH]),
    Inner([Option<Arc<Node>>; WIDTH]),
}

/// Which copy of each variable is the current one. A variable that is not mentioned is at index 0.
#[derive(Clone, Debug, Default)]
pub struct SsaMap {
    root: Option<Arc<Node>>,
    /// Levels of inner nodes above the leaves.
    height: usize,
}

impl PartialEq for SsaMap {
    fn eq(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(one), Some(two)) => self.height == other.height && (Arc::ptr_eq(one, two) || one == two),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl Eq for SsaMap {}

/// What the current copies of variables are equal to on all paths of a formula, where that is known as a term. It saves the solver
/// the search for it, and lets the constructors of terms decide conditions while paths are unrolled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// Numbers of terms, plus one.
    terms: SsaMap,
}

impl Values {
    /// What a variable is equal to.
    #[inline]
    pub fn get(&self, variable: VariableId) -> Option<TermId> {
        self.terms.index(variable).checked_sub(1).map(TermId)
    }

    pub(crate) fn set(&mut self, variable: VariableId, value: TermId) {
        self.terms.put(variable, value.0 + 1);
    }

    pub(crate) fn forget(&mut self, variable: VariableId) {
        if self.terms.index(variable) > 0 {
            self.terms.put(variable, 0);
        }
    }

    /// What is known on both sides.
    pub(crate) fn common(&self, other: &Self) -> Self {
        let mut common = self.clone();
        for difference in self.terms.differences(&other.terms) {
            common.forget(difference.variable);
        }
        common
    }
}

/// A variable whose indices differ in two maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The variable.
    pub variable: VariableId,
    /// Its index in the first map.
    pub left: u32,
    /// Its index in the second map.
    pub right: u32,
}

impl SsaMap {
    /// Every variable is at index 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// The current index of a variable.
    #[inline]
    pub fn index(&self, variable: VariableId) -> u32 {
        let key = variable.index();
        if key >> (BITS * (self.height + 1)) != 0 {
            return 0;
        }
        let mut node = self.root.as_ref();
        let mut height = self.height;
        while let Some(current) = node {
            match &**current {
                Node::Leaf(indices) => return indices[key % WIDTH],
                Node::Inner(children) => {
                    node = children[(key >> (BITS * height)) % WIDTH].as_ref();
                    height -= 1;
                }
            }
        }
        0
    }

    /// Makes an index the current one. Indices only grow: a smaller one than the current is a mistake.
    pub fn set(&mut self, variable: VariableId, index: u32) {
        debug_assert!(index >= self.index(variable), "indices never shrink");
        if index > 0 {
            self.put(variable, index);
        }
    }

    fn put(&mut self, variable: VariableId, index: u32) {
        let key = variable.index();
        while key >> (BITS * (self.height + 1)) != 0 {
            if let Some(old) = self.root.take() {
                let mut children = [const { None }; WIDTH];
                children[0] = Some(old);
                self.root = Some(Arc::new(Node::Inner(children)));
            }
            self.height += 1;
        }
        set(&mut self.root, self.height, key, index);
    }

    /// Takes the next index for a variable.
    pub fn advance(&mut self, variable: VariableId) -> u32 {
        let index = self.index(variable) + 1;
        self.set(variable, index);
        index
    }

    /// The variables whose indices differ, in order.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let mut found = Vec::new();
        let height = self.height.max(other.height);
        let (one, two) = (self.raised(height), other.raised(height));
        differences(one.as_ref(), two.as_ref(), height, 0, &mut found);
        found
    }

    /// All variables that have an index above 0, in order.
    pub fn entries(&self) -> impl Iterator<Item = (VariableId, u32)> + use<> {
        let all = Self::new().differences(self);
        all.into_iter().map(|difference| (difference.variable, difference.right))
    }

    fn raised(&self, height: usize) -> Option<Arc<Node>> {
        let mut root = self.root.clone()?;
        for _ in self.height..height {
            let mut children = [const { None }; WIDTH];
            children[0] = Some(root);
            root = Arc::new(Node::Inner(children));
        }
        Some(root)
    }
}

/// As deep as the trie, which is at most eight levels.
fn set(slot: &mut Option<Arc<Node>>, height: usize, key: usize, index: u32) {
    let empty = || {
        let node = if height == 0 { Node::Leaf([0; WIDTH]) } else { Node::Inner([const { None }; WIDTH]) };
        Arc::new(node)
    };
    match Arc::make_mut(slot.get_or_insert_with(empty)) {
        Node::Leaf(indices) => indices[key % WIDTH] = index,
        Node::Inner(children) => set(&mut children[(key >> (BITS * height)) % WIDTH], height - 1, key, index),
    }
}

fn differences(
    one: Option<&Arc<Node>>,
    two: Option<&Arc<Node>>,
    height: usize,
    base: usize,
    found: &mut Vec<Difference>,
) {
    let is_same = match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => Arc::ptr_eq(one, two),
        (Some(_), None) | (None, Some(_)) => false,
    };
    if is_same {
        return;
    }
    for position in 0..WIDTH {
        let below = base << BITS | position;
        if height > 0 {
            differences(child(one, position), child(two, position), height - 1, below, found);
            continue;
        }
        let (left, right) = (entry(one, position), entry(two, position));
        if left != right {
            found.push(Difference { variable: VariableId::new(below), left, right });
        }
    }
}

fn child(node: Option<&Arc<Node>>, position: usize) -> Option<&Arc<Node>> {
    match node.map(|node| &**node) {
        Some(Node::Inner(children)) => children[position].as_ref(),
        Some(Node::Leaf(_)) | None => None,
    }
}

fn entry(node: Option<&Arc<Node>>, position: usize) -> u32 {
    match node.map(|node| &**node) {
        Some(Node::Leaf(indices)) => indices[position],
        Some(Node::Inner(_)) | None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn behaves_like_a_map(left in proptest::collection::vec(0u32..5000, 0..60), right in proptest::collection::vec(0u32..5000, 0..60), common in proptest::collection::vec(0u32..40, 0..20)) {
            let mut base = SsaMap::new();
            let mut reference: BTreeMap<u32, u32> = BTreeMap::new();
            for &key in &common {
                base.advance(VariableId(key));
                *reference.entry(key).or_default() += 1;
            }
            let build = |keys: &[u32]| {
                let (mut map, mut reference) = (base.clone(), reference.clone());
                for &key in keys {
                    map.advance(VariableId(key));
                    *reference.entry(key).or_default() += 1;
                }
                (map, reference)
            };
            let ((one, first), (two, second)) = (build(&left), build(&right));
            let entries: BTreeMap<u32, u32> = one.entries().map(|(variable, index)| (variable.0, index)).collect();
            prop_assert_eq!(&entries, &first);
            prop_assert_eq!(one == two, first == second);
            for difference in one.differences(&two) {
                let key = difference.variable.0;
                prop_assert_eq!(difference.left, first.get(&key).copied().unwrap_or(0));
                prop_assert_eq!(difference.right, second.get(&key).copied().unwrap_or(0));
            }
            let n_different = (0..5000).filter(|key| first.get(key) != second.get(key)).count();
            prop_assert_eq!(one.differences(&two).len(), n_different);
        }
    }
}
