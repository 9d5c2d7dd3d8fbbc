//! Programs of several units with a known verdict, each of a class that was answered wrong once.

use cfa::MachineModel;
use corpus_tests::robust::{Made, NEXT_UNIT, lower_any, make_units};
use corpus_tests::verdicts::{Judged, judge_units};
use std::time::Duration;

const SECONDS: Duration = Duration::from_secs(20);

fn judge(units: &[&str], holds: bool) -> Vec<Judged> {
    let units: Vec<String> = units
        .iter()
        .map(|unit| {
            format!("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n{unit}\n")
        })
        .collect();
    let orders = [units.clone(), units.iter().rev().cloned().collect()];
    let judged = orders.iter().flat_map(|units| {
        [MachineModel::Ilp32, MachineModel::Lp64]
            .map(|machine| judge_units(units, machine, holds, "symbolic-execution", SECONDS))
    });
    judged.collect()
}

#[track_caller]
fn violated(units: &[&str]) {
    assert_eq!(judge(units, false), vec![Judged::Right; 4], "{units:#?}");
}

#[track_caller]
fn safe(units: &[&str]) {
    assert_eq!(judge(units, true), vec![Judged::Right; 4], "{units:#?}");
}

/// Whatever is said, a reason is given; both claims are tried, so that no answer passes.
#[track_caller]
fn undecided(units: &[&str]) {
    let judged: Vec<Judged> = judge(units, false).into_iter().chain(judge(units, true)).collect();
    assert!(judged.iter().all(|judged| matches!(judged, Judged::Undecided(_))), "{judged:?}");
}

#[track_caller]
fn refused(units: &[&str], what: &str) {
    let units: Vec<(String, String)> =
        units.iter().map(|unit| ("unit.c".to_owned(), (*unit).to_owned())).collect();
    for units in [units.clone(), units.into_iter().rev().collect()] {
        match make_units(&units, MachineModel::Lp64) {
            Made::Messages(messages) => {
                let found = messages.iter().find(|message| message.message.contains(what));
                assert!(found.is_some_and(|message| !message.related.is_empty()), "{messages:?}");
            }
            Made::Automaton(..) => panic!("accepted: {units:?}"),
        }
    }
}

#[test]
fn records_that_look_alike_until_they_are_complete() {
    violated(&[
        "struct in; struct out { struct in *in; }; struct in { int a, b; }; extern int g(void); int main(void) { if (g() == 5) reach_error(); return 0; }",
        "struct in; struct out { struct in *in; }; struct in { int b, a; }; int g(void) { struct in i = {2, 5}; struct out o = {&i}; return o.in->a; }",
    ]);
    // The same where both are right: sizes and members are each unit's own.
    safe(&[
        "union in; struct out { union in *in; }; union in { int a; char b; }; extern int g(void); int main(void) { union in u; u.a = 1; struct out o = {&u}; if (g() + o.in->a + sizeof u != 9 + sizeof(int)) reach_error(); return 0; }",
        "union in; struct out { union in *in; }; union in { char b[8]; int a; }; int g(void) { union in u = {{1}}; struct out o = {&u}; return o.in->b[0] + 3 + (int)(sizeof u / 2); }",
    ]);
    // Through a function type, a member that is another unit's bit-field, mutual recursion, a
    // block.
    violated(&[
        "struct n; typedef int (*get)(struct n *); struct n { unsigned v : 4, w : 9; get get; }; extern int g(void); int main(void) { if (g() == 19) reach_error(); return 0; }",
        "struct n; typedef int (*get)(struct n *); struct n { unsigned v : 9, w : 4; get get; }; static int v(struct n *n) { return n->v; } int g(void) { struct n n = {19, 1, v}; return n.get(&n); }",
    ]);
    violated(&[
        "struct b; struct a { struct b *b; }; struct b { struct a *a; char c; int i; }; extern int g(void); int main(void) { if (g() == 4) reach_error(); return 0; }",
        "struct b; struct a { struct b *b; }; struct b { struct a *a; int i; char c; }; int g(void) { struct a a; struct b b = {&a, 4, 1}; a.b = &b; return b.a->b->i; }",
    ]);
}

