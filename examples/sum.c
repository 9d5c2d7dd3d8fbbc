// The sum of the first n numbers, and the formula that everybody knows.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint() % 100;
  unsigned int sum = 0;
  for (unsigned int i = 1; i <= n; i++) {
    sum += i;
  }
  if (sum != n * (n + 1) / 2) {
    reach_error();
  }
  return 0;
}
