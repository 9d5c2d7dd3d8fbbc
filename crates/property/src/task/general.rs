//! Task definitions as a benchmark reads them: for any language, with wildcards in file names and with all options.
//!
//! A verifier for C refuses what it cannot check; whoever runs verifiers must not, since the tool may well understand it. Positions are lines and columns, since such a reader has no map of
//! sources.

use super::{OneOrMany, RawProperty, TaskProperty, VERSIONS};
use serde::Deserialize;
use serde_saphyr::Spanned;

/// A task definition without an opinion about its language.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneralTask {
    /// Patterns of input files, at least one.
    pub input_files: Vec<String>,
    /// Patterns of further files that are needed.
    pub required_files: Vec<String>,
    /// What to check.
    pub properties: Vec<TaskProperty>,
    /// Parameters for tools, such as the language and the data model.
    pub options: Option<serde_json::Value>,
}

/// What is wrong with the text of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What.
    pub message: String,
}

#[derive(Deserialize)]
struct Raw {
    format_version: Spanned<String>,
    input_files: Option<OneOrMany>,
    required_files: Option<OneOrMany>,
    #[serde(default)]
    properties: Vec<RawProperty>,
    options: Option<serde_json::Value>,
}

/// Reads a task definition.
pub fn read(text: &str) -> Result<GeneralTask, Fault> {
    let options = serde_saphyr::options! { with_snippet: false };
    let raw: Raw = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let (line, column) = error.location().map_or((1, 1), place);
        let text = error.without_snippet().to_string();
        let message = text.split(" at line ").next().unwrap_or(&text);
        Fault { line, column, message: format!("not a task definition: {message}") }
    })?;
    let version = &raw.format_version;
    if !VERSIONS.contains(&version.value.as_str()) {
        let (line, column) = place(version.defined);
        let known = VERSIONS.join(", ");
        let message =
            format!("task definitions of format version {} are not known, but {known} are", version.value);
        return Err(Fault { line, column, message });
    }
    let files = |files: Option<OneOrMany>| match files {
        Some(OneOrMany::One(file)) => vec![file],
        Some(OneOrMany::Many(files)) => files,
        None => Vec::new(),
    };
    let input_files = files(raw.input_files);
    if input_files.is_empty() {
        let message = "the task definition names no input file".to_owned();
        return Err(Fault { line: 1, column: 1, message });
    }
    Ok(GeneralTask {
        input_files,
        required_files: files(raw.required_files),
        properties: raw.properties.into_iter().map(TaskProperty::from).collect(),
        options: raw.options,
    })
}

fn place(location: serde_saphyr::Location) -> (usize, usize) {
    let number = |number| usize::try_from(number).unwrap_or(1).max(1);
    (number(location.line()), number(location.column()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expect: Expect) {
        expect.assert_eq(&match read(text) {
            Ok(task) => format!("{task:?}"),
            Err(Fault { line, column, message }) => format!("{line}:{column}: {message}"),
        });
    }

    #[test]
    fn any_language_and_all_options() {
        check(
            "format_version: '2.1'\ninput_files: ['*.java', common/]\nrequired_files: lib.jar\nproperties:\n  - property_file: p.prp\n    \
             expected_verdict: false\n    subproperty: valid-free\noptions:\n  language: Java\n  depth: [1, 2.5, yes]\nadditional_information: 1\n",
            expect![[
                r#"GeneralTask { input_files: ["*.java", "common/"], required_files: ["lib.jar"], properties: [TaskProperty { property_file: "p.prp", expected_verdict: Some(false), subproperty: Some("valid-free") }], options: Some(Object {"language": String("Java"), "depth": Array [Number(1), Number(2.5), Bool(true)]}) }"#
            ]],
        );
        check(
            "format_version: 1.0\ninput_files: a.c\n",
            expect![[
                r#"GeneralTask { input_files: ["a.c"], required_files: [], properties: [], options: None }"#
            ]],
        );
    }

    #[test]
    fn faults() {
        check("", expect!["1:1: not a task definition: unexpected end of input"]);
        check("format_version: '2.0'\n", expect!["1:1: the task definition names no input file"]);
        check(
            "format_version: '2.0'\ninput_files: []\n",
            expect!["1:1: the task definition names no input file"],
        );
        check(
            "a: 1\nformat_version: '9'\ninput_files: a\n",
            expect!["2:17: task definitions of format version 9 are not known, but 1.0, 2.0, 2.1 are"],
        );
        check(
            "format_version: '2.0'\ninput_files: a\nproperties:\n - expected_verdict: true\n",
            expect!["4:4: not a task definition: missing field `property_file`"],
        );
        check(
            "format_version: '2.0'\ninput_files: {\n",
            expect!["2:14: not a task definition: unclosed bracket '{'"],
        );
    }
}
