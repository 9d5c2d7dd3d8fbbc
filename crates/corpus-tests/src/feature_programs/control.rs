//! Switches, loops and jumps in any nesting, with side effects in conditions.
//!
//! A case label or a jump may lead into the middle of any loop or block, because loop counters are variables of the function and
//! blocks with variables of their own contain no labels.

use super::expressions::{Variable, effect, locals, mix_all, pure};
use super::{Area, Writer};

/// A function body under construction.
struct Body {
    variables: Vec<Variable>,
    /// Counters that loops use.
    counters: Vec<String>,
    /// Labels that were set.
    labels: Vec<usize>,
    /// How many labels jumps may name.
    n_labels: usize,
    /// Case values that the innermost switches still have to give.
    cases: Vec<Vec<u32>>,
    /// Loops around this place, within the innermost switch.
    breakable: usize,
    loops: usize,
    /// Whether labels may stand here.
    open: bool,
}

/// Writes a function.
pub(super) fn write(out: &mut Writer) {
    let (mut text, variables) = locals(out, 5, "");
    let n_labels = 2 + out.rng.below(5);
    let mut body = Body {
        variables,
        counters: Vec::new(),
        labels: Vec::new(),
        n_labels,
        cases: Vec::new(),
        breakable: 0,
        loops: 0,
        open: true,
    };
    let mut statements = String::new();
    for _ in 0..3 + out.rng.below(5) {
        statements.push_str(&statement(out, &mut body, 3));
    }
    for label in 0..n_labels {
        if !body.labels.contains(&label) {
            statements.push_str(&format!("L{label}: ;\n"));
        }
    }
    for counter in &body.counters {
        text.push_str(&format!("  int {counter} = 0;\n"));
    }
    let table: Vec<String> = (0..8).map(|_| format!("&&L{}", out.rng.below(n_labels))).collect();
    text.push_str(&format!("  static const void *const table[8] = {{ {} }};\n", table.join(", ")));
    text.push_str(&statements);
    text.push_str(&mix_all(&body.variables));
    out.function(Area::Control, &text);
}

/// A statement, with the labels before it.
fn statement(out: &mut Writer, body: &mut Body, depth: usize) -> String {
    let mut text = String::new();
    if body.open && out.rng.chance(25) {
        let label = out.rng.below(body.n_labels);
        if !body.labels.contains(&label) {
            body.labels.push(label);
            text.push_str(&format!("L{label}: ;\n"));
        }
    }
    if body.open
        && out.rng.chance(45)
        && let Some(values) = body.cases.last_mut()
        && let Some(value) = values.pop()
    {
        text.push_str(&match (out.rng.below(5), values.last() == Some(&(value + 1))) {
            (0, true) => {
                values.pop();
                format!("case {value} ... {}: ", value + 1)
            }
            (1, _) => format!("case {value}: ; "),
            _ => format!("case {value}: "),
        });
    }
    text.push_str(&unlabelled(out, body, depth));
    text
}

fn condition(out: &mut Writer, body: &Body) -> String {
    if out.rng.chance(40) { effect(out, &body.variables, 1) } else { pure(out, &body.variables, 2) }
}

fn unlabelled(out: &mut Writer, body: &mut Body, depth: usize) -> String {
    let choice = if depth == 0 { out.rng.below(9) } else { out.rng.below(20) };
    match choice {
        0..=2 => format!("{};\n", effect(out, &body.variables, 3)),
        3 => format!("mix({});\n", effect(out, &body.variables, 2)),
        4 if body.n_labels > 0 => {
            format!("if (({}) && --fuel > 0) goto L{};\n", condition(out, body), out.rng.below(body.n_labels))
        }
        5 if body.n_labels > 0 => format!(
            "if (({}) && --fuel > 0) goto *table[({}) & 7];\n",
            condition(out, body),
            pure(out, &body.variables, 1)
        ),
        6 if body.breakable > 0 => format!("if ({}) break;\n", condition(out, body)),
        7 if body.loops > 0 => format!("if ({}) continue;\n", condition(out, body)),
        4..=9 => {
            let target = out.rng.pick(&body.variables).name.clone();
            format!("{target} = {};\n", pure(out, &body.variables, 4))
        }
        10 | 11 => {
            let (condition, then) = (condition(out, body), block(out, body, depth));
            if out.rng.chance(50) {
                format!("if ({condition}) {then}")
            } else {
                format!("if ({condition}) {then}else {}", block(out, body, depth))
            }
        }
        12..=14 => repeat(out, body, depth),
        15..=17 => switch(out, body, depth),
        _ => shadow(out, body, depth),
    }
}

