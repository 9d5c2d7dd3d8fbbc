#include <assert.h>
#include <string.h>
int main(void) {
    char name[16];
    strcpy(name, "verdict");
    strcat(name, "s");
    assert(strlen(name) == 8);
    assert(strcmp(name, "verdicts") == 0);
    return 0;
}
