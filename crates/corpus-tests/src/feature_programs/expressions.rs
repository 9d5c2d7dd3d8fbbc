//! Integer expressions over named variables, without and with side effects.
//!
//! Operands that are not sequenced get disjoint halves of the variables, so that a side effect in one never meets the other
//! (6.5p2). What an expression reads is always initialised.

use super::Writer;

/// The integer types of variables.
pub(super) use crate::scalars::INTEGERS;

const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "-7",
    "100",
    "127",
    "128",
    "-128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "0x80000000",
    "0xFFFFu",
    "1u",
    "-1L",
    "5UL",
    "-3LL",
    "0x7FFFFFFFFFFFFFFF",
    "0xFFFFFFFFFFFFFFFFULL",
    "'a'",
    "'\\377'",
    "(char)200",
    "(_Bool)7",
    "017",
];

/// A variable that can be read and written.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// An lvalue.
    pub(super) name: String,
    /// Its type.
    pub(super) ty: &'static str,
}

/// A constant.
pub(super) fn constant(out: &mut Writer) -> String {
    out.pick(CONSTANTS).to_owned()
}

/// An expression without side effects.
pub(super) fn pure(out: &mut Writer, variables: &[Variable], depth: usize) -> String {
    if depth == 0 || out.rng.chance(15) {
        return if variables.is_empty() || out.rng.chance(25) {
            constant(out)
        } else {
            out.rng.pick(variables).name.clone()
        };
    }
    let depth = depth - 1;
    let left = pure(out, variables, depth);
    match out.rng.below(13) {
        0..=3 => {
            let right = pure(out, variables, depth);
            let operator = out.pick(&["+", "-", "*", "&", "|", "^"]);
            format!("({left} {operator} {right})")
        }
        4 => {
            let right = pure(out, variables, depth);
            let operator = out.pick(&["/", "%"]);
            format!("({left} {operator} (({right} & 63) + 1))")
        }
        5 => {
            let right = pure(out, variables, depth);
            format!("({left} >> ({right} & 7))")
        }
        6 => {
            let right = pure(out, variables, depth);
            let ty = out.pick(&[
                "unsigned char",
                "unsigned short",
                "unsigned",
                "unsigned long",
                "unsigned long long",
            ]);
            format!("(({ty}){left} << ({right} & 15))")
        }
        7 => format!("({}{left})", out.pick(&["- ", "~", "!", "+ ", "!!"])),
        8 => format!("(({}){left})", out.pick(INTEGERS)),
        9 | 10 => {
            let right = pure(out, variables, depth);
            let operator = out.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
            format!("({left} {operator} {right})")
        }
        11 => {
            let (then, other) = (pure(out, variables, depth), pure(out, variables, depth));
            format!("({left} ? {then} : {other})")
        }
        _ => {
            let right = pure(out, variables, depth);
            format!("({left} ?: {right})")
        }
    }
}

