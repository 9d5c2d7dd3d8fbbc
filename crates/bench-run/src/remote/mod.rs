//! Runs on other machines: a scheduler starts this program once for each run, and what it finds comes back through a folder that all machines share.
//!
//! The folder `NAME.DATE.remote` has what all runs have in common (`common.json`), what each one is (`NUMBER.job`), and in the end what came of it (`NUMBER.run`), which appears
//! at once and whole. So nothing has to be alive in between: whoever collects can be interrupted and go on.

pub mod slurm;
#[cfg(test)]
mod tests;

use crate::definition::{Limits, Located, WantedColumn};
use crate::machine::Machine;
use crate::output::Output;
use crate::prepare::{Common, Job, Prepared};
use crate::problem::{Place, Problem};
use crate::schedule::{Bench, Execute};
use crate::tool::{self, Environment, Locator};
use crate::topology::{Demand, Sharing, Slot, Topology, allocate};
use bench_result::{Column, Run};
use bench_system::{Access, Container, End, Error, Measured, Network, Request, Rule, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What all runs have in common, as the folder has it.
#[derive(Serialize, Deserialize)]
struct RemoteCommon {
    tool: String,
    definition: PathBuf,
    tool_folder: Option<PathBuf>,
    sets: Vec<String>,
    output: Output,
    executable: PathBuf,
    tool_fingerprint: String,
    folder: Option<PathBuf>,
    environment: Environment,
    limits: Limits,
    log_size: Option<u64>,
    container: Option<RemoteContainer>,
    result_files: Vec<String>,
    columns: Vec<WantedColumn>,
    current: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct RemoteContainer {
    rules: Vec<(PathBuf, RemoteAccess)>,
    host_network: bool,
}

#[derive(Serialize, Deserialize)]
enum RemoteAccess {
    Hidden,
    ReadOnly,
    Overlay,
    Full,
}

impl RemoteContainer {
    fn of(container: &Container) -> Self {
        let access = |access| match access {
            Access::Hidden => RemoteAccess::Hidden,
            Access::ReadOnly => RemoteAccess::ReadOnly,
            Access::Overlay => RemoteAccess::Overlay,
            Access::Full => RemoteAccess::Full,
        };
        let rules = container.rules.iter().map(|rule| (rule.folder.clone(), access(rule.access))).collect();
        Self { rules, host_network: container.network == Network::Host }
    }

    fn container(&self) -> Container {
        let access = |access: &RemoteAccess| match access {
            RemoteAccess::Hidden => Access::Hidden,
            RemoteAccess::ReadOnly => Access::ReadOnly,
            RemoteAccess::Overlay => Access::Overlay,
            RemoteAccess::Full => Access::Full,
        };
        let rules =
            self.rules.iter().map(|(folder, kind)| Rule { folder: folder.clone(), access: access(kind) });
        Container {
            rules: rules.collect(),
            network: if self.host_network { Network::Host } else { Network::Loopback },
            ..Container::default()
        }
    }
}

/// Writes down what other machines need to know about the jobs `indices`.
pub fn publish(prepared: &Prepared, locator: &Locator, indices: &[usize]) -> Result<(), Problem> {
    let folder = prepared.output.remote();
    fs::create_dir_all(&folder)
        .map_err(|error| Problem::new(format!("cannot make the folder {}: {error}", folder.display())))?;
    let common = &prepared.common;
    let absolute = |path: &Path| common.current.join(path);
    let remote = RemoteCommon {
        tool: prepared.definition.tool.text.clone(),
        definition: absolute(&prepared.definition.file),
        tool_folder: locator.folder.as_deref().map(absolute),
        sets: prepared.plan.sets.iter().map(|set| set.name.clone()).collect(),
        output: prepared.output.clone(),
        executable: common.executable.clone(),
        tool_fingerprint: common.tool_fingerprint.clone(),
        folder: common.folder.clone(),
        environment: common.environment.clone(),
        limits: common.limits.clone(),
        log_size: common.log_size,
        container: common.container.as_ref().map(RemoteContainer::of),
        result_files: common.result_files.clone(),
        columns: common.columns.clone(),
        current: common.current.clone(),
    };
    write(&folder.join("common.json"), &remote)?;
    for index in indices {
        write(&folder.join(format!("{index}.job")), &prepared.jobs[*index])?;
    }
    Ok(())
}

/// Executes the job `index` of a published folder and leaves what came of it there. This is what the scheduler starts; the current folder must be that of the benchmark.
pub fn element(folder: &Path, index: usize, executor: &dyn Execute, stop: &Stop) -> Result<Done, Problem> {
    let result = folder.join(format!("{index}.run"));
    if result.exists() {
        // A scheduler may start a job again that it believes to be lost.
        return Ok(Done::Already);
    }
    let remote: RemoteCommon = read(&folder.join("common.json"))?;
    let job: Job = read(&folder.join(format!("{index}.job")))?;
    let name = Located { text: remote.tool.clone(), place: Place::file(&remote.definition) };
    let tool = tool::load(&name, &remote.definition, &Locator { folder: remote.tool_folder.clone() })?;
    let machine = Machine::read(Path::new("/"));
    let (slot, warning) = slot(&remote.limits)?;
    let common = Common {
        executable: remote.executable,
        tool_fingerprint: remote.tool_fingerprint,
        folder: remote.folder,
        environment: remote.environment,
        limits: remote.limits,
        log_size: remote.log_size,
        container: remote.container.as_ref().map(RemoteContainer::container),
        result_files: remote.result_files,
        columns: remote.columns,
        current: remote.current,
    };
    let bench = Bench { tool: &*tool, common: &common, output: &remote.output, host: &machine.hostname };
    let set = remote.sets.get(job.run.set).map_or("", String::as_str);
    let run = bench.run(&job, set, &slot, &Patient(executor), stop);
    let Some(mut run) = run.map_err(|failure| failure.problem().clone())? else {
        return Ok(Done::Stopped);
    };
    let mut add = |title: &str, value: String| {
        run.columns.push(Column { title: title.to_owned(), value, hidden: true })
    };
    add("cpu", machine.cpu.clone());
    if let Some(warning) = warning {
        add("allocation-warnings", warning);
    }
    write(&result, &run)?;
    Ok(Done::Executed)
}

/// What an element did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It executed its run.
    Executed,
    /// That had been done.
    Already,
    /// It was asked to stop.
    Stopped,
}

/// How long after a run we may learn that we are to stop.
const NOTICE: Duration = Duration::from_millis(300);

/// Measures, but waits a moment after a run that did not end well: a scheduler that cancels a job signals all its processes, the run before us perhaps.
struct Patient<'a>(&'a dyn Execute);

