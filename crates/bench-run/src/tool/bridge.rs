//! The reference tool's Python modules, of which there are about two hundred, through a small script.
//!
//! One interpreter per benchmark answers questions, one JSON object a line; a module keeps state between calls, so it must be the same one. Which interpreter is used can be said by the
//! variable `VERDIKT_BENCH_PYTHON`, for an installation in a virtual environment. What the module prints goes to standard error, as in the reference.

use super::{Call, Environment, Locator, Outcome, Tool};
use bench_system::End;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

const SCRIPT: &str = include_str!("bridge.py");

pub(super) struct Bridge {
    module: String,
    name: String,
    talk: Mutex<Talk>,
}

struct Talk {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Bridge {
    pub(super) fn start(module: &str, _locator: &Locator) -> Result<Self, String> {
        let python = std::env::var("VERDIKT_BENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut child = Command::new(&python)
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| {
                format!("its Python module needs `{python}`, which cannot be started: {error}")
            })?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the Python interpreter has no input or output".to_owned());
        };
        let talk = Mutex::new(Talk { child, to: Some(to), from: BufReader::new(from) });
        let mut bridge = Self { module: module.to_owned(), name: String::new(), talk };
        bridge.name = bridge
            .ask(&json!({ "do": "load", "module": module }))
            .and_then(text)
            .map_err(|error| format!("the Python module `{module}` cannot be used: {error}"))?;
        Ok(bridge)
    }

    fn ask(&self, question: &Value) -> Result<Value, String> {
        // A thread that failed in the middle of a question has left the talk in a state that nobody knows.
        let mut talk = self.talk.lock().map_err(|_| "the Python module failed before".to_owned())?;
        let gone = |error: std::io::Error| format!("the Python module does not answer: {error}");
        let to = talk.to.as_mut().ok_or("the Python module has ended")?;
        to.write_all(format!("{question}\n").as_bytes()).and_then(|()| to.flush()).map_err(gone)?;
        let mut line = String::new();
        talk.from.read_line(&mut line).map_err(gone)?;
        let answer: Value =
            serde_json::from_str(&line).map_err(|_| "the Python module has ended".to_owned())?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer.get("answer").cloned().unwrap_or(Value::Null)),
        }
    }
}

impl Drop for Bridge {
    /// The script ends when nobody asks any more.
    fn drop(&mut self) {
        if let Ok(talk) = self.talk.get_mut() {
            talk.to = None;
            let _ = talk.child.wait();
        }
    }
}

fn text(value: Value) -> Result<String, String> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| format!("the Python module answers {value} where a text is needed"))
}

fn seconds(time: Option<Duration>) -> Option<u64> {
    time.map(|time| time.as_secs().max(1))
}

impl Tool for Bridge {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn module(&self) -> String {
        self.module.clone()
    }

    fn executable(&self, locator: &Locator, _options: &[String]) -> Result<PathBuf, String> {
        let folder = locator.folder.as_ref().map(|folder| folder.display().to_string());
        self.ask(&json!({ "do": "executable", "folder": folder })).and_then(text).map(PathBuf::from)
    }

    fn version(&self, executable: &Path) -> Result<String, String> {
        self.ask(&json!({ "do": "version", "executable": executable })).and_then(text)
    }

    fn folder(&self, executable: &Path) -> Option<PathBuf> {
        let answer = self.ask(&json!({ "do": "folder", "executable": executable })).and_then(text);
        answer.ok().filter(|folder| folder != "." && !folder.is_empty()).map(PathBuf::from)
    }

    fn environment(&self, executable: &Path) -> Result<Environment, String> {
        let answer = self.ask(&json!({ "do": "environment", "executable": executable }))?;
        let mut environment = Environment::default();
        for (key, value) in answer.as_object().into_iter().flatten() {
            let variables = value.as_object().into_iter().flatten();
            let names = || variables.clone().map(|(name, _)| name.clone()).collect::<Vec<String>>();
            let texts =
                variables.clone().filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
            match key.as_str() {
                "keepEnv" => environment.keep = Some(names()),
                "newEnv" => environment.new = texts.collect(),
                "additionalEnv" => environment.extended = texts.collect(),
                "clearEnv" => environment.clear = names(),
                other => return Err(format!("its module wants the environment to have `{other}`")),
            }
        }
        Ok(environment)
    }

    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let files: &[String] = if call.has_files { call.inputs } else { &[] };
        let identifier = if call.has_files { None } else { call.inputs.first() };
        let question = json!({
            "do": "command",
            "executable": call.executable,
            "options": call.options,
            "files": files,
            "identifier": identifier,
            "property": call.property,
            "task_options": call.task_options,
            "limits": {
                "cputime": seconds(call.limits.effective_cpu()),
                "cputime_hard": seconds(call.limits.cpu),
                "walltime": seconds(call.limits.wall),
                "memory": call.limits.memory,
                "cpu_cores": call.limits.cores,
            },
        });
        let answer = self.ask(&question)?;
        let line: Option<Vec<String>> = answer
            .as_array()
            .and_then(|line| line.iter().map(|part| part.as_str().map(str::to_owned)).collect());
        line.filter(|line| !line.is_empty())
            .ok_or_else(|| format!("the Python module gives no command line but {answer}"))
    }

    fn status(&self, outcome: &Outcome<'_>) -> String {
        let (value, signal) = match outcome.end {
            End::Value(value) => (Some(value), None),
            End::Signal(signal) => (None, Some(signal)),
        };
        let question = json!({
            "do": "status",
            "command": outcome.command,
            "value": value,
            "signal": signal,
            "output": outcome.output,
            "reason": outcome.reason.map(bench_system::Reason::name),
        });
        // A module that fails is not the tool's fault, so the status says whose it is.
        self.ask(&question).and_then(text).unwrap_or_else(|error| format!("ERROR (tool module: {error})"))
    }

    fn value(&self, output: &str, identifier: &str) -> Option<String> {
        let question = json!({ "do": "value", "output": output, "identifier": identifier });
        self.ask(&question).ok()?.as_str().map(str::to_owned)
    }
}
