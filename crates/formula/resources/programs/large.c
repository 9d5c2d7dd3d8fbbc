// Large locals, declared again and again, that share memory with statics.
extern int printf(const char *, ...);
extern void *memset(void *, int, unsigned long);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned table[100];
static unsigned sum(unsigned *a, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s = s * 31 + a[i]; return s; }
int main(void) {
    unsigned k = __VERIFIER_nondet_uchar() % 100;
    table[k] = 7; P(sum(table, 6)); P(table[50]);
    for (unsigned round = 0; round < 3; round++) {
        unsigned local[90]; local[round] = round + k; local[4] = 1; table[round]++;
        for (unsigned i = 0; i < 5; i++) if (i != 4 && i != round) local[i] = i;
        P(sum(local, 5)); P(sum(table, 3));
    }
    return 0;
}
