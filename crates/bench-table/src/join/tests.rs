//! Results that are put side by side, shown as CSV.

use super::*;
use crate::csv::{Shape, csv};
use crate::definition::Wanted;
use bench_result::Column;
use expect_test::{Expect, expect};

/// A set from lines of `task status category cputime`, with the repetition behind `#`.
fn source(name: &str, lines: &[&str]) -> Source {
    let item = |name: &str, text: &str| Item { name: name.to_owned(), text: text.to_owned() };
    let runs = lines.iter().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (task, repetition) = words[0].split_once('#').unwrap_or((words[0], "1"));
        let titles = ["status", "category", "cputime", "memory"];
        let columns = titles.iter().zip(&words[1..]).map(|(title, value)| Column {
            title: (*title).to_owned(),
            value: (*value).to_owned(),
            hidden: *title == "category",
        });
        Run {
            name: task.to_owned(),
            repetition: repetition.parse().unwrap(),
            properties: "p".to_owned(),
            expected: Some("true".to_owned()),
            columns: columns.collect(),
            ..Run::default()
        }
    });
    let set = ResultSet {
        items: vec![item("tool", "T"), item("name", name)],
        runs: runs.collect(),
        ..ResultSet::default()
    };
    Source { file: PathBuf::from(format!("{name}.xml")), set }
}

fn part(source: Source) -> Part {
    Part { sources: vec![source], ..Part::default() }
}

fn check(parts: &[Part], expect: Expect) {
    let table = join(parts, Visible::Usual, &mut Logs::default());
    let warnings: String = table.warnings.iter().map(|warning| format!("warning: {warning}\n")).collect();
    expect.assert_eq(&format!("{}{warnings}", csv(&table, Shape::Plain).replace('\r', "")));
}

#[test]
fn different_task_sets_leave_gaps() {
    let a = source("a", &["x/1.c true correct 1s", "x/2.c true correct 2s"]);
    let b = source("b", &["x/2.c false wrong 3s", "x/10.c true correct 4s"]);
    let c = source("c", &["x/1.c true correct 5s", "x/10.c true correct 6s"]);
    check(
        &[part(a), part(b), part(c)],
        expect![[r#"
            task,property,expected,a: status,a: category,a: cputime (s),b: status,b: category,b: cputime (s),c: status,c: category,c: cputime (s)
            x/1.c,p,true,true,correct,1,,,,true,correct,5
            x/2.c,p,true,true,correct,2,false,wrong,3,,,
            x/10.c,p,true,,,,true,correct,4,true,correct,6
        "#]],
    );
}

#[test]
fn what_leads_to_the_folder_does_not_count() {
    let a = source("a", &["../t/1.c true correct 1s"]);
    let b = source("b", &["../../t/1.c true correct 2s"]);
    check(
        &[part(a), part(b)],
        expect![[r#"
        task,property,expected,a: status,a: category,a: cputime (s),b: status,b: category,b: cputime (s)
        t/1.c,p,true,true,correct,1,true,correct,2
    "#]],
    );
    let a = source("a", &["../1.c true correct 1s", "1.c true correct 2s"]);
    let b = source("b", &["1.c true correct 3s"]);
    check(
        &[part(a), part(b)],
        expect![[r#"
        task,property,expected,a: status,a: category,a: cputime (s),b: status,b: category,b: cputime (s)
        ../1.c,p,true,true,correct,1,,,
        1.c,p,true,true,correct,2,true,correct,3
    "#]],
    );
}

#[test]
fn repeated_runs_are_means_and_further_runs_rows() {
    let a = source("a", &["1.c#1 true correct 1s", "1.c#2 true correct 3s", "1.c#3 TIMEOUT error 5s"]);
    check(
        &[part(a)],
        expect![[r#"
            task,property,expected,a: status,a: category,a: cputime (s),a: cputime ±95% (s)
            1.c,p,true,"true ×2, TIMEOUT ×1",error,3,4.968275423500657
        "#]],
    );
    let a = source("a", &["1.c true correct 1s", "1.c true correct 3s"]);
    check(
        &[part(a)],
        expect![[r#"
        task,property,expected,a: status,a: category,a: cputime (s)
        1.c,p,true,true,correct,1
        1.c (2),p,true,true,correct,3
        warning: a.xml has more than one result for a task, such as 1.c; further ones are rows of their own
    "#]],
    );
}

#[test]
fn means_that_a_file_has_keep_their_margins() {
    let mut a = source("a", &["1.c true correct 2s"]);
    let hidden =
        |title: &str, value: &str| Column { title: title.to_owned(), value: value.to_owned(), hidden: true };
    a.set.runs[0].columns.extend([hidden("cputime-confidence", "250ms"), hidden("repetitions", "5")]);
    let parts = [part(a)];
    check(
        &parts,
        expect![[r#"
        task,property,expected,a: status,a: category,a: cputime (s),a: cputime ±95% (s)
        1.c,p,true,true,correct,2,0.25
    "#]],
    );
    let table = join(&parts, Visible::Usual, &mut Logs::default());
    assert_eq!(table.groups[0].outcomes[0].as_ref().map(|outcome| outcome.runs), Some(5));
}

#[test]
fn unions_are_below_each_other() {
    let a = source("a", &["1.c true correct 1s"]);
    let b = source("b", &["2.c true correct 2s"]);
    check(
        &[Part { title: Some("both".to_owned()), sources: vec![a, b], ..Part::default() }],
        expect![[r#"
        task,property,expected,both: status,both: category,both: cputime (s)
        1.c,p,true,true,correct,1
        2.c,p,true,true,correct,2
    "#]],
    );
}

#[test]
fn columns_by_definition_and_units() {
    let wanted = |title: &str| Wanted { title: title.to_owned(), ..Wanted::default() };
    let columns = vec![
        Wanted { label: Some("mem".to_owned()), unit: Some("GB".to_owned()), ..wanted("memory") },
        Wanted { unit: Some("min".to_owned()), ..wanted("cputime") },
        wanted("score"),
        wanted("category"),
        wanted("none"),
    ];
    let a = source("a", &["1.c true correct 90s 1500000B", "2.c false wrong 6s 2GB"]);
    check(
        &[Part { columns, ..part(a) }],
        expect![[r#"
        task,property,expected,a: status,a: category,a: mem (GB),a: cputime (min),a: score,a: category,a: none
        1.c,p,true,true,correct,0.001500000,1.5,2,correct,
        2.c,p,true,false,wrong,2,0.1,-16,wrong,
    "#]],
    );
}

#[test]
fn sets_without_a_common_task_are_suspicious() {
    let a = source("a", &["1.c true correct many"]);
    let b = source("b", &["2.c true correct 1s"]);
    check(
        &[part(a), part(b)],
        expect![[r#"
            task,property,expected,a: status,a: category,a: cputime,b: status,b: category,b: cputime (s)
            1.c,p,true,true,correct,many,,,
            2.c,p,true,,,,true,correct,1
            warning: a set of results shares no task with any other; tasks are the same if their paths are, apart from ../ in front
        "#]],
    );
}
