#include "stack.h"
static int items[CAPACITY + 1];
static int count;
int push(int item) {
    if (count > CAPACITY)
        return 0;
    items[count++] = item;
    return 1;
}
int size(void) { return count; }
