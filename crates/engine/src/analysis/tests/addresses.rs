//! Pointers that are made of numbers. Whatever way the number of an address takes, the pointer that
//! is made of it in the end points to the object (ADR 0018). The programs that fail do so in every
//! layout of memory, or in some.

use super::{MEMORIES, ask};
use property::Verdict;
use std::time::Duration;

const HEADER: &str = "typedef unsigned long word; extern word nw(void); extern int *np(void); extern void *memcpy(void *, const void *, word); extern void *memset(void *, int, word); int x, y; ";

fn verdict(text: &str, name: &str, seconds: u64) -> Verdict {
    ask(name, &[], &format!("{HEADER}{text}"), Duration::from_secs(seconds)).verdict()
}

/// Programs whose violation needs that the pointer is followed.
const FAIL: &[&str] = &[
    // Bits under branches, from the lowest and from the highest.
    "int main(void) { word n = (word)&x, m = 0; for (int i = 0; i < 64; i++) if (n & 1ul << i) m += 1ul << i; *(int *)m = 3; if (x == 3) reach_error(); return 0; }",
    "int main(void) { word n = (word)&x, m = 0; for (int i = 63; i >= 0; i--) { m <<= 1; switch (n >> i & 1) { case 1: m++; } } int *p = (int *)m; *p = 3; if (x == 3) reach_error(); return 0; }",
    // By comparisons alone: bisection.
    "int main(void) { word n = (word)&x, low = 0, high = -1ul; while (low < high) { word half = low + (high - low) / 2; if (half < n) low = half + 1; else high = half; } *(int *)low = 3; if (x == 3) reach_error(); return 0; }",
    "int main(void) { word m = nw(); int *p = &x; if (!(m < (word)p) && !(m > (word)p)) { *(int *)m = 3; if (x == 3) reach_error(); } return 0; }",
    // A counter that runs until it is equal.
    "int main(void) { word m = 0; while (m != (word)&x) m++; *(int *)m = 3; if (x == 3) reach_error(); return 0; }",
    // A table of digits.
    "unsigned char t[16]; int main(void) { for (int i = 0; i < 16; i++) t[i] = i; word n = (word)&x, m = 0; for (int i = 0; i < 64; i += 4) m |= (word)t[n >> i & 15] << i; *(int *)m = 3; if (x == 3) reach_error(); return 0; }",
    // Bytes, by a switch, in a union.
    "union u { int *p; unsigned char b[8]; }; int main(void) { union u u, v; u.p = &x; for (int i = 0; i < 8; i++) { unsigned char c = 0; while (c != u.b[i]) c++; v.b[i] = c; } *v.p = 3; if (x == 3) reach_error(); return 0; }",
    // A length that is a part of an address.
    "char t[256]; int main(void) { word n = (word)&x, m = 0; for (int i = 0; i < 64; i += 8) { int k = 0; memset(t, 0, 256); memset(t, 1, n >> i & 255); while (t[k]) k++; m |= (word)k << i; } *(int *)m = 3; if (x == 3) reach_error(); return 0; }",
    // The distance of two objects, as numbers and as pointers from null.
    "int main(void) { word d = (word)&y - (word)&x; int *p = (int *)((word)&x + d); *p = 3; if (y == 3) reach_error(); return 0; }",
    "int main(void) { int *p = &x; word m = nw(); word n = m - (word)&y; if ((int *)(n + (word)&y) == p) { *(int *)m = 3; if (x == 3) reach_error(); } return 0; }",
    // A float, a product, a complement.
    "int main(void) { word n = (word)&x; word m = (word)(long double)n; if (m == n) { *(int *)m = 3; if (x == 3) reach_error(); } return 0; }",
    "int main(void) { word n = (word)&x * 3, m = ~n; *(int *)(~m / 3) = 3; if (x == 3) reach_error(); return 0; }",
    // Numbers and pointers from outside, equal to an address.
    "int main(void) { word m = nw(); if (m == (word)&x) { *(int *)m = 3; if (x == 3) reach_error(); } return 0; }",
    "int main(void) { int *p = np(); if (p == &x) { *p = 3; if (x == 3) reach_error(); } return 0; }",
    "struct s { int *p; }; int main(void) { struct s s; s.p = np(); struct s *t = &s; int z = 0; if (t->p != &z) return 0; *t->p = 3; if (z == 3) reach_error(); return 0; }",
    "int main(void) { int z = 0; int *p = np(); if (p == &z) { int five = 5; memcpy(p, &five, sizeof five); if (z == 5) reach_error(); } return 0; }",
    // Bytes to a number that was put together.
    "int main(void) { word n = (word)&x, m = 0; for (int i = 0; i < 64; i++) if (n >> i & 1) m |= 1ul << i; memset((void *)m, 0, 1); x = 3; memset((void *)m, 0, 4); if (x == 0) reach_error(); return 0; }",
    // Through a static initialiser, a list, a call, parts that are put together, other objects'
    // bytes.
    "word n = (word)&x + 4; int main(void) { word m = nw(); if (m + 4 == n) { *(int *)m = 3; if (x == 3) reach_error(); } return 0; }",
    "struct n { struct n *next; int v; }; int main(void) { struct n a = { 0, 1 }, b = { &a, 2 }; word m = nw(); if (m == (word)b.next) { ((struct n *)m)->v = 3; if (a.v == 3) reach_error(); } return 0; }",
    "int f(int *p, int *q) { return p == q; } int main(void) { int z = 0, *p = np(); if (f(p, &z)) { *p = 3; if (z == 3) reach_error(); } return 0; }",
    "int main(void) { int z = 0; unsigned low = nd(), high = nd(); word m = (word)high << 32 | low; if (m == (word)&z) { *(int *)m = 3; if (z == 3) reach_error(); } return 0; }",
    "union u { int *p; word n; }; int main(void) { union u u; u.n = nw(); if (u.p == &x) { *u.p = 3; if (x == 3) reach_error(); } return 0; }",
    "int main(void) { int z = 0; word m = nw(); int *p = (int *)m; if (p - &z == 0) { *p = 3; if (z == 3) reach_error(); } return 0; }",
    "int main(void) { x = 3; word m = nw(); if (m == (word)&x) { memcpy(&y, (void *)m, 4); if (y == 3) reach_error(); } return 0; }",
    // Half of an address: in some layouts.
    "int main(void) { if ((int *)(word)(unsigned)(word)&x != &x) reach_error(); return 0; }",
    "int main(void) { if ((int *)(unsigned)&x != &x) reach_error(); return 0; }",
    "int f(void) { return 0; } int main(void) { if ((int (*)(void))(unsigned)f != f) reach_error(); return 0; }",
    "int *p = &x; int main(void) { unsigned n = (unsigned)p; int *q = (int *)n; if (q != p) reach_error(); return 0; }",
    // Constants: in some layouts.
    "int main(void) { int *c = (int *)0x55a8a2e6b004, z; int *p = &z; if (c == p) reach_error(); return 0; }",
    "int main(void) { int *c = (int *)0x55a8a2e6b004; x = 1; if (c == &x) { *c = 3; if (x == 3) reach_error(); } return 0; }",
    "int main(void) { word v = 0x55a8a2e6b004; if (v == (word)&x) { *(int *)v = 3; if (x == 3) reach_error(); } return 0; }",
    "int main(void) { int *c; if (nd()) c = (int *)0x55a8a2e6b004; else c = &y; if (c == &x) reach_error(); return 0; }",
];

