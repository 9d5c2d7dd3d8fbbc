//! Results that are made up, always the same ones.

use bench_result::{Column, Item, ResultSet, Run};
use bench_table::{Part, Source};
use std::path::Path;

/// Numbers that look random (a linear congruential generator with the constants of Knuth's MMIX).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// `sets` sets with `tasks` tasks, of which each set lacks some.
pub(crate) fn parts(folder: &Path, tasks: usize, sets: usize) -> Vec<Part> {
    (0..sets)
        .map(|set| {
            let source =
                Source { file: folder.join(format!("b.results.s{set}.xml")), set: results(tasks, set) };
            Part { sources: vec![source], ..Part::default() }
        })
        .collect()
}

pub(crate) fn results(tasks: usize, set: usize) -> ResultSet {
    let item = |name: &str, text: &str| Item { name: name.to_owned(), text: text.to_owned() };
    let mut numbers = Numbers(set as u64 + 1);
    let mut runs = Vec::new();
    for task in 0..tasks {
        let cost = (Numbers(task as u64).next() * 9.0).exp() * 0.1 * (0.5 + numbers.next());
        if numbers.next() < 0.02 {
            continue;
        }
        runs.push(run(task, cost, numbers.next()));
    }
    ResultSet {
        items: vec![
            item("benchmarkname", "sample"),
            item("name", &format!("s{set}")),
            item("tool", "Tool & Co"),
            item("version", "1.2"),
            item("timelimit", "600s"),
            item("memlimit", "4000000000B"),
        ],
        system: vec![item("hostname", "host"), item("cpu", "A processor"), item("ram", "16000000000B")],
        columns: ["status", "cputime", "walltime", "memory", "steps"].map(str::to_owned).into(),
        runs,
        ..ResultSet::default()
    }
}

fn run(task: usize, cost: f64, chance: f64) -> Run {
    let expected = if task.is_multiple_of(3) { "false" } else { "true" };
    let (status, category) = match chance {
        _ if cost > 600.0 => ("TIMEOUT", "error"),
        x if x < 0.04 => ("OUT OF MEMORY", "error"),
        x if x < 0.1 => ("unknown", "unknown"),
        x if x < 0.11 && expected == "true" => ("false(unreach-call)", "wrong"),
        x if x < 0.11 => ("true", "wrong"),
        _ if expected == "true" => ("true", "correct"),
        _ => ("false(unreach-call)", "correct"),
    };
    let values = [
        ("status", status.to_owned()),
        ("category", category.to_owned()),
        ("cputime", format!("{cost:.9}s")),
        ("walltime", format!("{:.9}s", cost * 0.7)),
        ("memory", format!("{:.0}B", 2e7 * (1.0 + cost))),
        ("steps", format!("{:.0}", cost * 17.0)),
    ];
    // One name is an attack: it has to stay a text.
    let name = match task {
        5 => "../tasks/loops/<img src=x onerror=window.attacked=1>.yml".to_owned(),
        _ => format!("../tasks/{}/task-{task}.yml", ["loops", "arrays", "heap"][task % 3]),
    };
    Run {
        name,
        properties: "unreach-call".to_owned(),
        expected: Some(expected.to_owned()),
        repetition: 1,
        columns: values
            .map(|(title, value)| Column { title: title.to_owned(), value, hidden: title == "category" })
            .into(),
        ..Run::default()
    }
}
