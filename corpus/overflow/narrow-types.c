// Narrow operands are promoted to int: their sums and products fit, and the conversion back is no overflow.
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
  signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  signed char sum = a + b;
  short product = a * b;
  a++;
  return sum == product;
}
