//! Literate tests: Markdown files in `corpus/c-features` that explain what C means here, with examples that are run.
//!
//! An example is a fenced block ```` ```c ```` (or ```` ```c ILP32 ````; LP64 otherwise) followed by one block that says what is expected:
//!
//! | fence | meaning |
//! |---|---|
//! | `output` | what the program prints; a last line `[exit status 3]` or `[aborted]` if it does not end with 0. gcc's binary must print the same. |
//! | `undefined` | what ends the run early: a report of undefined behaviour, or of a construct that is not supported |
//! | `diagnostics` | the messages, one per line: `line:column: severity[code]: message` |
//! | `cfa` | the dump of the automaton |
//!
//! `UPDATE_EXPECT=1 cargo test -p corpus-tests --test features` writes what was found into the files.

use crate::execute::{Ending, Limits, execute};
use crate::gcc::{self, Ran, Scratch};
use crate::robust::{Made, make};
use cfa::MachineModel;
use source::{Diagnostic, Severity, SourceMap};
use std::ops::Range;
use std::{fs, io};
use test_needs::Need;

/// What an example promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "named after the fences, which the module explains")]
pub enum Expectation {
    Output,
    Undefined,
    Diagnostics,
    Cfa,
}

/// One example of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The heading it stands under, and its number there if it is not the first.
    pub name: String,
    /// The program.
    pub code: String,
    /// For which machine.
    pub machine: MachineModel,
    /// What is promised.
    pub expectation: Expectation,
    /// The expected text.
    pub expected: String,
    /// Where in the file the expected text is.
    pub range: Range<usize>,
}

/// The examples of a Markdown text, in order.
pub fn examples(markdown: &str) -> Result<Vec<Example>, String> {
    let mut examples: Vec<Example> = Vec::new();
    let mut heading = String::new();
    let mut code: Option<(String, MachineModel)> = None;
    let mut at = 0;
    let mut lines = markdown.split_inclusive('\n');
    while let Some(line) = lines.next() {
        at += line.len();
        if let Some(title) = line.strip_prefix('#') {
            heading = title.trim_start_matches('#').trim().to_owned();
        }
        let Some(fence) = line.strip_prefix("```") else { continue };
        let start = at;
        let mut end = None;
        for line in lines.by_ref() {
            at += line.len();
            if line.starts_with("```") {
                end = Some(at - line.len());
                break;
            }
        }
        let end = end.ok_or_else(|| format!("the block under \"{heading}\" has no end"))?;
        let block = markdown[start..end].to_owned();
        let expectation = match fence.trim() {
            "c" => {
                code = Some((block, MachineModel::Lp64));
                continue;
            }
            "c ILP32" => {
                code = Some((block, MachineModel::Ilp32));
                continue;
            }
            "output" => Expectation::Output,
            "undefined" => Expectation::Undefined,
            "diagnostics" => Expectation::Diagnostics,
            "cfa" => Expectation::Cfa,
            other => return Err(format!("unknown block ```{other} under \"{heading}\"")),
        };
        let (code, machine) =
            code.clone().ok_or_else(|| format!("no program before \"{heading}\"'s {expectation:?}"))?;
        let same =
            examples.iter().filter(|example| example.name.split(" / ").next() == Some(&heading)).count();
        let name = if same == 0 { heading.clone() } else { format!("{heading} / {}", same + 1) };
        examples.push(Example { name, code, machine, expectation, expected: block, range: start..end });
    }
    Ok(examples)
}

impl Example {
    /// What our tool does.
    pub fn found(&self) -> String {
        let code = match self.preprocessed() {
            Ok(code) => code,
            Err(message) => return format!("[preprocessor] {message}\n"),
        };
        match self.expectation {
            Expectation::Output => {
                let execution = execute("example.c", &code, self.machine, &Limits::default());
                let ending = match execution.ending {
                    Ending::Exit(0) => String::new(),
                    Ending::Exit(status) => format!("[exit status {status}]\n"),
                    Ending::Abort => "[aborted]\n".to_owned(),
                    other => format!("[{other}]\n"),
                };
                execution.stdout + &ending
            }
            Expectation::Undefined => {
                let execution = execute("example.c", &code, self.machine, &Limits::default());
                format!("{}\n", execution.ending)
            }
            Expectation::Diagnostics => match make("example.c", &code, self.machine) {
                Made::Messages(messages) => self.lines(&messages),
                Made::Automaton(..) => "no error\n".to_owned(),
            },
            Expectation::Cfa => match make("example.c", &code, self.machine) {
                Made::Messages(messages) => self.lines(&messages),
                Made::Automaton(automaton, map) => cfa::dump::text(&automaton, &map),
            },
        }
    }

    /// The program after preprocessing, if it has directives.
    fn preprocessed(&self) -> Result<String, String> {
        if !self.code.lines().any(|line| line.starts_with("#define") || line.starts_with("#include")) {
            return Ok(self.code.clone());
        }
        let run = || -> io::Result<Result<String, String>> {
            let scratch = Scratch::new()?;
            let file = scratch.file("example.c");
            fs::write(&file, &self.code)?;
            gcc::preprocess(&file, &[], self.machine)
        };
        run().unwrap_or_else(|error| Err(error.to_string()))
    }

    /// What is needed to see what gcc's binary does, where that is the promise.
    pub fn need(&self) -> Option<Need> {
        (self.expectation == Expectation::Output).then(|| gcc::need(self.machine))
    }

    /// What gcc's binary does, where that is the promise and gcc is there.
    pub fn found_by_gcc(&self) -> io::Result<Option<String>> {
        if self.expectation != Expectation::Output || !test_needs::is_met(gcc::need(self.machine)) {
            return Ok(None);
        }
        Ok(Some(match gcc::stdout_of(&self.code, self.machine)? {
            Ran::Finished { stdout, status: Some(0) } => stdout,
            Ran::Finished { stdout, status: None } => stdout + "[aborted]\n",
            Ran::Finished { stdout, status: Some(status) } => format!("{stdout}[exit status {status}]\n"),
            Ran::TimedOut => "[time limit]\n".to_owned(),
            Ran::Refused(message) => format!("[refused] {message}\n"),
        }))
    }

    fn lines(&self, messages: &[Diagnostic]) -> String {
        let mut map = SourceMap::new();
        let _ = map.add("example.c", self.code.clone());
        let line = |message: &Diagnostic| {
            let severity = match message.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let place = match map.location(message.span.lo) {
                Some(location) => format!("{}:{}: ", location.line, location.column),
                None => String::new(),
            };
            format!("{place}{severity}[{}]: {}\n", message.code, message.message)
        };
        messages.iter().map(line).collect()
    }
}
