//! Functions of the library: what their models leave open is open to proofs, and no execution has values that the function does not give.

use super::MEMORIES;
use cfa::MachineModel;
use property::Verdict;

const LIBRARY: &str = "extern double sin(double), atof(const char *); extern float powf(float, float); extern int snprintf(char *, unsigned long, const char *, ...); \
     extern int sprintf(char *, const char *, ...); extern void __VERIFIER_nondet_memory(void *, unsigned long); ";

fn verdict(text: &str, name: &str) -> Verdict {
    let text = format!("{LIBRARY}int main(void) {{ {text} return 0; }}");
    super::verdict(MachineModel::Lp64, &text, name)
}

/// Each was said to be violated once.
#[test]
fn nobody_chooses_what_a_function_computes() {
    let texts = [
        "if (sin(1.0) > 2.0) reach_error();",
        "if (powf(2.0f, 0.0f) != 1.0f) reach_error();",
        "if (atof(\"1\") != 1) reach_error();",
        "char b[8]; snprintf(b, 8, \"hi\"); if (b[0] != 'h') reach_error();",
        "char b[8]; if (sprintf(b, \"%d\", 12) != 2) reach_error();",
    ];
    for (text, name) in texts.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        let verdict = verdict(text, name);
        assert!(!matches!(verdict, Verdict::False(_)), "soundness: {name} says {verdict} of {text}");
    }
}

#[test]
fn what_does_not_depend_on_it_is_decided() {
    let proved = "int x = sin(1.0) > 0; if (x > 1) reach_error();";
    let violated = [
        "char b[8]; snprintf(b, 8, \"hi %d\", 7); if (b[3] == '7') reach_error();",
        "int x = 0; __VERIFIER_nondet_memory(&x, sizeof x); if (x == 0x01020304) reach_error();",
    ];
    for name in ["bmc", "predicate-abstraction", "symbolic-execution"] {
        assert_eq!(verdict(proved, name), Verdict::True, "precision of {name}");
        for text in violated {
            assert_eq!(
                verdict(text, name),
                Verdict::False("unreach-call".to_owned()),
                "precision of {name}: {text}"
            );
        }
    }
}
