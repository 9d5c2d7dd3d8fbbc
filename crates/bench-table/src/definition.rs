//! Table definitions: which results go into a table, side by side or below each other, and which of their columns.
//!
//! The reference tool's XML (`table-1.10.dtd`): `table` has `result`s (each a column group), `union`s of results (one group) and `column`s; columns of a group win
//! over those of the table. A definition lets people write down with remarks how a table was made (section 13.5 of document 000). What is unknown in it is an error, since a
//! misspelt attribute would silently make another table.

use crate::glob;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::path::{Path, PathBuf};

/// A column that a table shall have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// The title in result files.
    pub title: String,
    /// The title in the table, if it differs.
    pub label: Option<String>,
    /// Significant digits.
    pub digits: Option<usize>,
    /// The unit that values without a unit have.
    pub source_unit: Option<String>,
    /// The unit that is shown.
    pub unit: Option<String>,
    /// What values are multiplied with to be in that unit.
    pub scale: Option<f64>,
    /// The text in a log that the value stands behind, for columns that result files do not have.
    pub pattern: Option<String>,
    /// Whether a difference in this column is a difference of results.
    pub for_diff: Option<bool>,
}

/// Results that become one column group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Its title; a plain result is named by its attributes.
    pub title: Option<String>,
    /// The files, as patterns that are relative to the definition.
    pub patterns: Vec<String>,
    /// Its columns; those of the table if there are none.
    pub columns: Vec<Wanted>,
    /// Whether the results of all files belong below each other.
    pub is_union: bool,
}

/// A table definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    /// The groups in their order.
    pub groups: Vec<Group>,
    /// Columns of all groups that have none of their own; all columns if there are none.
    pub columns: Vec<Wanted>,
    /// What of the definition is not done.
    pub warnings: Vec<String>,
}

impl Definition {
    /// Reads the text of a definition.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let mut builder = Builder::default();
        loop {
            let event = reader.read_event();
            let at = |error: String| format!("{error} (at byte {})", reader.buffer_position());
            match event {
                Ok(Event::Start(element)) => builder.open(&element).map_err(at)?,
                Ok(Event::End(element)) => builder.close(element.name().as_ref()),
                Ok(Event::Text(text)) => builder.text(&text.xml10_content()),
                Ok(Event::CData(text)) => builder.text(&text.xml10_content()),
                Ok(Event::GeneralRef(reference)) => {
                    let character = reference.resolve_char_ref().ok().flatten().map(String::from);
                    let known = quick_xml::escape::resolve_predefined_entity(&reference).map(str::to_owned);
                    builder.text(&character.or(known).unwrap_or_default());
                }
                Ok(Event::Eof) => break,
                Ok(
                    Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_),
                ) => {}
                Err(error) => return Err(at(error.to_string())),
            }
        }
        if !builder.open.is_empty() {
            return Err(format!("the file ends inside of <{}>", builder.open.join("> <")));
        }
        if builder.definition.groups.is_empty() {
            return Err("there is no <result> in this table definition, hence nothing to show".to_owned());
        }
        Ok(builder.definition)
    }
}

/// The files of a group. A pattern that no file matches is an error.
pub fn files(group: &Group, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for pattern in &group.patterns {
        let found = glob::expand(folder, pattern);
        if found.is_empty() {
            let from = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            return Err(format!("no file matches {pattern:?}, seen from {}", from.display()));
        }
        files.extend(found);
    }
    Ok(files)
}

/// The result files in a folder, by the names that benchmarks give them.
pub fn result_files(folder: &Path) -> Vec<PathBuf> {
    let patterns = ["*.results.*xml", "*.results.*xml.bz2", "*.results.*xml.gz", "*.results.*jsonl"];
    let mut files: Vec<PathBuf> = patterns.iter().flat_map(|pattern| glob::expand(folder, pattern)).collect();
    files.sort();
    files
}

#[derive(Debug, Default)]
struct Builder {
    definition: Definition,
    open: Vec<String>,
    text: String,
}

impl Builder {
    fn open(&mut self, element: &BytesStart<'_>) -> Result<(), String> {
        let name = element.name().as_ref().to_owned();
        let mut attributes = Vec::new();
        let mut link = None;
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value =
                attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| error.to_string())?;
            match attribute.key.as_ref() {
                "href" if name == "column" => link = Some(value.into_owned()),
                key => attributes.push((key.to_owned(), value.into_owned())),
            }
        }
        if let Some(link) = link {
            let why = "cells do not link to other places; logs and tasks are linked anyway";
            self.definition.warnings.push(format!("href={link:?} of a column is passed over: {why}"));
        }
        match (self.open.last().map(String::as_str), name.as_str()) {
            (None, "table") => {}
            (Some("table"), "union") => {
                let title = attributes.iter().find(|(name, _)| name == "title").map(|(_, text)| text.clone());
                self.definition.groups.push(Group { title, is_union: true, ..Group::default() });
            }
            (Some("table"), "result") => {
                self.definition
                    .groups
                    .push(Group { patterns: vec![filename(&attributes)?], ..Group::default() });
            }
            (Some("union"), "result") => {
                let pattern = filename(&attributes)?;
                self.group().patterns.push(pattern);
            }
            (Some("table"), "column") => self.definition.columns.push(column(attributes)?),
            (Some("union" | "result"), "column") => {
                let column = column(attributes)?;
                self.group().columns.push(column);
            }
            (None, other) => {
                return Err(format!("this XML has <{other}> where table definitions have <table>"));
            }
            (Some(outer), other) => {
                return Err(format!(
                    "<{other}> is not known inside of <{outer}>; there are result, union and column"
                ));
            }
        }
        self.text.clear();
        self.open.push(name);
        Ok(())
    }

    fn group(&mut self) -> &mut Group {
        self.definition.groups.last_mut().expect("the outer element made a group")
    }

    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn close(&mut self, name: &str) {
        self.open.pop();
        let pattern = std::mem::take(&mut self.text);
        if name != "column" || pattern.trim().is_empty() {
            return;
        }
        let columns = match self.open.last().map(String::as_str) {
            Some("table") | None => &mut self.definition.columns,
            Some(_) => &mut self.group().columns,
        };
        if let Some(column) = columns.last_mut() {
            column.pattern = Some(pattern.trim_start_matches('\n').to_owned());
        }
    }
}

