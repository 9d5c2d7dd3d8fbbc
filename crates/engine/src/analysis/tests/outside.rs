//! Pointers that the program does not make: what they point to is the environment's, and an execution that goes through it is one.

use super::MEMORIES;
use cfa::MachineModel;
use property::Verdict;

const OUTSIDE: &str = "struct s { char c; int x; struct s *next; int t[4]; }; extern int *ints(void); extern struct s *records(void); \
     extern int *somewhere; extern struct ops { int (*give)(void); void (*take)(int *); } ops; extern void free(void *); extern void *__VERIFIER_nondet_pointer(void); ";

/// Violated by executions that write to and read from objects of the environment.
const VIOLATED: &[&str] = &[
    "int main(void) { int *p = ints(); *p = 0; reach_error(); return 0; }",
    "int main(void) { int *p = __VERIFIER_nondet_pointer(); *p = nd(); if (*p == 5) reach_error(); return 0; }",
    "int main(void) { struct s *s = records(); if (s->x == 5 && s->t[2] == -1) reach_error(); return 0; }",
    "int main(void) { struct s *s = records(); if (s->x == 5 && s->next->x == 7) reach_error(); return 0; }",
    "int main(void) { *somewhere = 3; if (*somewhere == 3) reach_error(); return 0; }",
    "int main(void) { int *p = ints(), *q = ints(); *p = 1; *q = 2; if (*p == 1) reach_error(); return 0; }",
    "int main(void) { if (ops.give() == 7) reach_error(); return 0; }",
    "int main(void) { int x = 1; ops.take(&x); if (x == 1) reach_error(); return 0; }",
    "void f(int *p) { *p = 5; } int main(void) { struct ops o = {0, f}; int x = 1; o.take(&x); if (x == 5) reach_error(); return 0; }",
];

/// Never violated, or only behind undefined behaviour.
const OTHERS: &[&str] = &[
    "int main(void) { int x = 1; int *p = ints(); *p = 2; if (x != 1) reach_error(); return 0; }",
    "int main(void) { int *p = 0; *p = 1; reach_error(); return 0; }",
    "int main(void) { int *p = ints(); if (!p) { *p = 1; reach_error(); } return 0; }",
    "int main(void) { int *p = ints(); if (p) { free(p); reach_error(); } return 0; }",
    "int main(void) { struct s *s = records(); s->x = 1; if (s->x != 1) reach_error(); return 0; }",
    "int main(void) { struct ops o = {0, 0}; o.take(0); reach_error(); return 0; }",
    "int main(void) { ((void (*)(void))0x80010000u)(); reach_error(); return 0; }",
    "int main(void) { ((void (*)(void))0x800000010000u)(); reach_error(); return 0; }",
    "int x = 1; int main(void) { ops.take(0); if (x != 1) reach_error(); return 0; }",
];

/// A function that is called as one of another type is not taken for one of the environment: no proof goes past it.
const CAST: &[&str] = &[
    "void f(void) { reach_error(); } int main(void) { ((void (*)(int *))f)(0); return 0; }",
    "void f(void) { reach_error(); } static unsigned long table = (unsigned long)f; int main(void) { ops.take = (void (*)(int *))table; ops.take(0); return 0; }",
    "void f(void) { reach_error(); } struct { unsigned long f[2]; } table = {{0, (unsigned long)(const unsigned long)f}}, *at = &table; \
     int main(void) { ops.take = (void (*)(int *))at->f[1]; ops.take(0); return 0; }",
    "void f(void) { reach_error(); } int main(void) { struct ops o; o.take = (void (*)(int *))f; o.take(0); return 0; }",
    "void f(void) { reach_error(); } int main(void) { void *p = f; ((void (*)(int *))p)(0); return 0; }",
    "void f(int a) { reach_error(); } int main(void) { void (*p)() = f; p(1, 2); return 0; }",
    "void f(void) { reach_error(); } void (*v)(void) = f; int main(void) { struct ops o; o.take = (void (*)(int *))v; o.take(0); return 0; }",
    "void f(void) { reach_error(); } struct ops o = {0, (void (*)(int *))f}; int main(void) { o.take(0); return 0; }",
    "void f(void) { reach_error(); } void h(g) void (*g)(int *); { g(0); } int main(void) { h(f); return 0; }",
    "void f(void) { reach_error(); } void h(void (*g)(int *)) { g(0); } \
     int main(void) { void (*p)(void (*)(void)) = (void (*)(void (*)(void)))h; p(f); return 0; }",
    "void f(void) { reach_error(); } void (*get(void))(void) { return f; } \
     int main(void) { void (*(*p)(void))(int *) = (void (*(*)(void))(int *))get; p()(0); return 0; }",
];

