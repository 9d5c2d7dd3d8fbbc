//! Loads of known size are measured within one per cent or ten milliseconds, whichever is larger.

use super::{Folder, Run};
use bench_system::End;
use std::time::Duration;

#[test]
fn cpu_time_of_threads() {
    for (seconds, threads) in [("0.2", "1"), ("0.15", "2"), ("0.05", "5")] {
        let folder = Folder::new();
        let Some(run) = Run::probe(&folder, &["burn", seconds, threads]) else { return };
        let Some(measured) = run.go() else { return };
        let own: f64 = folder.read("log").trim().parse().unwrap();
        let cpu = measured.cpu.unwrap().as_secs_f64();
        let tolerance = (own * 0.01).max(0.01);
        assert!((cpu - own).abs() <= tolerance, "its own clock says {own}, we say {cpu}");
        let by_core: Duration = measured.cpu_by_core.iter().map(|(_, time)| *time).sum();
        if !measured.cpu_by_core.is_empty() {
            assert!((by_core.as_secs_f64() - cpu).abs() < 0.001, "{measured:?}");
        }
    }
}

#[test]
fn wall_time() {
    let folder = Folder::new();
    let Some(measured) = Run::new(&folder, &["sleep", "0.25"]).go() else { return };
    // Others may keep the machine busy, so there is no upper limit that always holds; ten times as long is wrong anyway.
    assert!(measured.wall >= Duration::from_millis(250), "{measured:?}");
    assert!(measured.wall < Duration::from_millis(2500), "{measured:?}");
    assert!(measured.cpu.unwrap() < Duration::from_millis(50), "{measured:?}");
}

#[test]
fn memory() {
    for megabytes in ["100", "300"] {
        let folder = Folder::new();
        let Some(run) = Run::probe(&folder, &["touch", megabytes]) else { return };
        let Some(measured) = run.go() else { return };
        let expected = megabytes.parse::<f64>().unwrap() * 1e6;
        let memory = measured.memory.unwrap() as f64;
        assert!(memory >= expected && memory <= expected * 1.01, "{megabytes} MB, we say {memory}");
    }
}

#[test]
fn how_it_ended() {
    let folder = Folder::new();
    for (script, end) in [
        ("exit 0", End::Value(0)),
        ("exit 17", End::Value(17)),
        ("exit 255", End::Value(255)),
        ("kill -11 $$", End::Signal(11)),
    ] {
        let Some(measured) = Run::shell(&folder, script).go() else { return };
        assert_eq!((measured.end, measured.reason), (end, None), "{script}");
    }
}

#[test]
fn input_output_environment_and_folder() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("in"), "from the file\n").unwrap();
    std::fs::write(folder.0.join("log"), "header\n").unwrap();
    let run = Run::shell(&folder, "cat; echo $NAME; pwd; echo error >&2; ls -l /proc/self/fd | wc -l").with(
        |request| {
            request.input = Some(folder.0.join("in"));
            request.set = vec![("NAME".into(), "value".into())];
        },
    );
    if run.go().is_some() {
        let real = folder.0.canonicalize().unwrap();
        // The three standard streams, the folder that is listed, and the line with the total: nothing of ours is open.
        let expected = format!("header\nfrom the file\nvalue\n{}\nerror\n5\n", real.display());
        assert_eq!(folder.read("log"), expected);
    }
}
