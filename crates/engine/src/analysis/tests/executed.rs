//! What nobody executed confirms nothing: each program here was said to be violated once, by a
//! value that no execution has, or proved because a path was taken to end.

use cfa::MachineModel;
use property::Verdict;

const PRESETS: &[&str] = &[
    "bmc",
    "k-induction",
    "predicate-abstraction",
    "impact",
    "value",
    "value-predicate",
    "symbolic-execution",
    "random-testing",
];

#[track_caller]
fn undecided(text: &str) {
    for (machine, name) in [MachineModel::Ilp32, MachineModel::Lp64]
        .into_iter()
        .flat_map(|m| PRESETS.iter().map(move |n| (m, n)))
    {
        let verdict = super::verdict(machine, text, name);
        assert!(matches!(verdict, Verdict::Unknown(_)), "soundness: {name} says {verdict} of {text}");
    }
}

#[test]
fn outputs_of_assembler() {
    undecided(
        "int main(void) { unsigned a = nd(), b; __asm__(\"bswap %0\" : \"=r\"(b) : \"0\"(a)); if (a == 1 && b == 1) reach_error(); return 0; }",
    );
    // What is behind it is any value for a proof.
    let proved = "int main(void) { unsigned b; __asm__(\"movl $3, %0\" : \"=r\"(b)); if (b % 8 > 7) reach_error(); return 0; }";
    assert_eq!(super::verdict(MachineModel::Lp64, proved, "bmc"), Verdict::True, "precision");
}

#[test]
fn addresses_of_the_stack() {
    undecided("int main(void) { if (!__builtin_return_address(0)) reach_error(); return 0; }");
    undecided(
        "int main(void) { char *f = __builtin_frame_address(0); if (f == 0) reach_error(); return 0; }",
    );
}

#[test]
fn floating_point_exceptions() {
    undecided(
        "extern int feclearexcept(int); int main(void) { if (feclearexcept(1)) reach_error(); return 0; }",
    );
    undecided(
        "extern int __issignaling(double); int main(void) { if (__issignaling(1.0)) reach_error(); return 0; }",
    );
}

#[test]
fn labels_at_a_distance() {
    // The distances of labels are small numbers in compiled code, so that a narrow type keeps them.
    let program = "static int step(int op) { void *at[2]; unsigned short far[2]; \
         at[0] = &&one; at[1] = &&two; far[0] = (char *)at[0] - (char *)&&one; far[1] = (char *)at[1] - (char *)&&one; \
         goto *((char *)at[0] + far[op]); one: return 1; two: return 2; } ";
    let text = format!(
        "{program} int main(void) {{ if (step(nd() & 1) == 2 && nd() > 5) reach_error(); return 0; }}"
    );
    for name in PRESETS {
        assert_ne!(super::verdict(MachineModel::Lp64, &text, name), Verdict::True, "soundness of {name}");
    }
}

#[test]
fn tables_of_labels_are_decided() {
    let program = "static int step(int op) { static void *const to[] = { &&one, &&two }; goto *to[op & 1]; one: return 1; two: return 2; } ";
    for (test, expected) in [("== 3", Verdict::True), ("== 2", Verdict::False("unreach-call".to_owned()))] {
        let text = format!("{program} int main(void) {{ if (step(nd()) {test}) reach_error(); return 0; }}");
        for name in ["bmc", "symbolic-execution"] {
            assert_eq!(super::verdict(MachineModel::Lp64, &text, name), expected, "{name} of {test}");
        }
    }
}
