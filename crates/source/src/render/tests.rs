//! What a user sees, one table of messages.

use super::*;
use expect_test::{Expect, expect};

/// The span of `needle`, which occurs once in the text of the only file.
fn span(map: &SourceMap, needle: &str) -> Span {
    let text = map.text(stdx::Idx::new(0));
    let lo = text.find(needle).expect("the needle occurs") as u32;
    Span::new(lo, lo + needle.len() as u32)
}

fn map(text: &str) -> SourceMap {
    let mut map = SourceMap::new();
    map.add("a.c", text.to_owned()).unwrap();
    map
}

fn check(text: &str, needle: &str, expect: Expect) {
    let map = map(text);
    let diagnostic = Diagnostic::error("E0104", span(&map, needle), "something is wrong here");
    expect.assert_eq(&render(&diagnostic, &map, Colour::Never));
}

#[test]
fn one_place() {
    check(
        "int x;\nint main(void) { return y; }\n",
        "y",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:2:25
              |
            2 | int main(void) { return y; }
              |                         ^
        "#]],
    );
}

#[test]
fn end_of_text() {
    let map = map("int main(void) {\n");
    let diagnostic = Diagnostic::error("E0201", Span::new(17, 17), "expected `}`, found the end of the file");
    expect![[r#"
        error[E0201]: expected `}`, found the end of the file
         --> a.c:2:1
          |
        2 |
          | ^
    "#]]
    .assert_eq(&render(&diagnostic, &map, Colour::Never));
}

#[test]
fn end_of_text_without_line_break() {
    let map = map("int main(void) {");
    let diagnostic = Diagnostic::error("E0201", Span::new(16, 16), "expected `}`, found the end of the file");
    expect![[r#"
        error[E0201]: expected `}`, found the end of the file
         --> a.c:1:17
          |
        1 | int main(void) {
          |                 ^
    "#]]
    .assert_eq(&render(&diagnostic, &map, Colour::Never));
}

#[test]
fn empty_text() {
    let diagnostic = Diagnostic::error("E0501", Span::new(0, 0), "the file is empty");
    expect![[r#"
        error[E0501]: the file is empty
         --> a.c:1:1
          |
        1 |
          | ^
    "#]]
    .assert_eq(&render(&diagnostic, &map(""), Colour::Never));
}

#[test]
fn no_place() {
    let diagnostic =
        Diagnostic::error("E0502", Span::NONE, "the program has no `main`").with_note("define it");
    expect![[r#"
        error[E0502]: the program has no `main`
         |
         = note: define it
    "#]]
    .assert_eq(&render(&diagnostic, &map("int x;"), Colour::Never));
    expect![[r#"
        error[E0502]: the program has no `main`
    "#]]
    .assert_eq(&render_line(&diagnostic, &map("int x;")));
}

#[test]
fn tabs_and_other_alphabets() {
    check(
        "\tint\tzahl = größe;\n",
        "größe",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:1:13
              |
            1 |     int    zahl = größe;
              |                   ^^^^^
        "#]],
    );
    check(
        "char *s = \"日本\" + nix;\n",
        "nix",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:1:18
              |
            1 | char *s = "日本" + nix;
              |                    ^^^
        "#]],
    );
}

#[test]
fn a_span_over_several_lines_is_marked_on_its_first() {
    check(
        "int f(int a,\n      int b) { }\n",
        "int a,\n      int b",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:1:7
              |
            1 | int f(int a,
              |       ^^^^^^
        "#]],
    );
}

#[test]
fn line_break_of_windows() {
    check(
        "int x\r\nint y;\r\n",
        "\r\n",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:1:6
              |
            1 | int x
              |      ^
        "#]],
    );
}

#[test]
fn related_places_and_notes() {
    let map = map("int x;\nlong y, x;\nlong z = x + x;\n");
    let diagnostic = Diagnostic::error("E0310", Span::new(15, 16), "`x` is declared again with another type")
        .with_related(Span::new(4, 5), "first declared here")
        .with_related(Span::new(7, 11), "as this")
        .with_note("both must have one type (6.7p4)");
    expect![[r#"
        error[E0310]: `x` is declared again with another type
         --> a.c:2:9
          |
        2 | long y, x;
          | ----    ^
          | |
          | as this
          |
         ::: a.c:1:5
          |
        1 | int x;
          |     - first declared here
          |
          = note: both must have one type (6.7p4)
    "#]]
    .assert_eq(&render(&diagnostic, &map, Colour::Never));
    expect![[r#"
        a.c:2:9: error[E0310]: `x` is declared again with another type
    "#]]
    .assert_eq(&render_line(&diagnostic, &map));
}

#[test]
fn warnings_and_colours() {
    let map = map("int x;\n");
    let diagnostic = Diagnostic::warning("W0301", Span::new(4, 5), "unused");
    expect![[r#"
        ESC[1mESC[33mwarning[W0301]ESC[0mESC[1m: unusedESC[0m
         ESC[1mESC[94m--> ESC[0ma.c:1:5
          ESC[1mESC[94m|ESC[0m
        ESC[1mESC[94m1ESC[0m ESC[1mESC[94m|ESC[0m int x;
          ESC[1mESC[94m|ESC[0m     ESC[1mESC[33m^ESC[0m
    "#]]
    .assert_eq(&render(&diagnostic, &map, Colour::Always).replace('\u{1b}', "ESC"));
}

#[test]
fn positions_follow_the_line_markers() {
    let mut map = map("# 40 \"include/b.h\"\nint b = c;\n");
    map.add_marker(stdx::Idx::new(0), 19, 40, Some("include/b.h"));
    let diagnostic = Diagnostic::error("E0302", span(&map, "c;"), "`c` is not declared");
    expect![[r#"
        error[E0302]: `c` is not declared
          --> include/b.h:40:9
           |
        40 | int b = c;
           |         ^^
    "#]]
    .assert_eq(&render(&diagnostic, &map, Colour::Never));
    expect![[r#"
        include/b.h:40:9: error[E0302]: `c` is not declared
    "#]]
    .assert_eq(&render_line(&diagnostic, &map));
}

#[test]
fn long_lines_are_cut() {
    let text = format!("int a[] = {{ {} bad, {} }};", "1, ".repeat(500_000), "2, ".repeat(100));
    check(
        &text,
        "bad",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:1:1500014
              |
            1 | …, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  bad, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, …
              |                                                              ^^^
        "#]],
    );
    check(
        &format!("bad {}", "x".repeat(1_000_000)),
        "bad",
        expect![[r#"
            error[E0104]: something is wrong here
             --> a.c:1:1
              |
            1 | bad xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
              | ^^^
        "#]],
    );
}

#[test]
fn control_characters_of_the_program_do_not_reach_the_terminal() {
    let map = map("int \u{1b}[31m x;\n");
    let diagnostic = Diagnostic::error("E0101", Span::new(4, 5), "stray `\u{1b}`\u{7}");
    let text = render(&diagnostic, &map, Colour::Never) + &render_line(&diagnostic, &map);
    assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
}

#[test]
fn long_messages_are_cut() {
    let diagnostic = Diagnostic::error("E0302", Span::NONE, "ä".repeat(5000)).with_note("b".repeat(5000));
    let text = render(&diagnostic, &map(""), Colour::Never);
    assert_eq!(text.matches('…').count(), 2);
    assert!(text.chars().count() < 2100, "{}", text.len());
}
