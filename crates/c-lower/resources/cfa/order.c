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
// L2: exit, return to main.L5                                 // line 5
//     return to main.L7                                       // line 5
//     return to main.L17                                      // line 6
//     return to main.L15                                      // line 6
//     return to main.L20                                      // line 7
//     return to main.L22                                      // line 7
//     return to main.L24                                      // line 7
//     return to main.L26                                      // line 7
//
// int main(void)                                              // order.c:4
//     result int $result;                                     // line 4
//     local int r;                                            // line 5
//     temp int $t0;                                           // line 5
//     temp int $t1;                                           // line 5
//     temp int order of evaluation;                           // line 5
//     temp int $t2;                                           // line 5
//     temp int $t3;                                           // line 5
//     temp int order of evaluation#1;                         // line 6
//     temp long $t4;                                          // line 6
//     temp int $t5;                                           // line 6
//     temp int $t6;                                           // line 6
//     temp int $t7;                                           // line 7
//     temp int $t8;                                           // line 7
//     temp int order of evaluation#2;                         // line 7
//     temp int $t9;                                           // line 7
//     temp int $t10;                                          // line 7
//     temp int $t11;                                          // line 7
//     temp int $t12;                                          // line 7
//     temp int $t13;                                          // line 8
//     temp long $t14;                                         // line 9
//     temp int $t15;                                          // line 9
// L0: declare r -> L1                                         // line 5
// L1: order of evaluation = nondet(order) -> L2               // line 5
// L2: [order of evaluation == 0] -> L3                        // line 5
//     [!(order of evaluation == 0)] -> L6                     // line 5
// L3: $t0 = x -> L4                                           // line 5
// L4: call $t2 = bump() -> bump.L0, back at L5                // line 5
// L5: $t1 = $t2 -> L9                                         // line 5
// L6: call $t3 = bump() -> bump.L0, back at L7                // line 5
// L7: $t1 = $t3 -> L8                                         // line 5
// L8: $t0 = x -> L9                                           // line 5
// L9: r = $t0 + $t1 -> L10                                    // line 5
// L10: order of evaluation#1 = nondet(order) -> L11           // line 6
// L11: [order of evaluation#1 == 0] -> L12                    // line 6
//      [!(order of evaluation#1 == 0)] -> L14                 // line 6
// L12: $t4 = (long)x -> L13                                   // line 6
// L13: call a[$t4] = bump() -> bump.L0, back at L17           // line 6
// L14: call $t5 = bump() -> bump.L0, back at L15              // line 6
// L15: $t6 = $t5 -> L16                                       // line 6
// L16: a[(long)x] = $t6 -> L17                                // line 6
// L17: order of evaluation#2 = nondet(order) -> L18           // line 7
// L18: [order of evaluation#2 == 0] -> L19                    // line 7
//      [!(order of evaluation#2 == 0)] -> L23                 // line 7
// L19: call $t9 = bump() -> bump.L0, back at L20              // line 7
// L20: $t7 = $t9 -> L21                                       // line 7
// L21: call $t10 = bump() -> bump.L0, back at L22             // line 7
// L22: $t8 = $t10 -> L27                                      // line 7
// L23: call $t11 = bump() -> bump.L0, back at L24             // line 7
// L24: $t8 = $t11 -> L25                                      // line 7
// L25: call $t12 = bump() -> bump.L0, back at L26             // line 7
// L26: $t7 = $t12 -> L27                                      // line 7
// L27: r = $t7 - $t8 -> L28                                   // line 7
// L28: $t13 = x -> L29                                        // line 8
// L29: x = x + 1 -> L30                                       // line 8
// L30: x = x + 1 -> L31                                       // line 8
// L31: r = r + ($t13 + x) -> L32                              // line 8
// L32: $t14 = (long)x -> L33                                  // line 9
// L33: $t15 = r -> L34                                        // line 9
// L34: a[(long)x] = $t15 -> L35                               // line 9
// L35: a[$t14] = $t15 -> L36                                  // line 9
// L36: $result = r -> L37                                     // line 10
// L37: exit, return to $start.L3                              // line 4
//
// void $start(void)
//     temp int $t0;                                           // order.c:4
// L0: init x -> L1                                            // order.c:2
// L1: init a -> L2                                            // order.c:2
// L2: call $t0 = main() -> main.L0, back at L3                // order.c:4
// L3: halt exit($t0) -> L4                                    // order.c:4
// L4: end
// L5: exit
//
// assumption: side effects on one variable in one expression happen from left to right, which is undefined in C // order.c:8
