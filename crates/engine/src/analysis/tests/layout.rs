//! Proofs hold for all layouts of memory. Formulas have one, in which nothing lies below 64 kB; a driver whose allocations are assumed to do so was once proved, since nothing was left of it.

use super::MEMORIES;
use cfa::MachineModel;
use property::Verdict;

const MEMORY: &str = "extern void *malloc(unsigned long); extern void abort(void); ";

fn verdict(machine: MachineModel, text: &str, name: &str) -> Verdict {
    super::verdict(machine, &format!("{MEMORY}{text}"), name)
}

/// Programs that fail in some layouts, though not in ours.
const FAIL_SOMEWHERE: &[&str] = &[
    // An order with a constant.
    "int main(void) { int *p = malloc(4); if ((unsigned long)p <= 2012UL) reach_error(); return 0; }",
    // In the other direction, behind an assumption and a function.
    "long is_err(void *p) { return (unsigned long)p > 2012UL; } \
     int main(void) { int *p = malloc(4); if (is_err(p)) abort(); reach_error(); return 0; }",
    // Through a variable, with and without an index.
    "int main(void) { char a[8]; unsigned long n = (unsigned long)&a[3]; if (n < 4096) reach_error(); return 0; }",
    // Through memory.
    "struct s { long n; }; int main(void) { struct s *s = malloc(sizeof *s); s->n = (long)malloc(1); struct s t = *s; if (t.n < 100) reach_error(); return 0; }",
    // Through a union.
    "union u { int *p; unsigned long n; }; int main(void) { int x; union u u; u.p = &x; if (u.n == 4096) reach_error(); return 0; }",
    // By bytes.
    "int main(void) { int x; int *p = &x; unsigned char *b = (unsigned char *)&p; if (b[1] == 77) reach_error(); return 0; }",
    "int main(void) { int x, y; int *p = &x, *q = &y; if (*(unsigned char *)&p == *(unsigned char *)&q) reach_error(); return 0; }",
    "int main(void) { int x; int *p = &x; unsigned char *b = (unsigned char *)&p; if (b[1] == 0) reach_error(); if (b[1] != 0) reach_error(); return 0; }",
    "struct s { unsigned long f : 20, g : 20; }; int main(void) { int x, y; struct s s; s.f = (unsigned long)&x; s.g = (unsigned long)&y; if (s.f == s.g) reach_error(); return 0; }",
    // Parts, remainders, sums, negations.
    "int main(void) { int x; if ((int)(long)&x == 1024) reach_error(); return 0; }",
    "int main(void) { char x; if ((unsigned long)&x % 16 == 3) reach_error(); return 0; }",
    "int main(void) { int x; if ((unsigned long)&x + 4 == 1024) reach_error(); return 0; }",
    "int main(void) { int x; if (-(long)&x == -1024) reach_error(); return 0; }",
    "int main(void) { int x, y; if ((long)&x - (long)&y == 400) reach_error(); return 0; }",
    // Pointers and constants.
    "int main(void) { int x; if (&x == (int *)4096) reach_error(); return 0; }",
    "int main(void) { int x; if (&x < (int *)4096) reach_error(); return 0; }",
    // A static initialiser.
    "int x; unsigned long n = (unsigned long)&x; int main(void) { if (n < 4096) reach_error(); return 0; }",
    // As a float.
    "int main(void) { int x; if ((double)(unsigned long)&x < 4096.0) reach_error(); return 0; }",
    // String literals may share their memory (6.4.5p7), in part, too.
    "int main(void) { const char *p = \"x\", *q = \"x\"; if (p == q) reach_error(); return 0; }",
    "int main(void) { const char *p = \"xy\", *q = \"y\"; if (p + 1 == q) reach_error(); return 0; }",
    "int main(void) { const char *p = \"x\", *q = \"x\"; if ((unsigned long)p == (unsigned long)q) reach_error(); return 0; }",
    // A choice by number.
    "int main(void) { int x; switch ((unsigned long)&x) { case 4096: reach_error(); } return 0; }",
];

/// Allocation never fails, whatever is asked for: what follows it is not unreachable for want of room.
const LARGE: &[&str] = &[
    "int main(void) { void *p = malloc(0x70000000); reach_error(); return 0; }",
    "extern void free(void *); int main(void) { void *p = malloc(1u << 30); free(p); p = malloc(1u << 30); reach_error(); return 0; }",
    "int main(void) { int n = nd(), *p = malloc(n * sizeof *p); if (n < 0) reach_error(); return 0; }",
    "int main(void) { unsigned n = nd(); char a[n]; if (n > 3000000000u) reach_error(); return 0; }",
];

#[test]
fn large_objects_exist() {
    for (text, name) in LARGE.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        for (machine, text) in [
            (MachineModel::Lp64, format!("{MEMORY}{text}")),
            (MachineModel::Ilp32, format!("{}{text}", MEMORY.replace("unsigned long", "unsigned"))),
        ] {
            let verdict = super::verdict(machine, &text, name);
            assert_ne!(verdict, Verdict::True, "soundness of {name} on {machine:?}: {text}");
        }
    }
}

/// A literal is the same as itself, and no variable.
#[test]
fn addresses_of_literals_are_compared_as_far_as_they_are_known() {
    let text = "int main(void) { char a[2]; const char *p = \"x\", *q = p, *r = nd() ? p : a; if (p != q || p == a || p == 0 || (r != p && r != a)) reach_error(); return 0; }";
    for name in ["bmc", "predicate-abstraction", "impact"] {
        assert_eq!(verdict(MachineModel::Lp64, text, name), Verdict::True, "precision of {name}");
    }
}

#[test]
fn nothing_is_proved_by_the_numbers_of_addresses() {
    for text in FAIL_SOMEWHERE {
        for name in MEMORIES {
            assert_ne!(verdict(MachineModel::Lp64, text, name), Verdict::True, "soundness of {name}: {text}");
        }
    }
}

/// In the lower half of the addresses both are the same, and our layout has nothing in the upper half.
#[test]
fn wider_numbers_depend_on_the_sign() {
    let text = "int main(void) { int x; if ((long long)(int)&x != (long long)(unsigned)&x) reach_error(); return 0; }";
    for name in MEMORIES {
        assert_ne!(verdict(MachineModel::Ilp32, text, name), Verdict::True, "soundness of {name}");
    }
}

/// Programs that hold in all layouts, and ask addresses as numbers.
const HOLD_EVERYWHERE: &[&str] = &[
    "int main(void) { int x; if ((unsigned long)&x == 0UL) reach_error(); return 0; }",
    "int main(void) { int x, y; if ((unsigned long)&x == (unsigned long)&y) reach_error(); return 0; }",
    "int main(void) { int *p = malloc(4); unsigned long n = (unsigned long)p; int *q = (int *)n; *p = 1; *q = 2; if (*p != 2) reach_error(); return 0; }",
    "struct s { int a, b; }; int main(void) { struct s s; s.a = 1; int *b = &s.b; \
     struct s *t = (struct s *)((unsigned long)b - 4); if (t->a != 1) reach_error(); return 0; }",
    "int main(void) { char a[2]; char *p = a, *e = a + 2; int n = 0; while (p < e) { p++; n++; } if (n != 2) reach_error(); return 0; }",
];

#[test]
fn what_is_the_same_in_all_layouts_is_proved() {
    for text in HOLD_EVERYWHERE {
        for name in MEMORIES.iter().filter(|&&name| name != "value") {
            assert_eq!(verdict(MachineModel::Lp64, text, name), Verdict::True, "precision of {name}: {text}");
        }
    }
}
