// A callback that is a nested function: it counts in the variables of its own activation.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int apply(int (*function)(int), int argument) { return function(argument); }

static int count(int steps, int limit) {
  int done = 0;
  void step(int by) {
    if (done + by <= limit) done += by;
  }
  for (int i = 0; i < steps; i++) step(i & 1);
  int less(int by) { return done - by; }
  return apply(less, 0);
}

static int recursive(int n) {
  int own = n;
  int more(int by) { return own + by; }
  int (*pointer)(int) = more;
  if (n == 0) return pointer(0);
  recursive(n - 1);
  return pointer(1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  if (count(n, 2) > 2) reach_error();
  if (recursive(n) != (n ? n + 1 : 0)) reach_error();
  return 0;
}
