// The middle of two indices, computed the careless way: the sum overflows.
extern int __VERIFIER_nondet_int(void);

static int middle(int low, int high) { return (low + high) / 2; }

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) {
    return 0;
  }
  return middle(low, high) < low;
}
