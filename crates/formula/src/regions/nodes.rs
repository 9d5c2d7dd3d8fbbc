//! Abstract memory: nodes that stand for objects that a pointer may point into, and groups of bytes inside them.
//!
//! A union-find with offsets. A [`Pointer`] is a node and a distance in bytes. Unifying two pointers merges their nodes so
//! that the two distances coincide. If one node would have to be merged with itself at another distance `d`, distances in it are
//! from then on known only modulo `d`: that is what pointer arithmetic in a loop does. So a node has a *modulus*: 0 if distances
//! are exact, 1 if nothing is known about them.
//!
//! The accesses to a node are collected in *groups*: maximal sets of accesses that overlap. Different groups are
//! different memories, since no access touches two. What is stored in a group points to the group's *content*.

use cfa::{EdgeId, FloatKind, VarId};
use std::collections::BTreeMap;
use stdx::{Idx, IndexVec};

stdx::define_index! {
    /// A node.
    pub(crate) struct NodeId = "n";
}

/// A distance that nothing reaches.
pub(crate) const FAR: i64 = i64::MAX / 4;

/// Where something points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    pub(crate) node: NodeId,
    pub(crate) offset: i64,
}

impl Pointer {
    pub(crate) fn shifted(self, by: i64) -> Self {
        Self { offset: self.offset.saturating_add(by), ..self }
    }
}

/// What is accessed as what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Integers and pointers, all of one sign, or mixed: then they count as unsigned.
    Bits(Sign),
    /// Floats of one format.
    Float(FloatKind),
}

/// Whether numbers are negative when their highest bit is set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// They are.
    Signed,
    /// They are not.
    Unsigned,
}

impl Kind {
    fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Bits(Sign::Unsigned) }
    }
}

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Object {
    /// All instances of a variable.
    Variable(VarId),
    /// All objects that an edge allocates.
    Site(EdgeId),
    /// What the environment has.
    Unknown,
}

/// Accesses that overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// First byte.
    pub(crate) lo: i64,
    /// Behind the last byte.
    pub(crate) hi: i64,
    /// Where one of the accesses is.
    pub(crate) anchor: i64,
    /// All accesses are at multiples of this from the anchor; 0 if all are at the anchor.
    pub(crate) step: u64,
    /// The size of every access is a multiple of this.
    pub(crate) size: u64,
    /// Whether all accesses have that size.
    pub(crate) is_uniform: bool,
    pub(crate) kind: Kind,
    /// Whether some access is at an index that varies.
    pub(crate) is_ranged: bool,
    /// Where pointers that are stored here point.
    pub(crate) content: Option<Pointer>,
}

impl Group {
    /// One scalar of `size` bytes.
    pub(crate) fn single(offset: i64, size: u64, kind: Kind) -> Self {
        let hi = offset.saturating_add(size as i64);
        Self {
            lo: offset,
            hi,
            anchor: offset,
            step: 0,
            size,
            is_uniform: true,
            kind,
            is_ranged: false,
            content: None,
        }
    }

    /// The bytes of one cell of the memory that the group becomes, given the modulus of its node. Any two accesses
    /// of a cell size either are the same cells or share none.
    pub(crate) fn unit(&self, modulus: u64) -> u64 {
        let step = gcd(self.step, modulus);
        if self.is_uniform && (step == 0 || step >= self.size) { self.size } else { gcd(step, self.size) }
    }

    fn absorb(&mut self, other: &Self) -> Option<(Pointer, Pointer)> {
        self.lo = self.lo.min(other.lo);
        self.hi = self.hi.max(other.hi);
        self.step = gcd(gcd(self.step, other.step), self.anchor.abs_diff(other.anchor));
        self.is_uniform = self.is_uniform && other.is_uniform && self.size == other.size;
        self.size = gcd(self.size, other.size);
        self.kind = self.kind.join(other.kind);
        self.is_ranged |= other.is_ranged;
        match (self.content, other.content) {
            (Some(one), Some(two)) => Some((one, two)),
            (content, None) | (None, content) => {
                self.content = content;
                None
            }
        }
    }
}

#[derive(Default)]
pub(crate) struct Node {
    pub(crate) modulus: u64,
    pub(crate) groups: BTreeMap<i64, Group>,
    /// Objects with the distance of their start.
    pub(crate) objects: Vec<(Object, i64)>,
}

