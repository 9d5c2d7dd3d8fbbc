//! Limits hold, and what ended a run is told.

use super::{Folder, Run};
use bench_system::{End, Error, Reason, Request};
use std::time::Duration;

fn check(run: &Run, reason: Option<Reason>, end: End) -> Option<bench_system::Measured> {
    let measured = run.go()?;
    assert_eq!((measured.reason, measured.end), (reason, end), "{measured:?}");
    Some(measured)
}

const KILLED: End = End::Signal(9);

#[test]
fn cpu_time_is_limited() {
    let folder = Folder::new();
    for is_bare in [false, true] {
        let run = Run::shell(&folder, "while :; do :; done");
        let run = if is_bare { run.bare() } else { run };
        let run = run.with(|request| request.limits.cpu = Some(Duration::from_millis(300)));
        let Some(measured) = check(&run, Some(Reason::CpuTime), KILLED) else { return };
        let cpu = measured.cpu.unwrap();
        // About a millisecond; on a machine that is busy otherwise we may be late.
        assert!(cpu >= Duration::from_millis(300) && cpu < Duration::from_millis(400), "{cpu:?}");
    }
}

#[test]
fn the_sum_of_children_counts() {
    let folder = Folder::new();
    let script = "for i in 1 2 3; do (while :; do :; done) & done; wait";
    let run =
        Run::shell(&folder, script).with(|request| request.limits.cpu = Some(Duration::from_millis(300)));
    if let Some(measured) = check(&run, Some(Reason::CpuTime), KILLED) {
        assert!(measured.cpu.unwrap() < Duration::from_millis(400), "{measured:?}");
    }
}

#[test]
fn the_soft_limit_asks_first() {
    let folder = Folder::new();
    let soft = |request: &mut Request| {
        request.limits.soft_cpu = Some(Duration::from_millis(100));
        request.limits.cpu = Some(Duration::from_millis(300));
    };
    let run = Run::shell(&folder, "while :; do :; done").with(soft);
    check(&run, Some(Reason::SoftCpuTime), End::Signal(15));
    let run = Run::shell(&folder, "trap 'echo so be it; exit 3' TERM; while :; do :; done").with(soft);
    check(&run, Some(Reason::SoftCpuTime), End::Value(3));
    let run = Run::shell(&folder, "trap '' TERM; while :; do :; done").with(soft);
    check(&run, Some(Reason::CpuTime), KILLED);
}

#[test]
fn wall_time_is_limited() {
    let folder = Folder::new();
    let run = Run::new(&folder, &["sleep", "100"]);
    let run = run.with(|request| request.limits.wall = Some(Duration::from_millis(200)));
    if let Some(measured) = check(&run, Some(Reason::WallTime), KILLED) {
        assert!(
            measured.wall >= Duration::from_millis(200) && measured.wall < Duration::from_secs(2),
            "{measured:?}"
        );
    }
}

#[test]
fn memory_is_limited() {
    let folder = Folder::new();
    let Some(run) = Run::probe(&folder, &["touch", "200"]) else { return };
    let run = run.with(|request| request.limits.memory = Some(50_000_000));
    check(&run, Some(Reason::Memory), KILLED);
    let Some(run) = Run::probe(&folder, &["touch", "40"]) else { return };
    let run = run.with(|request| request.limits.memory = Some(50_000_000));
    check(&run, None, End::Value(0));
}

#[test]
fn files_are_limited() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "head -c 30000000 /dev/zero > /tmp/x; sleep 10");
    let run = run.with(|request| request.limits.files = Some(10_000_000));
    if let Some(measured) = run.go() {
        assert_eq!(measured.reason, Some(Reason::FileSize), "{measured:?}");
    }
    let run = Run::shell(&folder, "head -c 9000000 /dev/zero > /tmp/x");
    let run = run.with(|request| request.limits.files = Some(10_000_000));
    check(&run, None, End::Value(0));
}

