// Floats of three formats, conversions, classification, bits.
extern int printf(const char *, ...);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern int __VERIFIER_nondet_int(void); extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);
extern double fabs(double); extern double floor(double); extern double round(double); extern double sqrt(double);
union bits { double d; unsigned long long u; };
static unsigned long long raw(double d) { union bits b; if (d != d) return 1; b.d = d; return b.u; }
int main(void) {
    float f = __VERIFIER_nondet_float(), g = __VERIFIER_nondet_float(); double d = __VERIFIER_nondet_double(); int i = __VERIFIER_nondet_int();
    P(raw(f + g)); P(raw(f * g)); P(raw(d / 3)); P(raw(d - f)); P(raw((float)d)); P(raw(i)); P(raw((float)i)); P(raw(-d)); P(raw(fabs(d)));
    P(f < g); P(f == g); P(f != g); P(d >= f); P(!d); P((_Bool)f); P(d ? 1 : 2); P(d != d);
    if (d > -1000.0 && d < 1000.0) { P((int)d); P((unsigned char)(int)d); P(raw(floor(d))); P(raw(round(d))); }
    if (d >= 0) P(raw(sqrt(d)));
    long double l = d; l = l / 3; P(raw((double)l)); P(l > d); long double arr[2] = { l, f }; P(raw((double)arr[i & 1]));
    float a[3] = { f, g, 1.5f }; a[i & 1] = a[2] + f; P(raw(a[0])); P(raw(a[1]));
    double *p = &d; *p += 1; P(raw(d)); unsigned char *c = (unsigned char *)&a[2]; P(c[3]); P(c[2]);
    return 0;
}
