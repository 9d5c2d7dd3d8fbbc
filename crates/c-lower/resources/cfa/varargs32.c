// --32
// On ILP32 a va_list is a plain pointer.
typedef __builtin_va_list va_list;
int sum(int n, ...) {
  va_list list;
  __builtin_va_start(list, n);
  int s = 0;
  while (n--) s += __builtin_va_arg(list, int);
  double d = __builtin_va_arg(list, double);
  __builtin_va_end(list);
  return s + (int)d;
}
int main(void) { return sum(2, 10, 20, 1.5) + sum(0); }

// ---- automaton ----
// int sum(int n, ...)                                         // varargs32.c:4
//     param int n;                                            // line 4
//     param void *$va;
//     result int $result;                                     // line 4
//     local char *list;                                       // line 5
//     local int s;                                            // line 7
//     temp int $t0;                                           // line 8
//     temp int $t1;                                           // line 8
//     local double d;                                         // line 9
//     temp double $t2;                                        // line 9
// L0: declare list -> L1                                      // line 5
// L1: list = (char *)$va -> L2                                // line 6
// L2: declare s -> L3                                         // line 7
// L3: s = 0 -> L4                                             // line 7
// L4: $t0 = n -> L5                                           // line 8, loop head
// L5: n = n - 1 -> L6                                         // line 8
// L6: [$t0] -> L7                                             // line 8
//     [!$t0] -> L10                                           // line 8
// L7: $t1 = *(int *)list -> L8                                // line 8
// L8: list = list + 16 -> L9                                  // line 8
// L9: s = s + $t1 -> L4                                       // line 8
// L10: declare d -> L11                                       // line 9
// L11: $t2 = *(double *)list -> L12                           // line 9
// L12: list = list + 16 -> L13                                // line 9
// L13: d = $t2 -> L14                                         // line 9
// L14: $result = s + (int)d -> L15                            // line 11
// L15: exit, return to main.L7                                // line 13
//      return to main.L9                                      // line 13
//      return to main.L11                                     // line 13
//      return to main.L17                                     // line 13
//
// int main(void)                                              // varargs32.c:13
//     result int $result;                                     // line 13
//     temp int $t0;                                           // line 13
//     temp int $t1;                                           // line 13
//     temp int order of evaluation;                           // line 13
//     temp int $t2;                                           // line 13
//     temp struct $arguments $args;                           // line 13, address taken
//     temp int $t3;                                           // line 13
//     temp int $t4;                                           // line 13
//     temp int $t5;                                           // line 13
//     temp struct $arguments $args#1;                         // line 13, address taken
// L0: order of evaluation = nondet(order) -> L1               // line 13
// L1: [order of evaluation == 0] -> L2                        // line 13
//     [!(order of evaluation == 0)] -> L10                    // line 13
// L2: declare $args -> L3                                     // line 13
// L3: $args.$0 = 10 -> L4                                     // line 13
// L4: $args.$1 = 20 -> L5                                     // line 13
// L5: $args.$2 = 1.5 -> L6                                    // line 13
// L6: call $t2 = sum(2, (void *)&$args) -> sum.L0, back at L7 // line 13
// L7: $t0 = $t2 -> L8                                         // line 13
// L8: call $t3 = sum(0, NULL) -> sum.L0, back at L9           // line 13
// L9: $t1 = $t3 -> L18                                        // line 13
// L10: call $t4 = sum(0, NULL) -> sum.L0, back at L11         // line 13
// L11: $t1 = $t4 -> L12                                       // line 13
// L12: declare $args#1 -> L13                                 // line 13
// L13: $args#1.$0 = 10 -> L14                                 // line 13
// L14: $args#1.$1 = 20 -> L15                                 // line 13
// L15: $args#1.$2 = 1.5 -> L16                                // line 13
// L16: call $t5 = sum(2, (void *)&$args#1) -> sum.L0, back at L17 // line 13
// L17: $t0 = $t5 -> L18                                       // line 13
// L18: $result = $t0 + $t1 -> L19                             // line 13
// L19: exit, return to $start.L1                              // line 13
//
// void $start(void)
//     temp int $t0;                                           // varargs32.c:13
// L0: call $t0 = main() -> main.L0, back at L1                // varargs32.c:13
// L1: halt exit($t0) -> L2                                    // varargs32.c:13
// L2: end
// L3: exit
