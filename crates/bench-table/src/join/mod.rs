//! From sets of results to a table: which runs belong into one row, which columns there are, what repeated runs amount to.
//!
//! Runs belong together if their task and its properties do. Task names are paths relative to the result file, so that the same task has names with more or fewer `../` in
//! front if result files lie in different folders; these are left out, unless that would make two tasks of one set the same. Where a set has a task more than once (other
//! options for another set of tasks) the further runs get rows of their own, and where runs were repeated, they are one row with means.

mod columns;
mod distinct;
mod names;

pub use distinct::distinct;

use crate::definition::Wanted;
use crate::logs::Logs;
use crate::table::{Group, Outcome, Row, Table};
use bench_result::score::{Category, Expected, category, score};
use bench_result::{Item, ResultSet, Run};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// A set of results and the file that it is from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file; paths in the results are relative to its folder.
    pub file: PathBuf,
    /// The results.
    pub set: ResultSet,
}

/// What becomes one group of columns.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Its title, if it shall not be made of its attributes.
    pub title: Option<String>,
    /// The results; more than one in a union.
    pub sources: Vec<Source>,
    /// The columns; those that are not hidden if there are none.
    pub columns: Vec<Wanted>,
}

/// Which columns there are where nobody wants certain ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// Those that are not marked as hidden.
    Usual,
    /// All.
    All,
}

/// One table of all parts.
pub fn join(parts: &[Part], visible: Visible, logs: &mut Logs) -> Table {
    let mut table = Table::default();
    let (keys, warning) = names::keys(parts);
    table.warnings.extend(warning);
    let mut index = Index::default();
    let assigned: Vec<Vec<(usize, Place<'_>)>> =
        parts.iter().zip(&keys).map(|(part, keys)| index.assign(part, keys, &mut table.warnings)).collect();
    let order = index.sort();
    table.rows = order.iter().map(|old| index.rows[*old].clone()).collect();
    let mut position = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, old)| position[*old] = new);
    let titles = names::titles(parts);
    for ((part, places), title) in parts.iter().zip(assigned).zip(titles) {
        let mut by_row: Vec<Vec<Place<'_>>> = vec![Vec::new(); table.rows.len()];
        places.into_iter().for_each(|(row, place)| by_row[position[row]].push(place));
        by_row.iter_mut().for_each(|places| places.sort_by_key(|place| place.run.repetition));
        let mut group = describe(part, title);
        group.columns = columns::columns(part, &by_row, visible, logs);
        group.outcomes = by_row.iter().map(|places| outcome(places, logs)).collect();
        table.groups.push(group);
    }
    table.warnings.append(&mut logs.warnings);
    table.prefix = names::strip_prefix(&mut table.rows);
    table
}

/// A run and the set that it is of.
#[derive(Clone, Copy, Debug)]
struct Place<'a> {
    file: &'a Path,
    set: &'a ResultSet,
    run: &'a Run,
}

impl<'a> Place<'a> {
    fn value(&self, title: &str) -> Option<&'a str> {
        let column = self.run.columns.iter().find(|column| column.title == title);
        column.map(|column| column.value.as_str()).filter(|value| !value.is_empty())
    }

    fn category(&self) -> Category {
        let given = self.value("category").and_then(Category::from_name);
        given.unwrap_or_else(|| {
            let expected = self.run.expected.as_deref().and_then(Expected::parse);
            category(self.value("status").unwrap_or_default(), expected.as_ref())
        })
    }
}

/// Rows by task, properties and variant.
#[derive(Debug, Default)]
struct Index {
    known: FxHashMap<(String, String, usize), usize>,
    rows: Vec<Row>,
}

