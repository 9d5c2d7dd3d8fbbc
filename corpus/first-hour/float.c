#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float celsius = __VERIFIER_nondet_float();
    if (!(celsius >= -100.0f && celsius <= 100.0f))
        return 0;
    float fahrenheit = celsius * 1.8f + 32.0f;
    assert(fahrenheit >= -150.0f);
    assert(fahrenheit <= 213.0f);
    return 0;
}