#[test]
fn numbers_lead_to_the_objects_that_they_are_the_addresses_of() {
    for text in FAIL {
        for name in MEMORIES {
            // Wrong proofs come at once.
            assert_ne!(verdict(text, name, 1), Verdict::True, "soundness of {name}: {text}");
        }
    }
}

/// Programs that hold, and whose numbers are followed or tell nothing.
const HOLD: &[&str] = &[
    // Kept in a number, a union, and byte by byte.
    "int main(void) { word n = (word)&x; y = 1; *(int *)n = 3; if (y != 1 || x != 3) reach_error(); return 0; }",
    "union u { int *p; word n; }; int main(void) { union u u, v; u.p = &x; v.n = u.n; y = 1; *v.p = 3; if (y != 1 || x != 3) reach_error(); return 0; }",
    "int main(void) { int *p = &x, *q; memcpy(&q, &p, sizeof p); y = 1; *q = 3; if (y != 1 || x != 3) reach_error(); return 0; }",
    // Codes of errors in pointers.
    "int *f(int n) { if (n) return (int *)-12l; return &x; } int main(void) { int *p = f(nd()); y = 1; if (p != (int *)-12l) *p = 3; if (y != 1) reach_error(); return 0; }",
    // Pointers that were followed and are compared with each other.
    "int main(void) { int *p = nd() ? &x : 0; y = 1; if (p && p != &y) *p = 3; if (y != 1) reach_error(); return 0; }",
    // Outside, but not the program's.
    "int main(void) { int *p = np(); y = 1; if (p) *p = 3; if (y != 1) reach_error(); return 0; }",
];

#[test]
fn numbers_that_are_followed_cost_nothing() {
    for text in HOLD {
        for name in ["bmc", "predicate-abstraction", "symbolic-execution"] {
            assert_eq!(verdict(text, name, 20), Verdict::True, "precision of {name}: {text}");
        }
    }
}
