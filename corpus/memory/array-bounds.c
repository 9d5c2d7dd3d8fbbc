// The index is checked before the access, but as a signed number only from above.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int squares[10];
  for (int i = 0; i < 10; i++) {
    squares[i] = i * i;
  }
  int index = __VERIFIER_nondet_int();
  if (index < 10) {
    return squares[index];
  }
  return 0;
}
