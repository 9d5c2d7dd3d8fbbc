// The caller puts the arguments beyond the named ones into a record and passes its address as `$va`.
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
// int sum(int n, ...)                                         // varargs.c:3
//     param int n;                                            // line 3
//     param void *$va;
//     result int $result;                                     // line 3
//     local struct __va_list_tag list[1];                     // line 4
//     local int s;                                            // line 6
//     temp int $t0;                                           // line 7
//     temp int $t1;                                           // line 7
//     local double d;                                         // line 8
//     temp double $t2;                                        // line 8
// L0: declare list -> L1                                      // line 4
// L1: list[0].overflow_arg_area = $va -> L2                   // line 5
// L2: declare s -> L3                                         // line 6
// L3: s = 0 -> L4                                             // line 6
// L4: $t0 = n -> L5                                           // line 7, loop head
// L5: n = n - 1 -> L6                                         // line 7
// L6: [$t0] -> L7                                             // line 7
//     [!$t0] -> L10                                           // line 7
// L7: $t1 = *(int *)list[0].overflow_arg_area -> L8           // line 7
// L8: list[0].overflow_arg_area = (void *)((char *)list[0].overflow_arg_area + 16) -> L9 // line 7
// L9: s = s + $t1 -> L4                                       // line 7
// L10: declare d -> L11                                       // line 8
// L11: $t2 = *(double *)list[0].overflow_arg_area -> L12      // line 8
// L12: list[0].overflow_arg_area = (void *)((char *)list[0].overflow_arg_area + 16) -> L13 // line 8
// L13: d = $t2 -> L14                                         // line 8
// L14: $result = s + (int)d -> L15                            // line 10
// L15: exit, return to main.L5                                // line 12
//      return to main.L6                                      // line 12
//
// int main(void)                                              // varargs.c:12
//     result int $result;                                     // line 12
//     temp int $t0;                                           // line 12
//     temp struct $arguments $args;                           // line 12, address taken
//     temp int $t1;                                           // line 12
// L0: declare $args -> L1                                     // line 12
// L1: $args.$0 = 10 -> L2                                     // line 12
// L2: $args.$1 = 20 -> L3                                     // line 12
// L3: $args.$2 = 1.5 -> L4                                    // line 12
// L4: call $t0 = sum(2, (void *)&$args) -> sum.L0, back at L5 // line 12
// L5: call $t1 = sum(0, NULL) -> sum.L0, back at L6           // line 12
// L6: $result = $t0 + $t1 -> L7                               // line 12
// L7: exit, return to $start.L1                               // line 12
//
// void $start(void)
//     temp int $t0;                                           // varargs.c:12
// L0: call $t0 = main() -> main.L0, back at L1                // varargs.c:12
// L1: halt exit($t0) -> L2                                    // varargs.c:12
// L2: end
// L3: exit
