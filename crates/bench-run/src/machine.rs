//! The machine as it is recorded with results, and what happens to it meanwhile: swapping and throttling.
//!
//! Sections 13.4 and 13.6 of the document: figures without the machine that they were made on cannot be replicated, and figures from a machine that swapped or overheated are wrong.

use crate::definition::Required;
use bench_result::Item;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The machine. What is not known is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// Its name.
    pub hostname: String,
    /// The operating system.
    pub os: String,
    /// The model of its CPUs.
    pub cpu: String,
    /// How many virtual cores it has.
    pub cores: usize,
    /// The highest frequency in hertz.
    pub frequency: Option<u64>,
    /// Whether cores run faster while others rest.
    pub turbo: Option<bool>,
    /// The memory in bytes.
    pub ram: Option<u64>,
}

impl Machine {
    /// Reads what the kernel tells below `root`.
    pub fn read(root: &Path) -> Self {
        let text = |file: &str| fs::read_to_string(root.join(file)).ok().map(|text| text.trim().to_owned());
        let cpuinfo = text("proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
            fields.filter(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned()).next_back()
        };
        let cpu = field("model name").unwrap_or_else(|| "unknown".to_owned());
        let cpu = ["(R)", "(TM)", "(tm)"].iter().fold(cpu, |cpu, mark| cpu.replace(mark, ""));
        let scaling = text("sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq");
        let scaling =
            scaling.and_then(|kilohertz| kilohertz.parse::<u64>().ok()).map(|kilohertz| kilohertz * 1000);
        let current =
            field("cpu MHz").and_then(|mhz| mhz.parse::<f64>().ok()).map(|mhz| (mhz * 1e6).round() as u64);
        let release = text("proc/sys/kernel/osrelease").unwrap_or_else(|| "unknown".to_owned());
        let pretty = text("etc/os-release").unwrap_or_default();
        let pretty = pretty.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
        let os = match pretty {
            Some(name) => format!("Linux {release} ({})", name.trim_matches('"')),
            None => format!("Linux {release}"),
        };
        let memory = text("proc/meminfo").unwrap_or_default();
        let total = memory.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let kibibytes = total.and_then(|total| total.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        Self {
            hostname: text("proc/sys/kernel/hostname").unwrap_or_else(|| "unknown".to_owned()),
            os,
            cpu,
            cores: cpuinfo.lines().filter(|line| line.starts_with("processor")).count(),
            frequency: scaling.or(current),
            turbo: turbo(root),
            ram: kibibytes.map(|size| size * 1024),
        }
    }

    /// As items of a result set.
    pub fn items(&self) -> Vec<Item> {
        let item = |name: &str, text: String| Item { name: name.to_owned(), text };
        let mut items = vec![
            item("hostname", self.hostname.clone()),
            item("os", self.os.clone()),
            item("cpu", self.cpu.clone()),
            item("cores", self.cores.to_string()),
        ];
        items.extend(self.frequency.map(|hertz| item("frequency", format!("{hertz}Hz"))));
        items.extend(self.turbo.map(|turbo| item("turboboost", turbo.to_string())));
        // The format asks for the size, and this is how the reference says that it does not know.
        items.push(item("ram", self.ram.map_or_else(|| "unknown".to_owned(), |bytes| format!("{bytes}B"))));
        items
    }
}

/// Whether turbo is on; nothing if the kernel does not say.
fn turbo(root: &Path) -> Option<bool> {
    let flag = |file: &str| fs::read_to_string(root.join(file)).ok().map(|text| text.trim() == "1");
    let boost = flag("sys/devices/system/cpu/cpufreq/boost");
    boost.or_else(|| flag("sys/devices/system/cpu/intel_pstate/no_turbo").map(|off| !off))
}

/// The variables that runs inherit. Those that a container sets itself are left out.
pub fn environment() -> Vec<Item> {
    const OWN: &[&str] = &["HOME", "TMPDIR", "TMP", "TEMPDIR", "TEMP"];
    let variables: BTreeMap<String, String> = std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
        .filter(|(name, _)| !OWN.contains(&name.as_str()))
        .collect();
    variables.into_iter().map(|(name, text)| Item { name, text }).collect()
}

/// Counters of the kernel at a time, to be compared later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    swapped: Option<u64>,
    throttled: BTreeMap<String, u64>,
}

