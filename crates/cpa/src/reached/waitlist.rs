//! The order in which states are expanded: a list of criteria, the first of which decides, and the age last.
//!
//! Paths that meet are merged before the meeting point is expanded only if every state on them comes earlier; otherwise the point is
//! expanded again, with all that follows it. [`Order::Topological`] is such an order: what can still lead to a state comes before it, through calls and
//! bounded iterations of nested loops. [`Order::ReversePostorder`] is that within a function without loops, and cheaper.

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
    /// By the place in the execution: positions of active calls, iterations of the loops around them, the position of the location.
    Topological,
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

    /// Whether [`Rank::place`] decides something.
    pub fn looks_at_places(&self) -> bool {
        self.0.contains(&Order::Topological)
    }

    /// The criteria.
    pub fn orders(&self) -> &[Order] {
        &self.0
    }
}

impl Default for Traversal {
    fn default() -> Self {
        Self::new([Order::Topological, Order::BreadthFirst])
    }
}

/// What the criteria look at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rank {
    /// The place in the execution: for each active function, outermost first, the position of each loop around the place in the weak order and its
    /// iteration, then the position of the call or of the location itself. Empty unless the traversal looks at it.
    pub place: SmallVec<[u32; 8]>,
    /// The position of the location in its function's reverse postorder.
    pub position: u32,
    /// The number of active calls.
    pub depth: u32,
    /// The number of loop iterations.
    pub iterations: u32,
}

type Key = SmallVec<[u32; 12]>;

/// States that wait for expansion.
#[derive(Clone, Debug)]
pub(super) struct Waitlist {
    traversal: Traversal,
    heap: BinaryHeap<Reverse<(Key, NodeId)>>,
}

impl Waitlist {
    pub(super) fn traversal(&self) -> &Traversal {
        &self.traversal
    }

    pub(super) fn new(traversal: Traversal) -> Self {
        Self { traversal, heap: BinaryHeap::new() }
    }

    pub(super) fn push(&mut self, node: NodeId, rank: &Rank) {
        let mut key = Key::new();
        for order in self.traversal.orders() {
            match *order {
                // A place that another one begins with comes before it: the end of a place is less than any number in it.
                Order::Topological => {
                    key.extend(rank.place.iter().map(|number| number.saturating_add(1)));
                    key.push(0);
                }
                Order::DepthFirst => key.push(u32::MAX - node.0),
                Order::BreadthFirst => key.push(node.0),
                Order::ReversePostorder => key.push(rank.position),
                Order::CallStackFirst => key.push(u32::MAX - rank.depth),
                Order::LoopIterationFirst => key.push(rank.iterations),
                Order::Random(seed) => {
                    let number = mix(seed ^ u64::from(node.0));
                    key.extend([(number >> 32) as u32, number as u32]);
                }
            }
        }
        self.heap.push(Reverse((key, node)));
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
