#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, RUNNING, STOPPED };
int main(void) {
    enum state state = IDLE;
    int started = 0;
    for (;;) {
        switch (state) {
        case IDLE:
            if (__VERIFIER_nondet_int()) {
                state = RUNNING;
                started = 1;
            }
            break;
        case RUNNING:
            assert(started);
            if (__VERIFIER_nondet_int() == 3)
                state = STOPPED;
            break;
        case STOPPED:
            assert(started);
            return 0;
        default:
            assert(0);
        }
    }
}
