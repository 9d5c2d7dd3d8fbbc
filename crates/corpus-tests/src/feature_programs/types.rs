//! The types of expressions, seen through `_Generic`, `sizeof` and `typeof`; integer builtins; old-style functions.

use super::expressions::{INTEGERS, Variable, constant, effect, locals, mix_all, pure};
use super::{Area, Writer};

/// Writes a function.
pub(super) fn write(out: &mut Writer) {
    match out.rng.below(5) {
        0 | 1 => types(out),
        2 => builtins(out),
        3 => old_style(out),
        _ => records_as_values(out),
    }
}

const SELECT: &str = "_Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, unsigned: 8, long: 9, \
unsigned long: 10, long long: 11, unsigned long long: 12, float: 13, double: 14, long double: 15, default: 16";
/// Without qualifiers and `default`, which are refused for pointers.
const POINTERS: &str = "char *: 16, int *: 18, void *: 20";

fn types(out: &mut Writer) {
    let (mut text, variables) = locals(out, 6, "");
    text.push_str("  struct { int i : 7; unsigned u : 9; _Bool b : 1; unsigned w : 32; } s = { 5, 6, 1, 7 }; float f = 1; double d = 2; long double l = 3;\n");
    text.push_str("  int ia[3] = { 1, 2, 3 }; const int ca[2] = { 4, 5 }; int *ip = ia; const int *cp = ca; void *vp = ia; char str[] = \"abc\"; enum { A, B = 0x7fffffff } e = A;\n");
    let mut readable = variables.clone();
    for name in
        ["s.i", "s.u", "s.b", "s.w", "e", "B", "ia[1]", "*cp", "str[0]", "'a'", "L'b'", "u'c'", "U'd'"]
    {
        readable.push(Variable { name: name.to_owned(), ty: "int" });
    }
    for _ in 0..14 {
        let (value, other) = (pure(out, &readable, 2), pure(out, &readable, 2));
        let variable = out.rng.pick(&variables).name.clone();
        let untouched = effect(out, &variables, 1);
        let pointer = out.pick(&["ip", "vp", "ia", "(void *)0", "&ia[1]", "(int *)vp", "0", "(void *)vp"]);
        let real = out.pick(&["f", "d", "l", "1.0f", "2.0", "3.0L", "(float)d"]);
        text.push_str(&match out.rng.below(13) {
            0..=2 => format!("  mix(_Generic(+({value}), {SELECT})); mix(sizeof(+({value}))); mix({value});\n"),
            3 => format!("  mix(_Generic(({value}) {} ({other}), {SELECT}));\n", out.pick(&["+", "&", "<", "==", "&&", "<<"]).replace("<<", "*")),
            4 => format!("  mix(_Generic(1 ? ({value}) : ({other}), {SELECT})); mix(_Generic({variable}, {SELECT}));\n"),
            5 => format!("  mix(_Generic(1 ? {pointer} : ip, {POINTERS})); mix(_Generic(vp ? {pointer} : (void *)0, {POINTERS}));\n"),
            6 => format!("  mix(_Generic(({value}) + {real}, {SELECT})); mix(_Generic({real} ? {real} : ({value}), {SELECT})); mix(sizeof(({value}) * {real}));\n"),
            7 => format!("  mix(_Generic({variable}++, {SELECT})); mix(sizeof({untouched})); mix(_Generic(({variable} = 1), {SELECT}));\n"),
            8 => format!("  {{ __typeof__(+({value})) t = {value}; mix(t); mix(sizeof t); __auto_type a = +({value}); a++; mix(a); }}\n"),
            9 => format!("  mix(_Generic(({value}, {real}), {SELECT})); mix(_Generic(-{variable}, {SELECT})); mix(_Generic(~{variable}, {SELECT})); mix(_Generic(!{variable}, {SELECT}));\n"),
            10 => format!("  mix(__builtin_types_compatible_p(__typeof__(+({value})), {})); mix(__builtin_choose_expr(sizeof(+({value})) == 4, {variable}, 3));\n", out.pick(INTEGERS)),
            11 => format!("  mix(sizeof(ia)); mix(sizeof(ia + 0)); mix(sizeof(*&ia)); mix(_Alignof(__typeof__(+({value})))); mix(sizeof str); mix(_Generic(str, {POINTERS})); mix(_Generic(\"x\", {POINTERS})); mix(_Generic(&ia[0], {POINTERS}));\n"),
            _ => format!("  mix(_Generic(({value}) >> 1, {SELECT})); mix(_Generic(ip - ia, {SELECT})); mix(_Generic(sizeof 0, {SELECT})); mix({});\n", out.pick(&["'ab'", "'\\xff'", "L'\\xff'", "u'\\xffff'", "sizeof(L\"ab\")", "sizeof(u\"a\" \"b\")", "U\"xyz\"[1]", "sizeof u8\"\\u00e9\"", "'\\0a'", "0b101", "0x1p3", "1e3 > 0x.8p0", "07u", "sizeof 'a'", "sizeof(1L)"])),
        });
    }
    text.push_str(&mix_all(&variables));
    out.function(Area::Types, &text);
}

