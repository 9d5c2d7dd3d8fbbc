// Arrays decay to the address of their first element.
int sum(int *a, int n) { int s = 0; while (n-- > 0) s += a[n]; return s; }
int main(void) {
  int a[4] = { 1, 2, [3] = 4 };
  int m[2][3];
  m[1][2] = a[0];
  int *p = a + 1, *q = &a[3];
  *p++ = (int)(q - p);
  return sum(a, 4) + *(m[1] + 2);
}

// ---- automaton ----
// int sum(int *a, int n)                                      // arrays.c:2
//     param int *a;                                           // line 2
//     param int n;                                            // line 2
//     result int $result;                                     // line 2
//     local int s;                                            // line 2
//     temp int $t0;                                           // line 2
// L0: declare s -> L1                                         // line 2
// L1: s = 0 -> L2                                             // line 2
// L2: $t0 = n -> L3                                           // line 2, loop head
// L3: n = n - 1 -> L4                                         // line 2
// L4: [$t0 > 0] -> L5                                         // line 2
//     [!($t0 > 0)] -> L6                                      // line 2
// L5: s = s + *(a + (long)n) -> L2                            // line 2
// L6: $result = s -> L7                                       // line 2
// L7: exit, return to main.L15                                // line 9
//
// int main(void)                                              // arrays.c:3
//     result int $result;                                     // line 3
//     local int a[4];                                         // line 4, address taken
//     local int m[2][3];                                      // line 5, address taken
//     local int *p;                                           // line 7
//     local int *q;                                           // line 7
//     temp int *$t0;                                          // line 8
//     temp int $t1;                                           // line 9
// L0: declare a -> L1                                         // line 4
// L1: a = zero -> L2                                          // line 4
// L2: a[0] = 1 -> L3                                          // line 4
// L3: a[1] = 2 -> L4                                          // line 4
// L4: a[3] = 4 -> L5                                          // line 4
// L5: declare m -> L6                                         // line 5
// L6: m[1][2] = a[0] -> L7                                    // line 6
// L7: declare p -> L8                                         // line 7
// L8: p = &a[0] + 1 -> L9                                     // line 7
// L9: declare q -> L10                                        // line 7
// L10: q = &a[3] -> L11                                       // line 7
// L11: $t0 = p -> L12                                         // line 8
// L12: p = p + 1 -> L13                                       // line 8
// L13: *$t0 = (int)(q - p) -> L14                             // line 8
// L14: call $t1 = sum(&a[0], 4) -> sum.L0, back at L15        // line 9
// L15: $result = $t1 + *(&m[1][0] + 2) -> L16                 // line 9
// L16: end m -> L17                                           // line 9
// L17: end a -> L18                                           // line 9
// L18: exit, return to $start.L1                              // line 3
//
// void $start(void)
//     temp int $t0;                                           // arrays.c:3
// L0: call $t0 = main() -> main.L0, back at L1                // arrays.c:3
// L1: halt exit($t0) -> L2                                    // arrays.c:3
// L2: end
// L3: exit
//
// assumption: side effects on one variable in one expression happen from left to right, which is undefined in C // arrays.c:8
