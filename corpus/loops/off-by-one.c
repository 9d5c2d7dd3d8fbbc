// The loop runs once too often for odd n.
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  unsigned i = 0;
  while (i < n) {
    i += 2;
  }
  if (i != n) {
    reach_error();
  }
  return 0;
}
