// x counts up while y counts down, their sum stays: needs x + y == 100 at the loop head.
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}

int main(void) {
  int x = 0, y = 100;
  while (y > 0 && __VERIFIER_nondet_bool()) {
    x++;
    y--;
  }
  if (x + y != 100) {
    reach_error();
  }
  return 0;
}
