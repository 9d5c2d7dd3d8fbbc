//! Runs at the same time, each in its place, and what happens when one ends.
//!
//! One thread per place takes the next run, executes it and hands over what was found; one thread writes it down. What is written down is on the disk before anybody is told that the run is
//! over. When asked to stop, runs in progress are killed and not written down, so that they run again when the benchmark goes on.

#[cfg(test)]
mod tests;

use crate::clock::Moment;
use crate::journal::Journal;
use crate::output::Output;
use crate::prepare::{Common, Job, Prepared};
use crate::problem::Problem;
use crate::record::{Ended, log_head, record};
use crate::tool::Tool;
use crate::topology::Slot;
use bench_result::Run;
use bench_system::{End, Error, Limits, Measured, Request, Stop};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Who executes a run. The real one is `bench-system`; tests have others.
pub trait Execute: Sync {
    /// Runs a command and measures it.
    fn execute(&self, request: &Request, stop: &Stop) -> Result<Measured, Error>;
}

/// The real one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measuring;

impl Execute for Measuring {
    fn execute(&self, request: &Request, stop: &Stop) -> Result<Measured, Error> {
        bench_system::execute(request, stop)
    }
}

/// What happens while a benchmark runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// A run starts.
    Started(&'a Job),
    /// A run is over and on the disk.
    Ended {
        /// The run definition.
        set: &'a str,
        /// The run.
        run: &'a Run,
        /// How far the benchmark is.
        progress: Progress,
    },
}

/// How far a benchmark is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Runs that are over, also those of an earlier start.
    pub done: usize,
    /// All runs.
    pub total: usize,
    /// How long it takes from now on, if the rest is like what was executed.
    pub remaining: Option<Duration>,
}

/// Who is told.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>);
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// All runs by job; those that are missing were not executed.
    pub runs: Vec<Option<Run>>,
    /// Why it ended early, unless it was asked to.
    pub failure: Option<Failure>,
}

/// Why a benchmark ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The machine lacks something that every run needs.
    Machine(Problem),
    /// Something cannot be written.
    Output(Problem),
    /// Something else that should not happen.
    Other(Problem),
}

impl Failure {
    /// What happened.
    pub fn problem(&self) -> &Problem {
        match self {
            Self::Machine(problem) | Self::Output(problem) | Self::Other(problem) => problem,
        }
    }
}

impl Outcomes {
    /// Whether all runs are there.
    pub fn is_complete(&self) -> bool {
        self.runs.iter().all(Option::is_some)
    }

    /// Whether there are runs and the tool could be started in none: the benchmark has measured
    /// nothing.
    pub fn is_void(&self) -> bool {
        !self.runs.is_empty()
            && self.runs.iter().all(|run| run.as_ref().is_some_and(crate::record::has_not_started))
    }
}

/// A message of a working thread.
enum Message {
    Started(usize),
    Ended(usize, Box<Run>),
    Failed(Failure),
}

/// Executes all runs that are not done.
pub fn execute(
    prepared: &Prepared,
    journals: &mut [Journal],
    executor: &dyn Execute,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Outcomes {
    let queue: VecDeque<usize> =
        (0..prepared.jobs.len()).filter(|index| prepared.done[*index].is_none()).collect();
    let count = queue.len();
    let queue = Mutex::new(queue);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for slot in prepared.allocation.slots.iter().take(count.max(1)) {
            let (sender, queue) = (sender.clone(), &queue);
            let worker = Worker { prepared, slot, executor, stop };
            scope.spawn(move || worker.work(queue, &sender));
        }
        drop(sender);
        collect(prepared, journals, stop, observer, &receiver)
    })
}

struct Worker<'a> {
    prepared: &'a Prepared,
    slot: &'a Slot,
    executor: &'a dyn Execute,
    stop: &'a Stop,
}

impl Worker<'_> {
    fn work(&self, queue: &Mutex<VecDeque<usize>>, sender: &Sender<Message>) {
        loop {
            // The queue has no state in between that a failed thread could leave.
            let next = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front();
            let Some(index) = next.filter(|_| !self.stop.is_given()) else { return };
            // Nobody listens any more only if everything is over.
            let _ = sender.send(Message::Started(index));
            let job = &self.prepared.jobs[index];
            let Prepared { tool, common, output, machine, plan, .. } = self.prepared;
            let bench = Bench { tool: &**tool, common, output, host: &machine.hostname };
            let message =
                match bench.run(job, &plan.sets[job.run.set].name, self.slot, self.executor, self.stop) {
                    Ok(Some(run)) => Message::Ended(index, Box::new(run)),
                    Ok(None) => return,
                    Err(problem) => {
                        self.stop.give();
                        Message::Failed(problem)
                    }
                };
            let _ = sender.send(message);
        }
    }
}

/// What a single run needs to know of its benchmark, on this machine or on another.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// The tool.
    pub tool: &'a dyn Tool,
    /// What does not depend on the run.
    pub common: &'a Common,
    /// The names of files.
    pub output: &'a Output,
    /// The name of the machine.
    pub host: &'a str,
}

