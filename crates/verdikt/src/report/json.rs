//! The report for programs: one JSON document. Fields are only ever added; `docs/verify.md` describes them.

use super::{Answer, Measured, Remark, Subject};
use engine::analysis::{SourceStep, SourceUndefined, SourceValue};
use outcome::{Finding, Incomplete};
use serde_json::{Map, Value, json};

pub(super) fn render(subject: Option<&Subject>, answer: &Answer<'_>, measured: &Measured) -> String {
    let mut report = Map::new();
    report.insert("verdikt".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    if let Some(subject) = subject {
        about(&mut report, subject);
    }
    let outcome = answer.outcome;
    let (verdict, violated, why) = match &outcome.finding {
        Finding::Proved(_) => ("TRUE", None, None),
        Finding::Violated(execution) => ("FALSE", Some(&execution.violation.property), None),
        Finding::Unknown(why) => ("UNKNOWN", None, Some(why)),
    };
    let own = answer.remarks(&outcome.assumptions);
    let assumptions = subject.iter().flat_map(|subject| &subject.assumptions).chain(&own);
    let rest = [
        ("verdict", json!(verdict)),
        ("violated", json!(violated)),
        ("violation", json!(answer.violation())),
        ("reason", json!(why.map(ToString::to_string))),
        ("reason_kind", json!(why.map(Incomplete::kind))),
        ("path", answer.path().iter().map(step).collect()),
        ("undefined", answer.undefined().iter().map(undefined).collect()),
        ("warnings", json!(answer.warnings)),
        ("assumptions", assumptions.map(remark).collect()),
        ("losses", answer.remarks(&outcome.losses).iter().map(remark).collect()),
        (
            "tried",
            outcome
                .tried
                .iter()
                .map(|(preset, why)| {
                    json!({ "preset": preset, "reason": why.to_string(), "reason_kind": why.kind() })
                })
                .collect(),
        ),
        ("answered_by", json!(outcome.answered_by)),
        ("forced", json!(answer.forced)),
        ("statistics", statistics(answer, measured)),
    ];
    report.extend(rest.map(|(key, value)| (key.to_owned(), value)));
    format!("{:#}\n", Value::Object(report))
}

fn about(report: &mut Map<String, Value>, subject: &Subject) {
    let properties: Vec<Value> = subject
        .properties
        .iter()
        .map(|property| {
            json!({ "file": property.file, "checks": property.checks, "expected": property.expected })
        })
        .collect();
    let analysis = subject.analysis.as_ref().map(|analysis| {
        let options: Map<String, Value> =
            analysis.options.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        json!({ "preset": analysis.preset, "options": options })
    });
    let sizes = &subject.sizes;
    let automaton = json!({
        "functions": sizes.functions,
        "external_functions": sizes.external_functions,
        "recursive_functions": sizes.recursive_functions,
        "locations": sizes.locations,
        "edges": sizes.edges,
        "loops": sizes.loops,
    });
    let fields = [
        ("programs", json!(subject.programs)),
        ("machine", json!(subject.machine.0)),
        ("entry", json!(subject.entry)),
        ("analysis", json!(analysis)),
        ("automaton", automaton),
        ("properties", json!(properties)),
    ];
    report.extend(fields.map(|(key, value)| (key.to_owned(), value)));
}

fn remark(remark: &Remark) -> Value {
    let (file, line) = remark.place.clone().unzip();
    json!({ "text": remark.text, "file": file, "line": line })
}

fn undefined(found: &SourceUndefined) -> Value {
    let (file, line) = found.place.clone().unzip();
    let values: Vec<Value> = found.values.iter().map(value).collect();
    json!({ "text": found.what, "file": file, "line": line, "values": values })
}

fn value(value: &SourceValue) -> Value {
    json!({ "by": value.by, "type": value.ty, "value": value.value })
}

fn step(step: &SourceStep) -> Value {
    let values: Vec<Value> = step.values.iter().map(value).collect();
    json!({
        "file": &*step.file,
        "line": step.line,
        "function": &*step.function,
        "depth": step.depth,
        "source": &*step.text,
        "operations": step.operations.iter().map(|operation| &**operation).collect::<Vec<&str>>(),
        "values": values,
    })
}

fn statistics(answer: &Answer<'_>, measured: &Measured) -> Value {
    let counts: Map<String, Value> =
        answer.outcome.statistics.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
    let times: Map<String, Value> = measured
        .timers
        .iter()
        .map(|timer| {
            let value = json!({ "seconds": timer.time.as_secs_f64(), "entered": timer.entered });
            (timer.phase.to_owned(), value)
        })
        .collect();
    json!({
        "counts": counts,
        "times": times,
        "wall_seconds": measured.wall.as_secs_f64(),
        "cpu_seconds": measured.cpu.as_secs_f64(),
        "memory_bytes": measured.memory,
    })
}
