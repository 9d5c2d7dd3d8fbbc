//! Task definitions: the `.yml` files, format versions 1.0 to 2.1, that name programs, properties and expectations.
//!
//! Unknown keys are ignored, as the format asks of its readers; unknown *versions* are refused, since nobody knows what their
//! keys mean. Paths stay as they are written: they are relative to the folder of the definition, and the engine
//! joins them. Wildcards in `input_files`, which the format allows, are refused by name.

use serde::Deserialize;
use serde_saphyr::{Options, Spanned};
use source::{Diagnostic, FileId, SourceMap, Span};

pub mod general;
#[cfg(test)]
mod tests;

/// A task definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskDefinition {
    /// The translation units, at least one.
    pub input_files: Vec<String>,
    /// What to check, in the order of the file.
    pub properties: Vec<TaskProperty>,
    /// The data model, where the task says one.
    pub data_model: Option<DataModel>,
}

/// A property of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    /// Path of the `.prp` file.
    pub property_file: String,
    /// What the task's author says the answer is.
    pub expected_verdict: Option<bool>,
    /// Which part of a compound property is violated.
    pub subproperty: Option<String>,
}

/// The data model as tasks name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
    /// 64-bit `long` and pointers.
    Lp64,
}

/// The format versions that are understood.
const VERSIONS: &[&str] = &["1.0", "2.0", "2.1"];

/// Reads a task definition. An error means that nothing of it may be used.
pub fn parse(map: &SourceMap, file: FileId) -> Result<TaskDefinition, Diagnostic> {
    let place = Place { text: map.text(file), base: map.start(file) };
    let options = serde_saphyr::options! { with_snippet: false };
    let raw: Raw = read(place, options)?;
    if !VERSIONS.contains(&raw.format_version.value.as_str()) {
        let version = &raw.format_version.value;
        return Err(place
            .error(
                "E0531",
                &raw.format_version,
                format!("task definitions of format version {version} are not known"),
            )
            .with_note(format!("known are {}", VERSIONS.join(", "))));
    }
    let input_files = match raw.input_files {
        OneOrMany::One(file) => vec![file],
        OneOrMany::Many(files) => files,
    };
    if input_files.is_empty() {
        return Err(Diagnostic::error("E0532", place.start(), "the task definition names no input file"));
    }
    if let Some(pattern) = input_files.iter().find(|name| name.contains(['*', '?', '['])) {
        let message = format!("wildcards in `input_files` are not supported: `{pattern}`");
        return Err(Diagnostic::error("E0533", place.start(), message));
    }
    let settings = raw.options.unwrap_or_default();
    if let Some(language) = settings.language.as_ref().filter(|language| language.value != "C") {
        return Err(place.error("E0534", language, format!("the language is {}, not C", language.value)));
    }
    let data_model = settings.data_model.as_ref().map(|model| data_model(place, model)).transpose()?;
    Ok(TaskDefinition {
        input_files,
        properties: raw.properties.into_iter().map(TaskProperty::from).collect(),
        data_model,
    })
}

fn data_model(place: Place<'_>, model: &Spanned<String>) -> Result<DataModel, Diagnostic> {
    match model.value.as_str() {
        "ILP32" => Ok(DataModel::Ilp32),
        "LP64" => Ok(DataModel::Lp64),
        other => Err(place.error("E0535", model, format!("the data model {other} is not known")))
            .map_err(|error| error.with_note("known are ILP32 and LP64")),
    }
}

/// The text of the definition, and where it is in the map.
#[derive(Clone, Copy)]
struct Place<'a> {
    text: &'a str,
    base: u32,
}

impl Place<'_> {
    fn start(self) -> Span {
        Span::new(self.base, self.base)
    }

    fn error(self, code: &'static str, value: &Spanned<String>, message: impl Into<String>) -> Diagnostic {
        let span = self.span(value.defined);
        Diagnostic::error(code, Span::new(span.lo, span.lo + value.value.len() as u32), message)
    }

    /// The reader counts lines and columns, in characters, from one.
    fn span(self, location: serde_saphyr::Location) -> Span {
        let line = usize::try_from(location.line()).unwrap_or(1).saturating_sub(1);
        let column = usize::try_from(location.column()).unwrap_or(1).saturating_sub(1);
        let lines = self.text.split_inclusive('\n');
        let start: usize = lines.clone().take(line).map(str::len).sum();
        let rest: usize =
            lines.skip(line).take(1).flat_map(str::chars).take(column).map(char::len_utf8).sum();
        let at = self.base + (start + rest).min(self.text.len()) as u32;
        Span::new(at, at)
    }
}

fn read(place: Place<'_>, options: Options) -> Result<Raw, Diagnostic> {
    serde_saphyr::from_str_with_options(place.text, options).map_err(|error| {
        let span = error.location().map_or(place.start(), |location| place.span(location));
        // The reader's text repeats the position; the rendered diagnostic shows it better.
        let text = error.without_snippet().to_string();
        let message = text.split(" at line ").next().unwrap_or(&text);
        Diagnostic::error("E0530", span, format!("not a task definition: {message}"))
    })
}

#[derive(Deserialize)]
struct Raw {
    format_version: Spanned<String>,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<RawProperty>,
    options: Option<RawOptions>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct RawProperty {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize, Default)]
struct RawOptions {
    language: Option<Spanned<String>>,
    data_model: Option<Spanned<String>>,
}

impl From<RawProperty> for TaskProperty {
    fn from(raw: RawProperty) -> Self {
        let RawProperty { property_file, expected_verdict, subproperty } = raw;
        Self { property_file, expected_verdict, subproperty }
    }
}
