//! The methods of chapter 10 that fail, each as a test that fails with them.

use super::{Folder, Run, marker, processes_with};
use bench_system::{End, Reason};
use std::time::Duration;

/// In and without a container.
fn both(run: impl Fn(&Folder) -> Option<Run>, check: impl Fn(&bench_system::Measured, &Folder)) {
    for is_bare in [false, true] {
        let folder = Folder::new();
        let Some(run) = run(&folder) else { return };
        let run = if is_bare { run.bare() } else { run };
        if let Some(measured) = run.go() {
            check(&measured, &folder);
        }
    }
}

/// Section 10.1.1: `wait` tells nothing about children that nobody waits for.
#[test]
fn cpu_time_of_a_child_that_is_never_waited_for() {
    both(
        |folder| Run::probe(folder, &["unwaited", "0.3"]),
        |measured, _| {
            let cpu = measured.cpu.unwrap();
            assert!(cpu >= Duration::from_millis(300), "{measured:?}");
            assert!(cpu < Duration::from_millis(320), "{measured:?}");
        },
    );
}

/// Section 10.1.2: sums over processes count shared pages several times.
#[test]
fn shared_memory_is_counted_once() {
    both(
        |folder| Run::probe(folder, &["shared", "60", "3"]),
        |measured, _| {
            let memory = measured.memory.unwrap();
            assert!((60_000_000..64_000_000).contains(&memory), "{measured:?}");
        },
    );
}

/// Section 10.1.2: looking now and then misses short peaks.
#[test]
fn a_short_peak_of_memory_is_seen() {
    both(
        |folder| Run::probe(folder, &["peak", "150"]),
        |measured, _| {
            let memory = measured.memory.unwrap();
            assert!((150_000_000..153_000_000).contains(&memory), "{measured:?}");
        },
    );
}

/// Section 10.2: limits of single processes do not limit their sum, and end one of them only.
#[test]
fn processes_that_are_too_large_together_are_all_ended() {
    let name = marker("together");
    both(
        |folder| {
            let run = Run::probe(folder, &["together", "20", "4", &name])?;
            Some(run.with(|request| request.limits.memory = Some(50_000_000)))
        },
        |measured, _| {
            assert_eq!(measured.reason, Some(Reason::Memory), "{measured:?}");
            assert!(measured.memory.unwrap() <= 50_000_000);
            assert!(measured.wall < Duration::from_secs(20));
        },
    );
    assert_eq!(processes_with(&name), 0);
}

/// Section 10.3: processes that are detached from those that started them.
#[test]
fn a_daemon_is_ended() {
    let name = marker("daemon");
    both(
        |folder| Run::probe(folder, &["daemon", "0", "0", &name]),
        |measured, _| assert_eq!(measured.end, End::Value(0)),
    );
    assert_eq!(processes_with(&name), 0);
}

/// Section 10.3: processes that are made faster than they can be killed one by one.
#[test]
fn a_fork_bomb_is_ended() {
    let name = marker("bomb");
    both(
        |folder| {
            // 10,000 in all: each of them makes one more.
            Run::probe(folder, &["bomb", "1", "5000", &name])
        },
        |measured, folder| {
            assert_eq!(measured.end, End::Value(0));
            assert_eq!(folder.read("log"), "lit\n");
        },
    );
    both(
        |folder| {
            let run = Run::probe(folder, &["endless", "0", "0", &name])?;
            Some(run.with(|request| {
                request.limits.processes = Some(100);
                request.limits.wall = Some(Duration::from_millis(200));
            }))
        },
        |measured, _| {
            assert_eq!(measured.reason, Some(Reason::WallTime), "{measured:?}");
            assert!(measured.wall < Duration::from_secs(5), "{measured:?}");
        },
    );
    assert_eq!(processes_with(&name), 0);
}

/// Section 10.3: a process may leave its process group and ignore what it can.
#[test]
fn a_process_that_ignores_signals_is_ended() {
    both(
        |folder| {
            let run = Run::shell(folder, "trap '' INT TERM HUP QUIT; setsid sleep 100 & sleep 100");
            Some(run.with(|request| request.limits.wall = Some(Duration::from_millis(100))))
        },
        |measured, _| {
            assert_eq!(measured.reason, Some(Reason::WallTime));
            assert!(measured.wall < Duration::from_secs(5), "{measured:?}");
        },
    );
}

