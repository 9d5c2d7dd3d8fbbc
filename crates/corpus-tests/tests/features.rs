//! Runs the examples of `corpus/c-features/*.md`, one test each.

use corpus_tests::literate::{Example, examples};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c-features");
    let update = env::var_os("UPDATE_EXPECT").is_some();
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of the literate tests is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no literate tests in {}", folder.display());
    let mut trials = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a literate test is text");
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let examples = examples(&text).unwrap_or_else(|message| panic!("{}: {message}", file.display()));
        if update {
            bless(&file, &text, &examples);
            continue;
        }
        for example in examples {
            let name = format!("{stem}: {}", example.name);
            trials.push(Trial::test(name.clone(), move || compare(&name, &example)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn compare(name: &str, example: &Example) -> Result<(), Failed> {
    let found = example.found();
    if found != example.expected {
        return Err(format!("expected\n{}\nfound\n{found}", example.expected).into());
    }
    if let Some(need) = example.need().filter(|&need| !test_needs::is_met(need)) {
        return Ok(test_needs::skip_named(name, &need.advice())?);
    }
    match example.found_by_gcc()? {
        Some(found) if found != example.expected => Err(format!(
            "the example is wrong: it expects\n{}\nbut gcc's binary prints\n{found}",
            example.expected
        )
        .into()),
        Some(_) | None => Ok(()),
    }
}

/// Puts what was found into the file, from the last example to the first so that ranges stay valid.
fn bless(file: &Path, text: &str, examples: &[Example]) {
    let mut text = text.to_owned();
    for example in examples.iter().rev() {
        text.replace_range(example.range.clone(), &example.found());
    }
    fs::write(file, text).expect("the literate test can be written");
}
