#include <assert.h>
#include <stdio.h>
int main(int argc, char *argv[]) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s NAME\n", argv[0]);
        return 1;
    }
    assert(argv[1][0] != 'q');
    printf("hello %s\n", argv[1]);
    return 0;
}
