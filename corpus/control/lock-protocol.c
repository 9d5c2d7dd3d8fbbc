// A lock is taken and released in turn; the flag that remembers it is checked at each step.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int locked;

static void take(void) {
  if (locked) {
    reach_error();
  }
  locked = 1;
}

static void release(void) {
  if (!locked) {
    reach_error();
  }
  locked = 0;
}

int main(void) {
  int before, now = __VERIFIER_nondet_int() & 0xff;
  do {
    take();
    before = now;
    if (__VERIFIER_nondet_int()) {
      release();
      now = (now + 1) & 0xff;
    }
  } while (now != before);
  release();
  return 0;
}