fn builtins(out: &mut Writer) {
    let (mut text, variables) = locals(out, 5, "");
    for _ in 0..14 {
        let (value, other) = (pure(out, &variables, 2), pure(out, &variables, 2));
        let width = out.pick(&["", "l", "ll"]);
        let result = out.pick(&[
            "signed char",
            "unsigned char",
            "short",
            "unsigned short",
            "int",
            "unsigned",
            "long",
            "unsigned long",
            "long long",
            "unsigned long long",
        ]);
        text.push_str(&match out.rng.below(10) {
            0 => format!("  mix(__builtin_popcount{width}({value})); mix(__builtin_parity{width}({value})); mix(__builtin_ffs{width}({value}));\n"),
            1 => format!("  {{ unsigned long long z = {value}; if ((unsigned)z) {{ mix(__builtin_clz(z)); mix(__builtin_ctz(z)); mix(__builtin_clzll(z)); mix(__builtin_ctzll(z)); }} mix(__builtin_clrsb((int)z)); }}\n"),
            2 => format!("  mix(__builtin_bswap16({value})); mix(__builtin_bswap32({value})); mix(__builtin_bswap64({value}));\n"),
            3..=5 => format!("  {{ {result} z; mix(__builtin_{}_overflow({value}, {other}, &z)); mix(z); }}\n", out.pick(&["add", "sub", "mul"])),
            6 => format!("  mix(__builtin_expect(({value}) != 0, 1)); if (__builtin_expect(!!({other}), 0)) mix(3);\n"),
            7 => format!("  {{ int i = {value}; unsigned u = {other}; mix(i < u); mix((short)i < (unsigned short)u); mix((signed char)i == (unsigned char)i); mix((long)i > u); mix(-1 < (unsigned char)u); mix(i >> 31); mix(u >> 31); }}\n"),
            8 => format!("  {{ int i = ({value}) & 0xffff; mix(__builtin_abs(i)); mix(__builtin_labs(i) + __builtin_llabs(-(long long)i)); mix(__builtin_constant_p(i) * 0); mix(__builtin_constant_p(5)); }}\n"),
            _ => format!("  {{ char *m = __builtin_alloca((({value}) & 15) + 1); m[0] = {other}; mix(m[0]); mix(__builtin_offsetof(struct {{ char a; struct {{ short x[3]; }} b[2]; }}, b[1].x[2])); }}\n"),
        });
    }
    text.push_str(&mix_all(&variables));
    out.function(Area::Types, &text);
}

fn old_style(out: &mut Writer) {
    let (first, second) = (out.pick(INTEGERS), out.pick(INTEGERS));
    let (name, later) = (out.fresh("f"), out.fresh("f"));
    let result = out.pick(INTEGERS);
    let variables =
        [Variable { name: "a".to_owned(), ty: first }, Variable { name: "b".to_owned(), ty: second }];
    let (one, two, three) = (effect(out, &variables, 2), pure(out, &variables, 3), pure(out, &variables, 2));
    out.line(&format!("static {result} {name}(a, f, b) {first} a; {second} b; float f; {{ mixd(f); mix(sizeof f); {one}; return {two}; }}"));
    out.line(&format!("static int {later}();"));
    let (mut text, locals) = locals(out, 4, "");
    for _ in 0..4 {
        let (left, right) = (pure(out, &locals, 2), effect(out, &locals, 1));
        let number = constant(out);
        let named = out.rng.pick(&locals).name.clone();
        text.push_str(&format!(
            "  mix({name}(({first})({left}), (float)({number}), ({second})5)); {right};\n"
        ));
        text.push_str(&format!(
            "  mix({later}((short)({left}), ({number}) ? 2.5f : 1, (unsigned char){named}));\n"
        ));
    }
    out.line(&format!("static int {later}(a, d, b) short a; double d; unsigned char b; {{ mixd(d); a++; b -= 3; mix(a); mix(b); return a * b; }}"));
    let inner = out.fresh("f");
    out.line(&format!("static inline {result} {inner}(const {first} a, register {second} b, int n[static 2], int m[const]) {{ n++; mix(*n); mix(sizeof m); return {three}; }}"));
    text.push_str(&format!("  {{ int z[3] = {{ 1, 2, 3 }}; mix({inner}({}, {}, z, z)); mix(({inner})({}, 1, z, z)); mix((**{inner})(1, 2, z, z)); }}\n", constant(out), constant(out), constant(out)));
    text.push_str(&mix_all(&locals));
    out.function(Area::Types, &text);
}

