//! What conditions and operations teach: the states at the calls of `mark`, over all paths of a program without loops.

use super::lower;
use crate::DeadVariables;
use crate::domain::{Domain, Frames};
use cfa::{LocationId, Op};
use expect_test::{Expect, expect};

/// The states at the calls of `mark`, in order of discovery; calls without parameters are stepped into, since nothing is recursive.
fn marks(text: &str) -> String {
    let cfa = lower(text);
    let mut domain = Domain::new(&cfa, DeadVariables::Kept);
    let start = cfa.functions[cfa.entry].body.unwrap().entry;
    let mut pending: Vec<(LocationId, crate::domain::State, Vec<cfa::CallId>)> =
        vec![(start, crate::map::EMPTY, Vec::new())];
    let mut found = Vec::new();
    while let Some((location, state, calls)) = pending.pop() {
        let mut next = Vec::new();
        for &edge in cfa.outgoing(location) {
            let mut calls = calls.clone();
            match cfa.edges[edge].op {
                Op::Call(call) => calls.push(call),
                Op::Return(call) if calls.pop() != Some(call) => continue,
                Op::External { function, .. } if cfa.function_name(function) == "mark" => {
                    let shown = domain.show(state);
                    found.push(if shown.is_empty() { "nothing known".to_owned() } else { shown });
                }
                _ => {}
            }
            if let Some(after) = domain.post(state, edge, Frames::default()) {
                next.push((cfa.edges[edge].to, after, calls));
            }
        }
        next.reverse();
        pending.extend(next);
    }
    if found.is_empty() { "not reached".to_owned() } else { found.join("\n") }
}

fn check(body: &str, expected: &Expect) {
    let text = format!(
        "extern int nd(void); extern unsigned und(void); extern double dnd(void); extern void mark(void);\n\
         extern void *malloc(unsigned long); extern void *memset(void *, int, unsigned long); extern void *memcpy(void *, const void *, unsigned long);\n\
         struct s {{ int a; short b; unsigned f : 3; int g : 5; }}; union u {{ int i; unsigned char c[4]; }};\n{body}"
    );
    expected.assert_eq(&marks(&text));
}

#[test]
fn equalities_teach_a_value_and_contradict_another() {
    check(
        "int main(void) { int x = nd(); if (x == 5) { mark(); if (x == 6) mark(); } return 0; }",
        &expect!["main::x=5"],
    );
}

#[test]
fn inequalities_teach_on_their_other_side() {
    check("int main(void) { int x = nd(); if (x != 5) return 0; mark(); return 0; }", &expect!["main::x=5"]);
    check(
        "int main(void) { int x = nd(); if (!(x == 5)) return 0; mark(); return 0; }",
        &expect!["main::x=5"],
    );
}

#[test]
fn conjunctions_teach_both_sides() {
    check(
        "int main(void) { int x = nd(), y = nd(); if (x == 1 && y == 2) mark(); return 0; }",
        &expect!["main::x=1 main::y=2"],
    );
    check(
        "int main(void) { int x = nd(), y = nd(); if ((x == 1) & (y == 2)) mark(); return 0; }",
        &expect!["main::x=1 main::y=2"],
    );
    check(
        "int main(void) { int x = nd(); if ((x == 1) & (x == 2)) mark(); return 0; }",
        &expect!["not reached"],
    );
}

#[test]
fn a_disjunction_teaches_when_it_fails() {
    check(
        "int main(void) { int x = nd(), y = nd(); if (x != 1 || y != 2) return 0; mark(); return 0; }",
        &expect!["main::x=1 main::y=2"],
    );
    check(
        "int main(void) { int x = nd(), y = nd(); if (x | y) return 0; mark(); return 0; }",
        &expect!["main::x=0 main::y=0"],
    );
}

#[test]
fn truth_and_its_negation() {
    check("int main(void) { int x = nd(); if (x) return 0; mark(); return 0; }", &expect!["main::x=0"]);
    check("int main(void) { _Bool x = nd(); if (x) mark(); return 0; }", &expect!["main::x=1"]);
    check(
        "int main(void) { int x = nd(); int y = !x; if (y) { mark(); } return 0; }",
        &expect!["nothing known"],
    );
}

#[test]
fn casts_and_arithmetic_are_undone_where_that_is_exact() {
    check("int main(void) { signed char x = nd(); if (x == -3) mark(); return 0; }", &expect!["main::x=-3"]);
    check(
        "int main(void) { signed char x = nd(); if (x == 300) mark(); return 0; }",
        &expect!["not reached"],
    );
    check("int main(void) { unsigned x = und(); if (x + 3 == 2) mark(); return 0; }", &expect!["main::x=-1"]);
    check("int main(void) { int x = nd(); if (7 - x == 2) mark(); return 0; }", &expect!["main::x=5"]);
    check("int main(void) { int x = nd(); if ((x ^ 12) == 2) mark(); return 0; }", &expect!["main::x=14"]);
    check("int main(void) { int x = nd(); if (-x == 2) mark(); return 0; }", &expect!["main::x=-2"]);
    check("int main(void) { int x = nd(); if ((char)x == 2) mark(); return 0; }", &expect!["nothing known"]);
    check("int main(void) { int x = nd(); if (x * 2 == 2) mark(); return 0; }", &expect!["nothing known"]);
    check("int main(void) { int x = nd(); if ((long)x == 2) mark(); return 0; }", &expect!["main::x=2"]);
}

