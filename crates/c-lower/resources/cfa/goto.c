// Jumps end the lives of the variables whose scopes they leave.
void use(int *p) { *p = 1; }
int main(void) {
  int n = 0;
again:
  n++;
  {
    int x;
    use(&x);
    if (x && n < 3) goto again;
    if (n == 7) goto inside;
  }
  {
    int y;
inside:
    use(&y);
  }
  return n;
}

// ---- automaton ----
// void use(int *p)                                            // goto.c:2
//     param int *p;                                           // line 2
// L0: *p = 1 -> L1                                            // line 2
// L1: exit, return to main.L5                                 // line 9
//     return to main.L14                                      // line 16
//
// int main(void)                                              // goto.c:3
//     result int $result;                                     // line 3
//     local int n;                                            // line 4
//     local int x;                                            // line 8, address taken
//     local int y;                                            // line 14, address taken
// L0: declare n -> L1                                         // line 4
// L1: n = 0 -> L2                                             // line 4
// L2: n = n + 1 -> L3                                         // line 6, loop head
// L3: declare x -> L4                                         // line 8
// L4: call use(&x) -> use.L0, back at L5                      // line 9
// L5: [x] -> L6                                               // line 10
//     [!x] -> L8                                              // line 10
// L6: [n < 3] -> L7                                           // line 10
//     [!(n < 3)] -> L8                                        // line 10
// L7: end x -> L2                                             // line 10
// L8: [n == 7] -> L9                                          // line 11
//     [!(n == 7)] -> L11                                      // line 11
// L9: end x -> L10                                            // line 11
// L10: declare y -> L13                                       // line 11
// L11: end x -> L12                                           // line 7
// L12: declare y -> L13                                       // line 14
// L13: call use(&y) -> use.L0, back at L14                    // line 16
// L14: end y -> L15                                           // line 13
// L15: $result = n -> L16                                     // line 18
// L16: exit, return to $start.L1                              // line 3
//
// void $start(void)
//     temp int $t0;                                           // goto.c:3
// L0: call $t0 = main() -> main.L0, back at L1                // goto.c:3
// L1: halt exit($t0) -> L2                                    // goto.c:3
// L2: end
// L3: exit