/// An expression with side effects on the variables.
pub(super) fn effect(out: &mut Writer, variables: &[Variable], depth: usize) -> String {
    if variables.is_empty() {
        return constant(out);
    }
    let target = out.rng.below(variables.len());
    let Variable { name, ty } = variables[target].clone();
    let mut rest = variables.to_vec();
    rest.remove(target);
    if depth == 0 {
        return match out.rng.below(4) {
            0 => format!("{name}{}", out.pick(&["++", "--"])),
            1 => format!("{}{name}", out.pick(&["++", "--"])),
            2 => format!(
                "({name} {} {})",
                out.pick(&["=", "+=", "-=", "*=", "&=", "|=", "^="]),
                pure(out, variables, 1)
            ),
            _ => {
                let value = pure(out, variables, 1);
                update(out, &name, ty, &value)
            }
        };
    }
    let depth = depth - 1;
    match out.rng.below(14) {
        0 => format!(
            "({name} {} {})",
            out.pick(&["=", "+=", "-=", "*=", "&=", "|=", "^="]),
            effect(out, &rest, depth)
        ),
        1 => {
            let value = effect(out, &rest, depth);
            update(out, &name, ty, &value)
        }
        2 => format!("({}, {})", effect(out, variables, depth), effect(out, variables, depth)),
        3 | 4 => {
            let operator = out.pick(&["&&", "||"]);
            format!("({} {operator} {})", effect(out, variables, depth), effect(out, variables, depth))
        }
        5 => format!(
            "({} ? {} : {})",
            effect(out, variables, depth),
            effect(out, variables, depth),
            effect(out, variables, depth)
        ),
        6 => format!("({} ?: {})", effect(out, variables, depth), effect(out, variables, depth)),
        7 => statement_expression(out, variables, depth),
        8 => format!("({}{})", out.pick(&["- ", "~", "!"]), effect(out, variables, depth)),
        9 => format!("(({}){})", out.pick(INTEGERS), effect(out, variables, depth)),
        10 => {
            let pointer = format!("(*&{name})");
            if name.contains('.') || name.contains("->") {
                format!("({name} = {})", effect(out, &rest, depth))
            } else {
                format!("({pointer} += {})", effect(out, &rest, depth))
            }
        }
        11 => format!(
            "(*({}, &(long long){{{}}}))",
            effect(out, variables, depth),
            effect(out, variables, depth)
        ),
        _ => {
            let (left, right) = variables.split_at(variables.len() / 2);
            let operator = out.pick(&["+", "-", "*", "&", "|", "^", "<", ">=", "==", "!="]);
            format!("({} {operator} {})", effect(out, left, depth), effect(out, right, depth))
        }
    }
}

/// A compound assignment by an operator that not every operand fits.
fn update(out: &mut Writer, name: &str, ty: &str, value: &str) -> String {
    match out.rng.below(4) {
        0 => format!("({name} /= ({value} & 31) + 1)"),
        1 => format!("({name} %= ({value} & 31) + 1)"),
        2 if ty.starts_with("unsigned") => format!("({name} <<= {value} & 7)"),
        _ => format!("({name} >>= {value} & 7)"),
    }
}

/// A GNU statement expression with a variable of its own, which may hide another.
fn statement_expression(out: &mut Writer, variables: &[Variable], depth: usize) -> String {
    let ty = out.pick(INTEGERS);
    let name = out.fresh("t");
    let value = effect(out, variables, depth);
    let mut inner = variables.to_vec();
    inner.push(Variable { name: name.clone(), ty });
    let second = effect(out, &inner, depth);
    let last = match out.rng.below(3) {
        0 => name.clone(),
        1 => effect(out, &inner, depth),
        _ => pure(out, &inner, 2),
    };
    let condition = pure(out, &inner, 1);
    match out.rng.below(3) {
        0 => format!("({{ {ty} {name} = {value}; {second}; {last}; }})"),
        1 => format!("({{ {ty} {name} = {value}; if ({condition}) {second}; {last}; }})"),
        _ => format!(
            "({{ {ty} {name} = {value}; for (int i = 0; i < 3; i++) {{ if ({condition}) break; {second}; }} {last}; }})"
        ),
    }
}

/// Declares some initialised local variables of random types.
pub(super) fn locals(out: &mut Writer, n: usize, storage: &str) -> (String, Vec<Variable>) {
    let mut text = String::new();
    let mut variables = Vec::new();
    for _ in 0..n {
        let ty = out.pick(INTEGERS);
        let name = out.fresh("v");
        text.push_str(&format!("  {storage}{ty} {name} = {};\n", constant(out)));
        variables.push(Variable { name, ty });
    }
    (text, variables)
}

/// Statements that add the variables to the checksum.
pub(super) fn mix_all(variables: &[Variable]) -> String {
    let mut text = String::from(" ");
    for Variable { name, .. } in variables {
        text.push_str(&format!(" mix({name});"));
    }
    text.push('\n');
    text
}
