// Cases are compared one after the other; a range needs two comparisons; without `break` control falls through.
int choose(int x) {
  int r = 0;
  switch (x + 1) {
    case 1: r = 1;
    case 2: r += 2; break;
    case 10 ... 20: return 5;
    default: r = 9;
  }
  switch (x) { int y; case 7: y = x; r = y; }
  return r;
}
int main(void) { return choose(3); }

// ---- automaton ----
// int choose(int x)                                           // switch.c:2
//     param int x;                                            // line 2
//     result int $result;                                     // line 2
//     local int r;                                            // line 3
//     temp int $t0;                                           // line 4
//     local int y;                                            // line 10
// L0: declare r -> L1                                         // line 3
// L1: r = 0 -> L2                                             // line 3
// L2: $t0 = x + 1 -> L3                                       // line 4
// L3: [$t0 == 1] -> L4                                        // line 4
//     [!($t0 == 1)] -> L5                                     // line 4
// L4: r = 1 -> L6                                             // line 5
// L5: [$t0 == 2] -> L6                                        // line 4
//     [!($t0 == 2)] -> L7                                     // line 4
// L6: r = r + 2 -> L11                                        // line 6
// L7: [$t0 >= 10] -> L8                                       // line 4
//     [!($t0 >= 10)] -> L10                                   // line 4
// L8: [$t0 <= 20] -> L9                                       // line 4
//     [!($t0 <= 20)] -> L10                                   // line 4
// L9: $result = 5 -> L16                                      // line 7
// L10: r = 9 -> L11                                           // line 8
// L11: [x == 7] -> L12                                        // line 10
//      [!(x == 7)] -> L15                                     // line 10
// L12: declare y -> L13                                       // line 10
// L13: y = x -> L14                                           // line 10
// L14: r = y -> L15                                           // line 10
// L15: $result = r -> L16                                     // line 11
// L16: exit, return to main.L1                                // line 13
//
// int main(void)                                              // switch.c:13
//     result int $result;                                     // line 13
// L0: call $result = choose(3) -> choose.L0, back at L1       // line 13
// L1: exit, return to $start.L1                               // line 13
//
// void $start(void)
//     temp int $t0;                                           // switch.c:13
// L0: call $t0 = main() -> main.L0, back at L1                // switch.c:13
// L1: halt exit($t0) -> L2                                    // switch.c:13
// L2: end
// L3: exit
