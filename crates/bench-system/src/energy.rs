//! Energy that the processors' packages used, as counted by their own meters (RAPL, shown by the kernel as `powercap`).
//!
//! The meters count whole packages, whoever keeps them busy, so there is a figure only for a run that has all cores.

use std::fs;
use std::path::{Path, PathBuf};

/// Meters, and what they showed when a run began.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    zones: Vec<Zone>,
    has_all_cores: bool,
}

#[derive(Debug)]
struct Zone {
    folder: PathBuf,
    /// `pkg0`, or `pkg0-core` for a part of it.
    name: String,
    start: u64,
}

impl Meter {
    /// Reads the meters that there are and that can be read, for a run that has these cores.
    pub(crate) fn start(cores: &[u32]) -> Self {
        let online = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::read(Path::new("/sys/class/powercap"), cores.is_empty() || cores.len() >= online)
    }

    fn read(folder: &Path, has_all_cores: bool) -> Self {
        let mut zones = Vec::new();
        if let Ok(entries) = fs::read_dir(folder) {
            for entry in entries.flatten() {
                zones.extend(zone(&entry.path()));
            }
        }
        zones.sort_by(|a, b| a.name.cmp(&b.name));
        Self { zones, has_all_cores }
    }

    /// Whether there are any.
    pub(crate) fn is_there(&self) -> bool {
        !self.zones.is_empty()
    }

    /// Reads them again: microjoules by domain, first the sum of all packages.
    pub(crate) fn stop(&self, warnings: &mut Vec<String>) -> Vec<(String, u64)> {
        if self.zones.is_empty() {
            return Vec::new();
        }
        if !self.has_all_cores {
            warnings.push(
                "energy was not measured: the meters count whole processors, and the run has some cores only"
                    .to_owned(),
            );
            return Vec::new();
        }
        let used: Vec<(String, u64)> =
            self.zones.iter().filter_map(|zone| Some((zone.name.clone(), zone.used()?))).collect();
        let total = used.iter().filter(|(name, _)| !name.contains('-')).map(|(_, used)| used).sum();
        std::iter::once((String::new(), total)).chain(used).collect()
    }
}

/// Zones are named `intel-rapl:0` (a package) and `intel-rapl:0:1` (a part of it), on processors of other makers, too.
fn zone(folder: &Path) -> Option<Zone> {
    let mut numbers = folder.file_name()?.to_str()?.strip_prefix("intel-rapl:")?.split(':');
    let package: u32 = numbers.next()?.parse().ok()?;
    let label = fs::read_to_string(folder.join("name")).ok()?;
    let name = match numbers.next() {
        None if label.starts_with("package") => format!("pkg{package}"),
        None => return None,
        Some(_) => format!("pkg{package}-{}", label.trim()),
    };
    Some(Zone { start: read(folder, "energy_uj")?, folder: folder.to_owned(), name })
}

impl Zone {
    fn used(&self) -> Option<u64> {
        let end = read(&self.folder, "energy_uj")?;
        match end.checked_sub(self.start) {
            Some(used) => Some(used),
            // The meter has started from zero again.
            None => Some(end + read(&self.folder, "max_energy_range_uj")?.checked_sub(self.start)?),
        }
    }
}

fn read(folder: &Path, file: &str) -> Option<u64> {
    fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meters_of_a_made_up_machine() {
        let folder = std::env::temp_dir().join(format!("verdikt-bench-energy-{}", std::process::id()));
        let set = |zone: &str, file: &str, text: &str| {
            fs::create_dir_all(folder.join(zone)).unwrap();
            fs::write(folder.join(zone).join(file), text).unwrap();
        };
        for (zone, name, energy) in [
            ("intel-rapl:0", "package-0", "100"),
            ("intel-rapl:0:0", "core", "10"),
            ("intel-rapl:1", "package-1", "900"),
            ("intel-rapl:2", "psys", "5"),
            ("dtpm", "x", "5"),
        ] {
            set(zone, "name", &format!("{name}\n"));
            set(zone, "energy_uj", energy);
            set(zone, "max_energy_range_uj", "1000");
        }
        let meter = Meter::read(&folder, true);
        set("intel-rapl:0", "energy_uj", "150");
        set("intel-rapl:0:0", "energy_uj", "13");
        set("intel-rapl:1", "energy_uj", "20");
        let mut warnings = Vec::new();
        let used = meter.stop(&mut warnings);
        let some_cores = Meter::read(&folder, false).stop(&mut warnings);
        fs::remove_dir_all(&folder).unwrap();
        let expected = [("", 170), ("pkg0", 50), ("pkg0-core", 3), ("pkg1", 120)];
        assert_eq!(used, expected.map(|(name, used)| (name.to_owned(), used)));
        assert_eq!((some_cores.len(), warnings.len()), (0, 1));
    }
}
