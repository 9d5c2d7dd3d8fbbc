//! Machines that number their cores in every way that the document warns of, as folders that look like `/sys`.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// A virtual core of a made-up machine.
#[derive(Clone, Debug)]
struct Made {
    id: u32,
    package: u32,
    core_id: u32,
    node: u32,
    /// Virtual cores with the same key are one physical core, or share a cache.
    physical: u32,
    cache: u32,
}

/// Writes the machine as the kernel would show it, reads it back and removes it.
fn read(name: &str, machine: &[Made], bytes_per_node: u64, status: &str) -> Result<Topology, String> {
    let root: PathBuf = std::env::temp_dir().join(format!("topology-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    let list = |same: &dyn Fn(&Made) -> bool| {
        let mut ids: Vec<u32> = machine.iter().filter(|made| same(made)).map(|made| made.id).collect();
        ids.sort_unstable();
        show_list(&ids)
    };
    for made in machine {
        let cpu = root.join(format!("sys/devices/system/cpu/cpu{}", made.id));
        fs::create_dir_all(cpu.join("topology")).unwrap();
        fs::create_dir_all(cpu.join("cache/index3")).unwrap();
        fs::create_dir_all(cpu.join(format!("node{}", made.node))).unwrap();
        fs::write(cpu.join("topology/physical_package_id"), format!("{}\n", made.package)).unwrap();
        fs::write(cpu.join("topology/core_id"), format!("{}\n", made.core_id)).unwrap();
        fs::write(cpu.join("topology/thread_siblings_list"), list(&|m| m.physical == made.physical)).unwrap();
        fs::write(cpu.join("cache/index3/level"), "3\n").unwrap();
        fs::write(cpu.join("cache/index3/shared_cpu_list"), list(&|m| m.cache == made.cache)).unwrap();
        let node = root.join(format!("sys/devices/system/node/node{}", made.node));
        fs::create_dir_all(&node).unwrap();
        let text = format!(
            "Node {0} MemTotal:       {1} kB\nNode {0} MemFree: 1 kB\n",
            made.node,
            bytes_per_node / 1024
        );
        fs::write(node.join("meminfo"), text).unwrap();
    }
    fs::create_dir_all(root.join("proc/self")).unwrap();
    fs::write(root.join("proc/self/status"), status).unwrap();
    let topology = Topology::read(&root);
    fs::remove_dir_all(&root).unwrap();
    topology
}

fn demand(runs: u32, cores: u32) -> Demand {
    Demand { runs, cores: Some(cores), memory: None, allowed: Vec::new(), sharing: Sharing::Apart }
}

fn show(topology: &Topology, demands: &[Demand]) -> String {
    let mut out = String::new();
    for demand in demands {
        let _ = write!(out, "{} x {:?}: ", demand.runs, demand.cores.unwrap_or(0));
        match allocate(topology, demand) {
            Ok(allocation) => {
                let slots: Vec<String> = (allocation.slots.iter())
                    .map(|slot| format!("{}@{}", show_list(&slot.cores), show_list(&slot.nodes)))
                    .collect();
                let _ = writeln!(out, "{}", slots.join(" "));
                allocation.warnings.iter().for_each(|warning| writeln!(out, "  warning: {warning}").unwrap());
            }
            Err(message) => writeln!(out, "{message}").unwrap(),
        }
    }
    out
}

fn check(name: &str, machine: &[Made], demands: &[Demand], expect: Expect) {
    let topology = read(name, machine, 32 << 30, "").unwrap();
    expect.assert_eq(&show(&topology, demands));
}

/// Figure A.1: two Opterons with two nodes each; the two cores of a module have neighbouring numbers and different core ids, and core ids repeat on the same CPU.
fn opteron() -> Vec<Made> {
    // CPUs, cores and nodes are not numbered alike: node 2 is on CPU 1, but cores 8 to 15 are on CPU 0.
    let node = |id: u32| id / 8;
    (0..32)
        .map(|id| Made {
            id,
            package: id / 16,
            core_id: id % 8,
            node: node(id),
            physical: id / 2,
            cache: node(id),
        })
        .collect()
}

/// Figure A.2: two Xeons; siblings are 16 apart and share a core id, which has gaps.
fn xeon() -> Vec<Made> {
    let core_ids = [0, 1, 2, 3, 8, 9, 10, 11];
    (0..32u32)
        .map(|id| {
            let package = id % 16 / 8;
            Made {
                id,
                package,
                core_id: core_ids[(id % 8) as usize],
                node: package,
                physical: id % 16,
                cache: package,
            }
        })
        .collect()
}

#[test]
fn machine_of_figure_a1() {
    check(
        "a1",
        &opteron(),
        &[
            demand(1, 1),
            demand(4, 2),
            demand(5, 2),
            demand(4, 8),
            demand(2, 16),
            demand(1, 32),
            demand(17, 1),
            demand(3, 16),
            demand(16, 1),
        ],
        expect![[r#"
            1 x 1: 0@0
            4 x 2: 0-1@0 16-17@2 8-9@1 24-25@3
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            5 x 2: 0-1@0 16-17@2 8-9@1 24-25@3 2-3@0
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            4 x 8: 0-7@0 16-23@2 8-15@1 24-31@3
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            2 x 16: 0-15@0-1 16-31@2-3
              warning: each run is spread over several memory nodes, since it has so many cores
            1 x 32: 0-31@0-3
              warning: each run is spread over several CPUs, since it has so many cores
            17 x 1: 17 runs at the same time with 1 cores each do not fit on 32 cores (16 physical ones) such that no two share a physical core and all have the same kind of place: use at most 16
            3 x 16: 3 runs at the same time with 16 cores each do not fit on 32 cores (16 physical ones) such that no two share a physical core and all have the same kind of place: use at most 2
            16 x 1: 0@0 16@2 8@1 24@3 2@0 18@2 10@1 26@3 4@0 20@2 12@1 28@3 6@0 22@2 14@1 30@3
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
        "#]],
    );
}

#[test]
fn machine_of_figure_a2() {
    check(
        "a2",
        &xeon(),
        &[
            demand(1, 16),
            demand(2, 8),
            demand(3, 4),
            demand(2, 16),
            demand(1, 17),
            demand(3, 10),
            demand(16, 1),
            demand(17, 1),
        ],
        expect![[r#"
            1 x 16: 0-7,16-23@0
            2 x 8: 0-3,16-19@0 8-11,24-27@1
            3 x 4: 0-1,16-17@0 8-9,24-25@1 2-3,18-19@0
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            2 x 16: 0-7,16-23@0 8-15,24-31@1
            1 x 17: 0-8,16-23@0-1
              warning: each run is spread over several CPUs, since it has so many cores
            3 x 10: 3 runs at the same time with 10 cores each do not fit on 32 cores (16 physical ones) such that no two share a physical core and all have the same kind of place: use at most 2
            16 x 1: 0@0 8@1 1@0 9@1 2@0 10@1 3@0 11@1 4@0 12@1 5@0 13@1 6@0 14@1 7@0 15@1
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            17 x 1: 17 runs at the same time with 1 cores each do not fit on 32 cores (16 physical ones) such that no two share a physical core and all have the same kind of place: use at most 16
        "#]],
    );
    let one = |runs, cores, sharing| Demand { sharing, ..demand(runs, cores) };
    let demands = [
        one(2, 8, Sharing::OneThread),
        one(2, 9, Sharing::OneThread),
        one(17, 1, Sharing::Shared),
        one(33, 1, Sharing::Shared),
    ];
    check(
        "a2s",
        &xeon(),
        &demands,
        expect![[r#"
        2 x 8: 0-7@0 8-15@1
        2 x 9: 2 runs at the same time with 9 cores each do not fit on 16 cores (16 physical ones) such that no two share a physical core and all have the same kind of place: use at most 1
        17 x 1: 0@0 8@1 1@0 9@1 2@0 10@1 3@0 11@1 4@0 12@1 5@0 13@1 6@0 14@1 7@0 15@1 16@0
          warning: two runs share a physical core: figures are not reliable
          warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
        33 x 1: 33 runs at the same time with 1 cores each do not fit on 32 cores (32 physical ones) such that no two share a physical core and all have the same kind of place: use at most 32
    "#]],
    );
}

/// CPUs are numbered against their cores, nodes against CPUs, and siblings are neither next to each other nor as far apart as possible.
#[test]
fn numbers_mean_nothing() {
    let ids = [5, 2, 7, 0, 6, 3, 1, 4];
    let machine: Vec<Made> = (0..8u32)
        .map(|at| {
            let package = if at < 4 { 9 } else { 3 };
            Made {
                id: ids[at as usize],
                package,
                core_id: 7,
                node: 40 - package,
                physical: at / 2,
                cache: package,
            }
        })
        .collect();
    check(
        "none",
        &machine,
        &[demand(1, 2), demand(2, 2), demand(4, 1), demand(2, 4), demand(1, 8), demand(5, 1)],
        expect![[r#"
            1 x 2: 1,4@37
            2 x 2: 1,4@37 0,7@31
            4 x 1: 1@37 0@31 3@37 2@31
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            2 x 4: 1,3-4,6@37 0,2,5,7@31
            1 x 8: 0-7@31,37
              warning: each run is spread over several CPUs, since it has so many cores
            5 x 1: 5 runs at the same time with 1 cores each do not fit on 8 cores (4 physical ones) such that no two share a physical core and all have the same kind of place: use at most 4
        "#]],
    );
}

/// Four caches in one node, as on recent AMD machines.
#[test]
fn caches_within_a_node() {
    let machine: Vec<Made> = (0..16u32)
        .map(|id| Made { id, package: 0, core_id: id, node: 0, physical: id, cache: id / 4 })
        .collect();
    check(
        "l3",
        &machine,
        &[demand(4, 4), demand(4, 2), demand(5, 3), demand(2, 6), demand(3, 6), demand(1, 16)],
        expect![[r#"
            4 x 4: 0-3@0 4-7@0 8-11@0 12-15@0
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            4 x 2: 0-1@0 4-5@0 8-9@0 12-13@0
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            5 x 3: 0-2@0 3-5@0 6-8@0 9-11@0 12-14@0
              warning: some runs have cores with different third-level caches
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            2 x 6: 0-5@0 6-11@0
              warning: some runs have cores with different third-level caches
              warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
            3 x 6: 3 runs at the same time with 6 cores each do not fit on 16 cores (16 physical ones) such that no two share a physical core and all have the same kind of place: use at most 2
            1 x 16: 0-15@0
              warning: some runs have cores with different third-level caches
        "#]],
    );
}

/// A container that leaves us one thread of some cores and one node.
#[test]
fn surrounding_container() {
    let status = "Name:\tx\nCpus_allowed_list:\t0-2,16,24-25\nMems_allowed_list:\t0\n";
    let topology = read("box", &xeon(), 32 << 30, status).unwrap();
    let only = |allowed: &[u32]| Demand { allowed: allowed.to_vec(), ..demand(1, 2) };
    expect![[r#"
        1 x 4: 0-2,16@0
        2 x 2: 0,16@0 24-25@
          warning: the memory nodes 1 next to cores of runs have no memory that we may use: memory is not bound
        5 x 1: 0@0 24@ 1@0 25@ 2@0
          warning: the memory nodes 1 next to cores of runs have no memory that we may use: memory is not bound
          warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
        6 x 1: 6 runs at the same time with 1 cores each do not fit on 6 cores (5 physical ones) such that no two share a physical core and all have the same kind of place: use at most 5
        1 x 2: 0,2@0
        1 x 2: the cores 3 cannot be used: there are 0-2,16,24-25
    "#]].assert_eq(&show(
        &topology,
        &[demand(1, 4), demand(2, 2), demand(5, 1), demand(6, 1), only(&[0, 2]), only(&[3])],
    ));
}

#[test]
fn memory_is_not_overbooked() {
    let mut topology = read("memory", &xeon(), 32 << 30, "").unwrap();
    let with = |runs, memory| Demand { memory: Some(memory), ..demand(runs, 2) };
    let gb = 1_000_000_000;
    let mut out = show(&topology, &[with(2, 30 * gb), with(4, 15 * gb), with(4, 18 * gb), with(1, 60 * gb)]);
    topology.memory = Some(20 * gb);
    out +=
        &show(&topology, &[with(2, 15 * gb), with(1, 30 * gb), Demand { cores: None, ..with(2, 11 * gb) }]);
    expect![[r#"
        2 x 2: 0,16@0 8,24@1
        4 x 2: 0,16@0 8,24@1 1,17@0 9,25@1
          warning: several runs share a CPU, and so its cache and its way to the memory: for final figures, run one at a time
        4 x 2: 2 runs at the same time with 18.0 GB of memory each do not fit: memory node 0 has only 34.4 GB, which is enough for 1
        1 x 2: a run may use 60.0 GB of memory, but memory node 0 has only 34.4 GB: use a smaller limit
        2 x 2: 2 runs at the same time with 15.0 GB of memory each do not fit: what we may use of this machine has only 20.0 GB, which is enough for 1
        1 x 2: a run may use 30.0 GB of memory, but what we may use of this machine has only 20.0 GB: use a smaller limit
        2 x 0: 2 runs at the same time with 11.0 GB of memory each do not fit: what we may use of this machine has only 20.0 GB, which is enough for 1
    "#]].assert_eq(&out);
}

#[test]
fn without_limit_of_cores() {
    let topology = read("free", &xeon(), 32 << 30, "").unwrap();
    let free = |runs| Demand { cores: None, ..demand(runs, 1) };
    expect![[r#"
        1 x 0: @
        2 x 0: @ @
          warning: runs at the same time share all cores, since there is no limit of cores: figures are less reliable
        17 x 0: 17 runs at the same time do not fit on 16 physical cores: use at most 16
    "#]].assert_eq(&show(&topology, &[free(1), free(2), free(17)]));
}

#[test]
fn lists_of_numbers() {
    assert_eq!(parse_list(" 0-2,5,4\n"), Ok(vec![0, 1, 2, 4, 5]));
    assert_eq!(parse_list(""), Ok(vec![]));
    for text in ["a", "3-1", "1-", "0-99999999", "-1"] {
        assert!(parse_list(text).is_err(), "{text}");
    }
    assert_eq!(show_list(&[0, 1, 2, 4, 6, 7]), "0-2,4,6-7");
}

#[test]
fn machines_that_tell_nothing() {
    assert!(read("nothing", &[], 0, "").is_err());
    let topology = Topology {
        cores: vec![Core { id: 3, package: 0, node: None, cache: vec![], siblings: vec![3] }],
        ..Topology::default()
    };
    expect![[r#"
        1 x 1: 3@
        2 x 1: 2 runs at the same time with 1 cores each do not fit on 1 cores (1 physical ones) such that no two share a physical core and all have the same kind of place: use at most 1
        1 x 2: a run needs 2 cores, but only 1 can be used
    "#]].assert_eq(&show(&topology, &[demand(1, 1), demand(2, 1), demand(1, 2)]));
}

/// Core, CPU, node, cache, physical core.
type Numbers = (u32, u32, u32, u32, u32);

/// A machine of any shape, numbered at random.
fn machines() -> impl Strategy<Value = Topology> {
    let shape = (1..3u32, 1..3u32, 1..3u32, 1..4u32, 1..3u32);
    shape
        .prop_flat_map(|(packages, nodes, caches, cores, threads)| {
            let total = packages * nodes * caches * cores * threads;
            let ids: Vec<u32> = (0..total).collect();
            (Just((packages, nodes, caches, cores, threads)), Just(ids).prop_shuffle())
        })
        .prop_map(|((packages, nodes, caches, cores, threads), ids)| {
            let mut made: Vec<Numbers> = Vec::new();
            for at in 0..ids.len() as u32 {
                let physical = at / threads;
                let cache = physical / cores;
                let node = cache / caches;
                made.push((ids[at as usize], node / nodes, node, cache, physical));
            }
            let _ = packages;
            let all = |same: &dyn Fn(&Numbers) -> bool| -> Vec<u32> {
                made.iter().filter(|other| same(other)).map(|other| other.0).collect()
            };
            let mut list: Vec<Core> = made
                .iter()
                .map(|&(id, package, node, cache, physical)| Core {
                    id,
                    package: 7 - package,
                    node: Some(node),
                    cache: all(&|other| other.3 == cache),
                    siblings: all(&|other| other.4 == physical),
                })
                .collect();
            list.sort_by_key(|core| core.id);
            let nodes = list.iter().filter_map(|core| core.node).collect::<std::collections::BTreeSet<_>>();
            let nodes = nodes.into_iter().map(|id| Node { id, bytes: 1 << 30 }).collect();
            Topology { cores: list, nodes, memory: None, warnings: Vec::new() }
        })
}

proptest! {
    /// Whatever the numbers are: every run gets as many cores as it asked for, no core and no physical core belongs to two runs, a run that fits on a node is on one
    /// node, and memory is local.
    #[test]
    fn laws_of_allocation(topology in machines(), runs in 1..9u32, cores in 1..9u32) {
        let Ok(allocation) = allocate(&topology, &demand(runs, cores)) else {
            // One run alone is refused only if the machine is too small.
            prop_assert!(runs > 1 || cores as usize > topology.cores.len());
            return Ok(());
        };
        prop_assert_eq!(allocation.slots.len(), runs as usize);
        let core = |id: &u32| topology.cores.iter().find(|core| core.id == *id).unwrap();
        let mut taken = std::collections::BTreeSet::new();
        let largest = topology.nodes.iter().map(|node| topology.cores.iter().filter(|core| core.node == Some(node.id)).count()).max().unwrap();
        for slot in &allocation.slots {
            prop_assert_eq!(slot.cores.len(), cores as usize);
            let physical: std::collections::BTreeSet<u32> = slot.cores.iter().map(|id| *core(id).siblings.iter().min().unwrap()).collect();
            for first in physical {
                prop_assert!(taken.insert(first), "physical core of {} twice", first);
            }
            let near: std::collections::BTreeSet<u32> = slot.cores.iter().filter_map(|id| core(id).node).collect();
            prop_assert_eq!(near.iter().copied().collect::<Vec<_>>(), slot.nodes.clone());
            if cores as usize <= largest {
                prop_assert_eq!(near.len(), 1);
            }
        }
    }

    /// Runs are spread evenly over equal CPUs.
    #[test]
    fn runs_are_spread(topology in machines(), runs in 1..5u32) {
        let Ok(allocation) = allocate(&topology, &demand(runs, 1)) else { return Ok(()) };
        let mut count = std::collections::BTreeMap::new();
        topology.cores.iter().for_each(|core| { count.entry(core.package).or_insert(0u32); });
        for slot in &allocation.slots {
            let package = topology.cores.iter().find(|core| core.id == slot.cores[0]).unwrap().package;
            *count.entry(package).or_insert(0) += 1;
        }
        let (least, most) = (count.values().min().unwrap(), count.values().max().unwrap());
        prop_assert!(most - least <= 1);
    }
}
