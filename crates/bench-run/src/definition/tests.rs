//! Definitions by example, good and bad.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::fmt::Write as _;

/// What is read, without places.
fn show(definition: &Definition) -> String {
    let texts = |located: &[Located]| located.iter().map(|l| l.text.clone()).collect::<Vec<_>>();
    let settings = |settings: &Settings| {
        let property = settings.property.as_ref().map(|p| (p.pattern.text.clone(), p.expected.clone()));
        format!("{:?} {property:?} {:?}", settings.options, texts(&settings.required_files))
    };
    let tasks = |out: &mut String, set: &TaskSet| {
        let _ = writeln!(
            out,
            "  tasks {:?}: +{:?} +@{:?} -{:?} -@{:?} without {:?} append {:?} {}",
            set.name,
            texts(&set.include),
            texts(&set.includes_file),
            texts(&set.exclude),
            texts(&set.excludes_file),
            texts(&set.without_file),
            texts(&set.append),
            settings(&set.settings),
        );
    };
    let mut out = format!(
        "{} {} {:?} {:?}\n",
        definition.name, definition.tool.text, definition.display_name, definition.limits
    );
    let _ = writeln!(
        out,
        "threads {:?}, machine {:?}, required {:?}, results {:?}, columns {:?}",
        definition.threads,
        definition.required,
        texts(&definition.required_files),
        definition.result_files,
        definition.columns
    );
    let _ = writeln!(out, "{}", settings(&definition.common));
    definition.tasks.iter().for_each(|set| tasks(&mut out, set));
    for run in &definition.runs {
        let _ = writeln!(out, "run `{}` {}", run.name, settings(&run.settings));
        run.tasks.iter().for_each(|set| tasks(&mut out, set));
    }
    out
}

fn check(file: &str, text: &str, expect: Expect) {
    let answer = match parse(Path::new(file), text) {
        Ok((definition, warnings)) => {
            let warnings: Vec<String> = warnings.iter().map(|w| format!("warning: {w}\n")).collect();
            show(&definition) + &warnings.concat()
        }
        Err(problems) => problems.iter().map(|problem| format!("{problem}\n")).collect(),
    };
    expect.assert_eq(&answer);
}

