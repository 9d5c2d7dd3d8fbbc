//! Everything that comes before the first run: definition, tool, plan, command lines, allocation, and what is done already.
//!
//! The order is that of cost and of surprise: what a user wrote is checked before the machine is asked, and all of it before anything is written.

mod heads;
mod history;
mod visible;

pub use history::{Again, Start};
pub use visible::show_program;

use crate::clock::Moment;
use crate::definition::{self, Definition, Limits};
use crate::hash::Fingerprint;
use crate::machine::{self, Machine};
use crate::output::Output;
use crate::pattern;
use crate::plan::{self, Plan, PlannedRun, Selection};
use crate::problem::Problem;
use crate::tool::{self, Call, Environment, Locator, Tool};
use crate::topology::{Allocation, Demand, Sharing, Slot, Topology, allocate};
use crate::variables::Names;
use bench_result::{ResultSet, Run};
use bench_system::Container;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the command line says about a limit of the definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Override<T> {
    /// Nothing.
    #[default]
    Keep,
    /// There is none.
    Remove,
    /// It is this.
    Set(T),
}

impl<T> Override<T> {
    fn apply(self, value: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Remove => *value = None,
            Self::Set(new) => *value = Some(new),
        }
    }
}

/// What is asked for besides the definition.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The definition.
    pub definition: PathBuf,
    /// The folder of results.
    pub output: PathBuf,
    /// An addition to the name of the benchmark.
    pub name: Option<String>,
    /// A description that is kept with the results.
    pub description: String,
    /// CPU time.
    pub cpu: Override<Duration>,
    /// Wall time.
    pub wall: Override<Duration>,
    /// Memory.
    pub memory: Override<u64>,
    /// Cores.
    pub cores: Override<u32>,
    /// Runs at the same time.
    pub threads: Option<u32>,
    /// Which part is to run.
    pub selection: Selection,
    /// Where the tool is.
    pub locator: Locator,
    /// Cores that may be used; all if empty.
    pub allowed_cores: Vec<u32>,
    /// How hyper-threading is used.
    pub sharing: Sharing,
    /// The container of runs; none if there is none. Its result files are those of the definition.
    pub container: Option<Container>,
    /// What is kept of the output of a run, in bytes.
    pub log_size: Option<u64>,
    /// Whether it goes on, repeats a part, or begins.
    pub start: Start,
    /// Where runs are executed.
    pub site: Site,
}

/// Where runs are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Site {
    /// On this machine, on cores that are chosen for each.
    #[default]
    Here,
    /// On machines that a scheduler chooses, with cores that it assigns.
    Elsewhere,
}

/// A run that is ready to start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What is run.
    pub run: PlannedRun,
    /// How.
    pub command: Vec<String>,
}

/// A benchmark that is ready to start.
pub struct Prepared {
    /// The definition, with the limits that count.
    pub definition: Definition,
    /// The plan.
    pub plan: Plan,
    /// All runs, in the order of the plan.
    pub jobs: Vec<Job>,
    /// What is done already, by job.
    pub done: Vec<Option<Run>>,
    /// The tool.
    pub tool: Box<dyn Tool>,
    /// What does not depend on the run.
    pub common: Common,
    /// The places of runs at the same time.
    pub allocation: Allocation,
    /// The machine.
    pub machine: Machine,
    /// The names of files.
    pub output: Output,
    /// The heads of the result sets, by run definition.
    pub heads: Vec<ResultSet>,
    /// Whether the journals exist and are to be continued.
    pub continues: bool,
    /// What the user should know.
    pub warnings: Vec<Problem>,
}

/// What all runs have in common, also those on other machines.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// The program.
    pub executable: PathBuf,
    /// A fingerprint of the program and its version.
    pub tool_fingerprint: String,
    /// The folder in which runs start.
    pub folder: Option<PathBuf>,
    /// Variables.
    pub environment: Environment,
    /// Limits.
    pub limits: Limits,
    /// What is kept of the output.
    pub log_size: Option<u64>,
    /// The container.
    pub container: Option<Container>,
    /// Patterns of files to keep.
    pub result_files: Vec<String>,
    /// Values to take from the output.
    pub columns: Vec<crate::definition::WantedColumn>,
    /// The current folder.
    pub current: PathBuf,
}

/// Prepares a benchmark. An error means that nothing was written and nothing runs.
pub fn prepare(wish: &Wish) -> Result<Prepared, Vec<Problem>> {
    let (mut definition, mut warnings) = definition::read(&wish.definition)?;
    override_limits(&mut definition, wish);
    if let Some(name) = &wish.name {
        definition.name = format!("{}.{name}", definition.name);
    }
    let current = std::env::current_dir()
        .map_err(|error| Problem::new(format!("the current folder cannot be used: {error}")))?;
    let start = Moment::now();
    let output = history::output(wish, &definition.name, start)?;
    let names = Names {
        benchmark: definition.name.clone(),
        date: output.date.clone(),
        file: wish.definition.clone(),
        logs: output.logs(),
        current: current.clone(),
    };
    let (plan, more) = plan::plan(&definition, &names, &wish.selection)?;
    warnings.extend(more);
    let tool = tool::load(&definition.tool, &definition.file, &wish.locator)?;
    let mut common = common(wish, &definition, &*tool, current)?;
    let jobs = jobs(&plan, &*tool, &common)?;
    visible::show(&mut common, &jobs, wish.locator.folder.as_deref())?;
    let (allocation, machine) = place(wish, &definition, &mut warnings)?;
    let version = tool.version(&common.executable).unwrap_or_else(|reason| {
        warnings.push(Problem::new(format!("the version of {} is not known: {reason}", tool.name())));
        String::new()
    });
    let common = Common {
        tool_fingerprint: Fingerprint::default().add(&version).add_file(&common.executable).text(),
        ..common
    };
    let facts = heads::Facts {
        wish,
        common: &common,
        definition: &definition,
        plan: &plan,
        tool: &*tool,
        version: &version,
        machine: &machine,
        start,
    };
    let heads = heads::heads(&facts, &jobs, &allocation);
    let mut prepared = Prepared {
        done: vec![None; jobs.len()],
        continues: matches!(wish.start, Start::Resume(_)),
        definition,
        plan,
        jobs,
        tool,
        common,
        allocation,
        machine,
        output,
        heads,
        warnings,
    };
    history::fill(&mut prepared, wish)?;
    Ok(prepared)
}

