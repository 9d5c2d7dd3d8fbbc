// The sum of 1 to n is n * (n + 1) / 2: needs an invariant over two variables.
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000;
  unsigned i = 0, sum = 0;
  while (i < n) {
    i++;
    sum += i;
  }
  if (2 * sum != n * (n + 1)) {
    reach_error();
  }
  return 0;
}
