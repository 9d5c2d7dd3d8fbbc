// A lock that is taken and given back in turn. `verdikt verify --preset k-induction` proves that it is never taken twice;
// with `-D BROKEN` it shows how it is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int is_locked = 0;

static void lock(void) {
    if (is_locked) reach_error();
    is_locked = 1;
}

static void unlock(void) {
#ifdef BROKEN
    if (__VERIFIER_nondet_int() == 42) return;
#endif
    is_locked = 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        lock();
        unlock();
    }
    return 0;
}
