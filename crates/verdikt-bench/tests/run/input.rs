//! Bad input: a clear message, a status that says whose fault it is, and nothing written.

use crate::support::{Folder, can_measure, definition, tasks_of, text};
use std::fs;
use std::process::Command;
use test_needs::Need;

/// The status and the message for a definition and arguments; nothing may be written.
fn refused(name: &str, definition: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let folder = Folder::new(name, 1, definition);
    let output = folder.run(arguments);
    assert!(!folder.0.join("results").exists(), "{name} wrote results");
    (output.status.code(), text(&output.stderr))
}

#[test]
fn refused_before_anything_runs() {
    let good = definition(&["true"]);
    let tool = |name: &str| good.replace("tool='command'", &format!("tool='{name}'"));
    let cases: &[(&str, String, &[&str], i32, &str)] = &[
        ("no file", good.clone(), &["nix.xml"], 65, "cannot read the benchmark definition nix.xml"),
        ("no argument", good.clone(), &[], 64, "<BENCHMARK>"),
        ("unknown tool", tool("cbmcc"), &["b.xml"], 65, "did you mean `cbmc`?"),
        (
            "missing tool",
            tool("ultimateautomizer"),
            &["b.xml"],
            65,
            "b.xml:1:12: the tool ULTIMATE Automizer cannot be used: the program `Ultimate.py` is neither in PATH",
        ),
        (
            "missing folder",
            good.clone(),
            &["b.xml", "--tool-directory", "/nowhere"],
            65,
            "the program `true` is not in /nowhere",
        ),
        (
            "missing program",
            definition(&["surely-not-there"]),
            &["b.xml"],
            65,
            "the program `surely-not-there`",
        ),
        (
            "zero",
            good.replace("20 s", "0 s"),
            &["b.xml"],
            65,
            "b.xml:1:27: the value of `timelimit` is wrong",
        ),
        ("unit", good.replace("100 MB", "100 mb"), &["b.xml"], 65, "\"mb\" is no unit of size"),
        ("no unit", good.clone(), &["b.xml", "--memorylimit", "100"], 64, "has no unit: write `100 MB`"),
        ("zero argument", good.clone(), &["b.xml", "--timelimit", "0"], 64, "--timelimit: `0` is zero"),
        (
            "typo",
            good.replace("<rundefinition/>", "<rundefinitions/>"),
            &["b.xml"],
            65,
            "did you mean `rundefinition`?",
        ),
        ("not XML", "<benchmark".to_owned(), &["b.xml"], 65, "b.xml:1:"),
        ("no task", good.replace("t/*.yml", "t/nix.yml"), &["b.xml"], 65, "there is no file `t/nix.yml`"),
        ("no property", good.replace("p.prp", "q.prp"), &["b.xml"], 65, "there is no property file `q.prp`"),
        ("no set", good.clone(), &["b.xml", "-r", "x"], 65, "no run definition is called `x`"),
        ("overbooked cores", good.clone(), &["b.xml", "-N", "9999", "-c", "1"], 65, "use at most"),
        ("too many cores", good.clone(), &["b.xml", "-c", "9999"], 65, "a run needs 9999 cores"),
        ("overbooked memory", good.clone(), &["b.xml", "--memorylimit", "900 TB"], 65, "use a smaller limit"),
        (
            "foreign cores",
            good.clone(),
            &["b.xml", "--allowed-cores", "9999"],
            65,
            "cannot be used: there are",
        ),
        (
            "nothing to resume",
            good.clone(),
            &["b.xml", "--resume"],
            65,
            "there are no earlier results of `b`",
        ),
        ("no journal", good.clone(), &["b.xml", "--resume", "x.xml"], 65, "is not the name of a journal"),
        ("no repository", good.clone(), &["b.xml", "--commit"], 65, "git"),
    ];
    for (name, definition, arguments, status, message) in cases {
        let (found, stderr) = refused(&name.replace(' ', "-"), definition, arguments);
        assert_eq!(found, Some(*status), "{name}: {stderr}");
        assert!(stderr.contains(message), "{name}: {stderr}");
        assert!(!stderr.contains("panicked"), "{name}: {stderr}");
    }
}

#[test]
fn a_task_without_its_file() {
    let good = definition(&["true"]);
    let folder = Folder::new("task", 3, &good);
    fs::remove_file(folder.0.join("t/a001.c")).unwrap();
    let output = folder.run(&["b.xml", "--dry-run"]);
    assert_eq!(output.status.code(), Some(65));
    assert!(text(&output.stderr).contains("t/a001.yml: `a001.c`, which the task needs, does not exist"));
    let output = folder.run(&["b.xml", "--dry-run", "--skip-missing"]);
    assert_eq!(
        (output.status.code(), text(&output.stdout).lines().count()),
        (Some(0), 2),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_journal_that_was_cut_or_damaged() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new("cut", 6, &definition(&["true"]));
    assert!(folder.run(&["b.xml"]).status.success());
    let journal = folder.results(".jsonl").remove(0);
    let whole = fs::read(&journal).unwrap();
    let half = whole.len() - whole.len() / 3;
    fs::write(&journal, &whole[..half]).unwrap();
    let output = folder.run(&["b.xml", "--resume"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let tasks = tasks_of(&journal);
    assert_eq!(tasks.len(), 6);
    assert!(tasks.values().all(|statuses| statuses.len() == 1));
    fs::write(&journal, &whole[..20]).unwrap();
    let output = folder.run(&["b.xml", "--resume"]);
    assert_eq!(output.status.code(), Some(65));
    assert!(text(&output.stderr).contains("cannot use the results"), "{}", text(&output.stderr));
}

/// A disk of a few pages in a mount namespace of its own: what was measured is kept, and there is a message.
#[test]
fn a_full_disk() {
    if test_needs::lacks(Need::UtilLinux) || !can_measure() {
        return;
    }
    let folder = Folder::new("full", 60, &definition(&["sh", "-c", "head -c 3000 /dev/zero | tr '\\0' x"]));
    fs::create_dir(folder.0.join("results")).unwrap();
    let script = "mount -t tmpfs -o size=160k tmpfs results || exit 99\n\
                  \"$0\" run b.xml; status=$?\n\
                  cp results/*.jsonl kept.jsonl\nmount -o remount,size=20m results\n\
                  \"$0\" run b.xml --resume >/dev/null && cp results/*.jsonl done.jsonl; exit $status";
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_verdikt-bench")])
        .current_dir(&folder.0)
        .output();
    let output = match output {
        Ok(output) if output.status.code() != Some(99) && output.status.code() != Some(1) => output,
        Ok(output) => return test_needs::skip(format!("no mount namespace here: {}", text(&output.stderr))),
        Err(error) => return test_needs::skip(format!("no `unshare` here: {error}")),
    };
    let stderr = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(70 | 74)), "{:?}: {stderr}", output.status);
    assert!(stderr.contains("No space left on device") || stderr.contains("disk is full"), "{stderr}");
    assert!(stderr.contains("--resume"), "{stderr}");
    let kept = tasks_of(&folder.0.join("kept.jsonl"));
    assert!(!kept.is_empty() && kept.len() < 60, "{} runs were kept", kept.len());
    let done = tasks_of(&folder.0.join("done.jsonl"));
    assert_eq!(done.len(), 60, "{stderr}");
    assert!(done.values().all(|statuses| statuses.len() == 1));
}
