//! Maps from small numbers to small numbers that share what they have in common, and are equal only if they are the same number.
//!
//! Big-endian Patricia trees (Okasaki, Gill: Fast mergeable integer maps, ML 1998) in one arena, hash-consed: a node is made once. The shape of such a tree depends on
//! its keys only, so equal maps are one node. That is what an analysis of explicit values needs: a successor costs the way to the entry that changes, equality is
//! one comparison, and comparisons and restrictions stop where two trees share a node. A persistent map from elsewhere has no such identity; states would have
//! to be hashed and compared as a whole to be found again.
//!
//! *Cost.* A node has 16 bytes, and about 9 in the table; changing an entry makes at most as many nodes as keys have bits, about the logarithm of the size in
//! practice. Nothing is ever freed.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use stdx::{Idx, IndexVec};

stdx::define_index! {
    /// A map; equal maps have equal numbers.
    pub struct MapId = "m";
}

/// A leaf, if the mask is 0: `left` is the key, `right` the value. Otherwise a branch at the one bit of the mask, where
/// `prefix` is what all keys have above it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    prefix: u32,
    mask: u32,
    left: u32,
    right: u32,
}

/// The map without entries.
pub(crate) const EMPTY: MapId = MapId(0);

/// No answer was computed yet.
const UNKNOWN: u32 = u32::MAX;

/// All maps.
#[derive(Clone, Debug)]
pub(crate) struct Maps {
    nodes: IndexVec<MapId, Node>,
    table: HashTable<MapId>,
    /// The same map with all values 0: the set of its keys.
    keys: Vec<u32>,
}

fn fx(node: &Node) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    hasher.finish()
}

impl Node {
    fn is_leaf(self) -> bool {
        self.mask == 0
    }

    /// Whether a key has the branch's prefix.
    fn fits(self, key: u32) -> bool {
        key & !(self.mask | (self.mask - 1)) == self.prefix
    }

    fn branches(self) -> (MapId, MapId) {
        (MapId(self.left), MapId(self.right))
    }
}

impl Maps {
    pub(crate) fn new() -> Self {
        let mut nodes = IndexVec::new();
        // Nobody looks at the node of the empty map: each walk asks for emptiness first.
        nodes.push(Node { prefix: 0, mask: 0, left: 0, right: 0 });
        Self { nodes, table: HashTable::new(), keys: vec![0] }
    }

    /// Number of nodes of all maps.
    pub(crate) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    fn intern(&mut self, node: Node) -> MapId {
        let Self { nodes, table, .. } = self;
        let hash = fx(&node);
        if let Some(&id) = table.find(hash, |&id| nodes[id] == node) {
            return id;
        }
        let id = nodes.push(node);
        table.insert_unique(hash, id, |&id| fx(&nodes[id]));
        self.keys.push(UNKNOWN);
        id
    }

    fn leaf(&mut self, key: u32, value: u32) -> MapId {
        self.intern(Node { prefix: 0, mask: 0, left: key, right: value })
    }

    /// A branch, unless one side is empty.
    fn branch(&mut self, prefix: u32, mask: u32, left: MapId, right: MapId) -> MapId {
        if left == EMPTY {
            return right;
        }
        if right == EMPTY {
            return left;
        }
        self.intern(Node { prefix, mask, left: left.0, right: right.0 })
    }

    /// A branch over two maps whose keys differ above all their own branches; `one` and `two` are any keys of theirs.
    fn link(&mut self, one: u32, left: MapId, two: u32, right: MapId) -> MapId {
        let mask = 1 << (31 - (one ^ two).leading_zeros());
        let prefix = one & !(mask | (mask - 1));
        if one & mask == 0 {
            self.branch(prefix, mask, left, right)
        } else {
            self.branch(prefix, mask, right, left)
        }
    }

