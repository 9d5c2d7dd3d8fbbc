//! The presets: each is a published algorithm as a choice of options, and nothing else.
//!
//! A preset is a text in the folder `presets`, with its summary, its paper, and values for options;
//! the list below names them in the order in which users see them. Adding one is a file and a line.
//! A [`Sequence`] is a text in the folder `sequences`. Where a name is asked for, a file of the
//! user's does as well: what has a `/` in it, or ends in `.toml`.

use super::configuration::Configuration;
use super::sequence::{Sequence, is_sequence};
use super::{options, similar};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toml::Table;

/// A named configuration.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: String,
    /// What it does, in one line.
    pub summary: String,
    /// The paper it follows.
    pub paper: String,
    /// The options that it sets.
    pub options: Vec<(String, String)>,
    /// What follows from them.
    pub configuration: Configuration,
}

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../presets/", $name, ".toml")))),*]
    };
}

const TEXTS: &[(&str, &str)] = texts![
    "bmc",
    "bmc-linear",
    "k-induction",
    "k-induction-linear",
    "predicate-abstraction",
    "predicate-abstraction-lf",
    "predicate-abstraction-sbe",
    "predicate-abstraction-linear",
    "impact",
    "impact-plain",
    "impact-sbe",
    "impact-linear",
    "ufo",
    "value",
    "value-no-cegar",
    "value-predicate",
    "symbolic-execution",
    "random-testing",
];

/// The sequences that are shipped.
const SEQUENCES: &[(&str, &str)] = &[(DEFAULT, include_str!("../../sequences/default.toml"))];

/// The sequence that runs when nobody says what.
const DEFAULT: &str = "default";

const KEYS: &[&str] = &["summary", "paper", "options"];

impl Preset {
    fn of(name: &str, table: &Table) -> Result<Self, String> {
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!("a preset has no `{key}`, but {}", KEYS.join(", ")));
        }
        let about = |key: &str| match table.get(key) {
            Some(toml::Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(format!("`{key}` is no text")),
            None => Ok(String::new()),
        };
        let mut chosen = Vec::new();
        let chooses = table.get("options").ok_or("there are no options: say `[options]`")?;
        flatten("", chooses, &mut chosen)?;
        let mut configuration = Configuration::default();
        for (key, value) in &chosen {
            options::set(&mut configuration, key, value).map_err(|error| error.to_string())?;
        }
        let keys = chosen.iter().map(|(key, _)| key.as_str());
        options::check(&configuration, keys).map_err(|error| error.to_string())?;
        let (summary, paper) = (about("summary")?, about("paper")?);
        Ok(Self { name: name.to_owned(), summary, paper, options: chosen, configuration })
    }
}

/// `a.b = v` is a table in a table; here it is a key with a point again.
fn flatten(prefix: &str, value: &toml::Value, found: &mut Vec<(String, String)>) -> Result<(), String> {
    match value {
        toml::Value::Table(table) => table.iter().try_for_each(|(key, value)| {
            let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            flatten(&key, value, found)
        }),
        toml::Value::String(text) => {
            found.push((prefix.to_owned(), text.clone()));
            Ok(())
        }
        toml::Value::Integer(number) => {
            found.push((prefix.to_owned(), number.to_string()));
            Ok(())
        }
        toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_)
        | toml::Value::Array(_) => Err(format!("`{prefix}` is neither a text nor a number")),
    }
}

fn table(text: &str) -> Result<Table, String> {
    text.parse().map_err(|error: toml::de::Error| error.to_string())
}

/// All presets that are shipped.
pub fn presets() -> &'static [Preset] {
    static PRESETS: OnceLock<Vec<Preset>> = OnceLock::new();
    PRESETS.get_or_init(|| {
        let parsed = TEXTS.iter().map(|&(name, text)| {
            table(text)
                .and_then(|table| Preset::of(name, &table))
                .expect("the texts of presets are part of the program, and tests read them all")
        });
        parsed.collect()
    })
}

/// All sequences that are shipped, with their names.
pub fn sequences() -> &'static [(&'static str, Sequence)] {
    static PARSED: OnceLock<Vec<(&str, Sequence)>> = OnceLock::new();
    PARSED.get_or_init(|| {
        let parsed = SEQUENCES.iter().map(|&(name, text)| {
            let sequence = table(text).and_then(|table| Sequence::of(&table, Path::new("")));
            (name, sequence.expect("the texts of sequences are part of the program, and tests read them"))
        });
        parsed.collect()
    })
}

/// The sequence that runs when nobody says what.
pub fn default_sequence() -> &'static Sequence {
    let found = sequences().iter().find(|(name, _)| *name == DEFAULT);
    &found.expect("the list of sequences has the default").1
}

/// The shipped preset with a name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    presets().iter().find(|preset| preset.name == name)
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// One analysis.
    Preset(Box<Preset>),
    /// Several in turn.
    Sequence(Sequence),
}

/// What a name stands for: a preset, a sequence, or a file of the user's. The error is a message
/// that says what there is.
pub fn chosen(name: &str) -> Result<Chosen, String> {
    if let Some(path) = file(name, Path::new("")) {
        return read(&path);
    }
    if let Some((_, sequence)) = sequences().iter().find(|(known, _)| *known == name) {
        return Ok(Chosen::Sequence(sequence.clone()));
    }
    match preset(name) {
        Some(preset) => Ok(Chosen::Preset(Box::new(preset.clone()))),
        None => {
            let names = sequences().iter().map(|(name, _)| *name);
            Err(unknown(name, names))
        }
    }
}

/// The preset with a name, or in a file that is looked for in a folder; no sequence.
pub(super) fn single(name: &str, folder: &Path) -> Result<Preset, String> {
    let Some(path) = file(name, folder) else {
        return preset(name).cloned().ok_or_else(|| unknown(name, []));
    };
    match read(&path)? {
        Chosen::Preset(preset) => Ok(*preset),
        Chosen::Sequence(_) => Err(format!("`{name}` is a sequence, and a stage must be a preset")),
    }
}

/// The file that a name means, if it means one.
fn file(name: &str, folder: &Path) -> Option<PathBuf> {
    (name.contains('/') || name.ends_with(".toml")).then(|| folder.join(name))
}

fn read(path: &Path) -> Result<Chosen, String> {
    let named = |reason: String| format!("`{}`: {reason}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let table = table(&text).map_err(named)?;
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    if is_sequence(&table) {
        return Sequence::of(&table, folder).map(Chosen::Sequence).map_err(named);
    }
    let name = path.display().to_string();
    Preset::of(&name, &table).map(|preset| Chosen::Preset(Box::new(preset))).map_err(named)
}

/// The message for a name that is no preset and none of `others`.
fn unknown(name: &str, others: impl IntoIterator<Item = &'static str>) -> String {
    let presets = presets().iter().map(|preset| preset.name.as_str());
    let known: Vec<&str> = presets.chain(others).collect();
    let meant = match similar(name, known.iter().copied()).as_slice() {
        [] => String::new(),
        similar => format!("; did you mean {}?", similar.join(" or ")),
    };
    format!("there is no preset `{name}`{meant}\n  there are {}", known.join(", "))
}