impl Counters {
    /// Reads them.
    pub fn read(root: &Path) -> Self {
        let vmstat = fs::read_to_string(root.join("proc/vmstat")).unwrap_or_default();
        let pages = vmstat.lines().filter_map(|line| line.split_once(' '));
        let pages = pages.filter(|(name, _)| matches!(*name, "pswpin" | "pswpout"));
        let pages: Vec<u64> = pages.filter_map(|(_, number)| number.trim().parse().ok()).collect();
        let mut throttled = BTreeMap::new();
        for file in crate::pattern::expand(
            &root.join("sys/devices/system/cpu/cpu*/thermal_throttle/*_throttle_count"),
        ) {
            if let Some(count) = fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok()) {
                throttled.insert(file.display().to_string(), count);
            }
        }
        Self { swapped: (!pages.is_empty()).then(|| pages.iter().sum()), throttled }
    }

    /// What happened until `later` that makes figures wrong.
    pub fn warnings(&self, later: &Self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.swapped.zip(later.swapped).is_some_and(|(before, after)| after > before) {
            warnings.push("the machine has swapped meanwhile: figures are not reliable".to_owned());
        }
        if self
            .throttled
            .iter()
            .any(|(file, before)| later.throttled.get(file).is_some_and(|after| after > before))
        {
            warnings.push(
                "a CPU has become too hot and slowed itself down meanwhile: figures are not reliable"
                    .to_owned(),
            );
        }
        warnings
    }
}

/// What about the machine makes figures of that many runs at the same time less reliable.
pub fn warnings(machine: &Machine, runs: u32, required: &Required) -> Vec<String> {
    let mut warnings = Vec::new();
    if machine.turbo == Some(true) && runs > 1 {
        warnings.push(
            "turbo is on: cores are faster while others rest, so times depend on what else runs; switch it off for runs at the same time".to_owned(),
        );
    }
    if let Some(model) = required.cpu_model.as_ref().filter(|model| !machine.cpu.contains(*model)) {
        warnings.push(format!("the benchmark requires a CPU `{model}`, but this one is `{}`", machine.cpu));
    }
    if let Some(cores) = required.cores.filter(|cores| (machine.cores as u64) < u64::from(*cores)) {
        warnings
            .push(format!("the benchmark requires {cores} cores, but this machine has {}", machine.cores));
    }
    if let (Some(memory), Some(ram)) = (required.memory, machine.ram)
        && ram < memory
    {
        warnings.push(format!("the benchmark requires {memory} bytes of memory, but this machine has {ram}"));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    struct Root(std::path::PathBuf);

    impl Root {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = Self(std::env::temp_dir().join(format!("machine-{name}-{}", std::process::id())));
            for (file, text) in files {
                let file = root.0.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
            }
            root
        }
    }

    impl Drop for Root {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_machine() {
        let root = Root::new(
            "all",
            &[
                (
                    "proc/cpuinfo",
                    "processor : 0\nmodel name\t: Intel(R) Xeon(R) CPU\ncpu MHz : 2100.5\n\nprocessor : 1\nmodel name : Intel(R) Xeon(R) CPU\ncpu MHz : 1000\n",
                ),
                ("proc/meminfo", "MemTotal:  1000 kB\n"),
                ("proc/sys/kernel/hostname", "h\n"),
                ("proc/sys/kernel/osrelease", "6.1\n"),
                ("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian 12\"\n"),
                ("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"),
            ],
        );
        let machine = Machine::read(&root.0);
        let items: Vec<String> =
            machine.items().iter().map(|item| format!("{}={}", item.name, item.text)).collect();
        expect!["hostname=h os=Linux 6.1 (Debian 12) cpu=Intel Xeon CPU cores=2 frequency=1000000000Hz turboboost=true ram=1024000B"].assert_eq(&items.join(" "));
        let required = |model: &str, cores, memory| Required {
            cpu_model: Some(model.to_owned()),
            cores: Some(cores),
            memory: Some(memory),
        };
        assert_eq!(warnings(&machine, 2, &required("AMD", 3, 2_000_000)).len(), 4);
        assert_eq!(warnings(&machine, 1, &required("Xeon", 2, 1_000_000)).len(), 0);
    }

    #[test]
    fn swapping_and_throttling() {
        let files = |swap: &str, heat: &str| {
            Root::new(
                &format!("count-{swap}-{heat}"),
                &[
                    ("proc/vmstat", &format!("nr_free 5\npswpin 1\npswpout {swap}\n")),
                    ("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", heat),
                ],
            )
        };
        let read = |swap, heat| {
            let root = files(swap, heat);
            let mut counters = Counters::read(&root.0);
            counters.throttled =
                counters.throttled.into_values().map(|count| ("core".to_owned(), count)).collect();
            counters
        };
        assert!(read("4", "2").warnings(&read("4", "2")).is_empty());
        assert_eq!(read("4", "2").warnings(&read("5", "2")).len(), 1);
        assert_eq!(read("4", "2").warnings(&read("5", "3")).len(), 2);
        assert!(Counters::default().warnings(&read("5", "3")).is_empty());
    }
}
