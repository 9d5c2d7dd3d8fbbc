//! The presets: each is a published algorithm as a choice of options, and nothing else.
//!
//! A preset is a text in the folder `presets`, with its summary, its paper, and values for options; the list below names them in the
//! order in which users see them. Adding one is a file and a line.

use super::configuration::Configuration;
use super::options;
use std::sync::OnceLock;

/// A named configuration.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
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

impl Preset {
    fn parse(name: &'static str, text: &str) -> Result<Self, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let about = |key: &str| match table.get(key) {
            Some(toml::Value::String(text)) => Ok(text.clone()),
            Some(_) | None => Err(format!("`{key}` is missing")),
        };
        let mut chosen = Vec::new();
        let chooses = table.get("options").ok_or("there are no options")?;
        flatten("", chooses, &mut chosen)?;
        let mut configuration = Configuration::default();
        for (key, value) in &chosen {
            options::set(&mut configuration, key, value).map_err(|error| error.to_string())?;
        }
        let keys = chosen.iter().map(|(key, _)| key.as_str());
        options::check(&configuration, keys).map_err(|error| error.to_string())?;
        Ok(Self { name, summary: about("summary")?, paper: about("paper")?, options: chosen, configuration })
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

/// All presets.
pub fn presets() -> &'static [Preset] {
    static PRESETS: OnceLock<Vec<Preset>> = OnceLock::new();
    PRESETS.get_or_init(|| {
        let parsed = TEXTS.iter().map(|&(name, text)| {
            Preset::parse(name, text)
                .expect("the texts of presets are part of the program, and tests read them all")
        });
        parsed.collect()
    })
}

/// The preset with a name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    presets().iter().find(|preset| preset.name == name)
}

/// Names of presets that resemble a word.
pub fn similar_presets(word: &str) -> Vec<&'static str> {
    super::similar(word, TEXTS.iter().map(|&(name, _)| name))
}