impl Index {
    fn assign<'a>(
        &mut self,
        part: &'a Part,
        keys: &[Vec<String>],
        warnings: &mut Vec<String>,
    ) -> Vec<(usize, Place<'a>)> {
        let mut seen: FxHashMap<(&str, &str, u32), usize> = FxHashMap::default();
        let mut places = Vec::new();
        let mut repeated = None;
        for (source, keys) in part.sources.iter().zip(keys) {
            for (run, key) in source.set.runs.iter().zip(keys) {
                let variant = seen.entry((key, &run.properties, run.repetition)).or_default();
                *variant += 1;
                if *variant == 2 && repeated.is_none() {
                    repeated = Some((&source.file, key));
                }
                let row = self.row(source, run, key, *variant);
                places.push((row, Place { file: &source.file, set: &source.set, run }));
            }
        }
        if let Some((file, key)) = repeated {
            let why = "has more than one result for a task";
            warnings
                .push(format!("{} {why}, such as {key}; further ones are rows of their own", file.display()));
        }
        places
    }

    fn row(&mut self, source: &Source, run: &Run, key: &str, variant: usize) -> usize {
        let rows = &mut self.rows;
        let id = (key.to_owned(), run.properties.clone(), variant);
        let row = *self.known.entry(id).or_insert_with(|| {
            rows.push(Row {
                name: key.to_owned(),
                properties: run.properties.clone(),
                variant,
                ..Row::default()
            });
            rows.len() - 1
        });
        let known = &mut self.rows[row];
        if known.expected.is_none() {
            known.expected.clone_from(&run.expected);
        }
        if known.file.is_none() {
            let file = source.file.parent().unwrap_or(Path::new("")).join(&run.name);
            known.file = file.is_file().then_some(file);
        }
        row
    }

    fn sort(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by(|a, b| {
            let (a, b) = (&self.rows[*a], &self.rows[*b]);
            names::natural(&a.name, &b.name)
                .then_with(|| a.properties.cmp(&b.properties))
                .then_with(|| a.variant.cmp(&b.variant))
        });
        order
    }
}

/// What the runs of one task amount to. Repeated runs that disagree are as good as the worst of them.
fn outcome(places: &[Place<'_>], logs: &mut Logs) -> Option<Outcome> {
    let first = places.first()?;
    let status = |place: &Place<'_>| place.value("status").unwrap_or("no status").to_owned();
    let mut statuses: Vec<(String, usize)> = Vec::new();
    for place in places {
        let status = status(place);
        match statuses.iter_mut().find(|(known, _)| *known == status) {
            Some((_, count)) => *count += 1,
            None => statuses.push((status, 1)),
        }
    }
    let text = match statuses.as_slice() {
        [(status, _)] => status.clone(),
        several => {
            several.iter().map(|(status, count)| format!("{status} ×{count}")).collect::<Vec<_>>().join(", ")
        }
    };
    let severity = |category: &Category| match category {
        Category::Correct => 0,
        Category::CorrectUnconfirmed => 1,
        Category::Missing => 2,
        Category::Unknown => 3,
        Category::Error => 4,
        Category::Wrong => 5,
    };
    let worst = places.iter().map(Place::category).max_by_key(severity)?;
    let score = places.iter().map(|place| score(place.category(), &status(place))).min()?;
    let logs = places.iter().filter_map(|place| logs.find(place.file, place.set, place.run)).collect();
    let options = first.run.options.join(" ");
    // A file may have the mean of several runs as one.
    let merged = first.value("repetitions").and_then(|number| number.parse().ok());
    let runs = merged.filter(|_| places.len() == 1).unwrap_or(places.len());
    Some(Outcome { status: text, category: worst, score, logs, runs, options })
}

/// Attributes of a group; where the sets of a union differ, all texts.
fn describe(part: &Part, title: String) -> Group {
    let merge = |select: fn(&ResultSet) -> &Vec<Item>| {
        let mut merged: Vec<Item> = Vec::new();
        for item in part.sources.iter().flat_map(|source| select(&source.set)) {
            match merged.iter_mut().find(|known| known.name == item.name) {
                Some(known) if known.text.split(" | ").any(|text| text == item.text) => {}
                Some(known) => known.text = format!("{} | {}", known.text, item.text),
                None => merged.push(item.clone()),
            }
        }
        merged
    };
    let items = merge(|set| &set.items);
    let item = |name: &str| {
        items.iter().find(|item| item.name == name).map(|item| item.text.clone()).unwrap_or_default()
    };
    let mut descriptions: Vec<&str> =
        part.sources.iter().map(|source| source.set.description.as_str()).collect();
    descriptions.dedup();
    Group {
        title,
        name: item("name"),
        tool: item("tool"),
        version: item("version"),
        system: merge(|set| &set.system),
        environment: merge(|set| &set.environment),
        description: descriptions.join("\n").trim().to_owned(),
        files: part.sources.iter().map(|source| source.file.clone()).collect(),
        items,
        ..Group::default()
    }
}

#[cfg(test)]
mod tests;
