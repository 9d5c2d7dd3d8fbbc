//! Initialisers: nested, with and without braces, designated, of static and automatic objects and compound literals.

use super::expressions::{Variable, constant, locals, pure};
use super::records::{Record, Type, declarator, mix_layout, mix_leaves, structure};
use super::{Area, Writer};

/// Whether the values of an initialiser must be constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Values<'a> {
    Constant,
    Of(&'a [Variable]),
}

impl PartialEq for Variable {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Variable {}

/// Writes types, objects and a function.
pub(super) fn write(out: &mut Writer) {
    let record = structure(out, 3);
    let ty = Type::Record(record.clone());
    let (mut text, variables) = locals(out, 3, "");
    mix_layout(&record, &mut text);

    let global = out.fresh("g");
    let value = initialiser(out, &ty, Values::Constant);
    let storage = out.pick(&["", "static ", "const "]);
    out.line(&format!("{storage}{} = {value};", declarator(&ty, &global)));
    mix_leaves(&global, &ty, &mut text);

    let array = Type::Array(Box::new(ty.clone()), 2 + out.rng.below(3));
    for storage in ["static ", ""] {
        let name = out.fresh("a");
        let values = if storage.is_empty() { Values::Of(&variables) } else { Values::Constant };
        let value = initialiser(out, &array, values);
        text.push_str(&format!("  {storage}{} = {value};\n", declarator(&array, &name)));
        mix_leaves(&name, &array, &mut text);
    }
    open_array(out, &ty, &variables, &mut text);

    let name = out.fresh("p");
    let value = initialiser(out, &ty, Values::Of(&variables));
    text.push_str(&format!("  {0} *{name} = &({0}){value};\n", record.name));
    mix_leaves(&format!("(*{name})"), &ty, &mut text);
    let value = initialiser(out, &ty, Values::Of(&variables));
    let copy = out.fresh("c");
    text.push_str(&format!("  {} {copy} = *{name}; {copy} = ({})", record.name, record.name));
    text.push_str(&format!("{value};\n"));
    mix_leaves(&copy, &ty, &mut text);
    strings(out, &mut text);
    out.function(Area::Initialisers, &text);
}

/// An array whose length its initialiser gives.
fn open_array(out: &mut Writer, ty: &Type, variables: &[Variable], text: &mut String) {
    let name = out.fresh("o");
    let value = initialiser(out, ty, Values::Of(variables));
    let at = out.rng.below(5);
    let last = initialiser(out, ty, Values::Of(variables));
    text.push_str(&format!("  {} = {{ {value}, [{at}] = {last} }};\n", declarator(ty, &format!("{name}[]"))));
    text.push_str(&format!("  mix(sizeof {name}); mix(sizeof {name} / sizeof *{name});\n"));
    mix_leaves(&format!("{name}[{at}]"), ty, text);
    mix_leaves(&format!("{name}[0]"), ty, text);
    let range = out.fresh("r");
    let (low, high) = (out.rng.below(3), 3 + out.rng.below(4));
    let (first, second) = (constant(out), constant(out));
    let inside = out.rng.below(8);
    text.push_str(&format!(
        "  {} {range}[] = {{ {first}, [{low} ... {high}] = {second}, {first}, [{inside}] = 77 }};\n",
        out.pick(super::expressions::INTEGERS)
    ));
    text.push_str(&format!(
        "  for (size_t i = 0; i < sizeof {range} / sizeof {range}[0]; i++) mix({range}[i]);\n"
    ));
}

/// Character arrays that strings initialise.
fn strings(out: &mut Writer, text: &mut String) {
    let name = out.fresh("s");
    let literal = super::memory::literal(out);
    let storage = out.pick(&["", "static "]);
    match out.rng.below(5) {
        0 => text.push_str(&format!("  {storage}char {name}[] = {literal};\n")),
        1 => text.push_str(&format!("  {storage}char {name}[40] = {literal};\n")),
        2 => text.push_str(&format!("  {storage}unsigned char {name}[] = {{ {literal} }};\n")),
        3 => text.push_str(&format!("  {storage}char {name}[3][40] = {{ {literal}, [2] = {literal} }};\n")),
        _ => text.push_str(&format!(
            "  {storage}struct {{ char a[40]; int n; }} {name}[2] = {{ {literal}, 3, {{ {literal} }} }};\n"
        )),
    }
    text.push_str(&format!(
        "  mix(sizeof {name}); for (size_t i = 0; i < sizeof {name}; i++) mix(((unsigned char *)&{name})[i]);\n"
    ));
}

/// A braced initialiser of an array or record.
pub(super) fn initialiser(out: &mut Writer, ty: &Type, values: Values<'_>) -> String {
    match ty {
        Type::Integer(_) | Type::Bits(..) | Type::Float(_) => scalar(out, ty, values),
        Type::Array(element, n) => array(out, element, *n, values),
        Type::Record(record) => braced(out, record, values),
    }
}

fn scalar(out: &mut Writer, ty: &Type, values: Values<'_>) -> String {
    match (ty, values) {
        (Type::Float(_), _) => out.pick(&["1.5", "-0.25f", "3", "1e10", "-7L", "0.1"]).to_owned(),
        (_, Values::Constant) => {
            if out.rng.chance(50) {
                constant(out)
            } else {
                pure(out, &[], 2)
            }
        }
        (_, Values::Of(variables)) => pure(out, variables, 2),
    }
}

fn array(out: &mut Writer, element: &Type, n: usize, values: Values<'_>) -> String {
    let mut items = Vec::new();
    match out.rng.below(4) {
        // In order, perhaps not all, perhaps without inner braces.
        0 | 1 => {
            let elide = out.rng.chance(30);
            let count = if elide { n } else { out.rng.below(n + 1).max(1) };
            for _ in 0..count {
                items.push(if elide {
                    elided(out, element, values)
                } else {
                    initialiser(out, element, values)
                });
            }
        }
        _ => {
            let (mut at, first) = (out.rng.below(n), out.rng.below(n));
            if matches!(element, Type::Integer(_)) {
                items.push(format!("[{first} ... {}] = {}", n - 1, constant(out)));
            }
            // Each element at most once: what an override leaves of the first value is another matter.
            items.push(format!("[{at}] = {}", initialiser(out, element, values)));
            while at + 1 < n && out.rng.chance(60) {
                at += 1;
                items.push(initialiser(out, element, values));
            }
        }
    }
    list(out, &items)
}

fn braced(out: &mut Writer, record: &Record, values: Values<'_>) -> String {
    let mut items = Vec::new();
    if record.is_union {
        let (name, ty) = out.rng.pick(&record.members).clone();
        return if out.rng.chance(60) {
            format!("{{ .{name} = {} }}", full(out, &ty, values))
        } else {
            format!("{{ {} }}", full(out, &record.members[0].1, values))
        };
    }
    match out.rng.below(4) {
        0 | 1 => {
            let elide = out.rng.chance(30);
            let n = record.members.len();
            let count = if elide { n } else { out.rng.below(n + 1).max(1) };
            for (_, ty) in record.members.iter().take(count) {
                items.push(if elide { elided(out, ty, values) } else { initialiser(out, ty, values) });
            }
        }
        2 => {
            let mut order: Vec<usize> = (0..record.members.len()).collect();
            while !order.is_empty() && (items.is_empty() || out.rng.chance(80)) {
                let (name, ty) = &record.members[order.swap_remove(out.rng.below(order.len()))];
                items.push(format!(".{name} = {}", initialiser(out, ty, values)));
            }
        }
        _ => {
            let start = out.rng.below(record.members.len());
            for (number, (name, ty)) in record.members.iter().enumerate().skip(start) {
                match ty {
                    Type::Array(element, n) if number == start => {
                        items.push(format!(".{name}[{}] = {}", n - 1, initialiser(out, element, values)));
                    }
                    _ if number == start => items.push(format!(".{name} = {}", initialiser(out, ty, values))),
                    _ => items.push(initialiser(out, ty, values)),
                }
            }
        }
    }
    list(out, &items)
}

/// The whole of a union member: what is left out would be bytes of no value.
fn full(out: &mut Writer, ty: &Type, values: Values<'_>) -> String {
    match ty {
        Type::Integer(_) | Type::Bits(..) | Type::Float(_) => scalar(out, ty, values),
        Type::Array(element, n) => {
            let items: Vec<String> = (0..*n).map(|_| full(out, element, values)).collect();
            list(out, &items)
        }
        Type::Record(record) => {
            let items: Vec<String> = record.members.iter().map(|(_, ty)| full(out, ty, values)).collect();
            list(out, &items)
        }
    }
}

/// All leaves without braces; of a union, the first member.
fn elided(out: &mut Writer, ty: &Type, values: Values<'_>) -> String {
    match ty {
        Type::Integer(_) | Type::Bits(..) | Type::Float(_) => scalar(out, ty, values),
        Type::Array(element, n) => {
            let items: Vec<String> = (0..*n).map(|_| elided(out, element, values)).collect();
            items.join(", ")
        }
        Type::Record(Record { members, is_union, .. }) => {
            let n = if *is_union { 1 } else { members.len() };
            let items: Vec<String> = members.iter().take(n).map(|(_, ty)| elided(out, ty, values)).collect();
            items.join(", ")
        }
    }
}

fn list(out: &mut Writer, items: &[String]) -> String {
    let comma = out.pick(&["", ","]);
    format!("{{ {}{comma} }}", items.join(", "))
}
