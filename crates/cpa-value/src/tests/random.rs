//! Random programs: the walk along their executions is feasible, with every variable taken apart at the end.

use super::agreement::{PROBE, walk};
use proptest::prelude::*;
use std::fmt::Write as _;

/// A source of choices.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }
}

const PLACES: &[&str] = &[
    "c", "s", "i", "u", "l", "b", "r.x", "r.y", "r.f", "r.g", "a[0]", "a[1]", "a[2]", "*p", "k.h", "k.w",
    "a[u % 3]", "*q", "d",
];
const WHOLE: &[&str] =
    &["c", "s", "i", "u", "l", "b", "r.x", "r.y", "r.f", "r.g", "a[0]", "a[1]", "a[2]", "*p", "k.h", "k.w"];
const CONSTANTS: &[&str] =
    &["0", "1", "2", "-1", "3", "7", "127", "255", "0x8000", "2147483647", "5u", "4294967295u", "10L"];
const BINARY: &[&str] = &["+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"];
const CASTS: &[&str] = &[
    "(char)",
    "(unsigned char)",
    "(short)",
    "(int)",
    "(unsigned)",
    "(long)",
    "(_Bool)",
    "(float)",
    "-",
    "!",
];

/// An integer expression, or one that can be.
fn expression(dice: &mut Dice, depth: u32) -> String {
    if depth == 0 || dice.below(4) == 0 {
        return match dice.below(3) {
            0 => dice.pick(CONSTANTS).to_owned(),
            1 | 2 => dice.pick(PLACES).to_owned(),
            _ => unreachable!(),
        };
    }
    match dice.below(6) {
        0 => format!("{}({})", dice.pick(CASTS), expression(dice, depth - 1)),
        1 => format!("((int)({}) % 7)", integer(dice, depth - 1)),
        2 => format!("((unsigned)({}) >> {})", integer(dice, depth - 1), dice.below(31)),
        _ => {
            let operator = dice.pick(BINARY);
            let (left, right) = if matches!(operator, "&" | "|" | "^") {
                (format!("(long)({})", integer(dice, depth - 1)), integer(dice, depth - 1))
            } else {
                (expression(dice, depth - 1), expression(dice, depth - 1))
            };
            format!("({left} {operator} {right})")
        }
    }
}

/// An expression that is no float.
fn integer(dice: &mut Dice, depth: u32) -> String {
    let text = expression(dice, depth);
    // A float that no integer type holds would be undefined; a truth value always fits.
    if text.contains('d') || text.contains("float") { format!("(({text}) != 0)") } else { text }
}

fn statement(dice: &mut Dice, text: &mut String, depth: u32) {
    match dice.below(14) {
        0..=4 => {
            let place = dice.pick(PLACES);
            let value = if place == "d" { expression(dice, 2) } else { integer(dice, 2) };
            let _ = writeln!(text, "{place} = {value};");
        }
        5 => {
            let _ =
                writeln!(text, "{} = {};", dice.pick(WHOLE), dice.pick(&["nd()", "und()", "cnd()", "lnd()"]));
        }
        6 => {
            let _ =
                writeln!(text, "p = {};", dice.pick(&["&i", "&a[1]", "&r.x", "nd() ? &i : &a[2]", "&k.w"]));
        }
        7 => {
            let _ = writeln!(text, "q = {};", dice.pick(&["&c", "&k.h", "(char *)&i + 1", "(char *)&a[1]"]));
        }
        8 => {
            let source = dice.pick(&[
                "r2 = r;",
                "r = r2;",
                "memset(&r, 0, sizeof r);",
                "memcpy(a, a + 1, 4);",
                "memset(a, 3, 8);",
                "i = f(i, s);",
                "r2 = e(r);",
                "d = dnd();",
                "if (d == d) d = 3;",
            ]);
            let _ = writeln!(text, "{source}");
        }
        9 if depth > 0 => {
            let _ = writeln!(text, "for (int n = 0; n < {}; n++) {{", dice.below(4));
            for _ in 0..1 + dice.below(3) {
                statement(dice, text, depth - 1);
            }
            text.push_str("}\n");
        }
        _ if depth > 0 => {
            let _ = writeln!(text, "if ({}) {{", integer(dice, 3));
            for _ in 0..1 + dice.below(3) {
                statement(dice, text, depth - 1);
            }
            text.push_str("} else {\n");
            statement(dice, text, depth - 1);
            text.push_str("}\n");
        }
        _ => {
            let _ =
                writeln!(text, "if ({}) {} = {};", integer(dice, 3), dice.pick(WHOLE), dice.pick(CONSTANTS));
        }
    }
}

fn program(seed: u64) -> String {
    let mut dice = Dice(seed);
    let mut text = format!(
        "{PROBE}struct r {{ int x; short y; unsigned f : 3; int g : 6; }} r, r2; union k {{ char h; int w; }} k; int a[3]; char c; short s; int i; unsigned u; long l; _Bool b; double d;\n\
         int *p = &i; char *q = &c;\n\
         int f(int x, short y) {{ if (x == y) return x; if (x > 0) return f(x / 2, y) + 1; return y; }}\n\
         struct r e(struct r v) {{ v.x ^= v.y; v.f++; return v; }}\n\
         int main(void) {{\n"
    );
    for _ in 0..4 + dice.below(8) {
        statement(&mut dice, &mut text, 2);
    }
    for place in WHOLE {
        let _ = writeln!(text, "probe({place});");
    }
    text.push_str("probe(r2.x); probe(r2.f); probe(d == 3); return 0; }\n");
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 150 } else { 3000 }))]
    #[test]
    fn executions_are_feasible(seed in any::<u64>()) {
        let text = program(seed);
        prop_assert!(walk(&text) > 0);
    }
}
