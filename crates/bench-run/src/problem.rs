//! What is wrong with an input, where, and what to do about it.
//!
//! Benchmark definitions are written by hand and run for days, so an error has to be found before the first run and has to name its place. A word that is not known comes with the known
//! word that looks most like it.

use std::fmt;
use std::path::{Path, PathBuf};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 if the whole file is meant.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The whole file.
    pub fn file(file: &Path) -> Self {
        Self { file: file.to_owned(), line: 0, column: 0 }
    }

    /// The place of a byte of `text`, which is the content of `file`.
    pub fn of(file: &Path, text: &str, byte: usize) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { file: file.to_owned(), line, column: before[start..].chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 { write!(f, ":{}:{}", self.line, self.column) } else { Ok(()) }
    }
}

/// Something that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, if it is in a file.
    pub place: Option<Place>,
    /// What.
    pub message: String,
    /// What to do about it.
    pub advice: Option<String>,
}

impl Problem {
    /// A problem without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into(), advice: None }
    }

    /// A problem at a place.
    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Self { place: Some(place.clone()), message: message.into(), advice: None }
    }

    /// The same with advice.
    pub fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }

    /// The same with the known word that looks most like `word`, or else with all known words.
    pub fn suggest(self, word: &str, known: &[&str]) -> Self {
        let advice = match closest(word, known) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("known are {}", list(known)),
        };
        self.advise(advice)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.advice {
            Some(advice) => write!(f, "\n  {advice}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Self {
        vec![problem]
    }
}

/// Names in the form "`a`, `b` and `c`".
pub(crate) fn list(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => format!("`{one}`"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| format!("`{name}`")).collect();
            format!("{} and `{last}`", first.join(", "))
        }
    }
}

/// The known word that looks like `word`: a third of the letters may differ, upper and lower case being the same.
pub(crate) fn closest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = lower(word);
    let mut best: Option<(usize, &str)> = None;
    for &candidate in known {
        let other = lower(candidate);
        let distance = distance(&wanted, &other);
        let close = distance <= wanted.len().max(other.len()).div_ceil(3) && distance < wanted.len().max(1);
        if close && best.is_none_or(|(smallest, _)| distance < smallest) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The number of letters to insert, delete, replace or swap with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions() {
        let known = ["timelimit", "hardtimelimit", "memlimit", "cpuCores", "tool"];
        let cases = [
            ("timlimit", Some("timelimit")),
            ("time_limit", Some("timelimit")),
            ("cpucores", Some("cpuCores")),
            ("tolo", Some("tool")),
            ("x", None),
            ("", None),
            ("banana", None),
        ];
        for (word, wanted) in cases {
            assert_eq!(closest(word, &known), wanted, "{word}");
        }
    }

    #[test]
    fn places_count_characters() {
        let place = Place::of(Path::new("f"), "ä\nöü<x>", "ä\nöü".len());
        assert_eq!(place.to_string(), "f:2:3");
        assert_eq!(Place::of(Path::new("f"), "", 7).to_string(), "f:1:1");
        assert_eq!(Place::file(Path::new("f")).to_string(), "f");
    }
}