fn block(out: &mut Writer, body: &mut Body, depth: usize) -> String {
    let mut text = String::from("{\n");
    for _ in 0..1 + out.rng.below(3) {
        text.push_str(&statement(out, body, depth - 1));
    }
    text.push_str("}\n");
    text
}

fn repeat(out: &mut Writer, body: &mut Body, depth: usize) -> String {
    let counter = out.fresh("k");
    body.counters.push(counter.clone());
    let condition = condition(out, body);
    let step = effect(out, &body.variables, 1);
    body.breakable += 1;
    body.loops += 1;
    let inner = block(out, body, depth);
    body.breakable -= 1;
    body.loops -= 1;
    match out.rng.below(4) {
        0 => format!("for ({counter} = 0; {counter} < 4; {counter}++) {inner}"),
        1 => format!("for ({counter} = 0; {counter} < 4 && ({condition}); {counter}++, {step}) {inner}"),
        2 => format!("{counter} = 3; while ({counter}-- > 0 || ({counter} = 0)) {inner}"),
        _ => format!("{counter} = 0; do {inner} while (++{counter} < 3 && ({condition}));\n"),
    }
}

fn switch(out: &mut Writer, body: &mut Body, depth: usize) -> String {
    let start = out.rng.below(3) as u32;
    let values: Vec<u32> = (start..start + 6).rev().collect();
    let (outer_open, outer_loops) = (std::mem::replace(&mut body.open, true), body.loops);
    // A block with variables around the switch allows cases in it, but no label that is jumped to from outside.
    let outer_labels = if outer_open { body.labels.clone() } else { (0..body.n_labels).collect() };
    let kept = std::mem::replace(&mut body.labels, outer_labels.clone());
    body.cases.push(values);
    body.breakable += 1;
    let value = match out.rng.below(4) {
        0 => format!("({}) & 7", effect(out, &body.variables, 1)),
        1 => format!("(unsigned char)({}) % 8u", pure(out, &body.variables, 2)),
        2 => format!("(long long)(({}) & 7)", pure(out, &body.variables, 2)),
        _ => format!("(char)(({}) & 7)", pure(out, &body.variables, 2)),
    };
    let mut text = format!("switch ({value}) {{\n");
    let default = out.rng.below(8);
    for number in 0..2 + out.rng.below(4) {
        if number == default {
            text.push_str("default: ");
        }
        text.push_str(&statement(out, body, depth - 1));
        if out.rng.chance(30) {
            text.push_str("break;\n");
        }
    }
    text.push_str("}\n");
    body.breakable -= 1;
    body.cases.pop();
    body.open = outer_open;
    body.loops = outer_loops;
    if !outer_open {
        body.labels = kept;
    }
    text
}

/// A block with a variable of its own, which hides another one.
fn shadow(out: &mut Writer, body: &mut Body, depth: usize) -> String {
    let open = std::mem::replace(&mut body.open, false);
    let hidden = out.rng.below(body.variables.len());
    let Variable { name, ty } = body.variables[hidden].clone();
    let outer = pure(out, &body.variables, 1);
    let new = out.pick(super::expressions::INTEGERS);
    let storage = out.pick(&["", "", "static ", "register "]);
    let saved = out.fresh("w");
    body.variables[hidden].ty = new;
    let value = if storage == "static " { "5".to_owned() } else { saved.clone() };
    let mut text = format!("{{ long long {saved} = {outer}; {storage}{new} {name} = {value};\n");
    let registered = storage == "register ";
    let mut taken = None;
    if registered {
        // The address of a register variable cannot be taken.
        taken = Some(body.variables.remove(hidden));
    }
    for _ in 0..1 + out.rng.below(3) {
        text.push_str(&statement(out, body, depth - 1));
    }
    text.push_str(&format!("mix({name}); }}\n"));
    if let Some(variable) = taken {
        body.variables.insert(hidden, variable);
    }
    body.variables[hidden].ty = ty;
    body.open = open;
    text
}