    pub(crate) fn get(&self, map: MapId, key: u32) -> Option<u32> {
        if map == EMPTY {
            return None;
        }
        let mut node = self.nodes[map];
        while !node.is_leaf() {
            let (left, right) = node.branches();
            node = self.nodes[if key & node.mask == 0 { left } else { right }];
        }
        (node.left == key).then_some(node.right)
    }

    pub(crate) fn insert(&mut self, map: MapId, key: u32, value: u32) -> MapId {
        if map == EMPTY {
            return self.leaf(key, value);
        }
        let node = self.nodes[map];
        if node.is_leaf() {
            let leaf = self.leaf(key, value);
            return if node.left == key { leaf } else { self.link(key, leaf, node.left, map) };
        }
        if !node.fits(key) {
            let leaf = self.leaf(key, value);
            return self.link(key, leaf, node.prefix, map);
        }
        let (left, right) = node.branches();
        if key & node.mask == 0 {
            let changed = self.insert(left, key, value);
            if changed == left { map } else { self.branch(node.prefix, node.mask, changed, right) }
        } else {
            let changed = self.insert(right, key, value);
            if changed == right { map } else { self.branch(node.prefix, node.mask, left, changed) }
        }
    }

    pub(crate) fn remove(&mut self, map: MapId, key: u32) -> MapId {
        if map == EMPTY {
            return EMPTY;
        }
        let node = self.nodes[map];
        if node.is_leaf() {
            return if node.left == key { EMPTY } else { map };
        }
        if !node.fits(key) {
            return map;
        }
        let (left, right) = node.branches();
        if key & node.mask == 0 {
            let changed = self.remove(left, key);
            if changed == left { map } else { self.branch(node.prefix, node.mask, changed, right) }
        } else {
            let changed = self.remove(right, key);
            if changed == right { map } else { self.branch(node.prefix, node.mask, left, changed) }
        }
    }

    /// The entries whose keys are wanted.
    pub(crate) fn filter(&mut self, map: MapId, wanted: &impl Fn(u32) -> bool) -> MapId {
        if map == EMPTY {
            return EMPTY;
        }
        let node = self.nodes[map];
        if node.is_leaf() {
            return if wanted(node.left) { map } else { EMPTY };
        }
        let (left, right) = node.branches();
        let kept = (self.filter(left, wanted), self.filter(right, wanted));
        if kept == (left, right) { map } else { self.branch(node.prefix, node.mask, kept.0, kept.1) }
    }

    /// The entries in the order of their keys.
    pub(crate) fn entries(&self, map: MapId) -> Vec<(u32, u32)> {
        self.few_entries(map, usize::MAX).unwrap_or_default()
    }

    /// The entries, unless there are more than so many.
    pub(crate) fn few_entries(&self, map: MapId, most: usize) -> Option<Vec<(u32, u32)>> {
        let mut found = Vec::new();
        let mut pending = vec![map];
        while let Some(at) = pending.pop() {
            if at == EMPTY {
                continue;
            }
            let node = self.nodes[at];
            if node.is_leaf() {
                found.push((node.left, node.right));
            } else {
                let (left, right) = node.branches();
                pending.extend([right, left]);
            }
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }

    /// Whether all entries of one map are in another.
    pub(crate) fn is_part(&self, part: MapId, whole: MapId) -> bool {
        if part == whole || part == EMPTY {
            return true;
        }
        if whole == EMPTY {
            return false;
        }
        let (small, large) = (self.nodes[part], self.nodes[whole]);
        if small.is_leaf() {
            return self.get(whole, small.left) == Some(small.right);
        }
        if large.is_leaf() {
            return false;
        }
        let ((left, right), (other_left, other_right)) = (small.branches(), large.branches());
        if small.mask == large.mask {
            return small.prefix == large.prefix
                && self.is_part(left, other_left)
                && self.is_part(right, other_right);
        }
        if small.mask > large.mask || !large.fits(small.prefix) {
            return false;
        }
        self.is_part(part, if small.prefix & large.mask == 0 { other_left } else { other_right })
    }

    /// The entries of a newer map that an older one does not have, in the order of their keys.
    pub(crate) fn added(&self, old: MapId, new: MapId) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.collect_added(old, new, &mut found);
        found
    }

