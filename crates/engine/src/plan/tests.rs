//! Requests and what they mean; the files are written to a folder of the test's own.

use super::*;
use expect_test::{Expect, expect};
use source::{Colour, render};
use std::fs;

const TASK: &str = "format_version: '2.0'\ninput_files: [a.c, 'b.i']\nproperties:\n  - property_file: p/end.prp\n    \
                    expected_verdict: false\noptions: {language: C, data_model: ILP32}\n";

/// Runs the request in a folder with a fixed set of files; the folder's name is removed from the answer.
fn check(name: &str, files: &[&str], property: Option<&str>, machine: Option<MachineModel>, expect: Expect) {
    let folder = std::env::temp_dir().join(format!("verdikt-plan-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("p")).unwrap();
    fs::write(folder.join("t.yml"), TASK).unwrap();
    fs::write(folder.join("p/end.prp"), "CHECK( init(main()), LTL(F end) )\n").unwrap();
    let two = "CHECK( init(main()), LTL(F end) )\nCHECK( init(start()), LTL(F end) )\n";
    fs::write(folder.join("p/two.prp"), two).unwrap();
    fs::write(folder.join("a.txt"), "int x;").unwrap();
    let request = Request {
        files: files.iter().map(|file| folder.join(file)).collect(),
        property: property.map(|file| folder.join(file)),
        machine,
        entry: None,
        externals: None,
    };
    let mut map = SourceMap::new();
    let answer = match plan(&mut map, &request) {
        Ok(plan) => describe(&plan),
        Err(diagnostic) => render(&diagnostic, &map, Colour::Never),
    };
    fs::remove_dir_all(&folder).unwrap();
    expect.assert_eq(&answer.replace(&format!("{}/", folder.display()), ""));
}

fn describe(plan: &Plan) -> String {
    let mut text =
        format!("{:?} from {:?}, {:?} by {:?}\n", plan.entry, plan.programs, plan.machine, plan.machine_from);
    for property in &plan.properties {
        text += &format!("{:?}, expected {:?}\n", property.file, property.expected);
        text.extend(property.checks.iter().map(|check| format!("  {check}\n")));
    }
    text
}

#[test]
fn programs_have_defaults() {
    check(
        "defaults",
        &["a.c", "b.c"],
        None,
        None,
        expect![[r#"
            "main" from ["a.c", "b.c"], Lp64 by Default
            None, expected None
              no assertion fails, and no error function is called, from main()
        "#]],
    );
}

#[test]
fn a_task_brings_everything() {
    check(
        "task",
        &["t.yml"],
        None,
        None,
        expect![[r#"
        "main" from ["a.c", "b.i"], Ilp32 by Task
        Some("p/end.prp"), expected Some(false)
          CHECK( init(main()), LTL(F end) )
    "#]],
    );
}

#[test]
fn options_override_the_task() {
    check(
        "override",
        &["t.yml"],
        Some("p/end.prp"),
        Some(MachineModel::Lp64),
        expect![[r#"
        "main" from ["a.c", "b.i"], Lp64 by User
        Some("p/end.prp"), expected None
          CHECK( init(main()), LTL(F end) )
    "#]],
    );
}

#[test]
fn refused() {
    check(
        "mixed",
        &["t.yml", "a.c"],
        None,
        None,
        expect![[r#"
        error[E0510]: a task definition stands alone: it names its programs itself
    "#]],
    );
    check(
        "property",
        &["p/end.prp"],
        None,
        None,
        expect![[r#"
        error[E0508]: `p/end.prp` is a property file, not a program
         |
         = note: say `--property p/end.prp`
    "#]],
    );
    check(
        "type",
        &["a.txt"],
        None,
        None,
        expect![[r#"
        error[E0508]: `a.txt` has a name that says nothing about its type
         |
         = note: C programs end in `.c` or `.i`, task definitions in `.yml`
    "#]],
    );
    check(
        "missing",
        &["a.c"],
        Some("no.prp"),
        None,
        expect![[r#"
        error[E0501]: cannot read the property file `no.prp`: there is no such file
    "#]],
    );
    check(
        "entries",
        &["a.c"],
        Some("p/two.prp"),
        None,
        expect![[r#"
        error[E0511]: the properties begin at different functions: main, start
         --> p/two.prp:2:1
          |
        2 | CHECK( init(start()), LTL(F end) )
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
         ::: p/two.prp:1:1
          |
        1 | CHECK( init(main()), LTL(F end) )
          | --------------------------------- the first one
    "#]],
    );
}