#[test]
fn orders_teach_at_the_border_of_a_type() {
    check("int main(void) { unsigned x = und(); if (x < 1) mark(); return 0; }", &expect!["main::x=0"]);
    check("int main(void) { unsigned x = und(); if (x < 0) mark(); return 0; }", &expect!["not reached"]);
    check(
        "int main(void) { int x = nd(); if (x > 2147483646) mark(); return 0; }",
        &expect!["main::x=2147483647"],
    );
    check("int main(void) { int x = nd(); if (x > 3) mark(); return 0; }", &expect!["nothing known"]);
}

#[test]
fn zero_is_two_floats_and_a_nan_equals_nothing() {
    check("int main(void) { double x = dnd(); if (x == 0.0) mark(); return 0; }", &expect!["nothing known"]);
    check(
        "int main(void) { double x = dnd(); if (x == 1.5) { mark(); } return 0; }",
        &expect!["main::x=4609434218613702656"],
    );
    check(
        "int main(void) { double x = dnd(); if (!(x < 1.0)) { if (!(x >= 1.0)) mark(); } return 0; }",
        &expect!["nothing known"],
    );
}

#[test]
fn parts_of_objects_have_values_of_their_own() {
    check(
        "int main(void) { struct s x; x.a = 7; x.b = -1; x.f = 9; x.g = -2; struct s y = x; if (y.g == -2 && y.f == 1) mark(); return 0; }",
        &expect![
            "main::x[0..4]=7 main::x[4..6]=-1 main::x[48:3]=1 main::x[51:5]=-2 main::y[0..4]=7 main::y[4..6]=-1 main::y[48:3]=1 main::y[51:5]=-2"
        ],
    );
    check(
        "int main(void) { int a[3] = {1, 2, 3}; int i = 1; a[i] = 5; a[i + 1] += a[i]; mark(); return 0; }",
        &expect!["main::a[0..4]=1 main::a[4..8]=5 main::a[8..12]=8 main::i=1"],
    );
    check(
        "int main(void) { int a[3] = {1, 2, 3}; a[und() % 3] = 5; mark(); return 0; }",
        &expect!["nothing known"],
    );
    check(
        "int main(void) { union u x; x.i = 0x01020304; int y = x.c[1]; mark(); return 0; }",
        &expect!["main::x=16909060 main::y=3"],
    );
}

#[test]
fn pointers_are_followed_where_they_are_known() {
    check(
        "int x, y; int main(void) { int *p = nd() ? &x : &y; *p = 3; mark(); return 0; }",
        &expect![[r#"
        main::p=&x x=3 y=0
        main::$t0=0 main::p=&y x=0 y=3"#]],
    );
    check(
        "int x = 1, y = 2, z; int main(void) { int *p; p = nd() ? &x : &y; int *q; q = p; if (nd()) q = (int *)(unsigned long)nd(); z = 9; *q = 4; mark(); return 0; }",
        &expect![[r#"
        main::p=&x z=9
        main::$t1=0 main::p=&x main::q=&x x=4 y=2 z=9
        main::$t0=0 main::p=&y z=9
        main::$t0=0 main::$t1=0 main::p=&y main::q=&y x=1 y=4 z=9"#]],
    );
    check(
        "int main(void) { int *p = malloc(8); p[1] = 6; int *q = malloc(4); *q = 2; int s = p[1] + *q; mark(); return 0; }",
        &expect!["heap@e1[4..8]#0=6 heap@e4[0..4]#0=2 main::p=&heap@e1#0 main::q=&heap@e4#0 main::s=8"],
    );
    check(
        "int main(void) { int a[2]; memset(a, 0, sizeof a); int b[2]; a[1] = 3; memcpy(b, a, sizeof a); mark(); return 0; }",
        &expect!["main::a[0..4]=0 main::a[4..8]=3 main::b[0..4]=0 main::b[4..8]=3"],
    );
}

#[test]
fn calls_pass_values_and_forget_their_frames() {
    check(
        "int f(int a) { int b = a + 1; return b * 2; } int main(void) { int x = f(2); mark(); return 0; }",
        &expect!["main::x=6"],
    );
    check(
        "struct s f(struct s a) { a.a++; return a; } int main(void) { struct s x = {1}; x = f(x); mark(); return 0; }",
        &expect!["main::x[0..4]=2 main::x[4..6]=0 main::x[48:3]=0 main::x[51:5]=0"],
    );
}
