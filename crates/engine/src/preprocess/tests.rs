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
        // Behind comments, also where the parser could read the directive at the start of a line.
        ("int x; /* c */ #define A\n", false),
        ("/* c */ /* d */ #define A\n", true),
        ("/*\n*/ #pragma pack(1)\n", true),
        ("/* c */ # 1 \"a.c\"\n", true),
        ("#/* c */define A\n", true),
        ("#pragma once /* begins\nends */ int x;\n", true),
        ("#pragma once // ends\nint x;\n", false),
        // On lines that are joined.
        ("#\\\ndefine A\n", true),
        ("#def\\\r\nine A\n", true),
        ("\\\n  \\\n#define A\n", true),
        ("#pragma\\\n once\n", false),
        ("/\\\n* it's\n#define A\n*\\\n/ int x;\n", false),
        ("/\\\n/ it's /*\n#define A\n", true),
        ("// joined \\\n#define A\n", false),
        // As digraphs.
        ("%:define A\n", true),
        ("  %: include <a.h>\n", true),
        ("%:pragma pack(1)\n", true),
        ("int x = a %:>b;\n", false),
        ("char *s = \"\\\n%:define\";\n", false),
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
    let render_failure = |report: &str| {
        let failure = Preprocessor::default().failure(&map, file, MachineModel::Lp64, report);
        render(&failure, &map, Colour::Never)
    };
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

#[test]
fn missing_headers_for_32_bits_name_their_package() {
    let mut map = SourceMap::new();
    let file = map.add("a.c", "#include <stdio.h>\n".to_owned()).unwrap();
    let names_package = |machine, report: &str| {
        let failure = Preprocessor::default().failure(&map, file, machine, report);
        render(&failure, &map, Colour::Never).contains("gcc-multilib")
    };
    for (report, expected) in [
        (
            "/usr/include/stdio.h:27:10: fatal error: bits/libc-header-start.h: No such file or directory\n",
            true,
        ),
        ("/usr/include/gnu/stubs.h:7:11: fatal error: gnu/stubs-32.h: No such file or directory\n", true),
        ("/usr/include/features.h:461:12: fatal error: 'sys/cdefs.h' file not found\n", true),
        ("a.c:1:10: fatal error: asm/errno.h: No such file or directory\n", true),
        ("a.c:1:10: fatal error: mine.h: No such file or directory\n", false),
        ("a.c:1:2: error: #error bits/types.h is old\n", false),
    ] {
        assert_eq!(names_package(MachineModel::Ilp32, report), expected, "{report}");
        assert!(!names_package(MachineModel::Lp64, report), "{report}");
    }
}

#[test]
fn commands_are_words_as_in_a_shell() {
    let words = |text: &str| {
        let preprocessor = Preprocessor::with_command(text)?;
        Ok::<_, String>([vec![preprocessor.command], preprocessor.arguments].concat())
    };
    let check = |text: &str, expected: &[&str]| assert_eq!(words(text).unwrap(), expected, "{text}");
    check("gcc", &["gcc"]);
    check("  gcc -x\tc ", &["gcc", "-x", "c"]);
    check("'my folder/gcc' -DA=\"b c\" -DD=\\\"e\\\"", &["my folder/gcc", "-DA=b c", "-DD=\"e\""]);
    check("gcc \"-DA='x'\" -I\\ a", &["gcc", "-DA='x'", "-I a"]);
    assert_eq!(words("gcc '-DA").unwrap_err(), "a quotation mark of `gcc '-DA` is not closed");
    assert_eq!(words(" ").unwrap_err(), "there is no command");
    assert_eq!(words("''").unwrap_err(), "there is no command");
}

#[test]
fn options_that_change_a_text_without_directives() {
    let asks = |options: &str, text: &str| {
        let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
        Dialect::of(&options).unwrap().asks_for_preprocessing(text)
    };
    for (options, text, expected) in [
        ("-DN=1", "int x = N;", true),
        ("-D N", "int x = N;", true),
        ("-DF(x)=x", "int x = F(1);", true),
        ("-DN=1", "int x = NN + N_;", false),
        ("-UN -Idir -isystem dir", "int N;", false),
        ("-include x.h", "int x;", true),
        ("-imacros x.h", "int x;", true),
        ("-std=c99", "int a??(1??);", true),
        ("-std=gnu99", "int a??(1??);", false),
        ("-std=gnu99 -trigraphs", "int a??(1??);", true),
        ("-std=c99", "int a = x ? ?:1;", false),
        ("-std=c90", "int a = 4 //* */ 2;", true),
        ("-ansi", "int a = 4 //* */ 2;", true),
        ("-std=gnu89", "int a = 4 //* */ 2;", false),
        ("-std=c90 -std=c99", "int a = 4 //* */ 2;", false),
    ] {
        assert_eq!(asks(options, text), expected, "{options} {text}");
    }
}

#[test]
fn standards_that_are_not_supported_are_refused() {
    for name in ["c23", "gnu2x", "c++17", ""] {
        assert!(Dialect::of(&[format!("-std={name}")]).is_err(), "{name}");
    }
    let refused = |command: &str, machine| {
        let preprocessor = Preprocessor::with_command(command).unwrap();
        preprocessor.load(&mut SourceMap::new(), Path::new("no-such-file.c"), machine).unwrap_err().code
    };
    for command in ["cc -std=c2x", "cc -m32", "cc -funsigned-char", "cc -fpack-struct=1", "cc -m64 -m32"] {
        assert_eq!(refused(command, MachineModel::Lp64), "E0515", "{command}");
    }
    assert_eq!(refused("cc -m64", MachineModel::Ilp32), "E0515");
    // Only the file is missing.
    assert_eq!(refused("cc -m64 -std=gnu17 -funroll-loops", MachineModel::Lp64), "E0501");
    assert_eq!(refused("cc -m32", MachineModel::Ilp32), "E0501");
}
