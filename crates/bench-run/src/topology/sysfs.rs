//! The topology from the files of the kernel.

use super::{Core, Node, Topology, parse_list};
use std::fs;
use std::path::{Path, PathBuf};

impl Topology {
    /// Reads the topology of the machine whose root is `root`, as far as the process that reads may use it.
    pub fn read(root: &Path) -> Result<Self, String> {
        let mut warnings = Vec::new();
        let status = fs::read_to_string(root.join("proc/self/status")).unwrap_or_default();
        let allowed = |key: &str| -> Option<Vec<u32>> {
            let line = status.lines().find_map(|line| line.strip_prefix(key));
            line.and_then(|list| parse_list(list).ok())
        };
        let cpus = root.join("sys/devices/system/cpu");
        let allowed_cores = allowed("Cpus_allowed_list:");
        let online = list(&cpus.join("online"));
        let numbers = entries(&cpus, "cpu").ok_or_else(|| format!("cannot read {}", cpus.display()))?;
        let usable = |id: &u32| {
            let in_list = |list: &Option<Vec<u32>>| list.as_ref().is_none_or(|list| list.contains(id));
            in_list(&online) && in_list(&allowed_cores)
        };
        let mut cores = Vec::new();
        for id in numbers.into_iter().filter(usable) {
            cores.push(core(&cpus.join(format!("cpu{id}")), id, &mut warnings));
        }
        if cores.is_empty() {
            return Err(format!("{} lists no core that we may use", cpus.display()));
        }
        // A sibling that we may not use is not ours to share or to avoid.
        let ours: Vec<u32> = cores.iter().map(|core| core.id).collect();
        for core in &mut cores {
            core.siblings.retain(|id| ours.contains(id));
            core.cache.retain(|id| ours.contains(id));
        }
        if cores.iter().any(|core| core.node.is_none()) {
            warnings.push(
                "the kernel does not tell which memory is next to which core: memory is not bound".to_owned(),
            );
            cores.iter_mut().for_each(|core| core.node = None);
        }
        let folder = root.join("sys/devices/system/node");
        let mems = allowed("Mems_allowed_list:");
        let numbers = entries(&folder, "node").unwrap_or_default();
        let numbers = numbers.into_iter().filter(|id| mems.as_ref().is_none_or(|mems| mems.contains(id)));
        let nodes = numbers
            .map(|id| Node { id, bytes: node_size(&folder.join(format!("node{id}/meminfo"))) })
            .collect();
        Ok(Self { cores, nodes, memory: memory(root), warnings })
    }
}

fn core(folder: &Path, id: u32, warnings: &mut Vec<String>) -> Core {
    let topology = folder.join("topology");
    let package = fs::read_to_string(topology.join("physical_package_id"));
    // Virtual machines and some boards have -1, which stands for one CPU.
    let package =
        package.ok().and_then(|text| text.trim().parse::<i64>().ok()).and_then(|id| u32::try_from(id).ok());
    let siblings =
        list(&topology.join("thread_siblings_list")).or_else(|| list(&topology.join("core_cpus_list")));
    let siblings = siblings.unwrap_or_else(|| {
        warnings.push(format!(
            "the kernel does not tell the siblings of core {id}: it counts as a physical core"
        ));
        vec![id]
    });
    let node = entries(folder, "node").and_then(|nodes| nodes.first().copied());
    Core { id, package: package.unwrap_or(0), node, cache: cache(folder), siblings }
}

/// The sharers of the third-level cache.
fn cache(folder: &Path) -> Vec<u32> {
    let caches = folder.join("cache");
    for index in entries(&caches, "index").unwrap_or_default() {
        let cache = caches.join(format!("index{index}"));
        let level = fs::read_to_string(cache.join("level")).unwrap_or_default();
        if level.trim() == "3" {
            return list(&cache.join("shared_cpu_list")).unwrap_or_default();
        }
    }
    Vec::new()
}

/// The numbers `n` for which the folder has an entry `{prefix}{n}`, sorted; nothing if there is no folder.
fn entries(folder: &Path, prefix: &str) -> Option<Vec<u32>> {
    let names = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.file_name());
    let number = |name: &str| name.strip_prefix(prefix).and_then(|number| number.parse().ok());
    let mut numbers: Vec<u32> = names.filter_map(|name| name.to_str().and_then(number)).collect();
    numbers.sort_unstable();
    Some(numbers)
}

fn list(file: &Path) -> Option<Vec<u32>> {
    let text = fs::read_to_string(file).ok()?;
    parse_list(&text).ok().filter(|list| !list.is_empty())
}

/// The kernel says kB and means KiB.
fn kibibytes(text: &str) -> Option<u64> {
    text.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

fn node_size(file: &Path) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.split_once("MemTotal:"));
    line.and_then(|(_, size)| kibibytes(size)).unwrap_or(0)
}

/// The memory of the machine, or of the tightest control group around us.
fn memory(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/meminfo")).unwrap_or_default();
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:")).and_then(kibibytes);
    group_limits(root).into_iter().chain(total).min()
}

/// The limits of memory of our control groups and of all above them, for both versions.
fn group_limits(root: &Path) -> Vec<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let mut limits = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (mounts, file): (&[&str], &str) = if controllers.is_empty() {
            (&["sys/fs/cgroup", "sys/fs/cgroup/unified"], "memory.max")
        } else if controllers.split(',').any(|controller| controller == "memory") {
            (&["sys/fs/cgroup/memory"], "memory.limit_in_bytes")
        } else {
            continue;
        };
        for mount in mounts {
            let mount = root.join(mount);
            let mut group: PathBuf = mount.join(path.trim_start_matches('/'));
            loop {
                let limit: Option<u64> =
                    fs::read_to_string(group.join(file)).ok().and_then(|text| text.trim().parse().ok());
                limits.extend(limit);
                if group == mount || !group.pop() {
                    break;
                }
            }
        }
    }
    limits
}
