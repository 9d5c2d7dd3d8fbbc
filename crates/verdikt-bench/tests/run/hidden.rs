//! Tools that runs cannot see or that cannot be started: said before the first run, or by the exit
//! status at the end.

use crate::support::{Folder, can_measure, definition, tasks_of, text};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A file or folder that goes away with the value.
struct Tool(PathBuf);

impl Drop for Tool {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_file(&self.0);
    }
}

fn write_script(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
    fs::set_permissions(file, PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_link_to_a_tool_below_tmp_is_found() {
    if !can_measure() {
        return;
    }
    let tool = Tool(PathBuf::from(format!("/tmp/bench-run-tool-{}", std::process::id())));
    write_script(&tool.0.join("bin/real"), "#!/bin/sh\ncat $(dirname $(readlink -f $0))/../lib/answer\n");
    write_script(&tool.0.join("lib/answer"), "exit 0\n");
    let folder = Folder::new("link", 2, &definition(&["links/tool"]));
    fs::create_dir_all(folder.0.join("links")).unwrap();
    symlink(tool.0.join("bin/real"), folder.0.join("links/tool")).unwrap();
    let output = folder.run(&["b.xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let statuses: Vec<String> = tasks_of(&folder.results(".jsonl")[0]).into_values().flatten().collect();
    assert_eq!(statuses, ["done", "done"]);
}

#[test]
fn a_tool_that_stays_hidden_is_refused_before_the_first_run() {
    let tool = Tool(PathBuf::from(format!("/tmp/bench-run-alone-{}.sh", std::process::id())));
    write_script(&tool.0, "#!/bin/sh\ntrue\n");
    let name = tool.0.to_str().unwrap();
    let folder = Folder::new("alone", 1, &definition(&[name]));
    let output = folder.run(&["b.xml"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(65), "{said}");
    assert!(said.contains(&format!("{name} is hidden from runs")), "{said}");
    assert!(said.contains("`--read-only-dir /tmp`"), "{said}");
    assert!(!folder.0.join("results").exists());
    // It is nobody's business without a container.
    let output = folder.run(&["b.xml", "--no-container", "--dry-run"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_benchmark_without_any_run_that_could_start_fails() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new("void", 2, &definition(&["./tool"]));
    write_script(&folder.0.join("tool"), "#!/no/such/interpreter\n");
    let output = folder.run(&["b.xml"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(65), "{said}");
    assert!(said.contains("error: no run could be started, so nothing was measured"), "{said}");
    // What happened is written down all the same.
    let statuses: Vec<String> = tasks_of(&folder.results(".jsonl")[0]).into_values().flatten().collect();
    assert_eq!(statuses, ["FAILED", "FAILED"]);
    // A tool that says the same word has run.
    let works = Folder::new("works", 1, &definition(&["sh", "-c", "exit 3"]));
    assert_eq!(works.run(&["b.xml"]).status.code(), Some(0));
}