impl Execute for Patient<'_> {
    fn execute(&self, request: &Request, stop: &Stop) -> Result<Measured, Error> {
        let measured = self.0.execute(request, stop)?;
        if measured.end != End::Value(0) && measured.reason.is_none() {
            stop.wait(NOTICE);
        }
        Ok(measured)
    }
}

/// The cores that the scheduler gave to us. If it does not bind jobs to cores, neither do we: we do not know which ones others were promised.
fn slot(limits: &Limits) -> Result<(Slot, Option<String>), Problem> {
    let topology = Topology::read(Path::new("/")).map_err(Problem::new)?;
    let promised = std::env::var("SLURM_CPUS_PER_TASK").ok().and_then(|text| text.parse::<usize>().ok());
    if promised.is_some_and(|promised| topology.cores.len() > promised) {
        let warning = "the scheduler does not bind jobs to cores: runs may disturb each other";
        return Ok((Slot::default(), Some(warning.to_owned())));
    }
    let demand = Demand {
        runs: 1,
        cores: limits.cores,
        memory: limits.memory,
        allowed: Vec::new(),
        sharing: Sharing::Apart,
    };
    let mut allocation = allocate(&topology, &demand).map_err(Problem::new)?;
    Ok((allocation.slots.pop().unwrap_or_default(), None))
}

/// What came of the job `index`, if it is there.
pub fn result(folder: &Path, index: usize) -> Result<Option<Run>, Problem> {
    let file = folder.join(format!("{index}.run"));
    if file.exists() { read(&file).map(Some) } else { Ok(None) }
}

/// Writes a file that appears whole or not at all.
fn write(path: &Path, value: &impl Serialize) -> Result<(), Problem> {
    let partial = path.with_extension(format!("part{}", std::process::id()));
    let text = serde_json::to_string(value)
        .map_err(|error| Problem::new(format!("cannot write {}: {error}", path.display())))?;
    let write = || -> std::io::Result<()> {
        fs::write(&partial, text)?;
        fs::File::open(&partial)?.sync_all()?;
        fs::rename(&partial, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&partial);
        Problem::new(format!("cannot write {}: {error}", path.display()))
    })
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Problem> {
    let text = fs::read_to_string(path)
        .map_err(|error| Problem::new(format!("cannot read {}: {error}", path.display())))?;
    serde_json::from_str(&text)
        .map_err(|error| Problem::new(format!("{} is damaged: {error}", path.display())))
}
