//! Complex numbers: operators with real and complex operands, conversions, parts as places, values in records, arrays, arguments
//! and variable arguments; infinities, NaNs and zeros of both signs.
//!
//! On i386 libgcc multiplies and divides `float` and `double` with excess precision. There the operands of products and quotients
//! are small numbers, whose results no step rounds.

use super::{Area, Writer};
use cfa::MachineModel;
use std::fmt::Write as _;

/// Complex variables of every function.
const VARIABLES: &[&str] = &["z", "w", "f", "l", "c", "a[1]", "s.m", "(*p)"];
/// Those of floating type.
const FLOATING: &[&str] = &["z", "w", "f", "l", "a[1]", "s.m", "(*p)"];
/// Real operands.
const REALS: &[&str] = &["x", "y", "n", "k", "2", "-0.5", "1.5f", "3.0L", "0.0", "-0.0"];
/// Parts of numbers.
const PARTS: &[&str] = &["0.0", "-0.0", "1.0", "-2.0", "3.5", "0.25", "-7.0", "inf", "-inf", "nan", "6.0"];
/// Parts whose products are rounded, or overflow.
const WILD: &[&str] =
    &["0.1", "-3.7", "1e300", "1e-300", "-1e308", "3e-310", "1e160", "0x1.8p-1022", "1e-17"];
/// Divisors, by which small numbers are divided exactly.
const DIVISORS: &[&str] = &[
    "2.0, 0.0",
    "0.0, -4.0",
    "1.0, 1.0",
    "-2.0, 2.0",
    "0.0, 0.0",
    "inf, 1.0",
    "1.0, -inf",
    "nan, 1.0",
    "-0.0, 0.5",
];
const TYPES: &[&str] = &["double", "float", "long double"];
const CONSTANTS: &[&str] = &[
    "1.5i",
    "-2i",
    "3.0i",
    "2i",
    "1.0fi",
    "(-0.25 + 0i)",
    "(4.0L - 1i)",
    "0.5Li",
    "(1 - 2.0i)",
    "(2.5 + 1i)",
];

/// Writes a function.
pub(super) fn write(out: &mut Writer) {
    if !out.text.contains("static void mixc(") {
        out.line("static void mixc(long double _Complex z) { mixd(__real__ z); mixd(__imag__ z); }");
        out.line("static double _Complex cx_twice(double _Complex z, float _Complex w) { __real__ z += 1; return z + w; }");
        out.line("static float _Complex cx_narrow(float _Complex w) { return ~w; }");
        out.line("static void cx_many(int n, ...) { __builtin_va_list list; __builtin_va_start(list, n); while (n--) { mixc(__builtin_va_arg(list, double _Complex)); mixc(__builtin_va_arg(list, float _Complex)); mixd(__builtin_va_arg(list, double)); } __builtin_va_end(list); }");
        out.line(
            "static double _Complex cx_static = 1.5 + 2.0i * 2, cx_array[] = { 1, [2] = -3.0i, 2 - 1i };",
        );
    }
    let mut text = String::from("  double inf = __builtin_inf(), nan = __builtin_nan(\"\");\n");
    let (first, second) = (number(out), number(out));
    let (third, fourth) = (number(out), number(out));
    let _ = writeln!(
        text,
        "  double _Complex z = {first}, w = {second}, a[2] = {{ 1, {third} }}, *p = &cx_static; float _Complex f = {fourth};"
    );
    text.push_str("  long double _Complex l = z; _Complex int c = 3 - 4i; struct { char b; double _Complex m; } s = { 1, w }; double x = 2.5, one = 1; float y = -1.5f; int n = 3; unsigned k = 2; _Bool b;\n");
    for _ in 0..14 {
        let line = statement(out);
        let _ = writeln!(text, "  {line}");
    }
    for name in VARIABLES {
        let _ = write!(text, "  mixc({name});");
    }
    text.push_str("  mixd(x); mixd(y); mix(n); mix(k);\n");
    out.function(Area::Complex, &text);
}

fn number(out: &mut Writer) -> String {
    let (re, im) = (out.pick(PARTS), out.pick(PARTS));
    format!("__builtin_complex((double)({re}), (double)({im}))")
}

/// An operand of products and quotients whose value nobody knows before.
fn factor(out: &mut Writer) -> String {
    if out.machine == MachineModel::Lp64 && out.rng.chance(60) {
        let others = if out.rng.chance(50) { WILD } else { PARTS };
        let (ty, re, im) = (out.pick(TYPES), out.pick(WILD), out.pick(others));
        return format!("__builtin_complex(({ty})({re} * one), ({ty})({im}))");
    }
    let (ty, re, im) = (out.pick(TYPES), out.pick(PARTS), out.pick(PARTS));
    format!("__builtin_complex(({ty})({re} * one), ({ty})({im}))")
}

fn divisor(out: &mut Writer) -> String {
    if out.machine == MachineModel::Lp64 {
        return factor(out);
    }
    let (ty, parts) = (out.pick(TYPES), out.pick(DIVISORS));
    let (re, im) = parts.split_once(", ").unwrap_or((parts, "1.0"));
    format!("__builtin_complex(({ty})({re} * one), ({ty})({im}))")
}

