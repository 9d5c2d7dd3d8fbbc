//! A tool that is described in a TOML file, so that a new one needs no compiler.
//!
//! ```toml
//! name = "My Tool"
//! executable = "mytool"
//! version = "--version"
//! command = ["{executable}", "{options}", "{property}", "{files}"]
//! property = ["--property", "{property}"]
//! data-model = { ILP32 = ["-32"], LP64 = ["-64"] }
//!
//! [[status]]                       # the first rule that fits counts
//! line = "VERIFICATION SUCCESSFUL" # a pattern for a whole line
//! is = "true"
//!
//! [[status]]
//! returns = 10
//! is = "false(unreach-call)"
//! ```

use super::{Call, Locator, Outcome, Tool, version_of};
use crate::pattern;
use crate::problem::{Place, Problem};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Described {
    name: String,
    executable: String,
    version: Option<String>,
    #[serde(default = "usual_command")]
    command: Vec<String>,
    #[serde(default)]
    property: Vec<String>,
    #[serde(default)]
    data_model: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    status: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    line: Option<String>,
    returns: Option<u8>,
    is: String,
}

fn usual_command() -> Vec<String> {
    ["{executable}", "{options}", "{data-model}", "{property}", "{files}"].map(str::to_owned).to_vec()
}

impl Described {
    pub(super) fn read(file: &Path) -> Result<Self, Problem> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            Problem::at(&Place::file(file), format!("cannot read the description of the tool: {error}"))
        })?;
        toml::from_str(&text).map_err(|error| {
            let place = Place::of(file, &text, error.span().map_or(0, |span| span.start));
            Problem::at(&place, format!("this does not describe a tool: {}", error.message()))
        })
    }
}

impl Tool for Described {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        locator.find(&self.executable, "bin")
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        match &self.version {
            Some(argument) => version_of(executable, argument)
                .map(|text| text.lines().next().unwrap_or_default().to_owned()),
            None => Ok(String::new()),
        }
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let mut line = Vec::new();
        for part in &self.command {
            match part.as_str() {
                "{executable}" => line.push(call.executable.to_owned()),
                "{options}" => line.extend(call.options.iter().cloned()),
                "{files}" => line.extend(call.inputs.iter().cloned()),
                "{property}" => {
                    let property = call.property.unwrap_or("");
                    let arguments = self.property.iter().filter(|_| call.property.is_some());
                    line.extend(arguments.map(|argument| argument.replace("{property}", property)));
                }
                "{data-model}" => {
                    let model = call.task_options.and_then(|options| options.get("data_model")?.as_str());
                    let arguments = model.and_then(|model| self.data_model.get(model));
                    line.extend(arguments.into_iter().flatten().cloned());
                }
                text => line.push(text.to_owned()),
            }
        }
        Ok(line)
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let fits = |rule: &&Rule| {
            let returns = rule.returns.is_none_or(|value| outcome.value() == Some(value));
            let line = rule
                .line
                .as_ref()
                .is_none_or(|line| outcome.output.lines().any(|text| pattern::matches(line, text.trim())));
            returns && line
        };
        match self.status.iter().find(fits) {
            Some(rule) => rule.is.clone(),
            None if outcome.value() == Some(0) => "done".to_owned(),
            None => "ERROR".to_owned(),
        }
    }
}
