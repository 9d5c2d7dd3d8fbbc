//! Memory as arrays of cells: accesses of several sizes, copies between objects whose cells differ, and bytes that lie across the distance that a pointer moves by.

use super::MEMORIES;
use cfa::MachineModel;
use property::Verdict;

/// Violated, on the machine that is named.
const VIOLATED: &[(MachineModel, &str)] = &[
    // Elements of 20 bytes with members of 8: a cell has 4 bytes in the array, and must have as many in the single record.
    (
        MachineModel::Ilp32,
        "struct s { long long a[2]; int n; } arr[3], t; int main(void) { unsigned i = nd(), k = nd(); if (i > 2 || k > 1) return 0; \
         t.a[k] = 5000000000LL; arr[i] = t; if (arr[i].a[k] == 5000000000LL) reach_error(); return 0; }",
    ),
    (
        MachineModel::Lp64,
        "struct __attribute__((packed)) s { long a[2]; int n; } arr[3], t; int main(void) { unsigned i = nd(), k = nd(); if (i > 2 || k > 1) return 0; \
         arr[i].a[k] = 5000000000L; t = arr[i]; if (t.a[k] == 5000000000L) reach_error(); return 0; }",
    ),
    // Objects of 80 MB have all of their bytes.
    (
        MachineModel::Ilp32,
        "extern void *malloc(unsigned); int main(void) { char *p = malloc(0x5000000), *q = malloc(16); unsigned i = nd(); if (i * 3u != 0xc000030u) return 0; \
         char *r = i & 1 ? q : p; q[0] = 1; r[i] = 2; if (q[0] == 1) reach_error(); return 0; }",
    ),
    // The first bytes of an array change, and the record across them with them.
    (
        MachineModel::Lp64,
        "struct __attribute__((packed)) w { int v; }; int main(void) { char b[64]; struct w *p = (struct w *)(b + 2); unsigned i = nd(); if (i > 3) return 0; \
         p[i].v = -1; p[0].v = -1; __builtin_memset(b, 0, 4); if (p[0].v != -1) reach_error(); return 0; }",
    ),
];

#[test]
fn cells_of_different_sizes_hold_the_same_bytes() {
    let linear = ["bmc-linear", "predicate-abstraction-linear"];
    for &(machine, text) in VIOLATED {
        for name in MEMORIES.iter().chain(&linear) {
            assert_ne!(super::verdict(machine, text, name), Verdict::True, "soundness of {name}: {text}");
        }
        let verdict = super::verdict(machine, text, "bmc");
        assert_eq!(verdict, Verdict::False("unreach-call".to_owned()), "precision: {text}");
    }
}
