// The greatest of three inputs, or so it seems. `verdikt verify` shows inputs for which the assertion fails, and the path
// that they take.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int greatest(int a, int b, int c) {
    int result = a;
    if (b > a) {
        result = b;
    }
    if (c > a) {
        result = c;
    }
    return result;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int found = greatest(a, b, c);
    assert(found >= a && found >= b && found >= c);
    return 0;
}
