//! Programs as they are built: options of the compiler, several units, what the linker chooses.
//!
//! Where a compiler is said to agree, its command is run on the same files and must give the same
//! status.

use crate::session::{Folder, check};
use expect_test::expect;
use std::process::Command;

/// The status of a run and what it says.
fn outcome(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = folder.command("run").args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The status that a program of these files exits with under these options of gcc, by gcc and by
/// us.
fn agree(files: &[(&str, &str)], options: &[&str], programs: &[&str]) -> i32 {
    let contents: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let folder = Folder::new(&contents);
    let mut gcc = Command::new("gcc");
    // Before gcc 10, and with it not, a tentative definition would be a common symbol.
    gcc.args(["-w", "-O0", "-fno-common", "-o", "program"]).args(options).args(programs);
    let compiled = gcc.current_dir(folder.path()).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let status = Command::new(folder.path().join("program")).status().unwrap().code().unwrap();
    let (_, said) = outcome(&folder, &[options, programs].concat());
    let expected = format!("Outcome: exited with status {status} ");
    assert!(said.contains(&expected), "{options:?} {programs:?}: {expected}\n{said}");
    status
}

const MAIN: &str = "int f(void); extern int x; int main(void) { return f() * 10 + x; }\n";
const WEAK: &str = "__attribute__((weak)) int f(void) { return 1; }\nint x __attribute__((weak)) = 1;\n";
const STRONG: &str = "int f(void) { return 2; }\nint x = 2;\n";
const WEAK_TOO: &str = "int f(void) __attribute__((weak));\nint f(void) { return 3; }\n\
                        extern int x __attribute__((weak));\nint x = 3;\n";
const HALF: &str = "int f(void) { return 4; }\nint x __attribute__((weak));\n";

#[test]
fn definitions_are_linked_as_ld_links_them() {
    let files = [("m.c", MAIN), ("w.c", WEAK), ("s.c", STRONG), ("v.c", WEAK_TOO), ("h.c", HALF)];
    for (programs, expected) in [
        (&["m.c", "w.c", "s.c"][..], 22),
        (&["s.c", "w.c", "m.c"], 22),
        (&["w.c", "v.c", "s.c", "m.c"], 22),
        (&["m.c", "w.c", "v.c"], 11),
        (&["m.c", "v.c", "w.c"], 33),
        (&["m.c", "h.c", "w.c"], 40),
        (&["m.c", "w.c", "h.c"], 41),
    ] {
        assert_eq!(agree(&files, &[], programs), expected, "{programs:?}");
    }
}

#[test]
fn an_inline_definition_is_not_the_external_one() {
    let files = [
        ("m.c", "int f(void); int main(void) { return f(); }\n"),
        ("i.c", "inline int f(void) { return 1; }\n"),
        ("e.c", "int f(void) { return 2; }\n"),
    ];
    assert_eq!(agree(&files, &["-std=c99"], &["m.c", "i.c", "e.c"]), 2);
    let gnu = [files[0], ("i.c", "extern inline int f(void) { return 1; }\n"), files[2]];
    assert_eq!(agree(&gnu, &["-std=gnu89"], &["m.c", "i.c", "e.c"]), 2);
}

#[test]
fn a_weak_definition_changes_verdicts() {
    let files = [
        (
            "m.c",
            "void reach_error(void); int f(void); int main(void) { if (f() == 1) reach_error(); return 0; }\n",
        ),
        ("w.c", WEAK),
        ("s.c", STRONG),
    ];
    let contents = files.map(|(name, text)| (name, text.as_bytes()));
    let folder = Folder::new(&contents);
    for (programs, status) in [("m.c w.c s.c", 0), ("m.c s.c w.c", 0), ("m.c w.c", 1)] {
        let output = folder.run(&format!("verify --preset bmc {programs}"));
        assert_eq!(output.status.code(), Some(status), "{programs}");
    }
}

#[test]
fn options_are_handed_on_in_their_order() {
    let files = [
        ("n.c", "#ifndef N\n#define N 0\n#endif\nint main(void) { return N; }\n"),
        ("seven.h", "#define N 7\n"),
        ("none.h", "#undef N\n"),
        ("h.c", "#include <value.h>\nint main(void) { return VALUE; }\n"),
        ("one/value.h", "#define VALUE 1\n"),
        ("two/value.h", "#define VALUE 2\n"),
    ];
    for (options, program, expected) in [
        (&["-DN=5"][..], "n.c", 5),
        (&["-D", "N=5", "-U", "N"], "n.c", 0),
        (&["-UN", "-DN=5"], "n.c", 5),
        (&["-DN=1", "-UN", "-DN=3"], "n.c", 3),
        (&["-include", "seven.h"], "n.c", 7),
        (&["-include", "seven.h", "-include", "none.h"], "n.c", 0),
        (&["-includeseven.h"], "n.c", 7),
        (&["-Ione", "-Itwo"], "h.c", 1),
        (&["-Itwo", "-I", "one"], "h.c", 2),
        (&["-isystem", "one", "-Itwo"], "h.c", 2),
        (&["-isystem", "one", "-isystemtwo"], "h.c", 1),
    ] {
        assert_eq!(agree(&files, options, &[program]), expected, "{options:?}");
    }
}

#[test]
fn options_matter_to_texts_without_directives() {
    let files = [
        ("n.c", "int main(void) { return N; }\n"),
        ("seven.h", "#define N 7\n"),
        ("t.c", "int main(void) { return sizeof(\"??!\"); }\n"),
        ("s.c", "int main(void) { return 8 //* */ 2\n; }\n"),
    ];
    for (options, program, expected) in [
        (&["-DN=5"][..], "n.c", 5),
        (&["-include", "seven.h"], "n.c", 7),
        (&[], "t.c", 4),
        (&["-std=gnu11"], "t.c", 4),
        (&["-std=c11"], "t.c", 2),
        (&["-trigraphs"], "t.c", 2),
        (&["-std=c90"], "s.c", 4),
        (&["-std=gnu90"], "s.c", 8),
        (&["-std=c90", "-std=c99"], "s.c", 8),
    ] {
        assert_eq!(agree(&files, options, &[program]), expected, "{options:?} {program}");
    }
}

#[test]
fn standards_are_spelled_as_compilers_do() {
    let strict = "#ifdef __STRICT_ANSI__\nint x = __STDC_VERSION__ / 100 % 100;\n#else\nint x = 0;\n#endif\nint main(void) { return x; }\n";
    let files = [("a.c", strict)];
    assert_eq!(agree(&files, &["-std=c99"], &["a.c"]), 99);
    assert_eq!(agree(&files, &["--std=c99"], &["a.c"]), 99);
    assert_eq!(agree(&files, &["-std=iso9899:2011"], &["a.c"]), 11);
    assert_eq!(agree(&files, &["-std=gnu99"], &["a.c"]), 0);
    check(
        &files,
        "run -std=c23 a.c",
        expect![[r#"
        $ verdikt run -std=c23 a.c
        messages:
        error: invalid value 'c23' for '--std <STANDARD>': the standard `c23` is not supported; supported are c90, c99, c11, c17, gnu90, gnu99, gnu11 and gnu17

        For more information, try '--help'.
        status 64
    "#]],
    );
    let folder = Folder::new(&[("a.c", strict.as_bytes())]);
    let output = folder.command("run a.c").env("CC", "gcc -std=gnu2x").output().unwrap();
    assert_eq!(output.status.code(), Some(65));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("error[E0515]: the standard `gnu2x` is not supported")
    );
}

/// `2147483648` is `unsigned long` in C90 and `long long` later, so that the comparison has two
/// answers.
#[test]
fn constants_with_two_meanings_are_refused_in_c90() {
    let files = [("a.c", "int main(void) {\n  return -1 < 2147483648;\n}\n")];
    check(
        &files,
        "run --32 -std=gnu89 a.c",
        expect![[r#"
        $ verdikt run --32 -std=gnu89 a.c
        messages:
        error[E0901]: unsupported feature: decimal constant that is unsigned only in C90
         --> a.c:2:15
          |
        2 |   return -1 < 2147483648;
          |               ^^^^^^^^^^
          |
          = note: write the suffix `U` or `LL`, or choose a later standard with `-std=`
        status 65
    "#]],
    );
    check(
        &files,
        "run --32 -std=gnu99 a.c",
        expect![[r#"
        $ verdikt run --32 -std=gnu99 a.c
        messages:
        Outcome: exited with status 1 (4 steps)
        status 0
    "#]],
    );
    assert_eq!(agree(&files, &["-std=gnu89"], &["a.c"]), 1);
}

#[test]
fn commands_of_the_preprocessor_are_words() {
    let folder = Folder::new(&[("n.c", b"int main(void) { return N; }\n")]);
    let said = |arguments: &[&str]| outcome(&folder, arguments).1;
    assert!(said(&["--cc", "gcc '-DN=1 + 2'", "n.c"]).contains("exited with status 3 "));
    assert!(said(&["--cc", "gcc -DN=1", "-UN", "-DN=4", "n.c"]).contains("exited with status 4 "));
    check(
        &[("n.c", "")],
        "run --cc 'gcc n.c",
        expect![[r#"
        $ verdikt run --cc 'gcc n.c
        messages:
        error: `--cc`: a quotation mark of `'gcc` is not closed

        For more information, try '--help'.
        status 64
    "#]],
    );
    let output = folder.command("run n.c").env("CC", "gcc \"-DN=(1 + 4)\"").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("exited with status 5 "));
    let output = folder.command("run n.c").env("CC", "gcc \"-DN=5").output().unwrap();
    assert_eq!(output.status.code(), Some(64));
}

#[test]
fn options_without_a_preprocessor_are_refused() {
    check(
        &[("n.c", "")],
        "run --cpp never -DN=5 -std=c99 n.c",
        expect![[r#"
        $ verdikt run --cpp never -DN=5 -std=c99 n.c
        messages:
        error: `-DN=5 -std=c99` is for the preprocessor, which `--cpp never` forbids

        For more information, try '--help'.
        status 64
    "#]],
    );
}

#[test]
fn an_argument_of_the_program_stays_as_it_is() {
    let program = "int main(int argc, char **argv) { return argv[1][1] == 's'; }\n";
    let folder = Folder::new(&[("a.c", program.as_bytes())]);
    let (_, said) = outcome(&folder, &["a.c", "--arg", "-std=c99"]);
    assert!(said.contains("exited with status 1 "), "{said}");
}

/// Spellings of directives and punctuators that nobody uses but that gcc reads (5.2.1.1, 6.4.6p3).
#[test]
fn other_spellings() {
    let main = "int main(void) { return N; }\n";
    let tail = "int main(void) <% int a<:2:> = <% 1, 2 %>; return a<:1:>; %>\n";
    let trigraphs = "??=define N 3\nint main(void) ??< int a??(1??) = ??< N ??>; return a??(0??); ??>\n";
    for (text, options, expected) in [
        (format!("%:define N 1\n{main}"), "", 1),
        (format!("/* c */ #define N 2\n{main}"), "", 2),
        (format!("/*\n*/ /**/ %: define N 3\n{main}"), "", 3),
        (format!("#\\\nde\\\nfine N 4\n{main}"), "", 4),
        (format!("#/* c */define N /* d\n*/ 5\n{main}"), "", 5),
        (format!("%:define S(x) %:x\n%:define N sizeof S(abc)\n{main}"), "", 4),
        (format!("%:define P(x, y) x %:%: y\nenum {{ N = P(1, 2) }};\n{main}"), "", 12),
        (tail.to_owned(), "", 2),
        (trigraphs.to_owned(), "-trigraphs", 3),
        (trigraphs.to_owned(), "-std=c99", 3),
        ("int main(void) { return 1 ? 2 ??/\n: 3; }\n".to_owned(), "-std=c11", 2),
        ("int main(void) { // ends ??/\n return 1;\n return 2; }\n".to_owned(), "-std=c11", 2),
        ("int main(void) { // ends ??/\n return 1;\n return 2; }\n".to_owned(), "-std=gnu11", 1),
        // A comment that begins behind a pragma hides what follows.
        ("#pragma once /*\n#define N 6\nint main(void) { return 1; } /*\n*/\nint main(void) { return 2; }\n".to_owned(), "", 2),
        ("/* c */ #pragma pack(1)\nstruct { char c; int i; } s; int main(void) { return sizeof s; }\n".to_owned(), "", 5),
        ("%:pragma pack(1)\nstruct { char c; int i; } s; int main(void) { return sizeof s; }\n".to_owned(), "", 5),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        assert_eq!(agree(&[("a.c", &text)], &options, &["a.c"]), expected, "{text}");
    }
}