impl Bench<'_> {
    /// Executes a run of the run definition `set`; there is none if it was stopped.
    pub fn run(
        &self,
        job: &Job,
        set: &str,
        slot: &Slot,
        executor: &dyn Execute,
        stop: &Stop,
    ) -> Result<Option<Run>, Failure> {
        let request = self.request(job, set, slot);
        begin_log(&request.output, &job.command).map_err(Failure::Output)?;
        let start = Moment::now().iso();
        let measured = executor.execute(&request, stop);
        let measured = match &measured {
            // Whoever stops us may have stopped the run as well, so how it ended then says nothing.
            Ok(measured)
                if stop.is_given() && (measured.reason.is_some() || measured.end != End::Value(0)) =>
            {
                return Ok(None);
            }
            Ok(measured) => Ok(measured),
            Err(Error::Start(reason)) => Err(reason.clone()),
            Err(Error::Stopped) => return Ok(None),
            Err(Error::Request(_) | Error::Machine(_) | Error::System { .. }) if stop.is_given() => {
                return Ok(None);
            }
            Err(error @ Error::Machine(_)) => {
                return Err(Failure::Machine(Problem::new(format!("{}: {error}", job.run.task))));
            }
            Err(error @ (Error::Request(_) | Error::System { .. })) => {
                return Err(Failure::Other(Problem::new(format!("{}: {error}", job.run.task))));
            }
        };
        let ended = Ended { job, measured, start, slot, host: self.host };
        Ok(Some(record(&ended, self.tool, self.common, self.output)))
    }

    /// What the system is asked for.
    fn request(&self, job: &Job, set: &str, slot: &Slot) -> Request {
        let common = self.common;
        let mut container = common.container.clone();
        if let Some(container) = &mut container {
            container.results = common.result_files.clone();
            container.results_folder =
                Some(self.output.files().join(set).join(job.run.log.trim_end_matches(".log")));
        }
        let limits = &common.limits;
        Request {
            command: job.command.iter().map(Into::into).collect(),
            folder: common.folder.clone(),
            inherited: common.environment.inherited(),
            set: common.environment.set(),
            input: None,
            output: self.output.logs().join(&job.run.log),
            limits: Limits {
                cpu: limits.cpu,
                soft_cpu: limits.soft_cpu,
                wall: limits.wall,
                memory: limits.memory,
                output: common.log_size,
                ..Limits::default()
            },
            cores: slot.cores.clone(),
            nodes: slot.nodes.clone(),
            container,
        }
    }
}

fn begin_log(log: &Path, command: &[String]) -> Result<(), Problem> {
    std::fs::write(log, log_head(command)).map_err(|error| {
        Problem::new(format!("cannot write the log {}: {error}", log.display()))
            .advise("make room or change the folder with `--output`, then go on with `--resume`; what was measured is kept")
    })
}

/// Writes down what the threads find, several at once if they are fast.
fn collect(
    prepared: &Prepared,
    journals: &mut [Journal],
    stop: &Stop,
    observer: &mut dyn Observer,
    receiver: &Receiver<Message>,
) -> Outcomes {
    let mut outcomes = Outcomes { runs: prepared.done.clone(), failure: None };
    let mut estimate = Estimate::new(prepared);
    while let Ok(first) = receiver.recv() {
        let batch: Vec<Message> = std::iter::once(first).chain(receiver.try_iter()).collect();
        let mut ended = Vec::new();
        for message in batch {
            match message {
                Message::Started(index) => observer.event(&Event::Started(&prepared.jobs[index])),
                Message::Ended(index, run) => ended.push((index, run)),
                Message::Failed(failure) => outcomes.failure = outcomes.failure.or(Some(failure)),
            }
        }
        if let Err(problem) = write_down(prepared, journals, &ended) {
            stop.give();
            outcomes.failure = outcomes.failure.or(Some(Failure::Output(problem)));
            continue;
        }
        for (index, run) in ended {
            estimate.ended();
            let set = &prepared.plan.sets[prepared.jobs[index].run.set].name;
            observer.event(&Event::Ended { set, run: &run, progress: estimate.progress() });
            outcomes.runs[index] = Some(*run);
        }
    }
    outcomes
}

pub(crate) fn write_down(
    prepared: &Prepared,
    journals: &mut [Journal],
    ended: &[(usize, Box<Run>)],
) -> Result<(), Problem> {
    let mut touched = Vec::new();
    for (index, run) in ended {
        let set = prepared.jobs[*index].run.set;
        if let Some(journal) = journals.get_mut(set) {
            journal.add(run)?;
            touched.push(set);
        }
    }
    touched.sort_unstable();
    touched.dedup();
    for set in touched {
        journals[set].sync()?;
    }
    Ok(())
}

/// How long it will take.
pub(crate) struct Estimate {
    begin: Instant,
    before: usize,
    done: usize,
    total: usize,
}

impl Estimate {
    pub(crate) fn new(prepared: &Prepared) -> Self {
        let before = prepared.done.iter().flatten().count();
        Self { begin: Instant::now(), before, done: before, total: prepared.jobs.len() }
    }

    pub(crate) fn ended(&mut self) {
        self.done += 1;
    }

    pub(crate) fn progress(&self) -> Progress {
        let executed = u32::try_from(self.done - self.before).unwrap_or(u32::MAX);
        let rest = u32::try_from(self.total - self.done).unwrap_or(u32::MAX);
        let each = self.begin.elapsed().checked_div(executed);
        Progress {
            done: self.done,
            total: self.total,
            remaining: each.and_then(|each| each.checked_mul(rest)),
        }
    }
}
