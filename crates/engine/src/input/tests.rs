//! Encodings and texts that are refused.

use super::*;
use expect_test::{Expect, expect};
use source::{Colour, render};

fn check(bytes: &[u8], expect: Expect) {
    let mut map = SourceMap::new();
    let answer = match add(&mut map, "a.c", bytes.to_owned(), "program") {
        Ok(file) => format!("{}\n", map.text(file)),
        Err(diagnostic) => render(&diagnostic, &map, Colour::Never),
    };
    expect.assert_eq(&answer);
}

#[test]
fn bytes_outside_utf8_become_octal_escapes() {
    check(
        b"char *s = \"gr\xfc\xdfe\"; // \xe4",
        expect![[r#"
        char *s = "gr\374\337e"; // \344
    "#]],
    );
    check(
        b"char *s = \"\\\xfc \\\\\xfc\";",
        expect![[r#"
        char *s = "\374 \\\374";
    "#]],
    );
    check(
        "char *s = \"grüße\";".as_bytes(),
        expect![[r#"
        char *s = "grüße";
    "#]],
    );
    check(
        b"\xef\xbb\xbfint x;",
        expect![[r#"
        int x;
    "#]],
    );
}

#[test]
fn every_byte_survives_in_a_literal() {
    for byte in 0x80..=0xffu8 {
        let text = decode(vec![b'"', byte, b'"']);
        let digits = text.strip_prefix("\"\\").and_then(|rest| rest.strip_suffix('"')).unwrap();
        assert_eq!(u8::from_str_radix(digits, 8), Ok(byte));
    }
}

#[test]
fn refused() {
    check(
        b"",
        expect![[r#"
        error[E0503]: the program `a.c` is empty
    "#]],
    );
    check(
        b"int x;\nint \0y;\n",
        expect![[r#"
        error[E0504]: the program contains a NUL byte
         --> a.c:2:5
          |
        2 | int ␀y;
          |     ^
          |
          = note: C text cannot contain one; is the file damaged, or stored as UTF-16?
    "#]],
    );
    check(
        b"// gr\xfc\xdfe\nint \0y;\n",
        expect![[r#"
        error[E0504]: the program contains a NUL byte
         --> a.c:2:5
          |
        2 | int ␀y;
          |     ^
          |
          = note: C text cannot contain one; is the file damaged, or stored as UTF-16?
    "#]],
    );
    check(
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0",
        expect![[r#"
        error[E0505]: `a.c` is a binary file, not a text
    "#]],
    );
    check(
        b"\xff\xfei\0n\0t\0 \0x\0;\0",
        expect![[r#"
        error[E0505]: `a.c` is a binary file, not a text
    "#]],
    );
    check(
        b"\0\0\0\0\0\0\0\0",
        expect![[r#"
        error[E0505]: `a.c` is a binary file, not a text
    "#]],
    );
}
