//! Complex numbers under presets that track values and such that ask a solver.

use cfa::MachineModel;
use property::Verdict;

const PRESETS: [&str; 3] = ["value", "bmc", "k-induction"];

fn holds(text: &str) {
    for name in PRESETS {
        let verdict = super::verdict(MachineModel::Lp64, text, name);
        assert_eq!(verdict, Verdict::True, "{name}: {text}");
    }
}

fn is_violated(text: &str) {
    for name in PRESETS {
        let verdict = super::verdict(MachineModel::Lp64, text, name);
        assert!(matches!(verdict, Verdict::False { .. }), "{name}: {text}: {verdict:?}");
    }
}

#[test]
fn infinities_come_out_of_products() {
    let text = "int main(void) { double infinity = __builtin_inf(), nan = __builtin_nan(\"\"); double _Complex z = __builtin_complex(infinity, nan), w = 2.0 - 1.0i;
        z = z * w; if (__real__ z";
    holds(&format!("{text} != infinity) reach_error(); return 0; }}"));
    is_violated(&format!("{text} == infinity) reach_error(); return 0; }}"));
}

#[test]
fn operands_are_evaluated_in_each_order() {
    let text = "int n; double _Complex f(void) { n = n * 2 + 1; return n; } double _Complex g(void) { n = n * 3 + 5; return n; }
        int main(void) { double _Complex w = f() - g() * 1i; if (w";
    is_violated(&format!("{text} == 11 - 5i) reach_error(); return 0; }}"));
    is_violated(&format!("{text} == 1 - 8i) reach_error(); return 0; }}"));
    holds(&format!("{text} == 1 - 5i) reach_error(); return 0; }}"));
}

/// A part may be rounded once by a compiler that folds, and twice at run time.
#[test]
fn nothing_is_said_of_constants_that_are_rounded() {
    for relation in ["==", "!="] {
        let text = format!(
            "int main(void) {{ double _Complex z = (0.1 + 0.7i) * (0.3 - 0.9i); if (z {relation} 0.66 + 0.12i) reach_error(); return 0; }}"
        );
        for name in PRESETS {
            let verdict = super::verdict(MachineModel::Lp64, &text, name);
            assert!(matches!(verdict, Verdict::Unknown(_)), "{name}: {text}: {verdict:?}");
        }
    }
}
