//! The language of automata by example.

use super::*;
use expect_test::{Expect, expect};
use source::{Colour, render};

fn check(text: &str, expect: Expect) {
    let mut map = SourceMap::new();
    let file = map.add("p.spc", text.to_owned()).unwrap();
    let answer = match parse(&map, file) {
        Ok(checks) => checks.iter().map(show).collect(),
        Err(diagnostic) => render(&diagnostic, &map, Colour::Never),
    };
    expect.assert_eq(&answer);
}

fn show(check: &Check) -> String {
    let Formula::Observer(automaton) = &check.formula else { return "another property".to_owned() };
    let mut text = format!("{check}\n  watches {}\n", automaton.functions().join(", "));
    for rule in &automaton.rules {
        let then = match &rule.then {
            Then::Goto(state) => automaton.states[*state].clone(),
            Then::Error(message) => format!("error: {message}"),
        };
        text += &format!("  {} {} --{}--> {then}\n", rule.from, automaton.states[rule.from], rule.call);
    }
    text
}

#[test]
fn a_protocol_of_two_functions() {
    check(
        "// A lock.
OBSERVER AUTOMATON locking
INITIAL STATE Free;
STATE USEFIRST Held:
  MATCH {lock($?)} -> ERROR(\"taken twice\");
  MATCH { unlock() ; } -> GOTO Free; // arguments do not matter
STATE USEALL Free :
  MATCH {lock($?)}->GOTO Held;
  MATCH {unlock($?)} -> ERROR;
END AUTOMATON
CONTROL AUTOMATON once INITIAL STATE A; STATE A: MATCH {init($?)} -> GOTO B; STATE B: MATCH {init($?)} -> ERROR; END AUTOMATON",
        expect![[r#"
            automaton locking, from main()
              watches lock, unlock
              1 Held --lock--> error: taken twice
              1 Held --unlock--> Free
              0 Free --lock--> Held
              0 Free --unlock--> error: unlock is called
            automaton once, from main()
              watches init
              0 A --init--> B
              1 B --init--> error: init is called
        "#]],
    );
}

/// An automaton around some transitions of its only state.
fn within(transitions: &str) -> String {
    format!("OBSERVER AUTOMATON a\nINITIAL STATE S;\nSTATE S:\n{transitions}\nEND AUTOMATON\n")
}

#[test]
fn what_is_about_more_than_calls_is_refused() {
    check(
        &within("MATCH ASSERT -> ERROR;"),
        expect![[r#"
            error[E0520]: expected `{`, found `ASSERT`
             --> p.spc:4:7
              |
            4 | MATCH ASSERT -> ERROR;
              |       ^^^^^^
              |
              = note: a transition is `MATCH {f($?)} -> GOTO State;` or `MATCH {f($?)} -> ERROR("what is wrong");`
        "#]],
    );
    check(
        &within("MATCH {$1 = f($?)} -> ERROR;"),
        expect![[r#"
            error[E0520]: expected `(`, found `=`
             --> p.spc:4:11
              |
            4 | MATCH {$1 = f($?)} -> ERROR;
              |           ^
              |
              = note: a transition is `MATCH {f($?)} -> GOTO State;` or `MATCH {f($?)} -> ERROR("what is wrong");`
        "#]],
    );
    check(
        &within("MATCH {f(0)} -> ERROR;"),
        expect![[r#"
            error[E0520]: expected `)`, found `0`
             --> p.spc:4:10
              |
            4 | MATCH {f(0)} -> ERROR;
              |          ^
              |
              = note: a transition is `MATCH {f($?)} -> GOTO State;` or `MATCH {f($?)} -> ERROR("what is wrong");`
        "#]],
    );
    check(
        &within("MATCH {f($?)} -> STOP;"),
        expect![[r#"
            error[E0520]: expected `GOTO` or `ERROR`, found `STOP`
             --> p.spc:4:18
              |
            4 | MATCH {f($?)} -> STOP;
              |                  ^^^^
              |
              = note: a transition is `MATCH {f($?)} -> GOTO State;` or `MATCH {f($?)} -> ERROR("what is wrong");`
        "#]],
    );
}

#[test]
fn automata_that_make_no_sense_are_refused() {
    check(
        &within("MATCH {f($?)} -> GOTO T;"),
        expect![[r#"
            error[E0523]: there is no state `T`
             --> p.spc:4:23
              |
            4 | MATCH {f($?)} -> GOTO T;
              |                       ^
              |
              = note: there are `S`
        "#]],
    );
    check(
        &within("MATCH {f($?)} -> GOTO S;\nMATCH {f($?)} -> ERROR;"),
        expect![[r#"
            error[E0523]: state `S` has two transitions for `f`
             --> p.spc:5:8
              |
            5 | MATCH {f($?)} -> ERROR;
              |        ^
        "#]],
    );
    check(
        &within("STATE S:"),
        expect![[r#"
            error[E0523]: there are two states `S`
             --> p.spc:4:7
              |
            4 | STATE S:
              |       ^
        "#]],
    );
    check(
        "OBSERVER AUTOMATON a INITIAL STATE S; END AUTOMATON",
        expect![[r#"
            error[E0523]: there is no state `S`
             --> p.spc:1:36
              |
            1 | OBSERVER AUTOMATON a INITIAL STATE S; END AUTOMATON
              |                                    ^
              |
              = note: a state is declared by `STATE name:`
        "#]],
    );
}

#[test]
fn texts_that_are_no_automata() {
    check(
        "// nothing",
        expect![[r#"
            error[E0521]: the file has no `OBSERVER AUTOMATON`
             --> p.spc:1:11
              |
            1 | // nothing
              |           ^
        "#]],
    );
    check(
        "#include other.spc",
        expect![[r##"
            error[E0520]: expected `OBSERVER AUTOMATON`, found `#`
             --> p.spc:1:1
              |
            1 | #include other.spc
              | ^
        "##]],
    );
    check(
        &within("MATCH {f($?)} -> ERROR(\"no end);"),
        expect![[r#"
            error[E0520]: the closing quotation mark is missing
             --> p.spc:4:24
              |
            4 | MATCH {f($?)} -> ERROR("no end);
              |                        ^
        "#]],
    );
}
