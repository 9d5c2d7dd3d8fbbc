//! What an answer is worth: its class, its category against the expectation, and its score.
//!
//! The rules are those of the reference tool and of the software-verification competition: a correct `true` counts 2 and a correct `false` 1, since it is harder to prove the
//! absence of errors than to find one; a wrong `false` costs 16 and a wrong `true` 32; everything else counts nothing. An answer `false` for another part of a compound property
//! than the expected one says nothing about the expected one, so its category is [`Category::Unknown`] where the reference has it so, and wrong otherwise.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The class of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The property holds.
    True,
    /// It does not.
    False,
    /// No answer.
    Other,
}

/// The class of `status`, by the texts that tool modules agree on: `true`, `false`, `false(property)`.
pub fn class(status: &str) -> Class {
    match status {
        "true" => Class::True,
        "false" => Class::False,
        text if text.starts_with("false(") && text.ends_with(')') => Class::False,
        _ => Class::Other,
    }
}

/// How a status relates to what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// The answer is right.
    Correct,
    /// The answer is right, but nobody confirmed it.
    CorrectUnconfirmed,
    /// The answer is wrong.
    Wrong,
    /// The tool gave no answer.
    Unknown,
    /// The tool failed or met a limit.
    Error,
    /// Nothing is expected, so there is nothing to compare with.
    Missing,
}

impl Category {
    /// All categories with their names in result files.
    pub const NAMES: &[(Self, &str)] = &[
        (Self::Correct, "correct"),
        (Self::CorrectUnconfirmed, "correct-unconfirmed"),
        (Self::Wrong, "wrong"),
        (Self::Unknown, "unknown"),
        (Self::Error, "error"),
        (Self::Missing, "missing"),
    ];

    /// The category of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(category, _)| *category)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(category, _)| category == self).map(|(_, name)| *name);
        f.write_str(name.expect("every category has a name"))
    }
}

/// What is expected of a task for one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expected {
    /// Whether the property holds, if that is known.
    pub holds: Option<bool>,
    /// The part of a compound property that is violated.
    pub part: Option<String>,
}

impl Expected {
    /// Reads `true`, `false`, `false(part)`; nothing else is an expectation.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, part) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((word, part)) => (word, Some(part.to_owned())),
            None => (text, None),
        };
        let holds = match word {
            "true" => Some(true),
            "false" => Some(false),
            _ => return None,
        };
        Some(Self { holds, part })
    }
}

impl fmt::Display for Expected {
    /// Nothing if nothing is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.holds, &self.part) {
            (None, _) => Ok(()),
            (Some(holds), None) => write!(f, "{holds}"),
            (Some(holds), Some(part)) => write!(f, "{holds}({part})"),
        }
    }
}

/// The category of `status`. `expected` is what is expected for the property that was checked; there is none if no property was.
pub fn category(status: &str, expected: Option<&Expected>) -> Category {
    let class = class(status);
    if class == Class::Other {
        return match status {
            "unknown" => Category::Unknown,
            "done" => Category::Missing,
            _ => Category::Error,
        };
    }
    let Some((expected, holds)) = expected.and_then(|expected| expected.holds.map(|holds| (expected, holds)))
    else {
        return Category::Missing;
    };
    if let Some(part) = &expected.part
        && class == Class::False
        && status != format!("false({part})")
    {
        return Category::Unknown;
    }
    if (class == Class::True) == holds { Category::Correct } else { Category::Wrong }
}

/// The score of an answer.
pub fn score(category: Category, status: &str) -> i64 {
    match (category, class(status)) {
        (Category::Correct, Class::True) => 2,
        (Category::Correct, Class::False) => 1,
        (Category::Wrong, Class::True) => -32,
        (Category::Wrong, Class::False) => -16,
        (
            Category::Correct
            | Category::Wrong
            | Category::CorrectUnconfirmed
            | Category::Unknown
            | Category::Error
            | Category::Missing,
            Class::True | Class::False | Class::Other,
        ) => 0,
    }
}

/// The best score that a task can give.
pub fn best_score(expected: &Expected) -> i64 {
    match expected.holds {
        Some(true) => 2,
        Some(false) => 1,
        None => 0,
    }
}

/// Whether a property file is of the kind for which the competition's scores are defined: every line that is not blank begins with `CHECK`, and there is one.
pub fn has_scores(property_file: &str) -> bool {
    let mut lines = property_file.lines().filter(|line| !line.trim_end().is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| line.starts_with("CHECK"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_against_expectations() {
        use Category::{Correct, Error, Missing, Unknown, Wrong};
        let cases = [
            ("true", "true", Correct, 2),
            ("true", "false", Wrong, -32),
            ("true", "false(valid-free)", Wrong, -32),
            ("true", "", Missing, 0),
            ("false", "false", Correct, 1),
            ("false(unreach-call)", "false", Correct, 1),
            ("false(unreach-call)", "true", Wrong, -16),
            ("false(valid-free)", "false(valid-free)", Correct, 1),
            ("false(valid-deref)", "false(valid-free)", Unknown, 0),
            ("false", "false(valid-free)", Unknown, 0),
            ("false(x", "true", Error, 0),
            ("unknown", "true", Unknown, 0),
            ("done", "true", Missing, 0),
            ("TIMEOUT", "true", Error, 0),
            ("TIMEOUT (true)", "true", Error, 0),
            ("", "true", Error, 0),
        ];
        for (status, expected, wanted, points) in cases {
            let found = category(status, Expected::parse(expected).as_ref());
            assert_eq!((found, score(found, status)), (wanted, points), "{status} for {expected}");
        }
    }

    #[test]
    fn expectations_round_trip() {
        for text in ["true", "false", "false(valid-deref)"] {
            assert_eq!(Expected::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "unknown", "falsch", "false(", "(true)"] {
            assert_eq!(Expected::parse(text), None, "{text}");
        }
    }

    #[test]
    fn properties_with_scores() {
        assert!(has_scores("CHECK( init(main()), LTL(G ! overflow) )\n\n"));
        assert!(!has_scores(""));
        assert!(!has_scores("\n"));
        assert!(!has_scores("# remark\nCHECK( init(main()), LTL(G ! overflow) )\n"));
    }

    #[test]
    fn names_of_categories() {
        for (category, name) in Category::NAMES {
            assert_eq!((category.to_string().as_str(), Category::from_name(name)), (*name, Some(*category)));
        }
    }
}
