//! Interrupted benchmarks: what was measured is kept, nothing is left running, and going on gives what an uninterrupted one gives.

use crate::support::{Folder, can_measure, definition, kill, processes_with, tasks_of, text};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 200;

fn lines(journal: &Path) -> usize {
    fs::read_to_string(journal).map_or(0, |text| text.lines().count())
}

/// Waits until the journal has that many lines more than it had.
fn wait_for(folder: &Folder, child: &mut Child, more: usize, before: usize) {
    let start = Instant::now();
    loop {
        let now = folder.results(".jsonl").first().map_or(0, |journal| lines(journal));
        if now >= before + more || child.try_wait().unwrap().is_some() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no progress: {now} lines");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    folder.command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What the results are compared with: those of a benchmark that nobody interrupts, or what is known of the tasks.
enum Reference {
    Real,
    Known,
}

/// Interrupts a benchmark of 200 runs twice by `signal` and lets it go on to the end.
fn interrupt_and_resume(name: &str, signal: &str, reference: Reference) {
    if !can_measure() {
        return;
    }
    // The number tells our processes from those of other tests.
    let mark = format!("0.00{}{}", std::process::id(), name.len());
    let folder = Folder::new(
        name,
        RUNS,
        &definition(&["sh", "-c", &format!("sleep {mark}; exit $(($(expr substr {{task}} 6 1) % 2))")]),
    );
    let mut arguments = vec!["b.xml"];
    let mut before = 0;
    for _ in 0..2 {
        let mut child = start(&folder, &arguments);
        wait_for(&folder, &mut child, 30, before);
        let sent = kill(signal, &child);
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        if signal == "INT" {
            assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
            assert!(text(&output.stderr).contains("--resume"), "{}", text(&output.stderr));
            assert_eq!(processes_with(&mark), Vec::<String>::new());
        } else {
            // Whoever cleans up after us needs a moment, on a busy machine a longer one.
            let killed = Instant::now();
            while !processes_with(&mark).is_empty() {
                assert!(killed.elapsed() < Duration::from_secs(10), "left: {:?}", processes_with(&mark));
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        before = lines(&folder.results(".jsonl")[0]);
        assert!((30..=RUNS).contains(&before), "{before} lines");
        arguments = vec!["b.xml", "--resume"];
    }
    let output = folder.run(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let resumed = tasks_of(&folder.results(".jsonl")[0]);
    assert_eq!(folder.results(".jsonl").len(), 1);
    assert_eq!(folder.results(".zip").len(), 1);

    assert_eq!(resumed.len(), RUNS);
    assert!(resumed.values().all(|statuses| statuses.len() == 1), "a run is there twice");
    let uninterrupted = match reference {
        Reference::Real => {
            let definition = fs::read_to_string(folder.0.join("b.xml")).unwrap();
            let whole = Folder::new(&format!("{name}-whole"), RUNS, &definition);
            assert!(whole.run(&["b.xml"]).status.success());
            tasks_of(&whole.results(".jsonl")[0])
        }
        Reference::Known => {
            let status = |number| if number % 2 == 0 { "done" } else { "ERROR (1)" };
            (0..RUNS)
                .map(|number| (format!("../t/a{number:03}.yml"), vec![status(number).to_owned()]))
                .collect()
        }
    };
    assert_eq!(resumed, uninterrupted);

    // Nothing is left to do, and that is no error.
    let output = folder.run(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(tasks_of(&folder.results(".jsonl")[0]), uninterrupted);
}

#[test]
fn interrupted_by_ctrl_c() {
    interrupt_and_resume("int", "INT", Reference::Real);
}

#[test]
fn interrupted_by_kill() {
    interrupt_and_resume("kill", "KILL", Reference::Known);
}
