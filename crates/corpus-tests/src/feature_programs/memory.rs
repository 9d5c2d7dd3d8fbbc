//! Pointers into arrays, arrays of variable length, library functions on bytes and strings, string literals.

use super::expressions::{INTEGERS, constant, effect, locals, mix_all, pure};
use super::{Area, Writer};

/// Writes a function.
pub(super) fn write(out: &mut Writer) {
    match out.rng.below(4) {
        0 => pointers(out),
        1 => variable_length(out),
        2 => bytes(out),
        _ => texts(out),
    }
}

/// A string literal with escapes, perhaps of several parts, of less than 40 characters.
pub(super) fn literal(out: &mut Writer) -> String {
    const PARTS: &[&str] = &[
        "a",
        "Z",
        "9",
        " ",
        "?",
        "%",
        "\\n",
        "\\t",
        "\\\\",
        "\\\"",
        "\\'",
        "\\0",
        "\\1",
        "\\12",
        "\\177",
        "\\377",
        "\\x1",
        "\\xff\" \"",
        "\\x7f\" \"",
        "\\a",
        "\\b",
        "\\f",
        "\\r",
        "\\v",
        "\\e",
        "\\?",
        "\u{e4}",
        "??/\"\"",
        "\\u00e9",
        "//",
        "/*",
    ];
    let mut text = String::from("\"");
    for _ in 0..out.rng.below(12) {
        text.push_str(out.pick(PARTS));
        if out.rng.chance(10) {
            text.push_str("\" \"");
        }
    }
    text.push('"');
    text
}

fn pointers(out: &mut Writer) {
    let ty = out.pick(INTEGERS);
    let n = 8;
    let (mut text, variables) = locals(out, 3, "");
    let values: Vec<String> = (0..n).map(|_| constant(out)).collect();
    text.push_str(&format!(
        "  {ty} a[{n}] = {{ {} }}, *p = a, *q = a + {n}, **pp = &p;\n",
        values.join(", ")
    ));
    let mut at = 0usize;
    for _ in 0..14 {
        // `p` points to element `at` before and after every statement.
        let value = effect(out, &variables, 1);
        let other = out.rng.below(n);
        let difference = other as i64 - at as i64;
        let (line, next) = match out.rng.below(12) {
            0 if at + 1 < n => (format!("*p++ = {value};"), at + 1),
            1 if at + 1 < n => (format!("*++p += {value};"), at + 1),
            2 if at > 0 => (format!("*p-- ^= {value};"), at - 1),
            3 if at > 0 => (format!("(*--*pp)++; mix({value});"), at - 1),
            4 if at + 1 < n => (format!("mix(*(*pp)++); mix({value});"), at + 1),
            5 => (format!("p += {difference}; p[0] -= {value};"), other),
            6 => (format!("p = &a[{other}]; mix(q - p); mix(p - a); mix(p > a); mix(q >= p);"), other),
            7 => (format!("mix(p[{difference}]); mix(({difference})[p]); ++p[{difference}];"), at),
            8 => (
                format!("mix(*(p + ({difference}))); mix((char *)q - (char *)p); mix(p == &a[{other}]);"),
                at,
            ),
            9 => (format!("*(p + ({difference})) |= {value}; mix(p != q && !!p); mix(!p);"), at),
            10 => (
                format!("mix((p = a + {other}) - a); p[0]++; mix(p++ - a); mix(--p - a); mix({value});"),
                other,
            ),
            _ => (
                format!(
                    "{{ const {ty} (*w)[{n}] = (const {ty} (*)[{n}])&a; mix((*w)[{other}]); mix(sizeof *w); mix(w + 1 == (void *)q); mix({value}); }}"
                ),
                at,
            ),
        };
        at = next;
        text.push_str(&format!("  {line} mix(p - a);\n"));
    }
    text.push_str("  for (p = a; p < q; p++) mix(*p);\n  while (p-- > a + 1) mix(*p);\n");
    text.push_str(&mix_all(&variables));
    out.function(Area::Memory, &text);
}

fn variable_length(out: &mut Writer) {
    let ty = out.pick(INTEGERS);
    let (mut text, variables) = locals(out, 3, "");
    let callee = out.fresh("f");
    out.line(&format!(
        "static long long {callee}(int n, int m, {ty} a[n][m], {ty} (*b)[m]) {{\n  long long s = sizeof(a[0]) + sizeof *b;\n  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = s * 31 + a[i][j] - b[i][m - 1 - j];\n  return s + (a + 1 - a) + ((char *)(a + 1) - (char *)a);\n}}"
    ));
    text.push_str(&format!(
        "  for (int r = 0; r < 3; r++) {{\n    int n = (({}) & 3) + 1, m = (({}) & 3) + 2;\n    {ty} a[n][m]; {ty} b[n * m], (*p)[m] = a; int k = 0;\n",
        pure(out, &variables, 2),
        pure(out, &variables, 2)
    ));
    text.push_str(
        "    mix(sizeof a); mix(sizeof a[0]); mix(sizeof b); mix(sizeof(char[n + 2][m])); mix(sizeof *p);\n",
    );
    text.push_str(&format!(
        "    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) {{ a[i][j] = ({}) + i * j; b[k++] = {}; }}\n",
        effect(out, &variables, 1),
        pure(out, &variables, 2)
    ));
    text.push_str(&format!("    n++; m += 2; mix(sizeof a); mix(sizeof b / sizeof b[0]); n--; m -= 2;\n    mix({callee}(n, m, a, p)); mix({callee}(n, m, a, ({ty} (*)[m])b));\n"));
    text.push_str(&format!(
        "    p++; mix((char *)p - (char *)a); mix(&a[n] - a); mix(&a[n - 1][m - 1] - &a[0][0] == n * m - 1); typedef {ty} row[m]; mix(sizeof(row)); row *z = a; mix(z[n - 1][1]);\n    if (a[0][0] & 1) continue; {ty} last[m + r]; for (int i = 0; i < m + r; i++) last[i] = i; mix(last[m + r - 1] + sizeof last);\n  }}\n"
    ));
    text.push_str(&mix_all(&variables));
    out.function(Area::Memory, &text);
}

