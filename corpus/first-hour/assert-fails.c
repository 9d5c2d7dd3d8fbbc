#include <assert.h>
#include <stdio.h>
int main(void) {
    int total = 0;
    for (int i = 1; i <= 10; i++)
        total += i;
    printf("%d\n", total);
    assert(total == 50);
    return 0;
}