    fn collect_added(&self, old: MapId, new: MapId, found: &mut Vec<(u32, u32)>) {
        if old == new || new == EMPTY {
            return;
        }
        if old == EMPTY {
            return found.extend(self.entries(new));
        }
        let (a, b) = (self.nodes[old], self.nodes[new]);
        if a.is_leaf() {
            return found.extend(self.entries(new).into_iter().filter(|&entry| entry != (a.left, a.right)));
        }
        if b.is_leaf() {
            if self.get(old, b.left) != Some(b.right) {
                found.push((b.left, b.right));
            }
            return;
        }
        let ((a_left, a_right), (b_left, b_right)) = (a.branches(), b.branches());
        // Where one tree branches above the other, the other is on one of its sides.
        let (old_left, old_right) = if a.mask == b.mask && a.prefix == b.prefix {
            (a_left, a_right)
        } else if a.mask > b.mask && a.fits(b.prefix) {
            return self.collect_added(if b.prefix & a.mask == 0 { a_left } else { a_right }, new, found);
        } else if a.mask < b.mask && b.fits(a.prefix) {
            if a.prefix & b.mask == 0 { (old, EMPTY) } else { (EMPTY, old) }
        } else {
            (EMPTY, EMPTY)
        };
        self.collect_added(old_left, b_left, found);
        self.collect_added(old_right, b_right, found);
    }

    /// The entries that two maps have in common.
    pub(crate) fn common(&mut self, one: MapId, two: MapId) -> MapId {
        if one == two {
            return one;
        }
        if one == EMPTY || two == EMPTY {
            return EMPTY;
        }
        let (a, b) = (self.nodes[one], self.nodes[two]);
        if a.is_leaf() {
            return if self.get(two, a.left) == Some(a.right) { one } else { EMPTY };
        }
        if b.is_leaf() {
            return if self.get(one, b.left) == Some(b.right) { two } else { EMPTY };
        }
        let ((a_left, a_right), (b_left, b_right)) = (a.branches(), b.branches());
        if a.mask == b.mask {
            if a.prefix != b.prefix {
                return EMPTY;
            }
            let left = self.common(a_left, b_left);
            let right = self.common(a_right, b_right);
            return self.branch(a.prefix, a.mask, left, right);
        }
        if a.mask < b.mask {
            return self.common(two, one);
        }
        if !a.fits(b.prefix) {
            return EMPTY;
        }
        self.common(if b.prefix & a.mask == 0 { a_left } else { a_right }, two)
    }

    /// The set of a map's keys, as the map from them to 0.
    pub(crate) fn keys(&mut self, map: MapId) -> MapId {
        let known = self.keys[map.index()];
        if known != UNKNOWN {
            return MapId(known);
        }
        let node = self.nodes[map];
        let keys = if node.is_leaf() {
            self.leaf(node.left, 0)
        } else {
            let (left, right) = node.branches();
            let (left, right) = (self.keys(left), self.keys(right));
            self.branch(node.prefix, node.mask, left, right)
        };
        self.keys[map.index()] = keys.0;
        keys
    }

