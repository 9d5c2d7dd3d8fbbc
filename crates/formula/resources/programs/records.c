// Members, bit-fields, unions, copies, nested arrays, passing by value.
extern int printf(const char *, ...);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct bits { unsigned a : 3; int b : 5; unsigned c : 17; unsigned long long d : 33; _Bool e : 1; };
struct inner { char c; int x[3]; short s; };
struct outer { int n; struct inner in; struct inner ins[2]; unsigned char tail; };
union u { unsigned w; unsigned char b[4]; unsigned short h[2]; float f; };
struct outer change(struct outer o, int v) { o.in.x[1] = v; o.ins[1].s = (short)v; o.n++; return o; }
struct inner global = { 'x', { 1, 2, 3 }, 7 };
static int table[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int main(void) {
    int v = __VERIFIER_nondet_int();
    unsigned w = __VERIFIER_nondet_uint();
    struct bits f = { 0 };
    f.a = w; f.b = v; f.c = w >> 3; f.d = (unsigned long long)w << 5 | 1; f.e = w;
    P(f.a); P(f.b); P(f.c); P(f.d); P(f.e);
    f.b = f.b + 1; f.a += 3; P(f.b); P(f.a); P(f.c);
    struct bits g = f; g.c = 1; P(f.c); P(g.c); P(g.a);
    union u u; u.w = w; P(u.b[0]); P(u.b[3]); P(u.h[1]); u.b[1] = 7; P(u.w);
    int k = w & 1; u.h[k] = 0x1234; P(u.w);
    struct outer o = { 0 }; o.in.c = 'a'; o.in.x[0] = v; o.tail = (unsigned char)w;
    o.ins[k].s = 3; o.ins[k].x[(w >> 1) % 3] = v;
    struct outer p = change(o, v + 1);
    P(p.n); P(p.in.x[1]); P(o.in.x[1]); P(p.ins[1].s); P(p.tail); P(o.ins[0].s); P(p.ins[k].x[w % 3]);
    P(p.in.c); P(p.ins[0].x[2]); p.in = o.ins[k]; P(p.in.s); P(p.in.x[0]);
    global.x[k] += v; P(global.x[0]); P(global.x[1]); P(global.c); P(global.s);
    P(table[k][w % 3]); table[k][1] = v; P(table[0][1]); P(table[1][1]);
    struct inner copy = global; copy.s++; P(copy.s); P(global.s); P(copy.x[1]);
    return 0;
}
