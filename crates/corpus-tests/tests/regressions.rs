//! Texts that once broke the front end or the interpreter do not break it again.

use cfa::MachineModel;
use corpus_tests::robust::{lower_any, parse_any};
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

#[test]
fn what_broke_once_does_not_break_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/regressions");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "there is at least one regression");
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        let (done, wait) = mpsc::channel();
        // A thread of its own, so that a text on which we hang is reported by its name.
        std::thread::spawn(move || {
            parse_any(&text);
            lower_any(&text, MachineModel::Ilp32, 10_000);
            lower_any(&text, MachineModel::Lp64, 10_000);
            let _ = done.send(());
        });
        match wait.recv_timeout(Duration::from_secs(60)) {
            Ok(()) => {}
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("{}: does not end", file.display()),
            Err(mpsc::RecvTimeoutError::Disconnected) => panic!("{}: panicked", file.display()),
        }
    }
}
