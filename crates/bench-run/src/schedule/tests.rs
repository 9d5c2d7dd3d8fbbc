//! Benchmarks without a machine that can measure: runs are made up.

use super::*;
use crate::prepare::{Start, Wish, prepare};
use crate::results::{self, Packing};
use bench_system::End;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, tasks: usize) -> Self {
        let path = std::env::temp_dir().join(format!("schedule-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let names: String = (0..tasks).map(|task| format!("<withoutfile>w{task}</withoutfile>")).collect();
        let text = format!(
            "<benchmark tool='dummy' timelimit='10 s'><rundefinition name='r'/><rundefinition name='s'/><option>true</option>\
             <tasks>{names}</tasks></benchmark>"
        );
        fs::write(path.join("b.xml"), text).unwrap();
        Self(path)
    }

    fn wish(&self, threads: u32, start: Start) -> Wish {
        Wish {
            definition: self.0.join("b.xml"),
            output: self.0.join("results"),
            threads: Some(threads),
            start,
            site: crate::prepare::Site::Elsewhere,
            ..Wish::default()
        }
    }

    /// Runs it and says how many runs were executed, and what came of all.
    fn run(&self, threads: u32, start: Start, executor: &dyn Execute, stop: &Stop) -> (usize, Outcomes) {
        let prepared = prepare(&self.wish(threads, start)).unwrap();
        let mut journals = results::open(&prepared).unwrap();
        let mut count = Count(0);
        let outcomes = execute(&prepared, &mut journals, executor, stop, &mut count);
        results::write(&prepared, &mut journals, &outcomes, Packing::Packed, &[]).unwrap();
        (count.0, outcomes)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Count(usize);

impl Observer for Count {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Started(_) => {}
            Event::Ended { .. } => self.0 += 1,
        }
    }
}

/// Makes up runs; the one with that number does something else.
struct Pretend<F: Fn(&Stop) -> Result<(), Error> + Sync> {
    number: AtomicUsize,
    special: usize,
    happens: F,
}

fn pretend<F: Fn(&Stop) -> Result<(), Error> + Sync>(special: usize, happens: F) -> Pretend<F> {
    Pretend { number: AtomicUsize::new(0), special, happens }
}

impl<F: Fn(&Stop) -> Result<(), Error> + Sync> Execute for Pretend<F> {
    fn execute(&self, request: &Request, stop: &Stop) -> Result<Measured, Error> {
        if self.number.fetch_add(1, Ordering::SeqCst) == self.special {
            (self.happens)(stop)?;
        }
        let mut log = fs::read(&request.output).unwrap();
        log.extend(b"true\n");
        fs::write(&request.output, log).unwrap();
        let stopped = stop.is_given();
        Ok(Measured {
            end: if stopped { End::Signal(9) } else { End::Value(0) },
            reason: stopped.then_some(bench_system::Reason::Killed),
            wall: Duration::from_millis(5),
            cpu: Some(Duration::from_millis(3)),
            cpu_by_core: Vec::new(),
            memory: None,
            read: None,
            written: None,
            sent: None,
            pressure: Vec::new(),
            energy: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

fn statuses(outcomes: &Outcomes) -> Vec<Option<String>> {
    let status = |run: &Run| {
        run.columns.iter().find(|column| column.title == "status").map(|column| column.value.clone())
    };
    outcomes.runs.iter().map(|run| run.as_ref().and_then(status)).collect()
}

#[test]
fn any_number_at_the_same_time() {
    for threads in [1, 3, 50] {
        let folder = Folder::new(&format!("threads{threads}"), 20);
        let (executed, outcomes) =
            folder.run(threads, Start::Fresh, &pretend(usize::MAX, |_| Ok(())), &Stop::new().unwrap());
        assert_eq!(executed, 40);
        assert!(statuses(&outcomes).iter().all(|status| status.as_deref() == Some("true")));
        // Without a limit of memory there is no figure, and none is made up.
        assert!(
            outcomes
                .runs
                .iter()
                .flatten()
                .all(|run| run.columns.iter().all(|column| column.title != "memory"))
        );
    }
}

#[test]
fn stopped_at_any_run_and_resumed() {
    for special in [0, 1, 7, 19, 20, 39] {
        let folder = Folder::new(&format!("stop{special}"), 20);
        let stop = Stop::new().unwrap();
        let give = pretend(special, |stop: &Stop| {
            stop.give();
            Ok(())
        });
        let (executed, outcomes) = folder.run(2, Start::Fresh, &give, &stop);
        assert!(executed < 40 && !outcomes.is_complete() && outcomes.failure.is_none());
        let (again, outcomes) =
            folder.run(2, Start::Resume(None), &pretend(usize::MAX, |_| Ok(())), &Stop::new().unwrap());
        assert_eq!(executed + again, 40, "stopped at {special}");
        assert!(outcomes.is_complete());
    }
}

#[test]
fn failures_end_a_benchmark_or_not() {
    let folder = Folder::new("start", 5);
    let start = pretend(3, |_: &Stop| Err(Error::Start("no such program".to_owned())));
    let (executed, outcomes) = folder.run(1, Start::Fresh, &start, &Stop::new().unwrap());
    assert_eq!((executed, outcomes.is_complete()), (10, true));
    assert_eq!(statuses(&outcomes)[3].as_deref(), Some("FAILED"));

    let folder = Folder::new("machine", 5);
    let machine = pretend(3, |_: &Stop| Err(Error::Machine("no control group".to_owned())));
    let (executed, outcomes) = folder.run(1, Start::Fresh, &machine, &Stop::new().unwrap());
    assert_eq!((executed, outcomes.is_complete()), (3, false));
    assert!(
        matches!(&outcomes.failure, Some(Failure::Machine(problem)) if problem.message.contains("no control group"))
    );
}
