//! Runs the binary in a folder of its own and writes down everything that can be seen.

use expect_test::Expect;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with files, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("verdikt-cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        for (name, content) in files {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        Self(path)
    }

    /// The command with these arguments, separated by blanks, in this folder.
    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verdikt"));
        command.args(args.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "CC", "COLUMNS"] {
            command.env_remove(variable);
        }
        command
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The text of a file in this folder.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary folder harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Messages without the one about a Z3 that is not the pinned one: a build without a network takes
/// the system's.
fn without_solver(messages: &str) -> String {
    messages.split_inclusive('\n').filter(|line| !line.starts_with(SOLVER_WARNING)).collect()
}

/// How the message about a Z3 that is not the pinned one begins.
pub(crate) const SOLVER_WARNING: &str = "warning: Z3 is version ";

/// Everything that can be seen of a run.
pub(crate) fn transcript(args: &str, output: &Output) -> String {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = without_solver(&String::from_utf8_lossy(&output.stderr)).into();
    let status = output.status.code().map_or("a signal".to_owned(), |code| code.to_string());
    let streams = [("", stdout), ("messages:\n", stderr)];
    let shown =
        streams.iter().filter(|(_, text)| !text.is_empty()).map(|(title, text)| format!("{title}{text}"));
    let text = format!("$ verdikt {args}\n{}status {status}\n", shown.collect::<String>());
    // The help has blanks at the end of lines, which editors remove.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Runs the binary on files and compares everything that can be seen.
pub(crate) fn check(files: &[(&str, &str)], args: &str, expect: Expect) {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    check_bytes(&files, args, expect);
}

/// The same for files that are not text.
pub(crate) fn check_bytes(files: &[(&str, &[u8])], args: &str, expect: Expect) {
    let folder = Folder::new(files);
    expect.assert_eq(&transcript(args, &folder.run(args)));
}