/// What only a linker reads brings no function anywhere.
const UNREAD: &[&str] = &[
    "void f(void) { reach_error(); } static struct { unsigned long f; const char *name; } table = {(unsigned long)(const unsigned long)f, \"f\"}; \
     int main(void) { ops.take(0); return 0; }",
    "void f(void) { reach_error(); } int main(void) { if ((unsigned long)f != 3) ops.take(0); return 0; }",
];

/// Violated where the environment's pointer is not the one that the program keeps in the same place. Each was proved once, since only the program's was seen.
const TWO_ORIGINS: &[&str] = &[
    "int main(int argc, char **argv) { const char *s = argc > 1 ? argv[1] : \"default\"; if (s[0] == 'x') reach_error(); return 0; }",
    "int main(int argc, char **argv) { int x = 0; if (argc > 1) __builtin_memcpy(&x, argv[1], 4); if (x == 1) reach_error(); return 0; }",
    "int main(void) { char **v = __VERIFIER_nondet_pointer(); char c = 'd', *s = nd() ? v[1] : &c; if (*s == 'x') reach_error(); return 0; }",
    "extern unsigned long number(void); int main(void) { int x = 0; __builtin_memcpy(&x, (void *)number(), 4); if (x == 1) reach_error(); return 0; }",
    "extern unsigned long number(void); int main(void) { int x = 0, *p = nd() ? &x : (int *)number(); if (*p == 1) reach_error(); return 0; }",
    "extern unsigned long number(void); int main(void) { int x = 0, c = nd(), *p = c ? &x : (int *)number(); *p = 7; if (!c && x == 0) reach_error(); return 0; }",
    "extern struct both { int *p; int n; } both(void); int main(void) { struct both s; int x = 0; char *c = (char *)&s; \
     for (unsigned i = 0; i < sizeof s; i++) c[i] = 0; s.p = &x; if (nd()) s = both(); if (s.p) *s.p = 5; if (x != 5) reach_error(); return 0; }",
    // The pointer lies before the part of the array that is chosen.
    "extern struct tail { long n; int *q; } tail(void); int main(void) { struct { int *p; struct tail t; } s[2]; int x = 0; unsigned i = nd(); if (i > 1) return 0; \
     s[i].p = &x; s[i].t.q = &x; if (nd()) s[i].t = tail(); if (s[i].t.q) *s[i].t.q = 5; if (x != 5) reach_error(); return 0; }",
    "extern int *table[]; int main(void) { int x = 0, *p = nd() ? &x : table[nd() & 3]; if (*p == 1) reach_error(); return 0; }",
    // An array whose length is not known does not end where the next object begins.
    "extern int a[]; int y; extern void put(int *); int main(void) { put(a); put(&y); y = 0; a[8] = 5; if (y == 0) reach_error(); return 0; }",
];

fn verdict(machine: MachineModel, text: &str, name: &str) -> Verdict {
    super::verdict(machine, &format!("{OUTSIDE}{text}"), name)
}

#[test]
fn executions_through_the_environment_are_found() {
    let mut others = Vec::new();
    for (text, name) in VIOLATED.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            match verdict(machine, text, name) {
                Verdict::False(_) => {}
                other @ (Verdict::True | Verdict::Unknown(_)) => {
                    others.push(format!("{name} on {machine:?} says {other} of {text}"));
                }
            }
        }
    }
    assert!(others.is_empty(), "precision: {others:#?}");
}

#[test]
fn the_environment_has_none_of_our_objects() {
    for (text, name) in OTHERS.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            let verdict = verdict(machine, text, name);
            assert!(!matches!(verdict, Verdict::False(_)), "soundness: {name} says {verdict} of {text}");
        }
    }
}

#[test]
fn pointers_of_the_environment_are_seen_beside_those_of_the_program() {
    for (text, name) in TWO_ORIGINS.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            assert_ne!(
                verdict(machine, text, name),
                Verdict::True,
                "soundness: {name} on {machine:?}: {text}"
            );
        }
    }
}

#[test]
fn functions_of_other_types_are_not_the_environments() {
    for (text, name) in CAST.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        let verdict = verdict(MachineModel::Lp64, text, name);
        assert_ne!(verdict, Verdict::True, "soundness: {name} on {text}");
    }
}

#[test]
fn functions_that_go_nowhere_are_not_called() {
    for text in UNREAD {
        let verdict = verdict(MachineModel::Lp64, text, "predicate-abstraction");
        assert_eq!(verdict, Verdict::True, "precision: {text}");
    }
}
