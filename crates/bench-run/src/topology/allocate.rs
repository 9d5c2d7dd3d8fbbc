//! Which cores and which memory each of the runs at the same time gets.
//!
//! Chapters 9.3, 9.4 and 11 of the document: cores of one run are close together (one cache, one memory node, one CPU, as far as it fits), different runs are as far apart as possible (other
//! CPUs before other nodes before other caches before other physical cores), and no two runs share a physical core. All runs get the same kind of place, since figures from different
//! places could not be compared; where that is impossible, nothing is allocated and the message says what would be possible.

use super::{Core, Topology, show_list};
use std::collections::{BTreeMap, BTreeSet};

/// What the runs need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// How many there are at the same time.
    pub runs: u32,
    /// Cores of each; all share everything if there is no number.
    pub cores: Option<u32>,
    /// Memory of each in bytes.
    pub memory: Option<u64>,
    /// The cores that may be used; all if empty.
    pub allowed: Vec<u32>,
    /// How hyper-threading is used.
    pub sharing: Sharing,
}

/// How the virtual cores of a physical core are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// A run may have several, but two runs never share a physical core.
    #[default]
    Apart,
    /// One of them is used, the others stay idle.
    OneThread,
    /// Two runs may share a physical core: figures are not reliable.
    Shared,
}

/// The place of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Its cores, all if empty.
    pub cores: Vec<u32>,
    /// Its memory nodes, all if empty.
    pub nodes: Vec<u32>,
}

/// The places of all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allocation {
    /// One for each run at the same time.
    pub slots: Vec<Slot>,
    /// What makes the figures less reliable.
    pub warnings: Vec<String>,
}

/// A physical core: its region at each level, from CPU to cache, and its virtual cores.
#[derive(Clone, Debug)]
struct Physical {
    /// CPU; CPU and node; CPU, node and cache. The cumulated keys nest, whatever the kernel's numbers are.
    region: [Vec<u32>; 3],
    threads: Vec<u32>,
}

/// The levels of regions, from small to large.
const CACHE: usize = 2;
const NODE: usize = 1;
const PACKAGE: usize = 0;

/// Decides. An error is a message for the user.
pub fn allocate(topology: &Topology, demand: &Demand) -> Result<Allocation, String> {
    let usable = usable(topology, demand)?;
    let runs = demand.runs.max(1) as usize;
    let mut warnings = Vec::new();
    let Some(cores) = demand.cores else {
        let count = physical(&usable, demand.sharing).len();
        if runs > count {
            return Err(format!(
                "{runs} runs at the same time do not fit on {count} physical cores: use at most {count}"
            ));
        }
        if runs > 1 {
            warnings.push("runs at the same time share all cores, since there is no limit of cores: figures are less reliable".to_owned());
        }
        check_memory(topology, demand, &[])?;
        let all =
            if demand.allowed.is_empty() { Vec::new() } else { usable.iter().map(|core| core.id).collect() };
        return Ok(Allocation { slots: vec![Slot { cores: all, nodes: Vec::new() }; runs], warnings });
    };
    let cores = cores as usize;
    let mut places = match demand.sharing {
        Sharing::Apart | Sharing::OneThread => {
            place(&physical(&usable, demand.sharing), runs, cores, &mut warnings)
        }
        Sharing::Shared => {
            place(&physical(&usable, Sharing::Apart), runs, cores, &mut Vec::new()).or_else(|_| {
                warnings.push("two runs share a physical core: figures are not reliable".to_owned());
                place(&virtual_as_physical(&usable), runs, cores, &mut warnings)
            })
        }
    }?;
    let mut slots = Vec::new();
    for cores in &mut places {
        cores.sort_unstable();
        let nodes = nodes_of(topology, cores, &mut warnings);
        slots.push(Slot { cores: std::mem::take(cores), nodes });
    }
    check_memory(topology, demand, &slots)?;
    if several_on_a_package(&usable, &slots) {
        warnings.push("several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time".to_owned());
    }
    warnings.dedup();
    Ok(Allocation { slots, warnings })
}

fn usable(topology: &Topology, demand: &Demand) -> Result<Vec<Core>, String> {
    let ours = |id: &u32| topology.cores.iter().any(|core| core.id == *id);
    let foreign: Vec<u32> = demand.allowed.iter().copied().filter(|id| !ours(id)).collect();
    if !foreign.is_empty() {
        let have: Vec<u32> = topology.cores.iter().map(|core| core.id).collect();
        return Err(format!(
            "the cores {} cannot be used: there are {}",
            show_list(&foreign),
            show_list(&have)
        ));
    }
    let allowed = |core: &&Core| demand.allowed.is_empty() || demand.allowed.contains(&core.id);
    Ok(topology.cores.iter().filter(allowed).cloned().collect())
}

