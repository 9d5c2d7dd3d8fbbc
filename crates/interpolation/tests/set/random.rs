//! Random traces in the format of the set: assignments, conditions, arbitrary values and choices over three small variables.

/// Numbers from a seed (Knuth's linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// The text of a trace over bit-vectors of a width, without its name. Many are infeasible, not all.
pub(crate) fn text(seed: u64, width: u32) -> String {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    numbers.below(2);
    let mut text: String = VARIABLES.iter().map(|name| format!("{name}:bv{width}\n")).collect();
    let body: Vec<String> = (0..1 + numbers.below(3)).map(|_| statement(&mut numbers, 0)).collect();
    text.push_str(&format!("{}\n", statement(&mut numbers, 0)));
    text.push_str(&format!("repeat {} {{\n{}\n}}\n", 1 + numbers.below(3), body.join("\n")));
    for _ in 0..1 + numbers.below(3) {
        text.push_str(&format!("assume {}\n", condition(&mut numbers)));
    }
    text
}

fn statement(numbers: &mut Numbers, depth: usize) -> String {
    let name = numbers.pick(&VARIABLES);
    match numbers.below(9) {
        0..4 => format!("{name} = {}", expression(numbers, 2)),
        4..6 => format!("assume {}", condition(numbers)),
        6 => format!("havoc {name}"),
        _ if depth < 1 => {
            let mut path = || {
                let first = statement(numbers, depth + 1);
                format!("{{\n{first}\n{}\n}}", statement(numbers, depth + 1))
            };
            format!("choose {} or {}", path(), path())
        }
        _ => format!("{name} = {name} + 1"),
    }
}

fn condition(numbers: &mut Numbers) -> String {
    let operator = numbers.pick(&["==", "!=", "<u", "<=u", "<s", "<=s", ">u"]);
    // A variable comes first, so that constants have a type.
    format!("{} {operator} {}", numbers.pick(&VARIABLES), expression(numbers, 1))
}

fn expression(numbers: &mut Numbers, depth: usize) -> String {
    if depth == 0 || numbers.below(3) == 0 {
        return match numbers.below(2) {
            0 => numbers.below(8).to_string(),
            _ => numbers.pick(&VARIABLES).to_owned(),
        };
    }
    let operator = numbers.pick(&["+", "+", "-", "*", "&", "|", "^", "<<", ">>u", ">>s", "/u", "%u"]);
    format!("({} {operator} {})", numbers.pick(&VARIABLES), expression(numbers, depth - 1))
}
