//! Plans of definitions over a small folder of tasks.

use super::*;
use expect_test::{Expect, expect};
use std::fmt::Write as _;
use std::fs;

/// A folder that goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plan-test-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("t/sub")).unwrap();
        fs::create_dir_all(path.join("p")).unwrap();
        let task = |files: &str, properties: &str| {
            format!("format_version: '2.0'\ninput_files: {files}\nproperties:\n{properties}")
        };
        let reach = "  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\n";
        let memory = "  - property_file: ../p/memsafety.prp\n    expected_verdict: false\n    subproperty: valid-free\n";
        let texts = [
            ("p/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n".to_owned()),
            ("p/memsafety.prp", "CHECK( init(main()), LTL(G valid-free) )\n".to_owned()),
            ("t/a.c", String::new()),
            ("t/b.c", String::new()),
            ("t/sub/a.c", String::new()),
            ("t/a.yml", task("a.c", &format!("{reach}{memory}"))),
            ("t/b.yml", task("[b.c, 'sub/*.c']", memory) + "options: {language: C, data_model: LP64}\n"),
            ("t/c.yml", task("nothing.c", reach)),
            ("t/bad.yml", "format_version: '2.0'\ninput_files: [\n".to_owned()),
            ("x.set", "# remark\n\nt/a.yml\nt/[b]*.yml\nt/zzz*.yml\n".to_owned()),
            ("good.set", "t/a.yml\nt/b.yml\n".to_owned()),
            ("empty.set", "t/zzz*.yml\n".to_owned()),
        ];
        for (name, text) in texts {
            fs::write(path.join(name), text).unwrap();
        }
        Self(path)
    }

    fn plan(&self, body: &str, selection: &Selection) -> String {
        let file = self.0.join("b.xml");
        let text = format!("<benchmark tool='dummy'>{body}</benchmark>");
        let (definition, _) = crate::definition::parse(&file, &text).unwrap();
        let names = Names {
            benchmark: "b".to_owned(),
            date: "D".to_owned(),
            file,
            logs: PathBuf::from("logs"),
            current: std::env::current_dir().unwrap(),
        };
        let mut out = String::new();
        match plan(&definition, &names, selection) {
            Ok((plan, warnings)) => {
                for run in &plan.runs {
                    let set = &plan.sets[run.set];
                    let property = run.property.as_ref().map_or("-", |property| property.name.as_str());
                    let expected = run.expected.as_ref().map_or_else(String::new, ToString::to_string);
                    let _ = writeln!(
                        out,
                        "{}/{} {}#{} {:?} {property} {expected} {:?} {}",
                        set.name, run.block, run.task, run.repetition, run.files, run.options, run.log
                    );
                }
                warnings.iter().for_each(|warning| writeln!(out, "warning: {warning}").unwrap());
            }
            Err(problems) => problems.iter().for_each(|problem| writeln!(out, "{problem}").unwrap()),
        }
        out.replace(&format!("{}/", self.0.display()), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn check(name: &str, body: &str, expect: Expect) {
    expect.assert_eq(&Folder::new(name).plan(body, &Selection::default()));
}

#[test]
fn files_and_options() {
    check(
        "files",
        "<rundefinition name='r'><option name='-o'>${inputfile_name}</option></rundefinition><rundefinition name='s'/>\
         <option name='-g'/><tasks name='T'><include>t/*.c</include><include>t/sub/a.c</include><exclude>t/b.c</exclude>\
         <option>${rundefinition_name}</option><withoutfile>alone</withoutfile></tasks>",
        expect![[r#"
            r/T t/a.c#1 ["t/a.c"] -  ["-g", "-o", "a.c", "r"] r.a.c.log
            r/T t/sub/a.c#1 ["t/sub/a.c"] -  ["-g", "-o", "a.c", "r"] r.a.c~2.log
            r/T alone#1 [] -  ["-g", "-o", "alone", "r"] r.alone.log
            s/T t/a.c#1 ["t/a.c"] -  ["-g", "s"] s.a.c.log
            s/T t/sub/a.c#1 ["t/sub/a.c"] -  ["-g", "s"] s.a.c~2.log
            s/T alone#1 [] -  ["-g", "s"] s.alone.log
        "#]],
    );
}

#[test]
fn appended_files() {
    check(
        "append",
        "<rundefinition/><tasks><include>t/a.c</include><append>sub/${inputfile_name}</append></tasks>",
        expect![[r#"
            /0 t/a.c#1 ["t/a.c", "t/sub/a.c"] -  [] a.c.log
        "#]],
    );
}

#[test]
fn properties_select_tasks() {
    let body = |property: &str| {
        format!(
            "<rundefinition/><tasks><includesfile>good.set</includesfile></tasks><propertyfile {property}</propertyfile>"
        )
    };
    check(
        "prop1",
        &body(">p/memsafety.prp"),
        expect![[r#"
        /0 t/a.yml#1 ["t/a.c"] memsafety false(valid-free) [] a.yml.log
        /0 t/b.yml#1 ["t/b.c", "t/sub/a.c"] memsafety false(valid-free) [] b.yml.log
    "#]],
    );
    check(
        "prop2",
        &body(">p/unreach-call.prp"),
        expect![[r#"
        /0 t/a.yml#1 ["t/a.c"] unreach-call true [] a.yml.log
    "#]],
    );
    check(
        "prop3",
        &body("expectedverdict='true'>p/memsafety.prp"),
        expect![[r#"
            b.xml:1:41: this task set has no task
            b.xml: no task is left to run
        "#]],
    );
    check(
        "prop4",
        &body("expectedverdict='false(valid-free)'>${taskdef_path}/../p/memsafety.prp"),
        expect![[r#"
            /0 t/a.yml#1 ["t/a.c"] memsafety false(valid-free) [] a.yml.log
            /0 t/b.yml#1 ["t/b.c", "t/sub/a.c"] memsafety false(valid-free) [] b.yml.log
        "#]],
    );
}

#[test]
fn what_is_missing() {
    check(
        "missing1",
        "<rundefinition/><tasks><include>t/nix.c</include></tasks>",
        expect![[r#"
        b.xml:1:48: there is no file `t/nix.c`
          `--skip-missing` runs the rest without it
    "#]],
    );
    check(
        "missing2",
        "<rundefinition/><tasks><include>t/nix*.c</include></tasks>",
        expect![[r#"
            b.xml:1:48: no file matches `t/nix*.c`
            b.xml:1:41: this task set has no task
            b.xml: no task is left to run
        "#]],
    );
    check(
        "missing3",
        "<rundefinition/><tasks><include>t/c.yml</include></tasks>",
        expect![[r#"
        t/c.yml: `nothing.c`, which the task needs, does not exist
          `--skip-missing` runs the rest without it
    "#]],
    );
    check(
        "missing4",
        "<rundefinition/><tasks><includesfile>x.set</includesfile></tasks>",
        expect![[r#"
        t/bad.yml:2:14: not a task definition: unclosed bracket '['
    "#]],
    );
    check(
        "missing5",
        "<rundefinition/><tasks><includesfile>empty.set</includesfile></tasks>",
        expect![[r#"
        b.xml:1:48: nothing in the set file empty.set exists
    "#]],
    );
    check(
        "missing6",
        "<rundefinition/><tasks><includesfile>no.set</includesfile></tasks>",
        expect![[r#"
        b.xml:1:48: there is no file `no.set`
          `--skip-missing` runs the rest without it
    "#]],
    );
    check(
        "missing7",
        "<rundefinition/><tasks><include>t/a.c</include></tasks><propertyfile>p/x.prp</propertyfile>",
        expect![[r#"
            b.xml:1:80: there is no property file `p/x.prp`
              `--skip-missing` runs the rest without it
        "#]],
    );
}

#[test]
fn selections() {
    let folder = Folder::new("select");
    let body = "<rundefinition name='one'/><rundefinition name='two'/><tasks name='A'><include>t/a.yml</include></tasks>\
                <tasks name='B'><include>t/c.yml</include><include>t/b.yml</include></tasks>";
    let chosen = |runs: &[&str], sets: &[&str], repetitions, missing| {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        folder.plan(
            body,
            &Selection { run_definitions: owned(runs), task_sets: owned(sets), repetitions, missing },
        )
    };
    expect![[r#"
        two/A t/a.yml#1 ["t/a.c"] -  [] two.a.yml.1.log
        two/A t/a.yml#2 ["t/a.c"] -  [] two.a.yml.2.log
    "#]]
    .assert_eq(&chosen(&["t*"], &["A"], 2, Missing::Refuse));
    expect![[r#"
        no run definition is called `on`
          did you mean `one`?
        no task set is called `C`
          known are `A` and `B`
    "#]]
    .assert_eq(&chosen(&["on"], &["C"], 1, Missing::Refuse));
    expect![[r#"
        one/A t/a.yml#1 ["t/a.c"] -  [] one.a.yml.log
        one/B t/b.yml#1 ["t/b.c", "t/sub/a.c"] -  [] one.b.yml.log
        warning: t/c.yml: `nothing.c`, which the task needs, does not exist; the task is left out
    "#]]
    .assert_eq(&chosen(&["one"], &[], 1, Missing::Skip));
}
