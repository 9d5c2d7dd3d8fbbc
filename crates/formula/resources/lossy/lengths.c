// Copies and fills of a number of bytes that is not known.
extern int printf(const char *, ...);
extern void *malloc(unsigned long); extern void *memcpy(void *, const void *, unsigned long); extern void *memset(void *, int, unsigned long);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern unsigned char __VERIFIER_nondet_uchar(void);
static int big[200];
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 20, k = n % 7;
    int *h = malloc(100 * sizeof(int));
    for (unsigned i = 0; i < 4; i++) h[i] = i + n;
    memset(big, 1, n * sizeof(int)); P(n == 0 || big[0] == 0x01010101); P(big[20]);
    memcpy(big + 2, h, k % 4 * sizeof(int)); P(k % 4 == 0 || big[2] == (int)n);
    unsigned char small[8] = { 9, 8, 7 }, other[8]; memset(other, 5, k); memcpy(other, small, k % 3); P(k < 3 || other[2] == 5); P(small[1]);
    return 0;
}
