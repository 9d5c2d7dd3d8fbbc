//! Records by value, variadic functions, tables of function pointers, recursion, static variables.

use super::expressions::{INTEGERS, Variable, constant, effect, locals, mix_all, pure};
use super::initialisers::{Values, initialiser};
use super::records::{Record, Type, integer_leaves, mix_leaves, structure};
use super::{Area, Writer};

/// Writes functions and one that calls them.
pub(super) fn write(out: &mut Writer) {
    match out.rng.below(4) {
        0 | 1 => by_value(out),
        2 => variadic(out),
        _ => table(out),
    }
}

fn by_value(out: &mut Writer) {
    let (first, second) = (structure(out, 2), structure(out, 1));
    let (one, two) = (Type::Record(first.clone()), Type::Record(second.clone()));
    let name = out.fresh("f");
    let mut leaves = Vec::new();
    integer_leaves("a", &one, &mut leaves);
    integer_leaves("b", &two, &mut leaves);
    let mut variables: Vec<Variable> = leaves.into_iter().map(|(name, ty)| Variable { name, ty }).collect();
    let narrow = out.pick(INTEGERS);
    variables.push(Variable { name: "x".to_owned(), ty: narrow });
    let mut body = String::new();
    for _ in 0..3 {
        let target = out.rng.pick(&variables).name.clone();
        body.push_str(&format!(
            "  {target} {} {};\n",
            out.pick(&["=", "+=", "^=", "-="]),
            pure(out, &variables, 2)
        ));
    }
    out.line(&format!(
        "static {0} {name}({0} a, {narrow} x, {1} b) {{\n  if (fuel-- > 30) a = {name}(a, x + 1, b);\n{body}  return a;\n}}",
        first.name, second.name
    ));
    let (mut text, variables) = locals(out, 3, "");
    let init = initialiser(out, &one, Values::Of(&variables));
    text.push_str(&format!("  {} r = {init};\n", first.name));
    let init = initialiser(out, &two, Values::Of(&variables));
    text.push_str(&format!("  {} q[2] = {{ {init} }};\n  q[1] = q[0];\n", second.name));
    let mut results = Vec::new();
    integer_leaves("", &one, &mut results);
    for _ in 0..4 {
        let argument = effect(out, &variables, 2);
        let call = format!("{name}(r, {argument}, q[{}])", out.rng.below(2));
        let call = match out.rng.below(4) {
            0 => format!("{name}({call}, {}, q[1])", constant(out)),
            1 => format!("({} ? {call} : r)", constant(out)),
            2 => format!("(*({} *[]){{ &r, &({}){{ 0 }} }}[{}])", first.name, first.name, out.rng.below(2)),
            _ => call,
        };
        if results.is_empty() || out.rng.chance(40) {
            text.push_str(&format!("  r = {call};\n"));
        } else {
            let path = out.rng.pick(&results).0.clone();
            text.push_str(&format!("  mix({call}{path});\n"));
        }
    }
    text.push_str(&format!("  {} *p = &r, c; c = *p; *p = c;\n", first.name));
    mix_leaves("r", &one, &mut text);
    mix_leaves("c", &one, &mut text);
    mix_leaves("q[1]", &two, &mut text);
    out.function(Area::Calls, &text);
}

