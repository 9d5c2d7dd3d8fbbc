//! Precision files as users meet them: written, read, refused.

use crate::session::{Folder, transcript};
use expect_test::{Expect, expect};

const PROGRAM: &str = "extern void reach_error(void);\nextern int nd(void);\nint main(void) {\n  int x = 0, y = 0;\n  \
    while (nd()) { x++; y++; }\n  if (x != y) reach_error();\n  return 0;\n}\n";

/// The same automaton: only comments and blanks differ.
const REMARKED: &str = "extern void reach_error(void); /* never */\nextern int nd(void);\n\nint main(void) {\n  int x = 0, y = 0;\n  \
    while (nd()) { x++; y++; } // both\n  if (x != y) reach_error();\n  return 0;\n}\n";

const OTHER: &str = "extern void reach_error(void);\nextern int nd(void);\nint main(void) {\n  int x = 0, y = 0;\n  \
    while (nd()) { x++; y += 1; x += 0; }\n  if (x != y) reach_error();\n  return 0;\n}\n";

const VERIFY: &str = "verify --preset predicate-abstraction";

fn folder() -> Folder {
    Folder::new(&[
        ("a.c", PROGRAM.as_bytes()),
        ("sub/b.c", REMARKED.as_bytes()),
        ("c.c", OTHER.as_bytes()),
        ("broken", b"verdikt-precision 1\nencoding something\n"),
        ("empty", b""),
    ])
}

fn refinements(folder: &Folder, args: &str) -> Option<u32> {
    let output = folder.run(args);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text.lines().find_map(|line| line.strip_prefix("Statistics: refinements ")?.parse().ok())
}

#[test]
fn a_run_goes_on_where_another_one_stopped() {
    let folder = folder();
    assert!(refinements(&folder, &format!("{VERIFY} --write-precision p a.c")) > Some(0));
    assert_eq!(
        refinements(&folder, &format!("{VERIFY} --read-precision p --write-precision p a.c")),
        Some(0)
    );
    // Where a program is, and what is remarked in it, does not matter.
    assert_eq!(refinements(&folder, &format!("{VERIFY} --read-precision p sub/b.c")), Some(0));
}

/// Every iteration needs another fact, so this has no end but the limit. What was found until then is written.
#[test]
fn a_limit_leaves_what_was_found() {
    let text = "extern void reach_error(void);\nextern int nd(void);\nint main(void) {\n  int i = 0, s = 0;\n  \
        while (nd()) { i++; s = s + i * i; }\n  if (s == 3) reach_error();\n  return 0;\n}\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    let output = folder.run(&format!("{VERIFY} --time-limit 2 --write-precision p a.c"));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(shown.lines().last(), Some("Verdict: UNKNOWN(time limit)"));
    let written = folder.read("p");
    let count = written.lines().last().and_then(|line| line.strip_prefix("end ")?.parse::<u32>().ok());
    assert!(count > Some(0), "{written}");
}

/// Fingerprints change with every change of the front end, so they are left out.
fn refused(folder: &Folder, args: &str, expected: Expect) {
    let shown = transcript(args, &folder.run(args));
    let is_print = |word: &&str| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words: Vec<&str> = shown.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let prints: Vec<&str> = words.into_iter().filter(is_print).collect();
    let shown = prints.into_iter().fold(shown.clone(), |text, print| text.replace(print, "FINGERPRINT"));
    expected.assert_eq(&shown);
}

#[test]
fn a_precision_for_something_else_is_refused() {
    let folder = folder();
    refinements(&folder, &format!("{VERIFY} --write-precision p a.c"));
    refused(
        &folder,
        &format!("{VERIFY} --read-precision p c.c"),
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction --read-precision p c.c
        messages:
        error[E0514]: the precision is for another program: `program FINGERPRINT`; this one is `program FINGERPRINT`
         --> p:3:1
          |
        3 | program FINGERPRINT
          | ^^^^^^^^^^^^^^^^^^^^^^^^
        status 65
    "#]],
    );
    refused(
        &folder,
        "verify --preset predicate-abstraction-linear --read-precision p a.c",
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction-linear --read-precision p a.c
        messages:
        error[E0514]: the precision is for another encoding: `encoding bit-precise, arrays, quantifier-free, escaped`; this run has `encoding linear, arrays, quantifier-free, escaped`
         --> p:2:1
          |
        2 | encoding bit-precise, arrays, quantifier-free, escaped
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        status 65
    "#]],
    );
    refused(
        &folder,
        &format!("{VERIFY} --read-precision broken a.c"),
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction --read-precision broken a.c
        messages:
        error[E0514]: the precision is for another encoding: `encoding something`; this run has `encoding bit-precise, arrays, quantifier-free, escaped`
         --> broken:2:1
          |
        2 | encoding something
          | ^^^^^^^^^^^^^^^^^^
        status 65
    "#]],
    );
    refused(
        &folder,
        &format!("{VERIFY} --read-precision empty a.c"),
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction --read-precision empty a.c
        messages:
        error[E0503]: the precision file `empty` is empty
        status 65
    "#]],
    );
    refused(
        &folder,
        &format!("{VERIFY} --read-precision missing a.c"),
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction --read-precision missing a.c
        messages:
        error[E0501]: cannot read the precision file `missing`: there is no such file
        status 65
    "#]],
    );
    refused(
        &folder,
        &format!("{VERIFY} --read-precision a.c a.c"),
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction --read-precision a.c a.c
        messages:
        error[E0514]: this is no precision file that can be read: it begins with `extern void reach_error(void);`, not with `verdikt-precision 1`
         --> a.c:1:1
          |
        1 | extern void reach_error(void);
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        status 65
    "#]],
    );
}

#[test]
fn an_analysis_without_predicates_has_no_precision() {
    let folder = folder();
    refused(
        &folder,
        "verify --preset impact --read-precision p a.c",
        expect![[r#"
            $ verdikt verify --preset impact --read-precision p a.c
            messages:
            error: `--read-precision` would have no effect: it is for analyses with `predicate.strategy=predicates` or `labels-and-predicates`
              presets that find predicates are predicate-abstraction, predicate-abstraction-lf, predicate-abstraction-sbe, predicate-abstraction-linear, ufo, value-predicate

            For more information, try '--help'.
            status 64
        "#]],
    );
    refused(
        &folder,
        "verify --write-precision p a.c",
        expect![[r#"
        $ verdikt verify --write-precision p a.c
        messages:
        error: `--write-precision` is for one preset: say `--preset NAME`

        For more information, try '--help'.
        status 64
    "#]],
    );
    refused(
        &folder,
        &format!("{VERIFY} --write-precision missing/p a.c"),
        expect![[r#"
        $ verdikt verify --preset predicate-abstraction --write-precision missing/p a.c
        messages:
        error: cannot write `missing/p`: No such file or directory (os error 2)
        status 74
    "#]],
    );
}
