// `while`, `do`, `for`, `break`, `continue`.
int main(void) {
  int n = 0;
  while (n < 3) n++;
  do { n--; if (n == 1) continue; } while (n);
  for (int i = 0; i < 10; i++) {
    if (i == 5) break;
    n += i;
  }
  for (;;) ;
}

// ---- automaton ----
// int main(void)                                              // loops.c:2
//     result int $result;                                     // line 2
//     local int n;                                            // line 3
//     local int i;                                            // line 6
// L0: declare n -> L1                                         // line 3
// L1: n = 0 -> L2                                             // line 3
// L2: [n < 3] -> L3                                           // line 4, loop head
//     [!(n < 3)] -> L4                                        // line 4
// L3: n = n + 1 -> L2                                         // line 4
// L4: n = n - 1 -> L5                                         // line 5, loop head
// L5: [n == 1] -> L6                                          // line 5
//     [!(n == 1)] -> L6                                       // line 5
// L6: [n] -> L4                                               // line 5
//     [!n] -> L7                                              // line 5
// L7: declare i -> L8                                         // line 6
// L8: i = 0 -> L9                                             // line 6
// L9: [i < 10] -> L10                                         // line 6, loop head
//     [!(i < 10)] -> L13                                      // line 6
// L10: [i == 5] -> L13                                        // line 7
//      [!(i == 5)] -> L11                                     // line 7
// L11: n = n + i -> L12                                       // line 8
// L12: i = i + 1 -> L9                                        // line 6
// L13: nop -> L13                                             // line 10, loop head
// L14: exit, return to $start.L1                              // line 2
//
// void $start(void)
//     temp int $t0;                                           // loops.c:2
// L0: call $t0 = main() -> main.L0, back at L1                // loops.c:2
// L1: halt exit($t0) -> L2                                    // loops.c:2
// L2: end
// L3: exit