/// Listing B.2 of the document.
#[test]
fn listing_of_the_document() {
    let text = r#"<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN" "https://www.sosy-lab.org/benchexec/benchmark-1.9.dtd">
<!-- Example -->
<benchmark tool="cpachecker" timelimit="900 s" memlimit="8000 MB" cpuCores="4">
  <rundefinition name="predicateAnalysis"><option name="-predicateAnalysis"/></rundefinition>
  <rundefinition name="valueAnalysis"><option name="-valueAnalysis"/></rundefinition>
  <option name="-heap">7000M</option>
  <option name="-noout"/>
  <tasks name="ControlFlowInteger"><includesfile>programs/ControlFlowInteger.set</includesfile></tasks>
  <tasks name="DeviceDrivers64">
    <includesfile>programs/DeviceDrivers64.set</includesfile>
    <option name="-64"/>
  </tasks>
  <propertyfile>${inputfile_path}/ALL.prp</propertyfile>
</benchmark>
"#;
    check(
        "d/b.xml",
        text,
        expect![[r#"
            b cpachecker None Limits { soft_cpu: None, cpu: Some(900s), wall: None, memory: Some(8000000000), cores: Some(4) }
            threads None, machine Required { cpu_model: None, cores: None, memory: None }, required [], results ["."], columns []
            ["-heap", "7000M", "-noout"] Some(("${inputfile_path}/ALL.prp", None)) []
              tasks Some("ControlFlowInteger"): +[] +@["programs/ControlFlowInteger.set"] -[] -@[] without [] append [] [] None []
              tasks Some("DeviceDrivers64"): +[] +@["programs/DeviceDrivers64.set"] -[] -@[] without [] append [] ["-64"] None []
            run `predicateAnalysis` ["-predicateAnalysis"] None []
            run `valueAnalysis` ["-valueAnalysis"] None []
        "#]],
    );
}

/// A definition with everything.
const EVERY_ELEMENT: &str = r#"<benchmark tool="dummy" displayName="D &amp; E" timelimit="90" hardtimelimit="2 min" walltimelimit="1h" memlimit="1GB" cpuCores="2" threads="3">
  <require cpuModel="Intel" cpuCores="8" memory="1 GB"/>
  <requiredfiles>lib/*</requiredfiles>
  <resultfiles>**/*.graphml</resultfiles><resultfiles>x</resultfiles>
  <columns><column title="T">time:</column><column numberOfDigits="2">states</column></columns>
  <rundefinition>
    <requiredfiles>extra</requiredfiles>
    <propertyfile expectedverdict="false(valid-deref)">p.prp</propertyfile>
    <tasks name=""><include>a.c</include><exclude>b.c</exclude><excludesfile>c.set</excludesfile>
      <withoutfile>w</withoutfile><append>${inputfile_name}.h</append><option>x &lt; <![CDATA[y>z]]></option></tasks>
  </rundefinition>
</benchmark>"#;

#[test]
fn every_element() {
    let text = EVERY_ELEMENT;
    check(
        "b.xml",
        text,
        expect![[r#"
            b dummy Some("D & E") Limits { soft_cpu: Some(90s), cpu: Some(120s), wall: Some(3600s), memory: Some(1000000000), cores: Some(2) }
            threads Some(3), machine Required { cpu_model: Some("Intel"), cores: Some(8), memory: Some(1000000000) }, required ["lib/*"], results ["**/*.graphml", "x"], columns [WantedColumn { title: "T", pattern: "time:", digits: None }, WantedColumn { title: "states", pattern: "states", digits: Some(2) }]
            [] None []
            run `` [] Some(("p.prp", Some("false(valid-deref)"))) ["extra"]
              tasks None: +["a.c"] +@[] -["b.c"] -@["c.set"] without ["w"] append ["${inputfile_name}.h"] ["x < y>z"] None []
        "#]],
    );
}

const IN_TOML: &str = r#"tool = "dummy"
display-name = "D"
time-limit = "90"
hard-time-limit = "2 min"
memory-limit = "1GB"
cores = 2
threads = 3
options = ["-a", "b"]
property-file = "p.prp"
expected-verdict = "true"
result-files = []
columns = [{ title = "T", pattern = "time:" }, { pattern = "states", digits = 2 }]

[[tasks]]
name = "one"
include = ["a.c", "b.yml"]
options = ["-64"]

[[run]]
name = "r"
[[run.tasks]]
includes-file = ["x.set"]
"#;

#[test]
fn the_same_in_toml() {
    let text = IN_TOML;
    check(
        "b.toml",
        text,
        expect![[r#"
            b dummy Some("D") Limits { soft_cpu: Some(90s), cpu: Some(120s), wall: None, memory: Some(1000000000), cores: Some(2) }
            threads Some(3), machine Required { cpu_model: None, cores: None, memory: None }, required [], results [""], columns [WantedColumn { title: "T", pattern: "time:", digits: None }, WantedColumn { title: "states", pattern: "states", digits: Some(2) }]
            ["-a", "b"] Some(("p.prp", Some("true"))) []
              tasks Some("one"): +["a.c", "b.yml"] +@[] -[] -@[] without [] append [] ["-64"] None []
            run `r` [] None []
              tasks None: +[] +@["x.set"] -[] -@[] without [] append [] [] None []
        "#]],
    );
}

#[test]
fn typos_in_xml() {
    check(
        "b.xml",
        "<benchmark tool='dummy' timlimit='9 s'><rundefinition/><tasks/></benchmark>",
        expect![[r#"
            b.xml:1:25: `<benchmark>` has no attribute `timlimit`
              did you mean `timelimit`?
        "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='dummy'>\n  <rundefinitoin/>\n  <taks><include>a</include></taks></benchmark>",
        expect![[r#"
            b.xml:2:3: `<rundefinitoin>` cannot stand in `<benchmark>`
              did you mean `rundefinition`?
            b.xml:3:3: `<taks>` cannot stand in `<benchmark>`
              did you mean `tasks`?
        "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='dummy'>\n  <include>x</include><sourcefiles/><rundefinition/>\n</benchmark>",
        expect![[r#"
            b.xml:2:3: `<include>` cannot stand in `<benchmark>`
              it can stand in `tasks`
            b.xml:2:23: `<sourcefiles>` cannot stand in `<benchmark>`
              it is called `<tasks>` since version 2 of the notation
        "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='dummy' timelimit='0 s' memlimit='100' cpuCores='0' threads='a'/>",
        expect![[r#"
            b.xml:1:25: the value of `timelimit` is wrong: `0 s` is zero, and nothing could run
            b.xml:1:41: the value of `memlimit` is wrong: the size `100` has no unit: write `100 MB` or `100 GB`
            b.xml:1:56: the value of `cpuCores` is wrong: it must be at least 1
            b.xml:1:69: the value of `threads` is wrong: `a` is not a number of one or more
        "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='dummy' timelimit='9 sec' memlimit='1 gb'><rundefinition/></benchmark>",
        expect![[r#"
            b.xml:1:25: the value of `timelimit` is wrong: "sec" is no unit of time; write ms, s, min, h or d, as in 90s or 15min
            b.xml:1:43: the value of `memlimit` is wrong: "gb" is no unit of size; write B, kB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024), as in 4GB
        "#]],
    );
    check(
        "b.xml",
        "<benchmark><rundefinition/><tasks/></benchmark>",
        expect![[r#"
        b.xml:1:1: `<benchmark>` does not say which tool to run
          add the attribute `tool`, such as `tool="verdikt"`
    "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='x'><propertyfile expectedverdict='wahr'>p</propertyfile><propertyfile/><tasks><include/></tasks><rundefinition/></benchmark>",
        expect![[r#"
            b.xml:1:74: there is more than one `<propertyfile>` in `<benchmark>`
              use a run definition for each property
            b.xml:1:35: `wahr` is not an expected verdict
              there are `true`, `false`, `false(part)` and `unknown`
            b.xml:1:96: `<include>` is empty
        "#]],
    );
}

#[test]
fn contradictions_in_xml() {
    check(
        "b.xml",
        "<benchmark tool='x'><tasks/><rundefinition name='a'/><rundefinition name='a'/><rundefinition name='b/c'/></benchmark>",
        expect![[r#"
            b.xml:1:54: the name `a` belongs to two run definitions
              give every run definition a name of its own
            b.xml:1:79: the name `b/c` has a `/`, but it becomes part of file names
        "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='x'>words<resultfiles>../x</resultfiles></benchmark>",
        expect![[r#"
        b.xml:1:1: there is a text directly in `<benchmark>`
        b.xml:1:26: the pattern `../x` of result files leaves the folder of the run
    "#]],
    );
}

#[test]
fn not_xml() {
    check(
        "b.xml",
        "",
        expect![[r#"
        b.xml: there is no element at all
    "#]],
    );
    check(
        "b.xml",
        "benchmark",
        expect![[r#"
        b.xml:1:1: there is a text outside of all elements
    "#]],
    );
    check(
        "b.xml",
        "<result/>",
        expect![[r#"
        b.xml:1:1: the root element is `result`, not `benchmark`
    "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='x'>\n  <tasks>\n</benchmark>",
        expect![[r#"
        b.xml:3:1: this is not XML: ill-formed document: expected `</tasks>`, but `</benchmark>` was found
    "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='x'>\n <tasks>",
        expect![[r#"
        b.xml:2:2: the element `tasks` is never closed
    "#]],
    );
    check(
        "b.xml",
        "<benchmark tool=x/>",
        expect![[r#"
        b.xml:1:1: in this element: position 15: attribute value must be enclosed in `"` or `'`
    "#]],
    );
    check(
        "b.xml",
        "<benchmark tool='x'>&foo;</benchmark>",
        expect![[r#"
        b.xml:1:21: this entity is not known
          write `&lt;`, `&gt;`, `&amp;` or `&quot;`
    "#]],
    );
    check(
        "b.xml",
        "<a/><b/>",
        expect![[r#"
        b.xml:1:5: there is a second element outside of all elements
    "#]],
    );
}

#[test]
fn typos_in_toml() {
    check(
        "b.toml",
        "tool = 'x'\ntimelimit = '9 s'\n",
        expect![[r#"
        b.toml:2:1: unknown field `timelimit`
          did you mean `time-limit`?
    "#]],
    );
    check(
        "b.toml",
        "tool = 'x'\ntime-limit = '0 s'\nmemory-limit = '5'\ncores = 0\n[[run]]\n[[tasks]]\n",
        expect![[r#"
            b.toml:2:14: `0 s` is zero, and nothing could run
            b.toml:3:16: the size `5` has no unit: write `5 MB` or `5 GB`
            b.toml:4:9: it must be at least 1
        "#]],
    );
    check(
        "b.toml",
        "tool = 'x'\ntime-limit = 9\n",
        expect![[r#"
            b.toml:2:14: invalid type: integer `9`, expected a string
        "#]],
    );
    check(
        "b.toml",
        "time-limit = '9 s'\n",
        expect![[r#"
        b.toml:1:1: missing field `tool`
    "#]],
    );
    check(
        "b.toml",
        "tool = 'x'\n[[tasks]]\nincludes = ['a']\n",
        expect![[r#"
        b.toml:3:1: unknown field `includes`
          did you mean `include`?
    "#]],
    );
    check(
        "b.toml",
        "tool = 'x'\nexpected-verdict = 'maybe'\n[[run]]\nexpected-verdict = 'true'\n",
        expect![[r#"
            b.toml:2:20: `maybe` is not an expected verdict
              there are `true`, `false`, `false(part)` and `unknown`
            b.toml:4:20: tasks are selected by expected verdict, but no property file is named here
              add `property-file`
        "#]],
    );
    check(
        "b.toml",
        "tool = \n",
        expect![[r#"
            b.toml:1:8: string values must be quoted, expected literal string
        "#]],
    );
    check(
        "b.toml",
        "tool = 'x'\n",
        expect![[r#"
        b.toml: there is no run definition, so there is nothing to run
          add `<rundefinition/>` (XML) or `[[run]]` (TOML)
    "#]],
    );
}

proptest! {
    /// Whatever is done to a definition, there is an answer, and a problem has a place in it.
    #[test]
    fn damaged_definitions(start in 0..900usize, length in 0..40usize, put in "[<>&;/'\"=a-z0-9\\[\\]\n ]{0,6}") {
        for (file, text) in [("b.xml", EVERY_ELEMENT), ("b.toml", IN_TOML)] {
            let (start, end) = (start.min(text.len()), (start + length).min(text.len()));
            let damaged = format!("{}{put}{}", &text[..start], &text[end..]);
            let lines = damaged.lines().count() + 1;
            for problem in parse(Path::new(file), &damaged).err().into_iter().flatten() {
                prop_assert!(!problem.message.is_empty());
                prop_assert!(problem.place.is_none_or(|place| place.line <= lines));
            }
        }
    }
}
