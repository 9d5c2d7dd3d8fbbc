//! Messages about wrong texts.

use super::{check_errors, parsed};
use expect_test::expect;

#[test]
fn missing_punctuation() {
    check_errors(
        "int main(void) {\n  int x = 1\n  return x;\n}",
        expect![[r#"
        a.c:2:12 error[E0201] expected `;`, found `return`
          a.c:3:3 found here
    "#]],
    );
    check_errors(
        "int main(void) { return (1 + 2; }",
        expect![[r#"
        a.c:1:31 error[E0201] expected `)`, found `;`
          a.c:1:25 to match this
    "#]],
    );
    check_errors(
        "int main(void) { f(1, 2 }",
        expect![[r#"
        a.c:1:25 error[E0201] expected `)`, found `}`
          a.c:1:19 to match this
    "#]],
    );
    check_errors(
        "int a[3;",
        expect![[r#"
        a.c:1:8 error[E0201] expected `]`, found `;`
          a.c:1:6 to match this
    "#]],
    );
    check_errors(
        "void f(void) {\n  x = 1;\n",
        expect![[r#"
        a.c:3:1 error[E0201] expected `}`, found end of file
          a.c:1:14 to match this
    "#]],
    );
    check_errors(
        "struct s { int a;",
        expect![[r#"
        a.c:1:18 error[E0201] expected `}`, found end of file
          a.c:1:10 to match this
    "#]],
    );
}

#[test]
fn missing_operands() {
    check_errors(
        "int x = 1 + ;",
        expect![[r#"
        a.c:1:13 error[E0201] expected an expression, found `;`
    "#]],
    );
    check_errors(
        "int x = ;",
        expect![[r#"
        a.c:1:9 error[E0201] expected an expression, found `;`
    "#]],
    );
    check_errors(
        "void f(void) { if () x; while (1 }",
        expect![[r#"
        a.c:1:20 error[E0201] expected an expression, found `)`
        a.c:1:34 error[E0201] expected `)`, found `}`
          a.c:1:31 to match this
    "#]],
    );
    check_errors(
        "void f(void) { else x; }",
        expect![[r#"
        a.c:1:16 error[E0201] expected a statement, found `else`
    "#]],
    );
}

#[test]
fn unknown_types() {
    check_errors(
        "foo_t x; foo_t *y; int z;",
        expect![[r#"
        a.c:1:1 error[E0202] unknown type name `foo_t`
          note: declare `foo_t` with `typedef`, or include the header that does
    "#]],
    );
    check_errors(
        "void f(foo_t a, bar_t *b) { baz_t c; }",
        expect![[r#"
        a.c:1:8 error[E0202] unknown type name `foo_t`
          note: declare `foo_t` with `typedef`, or include the header that does
        a.c:1:17 error[E0202] unknown type name `bar_t`
          note: declare `bar_t` with `typedef`, or include the header that does
        a.c:1:29 error[E0202] unknown type name `baz_t`
          note: declare `baz_t` with `typedef`, or include the header that does
    "#]],
    );
    check_errors(
        "int x = (foo_t) y + (bar_t) 1;",
        expect![[r#"
        a.c:1:10 error[E0202] unknown type name `foo_t`
          note: declare `foo_t` with `typedef`, or include the header that does
    "#]],
    );
    check_errors(
        "static const foo_t *x;",
        expect![[r#"
        a.c:1:14 error[E0202] unknown type name `foo_t`
          note: declare `foo_t` with `typedef`, or include the header that does
    "#]],
    );
    check_errors(
        "struct s { foo_t a; int b; };",
        expect![[r#"
        a.c:1:12 error[E0202] unknown type name `foo_t`
          note: declare `foo_t` with `typedef`, or include the header that does
    "#]],
    );
    check_errors(
        "int f(foo_t);",
        expect![[r#"
            a.c:1:5 warning[W0201] parameter `foo_t` of a declaration has no type
              note: if `foo_t` is a type, declare it with `typedef`, or include the header that does
        "#]],
    );
}

#[test]
fn several_errors_in_one_run() {
    check_errors(
        "int f(void) { return 1 +; }\nint g(void { return 2; }\nint ok(void) { return 3; }\nint x = [;\nint h(void) { a b c; int = 3; return }\n",
        expect![[r#"
            a.c:1:25 error[E0201] expected an expression, found `;`
            a.c:2:12 error[E0201] expected `)`, found `{`
              a.c:2:6 to match this
            a.c:4:9 error[E0201] expected an expression, found `[`
            a.c:5:15 error[E0202] unknown type name `a`
              note: declare `a` with `typedef`, or include the header that does
            a.c:5:19 error[E0201] expected `;`, found identifier `c`
            a.c:5:26 error[E0201] expected a name to declare, found `=`
            a.c:5:38 error[E0201] expected an expression, found `}`
        "#]],
    );
}

#[test]
fn declarations_that_are_none() {
    check_errors(
        "}",
        expect![[r#"
        a.c:1:1 error[E0201] expected a declaration, found `}`
    "#]],
    );
    check_errors(
        "int 3;",
        expect![[r#"
        a.c:1:5 error[E0201] expected a name to declare, found number `3`
    "#]],
    );
    check_errors(
        "3 + 4;",
        expect![[r#"
        a.c:1:1 error[E0201] expected a declaration, found number `3`
    "#]],
    );
    check_errors(
        "struct { int a; } struct s x;",
        expect![[r#"
        a.c:1:1 error[E0203] these type specifiers do not go together in `struct { int a; } struct s`
    "#]],
    );
    check_errors(
        "long short x; int int y; unsigned float z; signed unsigned w; long long long v;",
        expect![[r#"
            a.c:1:1 error[E0203] these type specifiers do not go together in `long short`
            a.c:1:15 error[E0203] these type specifiers do not go together in `int int`
            a.c:1:26 error[E0203] these type specifiers do not go together in `unsigned float`
            a.c:1:44 error[E0203] these type specifiers do not go together in `signed unsigned`
            a.c:1:63 error[E0203] these type specifiers do not go together in `long long long`
        "#]],
    );
    check_errors(
        "static extern int x;",
        expect![[r#"
        a.c:1:8 error[E0203] more than one storage class in a declaration
    "#]],
    );
    check_errors(
        "struct ; enum ;",
        expect![[r#"
        a.c:1:8 error[E0201] expected a tag or `{`, found `;`
        a.c:1:15 error[E0201] expected a tag or `{`, found `;`
    "#]],
    );
    check_errors(
        "_Float16 a; _Decimal64 b;",
        expect![[r#"
        a.c:1:1 error[E0902] the type `_Float16` is not supported
        a.c:1:13 error[E0902] the type `_Decimal64` is not supported
    "#]],
    );
    check_errors(
        "int f(int a) int b; { }",
        expect![[r#"
        a.c:1:14 error[E0201] expected `;`, found `int`
        a.c:1:21 error[E0201] expected a declaration, found `{`
    "#]],
    );
}

#[test]
fn bad_bytes() {
    check_errors(
        "int \0x; int @y; int z`;",
        expect![[r#"
        a.c:1:5 error[E0102] NUL byte in the text
        a.c:1:13 error[E0101] stray `@`
        a.c:1:22 error[E0101] stray ```
    "#]],
    );
    check_errors(
        "int x; /* never closed",
        expect![[r#"
        a.c:1:8 error[E0103] unterminated comment
          note: close it with `*/`
    "#]],
    );
    check_errors(
        "char *s = \"abc;\nint x;",
        expect![[r#"
            a.c:1:11 error[E0104] unterminated string literal
              note: close it with `"` on the same line
        "#]],
    );
    check_errors(
        "char c = 'a;\nint x;",
        expect![[r#"
            a.c:1:10 error[E0104] unterminated character constant
              note: close it with `'` on the same line
        "#]],
    );
    check_errors(
        "char c = '';",
        expect![[r#"
        a.c:1:10 error[E0110] empty character constant
    "#]],
    );
    check_errors(
        "int x\\y;",
        expect![[r#"
            a.c:1:6 error[E0101] stray `\`
        "#]],
    );
    check_errors(
        "\u{1}int x;",
        expect![[r#"
        a.c:1:1 error[E0101] stray byte 0x01
    "#]],
    );
}

#[test]
fn bad_literals() {
    check_errors(
        "int x = 0xE+1;",
        expect![[r#"
        a.c:1:9 error[E0107] malformed number: `0xE+1` has the unknown suffix `+1`
    "#]],
    );
    check_errors(
        "int a = 08, b = 1x, c = 0x, d = 18446744073709551616, e = 1ulu, f = 0b12;",
        expect![[r#"
        a.c:1:9 error[E0107] malformed number: `08` has the digit 8, which base 8 has not
        a.c:1:17 error[E0107] malformed number: `1x` has the unknown suffix `x`
        a.c:1:25 error[E0107] malformed number: `0x` has no digits
        a.c:1:33 error[E0108] integer constant `18446744073709551616` is too large for any type
        a.c:1:59 error[E0107] malformed number: `1ulu` has the unknown suffix `ulu`
        a.c:1:69 error[E0107] malformed number: `0b12` has the digit 2, which base 2 has not
    "#]],
    );
    check_errors(
        "double a = 1e, b = 0x1.8, c = 1.2.3, d = 1.0xyz;",
        expect![[r#"
        a.c:1:12 error[E0107] malformed number: `1e` has an exponent without digits
        a.c:1:20 error[E0107] malformed number: `0x1.8` needs an exponent, as in `0x1.8p3`
        a.c:1:31 error[E0107] malformed number: `1.2.3` is no floating constant
        a.c:1:42 error[E0107] malformed number: `1.0xyz` has the unknown suffix `xyz`
    "#]],
    );
    check_errors(
        r#"char *a = "\x", *b = "\u12", c = '\400', *d = "\q";"#,
        expect![[r#"
            a.c:1:11 error[E0109] `\x` without hexadecimal digits
            a.c:1:22 error[E0109] malformed universal character name
            a.c:1:34 warning[W0103] escape sequence is out of range; its low bits are taken
            a.c:1:47 warning[W0101] unknown escape sequence `\q`
        "#]],
    );
    check_errors(
        r#"int *a = L"x" u"y";"#,
        expect![[r#"
        a.c:1:15 error[E0111] adjacent string literals have different prefixes
    "#]],
    );
}

#[test]
fn leftover_directives() {
    check_errors(
        "#include <stdio.h>\n#define X 1\nint x;",
        expect![[r#"
        a.c:1:1 error[E0105] preprocessor directive `#include` is left in the text
          note: run the text through a C preprocessor first, for example `cc -E`
        a.c:2:1 error[E0105] preprocessor directive `#define` is left in the text
          note: run the text through a C preprocessor first, for example `cc -E`
    "#]],
    );
    check_errors(
        "# 1x \"a\"\n#line \"b\"\n# 99999999999 \"c\"\nint x = 1 # 2;",
        expect![[r#"
        a.c:1:1 error[E0106] malformed line marker
          note: a line marker is `# 12 "file.c"` or `#line 12 "file.c"`
        a.c:2:1 error[E0106] malformed line marker
          note: a line marker is `# 12 "file.c"` or `#line 12 "file.c"`
        a.c:3:1 error[E0106] malformed line marker
          note: a line marker is `# 12 "file.c"` or `#line 12 "file.c"`
        a.c:4:11 error[E0101] stray `#`
        a.c:4:13 error[E0201] expected `;`, found number `2`
    "#]],
    );
    check_errors(
        "#pragma pack(what)\nint x;",
        expect![[r#"
        a.c:1:1 error[E0901] this form of `#pragma pack` is not supported
          note: write `#pragma pack(push, 1)`, `#pragma pack(1)` or `#pragma pack(pop)`
    "#]],
    );
}

#[test]
fn positions_follow_the_markers() {
    check_errors(
        "# 100 \"inner.h\"\nint x\nint y;",
        expect![[r#"
        inner.h:100:6 error[E0201] expected `;`, found `int`
          inner.h:101:1 found here
    "#]],
    );
}

#[test]
fn errors_are_capped() {
    let text = "int x = ;\n".repeat(1000);
    let (parsed, ..) = parsed(&text);
    assert_eq!(parsed.diagnostics.len(), 21);
    assert_eq!(parsed.diagnostics[20].message, "too many errors, stopped after 20");
    let (parsed, ..) = super::parsed(&"@".repeat(1_000_000));
    assert_eq!(parsed.diagnostics.len(), 21);
}

#[test]
fn warnings_are_capped() {
    let text = r#"char *s = "\q";"#.repeat(1000);
    let (parsed, ..) = parsed(&text);
    assert_eq!(parsed.diagnostics.len(), 21);
    assert_eq!(parsed.diagnostics[20].message, "further warnings are not shown");
}

#[test]
fn pragmas_that_change_meanings_are_refused() {
    check_errors(
        "#pragma weak f = g\n#pragma redefine_extname a b\n#pragma once\n_Pragma(\"pack(what)\") _Pragma(\"GCC poison x\") int x;",
        expect![[r#"
            a.c:1:1 error[E0901] unsupported feature: `#pragma weak`
            a.c:2:1 error[E0901] unsupported feature: `#pragma redefine_extname`
            a.c:4:9 error[E0901] this form of `#pragma pack` is not supported
              note: write `#pragma pack(push, 1)`, `#pragma pack(1)` or `#pragma pack(pop)`
        "#]],
    );
}