#[test]
fn output_is_limited() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "seq 100000; echo last");
    let run = run.with(|request| request.limits.output = Some(1000));
    if let Some(measured) = check(&run, None, End::Value(0)) {
        let log = folder.read("log");
        assert!(log.starts_with("1\n2\n3\n") && log.ends_with("99999\n100000\nlast\n"), "{log}");
        assert!(log.contains("[... 587900 bytes were cut out of the output ...]"), "{log}");
        assert_eq!(measured.warnings.len(), 1, "{measured:?}");
    }
}

#[test]
fn processes_are_limited() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "for i in 1 2 3 4 5 6 7 8; do sleep 1 & done; echo too many");
    let run = run.with(|request| request.limits.processes = Some(4));
    if run.go().is_some() {
        assert!(!folder.read("log").contains("too many"), "{}", folder.read("log"));
    }
}

#[test]
fn a_sign_to_stop_ends_the_run_and_the_figures_stay() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "echo begun; sleep 100");
    let stop = bench_system::Stop::new().unwrap();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            while std::fs::read_to_string(folder.0.join("log")).unwrap_or_default().is_empty() {
                if stop.wait(Duration::from_millis(5)) {
                    return;
                }
            }
            stop.give();
        });
        let result = bench_system::execute(&run.request, &stop);
        stop.give();
        result
    });
    match result {
        Ok(measured) => {
            assert_eq!((measured.reason, measured.end), (Some(Reason::Killed), KILLED));
            assert!(measured.cpu.is_some());
            let again = bench_system::execute(&run.request, &stop);
            assert!(matches!(again, Err(Error::Stopped)), "{again:?}");
        }
        Err(error) => test_needs::skip(error),
    }
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    let refused = |name: &str, change: &dyn Fn(&mut Request)| {
        let error = Run::new(&folder, &["true"]).with(change).result().unwrap_err();
        assert!(matches!(error, Error::Request(_)), "{name}: {error:?}");
        println!("{name}: {error}");
    };
    refused("no command", &|request| request.command.clear());
    refused("a zero in an argument", &|request| request.command.push("a\0b".into()));
    refused("no time", &|request| request.limits.cpu = Some(Duration::ZERO));
    refused("no memory", &|request| request.limits.memory = Some(0));
    refused("soft and hard", &|request| {
        request.limits.cpu = Some(Duration::from_secs(1));
        request.limits.soft_cpu = Some(Duration::from_secs(2));
    });
    refused("no such folder", &|request| request.folder = Some("/no/such/folder".into()));
    refused("no such input", &|request| request.input = Some("/no/such/file".into()));
    refused("output to nowhere", &|request| request.output = "/no/such/folder/log".into());
    refused("a name with an equals sign", &|request| request.set = vec![("A=B".into(), "x".into())]);
    let run = Run::new(&folder, &["true"]).with(|request| request.cores = vec![4000]);
    match run.result() {
        Err(Error::Request(message)) => assert!(message.contains("no core 4000"), "{message}"),
        Err(Error::Machine(message)) => test_needs::skip(message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn commands_that_cannot_be_started() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("text"), "no program").unwrap();
    std::fs::write(folder.0.join("script"), "#!/no/such/interpreter\n").unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.0.join("script"), std::fs::Permissions::clone(&executable)).unwrap();
    for (command, message) in [
        ("no-such-program", "no folder of PATH has a program of that name"),
        ("./no-such-program", "it does not exist"),
        ("./text", "Permission denied"),
        ("./script", "the interpreter"),
        ("/", "Permission denied"),
    ] {
        for is_bare in [false, true] {
            let run = Run::new(&folder, &[command]);
            let run = if is_bare { run.bare() } else { run };
            match run.result() {
                Err(Error::Start(found)) => assert!(found.contains(message), "{found}"),
                Err(Error::Machine(message)) => test_needs::skip(message),
                other => panic!("{command}: {other:?}"),
            }
        }
    }
    std::fs::set_permissions(folder.0.join("text"), executable).unwrap();
    match Run::new(&folder, &["./text"]).result() {
        Err(Error::Start(found)) => assert!(found.contains("neither a program"), "{found}"),
        Err(Error::Machine(message)) => test_needs::skip(message),
        other => panic!("{other:?}"),
    }
}
