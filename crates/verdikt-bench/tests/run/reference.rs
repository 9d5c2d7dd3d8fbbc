//! The reference tool reads what we write: its table generator makes tables of our results and has nothing to complain about.

use crate::support::{Folder, can_measure, definition, text};
use bench_result::ResultSet;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use test_needs::Need;

/// The Python interpreter that has the reference tool.
fn python() -> Option<String> {
    let python = std::env::var(test_needs::PYTHON).unwrap_or_else(|_| "python3".to_owned());
    (!test_needs::lacks(Need::BenchExec)).then_some(python)
}

#[test]
fn tables_of_our_results_without_a_warning() {
    let Some(python) = python() else { return };
    if !can_measure() {
        return;
    }
    let body = definition(&["sh", "-c", "echo '<&\"> \u{e4}'; sleep 0.01"]).replace(
        "<rundefinition/>",
        "<rundefinition name='r'/><rundefinition name='s'/><columns><column title='v'>value</column></columns><tasks name='B'><include>t/a001.yml</include></tasks>",
    );
    let body = body.replace("<tasks><include>", "<tasks name='A'><include>");
    let folder = Folder::new("tables", 5, &body.replace("t/*.yml", "t/a00[234].yml"));
    for arguments in [
        ["b.xml"].as_slice(),
        &["b.xml", "--repeat", "2", "-n", "repeated"],
        &["b.xml", "--no-compress-results", "-n", "plain"],
    ] {
        assert!(folder.run(arguments).status.success());
    }
    let mut files = folder.results(".xml.bz2");
    files.extend(folder.results(".xml"));
    assert_eq!(files.len(), 18);
    let output = Command::new(python)
        .args(["-c", "import benchexec.tablegenerator as t; t.main()", "--outputpath", "tables"])
        .args(&files)
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let messages = text(&output.stderr) + &text(&output.stdout);
    assert!(output.status.success(), "{messages}");
    let complaints = ["WARNING", "ERROR", "Warning", "Error", "Traceback"];
    assert!(!complaints.iter().any(|word| messages.contains(word)), "{messages}");
    let mut csv = std::fs::read_dir(folder.0.join("tables")).unwrap().map(|entry| entry.unwrap().path());
    let csv = csv.find(|file| file.to_string_lossy().ends_with("table.csv")).unwrap();
    assert!(std::fs::read_to_string(csv).unwrap().contains("a003.yml"));
}

/// What a result file says about its tasks.
fn facts(set: &ResultSet) -> Vec<String> {
    let fact = |run: &bench_result::Run| {
        let text = |title: &str| {
            run.columns.iter().find(|column| column.title == title).map(|column| column.value.as_str())
        };
        let (status, category) = (text("status"), text("category"));
        format!("{} {:?} {:?} {:?} {status:?} {category:?}", run.name, run.files, run.expected, run.options)
    };
    set.runs.iter().map(fact).collect()
}

/// All result files of a folder by what follows the date in their names.
fn sets(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut sets = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if let Some((_, set)) = name.split_once(".results.").filter(|_| name.ends_with(".xml.bz2")) {
            let mut loaded = bench_result::load(&file).unwrap();
            sets.insert(set.to_owned(), facts(&loaded.sets.remove(0)));
        }
    }
    sets
}

/// The same definition through both tools: the same files, tasks, options, statuses and categories.
#[test]
fn the_reference_finds_the_same() {
    let Some(python) = python() else { return };
    if !can_measure() {
        return;
    }
    let body = "<benchmark tool='dummy' timelimit='10 s' memlimit='200 MB' displayName='D'>\
         <rundefinition name='r1'><option name='--flag'>true</option><propertyfile expectedverdict='true'>p.prp</propertyfile></rundefinition>\
         <rundefinition name='r2'><option>false(unreach-call)</option><propertyfile>p.prp</propertyfile>\
         <tasks name='extra'><include>t/a003.c</include><append>a00[12].c</append><option name='${inputfile_name}'/></tasks></rundefinition>\
         <rundefinition name='r3'><option>${rundefinition_name} ${benchmark_file}</option></rundefinition>\
         <option name='-x'>${benchmark_name}</option>\
         <tasks name='A'><includesfile>x.set</includesfile><exclude>t/a003.yml</exclude><option>${taskdef_name} ${taskdef_path}</option></tasks>\
         <tasks name='B'><include>t/a00[01].c</include></tasks><tasks name='C'><withoutfile>alone</withoutfile></tasks></benchmark>";
    let folder = Folder::new("both", 6, body);
    fs::write(folder.0.join("x.set"), "t/a001.yml\n# remark\n\nt/a00[2-5].yml\n").unwrap();
    let theirs = Command::new(python)
        .args([
            "-c",
            "from benchexec.benchexec import main; main()",
            "b.xml",
            "--no-container",
            "--outputpath",
            "theirs/",
        ])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    if !theirs.status.success() {
        return test_needs::skip(format!("the reference does not work here: {}", text(&theirs.stderr)));
    }
    let ours = folder.run(&["b.xml", "--output", "ours"]);
    assert!(ours.status.success(), "{}", text(&ours.stderr));
    let (ours, theirs) = (sets(&folder.0.join("ours")), sets(&folder.0.join("theirs")));
    assert_eq!(ours.len(), 13);
    assert_eq!(ours, theirs);
}