/// A complex value without side effects, in which nothing is multiplied by a complex number.
fn pure(out: &mut Writer, depth: u32) -> String {
    if depth == 0 || out.rng.chance(25) {
        return match out.rng.below(4) {
            0 => out.pick(CONSTANTS).to_owned(),
            1 => number(out),
            _ => out.pick(VARIABLES).to_owned(),
        };
    }
    let left = pure(out, depth - 1);
    let real = out.pick(REALS);
    match out.rng.below(11) {
        0 | 1 => format!("({left} {} {})", out.pick(&["+", "-"]), pure(out, depth - 1)),
        2 => format!("({real} {} {left})", out.pick(&["+", "-"])),
        3 => format!("({left} {} {real})", out.pick(&["+", "-"])),
        4 => format!("({real} * {})", out.pick(FLOATING)),
        5 => format!("({} * {real})", out.pick(FLOATING)),
        6 => format!("({} / {real})", out.pick(FLOATING)),
        7 => format!("{}({left})", out.pick(&["-", "~", "+"])),
        8 => format!("({real} > 1 ? {left} : {})", pure(out, depth - 1)),
        9 => format!("({} _Complex)({left})", out.pick(TYPES)),
        _ => format!("({{ __typeof__({left}) t = {left}; t; }})"),
    }
}

fn statement(out: &mut Writer) -> String {
    let target = out.pick(VARIABLES);
    let floating = out.pick(FLOATING);
    let value = pure(out, 2);
    let real = out.pick(REALS);
    match out.rng.below(20) {
        0 | 1 => format!("{floating} = {value};"),
        2 => format!("mixc({value});"),
        3 => format!("mixc({} * {});", factor(out), factor(out)),
        4 => format!("mixc({} / {});", factor(out), divisor(out)),
        5 => {
            // The type of the product is that of its operands.
            let (left, right) = (factor(out), factor(out));
            format!("{{ __typeof__({left}) t = {left}; t *= {right}; mixc(t); t = {right}; mixc(t * t); }}")
        }
        6 => {
            let (left, right) = (factor(out), divisor(out));
            format!("{{ __typeof__({left}) t = {left}; t /= {right}; mixc(t); mixc({real} / {right}); x = {real}; x /= {right}; mixd(x); x = 2.5; }}")
        }
        7 => format!("__real__ {floating} {} {real}; __imag__ {floating} += 1;", out.pick(&["=", "+=", "-=", "*="])),
        8 => format!("mixc({target}++); mixc(--{target}); mixc(-{target}--); ++{target};"),
        9 => format!("{floating} {} {real}; mixc({floating} += {value});", out.pick(&["+=", "-=", "*=", "/="])),
        10 => format!("mix({target} == {value}); mix({value} != {floating}); mix({real} == {target}); mix({target} != {target});"),
        11 => format!("mix(!{target}); mix({value} && {target}); mix({target} || 0); if ({value}) mix(1); while ({target} != {target}) {{ mix(2); break; }} b = {value}; mix(b); mix((_Bool){target});"),
        12 => format!("z = cx_twice({target}, {value}); mixc(cx_narrow({value})); mixc(cx_twice({real}, 1i));"),
        13 => format!("cx_many(2, (double _Complex)({value}), f, x, z, cx_narrow(f), 1.5);"),
        14 => format!("{{ double *q = (double *)&{}; q[1] = {real}; mixd(q[0]); union {{ double _Complex u; unsigned long long v[2]; }} v = {{ w }}; if (w == w) mix(v.v[1]); }}", out.pick(&["z", "w", "a[1]"])),
        15 => format!("{{ struct {{ char b; double _Complex m; }} t = {{ 2, {value} }}, u; u = t; mixc(u.m); float _Complex g[3] = {{ [1] = {value}, 2 }}; mixc(g[1] + g[2] - g[0]); mixd(__real__ g[1]); }}"),
        16 => "c = c * (2 + 1i); mixc(c); c = ~c + n; c /= 3; mixc(c); c -= k - 1i; mix(c == 2); __imag__ c = __real__ c & 15; __real__ c %= 7; mixc(c * 3 - 1);".to_owned(),
        17 => format!("mix(sizeof({value})); mix(_Alignof(__typeof__({target}))); mix(__alignof__({target})); mix(_Generic({value}, float _Complex: 1, double _Complex: 2, long double _Complex: 3, _Complex int: 4, _Complex unsigned: 5, default: 6));"),
        18 => format!("*p = cx_array[{}] + {value}; mixc((double _Complex){{ {value} }}); x = {target}; n = (int)(long long)(x > -99 && x < 99 ? x : 0); x = 2.5; n = n % 4 + 4;", out.rng.below(4)),
        _ => format!("mixc(__builtin_conj({target})); mixd(__builtin_creal(w)); mixd(__builtin_cimagf(f)); mixc(__builtin_cproj(z)); mixc((1.0 + 2.0i) * (3 - {}.0i)); mixc(1i * 1.0i);", out.rng.below(9)),
    }
}
