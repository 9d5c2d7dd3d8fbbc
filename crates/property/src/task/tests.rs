//! Task definitions by example.

use super::*;
use expect_test::{Expect, expect};
use source::{Colour, render};

fn check(text: &str, expect: Expect) {
    let mut map = SourceMap::new();
    let file = map.add("t.yml", text.to_owned()).unwrap();
    let answer = match parse(&map, file) {
        Ok(task) => format!("{task:?}\n"),
        Err(diagnostic) => render(&diagnostic, &map, Colour::Never),
    };
    expect.assert_eq(&answer);
}

#[test]
fn all_keys() {
    check(
        "format_version: '2.0'\n# remark\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/memsafety.prp\n    \
         expected_verdict: false\n    subproperty: valid-deref\n  - property_file: ../p/end.prp\noptions:\n  language: C\n  \
         data_model: ILP32\nadditional_information: {x: [1, 2]}\n",
        expect![[r#"
            TaskDefinition { input_files: ["a.c"], properties: [TaskProperty { property_file: "../p/memsafety.prp", expected_verdict: Some(false), subproperty: Some("valid-deref") }, TaskProperty { property_file: "../p/end.prp", expected_verdict: None, subproperty: None }], data_model: Some(Ilp32) }
        "#]],
    );
}

#[test]
fn older_and_newer_formats() {
    check(
        "format_version: 1.0\ninput_files: [a.c, 'dir/b.c']\n",
        expect![[r#"
        TaskDefinition { input_files: ["a.c", "dir/b.c"], properties: [], data_model: None }
    "#]],
    );
    check(
        "format_version: \"2.1\"\ninput_files:\n  - a.c\noptions: {data_model: LP64}\n",
        expect![[r#"
        TaskDefinition { input_files: ["a.c"], properties: [], data_model: Some(Lp64) }
    "#]],
    );
}

#[test]
fn texts_that_are_no_task_definition() {
    check(
        "",
        expect![[r#"
        error[E0530]: not a task definition: unexpected end of input
         --> t.yml:1:1
          |
        1 |
          | ^
    "#]],
    );
    check(
        "format_version: '2.0'\n",
        expect![[r#"
        error[E0530]: not a task definition: missing field `input_files`
         --> t.yml:1:1
          |
        1 | format_version: '2.0'
          | ^
    "#]],
    );
    check(
        "input_files: a.c\n",
        expect![[r#"
        error[E0530]: not a task definition: missing field `format_version`
         --> t.yml:1:1
          |
        1 | input_files: a.c
          | ^
    "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - expected_verdict: perhaps\n",
        expect![[r#"
            error[E0530]: not a task definition: invalid boolean
             --> t.yml:4:23
              |
            4 |   - expected_verdict: perhaps
              |                       ^
        "#]],
    );
    check(
        "format_version: '2.0'\n  input_files: {\n",
        expect![[r#"
        error[E0530]: not a task definition: while parsing a block mapping, did not find expected key
         --> t.yml:2:3
          |
        2 |   input_files: {
          |   ^
    "#]],
    );
    check(
        "int main(void) { return 0; }\n",
        expect![[r#"
        error[E0530]: not a task definition: expected mapping start
         --> t.yml:1:1
          |
        1 | int main(void) { return 0; }
          | ^
    "#]],
    );
}

#[test]
fn values_that_are_not_known() {
    check(
        "format_version: '3.0'\ninput_files: a.c\n",
        expect![[r#"
        error[E0531]: task definitions of format version 3.0 are not known
         --> t.yml:1:17
          |
        1 | format_version: '3.0'
          |                 ^^^
          |
          = note: known are 1.0, 2.0, 2.1
    "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: []\n",
        expect![[r#"
        error[E0532]: the task definition names no input file
         --> t.yml:1:1
          |
        1 | format_version: '2.0'
          | ^
    "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: ['a.c', '*.c']\n",
        expect![[r#"
            error[E0533]: wildcards in `input_files` are not supported: `*.c`
             --> t.yml:1:1
              |
            1 | format_version: '2.0'
              | ^
        "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\noptions:\n  language: Java\n",
        expect![[r#"
        error[E0534]: the language is Java, not C
         --> t.yml:4:13
          |
        4 |   language: Java
          |             ^^^^
    "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: ILP16\n",
        expect![[r#"
        error[E0535]: the data model ILP16 is not known
         --> t.yml:4:15
          |
        4 |   data_model: ILP16
          |               ^^^^^
          |
          = note: known are ILP32 and LP64
    "#]],
    );
}
