//! Functions of the library: what their models leave open is open to proofs, and no execution has values that the function does not give.

use super::MEMORIES;
use cfa::MachineModel;
use property::Verdict;
use std::time::Duration;

const LIBRARY: &str = "extern double sin(double), atof(const char *); extern float powf(float, float); extern int snprintf(char *, unsigned long, const char *, ...); \
     extern int sprintf(char *, const char *, ...), sscanf(const char *, const char *, ...); extern void __VERIFIER_nondet_memory(void *, unsigned long); ";

fn verdict(text: &str, name: &str, seconds: u64) -> Verdict {
    let text = format!("{LIBRARY}int main(void) {{ {text} return 0; }}");
    super::ask(name, &[], &text, Duration::from_secs(seconds)).verdict()
}

/// The result of what is not supported may be part of any expression.
#[test]
fn what_is_not_supported_has_a_type() {
    let text = "extern double strtod(const char *, char **); int main(void) { if (nd() == 1 && strtod(\"2.5\", 0) + 1 != 3.5) reach_error(); return 0; }";
    assert!(matches!(super::verdict(MachineModel::Lp64, text, "bmc"), Verdict::Unknown(_)));
}

/// Compilers and machines disagree about the sign of a NaN.
#[test]
fn nothing_is_proved_by_the_sign_of_a_nan() {
    let text = "double zero; int main(void) { double n = zero / zero, m = n * -1.0; if (!__builtin_signbit(m)) reach_error(); return 0; }";
    for name in MEMORIES {
        assert_ne!(super::verdict(MachineModel::Lp64, text, name), Verdict::True, "soundness of {name}");
    }
}

/// A constant that no type of ILP32 holds is negative, as with gcc.
#[test]
fn large_decimal_constants() {
    let text =
        "int main(void) { long long x = nd(); if (x < -9223372036854775808LL) reach_error(); return 0; }";
    assert_eq!(super::verdict(MachineModel::Ilp32, text, "bmc"), Verdict::True, "soundness");
}

/// Each was said to be violated once.
#[test]
fn nobody_chooses_what_a_function_computes() {
    let texts = [
        "if (sin(1.0) > 2.0) reach_error();",
        "if (powf(2.0f, 0.0f) != 1.0f) reach_error();",
        "if (atof(\"1\") != 1) reach_error();",
        "int x = 0; if (sscanf(\"7\", \"%d\", &x) != 1 || x != 7) reach_error();",
        "char b[8]; snprintf(b, 8, \"hi\"); if (b[0] != 'h') reach_error();",
        "char b[8]; if (sprintf(b, \"%d\", 12) != 2) reach_error();",
    ];
    for (text, name) in texts.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        let verdict = verdict(text, name, 1);
        assert!(!matches!(verdict, Verdict::False(_)), "soundness: {name} says {verdict} of {text}");
    }
}

#[test]
fn what_does_not_depend_on_it_is_decided() {
    let proved = "int x = sin(1.0) > 0; if (x > 1) reach_error();";
    let violated = [
        "char b[8]; snprintf(b, 8, \"hi %d\", 7); if (b[3] == '7') reach_error();",
        "int x = 0; __VERIFIER_nondet_memory(&x, sizeof x); if (x == 0x01020304) reach_error();",
        "if (sin(1.0) > 0.5 && powf(3.0f, 2.0f) > 8.0f) reach_error();",
    ];
    for name in ["bmc", "predicate-abstraction", "symbolic-execution"] {
        assert_eq!(verdict(proved, name, 20), Verdict::True, "precision of {name}");
        for text in violated {
            assert_eq!(
                verdict(text, name, 20),
                Verdict::False("unreach-call".to_owned()),
                "precision of {name}: {text}"
            );
        }
    }
}
