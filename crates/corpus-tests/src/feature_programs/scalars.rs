//! Conversions between narrow, wide and floating types, bit-fields and enumerations, in places that evaluate once.

use super::expressions::{INTEGERS, Variable, constant, effect, locals, mix_all, pure};
use super::records::{Type, integer_leaves, structure};
use super::{Area, Writer};
use cfa::MachineModel;

/// Writes a function.
pub(super) fn write(out: &mut Writer) {
    match out.rng.below(4) {
        0 | 1 => members(out),
        2 => floats(out),
        _ => wide(out),
    }
}

/// Side effects on members and elements, with enumerations.
fn members(out: &mut Writer) {
    let record = structure(out, 1);
    let enumeration = out.fresh("E");
    let (first, second, third) = (out.fresh("C"), out.fresh("C"), out.fresh("C"));
    let start = out.pick(&["-2", "0", "'a'", "1 << 30", "0x7ffffffe", "sizeof(int)"]);
    out.line(&format!("enum {enumeration} {{ {first} = {start}, {second}, {third} = {first} - 1 }};"));
    let (mut text, mut variables) = locals(out, 3, "");
    let indirect = out.rng.chance(50);
    text.push_str(&format!("  {} s; memset(&s, 0, sizeof s); {} *p = &s; enum {enumeration} e = {second}; struct {{ enum {enumeration} f : 32; unsigned g : 3; }} z = {{ {first}, 9 }};\n", record.name, record.name));
    let mut leaves = Vec::new();
    integer_leaves(if indirect { "(*p)" } else { "s" }, &Type::Record(record), &mut leaves);
    variables.extend(leaves.iter().map(|(name, ty)| Variable { name: name.clone(), ty }));
    variables.push(Variable { name: "z.g".to_owned(), ty: "unsigned" });
    for number in 0..14 {
        let line = effect(out, &variables, 3);
        text.push_str(&format!("  {line};\n"));
        if number % 3 == 0 {
            let value = pure(out, &variables, 2);
            text.push_str(&format!("  e = ({value}) & 1; mix(e > -1); mix(e ? {first} : e); z.f = e; mix(z.f < {third}); mix(-z.f); e++; e += {third};\n"));
        }
    }
    text.push_str(&mix_all(&variables));
    for (name, _) in leaves {
        text.push_str(&format!("  mix({name});"));
    }
    text.push_str("\n  mix(e); mix(z.f);\n");
    out.function(Area::Scalars, &text);
}

fn floats(out: &mut Writer) {
    let (mut text, variables) = locals(out, 4, "");
    text.push_str("  float f = 1.5f; double d = -0.3; _Bool b = 0.1;\n");
    let long = out.machine == MachineModel::Lp64;
    if long {
        text.push_str("  long double l = 1.1L;\n");
    }
    let names: &[&str] = if long { &["f", "d", "l"] } else { &["f", "d"] };
    for _ in 0..12 {
        let target = out.pick(names);
        let other = out.pick(names);
        let integer = pure(out, &variables, 2);
        let named = out.rng.pick(&variables).clone();
        let changed = effect(out, &variables, 1);
        text.push_str(&match out.rng.below(12) {
            0 => format!("  {target} = {integer};\n"),
            1 => format!("  {target} {} {other} * 0.5 + ({integer});\n", out.pick(&["=", "+=", "-="])),
            2 => format!("  if ({target} > -100 && {target} < 100) mix((signed char){target}); mix((_Bool){target});\n"),
            3 => format!("  {target} /= 3; {target} *= {other} < 1e6 && {other} > -1e6 ? {other} : 1;\n"),
            4 => format!("  mix({target} < ({integer})); mix({target} == {other}); mix({target} != {target}); mix(!{target}); mix({target} && 1);\n"),
            5 => format!("  {target}++; --{other}; mixd({target}++); mixd(-{other});\n"),
            6 if named.ty != "_Bool" => format!("  {0} = 3; {0} *= 1.7; mix({0}); {0} += 0.9f; mix({0}); {0} = 'a' / 2.0; mix({0});\n", named.name),
            7 => format!("  b = {target}; mix(b); b += 0.4; mix(b); mixd(b ? {target} : {});\n", constant(out)),
            8 => format!("  {target} = ({changed}) * 1.0f; mixd({target});\n"),
            9 => format!("  {target} = {target} > 1e9 || {target} < -1e9 ? {other} / 1e12 : {target}; if ({target} > -1e9 && {target} < 1e9) {{ mix((long long){target}); mix((int)({target})); }}\n"),
            10 => format!("  mixd((float)({integer})); mixd((double)({integer})); mixd({target} ?: {other});\n"),
            _ => format!("  switch ((int)({target} > 0) + 2 * ({other} <= 1)) {{ case 0: {target} = 1; case 1: {other} += 2; break; default: {target} -= 0.125; }}\n"),
        });
    }
    for name in names {
        text.push_str(&format!("  mixd({name});"));
    }
    text.push_str(&mix_all(&variables));
    out.function(Area::Scalars, &text);
}

fn wide(out: &mut Writer) {
    let (mut text, mut variables) = locals(out, 3, "");
    let types: &[&'static str] = if out.machine == MachineModel::Lp64 {
        &["__int128", "unsigned __int128"]
    } else {
        &["long long", "unsigned long long"]
    };
    for number in 0..4 {
        let ty = types[number % 2];
        let name = out.fresh("v");
        text.push_str(&format!("  {ty} {name} = ({ty})0x7FFFFFFFu * ({}) + 1;\n", constant(out)));
        variables.push(Variable { name, ty });
    }
    for _ in 0..10 {
        let line = effect(out, &variables, 2);
        let (left, right) = (pure(out, &variables, 3), pure(out, &variables, 2));
        let name = out.rng.pick(&variables).name.clone();
        let ty = out.pick(types);
        let narrow = out.pick(INTEGERS);
        text.push_str(&match out.rng.below(6) {
            0 => format!("  {name} = ({ty})({left}) / ((({ty})({right}) & 0xFFFFFFFFF) + 1);\n"),
            1 => format!("  {name} = ({ty})({left}) % ((({ty})({right}) & 0xFFFFFFFFF) + 1);\n"),
            2 => format!("  {name} = ({ty})({left}) >> (({right}) & 63);\n"),
            3 => format!("  {name} = (({ty})({left}) < ({right})) + ({narrow})({left});\n"),
            4 => format!("  mixd(({ty})({left})); {name} = (({ty})1 << (({right}) & 31)) * {left};\n"),
            _ => format!("  {line};\n"),
        });
    }
    for Variable { name, .. } in &variables {
        text.push_str(&format!("  mix({name}); mix({name} >> 13 >> 20 >> 31);"));
    }
    text.push('\n');
    out.function(Area::Scalars, &text);
}
