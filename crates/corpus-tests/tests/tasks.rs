//! Runs the tasks of `corpus/`, one test each.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut definitions = Vec::new();
    collect(&corpus, &mut definitions);
    definitions.sort();
    assert!(definitions.len() >= 12, "the corpus has at least a dozen tasks");
    let trials = definitions
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&corpus).unwrap_or(&path).display().to_string();
            Trial::test(name, move || corpus_tests::tasks::check(&path).map_err(Failed::from))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn collect(folder: &Path, definitions: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the corpus is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, definitions);
        } else if path.extension().is_some_and(|extension| extension == "yml") {
            definitions.push(path);
        }
    }
}