/// Cores grouped by what the kernel calls siblings. Two lists that have a core in common are one physical core.
fn physical(cores: &[Core], sharing: Sharing) -> Vec<Physical> {
    let mut groups: BTreeMap<u32, Vec<&Core>> = BTreeMap::new();
    for core in cores {
        let first = core.siblings.iter().chain([&core.id]).min().copied().unwrap_or(core.id);
        groups.entry(first).or_default().push(core);
    }
    let make = |group: Vec<&Core>| {
        let mut threads: Vec<u32> = group.iter().map(|core| core.id).collect();
        if sharing == Sharing::OneThread {
            threads.truncate(1);
        }
        Physical { region: region(group[0]), threads }
    };
    groups.into_values().map(make).collect()
}

/// Every virtual core on its own, for runs that have to share.
fn virtual_as_physical(cores: &[Core]) -> Vec<Physical> {
    cores.iter().map(|core| Physical { region: region(core), threads: vec![core.id] }).collect()
}

fn region(core: &Core) -> [Vec<u32>; 3] {
    let package = vec![core.package];
    // A core without a node is in a node of its own kind.
    let node = [package.clone(), vec![core.node.map_or(0, |node| node + 1)]].concat();
    let cache = [node.clone(), vec![core.cache.iter().min().copied().map_or(0, |first| first + 1)]].concat();
    [package, node, cache]
}

/// The cores of every run: in one cache if all runs fit so, otherwise in one node, otherwise in several whole nodes of one CPU, otherwise on several whole CPUs.
fn place(
    machine: &[Physical],
    runs: usize,
    cores: usize,
    warnings: &mut Vec<String>,
) -> Result<Vec<Vec<u32>>, String> {
    let available: usize = machine.iter().map(|core| core.threads.len()).sum();
    if cores > available {
        return Err(format!("a run needs {cores} cores, but only {available} can be used"));
    }
    let mut possible = 0;
    for level in [CACHE, NODE] {
        let regions = regions(machine, level);
        let slots: usize = regions.values().map(|region| pack(region, cores).len()).sum();
        possible = possible.max(slots);
        if slots >= runs {
            if level == NODE && several_caches(machine) {
                warnings.push("some runs have cores with different third-level caches".to_owned());
            }
            return Ok(spread(&regions, runs, cores));
        }
    }
    if possible == 0 {
        // A run is larger than every node: it gets whole nodes of a CPU, or whole CPUs.
        for (outer, inner) in [(Some(PACKAGE), NODE), (None, PACKAGE)] {
            let places = whole(machine, outer, inner, cores);
            possible = possible.max(places.len());
            if places.len() >= runs {
                let what = if outer.is_some() { "memory nodes" } else { "CPUs" };
                warnings.push(format!("each run is spread over several {what}, since it has so many cores"));
                return Ok(places.into_iter().take(runs).collect());
            }
        }
    }
    let physical = machine.len();
    Err(format!(
        "{runs} runs at the same time with {cores} cores each do not fit on {available} cores ({physical} physical ones) such that no two \
         share a physical core and all have the same kind of place: use at most {possible}"
    ))
}

fn regions(machine: &[Physical], level: usize) -> BTreeMap<Vec<u32>, Vec<&Physical>> {
    let mut regions: BTreeMap<Vec<u32>, Vec<&Physical>> = BTreeMap::new();
    for core in machine {
        regions.entry(core.region[level].clone()).or_default().push(core);
    }
    // Physical cores with a common cache stay together.
    for region in regions.values_mut() {
        region.sort_by_key(|core| (core.region[CACHE].clone(), core.threads[0]));
    }
    regions
}

/// As many disjoint sets of `cores` virtual cores as the region has, none sharing a physical core with another.
fn pack(region: &[&Physical], cores: usize) -> Vec<Vec<u32>> {
    let mut places = Vec::new();
    let mut current: Vec<u32> = Vec::new();
    for core in region {
        current.extend(&core.threads);
        if current.len() >= cores {
            current.truncate(cores);
            places.push(std::mem::take(&mut current));
        }
    }
    places
}

