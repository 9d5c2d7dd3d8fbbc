//! What results say about a benchmark as a whole: tool, version, limits, allocation, machine, environment.
//!
//! Together with the command line of each run this is what another team needs to do the same again (section 13.6 of the document).

use super::{Common, Job, Wish};
use crate::clock::Moment;
use crate::definition::Definition;
use crate::hash::Fingerprint;
use crate::machine::{self, Machine};
use crate::plan::Plan;
use crate::tool::Tool;
use crate::topology::{Allocation, show_list};
use crate::units;
use bench_result::{Item, ResultSet};

/// What heads of result sets are made of.
pub(super) struct Facts<'a> {
    pub(super) wish: &'a Wish,
    pub(super) common: &'a Common,
    pub(super) definition: &'a Definition,
    pub(super) plan: &'a Plan,
    pub(super) tool: &'a dyn Tool,
    pub(super) version: &'a str,
    pub(super) machine: &'a Machine,
    pub(super) start: Moment,
}

pub(super) fn heads(facts: &Facts<'_>, jobs: &[Job], allocation: &Allocation) -> Vec<ResultSet> {
    let Facts { wish, common, definition, plan, tool, version, machine, start } = *facts;
    let folder =
        common.folder.as_ref().map_or_else(|| common.current.clone(), |folder| common.current.join(folder));
    let mut columns: Vec<String> = ["status", "cputime", "walltime", "memory"].map(str::to_owned).to_vec();
    columns.extend(definition.columns.iter().map(|column| column.title.clone()));
    let mut heads = Vec::new();
    for (index, set) in plan.sets.iter().enumerate() {
        let mut items = Vec::new();
        let mut add = |name: &str, text: String| items.push(Item { name: name.to_owned(), text });
        add("benchmarkname", definition.name.clone());
        add("date", start.for_people());
        add("starttime", start.iso());
        add("tool", tool.name());
        add("version", version.to_owned());
        add("toolmodule", tool.module());
        add("generator", format!("verdikt-bench {}", env!("CARGO_PKG_VERSION")));
        if let Some(name) = &definition.display_name {
            add("displayName", name.clone());
        }
        let limits = &definition.limits;
        if let Some(bytes) = limits.memory {
            add("memlimit", format!("{bytes}B"));
        }
        for (name, time) in [
            ("timelimit", limits.effective_cpu()),
            ("hardtimelimit", limits.cpu),
            ("walltimelimit", limits.wall),
        ] {
            if let Some(time) = time {
                add(name, units::show_time(time));
            }
        }
        if let Some(cores) = limits.cores {
            add("cpuCores", cores.to_string());
        }
        add("options", set.options.join(" "));
        add("workingfolder", folder.display().to_string());
        if !set.name.is_empty() {
            add("name", set.name.clone());
        }
        add("threads", allocation.slots.len().to_string());
        let slots: Vec<String> = (allocation.slots.iter().filter(|slot| !slot.cores.is_empty()))
            .map(|slot| format!("{}@{}", show_list(&slot.cores), show_list(&slot.nodes)))
            .collect();
        if !slots.is_empty() {
            add("allocation", slots.join(" "));
        }
        add("fingerprint", fingerprint(definition, version, jobs, index));
        heads.push(ResultSet {
            items,
            description: wish.description.clone(),
            system: machine.items(),
            environment: machine::environment(),
            columns: columns.clone(),
            totals: Vec::new(),
            runs: Vec::new(),
        });
    }
    heads
}

/// Whether two benchmarks are the same: same limits, same tool, same command lines for the same tasks.
fn fingerprint(definition: &Definition, version: &str, jobs: &[Job], set: usize) -> String {
    let mut hash = Fingerprint::default();
    hash.add(version).add(&format!("{:?}", definition.limits));
    for job in jobs.iter().filter(|job| job.run.set == set) {
        hash.add(&job.run.block).add(&job.run.task).add(&job.run.repetition.to_string());
        hash.add(&job.command.join("\0"));
    }
    hash.text()
}
