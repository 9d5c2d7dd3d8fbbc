//! When a preprocessor is needed, and what its errors become.

use super::*;
use expect_test::expect;
use source::{Colour, render};

#[test]
fn which_texts_need_a_preprocessor() {
    let cases = [
        ("int x;\n", false),
        ("#include <stdio.h>\n", true),
        ("\r\n  #  define A 1\r\n", true),
        ("int x;\n#if 0\n#endif\n", true),
        ("# 1 \"a.c\"\nint x;\n", false),
        ("#line 7 \"a.c\"\n#pragma pack(1)\n#ident \"v\"\n#\n", false),
        ("/* text\n#include <a.h>\n*/ int x;\n", false),
        ("/* */ #include <a.h>\n", true),
        ("// a\n#undef A\n", true),
        ("// a #undef A\n", false),
        ("char *s = \"\\\"\\\n#define\";\n", false),
        ("char c = '\"';\n#define A\n", true),
        ("int a = b\n#c;\n", true),
        ("int x; # define y\n", false),
        ("/* open\n#define A\n", false),
    ];
    for (text, expected) in cases {
        assert_eq!(has_directive(text), expected, "{text:?}");
    }
}

#[test]
fn predefined_macros_need_a_preprocessor() {
    let cases = [
        ("__SIZE_TYPE__ x;", true),
        ("int x = __INT_MAX__ + __LINE__;", true),
        ("char a[__SIZEOF_INT128__];", true),
        ("int x __attribute__((__mode__(__SI__))); void __VERIFIER_error(void);", false),
        ("const char *f(void) { return __FUNCTION__; }", false),
        ("int MY_MAX__, a__LINE__, __LINE__b;", false),
    ];
    for (text, expected) in cases {
        assert_eq!(has_predefined_macro(text), expected, "{text:?}");
    }
}

#[test]
fn errors_of_the_compiler_become_ours() {
    let mut map = SourceMap::new();
    let file = map.add("a.c", "int x;\n#include \"nothing.h\"\n#error no\n".to_owned()).unwrap();
    let report = "a.c:2:10: fatal error: nothing.h: No such file or directory\n    2 | #include \"nothing.h\"\n      |          ^~~~\na.c:3:2: error: #error no\ncompilation terminated.\n";
    let render_failure =
        |report: &str| render(&Preprocessor::default().failure(&map, file, report), &map, Colour::Never);
    expect![[r#"
        error[E0506]: preprocessing failed: nothing.h: No such file or directory
         --> a.c:2:10
          |
        2 | #include "nothing.h"
          |          ^^^^^^^^^^^
          |
          = note: also a.c:3:2: #error no
    "#]]
    .assert_eq(&render_failure(report));
    expect![[r#"
        error[E0506]: preprocessing `a.c` failed: #error "no" (other.h:1:2)
    "#]]
    .assert_eq(&render_failure("other.h:1:2: error: #error \"no\"\n"));
    expect![[r#"
        error[E0506]: `cc -E` failed on `a.c`
         |
         = note: cc: something is not right
         = note: second line
    "#]]
    .assert_eq(&render_failure("cc: something is not right\nsecond line\n"));
}
