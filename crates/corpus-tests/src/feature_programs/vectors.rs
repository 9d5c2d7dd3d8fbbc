//! Vector types: operators, elements, conversions, shuffles, vectors in records and arrays and as arguments.
//!
//! Floating elements stay small multiples of 1/16, so that every result is exact. Shift counts are masked and divisors
//! odd and small; elements wrap on both sides.

use super::{Area, Writer};

/// Element types: name, bytes, and the signed integer of that size.
const ELEMENTS: &[(&str, usize, &str)] = &[
    ("signed char", 1, "signed char"),
    ("unsigned char", 1, "signed char"),
    ("char", 1, "signed char"),
    ("short", 2, "short"),
    ("unsigned short", 2, "short"),
    ("int", 4, "int"),
    ("unsigned", 4, "int"),
    ("long long", 8, "long long"),
    ("unsigned long long", 8, "long long"),
    ("float", 4, "int"),
    ("double", 8, "long long"),
];

/// What a function's vectors are.
struct Kind {
    element: &'static str,
    bytes: usize,
    count: usize,
    /// The vector type, and that of masks.
    name: String,
    mask: String,
}

impl Kind {
    fn is_float(&self) -> bool {
        matches!(self.element, "float" | "double")
    }

    fn mix(&self) -> &'static str {
        if self.is_float() { "mixd" } else { "mix" }
    }
}

/// Writes a function.
pub(super) fn write(out: &mut Writer) {
    let kind = kind(out);
    let Kind { element, name, mask, count, .. } = &kind;
    let helper = out.fresh("vf");
    let body = value(out, &kind, &["a", "b"], 2);
    out.line(&format!("static {name} {helper}({name} a, {name} b) {{ return {body}; }}"));
    let last = out.fresh("vv");
    out.line(&format!(
        "static {name} {last}(int n, ...) {{ __builtin_va_list l; __builtin_va_start(l, n); {name} x = {{0}}; while (n--) x = __builtin_va_arg(l, {name}); __builtin_va_end(l); return x; }}"
    ));
    let global = out.fresh("vg");
    let list = elements(out, &kind);
    out.line(&format!("static {name} {global} = {list};"));
    let mut text = String::new();
    for variable in ["a", "b", "c"] {
        let list = elements(out, &kind);
        text.push_str(&format!("  {name} {variable} = {list};\n"));
    }
    let first = elements(out, &kind);
    let second = elements(out, &kind);
    text.push_str(&format!(
        "  struct {{ char t; {name} v; int u; }} s = {{ 1, {first}, 2 }}; {name} r[3] = {{ {first}, {second} }}, *p = r; {element} x = 3; int i = 1, j = 0; {mask} m = {{1, 2, 5}}; {name} d, e;\n"
    ));
    let mut sources = vec!["a", "b", "c", "s.v", "r[i]", "*p", "r[2]"];
    let global_name = global.clone();
    sources.push(&global_name);
    for _ in 0..10 {
        let line = statement(out, &kind, &sources, (&helper, &last));
        text.push_str(&format!("  {line}\n"));
        text.push_str(&format!("  for (j = 0; j < {count}; j++) {{ {}(d[j]); mix(m[j]); }}\n", kind.mix()));
    }
    for variable in ["a", "b", "c", "s.v", "r[0]", "r[1]", "r[2]", &global] {
        let element = if *count == 1 { "0".to_owned() } else { format!("j & {}", count - 1) };
        text.push_str(&format!("  for (j = 0; j < {count}; j++) {}(({variable})[{element}]);\n", kind.mix()));
    }
    text.push_str("  mix(s.t); mix(s.u); mix(i); mix(sizeof s.v); mix(p - r);\n");
    out.function(Area::Vectors, &text);
}

fn kind(out: &mut Writer) -> Kind {
    let &(element, bytes, signed) = out.rng.pick(ELEMENTS);
    let count = 1_usize << out.rng.below(5);
    let count = if bytes == 8 { count.min(8) } else { count };
    let (name, mask) = (out.fresh("V"), out.fresh("M"));
    let size = bytes * count;
    let declaration = match out.rng.below(3) {
        0 => format!("typedef {element} {name} __attribute__((vector_size({size})));"),
        1 => format!("typedef __attribute__((__vector_size__({size}), __may_alias__)) {element} {name};"),
        _ => format!("typedef {element} __attribute__((vector_size(sizeof({element}) * {count}))) {name};"),
    };
    out.line(&declaration);
    out.line(&format!("typedef {signed} {mask} __attribute__((vector_size({size})));"));
    Kind { element, bytes, count, name, mask }
}