fn filename(attributes: &[(String, String)]) -> Result<String, String> {
    let name = attributes.iter().find(|(name, _)| name == "filename").map(|(_, text)| text.clone());
    name.ok_or_else(|| "<result> needs the attribute filename".to_owned())
}

fn column(attributes: Vec<(String, String)>) -> Result<Wanted, String> {
    let mut column = Wanted::default();
    for (name, text) in attributes {
        match name.as_str() {
            "title" => column.title = text,
            "displayTitle" => column.label = Some(text),
            "numberOfDigits" => {
                let digits = text.parse().ok().filter(|digits| (1..=17).contains(digits));
                column.digits =
                    Some(digits.ok_or_else(|| format!("numberOfDigits is {text:?}, but must be 1 to 17"))?);
            }
            "sourceUnit" => column.source_unit = Some(text),
            "displayUnit" => column.unit = Some(text),
            "scaleFactor" => {
                let scale = text.parse::<f64>().ok().filter(|scale| scale.is_finite() && *scale != 0.0);
                column.scale =
                    Some(scale.ok_or_else(|| format!("scaleFactor is {text:?}, but must be a number"))?);
            }
            "relevantForDiff" => {
                let is_relevant = text
                    .parse()
                    .map_err(|_| format!("relevantForDiff is {text:?}, but must be true or false"))?;
                column.for_diff = Some(is_relevant);
            }
            other => return Err(format!("the attribute {other} of <column> is not known")),
        }
    }
    if column.title.is_empty() {
        return Err("<column> needs the attribute title".to_owned());
    }
    Ok(column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expect: Expect) {
        let text = match Definition::parse(text) {
            Ok(definition) => format!("{definition:#?}"),
            Err(error) => format!("error: {error}"),
        };
        expect.assert_eq(&text);
    }

    #[test]
    fn groups_and_columns() {
        let text = "<?xml version='1.0'?>
<!DOCTYPE table PUBLIC '+//IDN sosy-lab.org//DTD BenchExec table 1.10//EN' 'https://www.sosy-lab.org/benchexec/table-1.10.dtd'>
<table>
  <!-- why -->
  <column title='status' href='x/${inputfile_name}'/>
  <column title='memory' displayTitle='mem' numberOfDigits='2' displayUnit='GB' scaleFactor='1e-9'/>
  <result filename='a.*.xml'/>
  <union title='both'><result filename='b.xml'/><result filename='c.xml'/><column title='steps'>Steps: </column></union>
</table>";
        let definition = Definition::parse(text).unwrap();
        assert_eq!(definition.columns[1].label.as_deref(), Some("mem"));
        assert_eq!((definition.columns[1].digits, definition.columns[1].scale), (Some(2), Some(1e-9)));
        assert_eq!(definition.groups[0].patterns, ["a.*.xml"]);
        let union = &definition.groups[1];
        assert_eq!((union.title.as_deref(), union.is_union, union.patterns.len()), (Some("both"), true, 2));
        assert_eq!(union.columns[0].pattern.as_deref(), Some("Steps: "));
        assert_eq!(definition.warnings.len(), 1);
    }

    #[test]
    fn what_is_wrong_is_said() {
        check(
            "<benchmark/>",
            expect!["error: this XML has <benchmark> where table definitions have <table> (at byte 12)"],
        );
        check(
            "<table/>",
            expect!["error: there is no <result> in this table definition, hence nothing to show"],
        );
        check(
            "<table><result/></table>",
            expect!["error: <result> needs the attribute filename (at byte 16)"],
        );
        check(
            "<table><result filename='a'><column titel='x'/></result></table>",
            expect!["error: the attribute titel of <column> is not known (at byte 47)"],
        );
        check(
            "<table><column title='x' numberOfDigits='0'/></table>",
            expect![[r#"error: numberOfDigits is "0", but must be 1 to 17 (at byte 45)"#]],
        );
        check(
            "<table><row/></table>",
            expect![
                "error: <row> is not known inside of <table>; there are result, union and column (at byte 13)"
            ],
        );
        check("<table><result filename='a'>", expect!["error: the file ends inside of <table> <result>"]);
        check(
            "<table><result filename='a'></table>",
            expect![
                "error: ill-formed document: expected `</result>`, but `</table>` was found (at byte 36)"
            ],
        );
    }
}
