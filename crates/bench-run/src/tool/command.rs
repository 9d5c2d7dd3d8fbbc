//! Any command: the first option is the program, the rest are its arguments.
//!
//! `{files}`, `{property}` and `{task}` in an argument stand for what they say; without `{files}` the files come last. The status is `done` if the command returns 0 and
//! `ERROR (n)` otherwise. A tool with answers is better described in a TOML file.

use super::{Call, Locator, Outcome, Tool};
use std::path::{Path, PathBuf};

pub(super) struct AnyCommand;

impl Tool for AnyCommand {
    fn name(&self) -> String {
        "command".to_owned()
    }

    fn executable(&self, locator: &Locator, options: &[String]) -> Result<PathBuf, String> {
        let program = options
            .first()
            .ok_or("the tool `command` needs the program as its first option: `<option>prog</option>`")?;
        if program.contains('/') {
            let path = PathBuf::from(program);
            return if path.is_file() { Ok(path) } else { Err(format!("there is no program {program}")) };
        }
        locator.find(program, "bin")
    }

    fn version(&self, _executable: &Path) -> Result<String, String> {
        Ok(String::new())
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let mut line = vec![call.executable.to_owned()];
        let files = if call.has_files { call.inputs } else { &[] };
        let mut named = false;
        for option in call.options.iter().skip(1) {
            if option == "{files}" {
                line.extend(files.iter().cloned());
                named = true;
                continue;
            }
            named |= option.contains("{files}");
            let task = call.inputs.first().map_or("", String::as_str);
            let text = option.replace("{files}", &files.join(" ")).replace("{task}", task);
            line.push(text.replace("{property}", call.property.unwrap_or("")));
        }
        if !named {
            line.extend(files.iter().cloned());
        }
        Ok(line)
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        if outcome.value() == Some(0) { "done" } else { "ERROR" }.to_owned()
    }
}
