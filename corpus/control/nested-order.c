// C leaves open whether `x` is read before or behind the call, which changes it.
extern void reach_error(void);

int main(void) {
  int x = 1;
  int change(void) {
    x = 5;
    return 0;
  }
  int sum = x + change();
  if (sum == 1) reach_error();
  return 0;
}
