#include <assert.h>
#include <stdio.h>
int main(void) {
    int age;
    if (scanf("%d", &age) != 1)
        return 1;
    if (age < 0 || age > 150)
        return 1;
    int months = age * 12;
    assert(months <= 1800);
    assert(months != 504);
    return 0;
}