#[test]
fn records_that_are_one_type() {
    safe(&[
        "int g(void); int main(void) { struct s { int a; char b; } s = {1, 2}; extern struct s twice(struct s); s = twice(s); if (s.a != 2 || s.b != 4 || g() != 3) reach_error(); return 0; }",
        "struct s { int a; char b; }; struct s twice(struct s s) { s.a *= 2; s.b *= 2; return s; } int g(void) { return 3; }",
    ]);
    safe(&[
        "struct hidden; struct list { struct list *next; struct hidden *h; }; extern struct list *make(void); extern int read(struct hidden *); int main(void) { struct list *l = make(); if (read(l->next->h) != 6) reach_error(); return 0; }",
        "struct hidden { int v; }; struct list { struct list *next; struct hidden *h; }; static struct hidden h = {6}; static struct list l = {&l, &h}; struct list *make(void) { return &l; } int read(struct hidden *h) { return h->v; }",
    ]);
    safe(&[
        "typedef struct { int v; } T; typedef struct { int w; } U; extern U t; struct f { int n; char d[]; }; extern struct f f; extern T *p[]; int main(void) { U u = {1}; if (t.w + u.w + f.d[1] + p[1]->v != 17) reach_error(); return 0; }",
        "struct { int w; } t = {4}; struct f { int n; char d[]; }; struct f f = {2, {7, 8}}; typedef struct { int v; } T; T own = {4}, *p[2] = {0, &own};",
    ]);
}

#[test]
fn functions_of_another_type() {
    undecided(&[
        "struct s { int v; }; extern void f(struct s); void (*p)(struct s) = f; int main(void) { struct s s = {1}; p(s); return 0; }",
        "struct r { int v; }; void f(struct r r) { if (r.v == 1) reach_error(); }",
    ]);
    undecided(&[
        "extern void f(float); int main(void) { f(1); return 0; }",
        "void f(double d) { if (d == 1) reach_error(); }",
    ]);
    // Each unit sees the function as it declares it; the second is right.
    safe(&[
        "extern long f(int); extern int g(void); int main(void) { if (g() != 7) reach_error(); return 0; }",
        "int f(int, int); int g(void) { return f(3, 4); } int f(int a, int b) { return a + b; }",
    ]);
}

#[test]
fn arguments_without_a_prototype() {
    let call = |args: &str| {
        format!(
            "struct s {{ int a; float b; }}; union u {{ int a; char b; }}; int f(); int main(void) {{ struct s s = {{1, 2}}; union u u = {{3}}; (void)s; (void)u; if (f({args}) != 7) reach_error(); return 0; }}"
        )
    };
    // What arrives as something else than was passed.
    for (args, definition) in [
        ("5", "int f(double d) { return d == 5 ? 7 : 0; }"),
        ("5.0", "int f(int i) { return i == 5 ? 7 : 0; }"),
        ("2.5", "int f(float d) { return d == 2.5 ? 7 : 0; }"),
        ("-1", "int f(long long i) { return i == -1 ? 7 : 0; }"),
        ("1LL << 32", "int f(int i) { return i == 0 ? 7 : 0; }"),
        ("s", "int f(double d) { return 7; }"),
        ("s", "struct s { float b; int a; }; int f(struct s s) { return 7; }"),
        ("1.5, 2", "int f(long double d, int i) { return 7; }"),
    ] {
        let text = call(args);
        undecided(&[text.as_str(), definition]);
        // The same without a declaration.
        undecided(&[text.replace("int f();", "").as_str(), definition]);
    }
    // What arrives as it is, or by a conversion that the callee makes.
    for (args, definition) in [
        ("3, 4.5", "int f(c, d) char c; float d; { return c == 3 && d == 4.5 ? 7 : 0; }"),
        ("-1", "int f(unsigned i) { return i + 8; }"),
        ("(char *)0, &s", "int f(int *p, void *q) { return p == 0 && q != 0 ? 7 : 0; }"),
        (
            "s, u",
            "struct s { int a; float b; }; union u { char b; int a; }; int f(struct s s, union u u) { return s.a + (int)s.b + u.b + 1; }",
        ),
    ] {
        let text = call(args);
        safe(&[text.as_str(), definition]);
        safe(&[text.replace("int f();", "").as_str(), definition]);
    }
}

