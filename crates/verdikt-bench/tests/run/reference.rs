//! The reference tool reads what we write: its table generator makes tables of our results and has nothing to complain about.

use crate::support::{Folder, can_measure, definition, text};
use std::process::Command;

/// The Python interpreter that has the reference tool.
fn python() -> Option<String> {
    let python = std::env::var("VERDIKT_BENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python).args(["-c", "import benchexec.tablegenerator"]).output();
    if probe.is_ok_and(|probe| probe.status.success()) {
        return Some(python);
    }
    println!("skipped: {python} has no BenchExec (set VERDIKT_BENCH_PYTHON to one that has)");
    None
}

#[test]
fn tables_of_our_results_without_a_warning() {
    let Some(python) = python() else { return };
    if !can_measure() {
        return;
    }
    let body = definition(&["sh", "-c", "echo '<&\"> \u{e4}'; sleep 0.01"]).replace(
        "<rundefinition/>",
        "<rundefinition name='r'/><rundefinition name='s'/><columns><column title='v'>value</column></columns><tasks name='B'><include>t/a001.yml</include></tasks>",
    );
    let body = body.replace("<tasks><include>", "<tasks name='A'><include>");
    let folder = Folder::new("tables", 5, &body.replace("t/*.yml", "t/a00[234].yml"));
    for arguments in [
        ["b.xml"].as_slice(),
        &["b.xml", "--repeat", "2", "-n", "repeated"],
        &["b.xml", "--no-compress-results", "-n", "plain"],
    ] {
        assert!(folder.run(arguments).status.success());
    }
    let mut files = folder.results(".xml.bz2");
    files.extend(folder.results(".xml"));
    assert_eq!(files.len(), 18);
    let output = Command::new(python)
        .args(["-c", "import benchexec.tablegenerator as t; t.main()", "--outputpath", "tables"])
        .args(&files)
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let messages = text(&output.stderr) + &text(&output.stdout);
    assert!(output.status.success(), "{messages}");
    let complaints = ["WARNING", "ERROR", "Warning", "Error", "Traceback"];
    assert!(!complaints.iter().any(|word| messages.contains(word)), "{messages}");
    let mut csv = std::fs::read_dir(folder.0.join("tables")).unwrap().map(|entry| entry.unwrap().path());
    let csv = csv.find(|file| file.to_string_lossy().ends_with("table.csv")).unwrap();
    assert!(std::fs::read_to_string(csv).unwrap().contains("a003.yml"));
}
