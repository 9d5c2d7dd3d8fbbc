// Euclid's algorithm divides both its arguments.
extern unsigned short __VERIFIER_nondet_ushort(void);
void reach_error(void) {}

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

int main(void) {
  unsigned a = __VERIFIER_nondet_ushort() + 1u, b = __VERIFIER_nondet_ushort() + 1u;
  unsigned d = gcd(a, b);
  if (a % d != 0 || b % d != 0) {
    reach_error();
  }
  return 0;
}
