//! Runs again: a part, or all of them several times.

use crate::support::{Folder, can_measure, definition, tasks_of, text};
use std::fs;
use test_needs::Need;

fn executed(stdout: &[u8]) -> usize {
    text(stdout).lines().filter(|line| line.contains(".yml")).count()
}

#[test]
fn what_failed_what_changed_and_by_pattern() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new("rerun", 9, &definition(&["sh", "-c", "grep -v 'x = 4;' {task}"]));
    let run = |arguments: &[&str]| {
        let output = folder.run(arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (executed(&output.stdout), output)
    };
    assert_eq!(run(&["b.xml"]).0, 9);
    let first = tasks_of(&folder.results(".jsonl")[0]);
    assert_eq!(first["../t/a004.yml"], ["ERROR (1)"]);
    assert_eq!(run(&["b.xml", "--rerun", "failed"]).0, 1);
    assert_eq!(run(&["b.xml", "--rerun", "*a00[12]*"]).0, 2);
    assert_eq!(run(&["b.xml", "--rerun", "changed"]).0, 0);
    fs::write(folder.0.join("t/a004.c"), "int x = 5;\n").unwrap();
    assert_eq!(run(&["b.xml", "--rerun", "changed"]).0, 1);
    let journals = folder.results(".jsonl");
    assert_eq!(journals.len(), 5);
    let last = tasks_of(&journals[4]);
    assert_eq!((last.len(), last["../t/a004.yml"].as_slice()), (9, ["done".to_owned()].as_slice()));
    // Another limit is another benchmark: it cannot go on, but it can run again what changed.
    let output = folder.run(&["b.xml", "--resume", "--timelimit", "10s"]);
    assert_eq!(output.status.code(), Some(65));
    assert!(text(&output.stderr).contains("--rerun changed"), "{}", text(&output.stderr));
    assert_eq!(run(&["b.xml", "--rerun", "changed", "--timelimit", "10s"]).0, 9);
}

#[test]
fn repetitions_have_means() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new("repeat", 2, &definition(&["true"]));
    let output = folder.run(&["b.xml", "--repeat", "3", "--no-compress-results"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(executed(&output.stdout), 6);
    let tasks = tasks_of(&folder.results(".jsonl")[0]);
    assert!(tasks.values().all(|statuses| statuses.len() == 3), "{tasks:?}");
    let xml = fs::read_to_string(&folder.results(".xml")[0]).unwrap();
    assert_eq!(xml.matches("<run ").count(), 2);
    for title in ["cputime-confidence", "walltime-deviation", "repetitions"] {
        assert_eq!(xml.matches(&format!("title=\"{title}\"")).count(), 2, "{title}");
    }
}

#[test]
fn several_at_a_time_and_several_sets() {
    if !can_measure() {
        return;
    }
    let body = "<benchmark tool='dummy' timelimit='20 s' memlimit='50 MB'><rundefinition name='r'><option>true</option></rundefinition>\
                <rundefinition name='s'><option>false</option></rundefinition><tasks name='A'><include>t/a000.yml</include></tasks>\
                <tasks name='B'><include>t/*.yml</include></tasks><propertyfile>p.prp</propertyfile></benchmark>";
    let folder = Folder::new("sets", 4, body);
    let output = folder.run(&["b.xml", "-N", "2", "--share-physical-cores"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(stdout.contains("r: 2 correct, 3 wrong; score -92 of 7"), "{stdout}");
    assert!(stdout.contains("s: 3 correct, 2 wrong; score -29 of 7"), "{stdout}");
    let names: Vec<String> =
        folder.results(".xml.bz2").iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let ends = [".r.A.xml.bz2", ".r.B.xml.bz2", ".r.xml.bz2", ".s.A.xml.bz2", ".s.B.xml.bz2", ".s.xml.bz2"];
    assert_eq!(names.len(), ends.len());
    assert!(names.iter().zip(ends).all(|(name, end)| name.ends_with(end)), "{names:?}");
}

#[test]
fn results_are_committed() {
    if test_needs::lacks(Need::Git) || !can_measure() {
        return;
    }
    let folder = Folder::new("git", 1, &definition(&["true"]));
    let git = |arguments: &[&str]| {
        let output =
            std::process::Command::new("git").args(arguments).current_dir(&folder.0).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    git(&["init", "--quiet"]);
    git(&["config", "user.name", "n"]);
    git(&["config", "user.email", "n@example.org"]);
    git(&["add", "b.xml"]);
    git(&["commit", "--quiet", "-m", "definition"]);
    let output = folder.run(&["b.xml", "--commit"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(git(&["log", "-1", "--format=%s"]).starts_with("Results of benchmark b of "));
    assert_eq!(git(&["show", "--name-only", "--format="]).lines().count(), 3);
    fs::write(folder.0.join("b.xml"), "changed").unwrap();
    fs::write(folder.0.join("c.xml"), definition(&["true"])).unwrap();
    let output = folder.run(&["c.xml", "--commit"]);
    assert_eq!(output.status.code(), Some(65));
    assert!(text(&output.stderr).contains("not committed"), "{}", text(&output.stderr));
}
