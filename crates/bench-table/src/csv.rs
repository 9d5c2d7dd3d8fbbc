//! Tables for other programs: gnuplot, R, spreadsheets, LaTeX.
//!
//! Two shapes. [`Shape::Reference`] is that of the reference tool, so that scripts go on working: tabs, and three lines of headings (tool, run set, column). [`Shape::Plain`] is what most
//! programs expect: commas, and one line of headings. Numbers have all digits that were measured, in the unit of the heading; what was not measured is empty.

use crate::table::{Column, Number, Table, Values};

/// The shape of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Tabs and three lines of headings.
    Reference,
    /// Commas and one line of headings.
    Plain,
}

/// The text of the file.
pub fn csv(table: &Table, shape: Shape) -> String {
    let mut out = String::new();
    let mut line = |cells: Vec<String>| {
        let (separator, end) = match shape {
            Shape::Reference => ("\t", "\n"),
            Shape::Plain => (",", "\r\n"),
        };
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell, shape)).collect();
        out.push_str(&cells.join(separator));
        out.push_str(end);
    };
    headings(table, shape).into_iter().for_each(&mut line);
    let groups: Vec<Vec<(&Column, bool)>> = table
        .groups
        .iter()
        .map(|group| group.columns.iter().map(|column| (column, has_margins(column))).collect())
        .collect();
    for (index, row) in table.rows.iter().enumerate() {
        let name = match row.variant {
            0 | 1 => format!("{}{}", table.prefix, row.name),
            variant => format!("{}{} ({variant})", table.prefix, row.name),
        };
        let mut cells = vec![name, row.properties.clone(), row.expected.clone().unwrap_or_default()];
        for (group, columns) in table.groups.iter().zip(&groups) {
            cells.push(
                group.outcomes[index].as_ref().map(|outcome| outcome.status.clone()).unwrap_or_default(),
            );
            if shape == Shape::Plain {
                let category = group.outcomes[index].as_ref().map(|outcome| outcome.category.to_string());
                cells.push(category.unwrap_or_default());
            }
            for (column, has_margins) in columns {
                cells.push(column.values.exact(index));
                if *has_margins {
                    cells.push(margin(column, index));
                }
            }
        }
        line(cells);
    }
    out
}

fn headings(table: &Table, shape: Shape) -> Vec<Vec<String>> {
    let mut tools = vec!["tool".to_owned(), String::new(), String::new()];
    let mut names = vec!["run set".to_owned(), String::new(), String::new()];
    let mut columns = vec![String::new(); 3];
    let mut plain = vec!["task".to_owned(), "property".to_owned(), "expected".to_owned()];
    for group in &table.groups {
        let mut labels = vec!["status".to_owned()];
        if shape == Shape::Plain {
            labels.push("category".to_owned());
        }
        for column in &group.columns {
            let unit = if column.unit.is_empty() { String::new() } else { format!(" ({})", column.unit) };
            labels.push(format!("{}{unit}", column.label));
            if has_margins(column) {
                labels.push(format!("{} ±95%{unit}", column.label));
            }
        }
        for label in labels {
            tools.push(format!("{} {}", group.tool, group.version).trim().to_owned());
            names.push(group.name.clone());
            plain.push(format!("{}: {label}", group.title));
            columns.push(label);
        }
    }
    match shape {
        Shape::Reference => vec![tools, names, columns],
        Shape::Plain => vec![plain],
    }
}

fn has_margins(column: &Column) -> bool {
    match &column.values {
        Values::Numbers(numbers) => {
            numbers.iter().flatten().any(|number| matches!(number, Number::Mean { .. }))
        }
        Values::Texts(_) => false,
    }
}

fn margin(column: &Column, row: usize) -> String {
    match &column.values {
        Values::Numbers(numbers) => match &numbers[row] {
            Some(Number::Mean { margin, .. }) => margin.to_string(),
            Some(Number::Measured(_) | Number::Scaled(_)) | None => String::new(),
        },
        Values::Texts(_) => String::new(),
    }
}

/// RFC 4180 for commas. Nothing quotes tabs, so that they and line ends become blanks there.
fn escape(cell: &str, shape: Shape) -> String {
    match shape {
        Shape::Reference => cell.replace(['\t', '\n', '\r'], " "),
        Shape::Plain if cell.contains(['"', ',', '\n', '\r']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        Shape::Plain => cell.to_owned(),
    }
}
