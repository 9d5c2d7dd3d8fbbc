#include <assert.h>
int main(void) {
    unsigned n = 0;
    while (n < 100000)
        n += 2;
    assert(n == 100000);
    return 0;
}
