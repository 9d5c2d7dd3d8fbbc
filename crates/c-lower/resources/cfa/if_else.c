// A branch is a pair of assumptions. `&&`, `||` and `!` in a condition become branches, not values.
int main(void) {
  int a = 1, b = 2, r;
  if (a && !b) r = 1;
  else if (a < b || b) r = 2;
  else r = 3;
  if (0) r = 4;
  return r;
}

// ---- automaton ----
// int main(void)                                              // if_else.c:2
//     result int $result;                                     // line 2
//     local int a;                                            // line 3
//     local int b;                                            // line 3
//     local int r;                                            // line 3
// L0: declare a -> L1                                         // line 3
// L1: a = 1 -> L2                                             // line 3
// L2: declare b -> L3                                         // line 3
// L3: b = 2 -> L4                                             // line 3
// L4: declare r -> L5                                         // line 3
// L5: [a] -> L6                                               // line 4
//     [!a] -> L8                                              // line 4
// L6: [b == 0] -> L7                                          // line 4
//     [!(b == 0)] -> L8                                       // line 4
// L7: r = 1 -> L12                                            // line 4
// L8: [a < b] -> L10                                          // line 5
//     [!(a < b)] -> L9                                        // line 5
// L9: [b] -> L10                                              // line 5
//     [!b] -> L11                                             // line 5
// L10: r = 2 -> L12                                           // line 5
// L11: r = 3 -> L12                                           // line 6
// L12: $result = r -> L13                                     // line 8
// L13: exit, return to $start.L1                              // line 2
//
// void $start(void)
//     temp int $t0;                                           // if_else.c:2
// L0: call $t0 = main() -> main.L0, back at L1                // if_else.c:2
// L1: halt exit($t0) -> L2                                    // if_else.c:2
// L2: end
// L3: exit