impl Node {
    fn weight(&self) -> usize {
        self.groups.len() + self.objects.len()
    }

    pub(crate) fn normal(&self, offset: i64) -> i64 {
        if self.modulus == 0 { offset } else { offset.rem_euclid(self.modulus as i64) }
    }

    /// The group that has a byte.
    pub(crate) fn group_at(&self, offset: i64) -> Option<&Group> {
        let (_, group) = self.groups.range(..=offset).next_back()?;
        (offset < group.hi).then_some(group)
    }
}

/// All nodes.
#[derive(Default)]
pub(crate) struct Nodes {
    parents: IndexVec<NodeId, Pointer>,
    nodes: IndexVec<NodeId, Node>,
    pending: Vec<(Pointer, Pointer)>,
    /// Whether something was learnt since it was last set to false.
    pub(crate) changed: bool,
}

impl Nodes {
    /// A new node for an object.
    pub(crate) fn add(&mut self, object: Object) -> Pointer {
        let node = NodeId::new(self.nodes.len());
        self.nodes.push(Node { objects: vec![(object, 0)], ..Node::default() });
        let pointer = Pointer { node, offset: 0 };
        self.parents.push(pointer);
        pointer
    }

    /// The pointer in terms of the node that its node was merged into.
    pub(crate) fn find(&mut self, pointer: Pointer) -> Pointer {
        let mut root = pointer;
        while self.parents[root.node].node != root.node {
            root = self.parents[root.node].shifted(root.offset);
        }
        let mut current = pointer;
        while self.parents[current.node].node != root.node {
            let next = self.parents[current.node];
            self.parents[current.node] = Pointer { node: root.node, offset: root.offset - current.offset };
            current = next.shifted(current.offset);
        }
        Pointer { node: root.node, offset: self.nodes[root.node].normal(root.offset) }
    }

    /// All nodes that were not merged into others.
    pub(crate) fn roots(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter_enumerated().filter(|&(id, _)| self.parents[id].node == id)
    }

    /// The two point to the same.
    pub(crate) fn unify(&mut self, one: Pointer, two: Pointer) {
        self.pending.push((one, two));
        self.settle();
    }

    /// Distances in the node are known only modulo `step` (and what they were known modulo already).
    pub(crate) fn fold(&mut self, pointer: Pointer, step: u64) {
        let root = self.find(pointer).node;
        self.fold_root(root, step);
        self.settle();
    }

    fn settle(&mut self) {
        while let Some((one, two)) = self.pending.pop() {
            let (one, two) = (self.find(one), self.find(two));
            if one.node == two.node {
                self.fold_root(one.node, one.offset.abs_diff(two.offset));
            } else if self.nodes[one.node].weight() >= self.nodes[two.node].weight() {
                self.merge(one, two);
            } else {
                self.merge(two, one);
            }
        }
    }

    fn fold_root(&mut self, root: NodeId, step: u64) {
        let node = &mut self.nodes[root];
        let modulus = gcd(node.modulus, step);
        if modulus == node.modulus {
            return;
        }
        self.changed = true;
        node.modulus = modulus;
        let groups = std::mem::take(&mut node.groups);
        for object in &mut node.objects {
            object.1 = object.1.rem_euclid(modulus as i64);
        }
        for group in groups.into_values() {
            self.insert(root, group);
        }
    }

    fn merge(&mut self, into: Pointer, from: Pointer) {
        self.changed = true;
        let shift = into.offset - from.offset;
        let old = std::mem::take(&mut self.nodes[from.node]);
        self.parents[from.node] = Pointer { node: into.node, offset: shift };
        self.fold_root(into.node, old.modulus);
        let node = &mut self.nodes[into.node];
        for (object, offset) in old.objects {
            let offset = node.normal(offset + shift);
            node.objects.push((object, offset));
        }
        for mut group in old.groups.into_values() {
            group.lo += shift;
            group.hi = group.hi.saturating_add(shift).min(FAR);
            group.anchor += shift;
            self.insert(into.node, group);
        }
    }

