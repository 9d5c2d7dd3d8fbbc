//! The order in which states are expanded: a list of criteria, the first of which decides, and the age last.
//!
//! Paths that meet are merged before the meeting point is expanded only if every state on them comes earlier; otherwise the point is
//! expanded again, with all that follows it. [`Order::Topological`] is such an order: what can still lead to a state comes before it, through calls and
//! bounded iterations of nested loops. [`Order::ReversePostorder`] is that within a function without loops, and cheaper.
//!
//! No order suits all searches for bugs: the youngest first drowns in the first loop without end, the oldest first does not get deep. So several lists may take turns:
//! each state waits in all of them, and is expanded where its turn comes first.

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
    /// Fewer edges away from a target first, in the automaton of the program: what refinement has to exclude is found before much is explored.
    TargetDistance,
    /// By chance, the same for the same seed. Decides always.
    Random(u64),
}

/// Criteria, the most important first; or several lists of them, which take turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traversal(Vec<Vec<Order>>);

impl Traversal {
    /// The criteria in order; without one that decides always, the oldest comes first.
    pub fn new(orders: impl IntoIterator<Item = Order>) -> Self {
        Self(vec![orders.into_iter().collect()])
    }

    /// Several such lists that take turns.
    pub fn in_turn(lists: impl IntoIterator<Item = Vec<Order>>) -> Self {
        Self(lists.into_iter().collect())
    }

    /// Whether [`Rank::place`] decides something.
    pub fn looks_at_places(&self) -> bool {
        self.0.iter().flatten().any(|order| *order == Order::Topological)
    }

    /// Whether [`Rank::distance`] decides something.
    pub fn looks_at_distances(&self) -> bool {
        self.0.iter().flatten().any(|order| *order == Order::TargetDistance)
    }

    /// The criteria, one list or several.
    pub fn lists(&self) -> &[Vec<Order>] {
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
    /// How many edges a target is away. Zero unless the traversal looks at it.
    pub distance: u32,
}

type Key = SmallVec<[u32; 12]>;

/// So many states are taken from one list before the next has its turn: enough for a search to follow what it just found.
const TURN: u32 = 256;

/// States that wait for expansion.
#[derive(Clone, Debug)]
pub(super) struct Waitlist {
    traversal: Traversal,
    /// One for each list of criteria. Each has all states.
    heaps: Vec<BinaryHeap<Reverse<(Key, NodeId)>>>,
    /// Whose turn it is, and how much of it is over.
    turn: usize,
    taken: u32,
}

impl Waitlist {
    pub(super) fn traversal(&self) -> &Traversal {
        &self.traversal
    }

    pub(super) fn new(traversal: Traversal) -> Self {
        let heaps = traversal.lists().iter().map(|_| BinaryHeap::new()).collect();
        Self { traversal, heaps, turn: 0, taken: 0 }
    }

    pub(super) fn push(&mut self, node: NodeId, rank: &Rank) {
        for (orders, heap) in self.traversal.lists().iter().zip(&mut self.heaps) {
            heap.push(Reverse((key(orders, node, rank), node)));
        }
    }

    /// The next one. A node may be returned that no longer waits, or once too often: the caller knows, and says which it takes.
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        // Each list has all nodes, so that one without any has seen them all.
        self.heaps.get_mut(self.turn)?.pop().map(|Reverse((_, node))| node)
    }

    /// A node that was returned is expanded.
    pub(super) fn took(&mut self) {
        self.taken += 1;
        if self.taken >= TURN {
            self.taken = 0;
            self.turn = (self.turn + 1) % self.heaps.len();
        }
    }
}

fn key(orders: &[Order], node: NodeId, rank: &Rank) -> Key {
    let mut key = Key::new();
    for order in orders {
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
            Order::TargetDistance => key.push(rank.distance),
            Order::Random(seed) => {
                let number = mix(seed ^ u64::from(node.0));
                key.extend([(number >> 32) as u32, number as u32]);
            }
        }
    }
    key
}

/// The finaliser of splitmix64: a permutation without visible pattern.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
