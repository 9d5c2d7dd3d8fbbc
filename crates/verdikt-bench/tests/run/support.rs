//! A folder with tasks, and the program under test.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;

/// A folder that goes away with the value.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A folder with `count` tasks, of which every third one is expected to be false, and the definition `b.xml`.
    pub(crate) fn new(name: &str, count: usize, definition: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bench-run-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("t")).unwrap();
        fs::write(path.join("p.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
        for number in 0..count {
            let mut text = format!("format_version: '2.0'\ninput_files: a{number:03}.c\n");
            let _ = writeln!(
                text,
                "properties:\n  - property_file: ../p.prp\n    expected_verdict: {}",
                number % 3 != 0
            );
            fs::write(path.join(format!("t/a{number:03}.yml")), text).unwrap();
            fs::write(path.join(format!("t/a{number:03}.c")), format!("int x = {number};\n")).unwrap();
        }
        fs::write(path.join("b.xml"), definition).unwrap();
        Self(path)
    }

    /// `verdikt-bench run` with arguments, in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verdikt-bench"));
        command.arg("run").args(arguments).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Files in `results` whose name ends so.
    pub(crate) fn results(&self, ending: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.join("results")).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.to_string_lossy().ends_with(ending));
        // By date; of two within a second the later one has a number behind it.
        files.sort_by_key(|file| {
            let name = file.to_string_lossy().into_owned();
            let start = name.split(".results").next().unwrap_or_default().to_owned();
            (start, name)
        });
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A definition for the tool `command`.
pub(crate) fn definition(options: &[&str]) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let options: String =
        options.iter().map(|option| format!("<option>{}</option>", escaped(option))).collect();
    format!(
        "<benchmark tool='command' timelimit='20 s' memlimit='100 MB'>\n<rundefinition/>{options}\n\
         <tasks><include>t/*.yml</include></tasks><propertyfile>p.prp</propertyfile></benchmark>\n"
    )
}

/// How often each task is in a journal, with its status.
pub(crate) fn tasks_of(journal: &Path) -> BTreeMap<String, Vec<String>> {
    let mut tasks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in fs::read_to_string(journal).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(run) = line.get("run") else { continue };
        let columns = run["columns"].as_array().unwrap();
        let status = columns.iter().find(|column| column["title"] == "status").unwrap();
        let name = run["name"].as_str().unwrap().to_owned();
        tasks.entry(name).or_default().push(status["value"].as_str().unwrap().to_owned());
    }
    tasks
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether this machine can measure; says so if it cannot.
pub(crate) fn can_measure() -> bool {
    static ANSWER: OnceLock<Option<String>> = OnceLock::new();
    let answer = ANSWER.get_or_init(|| {
        let folder = Folder::new("probe", 0, "");
        let output = Command::new(env!("CARGO_BIN_EXE_verdikt-bench"))
            .args(["exec", "--memlimit", "100MB", "--", "true"])
            .current_dir(&folder.0)
            .output()
            .unwrap();
        (!output.status.success()).then(|| text(&output.stderr))
    });
    if let Some(reason) = answer {
        test_needs::skip(format!("this machine cannot measure runs: {reason}"));
    }
    answer.is_none()
}

/// Sends a signal by the shell's own `kill`: the program of that name is in a package that not
/// everybody has.
pub(crate) fn kill(signal: &str, child: &Child) -> ExitStatus {
    Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status().unwrap()
}

/// Processes whose command line has the text.
pub(crate) fn processes_with(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(text) && entry.file_name() != std::process::id().to_string().as_str() {
            found.push(line);
        }
    }
    found
}
