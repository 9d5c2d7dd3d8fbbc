//! Bytes that C leaves unspecified have any value in proofs, and executions choose only those that
//! have no value.

use super::{MEMORIES, ask};
use property::Verdict;
use std::time::Duration;

fn verdict(text: &str, name: &str) -> Verdict {
    ask(name, &[], text, Duration::from_secs(20)).verdict()
}

/// A value in a member of a union says nothing of the bytes behind it (6.2.6.1p7). gcc keeps them,
/// or clears them in an initialiser, so that no execution shows it.
const LEFT_OPEN: &[&str] = &[
    "union w { short s; long n; }; int main(void) { union w w = { .s = 7 }; if (w.n != 7) reach_error(); return 0; }",
    "union w { short s; long n; }; int main(void) { union w w; w.n = -1; w.s = 0; if (w.n >= 0) reach_error(); return 0; }",
    "union w { char c; struct { char c; int n; } s; }; int main(void) { union w w, *p = &w; p->s.n = 4; p->c = nd(); if (w.s.n != 4) reach_error(); return 0; }",
    "struct s { short a, b; }; union w { struct s s; long n; }; int main(void) { struct s s = { 1, 2 }; union w w; w.n = 0; w.s = s; if (w.n != 0x20001) reach_error(); return 0; }",
];

#[test]
fn bytes_behind_a_member_of_a_union_are_left_open() {
    for text in LEFT_OPEN {
        for name in MEMORIES.iter().chain(&["random-testing"]) {
            let verdict = verdict(text, name);
            assert!(matches!(verdict, Verdict::Unknown(_)), "{name} says {verdict}: {text}");
        }
    }
}

/// What is stored says its own bytes, and members of one size say each other's.
const TOLD: &[&str] = &[
    "union w { short s; long n; }; int main(void) { union w w = { .s = 7 }; if (w.s != 7) reach_error(); w.n = 0x10002; if (w.s != 2) reach_error(); return 0; }",
    "union w { float f; unsigned n; unsigned char b[4]; }; int main(void) { union w w; w.n = 0x3f800000; if (w.f != 1.0f) reach_error(); w.b[0] = 1; if (w.n != 0x3f800001) reach_error(); return 0; }",
];

#[test]
fn members_of_a_union_are_what_was_stored() {
    for text in TOLD {
        for name in ["bmc", "symbolic-execution", "predicate-abstraction"] {
            assert_eq!(verdict(text, name), Verdict::True, "precision of {name}: {text}");
        }
    }
}

/// Of a value that was written in part an execution chooses the other bytes.
const PARTLY_WRITTEN: &[&str] = &[
    "extern void *memcpy(void *, const void *, unsigned long); int main(void) { int n = nd(); if (n != 2) return 0; char a[n]; a[0] = 7; unsigned short s; memcpy(&s, a, n); if ((s & 255) != 7) reach_error(); return 0; }",
    "int main(void) { unsigned n; unsigned char *b = (unsigned char *)&n + nd(); if (b != (unsigned char *)&n + 2) return 0; *b = 9; if ((n >> 16 & 255) != 9) reach_error(); return 0; }",
];

#[test]
fn executions_choose_only_bytes_that_were_not_written() {
    for text in PARTLY_WRITTEN {
        for name in MEMORIES {
            let verdict = verdict(text, name);
            assert!(!matches!(verdict, Verdict::False(_)), "{name} says {verdict}: {text}");
        }
    }
}