/// Gives every run a place in the region that has the fewest neighbours: first on its CPU, then on its node, then in its cache.
fn spread(regions: &BTreeMap<Vec<u32>, Vec<&Physical>>, runs: usize, cores: usize) -> Vec<Vec<u32>> {
    let mut free: Vec<(&Vec<u32>, Vec<Vec<u32>>)> =
        regions.iter().map(|(key, region)| (key, pack(region, cores))).collect();
    free.iter_mut().for_each(|(_, places)| places.reverse());
    let mut used: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    let mut places = Vec::new();
    while places.len() < runs {
        let crowd = |key: &[u32]| -> Vec<usize> {
            (1..=key.len()).map(|length| used.get(&key[..length]).copied().unwrap_or(0)).collect()
        };
        let open = free.iter_mut().filter(|(_, places)| !places.is_empty());
        let Some((key, region)) = open.min_by_key(|(key, _)| crowd(key)) else { break };
        places.extend(region.pop());
        for length in 1..=key.len() {
            *used.entry(key[..length].to_vec()).or_default() += 1;
        }
    }
    places
}

/// Places that consist of whole regions of level `inner`, each within one region of level `outer` (or anywhere).
fn whole(machine: &[Physical], outer: Option<usize>, inner: usize, cores: usize) -> Vec<Vec<u32>> {
    let mut homes: BTreeMap<Vec<u32>, BTreeMap<Vec<u32>, Vec<u32>>> = BTreeMap::new();
    for core in machine {
        let home = outer.map_or_else(Vec::new, |level| core.region[level].clone());
        let part = homes.entry(home).or_default().entry(core.region[inner].clone()).or_default();
        part.extend(&core.threads);
    }
    let mut places = Vec::new();
    for parts in homes.into_values() {
        let mut current: Vec<u32> = Vec::new();
        for part in parts.into_values() {
            current.extend(part);
            if current.len() >= cores {
                current.truncate(cores);
                places.push(std::mem::take(&mut current));
            }
        }
    }
    places
}

fn several_caches(machine: &[Physical]) -> bool {
    let keys: BTreeSet<&Vec<u32>> = machine.iter().map(|core| &core.region[CACHE]).collect();
    let nodes: BTreeSet<&Vec<u32>> = machine.iter().map(|core| &core.region[NODE]).collect();
    keys.len() > nodes.len()
}

/// The nodes next to the cores. A node without memory is no use, so then nothing is bound.
fn nodes_of(topology: &Topology, cores: &[u32], warnings: &mut Vec<String>) -> Vec<u32> {
    let of_core = |id: &u32| topology.cores.iter().find(|core| core.id == *id).and_then(|core| core.node);
    let near: BTreeSet<u32> = cores.iter().filter_map(of_core).collect();
    if near.is_empty() {
        return Vec::new();
    }
    let usable = |id: &u32| topology.nodes.iter().any(|node| node.id == *id && node.bytes > 0);
    let nodes: Vec<u32> = near.iter().copied().filter(usable).collect();
    if nodes.is_empty() {
        let near: Vec<u32> = near.into_iter().collect();
        warnings.push(format!(
            "the memory nodes {} next to cores of runs have no memory that we may use: memory is not bound",
            show_list(&near)
        ));
    }
    nodes
}

/// Refuses what would swap.
fn check_memory(topology: &Topology, demand: &Demand, slots: &[Slot]) -> Result<(), String> {
    let Some(memory) = demand.memory else { return Ok(()) };
    let shown = |bytes: u64| format!("{:.1} GB", bytes as f64 / 1e9);
    let fits = |available: u64, runs: u64, place: &str| {
        let possible = available / memory;
        match memory.checked_mul(runs) {
            Some(needed) if needed <= available => Ok(()),
            Some(_) | None if possible == 0 => Err(format!(
                "a run may use {} of memory, but {place} has only {}: use a smaller limit",
                shown(memory),
                shown(available)
            )),
            Some(_) | None => Err(format!(
                "{runs} runs at the same time with {} of memory each do not fit: {place} has only {}, which is enough for {possible}",
                shown(memory),
                shown(available)
            )),
        }
    };
    if let Some(total) = topology.memory {
        fits(total, u64::from(demand.runs.max(1)), "what we may use of this machine")?;
    }
    let mut by_nodes: BTreeMap<&[u32], u64> = BTreeMap::new();
    for slot in slots.iter().filter(|slot| !slot.nodes.is_empty()) {
        *by_nodes.entry(&slot.nodes).or_default() += 1;
    }
    for (nodes, runs) in by_nodes {
        let size = topology.nodes.iter().filter(|node| nodes.contains(&node.id)).map(|node| node.bytes).sum();
        fits(size, runs, &format!("memory node {}", show_list(nodes)))?;
    }
    Ok(())
}

fn several_on_a_package(cores: &[Core], slots: &[Slot]) -> bool {
    let package = |id: &u32| cores.iter().find(|core| core.id == *id).map(|core| core.package);
    let mut used = BTreeSet::new();
    slots.iter().any(|slot| {
        let packages: BTreeSet<Option<u32>> = slot.cores.iter().map(package).collect();
        packages.into_iter().any(|package| !used.insert(package))
    })
}
