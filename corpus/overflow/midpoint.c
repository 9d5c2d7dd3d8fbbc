// low + high overflows for large bounds; low + (high - low) / 2 would not.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) {
    return 1;
  }
  int middle = (low + high) / 2;
  return middle < low || middle > high;
}
