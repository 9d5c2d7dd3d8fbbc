// Windows that end inside of what is otherwise one variable, or begin inside of a cell.
extern int printf(const char *, ...);
extern void *memcpy(void *, const void *, unsigned long); extern void *memset(void *, int, unsigned long);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern unsigned __VERIFIER_nondet_uint(void);
union u { unsigned long long w; unsigned h[2]; unsigned char b[8]; };
struct pair { struct { unsigned short a, b; } x, y; };
int main(void) {
    unsigned v = __VERIFIER_nondet_uint(), n = v % 5;
    union u u; u.w = v * 3ull; memset(&u, 7, 4); P(u.w); P(u.h[1]); memset(&u.b[6], 1, 1); P(u.w);
    union u t; t.w = 5; memcpy(&t, &u, 6); P(t.w); P(t.b[5]); memcpy(&t.h[1], &u.h[0], 4); P(t.w);
    struct pair p = { { 1, 2 }, { 3, 4 } }; unsigned *both = (unsigned *)&p.x.b; *both = v; P(p.x.a); P(p.x.b); P(p.y.a);
    struct pair q = p; q.x = p.y; P(q.x.a); P(q.x.b); p.y = q.x; P(p.y.b); P(p.y.a);
    unsigned a[4] = { 1, 2, 3, 4 }; memset((char *)a + 2, 0xEE, 5); P(a[0]); P(a[1]); P(a[n % 4]); memcpy((char *)a + 1, (char *)a + 9, 6); P(a[0]); P(a[1]); P(a[n % 4]);
    double d = 1.0; memset(&d, 0, sizeof d); P(d == 0); memset((char *)&d + 6, 0x3f, 2); P(d > 0);
    return 0;
}