fn bytes(out: &mut Writer) {
    let mut text = String::from(
        "  unsigned char a[32], b[32]; int c[8]; long long d[4]; union { unsigned u; unsigned char c[4]; float f; } v; char *h;\n",
    );
    text.push_str("  memset(a, 7, sizeof a); memset(b, 0x81, sizeof b); memset(c, 0, sizeof c); memset(d, -1, sizeof d);\n");
    for _ in 0..12 {
        let (from, to, n) = (out.rng.below(16), out.rng.below(16), out.rng.below(17));
        let value = constant(out);
        let source = out.pick(&["b", "(unsigned char *)c", "(unsigned char *)d"]);
        text.push_str(&match out.rng.below(12) {
            0 => format!("  memcpy(a + {to}, {source} + {from}, {n});\n"),
            1 => format!("  memmove(a + {to}, a + {from}, {n});\n"),
            2 => format!("  memset({source} + {to}, {value}, {n});\n"),
            3 => format!("  mix(memcmp(a + {from}, {source} + {to}, {n}) > 0); mix(memcmp(a + {from}, {source} + {to}, {n}) < 0);\n"),
            4 => format!("  memcpy({source} + {to}, a + {from}, {n}); mix(c[{}]);\n", to / 4),
            5 => format!("  c[{}] = {value}; mix(((short *)c)[{from}]);\n", to / 4),
            6 => format!("  d[{}] ^= {value}; mix(((unsigned char *)d)[{from}]);\n", to / 4),
            7 => format!("  v.u = {value}; v.c[{}] += {n}; mix(v.u);\n", from / 4),
            8 => format!("  v.f = {n}; mix(v.u); v.c[0] ^= {from}; mixd(v.f * 2);\n"),
            9 => format!("  h = memchr(a, {value}, 32); mix(h ? h - (char *)a : -1);\n"),
            10 => format!("  h = malloc({0}); memcpy(h, a, {0}); h = realloc(h, {1}); mix(h[{from} & 7]); free(h);\n", n + 8, n + 20),
            _ => format!("  {{ int *z = calloc({n} + 1, sizeof *z); mix(z[{n}]); z[{n}] = {value}; mix(z[{n}]); free(z); }}\n"),
        });
    }
    text.push_str("  for (int i = 0; i < 32; i++) { mix(a[i]); mix(b[i]); mix(c[i / 4]); mix(d[i / 8]); }\n");
    out.function(Area::Memory, &text);
}

fn texts(out: &mut Writer) {
    let mut text = String::from("  char a[200] = \"\", b[200] = \"x\"; const char *p; char *q;\n");
    for _ in 0..10 {
        let (first, second) = (literal(out), literal(out));
        let n = out.rng.below(12);
        text.push_str(&match out.rng.below(10) {
            0 => format!("  strcpy(a, {first}); mix(strlen(a));\n"),
            1 => format!("  strcpy(b, {first}); strcat(b, {second}); mix(strlen(b));\n"),
            2 => format!("  mix(strcmp(a, {first}) > 0); mix(strcmp({second}, b) < 0); mix(strcmp(a, a));\n"),
            3 => format!("  strncpy(a, {first}, {n}); a[{n}] = 0; mix(strncmp(a, {first}, {n})); mix(a[{n} / 2]);\n"),
            4 => format!("  p = {first}; q = strchr(p, p[0]); mix(q - p); q = strrchr(p, 'a'); mix(q ? q - p : -1);\n"),
            5 => format!("  q = strstr({first}, \"a\"); mix(q ? strlen(q) : 99);\n"),
            6 => format!("  mix(sizeof {first}); mix(sizeof({second})); mix({first}[0]); mix(*{second});\n"),
            7 => format!("  for (p = {first}; *p; ++p) mix(*p); mix(p[0]); mix(sizeof p);\n"),
            8 => format!("  {{ const char *t[] = {{ {first}, {second}, [3] = \"end\" }}; mix(strlen(t[0]) + strlen(t[1])); mix(!t[2]); mix(t[3][1]); }}\n"),
            _ => format!("  {{ static const char t[][40] = {{ {first}, {second} }}; for (int i = 0; i < 80; i++) mix(t[i / 40][i % 40]); }}\n"),
        });
    }
    text.push_str("  for (p = a; *p; p++) mix(*p); for (p = b; *p; p++) mix(*p);\n");
    out.function(Area::Memory, &text);
}