/// What an argument of a variadic function may be.
enum Argument {
    Integer(&'static str),
    Float,
    Text,
    Record(Record),
}

fn variadic(out: &mut Writer) {
    let mut arguments = Vec::new();
    for _ in 0..2 + out.rng.below(7) {
        arguments.push(match out.rng.below(8) {
            0..=3 => Argument::Integer(out.pick(&[
                "int",
                "unsigned",
                "long",
                "unsigned long",
                "long long",
                "unsigned long long",
            ])),
            4 | 5 => Argument::Float,
            6 => Argument::Text,
            _ => Argument::Record(structure(out, 1)),
        });
    }
    let (list, name) = (out.fresh("l"), out.fresh("f"));
    let mut body = String::new();
    for argument in &arguments {
        match argument {
            Argument::Integer(ty) => body.push_str(&format!("  mix(__builtin_va_arg(ap, {ty}));\n")),
            Argument::Float => body.push_str("  mixd(__builtin_va_arg(ap, double));\n"),
            Argument::Text => {
                body.push_str("  for (char *p = __builtin_va_arg(ap, char *); *p; p++) mix(*p);\n")
            }
            Argument::Record(record) => {
                let value = out.fresh("w");
                body.push_str(&format!("  {0} {value} = __builtin_va_arg(ap, {0});\n", record.name));
                mix_leaves(&value, &Type::Record(record.clone()), &mut body);
            }
        }
    }
    out.line(&format!("static int {list}(int n, __builtin_va_list ap) {{\n{body}  return n + 1;\n}}"));
    out.line(&format!(
        "static int {name}(short n, ...) {{\n  __builtin_va_list ap, copy; __builtin_va_start(ap, n); __builtin_va_copy(copy, ap);\n{body}  __builtin_va_end(ap);\n  n = {list}(n, copy); __builtin_va_end(copy); return n;\n}}"
    ));
    let (mut text, variables) = locals(out, 4, "");
    let mut values = Vec::new();
    for (number, argument) in arguments.iter().enumerate() {
        values.push(match argument {
            // Narrow arguments are promoted, so they are read as `int`.
            Argument::Integer("int") => {
                let ty = out.pick(&["char", "signed char", "unsigned char", "short", "_Bool", "int"]);
                format!("({ty})({})", pure(out, &variables, 2))
            }
            Argument::Integer(ty) => format!("({ty})({})", pure(out, &variables, 2)),
            Argument::Float => format!("({})({})", out.pick(&["float", "double"]), pure(out, &variables, 1)),
            Argument::Text => super::memory::literal(out),
            Argument::Record(record) => {
                let init = initialiser(out, &Type::Record(record.clone()), Values::Of(&variables));
                text.push_str(&format!("  {} r{number} = {init};\n", record.name));
                format!("r{number}")
            }
        });
    }
    text.push_str(&format!("  mix({name}({}, {}));\n", out.rng.below(50), values.join(", ")));
    text.push_str(&format!("  mix({name}({}, {}));\n", out.rng.below(50), values.join(", ")));
    text.push_str(&mix_all(&variables));
    out.function(Area::Calls, &text);
}

fn table(out: &mut Writer) {
    let table = out.fresh("table");
    let (result, parameter) = (out.pick(INTEGERS), out.pick(INTEGERS));
    let mut names = Vec::new();
    out.line(&format!("static {result} (*const {table}[4])({parameter} x, long long *y);"));
    for _ in 0..4 {
        let name = out.fresh("f");
        let (statics, mut variables) = locals(out, 2, "static ");
        variables.push(Variable { name: "x".to_owned(), ty: parameter });
        variables.push(Variable { name: "(*y)".to_owned(), ty: "long long" });
        let (first, second) = (effect(out, &variables, 2), effect(out, &variables, 2));
        let value = pure(out, &variables, 2);
        out.line(&format!(
            "static {result} {name}({parameter} x, long long *y) {{\n{statics}  {first}; {second};\n  if (fuel-- > 10) *y += {table}[*y & 3](x, y);\n  return {value};\n}}"
        ));
        names.push(format!("{}{name}", out.pick(&["", "&"])));
    }
    out.line(&format!(
        "static {result} (*const {table}[4])({parameter} x, long long *y) = {{ {} }};",
        names.join(", ")
    ));
    let (mut text, variables) = locals(out, 3, "");
    text.push_str("  long long y = 3;\n");
    for _ in 0..4 {
        // The index must not read what the argument writes.
        let index = format!("y >> {}", out.rng.below(8));
        let argument = effect(out, &variables, 1);
        text.push_str(&match out.rng.below(3) {
            0 => format!("  mix({table}[({index}) & 3]({argument}, &y));\n"),
            1 => format!("  mix((*{table}[({index}) & 3])({argument}, &y));\n"),
            _ => format!("  {{ {result} (*f)({parameter}, long long *) = ({index}) ? {table}[1] : *{table}[2]; mix(f({argument}, &y)); }}\n"),
        });
        text.push_str("  fuel = 14; mix(y);\n");
    }
    text.push_str(&mix_all(&variables));
    out.function(Area::Calls, &text);
}