/// A braced list, perhaps of fewer elements.
fn elements(out: &mut Writer, kind: &Kind) -> String {
    let given = 1 + out.rng.below(kind.count);
    let list: Vec<String> = (0..given).map(|_| constant(out, kind)).collect();
    format!("{{{}}}", list.join(", "))
}

/// A constant that is safe beside elements.
fn constant(out: &mut Writer, kind: &Kind) -> String {
    if kind.is_float() {
        return out.pick(&["0", "1", "-1", "2", "1.5f", "-0.5f", "3", "0.25f"]).to_owned();
    }
    let small = ["0", "1", "-1", "2", "7", "100", "-128", "127"];
    let wide = ["30000", "-32768", "256", "0x7fff"];
    let widest = ["0x7fffffff", "-2147483647 - 1", "123456789", "-65536"];
    match (kind.bytes, out.rng.below(3)) {
        (1, _) | (_, 0) => out.pick(&small).to_owned(),
        (2, _) | (_, 1) => out.pick(&wide).to_owned(),
        _ => out.pick(&widest).to_owned(),
    }
}

/// A vector without side effects.
fn value(out: &mut Writer, kind: &Kind, sources: &[&str], depth: usize) -> String {
    if depth == 0 {
        return match out.rng.below(4) {
            0 => format!("({}){}", kind.name, elements(out, kind)),
            _ => format!("({})", sources[out.rng.below(sources.len())]),
        };
    }
    let left = value(out, kind, sources, depth - 1);
    let scalar = format!("({})", constant(out, kind));
    let right = if out.rng.chance(25) { scalar } else { value(out, kind, sources, depth - 1) };
    if kind.is_float() {
        // Sums and differences of parts of the sources stay exact.
        return match out.rng.below(5) {
            0 => format!("({left} + {right} * 0.5f)"),
            1 => format!("({left} - {right} / 2)"),
            2 => {
                let right = value(out, kind, sources, depth - 1);
                let Kind { name, mask, .. } = kind;
                format!("(-{left} + ({name})(({mask})({right}) & ({mask})({left} < {right})))")
            }
            3 => format!("__builtin_convertvector(({left} >= {right}) & 3, {})", kind.name),
            _ => {
                let (other, name) = (value(out, kind, sources, depth - 1), &kind.name);
                format!("(a[0] > 1 ? ({name}){left} : ({name}){other})")
            }
        };
    }
    let most = kind.bytes * 8 - 1;
    match out.rng.below(12) {
        0..4 => format!("({left} {} {right})", out.pick(&["+", "-", "*", "&", "|", "^"])),
        4 => format!("({left} / (({right} & 6) | 1))"),
        5 => format!("({left} % (({right} & 14) | 1))"),
        6 => format!("({left} {} ({right} & {most}))", out.pick(&["<<", ">>"])),
        7 => format!("({left} {} {})", out.pick(&["<<", ">>"]), out.rng.below(most + 1)),
        8 => format!("({}{left})", out.pick(&["-", "~", "+"])),
        9 => format!("({})({left} {} {right})", kind.name, out.pick(&["<", ">", "<=", ">=", "==", "!="])),
        10 => shuffled(out, kind, &left, sources, depth),
        _ => converted(out, kind, &left),
    }
}

fn shuffled(out: &mut Writer, kind: &Kind, left: &str, sources: &[&str], depth: usize) -> String {
    let other = value(out, kind, sources, depth - 1);
    let mask: Vec<String> = (0..kind.count).map(|_| out.rng.below(100).to_string()).collect();
    let mask = format!("({}){{{}}}", kind.mask, mask.join(", "));
    let mask = if out.rng.chance(50) { mask } else { format!("({})({other})", kind.mask) };
    match out.rng.below(3) {
        0 => format!("__builtin_shuffle({left}, {mask})"),
        1 => format!("__builtin_shuffle(({0}){left}, ({0})({other}), {mask})", kind.name),
        _ => {
            let chosen: Vec<String> =
                (0..kind.count).map(|_| out.rng.below(2 * kind.count).to_string()).collect();
            format!("__builtin_shufflevector({left}, ({})({other}), {})", kind.name, chosen.join(", "))
        }
    }
}