fn override_limits(definition: &mut Definition, wish: &Wish) {
    let limits = &mut definition.limits;
    if wish.cpu != Override::Keep {
        limits.soft_cpu = None;
    }
    wish.cpu.apply(&mut limits.cpu);
    wish.wall.apply(&mut limits.wall);
    wish.memory.apply(&mut limits.memory);
    wish.cores.apply(&mut limits.cores);
}

fn common(
    wish: &Wish,
    definition: &Definition,
    tool: &dyn Tool,
    current: PathBuf,
) -> Result<Common, Problem> {
    let options: Vec<String> = (definition.common.options.iter())
        .chain(definition.runs.iter().flat_map(|run| &run.settings.options))
        .cloned()
        .collect();
    let unusable = |reason: String| {
        Problem::at(&definition.tool.place, format!("the tool {} cannot be used: {reason}", tool.name()))
    };
    let executable = tool.executable(&wish.locator, &options).map_err(unusable)?;
    Ok(Common {
        folder: tool.folder(&executable),
        environment: tool.environment(&executable).map_err(unusable)?,
        executable,
        tool_fingerprint: String::new(),
        limits: definition.limits.clone(),
        log_size: wish.log_size,
        container: wish.container.clone(),
        result_files: definition.result_files.iter().filter(|pattern| !pattern.is_empty()).cloned().collect(),
        columns: definition.columns.clone(),
        current,
    })
}

/// The command lines of all runs.
fn jobs(plan: &Plan, tool: &dyn Tool, common: &Common) -> Result<Vec<Job>, Vec<Problem>> {
    let folder = common.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let seen = |path: &Path| -> String {
        let path = if path.is_absolute() {
            path.to_owned()
        } else {
            pattern::relative(path, &folder, &common.current)
        };
        path.display().to_string()
    };
    let executable = seen(&common.executable);
    // A name without a folder would be looked up in PATH.
    let executable = if executable.contains('/') { executable } else { format!("./{executable}") };
    let mut jobs = Vec::new();
    for run in &plan.runs {
        let inputs: Vec<String> = if run.files.is_empty() {
            vec![run.task.clone()]
        } else {
            run.files.iter().map(|file| seen(file)).collect()
        };
        let property = run.property.as_ref().map(|property| seen(&property.file));
        let call = Call {
            executable: &executable,
            options: &run.options,
            inputs: &inputs,
            has_files: !run.files.is_empty(),
            property: property.as_deref(),
            task_options: run.task_options.as_ref(),
            limits: &common.limits,
        };
        match tool.command(&call) {
            Ok(command) => jobs.push(Job { run: run.clone(), command }),
            // All others would fail in the same way.
            Err(reason) => {
                return Err(Problem::new(format!("{}: there is no command line: {reason}", run.task)).into());
            }
        }
    }
    Ok(jobs)
}

fn place(
    wish: &Wish,
    definition: &Definition,
    warnings: &mut Vec<Problem>,
) -> Result<(Allocation, Machine), Vec<Problem>> {
    let root = Path::new("/");
    let machine = Machine::read(root);
    let runs = wish.threads.or(definition.threads).unwrap_or(1);
    if wish.site == Site::Elsewhere {
        return Ok((
            Allocation { slots: vec![Slot::default(); runs as usize], warnings: Vec::new() },
            machine,
        ));
    }
    let topology = Topology::read(root).map_err(Problem::new)?;
    let demand = Demand {
        runs,
        cores: definition.limits.cores,
        memory: definition.limits.memory,
        allowed: wish.allowed_cores.clone(),
        sharing: wish.sharing,
    };
    let allocation = allocate(&topology, &demand).map_err(Problem::new)?;
    let hardware = machine::warnings(&machine, runs, &definition.required);
    let all = topology.warnings.iter().chain(&allocation.warnings).chain(&hardware);
    warnings.extend(all.map(Problem::new));
    if definition.limits.memory.is_none() {
        let message =
            "there is no limit of memory: a run that takes all of it makes the machine swap or fail";
        warnings.push(
            Problem::new(message).advise("`memlimit=\"4 GB\"` in the definition, or `--memorylimit 4GB`"),
        );
    }
    Ok((allocation, machine))
}

/// What a single run depends on.
pub fn job_fingerprint(job: &Job, common: &Common) -> String {
    let mut hash = Fingerprint::default();
    hash.add(&common.tool_fingerprint).add(&format!("{:?}", common.limits)).add(&job.command.join("\0"));
    for file in job.run.files.iter().chain(job.run.property.as_ref().map(|property| &property.file)) {
        hash.add_file(file);
    }
    hash.text()
}
