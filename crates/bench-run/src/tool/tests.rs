//! Modules by example: command lines and outputs.

use super::*;
use crate::problem::Place;
use expect_test::{Expect, expect};
use std::fmt::Write as _;
use std::time::Duration;

fn tool(name: &str) -> Box<dyn Tool> {
    let name = Located { text: name.to_owned(), place: Place::file(Path::new("b.xml")) };
    load(&name, Path::new("b.xml"), &Locator::default()).unwrap()
}

fn limits() -> Limits {
    Limits { cpu: Some(Duration::from_secs(900)), memory: Some(15_000_000_000), ..Limits::default() }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn line(tool: &dyn Tool, options: &[&str], property: Option<&str>) -> String {
    let (options, inputs, limits) = (owned(options), owned(&["a.c"]), limits());
    let model = serde_json::json!({ "language": "C", "data_model": "LP64" });
    let call = Call {
        executable: "bin/tool",
        options: &options,
        inputs: &inputs,
        has_files: true,
        property,
        task_options: Some(&model),
        limits: &limits,
    };
    tool.command(&call).map_or_else(|reason| format!("error: {reason}"), |line| line.join(" "))
}

#[test]
fn command_lines() {
    let mut out = String::new();
    for name in ["verdikt", "cbmc", "esbmc", "cpachecker", "ultimateautomizer", "dummy", "command"] {
        let tool = tool(name);
        let _ = writeln!(out, "{name}: {}", line(&*tool, &["-x", "y"], Some("p.prp")));
        let _ = writeln!(out, "{name}: {}", line(&*tool, &["-x", "{files}"], None));
    }
    let _ = writeln!(out, "z3: {}", line(&*tool("z3"), &["-T:5"], None));
    let _ = writeln!(out, "cpachecker: {}", line(&*tool("cpachecker"), &["--timelimit", "5", "--32"], None));
    let _ = writeln!(out, "verdikt: {}", line(&*tool("verdikt"), &["run", "--32"], None));
    expect![[r#"
        verdikt: bin/tool verify -x y --property p.prp --64 a.c
        verdikt: bin/tool verify -x {files} --64 a.c
        cbmc: bin/tool -x y --propertyfile p.prp --64 a.c
        cbmc: bin/tool -x {files} --64 a.c
        esbmc: bin/tool -p p.prp -x y --arch 64 a.c
        esbmc: error: ESBMC's wrapper needs a property file
        cpachecker: bin/tool -x y -timelimit 900s -stats -spec p.prp -64 a.c
        cpachecker: bin/tool -x {files} -timelimit 900s -stats -64 a.c
        ultimateautomizer: bin/tool --spec p.prp --file a.c -x y --architecture 64bit
        ultimateautomizer: error: Ultimate's wrapper needs a property file
        dummy: bin/tool %s\n -x y Input file: a.c Property file: p.prp
        dummy: bin/tool %s\n -x {files} Input file: a.c Property file: None
        command: bin/tool y a.c
        command: bin/tool a.c
        z3: bin/tool -T:5 a.c
        cpachecker: bin/tool --timelimit 5 --32 --stats a.c
        verdikt: bin/tool run --32 a.c
    "#]]
    .assert_eq(&out);
}

fn status(name: &str, end: End, reason: Option<Reason>, command: &[&str], output: &str) -> String {
    let command = owned(command);
    let outcome = Outcome { command: &command, end, reason, output };
    interpret(&*tool(name), &outcome, OverTime::No)
}

/// Tool, end, command line and output.
type Case = (&'static str, End, &'static [&'static str], &'static str);

const CASES: &[Case] = &[
    ("verdikt", End::Value(0), &[], "states 5\nVerdict: TRUE\n"),
    ("verdikt", End::Value(1), &[], "Verdict: FALSE(unreach-call)\n"),
    ("verdikt", End::Value(2), &[], "Verdict: UNKNOWN(time limit)\n"),
    ("verdikt", End::Value(65), &[], "error: no\n"),
    ("verdikt", End::Value(70), &[], ""),
    ("cbmc", End::Value(0), &[], "x\nTRUE\n"),
    ("cbmc", End::Value(10), &[], "FALSE(valid-deref)\n"),
    ("cbmc", End::Value(0), &["--unwinding-assertions"], "VERIFICATION SUCCESSFUL\n"),
    ("cbmc", End::Value(0), &[], "VERIFICATION SUCCESSFUL\n"),
    ("cbmc", End::Value(10), &[], "[main.1] line 3: FAILURE\nVERIFICATION FAILED\n"),
    (
        "cbmc",
        End::Value(10),
        &[],
        "[main.unwind.0] unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n",
    ),
    ("cbmc", End::Value(6), &[], "Out of memory\n"),
    ("cbmc", End::Value(1), &[], ""),
    ("esbmc", End::Value(0), &[], "FALSE_DEREF\n"),
    ("esbmc", End::Value(0), &[], "FALSE_REACH\n"),
    ("esbmc", End::Value(0), &[], "TRUE\n"),
    ("esbmc", End::Value(0), &[], "Unknown\n"),
    ("esbmc", End::Value(3), &[], "\n"),
    (
        "cpachecker",
        End::Value(0),
        &[],
        "Verification result: TRUE. No property violation found by chosen configuration.\n",
    ),
    (
        "cpachecker",
        End::Value(0),
        &[],
        "Verification result: FALSE. Property violation (unreach-call: reach_error) found by chosen configuration.\n",
    ),
    ("cpachecker", End::Value(0), &[], "Verification result: UNKNOWN, incomplete analysis.\n"),
    ("cpachecker", End::Value(0), &[], "java.lang.OutOfMemoryError\nVerification result: UNKNOWN\n"),
    (
        "cpachecker",
        End::Value(0),
        &[],
        "Error: Unsupported feature (recursion)\nVerification result: UNKNOWN\n",
    ),
    ("cpachecker", End::Value(1), &[], ""),
    ("ultimateautomizer", End::Value(0), &[], "Result:\nFALSE(TERM)\n"),
    ("ultimateautomizer", End::Value(0), &[], "Result:\nTRUE\n"),
    ("ultimateautomizer", End::Value(1), &[], "ERROR: x\n"),
    ("z3", End::Value(0), &[], "sat\nunsat\n"),
    ("z3", End::Value(0), &[], "unknown\n"),
    ("z3", End::Value(1), &[], "(error \"line 1\")\n"),
    ("dummy", End::Value(0), &[], "x\nfalse(p)\n"),
    ("command", End::Value(0), &[], ""),
    ("command", End::Value(3), &[], ""),
    ("command", End::Signal(11), &[], ""),
    ("command", End::Signal(9), &[], ""),
];

#[test]
fn answers() {
    let mut out = String::new();
    for (name, end, command, output) in CASES {
        let shown = output.replace('\n', "|");
        let _ = writeln!(out, "{name} {end:?} {shown} -> {}", status(name, *end, None, command, output));
    }
    expect![[r#"
        verdikt Value(0) states 5|Verdict: TRUE| -> true
        verdikt Value(1) Verdict: FALSE(unreach-call)| -> false(unreach-call)
        verdikt Value(2) Verdict: UNKNOWN(time limit)| -> unknown
        verdikt Value(65) error: no| -> ERROR (input)
        verdikt Value(70)  -> ERROR (70)
        cbmc Value(0) x|TRUE| -> true
        cbmc Value(10) FALSE(valid-deref)| -> false(valid-deref)
        cbmc Value(0) VERIFICATION SUCCESSFUL| -> true
        cbmc Value(0) VERIFICATION SUCCESSFUL| -> unknown
        cbmc Value(10) [main.1] line 3: FAILURE|VERIFICATION FAILED| -> false(unreach-call)
        cbmc Value(10) [main.unwind.0] unwinding assertion loop 0: FAILURE|VERIFICATION FAILED| -> unknown
        cbmc Value(6) Out of memory| -> OUT OF MEMORY
        cbmc Value(1)  -> ERROR (1)
        esbmc Value(0) FALSE_DEREF| -> false(valid-deref)
        esbmc Value(0) FALSE_REACH| -> false(unreach-call)
        esbmc Value(0) TRUE| -> true
        esbmc Value(0) Unknown| -> unknown
        esbmc Value(3) | -> ERROR (3)
        cpachecker Value(0) Verification result: TRUE. No property violation found by chosen configuration.| -> true
        cpachecker Value(0) Verification result: FALSE. Property violation (unreach-call: reach_error) found by chosen configuration.| -> false(unreach-call)
        cpachecker Value(0) Verification result: UNKNOWN, incomplete analysis.| -> unknown
        cpachecker Value(0) java.lang.OutOfMemoryError|Verification result: UNKNOWN| -> OUT OF JAVA MEMORY
        cpachecker Value(0) Error: Unsupported feature (recursion)|Verification result: UNKNOWN| -> ERROR (recursion)
        cpachecker Value(1)  -> ERROR (1)
        ultimateautomizer Value(0) Result:|FALSE(TERM)| -> false(termination)
        ultimateautomizer Value(0) Result:|TRUE| -> true
        ultimateautomizer Value(1) ERROR: x| -> ERROR (1)
        z3 Value(0) sat|unsat| -> false
        z3 Value(0) unknown| -> unknown
        z3 Value(1) (error "line 1")| -> ERROR (1)
        dummy Value(0) x|false(p)| -> false(p)
        command Value(0)  -> done
        command Value(3)  -> ERROR (3)
        command Signal(11)  -> SEGMENTATION FAULT
        command Signal(9)  -> KILLED BY SIGNAL 9
    "#]].assert_eq(&out);
}

/// An answer after a limit does not count, but what the tool said is kept.
#[test]
fn limits_and_answers() {
    let answer = |end, reason, output| status("dummy", end, Some(reason), &[], output);
    assert_eq!(answer(End::Signal(9), Reason::CpuTime, ""), "TIMEOUT");
    assert_eq!(answer(End::Value(0), Reason::SoftCpuTime, "true"), "TIMEOUT (true)");
    assert_eq!(answer(End::Signal(9), Reason::Memory, ""), "OUT OF MEMORY");
    assert_eq!(answer(End::Signal(11), Reason::Memory, ""), "OUT OF MEMORY (SEGMENTATION FAULT)");
    assert_eq!(answer(End::Signal(9), Reason::Killed, ""), "KILLED");
    let command = Vec::new();
    let outcome = Outcome { command: &command, end: End::Value(0), reason: None, output: "true" };
    assert_eq!(interpret(&*tool("dummy"), &outcome, OverTime::Yes), "TIMEOUT (true)");
}

fn check_load(name: &str, expect: Expect) {
    let name =
        Located { text: name.to_owned(), place: Place { file: PathBuf::from("b.xml"), line: 1, column: 12 } };
    let answer = match load(&name, Path::new("/nowhere/b.xml"), &Locator::default()) {
        Ok(tool) => tool.name(),
        Err(problem) => problem.to_string(),
    };
    let reason = answer.split(": it").next().unwrap_or_default().to_owned();
    expect.assert_eq(&reason);
}

#[test]
fn tools_that_are_not_known() {
    check_load(
        "nix.toml",
        expect![
            "/nowhere/nix.toml: cannot read the description of the tool: No such file or directory (os error 2)"
        ],
    );
    let missing = Locator::default().find("surely-not-there", "bin").unwrap_err();
    assert!(missing.contains("--tool-directory"), "{missing}");
}

#[test]
fn a_described_tool() {
    let text = "name = 'T'\nexecutable = 'sh'\nproperty = ['-p', '{property}']\ndata-model = { LP64 = ['-64'] }\n\
                [[status]]\nline = 'safe*'\nis = 'true'\n[[status]]\nreturns = 10\nis = 'false(x)'\n";
    let tool: described::Described = toml::from_str(text).unwrap();
    assert_eq!(line(&tool, &["-x"], Some("p.prp")), "bin/tool -x -64 -p p.prp a.c");
    assert_eq!(line(&tool, &[], None), "bin/tool -64 a.c");
    let command = Vec::new();
    let status = |end, output| tool.status(&Outcome { command: &command, end, reason: None, output });
    assert_eq!(status(End::Value(0), "x\n safe (5)\n"), "true");
    assert_eq!(status(End::Value(10), "x\n"), "false(x)");
    assert_eq!(status(End::Value(0), "x\n"), "done");
    assert_eq!(status(End::Value(1), "x\n"), "ERROR");
}

/// The reference's own modules through Python, where it is installed.
#[test]
fn bridge_to_python_modules() {
    if test_needs::lacks(test_needs::Need::BenchExec) {
        return;
    }
    let name = |text: &str| Located { text: text.to_owned(), place: Place::file(Path::new("b.xml")) };
    let dummy = match load(&name("benchexec.tools.dummy"), Path::new("b.xml"), &Locator::default()) {
        Ok(tool) => tool,
        Err(problem) => panic!("BenchExec is here: {problem}"),
    };
    assert_eq!((dummy.name().as_str(), dummy.module().as_str()), ("DummyTool", "benchexec.tools.dummy"));
    let executable = dummy.executable(&Locator::default(), &[]).unwrap();
    assert!(executable.ends_with("shuf"));
    assert_eq!(dummy.version(&executable).unwrap(), "");
    let command = line(&*dummy, &["true"], Some("p.prp"));
    assert_eq!(
        command,
        "bin/tool --echo -- true Input file: a.c Property file: p.prp Task options: {'language': 'C', 'data_model': 'LP64'}"
    );
    let outcome = Outcome { command: &[], end: End::Value(0), reason: None, output: "x\ntrue\n" };
    assert_eq!(dummy.status(&outcome), "true");
    let error = load(&name("benchexec.tools.nothing"), Path::new("b.xml"), &Locator::default())
        .map(|tool| tool.name());
    assert!(error.unwrap_err().to_string().contains("nothing"));
    assert_eq!(dummy.environment(&executable).unwrap(), Environment::default());
    let vampire = load(&name("benchexec.tools.vampire"), Path::new("b.xml"), &Locator::default()).unwrap();
    let keep = Environment { keep: Some(vec!["TPTP".to_owned()]), ..Environment::default() };
    assert_eq!(vampire.environment(Path::new("/x/vampire")).unwrap(), keep);
    // An old module and one that keeps state between calls.
    for module in ["z3", "cbmc", "cpachecker", "symbiotic"] {
        let tool = load(&name(&format!("benchexec.tools.{module}")), Path::new("b.xml"), &Locator::default())
            .unwrap();
        assert!(!line(&*tool, &["-x"], Some("p.prp")).starts_with("error"), "{module}");
    }
}
