// Evaluation is from left to right: what was read before a side effect is saved before it.
int x, a[3];
int bump(void) { return ++x; }
int main(void) {
  int r = x + bump();
  a[x] = bump();
  r = bump() - bump();
  r += x++ + ++x;
  a[x] = a[x] = r;
  return r;
}

// ---- automaton ----
// static int x = zero;                                        // order.c:2
// static int a[3] = zero;                                     // order.c:2
//
// int bump(void)                                              // order.c:3
//     result int $result;                                     // line 3
// L0: x = x + 1 -> L1                                         // line 3
// L1: $result = x -> L2                                       // line 3
// L2: exit, return to main.L3                                 // line 5
//     return to main.L6                                       // line 6
//     return to main.L7                                       // line 7
//     return to main.L8                                       // line 7
//
// int main(void)                                              // order.c:4
//     result int $result;                                     // line 4
//     local int r;                                            // line 5
//     temp int $t0;                                           // line 5
//     temp int $t1;                                           // line 5
//     temp long $t2;                                          // line 6
//     temp int $t3;                                           // line 7
//     temp int $t4;                                           // line 7
//     temp int $t5;                                           // line 8
//     temp long $t6;                                          // line 9
//     temp int $t7;                                           // line 9
// L0: declare r -> L1                                         // line 5
// L1: $t0 = x -> L2                                           // line 5
// L2: call $t1 = bump() -> bump.L0, back at L3                // line 5
// L3: r = $t0 + $t1 -> L4                                     // line 5
// L4: $t2 = (long)x -> L5                                     // line 6
// L5: call a[$t2] = bump() -> bump.L0, back at L6             // line 6
// L6: call $t3 = bump() -> bump.L0, back at L7                // line 7
// L7: call $t4 = bump() -> bump.L0, back at L8                // line 7
// L8: r = $t3 - $t4 -> L9                                     // line 7
// L9: $t5 = x -> L10                                          // line 8
// L10: x = x + 1 -> L11                                       // line 8
// L11: x = x + 1 -> L12                                       // line 8
// L12: r = r + ($t5 + x) -> L13                               // line 8
// L13: $t6 = (long)x -> L14                                   // line 9
// L14: $t7 = r -> L15                                         // line 9
// L15: a[(long)x] = $t7 -> L16                                // line 9
// L16: a[$t6] = $t7 -> L17                                    // line 9
// L17: $result = r -> L18                                     // line 10
// L18: exit, return to $start.L3                              // line 4
//
// void $start(void)
//     temp int $t0;                                           // order.c:4
// L0: init x -> L1                                            // order.c:2
// L1: init a -> L2                                            // order.c:2
// L2: call $t0 = main() -> main.L0, back at L3                // order.c:4
// L3: halt exit($t0) -> L4                                    // order.c:4
// L4: end
// L5: exit
