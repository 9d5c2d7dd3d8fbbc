//! The domain along executions of the interpreter: the concrete state is always represented, so no step of an execution may look infeasible.
//!
//! A wrong value would be noticed only if a condition depended on it. So each program ends by taking its variables apart, bit by bit, by branches.

use super::{executed, lower};
use crate::options::DeadVariables;
use crate::walker::{Feasible, Walker};

pub(super) const PROBE: &str = "extern int nd(void); extern unsigned und(void); extern long lnd(void); extern double dnd(void); extern char cnd(void);\n\
    extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long); extern void free(void *);\n\
    extern void *memset(void *, int, unsigned long); extern void *memcpy(void *, const void *, unsigned long);\n\
    unsigned long ones; void probe(unsigned long v) { while (v) { if (v & 1) ones++; v >>= 1; } }\n";

/// Walks along executions with a few seeds; returns how many cells were known at most.
pub(super) fn walk(text: &str) -> usize {
    let cfa = lower(text);
    let mut most = 0;
    for seed in 0..6 {
        let edges = executed(&cfa, seed);
        let mut walker =
            Walker::new(&cfa, if seed % 2 == 0 { DeadVariables::Kept } else { DeadVariables::Forgotten });
        for (position, &edge) in edges.iter().enumerate() {
            let before = walker.show();
            let operation = || cfa::dump::operation(&cfa, &cfa.edges[edge].op);
            assert_eq!(
                walker.take(edge),
                Feasible::Yes,
                "seed {seed}, step {position}: {} in {before}\n{text}",
                operation()
            );
            most = most.max(walker.n_known());
        }
    }
    most
}

#[test]
fn handwritten_programs_agree() {
    let programs = [
        "int main(void) { int x = nd(); if (x == 5) probe(x); if (x + 1 == 3) probe(x); if (!x) probe(x); return 0; }",
        "int main(void) { unsigned char c = nd(); short s = nd(); if (c == s) { probe(c); probe(s); } if (c < 1) probe(c); if (s > 32766) probe(s); return 0; }",
        "struct b { unsigned a : 3; int b : 5; _Bool c : 1; } g; int main(void) { g.a = nd(); g.b = nd(); g.c = nd(); if (g.a == 2) probe(g.a); if (g.b == -3) probe(g.b + 100); if (g.c) probe(g.c); g.a = 9; g.b = 100; probe(g.a); probe(g.b + 100); return 0; }",
        "union u { int i; unsigned char c[4]; float f; } g; int main(void) { g.i = 0x12345678; probe(g.c[2]); g.c[1] = 7; probe(g.i); g.f = 1.5f; probe(g.i); g.i = nd(); if (g.c[0] == 3) probe(g.i & 255); return 0; }",
        "int a[5]; int main(void) { for (int i = 0; i < 5; i++) a[i] = i * i; a[und() % 5] = nd(); for (int i = 0; i < 5; i++) if (a[i] == i * i) probe(a[i]); return 0; }",
        "int x, y; int *p; int main(void) { p = nd() ? &x : &y; x = 1; y = 2; *p = 3; probe(x); probe(y); if (p == &x) probe(*p); int **q = &p; *q = &y; *p = 8; probe(y); return 0; }",
        "int f(int n) { int l = n * 3; if (n > 0) { int r = f(n - 1); probe(l); return r + l; } return 1; } int main(void) { probe(f(4)); return 0; }",
        "int *g; int f(int n, int *p) { int l = n; if (n == 2) g = &l; if (n > 0) { f(n - 1, &l); } else { *p += 100; *g = 55; } probe(l); return l; } int main(void) { int z = 1; f(4, &z); probe(z); return 0; }",
        "struct l { int v; struct l *n; }; int main(void) { struct l *h = 0; for (int i = 0; i < 4; i++) { struct l *e = malloc(sizeof *e); e->v = i; e->n = h; h = e; } int s = 0; while (h) { s += h->v; struct l *n = h->n; free(h); h = n; } probe(s); return 0; }",
        "int main(void) { int *p = calloc(3, 4); p[1] = 5; probe(p[0] + p[1] + p[2]); char *c = (char *)p; probe(c[4]); c[5] = 1; probe(p[1]); memset(p, 1, 12); probe(p[2]); int b[3]; memcpy(b, p, 8); probe(b[1]); return 0; }",
        "int main(void) { double d = dnd(); if (d == 0) probe(1 / d > 0); float f = 0.1f; if (f == 0.1) probe(1); if (f != 0.1) probe(2); long double l = 0.1L; probe(l * 1000); d = 2.5; probe(d * 4); probe((int)-d + 50); return 0; }",
        "struct s { int a; struct { short b; long c; } d; char e[3]; }; struct s f(struct s x) { x.d.c += x.a; x.e[1] = 'q'; return x; } int main(void) { struct s v = { 1, { 2, 3 }, \"ab\" }; struct s w = f(v); probe(w.d.c); probe(w.e[1]); probe(v.e[1]); v = w; probe(v.e[1]); return 0; }",
        "int main(void) { char s[] = \"hello\"; const char *t = \"world\"; int i = 0; while (t[i]) { probe(t[i]); probe(s[i]); i++; } return 0; }",
        "int main(void) { __int128 w = 1; w <<= 100; if (w > 0) probe((unsigned long)(w >> 98)); unsigned u = 1u << 31; int n = (int)u; probe(n >> 31 & 7); probe(-7 / 2 + 100); probe(-7 % 2 + 100); return 0; }",
        "int g(void) { return 3; } int h(void) { return 4; } int main(void) { int (*f)(void) = g; if (f == g) probe(1); if (nd()) f = h; probe(f()); return 0; }",
        "int a[10], *p, *q; int main(void) { p = a; q = a + 10; probe(q - p); while (p < q) { *p = p - a; p++; } probe(a[7]); if (p == q) probe(9); unsigned long n = (unsigned long)p; if (n) probe(4); p = (int *)n; probe(p[-1]); return 0; }",
        "int t; void w(int *p) { *p = 7; } int main(void) { int x = 1; w(&x); probe(x); w(&t); probe(t); int *v = nd() ? &x : 0; if (v) { *v = 9; probe(x); } else probe(x); return 0; }",
        "int main(void) { int i = 3; { int i = nd(); if (i == 4) probe(i); } probe(i); for (int k = 0; k < 3; k++) { int z; if (k == 0) z = 5; if (k) z = k; probe(z); } return 0; }",
    ];
    for program in programs {
        walk(&format!("{PROBE}{program}"));
    }
}
