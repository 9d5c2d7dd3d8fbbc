//! How the cores and the memory of a machine belong together.
//!
//! Section 10.4 of the document lists seven assumptions about the numbers that Linux gives to CPUs, cores and memory nodes, all of which fail on some machine. So no number means anything
//! here: which virtual cores are one physical core is what `thread_siblings_list` says, and regions are sets of cores that the kernel calls siblings, sharers of a cache or neighbours of a node.
//!
//! [`Topology`] is a plain value; [`read`](Topology::read) makes it from any folder that looks like `/`, and [`allocate`] decides on the value alone.

mod allocate;
mod sysfs;
#[cfg(test)]
mod tests;

pub use allocate::{Allocation, Demand, Sharing, Slot, allocate};

/// A virtual core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// Its number, by which the kernel is told to use it.
    pub id: u32,
    /// The CPU (socket) that it belongs to.
    pub package: u32,
    /// The memory node next to it, if the kernel knows nodes.
    pub node: Option<u32>,
    /// The virtual cores that share its third-level cache, itself included; empty if that is not known.
    pub cache: Vec<u32>,
    /// The virtual cores of the same physical core, itself included.
    pub siblings: Vec<u32>,
}

/// A memory node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number.
    pub id: u32,
    /// How much memory it has.
    pub bytes: u64,
}

/// The cores and the memory that we may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    /// The cores by number. Those that a surrounding container keeps from us are left out.
    pub cores: Vec<Core>,
    /// The memory nodes by number, likewise.
    pub nodes: Vec<Node>,
    /// What we may use of the memory in all: the machine's, or less if a control group around us says so.
    pub memory: Option<u64>,
    /// What could not be read.
    pub warnings: Vec<String>,
}

/// Reads `0-3,8,10-11`.
pub fn parse_list(text: &str) -> Result<Vec<u32>, String> {
    let mut numbers = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let number = |text: &str| {
            text.trim().parse::<u32>().map_err(|_| format!("`{part}` is not a range of numbers"))
        };
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if last < first || last - first > 1 << 16 {
            return Err(format!("`{part}` is not a range of numbers"));
        }
        numbers.extend(first..=last);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Writes `0-3,8,10-11`.
pub fn show_list(numbers: &[u32]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let mut end = at;
        while end + 1 < numbers.len() && numbers[end + 1] == numbers[end] + 1 {
            end += 1;
        }
        let (first, last) = (numbers[at], numbers[end]);
        parts.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
        at = end + 1;
    }
    parts.join(",")
}
