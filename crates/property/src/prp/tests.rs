//! The property language by example.

use super::*;
use expect_test::{Expect, expect};
use source::{Colour, render};

fn check(text: &str, expect: Expect) {
    let mut map = SourceMap::new();
    let file = map.add("p.prp", text.to_owned()).unwrap();
    let answer = match parse(&map, file) {
        Ok(checks) => checks.iter().map(|c| format!("{} of {}: {c}\n", c.formula.name(), c.entry)).collect(),
        Err(diagnostic) => render(&diagnostic, &map, Colour::Never),
    };
    expect.assert_eq(&answer);
}

#[test]
fn every_property() {
    let formulas = [
        "G ! call(__VERIFIER_error())",
        "G ! call(reach_error())",
        "G valid-free",
        "G valid-deref",
        "G valid-memtrack",
        "G valid-memcleanup",
        "G ! overflow",
        "F end",
        "G def-behavior",
        "G ! data-race",
    ];
    let text: String =
        formulas.iter().map(|formula| format!("CHECK( init(main()), LTL({formula}) )\n")).collect();
    check(
        &text,
        expect![[r#"
        unreach-call of main: CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )
        unreach-call of main: CHECK( init(main()), LTL(G ! call(reach_error())) )
        valid-free of main: CHECK( init(main()), LTL(G valid-free) )
        valid-deref of main: CHECK( init(main()), LTL(G valid-deref) )
        valid-memtrack of main: CHECK( init(main()), LTL(G valid-memtrack) )
        valid-memcleanup of main: CHECK( init(main()), LTL(G valid-memcleanup) )
        no-overflow of main: CHECK( init(main()), LTL(G ! overflow) )
        termination of main: CHECK( init(main()), LTL(F end) )
        def-behavior of main: CHECK( init(main()), LTL(G def-behavior) )
        no-data-race of main: CHECK( init(main()), LTL(G ! data-race) )
    "#]],
    );
}

#[test]
fn white_space_and_comments_are_free() {
    check(
        "# a remark\n\r\nCHECK(init ( start() ),\n  LTL( G! call( f ( ) ) )) // end",
        expect![[r#"
        unreach-call of start: CHECK( init(start()), LTL(G ! call(f())) )
    "#]],
    );
}

#[test]
fn texts_outside_the_grammar() {
    check(
        "",
        expect![[r#"
        error[E0521]: the property file has no `CHECK`
         --> p.prp:1:1
          |
        1 |
          | ^
    "#]],
    );
    check(
        "CHECK( init(main()), LTL(G ! call(7())) )",
        expect![[r#"
        error[E0520]: expected the name of a function, found `7`
         --> p.prp:1:35
          |
        1 | CHECK( init(main()), LTL(G ! call(7())) )
          |                                   ^
    "#]],
    );
    check(
        "CHECK( init(main()), LTL(F end)",
        expect![[r#"
        error[E0520]: expected `)`, found the end of the file
         --> p.prp:1:32
          |
        1 | CHECK( init(main()), LTL(F end)
          |                                ^
    "#]],
    );
    check(
        "CHECK( init(main), LTL(F end) )",
        expect![[r#"
        error[E0520]: expected `(`, found `)`
         --> p.prp:1:17
          |
        1 | CHECK( init(main), LTL(F end) )
          |                 ^
    "#]],
    );
    check(
        "unreach-call",
        expect![[r#"
        error[E0520]: expected `CHECK`, found `unreach-call`
         --> p.prp:1:1
          |
        1 | unreach-call
          | ^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn unknown_properties() {
    check(
        "CHECK( init(main()), LTL(G valid-dereff) )",
        expect![[r#"
        error[E0522]: `valid-dereff` is not a property that is known after `G`
         --> p.prp:1:28
          |
        1 | CHECK( init(main()), LTL(G valid-dereff) )
          |                            ^^^^^^^^^^^^
          |
          = note: known are `def-behavior`, `valid-deref`, `valid-free`, `valid-memcleanup`, `valid-memtrack`, and `G ! call(f())`, `F end`
    "#]],
    );
    check(
        "CHECK( init(main()), LTL(G ! race) )",
        expect![[r#"
        error[E0522]: `race` is not a property that is known after `G !`
         --> p.prp:1:30
          |
        1 | CHECK( init(main()), LTL(G ! race) )
          |                              ^^^^
          |
          = note: known are `data-race`, `overflow`, and `G ! call(f())`, `F end`
    "#]],
    );
    check(
        "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        expect![[r#"
        error[E0522]: test-generation goals (`COVER`) are not supported
         --> p.prp:1:1
          |
        1 | COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )
          | ^^^^^
          |
          = note: write `CHECK( init(main()), LTL(...) )`
    "#]],
    );
    check(
        "CHECK( init(main()), LTL(X end) )",
        expect![[r#"
        error[E0520]: expected `G` or `F`, found `X`
         --> p.prp:1:26
          |
        1 | CHECK( init(main()), LTL(X end) )
          |                          ^
    "#]],
    );
}