#[test]
fn old_definitions_are_no_prototypes() {
    undecided(&[
        "int f(d) double d; { return d == 5; } int main(void) { if (f(5)) reach_error(); return 0; }",
    ]);
    undecided(&[
        "int f(i) long long i; { return i == -1; } int main(void) { if (f(-1)) reach_error(); return 0; }",
    ]);
    safe(&[
        "int f(c, s, d, p) char c; short s; float d; char *p; { return c + s + (int)d + (p != 0); } int main(void) { char c = 1; if (f(c, -2, 3.5f, &c) != 3) reach_error(); return 0; }",
    ]);
    // A prototype in the same unit is one.
    safe(&[
        "int f(double); int f(d) double d; { return d == 5; } int main(void) { if (!f(5)) reach_error(); return 0; }",
    ]);
}

#[test]
fn kinds_that_disagree() {
    let declarations = [
        "extern int v[];",
        "extern struct t { int a; } v;",
        "extern union t { int a; } v;",
        "extern int *v;",
        "extern float v;",
        "extern int v(void);",
        "extern int (*v)(void);",
        "typedef struct { int a; } t; extern t v;",
        "extern struct { struct { int a; } b; } v;",
        "extern _Thread_local int v;",
    ];
    let definitions = [
        "int v[3];",
        "struct t { int a; } v;",
        "union t { int a; } v;",
        "int *v;",
        "float v;",
        "int v(void) { return 1; }",
        "int (*v)(void);",
        "struct { int a; } v;",
        "struct { struct { int a; } b; } v;",
        "_Thread_local int v;",
    ];
    for (row, declaration) in declarations.iter().enumerate() {
        let declared = format!("{declaration} int main(void) {{ (void)v; return 0; }}");
        for (column, definition) in definitions.iter().enumerate() {
            if row != column {
                refused(&[declared.as_str(), definition], "declared as");
            }
        }
        safe(&[declared.as_str(), definitions[row]]);
    }
}

/// Types of results and parameters, each with a value.
const TYPES: [(&str, &str); 12] = [
    ("void", ""),
    ("char", "1"),
    ("int", "2"),
    ("long long", "3"),
    ("float", "4"),
    ("long double", "5"),
    ("char *", "0"),
    ("struct s", "(struct s){1}"),
    ("union u", "(union u){1}"),
    ("struct { int v; }", ""),
    ("int (*)(void)", "main"),
    ("enum e", "A"),
];

#[test]
fn functions_that_disagree_break_nothing() {
    let types = "struct s { int v; }; union u { int v; float f; }; enum e { A }; int main(void);";
    let other = "struct s { float v; char c[20]; }; union u { int v; }; enum e { A = -1 };";
    for (ty, value) in TYPES {
        for (defined, _) in TYPES {
            let result = if defined.contains("(*)") { "void *" } else { defined };
            let name =
                |ty: &str| if ty.contains("(*)") { ty.replace("(*)", "(*x)") } else { format!("{ty} x") };
            let own = if ty.contains("(*)") { "int" } else { ty };
            let param = if ty == "void" { "void".to_owned() } else { name(ty) };
            let definition = if defined == "void" { "void".to_owned() } else { name(defined) };
            let call = format!("f({value}); p({value}); q(0, {value});").replace(", )", ")");
            for last in ["", ", ..."] {
                let rest = if ty == "void" { "" } else { last };
                let units = [
                    format!(
                        "{types}\n{own} f({param}{rest}); {own} (*p)({param}{rest}) = f; {own} (*q)() = f; int main(void) {{ {call} return 0; }}"
                    ),
                    format!("{other}\n{result} f({definition}) {{ for (;;) ; }}"),
                ];
                for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
                    lower_any(&units.join(NEXT_UNIT), machine, 1_000);
                    lower_any(&[units[1].as_str(), units[0].as_str()].join(NEXT_UNIT), machine, 1_000);
                }
            }
        }
    }
}
