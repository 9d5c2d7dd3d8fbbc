//! The data of a page, by column: texts as numbers into a list of words, numbers as they are, gaps as nothing.
//!
//! Numbers are cut to ten digits, which no eye and no plot can tell from all; CSV files have all of them. `assets/sheet.js` is the reader.

use super::links::{self, LogList};
use super::{Page, Variables};
use crate::logs::Logs;
use crate::table::{Column, Group, Number, Table, Values};
use bench_result::Item;
use bench_result::score::Category;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

#[derive(Debug, Serialize)]
struct Sheet<'a> {
    title: &'a str,
    generator: &'static str,
    state: &'a str,
    prefix: &'a str,
    names: Vec<&'a str>,
    properties: Coded<'a>,
    expected: Coded<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<Option<String>>>,
    sets: Vec<Set<'a>>,
    warnings: Vec<String>,
}

/// Texts by row: numbers into a list of words, -1 for none.
#[derive(Debug, Serialize)]
struct Coded<'a> {
    words: Vec<&'a str>,
    codes: Vec<i64>,
}

#[derive(Debug, Serialize)]
struct Set<'a> {
    title: &'a str,
    name: &'a str,
    tool: &'a str,
    version: &'a str,
    description: &'a str,
    items: Vec<(&'a str, &'a str)>,
    system: Vec<(&'a str, &'a str)>,
    environment: Vec<(&'a str, &'a str)>,
    files: Vec<String>,
    status: Coded<'a>,
    /// A letter for each row.
    category: String,
    scores: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Coded<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logs: Option<LogList>,
    columns: Vec<SheetColumn<'a>>,
}

#[derive(Debug, Serialize)]
struct SheetColumn<'a> {
    title: &'a str,
    label: &'a str,
    unit: &'a str,
    digits: Option<usize>,
    #[serde(flatten)]
    values: SheetValues<'a>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum SheetValues<'a> {
    Texts(Coded<'a>),
    Numbers {
        values: Vec<Option<Short>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        margins: Option<Vec<Option<Short>>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        samples: Option<Vec<Option<Vec<Short>>>>,
    },
}

/// A number of ten digits at most; an integer is written as one.
#[derive(Clone, Copy, Debug)]
struct Short(f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: f64 = format!("{:.9e}", self.0).parse().unwrap_or(self.0);
        if number.fract() == 0.0 && number.abs() < 9e15 {
            serializer.serialize_i64(number as i64)
        } else {
            serializer.serialize_f64(number)
        }
    }
}

/// The data as JSON, and what a user should know.
pub(super) fn sheet(table: &Table, page: &Page, logs: &mut Logs) -> (String, Vec<String>) {
    let mut warnings = Vec::new();
    let sets = table
        .groups
        .iter()
        .map(|group| {
            let (list, problems) = links::logs(table, group, page, logs);
            warnings.extend(problems);
            set(group, page, list)
        })
        .collect();
    let files: Vec<Option<String>> = table
        .rows
        .iter()
        .map(|row| row.file.as_ref().map(|file| links::relative(&page.folder, file)))
        .collect();
    let variants: Vec<usize> = table.rows.iter().map(|row| row.variant).collect();
    let sheet = Sheet {
        title: &page.title,
        generator: concat!("verdikt-bench ", env!("CARGO_PKG_VERSION")),
        state: &page.state,
        prefix: &table.prefix,
        names: table.rows.iter().map(|row| row.name.as_str()).collect(),
        properties: coded(
            table.rows.iter().map(|row| Some(row.properties.as_str()).filter(|text| !text.is_empty())),
        ),
        expected: coded(table.rows.iter().map(|row| row.expected.as_deref())),
        variants: variants.iter().any(|variant| *variant > 1).then_some(variants),
        files: files.iter().any(Option::is_some).then_some(files),
        sets,
        warnings: table.warnings.clone(),
    };
    let text = serde_json::to_string(&sheet).expect("texts and numbers are all that JSON needs");
    (text, warnings)
}

fn set<'a>(group: &'a Group, page: &Page, logs: Option<LogList>) -> Set<'a> {
    let outcomes = &group.outcomes;
    let runs: Vec<usize> =
        outcomes.iter().map(|outcome| outcome.as_ref().map_or(0, |outcome| outcome.runs)).collect();
    let options = coded(outcomes.iter().map(|outcome| {
        outcome.as_ref().map(|outcome| outcome.options.as_str()).filter(|options| !options.is_empty())
    }));
    Set {
        title: &group.title,
        name: &group.name,
        tool: &group.tool,
        version: &group.version,
        description: &group.description,
        items: pairs(&group.items),
        system: pairs(&group.system),
        environment: match page.variables {
            Variables::Omit => Vec::new(),
            Variables::Show => pairs(&group.environment),
        },
        files: group.files.iter().map(|file| links::relative(&page.folder, file)).collect(),
        status: coded(outcomes.iter().map(|outcome| outcome.as_ref().map(|outcome| outcome.status.as_str()))),
        category: outcomes
            .iter()
            .map(|outcome| outcome.as_ref().map_or(' ', |outcome| letter(outcome.category)))
            .collect(),
        scores: outcomes.iter().map(|outcome| outcome.as_ref().map_or(0, |outcome| outcome.score)).collect(),
        runs: runs.iter().any(|number| *number > 1).then_some(runs),
        options: (!options.words.is_empty()).then_some(options),
        logs,
        columns: group.columns.iter().map(column).collect(),
    }
}

fn letter(category: Category) -> char {
    match category {
        Category::Correct => 'c',
        Category::CorrectUnconfirmed => 'p',
        Category::Wrong => 'w',
        Category::Unknown => 'u',
        Category::Error => 'e',
        Category::Missing => 'm',
    }
}

fn column(column: &Column) -> SheetColumn<'_> {
    let values = match &column.values {
        Values::Texts(texts) => SheetValues::Texts(coded(texts.iter().map(Option::as_deref))),
        Values::Numbers(numbers) => {
            let values =
                numbers.iter().map(|number| number.as_ref().map(|number| Short(number.number()))).collect();
            let means = numbers.iter().any(|number| matches!(number, Some(Number::Mean { .. })));
            let margin = |number: &Option<Number>| match number {
                Some(Number::Mean { margin, .. }) => Some(Short(*margin)),
                Some(Number::Measured(_) | Number::Scaled(_)) | None => None,
            };
            let samples = |number: &Option<Number>| match number {
                Some(Number::Mean { samples, .. }) if !samples.is_empty() => {
                    Some(samples.iter().copied().map(Short).collect())
                }
                Some(Number::Measured(_) | Number::Scaled(_) | Number::Mean { .. }) | None => None,
            };
            SheetValues::Numbers {
                values,
                margins: means.then(|| numbers.iter().map(margin).collect()),
                samples: means.then(|| numbers.iter().map(samples).collect()),
            }
        }
    };
    SheetColumn {
        title: &column.title,
        label: &column.label,
        unit: &column.unit,
        digits: column.digits,
        values,
    }
}

fn pairs(items: &[Item]) -> Vec<(&str, &str)> {
    items.iter().map(|item| (item.name.as_str(), item.text.as_str())).collect()
}

fn coded<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Coded<'a> {
    let mut known: FxHashMap<&str, i64> = FxHashMap::default();
    let mut words = Vec::new();
    let codes = texts.map(|text| match text {
        None => -1,
        Some(text) => *known.entry(text).or_insert_with(|| {
            words.push(text);
            words.len() as i64 - 1
        }),
    });
    let codes = codes.collect();
    Coded { words, codes }
}