    /// A map restricted to a set of keys, if it has them all.
    pub(crate) fn restrict(&mut self, map: MapId, keys: MapId) -> Option<MapId> {
        if keys == EMPTY {
            return Some(EMPTY);
        }
        if map == EMPTY {
            return None;
        }
        let (set, node) = (self.nodes[keys], self.nodes[map]);
        if set.is_leaf() {
            let value = self.get(map, set.left)?;
            return Some(self.leaf(set.left, value));
        }
        if node.is_leaf() {
            return None;
        }
        if self.keys(map) == keys {
            return Some(map);
        }
        let ((left, right), (wanted_left, wanted_right)) = (node.branches(), set.branches());
        if node.mask == set.mask {
            if node.prefix != set.prefix {
                return None;
            }
            let left = self.restrict(left, wanted_left)?;
            let right = self.restrict(right, wanted_right)?;
            return Some(self.branch(node.prefix, node.mask, left, right));
        }
        if node.mask < set.mask || !node.fits(set.prefix) {
            return None;
        }
        self.restrict(if set.prefix & node.mask == 0 { left } else { right }, keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn build(maps: &mut Maps, entries: &BTreeMap<u32, u32>) -> MapId {
        entries.iter().fold(EMPTY, |map, (&key, &value)| maps.insert(map, key, value))
    }

    fn model() -> impl Strategy<Value = BTreeMap<u32, u32>> {
        let key = prop_oneof![0u32..40, any::<u32>()];
        proptest::collection::btree_map(key, 0u32..3, 0..24)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn equal_maps_are_one_number(entries in model(), seed in any::<u64>()) {
            let mut maps = Maps::new();
            let map = build(&mut maps, &entries);
            let mut shuffled: Vec<_> = entries.iter().collect();
            shuffled.sort_by_key(|(key, _)| (u64::from(**key) ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let other = shuffled.iter().fold(EMPTY, |map, &(&key, _)| maps.insert(map, key, 7));
            let other = shuffled.iter().fold(other, |map, &(&key, &value)| maps.insert(map, key, value));
            prop_assert_eq!(map, other);
            prop_assert_eq!(maps.entries(map), entries.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn operations_agree_with_a_model(one in model(), two in model(), key in 0u32..40) {
            let mut maps = Maps::new();
            let (a, b) = (build(&mut maps, &one), build(&mut maps, &two));
            prop_assert_eq!(maps.get(a, key), one.get(&key).copied());
            let mut without = one.clone();
            without.remove(&key);
            prop_assert_eq!(maps.remove(a, key), build(&mut maps, &without));
            prop_assert_eq!(maps.is_part(a, b), one.iter().all(|(key, value)| two.get(key) == Some(value)));
            let common: BTreeMap<_, _> =
                one.iter().filter(|&(key, value)| two.get(key) == Some(value)).map(|(&k, &v)| (k, v)).collect();
            prop_assert_eq!(maps.common(a, b), build(&mut maps, &common));
            let added: Vec<_> =
                two.iter().filter(|&(key, value)| one.get(key) != Some(value)).map(|(&k, &v)| (k, v)).collect();
            prop_assert_eq!(maps.added(a, b), added);
            let odd: BTreeMap<_, _> = one.iter().filter(|(key, _)| *key % 2 == 1).map(|(&k, &v)| (k, v)).collect();
            prop_assert_eq!(maps.filter(a, &|key| key % 2 == 1), build(&mut maps, &odd));
        }

        #[test]
        fn restriction_finds_the_only_part_with_those_keys(one in model(), two in model(), odd in any::<bool>()) {
            let mut maps = Maps::new();
            let two: BTreeMap<_, _> = if odd { one.iter().filter(|(key, _)| *key % 2 == 1).map(|(&k, &v)| (k, v)).collect() } else { two };
            let (a, b) = (build(&mut maps, &one), build(&mut maps, &two));
            let keys = maps.keys(b);
            let expected = two.keys().map(|key| Some((*key, *one.get(key)?))).collect::<Option<BTreeMap<_, _>>>();
            let expected = expected.map(|entries| build(&mut maps, &entries));
            prop_assert_eq!(maps.restrict(a, keys), expected);
            // What an index of states relies on: the part with those keys is the other map exactly if that is a part.
            prop_assert_eq!(maps.restrict(a, keys) == Some(b), maps.is_part(b, a));
        }
    }
}
