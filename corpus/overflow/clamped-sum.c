// Each sum is checked before it is computed.
extern int __VERIFIER_nondet_int(void);

static int add(int a, int b) {
  if (b > 0 && a > 2147483647 - b) {
    return 2147483647;
  }
  if (b < 0 && a < -2147483647 - 1 - b) {
    return -2147483647 - 1;
  }
  return a + b;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    sum = add(sum, __VERIFIER_nondet_int());
  }
  return 0;
}
