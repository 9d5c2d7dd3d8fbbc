//! Tokens.

use crate::dump_tokens;
use expect_test::{Expect, expect};
use source::SourceMap;

fn tokens(text: &str) -> String {
    let mut map = SourceMap::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let (dump, diagnostics) = dump_tokens(&map, file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    dump
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&tokens(text));
}

#[test]
fn kinds_of_tokens() {
    check(
        "int main$1 = 0x1F + 'a';\n  \"s\" ... ",
        expect![[r#"
        1:1 keyword int
        1:5 identifier main$1
        1:12 punctuator =
        1:14 number 0x1F
        1:19 punctuator +
        1:21 character 'a'
        1:24 punctuator ;
        2:3 string "s"
        2:7 punctuator ...
    "#]],
    );
}

#[test]
fn longest_punctuators_win() {
    check(
        "a+++b---c->d<<=e>>=f...g==h!=i&&j||k",
        expect![[r#"
        1:1 identifier a
        1:2 punctuator ++
        1:4 punctuator +
        1:5 identifier b
        1:6 punctuator --
        1:8 punctuator -
        1:9 identifier c
        1:10 punctuator ->
        1:12 identifier d
        1:13 punctuator <<=
        1:16 identifier e
        1:17 punctuator >>=
        1:20 identifier f
        1:21 punctuator ...
        1:24 identifier g
        1:25 punctuator ==
        1:27 identifier h
        1:28 punctuator !=
        1:30 identifier i
        1:31 punctuator &&
        1:33 identifier j
        1:34 punctuator ||
        1:36 identifier k
    "#]],
    );
    check(
        "<: :> <% %> . .. 1..2",
        expect![[r#"
        1:1 punctuator <:
        1:4 punctuator :>
        1:7 punctuator <%
        1:10 punctuator %>
        1:13 punctuator .
        1:15 punctuator .
        1:16 punctuator .
        1:18 number 1..2
    "#]],
    );
}

#[test]
fn spellings_of_keywords() {
    check(
        "inline __inline __inline__ asm __asm__ __volatile__ bool true",
        expect![[r#"
        1:1 keyword inline
        1:8 keyword __inline
        1:17 keyword __inline__
        1:28 keyword asm
        1:32 keyword __asm__
        1:40 keyword __volatile__
        1:53 identifier bool
        1:58 identifier true
    "#]],
    );
}

#[test]
fn prefixes_belong_to_literals() {
    check(
        "L'a' u8\"b\" U\"c\" u \"d\" Lx",
        expect![[r#"
        1:1 character L'a'
        1:6 string u8"b"
        1:12 string U"c"
        1:17 identifier u
        1:19 string "d"
        1:23 identifier Lx
    "#]],
    );
}

#[test]
fn comments_and_white_space() {
    check(
        "a/* x */b// y\nc/**/d/* * / */e /***/ f",
        expect![[r#"
        1:1 identifier a
        1:9 identifier b
        2:1 identifier c
        2:6 identifier d
        2:16 identifier e
        2:24 identifier f
    "#]],
    );
    check(
        "a // joined \\\n still comment\nb",
        expect![[r#"
        1:1 identifier a
        3:1 identifier b
    "#]],
    );
}

#[test]
fn joined_lines() {
    check(
        "ab\\\ncd 1\\\r\n2 +\\\n= -\\\n\\\n> \"x\\\ny\" /\\\n* c *\\\n/ e",
        expect![[r#"
            1:1 identifier abcd
            2:4 number 12
            3:3 punctuator +=
            4:3 punctuator ->
            6:3 string "xy"
            9:3 identifier e
        "#]],
    );
}

#[test]
fn letters_beyond_ascii() {
    check(
        "größe \\u00e4b",
        expect![[r#"
        1:1 identifier größe
        1:7 identifier \u00e4b
    "#]],
    );
}

#[test]
fn byte_order_mark_and_carriage_returns() {
    check(
        "\u{FEFF}int a;\r\nint b;\r\n",
        expect![[r#"
        1:2 keyword int
        1:6 identifier a
        1:7 punctuator ;
        2:1 keyword int
        2:5 identifier b
        2:6 punctuator ;
    "#]],
    );
    check(
        "\u{FEFF}# 1 \"a\"\r\nint",
        expect![[r#"
        2:1 keyword int
    "#]],
    );
}

#[test]
fn lines_with_a_hash_are_no_tokens() {
    check(
        "# 1 \"a.c\"\n#pragma x \\\n y\n  #ident \"z\"\n#\na",
        expect![[r#"
        6:1 identifier a
    "#]],
    );
}
