#include "stack.h"
#include <assert.h>
int main(void) {
    for (int i = 0; i < 5; i++)
        push(i);
    assert(size() <= CAPACITY);
    return 0;
}