/// Members of records that are no objects, or of which only a part is one.
fn records_as_values(out: &mut Writer) {
    let record = out.fresh("S");
    let make = out.fresh("f");
    out.line(&format!("struct {record} {{ int n; struct {{ short s[3]; struct {{ char c; long long w; }} in; }} a[2]; union {{ int x; unsigned char y[4]; }}; unsigned b : 5; int k : 9; struct {record} *next; char rest[0]; }};"));
    out.line(&format!("static struct {record} {make}(int n) {{ struct {record} r = {{ n, {{ {{ {{ n + 1, n + 2 }} }}, [1].in.w = n * 7 }}, .b = n, -n }}; r.x = n * 0x10203; return r; }}"));
    let (mut text, variables) = locals(out, 4, "");
    text.push_str(&format!(
        "  struct {record} p = {make}(3), q = {make}(-200), *l = &p; p.next = &q; q.next = l;\n"
    ));
    for _ in 0..12 {
        let value = pure(out, &variables, 2);
        let changed = effect(out, &variables, 2);
        let part = out.pick(&[
            "n",
            "a[1].in.w",
            "a[0].s[1]",
            "a[0].s[0]",
            "x",
            "y[1]",
            "b",
            "k",
            "a[1].s[2]",
            "a[0].in.c",
        ]);
        text.push_str(&match out.rng.below(12) {
            0 => format!("  mix(({value} ? p : q).{part}); mix(({changed}, q).{part});\n"),
            1 => format!("  mix((p = q).{part}); p = {make}({value}); p.next = &q;\n"),
            2 => format!("  mix(({{ struct {record} t = q; t.{part} += 3; t; }}).{part}); mix({changed});\n"),
            3 => format!("  mix({make}({changed}).{part});\n"),
            4 => format!("  l->next->{part} {} {changed}; mix(l->next->next->{part});\n", out.pick(&["=", "+=", "-=", "^=", "|="])),
            5 => format!("  mix(l->next->{part}{}); l = l->next;\n", out.pick(&["++", "--"])),
            6 => format!("  mix((p.{part} = {changed})); mix((l->{part} += 2)); mix(++(*l).{part}); mix(p.{part}--);\n"),
            7 => format!("  l->a[({value}) & 1] = q.a[0]; mix(l->a[1].s[({changed}) & 1]);\n"),
            8 => format!("  mix((*(({value}) ? &p : &q)).{part}); mix((&q)->{part}); mix((&*l)[0].{part}); mix((*&p).{part});\n"),
            9 => format!("  {{ struct {record} arr[2] = {{ p, [1] = *l }}; arr[0] = arr[1]; mix(arr[0].{part}); mix((arr + 1)->{part}); mix((*arr).{part}); mix(sizeof arr); }}\n"),
            10 => format!("  {{ __typeof__(p.a[0]) *e = &l->a[1]; e->s[({value}) & 1]++; e[-1].in.w += {value}; mix(l->a[0].in.w); (--e)->in.c = {changed}; mix(e->in.c); }}\n"),
            _ => format!("  *(({value}) ? l : &q) = *l; mix(l->{part}); {{ struct {record} *z = malloc(sizeof *z + 4); *z = p; z->rest[3] = {value}; mix(z->rest[3]); mix(z->{part}); free(z); }}\n"),
        });
    }
    for part in ["n", "a[1].in.w", "a[0].s[1]", "a[0].s[0]", "x", "b", "k", "a[1].s[2]"] {
        text.push_str(&format!("  mix(p.{part}); mix(q.{part});"));
    }
    text.push_str(&mix_all(&variables));
    out.function(Area::Types, &text);
}