/// Section 10.4: a process may give itself other cores, but not more than the control group has.
#[test]
fn a_process_that_changes_its_affinity_stays_on_its_cores() {
    let last = std::thread::available_parallelism().unwrap().get() as u32 - 1;
    both(
        |folder| {
            let run = Run::probe(folder, &["affinity", "0.1"])?;
            Some(run.with(|request| request.cores = vec![last]))
        },
        |measured, folder| {
            assert_eq!(folder.read("log"), format!("{last}\n"));
            assert!(measured.cpu_by_core.iter().all(|(core, _)| *core == last), "{measured:?}");
        },
    );
}

/// Section 10.5: a script that kills everything it can see.
#[test]
fn killing_everybody_harms_nobody_outside() {
    let outside = marker("bystander");
    let mut bystander =
        std::process::Command::new("sh").args(["-c", "sleep 60; :", &outside]).spawn().unwrap();
    let folder = Folder::new();
    let run = Run::shell(&folder, "sleep 50 & kill -9 -1; echo over; kill -9 1; echo still there");
    let measured = run.go();
    let has_survived = bystander.try_wait().unwrap().is_none();
    bystander.kill().unwrap();
    bystander.wait().unwrap();
    if let Some(measured) = measured {
        assert_eq!(measured.end, End::Value(0));
        assert!(folder.read("log").ends_with("over\nstill there\n"), "{}", folder.read("log"));
        assert!(has_survived);
    }
}

/// Section 10.5: temporary files with fixed names.
#[test]
fn runs_at_the_same_time_do_not_share_temporary_files() {
    let script = "set -e; for f in /tmp/verdikt-bench-same /var/tmp/verdikt-bench-same /dev/shm/verdikt-bench-same; do \
        test ! -e $f; echo $$ > $f; done; sleep 0.3; cat /tmp/verdikt-bench-same";
    let runs: Vec<_> = (0..2)
        .map(|_| {
            std::thread::spawn(move || {
                let folder = Folder::new();
                Run::shell(&folder, script).go().map(|measured| (measured, folder.read("log")))
            })
        })
        .collect();
    for run in runs {
        if let Some((measured, log)) = run.join().unwrap() {
            assert_eq!(measured.end, End::Value(0), "{log}");
        }
    }
    assert!(!std::path::Path::new("/tmp/verdikt-bench-same").exists());
    assert!(!std::path::Path::new("/var/tmp/verdikt-bench-same").exists());
}

/// Section 9.6: files that are left influence later runs.
#[test]
fn files_that_a_run_makes_do_not_stay() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("old"), "old").unwrap();
    let script = "echo new > made; echo changed > old; rm -f log; mkdir -p sub/sub; echo x > /etc/verdikt-bench-made; ls";
    if let Some(measured) = Run::shell(&folder, script).go() {
        assert_eq!(measured.end, End::Value(0));
        assert_eq!(folder.read("log"), "made\nold\nsub\n");
        assert_eq!(folder.read("old"), "old");
        assert!(!folder.0.join("made").exists());
        assert!(!std::path::Path::new("/etc/verdikt-bench-made").exists());
    }
}

/// Section 8.2: what is in a RAM disk is memory that nobody counts, unless it is the run's own.
#[test]
fn files_in_memory_are_charged_to_the_run() {
    for target in ["/tmp/x", "/dev/shm/x", "./x"] {
        let folder = Folder::new();
        let run = Run::shell(&folder, &format!("head -c 50000000 /dev/zero > {target}; rm {target}"));
        if let Some(measured) = run.go() {
            assert_eq!(measured.end, End::Value(0), "{}", folder.read("log"));
            assert!((50_000_000..54_000_000).contains(&measured.memory.unwrap()), "{target} {measured:?}");
        }
        let run = Run::shell(&folder, &format!("head -c 50000000 /dev/zero > {target}; echo not ended"));
        let run = run.with(|request| request.limits.memory = Some(20_000_000));
        if let Some(measured) = run.go() {
            assert_eq!(measured.reason, Some(Reason::Memory), "{target} {measured:?}");
        }
    }
}