/// There and back through another type.
fn converted(out: &mut Writer, kind: &Kind, left: &str) -> String {
    let size = kind.bytes * kind.count;
    let (through, bytes, _) = *out.rng.pick(&ELEMENTS[..9]);
    if out.rng.chance(50) && size.is_multiple_of(bytes) {
        let view = format!("({through} __attribute__((vector_size({size}))))");
        return format!("({})({view}({left}) + 1)", kind.name);
    }
    let wide = bytes * kind.count;
    format!(
        "__builtin_convertvector(__builtin_convertvector({left}, {through} __attribute__((vector_size({wide})))), {})",
        kind.name
    )
}

/// A statement, after which `d` has a new value.
fn statement(out: &mut Writer, kind: &Kind, sources: &[&str], (helper, last): (&str, &str)) -> String {
    let Kind { name, element, count, .. } = kind;
    let result = value(out, kind, sources, 2);
    let (left, right) = (value(out, kind, sources, 1), value(out, kind, sources, 1));
    let at = if *count == 1 { "0".to_owned() } else { format!("i & {}", count - 1) };
    let constant = constant(out, kind);
    let compare = out.pick(&["<", ">", "<=", ">=", "==", "!="]);
    if kind.is_float() {
        return match out.rng.below(7) {
            0 => format!("d = {result}; m = {left} {compare} {right};"),
            1 => format!("d = {helper}({left}, {right});"),
            2 => format!("d = {last}(2, {left}, {right}); i++; i &= 1;"),
            3 => format!("d = {left}; d[{at}] += 1; x = d[{at}]; d += x; d++;"),
            4 => format!("m = ({}){left}; m[{at}] ^= 1; d = {right};", kind.mask),
            5 => format!("e = d = {left}; ({element} *)&e; d -= e; d = -d; d[0] = (({element} *)&e)[{at}];"),
            _ => format!("d = {helper}({left}, {right})[{at}] * 0.5f + {helper}({right}, b);"),
        };
    }
    match out.rng.below(12) {
        0 => format!("d = {result}; m = {left} {compare} {right};"),
        1 => format!("c {} {left}; d = c;", out.pick(&["+=", "-=", "*=", "&=", "|=", "^="])),
        2 => format!("d = {helper}({left}, {right}); c = d;"),
        3 => format!("d = {last}(1 + i, {left}, {right}); i ^= 1;"),
        4 => format!("a[{at}] {} {constant}; d = a; b[{at}]++; x = b[{at}]--;", out.pick(&["=", "+=", "^="])),
        5 => format!("d = c{0}; d += {0}b;", out.pick(&["++", "--"])),
        6 => {
            // What moves must not be read beside it.
            let [left, right] = [(); 2].map(|()| value(out, kind, &["a", "b", "s.v", "r[2]"], 1));
            format!("p = r; *p++ += {left}; d = *p--; r[i++] ^= {right}; i &= 1;")
        }
        7 => format!("memcpy(&e, &s.v, sizeof e); ((unsigned char *)&e)[{at}] ^= 5; d = e; s.v = {left};"),
        8 => format!(
            "{{ union {{ {name} v; unsigned char b[sizeof({name})]; {element} e[{count}]; }} n; n.v = {left}; n.b[0] += 3; n.e[{at}] ^= 1; d = n.v; }}"
        ),
        9 => format!("x = ({left})[{at}]; d = {right} + x; x = {helper}(a, {left})[0]; d ^= x;"),
        10 => format!(
            "m = ({}){left}; m[{at}] = i; m = m {compare} 3; d = i ? ({name}){left} : ({name}){right};",
            kind.mask
        ),
        _ => format!(
            "{{ __auto_type q = {left}; __typeof__(q[0]) y = q[{at}]; d = q * y; d >>= 1; d <<= 1; d /= 3; d %= 9; r[i] = d; }}"
        ),
    }
}
