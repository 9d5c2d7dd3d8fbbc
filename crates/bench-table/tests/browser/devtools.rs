//! A browser that is told what to do: Chromium without a window, by its DevTools protocol over two pipes.
//!
//! With `--remote-debugging-pipe` the browser reads commands from descriptor 3 and writes answers to descriptor 4, each a JSON value that ends with a zero byte. A shell puts our pipes there, so that
//! neither a network connection nor a crate is needed.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Browser {
    child: Child,
    commands: Option<ChildStdin>,
    answers: Receiver<Value>,
    next: u64,
    session: Option<String>,
    events: VecDeque<Value>,
    profile: PathBuf,
}

impl Browser {
    /// Starts one, or says why there is none.
    pub(crate) fn start(name: &str) -> Result<Self, String> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let is_there =
            |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
        let program = names
            .iter()
            .find(is_there)
            .ok_or("none of chromium, chromium-browser and google-chrome is installed")?;
        let profile =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{name}-{}", std::process::id()));
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--remote-debugging-pipe", "--disable-extensions", "--window-size=1400,900"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let commands = child.stdin.take();
        let mut reader = BufReader::new(child.stdout.take().ok_or("there is no pipe")?);
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while reader.read_until(0, &mut bytes).is_ok_and(|count| count > 0) {
                bytes.pop();
                let is_heard =
                    serde_json::from_slice(&bytes).is_ok_and(|value: Value| sender.send(value).is_ok());
                bytes.clear();
                if !is_heard {
                    break;
                }
            }
        });
        let mut browser =
            Self { child, commands, answers, next: 0, session: None, events: VecDeque::new(), profile };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", target);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        browser.call("Emulation.setDeviceMetricsOverride", size);
        Ok(browser)
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let commands = self.commands.as_mut().expect("the browser is open");
        commands.write_all(format!("{message}\0").as_bytes()).and_then(|()| commands.flush()).unwrap();
        loop {
            let answer =
                self.answers.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no answer to {method}"));
            if answer["id"] == json!(self.next) {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push_back(answer);
        }
    }

    /// Opens a file and waits until it is there.
    pub(crate) fn open(&mut self, file: &Path, fragment: &str) {
        // A change of the fragment alone would load nothing.
        for url in ["about:blank".to_owned(), format!("file://{}{fragment}", file.display())] {
            self.events.retain(|event| event["method"] != "Page.loadEventFired");
            self.call("Page.navigate", json!({ "url": url }));
            while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
                let event = self.answers.recv_timeout(PATIENCE).expect("the page is loaded in time");
                self.events.push_back(event);
            }
        }
    }

    /// The value of an expression in the page; a promise is awaited.
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    pub(crate) fn number(&mut self, expression: &str) -> f64 {
        self.js(expression).as_f64().unwrap_or(f64::NAN)
    }

    /// A number of things.
    pub(crate) fn count(&mut self, expression: &str) -> usize {
        let value = self.js(expression);
        value.as_u64().unwrap_or_else(|| panic!("{expression} is {value}")) as usize
    }

    pub(crate) fn text(&mut self, expression: &str) -> String {
        self.js(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        for _ in 0..200 {
            if self.js(expression) == json!(true) {
                return;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        panic!("{expression} does not become true");
    }

    /// Clicks at the middle of an element, as a mouse does.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.js(&format!(
            "(() => {{ const box = document.querySelector({}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        ));
        self.mouse("mousePressed", &place);
        self.mouse("mouseReleased", &place);
    }

    pub(crate) fn mouse(&mut self, kind: &str, place: &Value) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        self.call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": place[0], "y": place[1], "button": button, "clickCount": 1 }),
        );
    }

    pub(crate) fn key(&mut self, name: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({ "type": kind, "key": name, "code": name }));
        }
    }

    /// Types a text where the focus is.
    pub(crate) fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Everything that the browser complained about, and every address that is not a file.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        self.js("0");
        let complaint = |event: &Value| match event["method"].as_str()? {
            "Runtime.exceptionThrown" => Some(event["params"]["exceptionDetails"].to_string()),
            "Log.entryAdded" => Some(event["params"]["entry"].to_string()),
            "Runtime.consoleAPICalled" => Some(event["params"]["args"].to_string()),
            "Network.requestWillBeSent" => {
                let url = event["params"]["request"]["url"].as_str()?;
                let is_local =
                    ["file:", "data:", "blob:", "about:"].iter().any(|scheme| url.starts_with(scheme));
                (!is_local).then(|| format!("the page asks for {url}"))
            }
            _ => None,
        };
        self.events.iter().filter_map(complaint).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends when its pipe does; only its own process is waited for and, if it stays, killed.
        drop(self.commands.take());
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
