//! The order in which states are expanded: a list of criteria, the first of which decides, and the age last.
//!
//! Blocks of several locations are merged before they are left only if every state of a block comes before the point where paths meet.
//! [`Order::ReversePostorder`] does that within a function, [`Order::CallStackFirst`] before it finishes calls first.

use super::NodeId;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One criterion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The youngest first. Decides always.
    DepthFirst,
    /// The oldest first. Decides always.
    BreadthFirst,
    /// Nearer to the entry of the function first.
    ReversePostorder,
    /// Deeper in calls first, so that a call is finished before what follows it.
    CallStackFirst,
    /// Fewer iterations of loops first.
    LoopIterationFirst,
    /// By chance, the same for the same seed. Decides always.
    Random(u64),
}

/// Criteria, the most important first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traversal(Vec<Order>);

impl Traversal {
    /// The criteria in order; without one that decides always, the oldest comes first.
    pub fn new(orders: impl IntoIterator<Item = Order>) -> Self {
        Self(orders.into_iter().collect())
    }

    /// The criteria.
    pub fn orders(&self) -> &[Order] {
        &self.0
    }
}

impl Default for Traversal {
    fn default() -> Self {
        Self::new([Order::CallStackFirst, Order::ReversePostorder, Order::BreadthFirst])
    }
}

/// What the criteria look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rank {
    /// The position of the location in its function's reverse postorder.
    pub position: u32,
    /// The number of active calls.
    pub depth: u32,
    /// The number of loop iterations.
    pub iterations: u32,
}

type Key = SmallVec<[u64; 3]>;

/// States that wait for expansion.
#[derive(Clone, Debug)]
pub(super) struct Waitlist {
    traversal: Traversal,
    heap: BinaryHeap<Reverse<(Key, NodeId)>>,
}

impl Waitlist {
    pub(super) fn new(traversal: Traversal) -> Self {
        Self { traversal, heap: BinaryHeap::new() }
    }

    pub(super) fn push(&mut self, node: NodeId, rank: Rank) {
        let key = self.traversal.orders().iter().map(|order| match *order {
            Order::DepthFirst => u64::from(u32::MAX - node.0),
            Order::BreadthFirst => u64::from(node.0),
            Order::ReversePostorder => u64::from(rank.position),
            Order::CallStackFirst => u64::from(u32::MAX - rank.depth),
            Order::LoopIterationFirst => u64::from(rank.iterations),
            Order::Random(seed) => mix(seed ^ u64::from(node.0)),
        });
        self.heap.push(Reverse((key.collect(), node)));
    }

    /// The next one. A node may be returned that no longer waits, or once too often: the caller knows.
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        self.heap.pop().map(|Reverse((_, node))| node)
    }
}

/// The finaliser of splitmix64: a permutation without visible pattern.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
