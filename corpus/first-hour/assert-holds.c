#include <assert.h>
int max(int a, int b) { return a > b ? a : b; }
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int m = max(a, b);
    assert(m >= a && m >= b);
    assert(m == a || m == b);
    return 0;
}
