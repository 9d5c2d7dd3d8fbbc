// Multiplication by repeated addition.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}

int main(void) {
  int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), product = 0;
  __VERIFIER_assume(a < 20);
  __VERIFIER_assume(b < 20);
  for (int i = 0; i < a; i++) {
    for (int j = 0; j < b; j++) {
      product++;
    }
  }
  if (product != a * b) {
    reach_error();
  }
  return 0;
}
