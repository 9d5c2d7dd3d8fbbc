#include <assert.h>
#define N 5
int main(void) {
    int values[N] = {3, 1, 4, 1, 5};
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += values[i];
    assert(sum == 14);
    return 0;
}
