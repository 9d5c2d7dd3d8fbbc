//! Results as JSON lines: what a benchmark writes while it runs, since a line is whole or it is not there.
//!
//! A line is an object with one member. `set` begins a set (everything but its runs), `run` adds a run to the set that was begun last, and `items` adds what is known only
//! later, such as `endtime`; an item that is there already is replaced. A line that is not whole, which is what a killed benchmark leaves at the end, is left out and named.

use crate::file::{LoadError, Loaded};
use crate::model::{Item, ResultSet, Run};
use serde::{Deserialize, Serialize};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// A set begins.
    Set(ResultSet),
    /// A run of the set that was begun last.
    Run(Run),
    /// Items of that set that were not known when it began.
    Items(Vec<Item>),
}

/// The text of a line, with its end.
pub fn write_line(line: &Line) -> String {
    let mut text = serde_json::to_string(line)
        .expect("lines have text as keys and no floats, which is all that JSON refuses");
    text.push('\n');
    text
}

/// The sets in a text of lines.
pub fn read_lines(text: &str) -> Result<Loaded, LoadError> {
    let mut loaded = Loaded::default();
    let mut lost = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Line>(line) {
            Ok(Line::Set(set)) => loaded.sets.push(set),
            Ok(Line::Run(run)) => match loaded.sets.last_mut() {
                Some(set) => set.runs.push(run),
                None => lost.push((number, "a run before any set".to_owned())),
            },
            Ok(Line::Items(items)) => match loaded.sets.last_mut() {
                Some(set) => replace(&mut set.items, items),
                None => lost.push((number, "items before any set".to_owned())),
            },
            Err(error) => lost.push((number, error.to_string())),
        }
    }
    if let Some((number, why)) = lost.first() {
        let more = if lost.len() > 1 {
            format!(" ({} lines are left out in all)", lost.len())
        } else {
            String::new()
        };
        loaded.warnings.push(format!("line {} is left out: {why}{more}", number + 1));
    }
    if loaded.sets.is_empty() {
        let why = loaded.warnings.pop().unwrap_or_else(|| "there is no line".to_owned());
        return Err(LoadError::new(format!("no set of results is in these lines: {why}")));
    }
    Ok(loaded)
}

fn replace(items: &mut Vec<Item>, later: Vec<Item>) {
    for item in later {
        match items.iter_mut().find(|old| old.name == item.name) {
            Some(old) => *old = item,
            None => items.push(item),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> ResultSet {
        ResultSet {
            items: vec![Item { name: "tool".to_owned(), text: "T".to_owned() }],
            ..ResultSet::default()
        }
    }

    fn run(name: &str) -> Run {
        Run { name: name.to_owned(), repetition: 1, ..Run::default() }
    }

    #[test]
    fn runs_belong_to_the_set_before_them_and_items_come_later() {
        let end = Item { name: "endtime".to_owned(), text: "now".to_owned() };
        let lines = [
            Line::Set(set()),
            Line::Run(run("a")),
            Line::Set(set()),
            Line::Run(run("b")),
            Line::Items(vec![end.clone()]),
        ];
        let text: String = lines.iter().map(write_line).collect();
        let loaded = read_lines(&text).unwrap();
        assert_eq!(loaded.sets[0].runs, [run("a")]);
        assert_eq!(loaded.sets[1].runs, [run("b")]);
        assert_eq!(loaded.sets[1].items.last(), Some(&end));
        assert_eq!(loaded.warnings, Vec::<String>::new());
    }

    #[test]
    fn a_cut_line_is_left_out_and_named() {
        let text: String =
            [Line::Set(set()), Line::Run(run("a")), Line::Run(run("b"))].iter().map(write_line).collect();
        let loaded = read_lines(&text[..text.len() - 9]).unwrap();
        assert_eq!(loaded.sets[0].runs, [run("a")]);
        assert!(loaded.warnings[0].starts_with("line 3 is left out:"), "{:?}", loaded.warnings);
        assert!(read_lines("{\"run\":").is_err());
        assert!(read_lines("").is_err());
    }
}
