// Integers of all widths, wrap-around, casts, shifts, division.
extern int printf(const char *, ...);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
extern short __VERIFIER_nondet_short(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    long l = __VERIFIER_nondet_long();
    short s = __VERIFIER_nondet_short();
    _Bool t = __VERIFIER_nondet_bool();
    P(a + b); P(a - b); P(a * b); P((unsigned)a * (unsigned)b);
    if (b != 0) { P(a / b); P(a % b); P((unsigned)a / (unsigned)b); P((unsigned)a % (unsigned)b); }
    P(a & b); P(a | b); P(a ^ b); P(~a); P(-a);
    P(a << (c & 7)); P(a >> (c & 31)); P((unsigned)a >> (c & 31)); P(l >> (c & 15)); P(l << 3);
    P((char)a); P((unsigned short)a); P((long)a); P((unsigned long)a); P((long long)c); P((short)l); P(s + c);
    P(t); P(!t); P(t + t); P((_Bool)a); P((_Bool)l); P(a < b); P((a < b) + (b < a)); P(!(a < b)); P(-(a == b)); P(a && b); P(a || t);
    P((__int128)l * l >> 64); P((unsigned __int128)l >> 7);
    P(a < 0 ? -1 : a > 0); P((unsigned)a < (unsigned)b); P((signed char)c < (unsigned char)c);
    a += c; b -= s; a <<= 1; c++; --s; P(a); P(b); P(c); P(s);
    int i; unsigned sum = 0;
    for (i = 0; i < 5; i++) { if (i == (c & 3)) continue; sum += i * b; }
    P(sum);
    switch (c & 3) { case 0: P(10); break; case 1: P(11); default: P(12); }
    return 0;
}