    /// Adds accesses, which are in terms of the root, to its groups.
    fn insert(&mut self, root: NodeId, mut group: Group) {
        let node = &mut self.nodes[root];
        if node.modulus > 0 {
            let modulus = node.modulus as i64;
            let lo = group.lo.rem_euclid(modulus);
            group.anchor = group.anchor.rem_euclid(modulus);
            group.hi = lo.saturating_add(group.hi - group.lo);
            group.lo = lo;
            if group.hi > modulus {
                (group.lo, group.hi) = (0, modulus);
                group.step = gcd(group.step, node.modulus);
            }
        }
        if let Some(known) = node.group_at(group.lo) {
            let mut joined = *known;
            let clash = joined.absorb(&group);
            if joined == *known {
                self.pending.extend(clash);
                return;
            }
        }
        self.changed = true;
        while let Some((&lo, _)) =
            node.groups.range(..group.hi).next_back().filter(|(_, old)| old.hi > group.lo)
        {
            let old = node.groups.remove(&lo).unwrap_or(group);
            self.pending.extend(group.absorb(&old));
        }
        node.groups.insert(group.lo, group);
    }

    /// Records accesses at a pointer, given relative to it, and says what is stored there.
    pub(crate) fn access(&mut self, at: Pointer, relative: Group) -> Option<Pointer> {
        let at = self.find(at);
        let shift = |offset: i64| offset.saturating_add(at.offset).min(FAR);
        let (lo, hi, anchor) = (shift(relative.lo), shift(relative.hi), shift(relative.anchor));
        self.insert(at.node, Group { lo, hi, anchor, ..relative });
        self.settle();
        let at = self.find(at);
        let node = &self.nodes[at.node];
        node.group_at(node.normal(at.offset + relative.anchor)).and_then(|group| group.content)
    }

    /// A pointer is stored in the group at a pointer, if there is one.
    pub(crate) fn store(&mut self, at: Pointer, value: Pointer) {
        let at = self.find(at);
        let node = &mut self.nodes[at.node];
        let Some((_, group)) = node.groups.range_mut(..=at.offset).next_back() else { return };
        if at.offset >= group.hi {
            return;
        }
        match group.content {
            Some(content) => self.unify(content, value),
            None => {
                group.content = Some(value);
                self.changed = true;
            }
        }
    }

    /// The groups that overlap `size` bytes at a pointer; `None` if the bytes go round the modulus.
    pub(crate) fn window(&mut self, at: Pointer, size: u64) -> Option<Vec<Group>> {
        let at = self.find(at);
        let node = &self.nodes[at.node];
        let end = at.offset.checked_add(i64::try_from(size).ok()?)?;
        if node.modulus > 0 && end > node.modulus as i64 {
            return None;
        }
        let first = node.group_at(at.offset).map_or(at.offset, |group| group.lo);
        Some(node.groups.range(first..end.max(first)).map(|(_, group)| *group).collect())
    }

    /// All groups of the node of a pointer.
    pub(crate) fn all(&mut self, at: Pointer) -> Vec<Group> {
        let root = self.find(at).node;
        self.nodes[root].groups.values().copied().collect()
    }

    /// What distances in the node of a pointer are known modulo.
    pub(crate) fn modulus(&mut self, at: Pointer) -> u64 {
        let root = self.find(at).node;
        self.nodes[root].modulus
    }

    /// Something begins or ends at a pointer: cells must, too.
    pub(crate) fn cut(&mut self, at: Pointer) {
        let at = self.find(at);
        let node = &mut self.nodes[at.node];
        let modulus = node.modulus;
        // A group that goes round the modulus begins at 0, and a cell may lie across it.
        let Some((_, group)) = node.groups.range_mut(..=at.offset).next_back() else { return };
        if at.offset >= group.hi {
            return;
        }
        let step = gcd(group.step, modulus);
        let distance = at.offset.abs_diff(group.anchor);
        let behind = match step {
            0 => distance,
            step => (at.offset - group.anchor).rem_euclid(step as i64) as u64,
        };
        // Between two cells there may be room.
        let is_between = group.is_uniform && (behind == 0 || step >= group.size && behind >= group.size);
        let unit = group.unit(modulus);
        if is_between || !group.is_uniform && distance.is_multiple_of(unit) {
            return;
        }
        group.step = gcd(step, distance);
        group.is_uniform = false;
        self.changed = true;
    }
}

/// The greatest common divisor; 0 is divided by everything.
pub(crate) fn gcd(one: u64, two: u64) -> u64 {
    let (mut one, mut two) = (one, two);
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one
}
