// A variable-length array is a pointer to memory that its declaration allocates on the stack.
int f(int n, int m, int t[n][m]) {
  int a[n], b[n][m];
  a[n - 1] = sizeof a;
  b[1][2] = a[0];
  return t[1][0] + sizeof b[0] + (&b[1] - b);
}
int main(void) { int t[2][2] = { { 1 } }; return f(2, 2, t); }

// ---- automaton ----
// int f(int n, int m, int (*t)[])                             // vla.c:2
//     param int n;                                            // line 2
//     param int m;                                            // line 2
//     param int (*t)[];                                       // line 2
//     result int $result;                                     // line 2
//     local unsigned long vla$0;                              // line 2
//     local unsigned long vla$1;                              // line 2
//     local unsigned long vla$2;                              // line 3
//     local int *a;                                           // line 3
//     local unsigned long vla$3;                              // line 3
//     local unsigned long vla$4;                              // line 3
//     local int (*b)[vla3];                                   // line 3
// L0: vla$0 = (unsigned long)m -> L1                          // line 2
// L1: vla$1 = (unsigned long)n -> L2                          // line 2
// L2: vla$2 = (unsigned long)n -> L3                          // line 3
// L3: a = allocate(stack, indeterminate, vla$2 * 4UL) -> L4   // line 3
// L4: vla$3 = (unsigned long)m -> L5                          // line 3
// L5: vla$4 = (unsigned long)n -> L6                          // line 3
// L6: b = allocate(stack, indeterminate, vla$4 * (vla$3 * 4UL)) -> L7 // line 3
// L7: *(a + (long)(n - 1)) = (int)(vla$2 * 4UL) -> L8         // line 4
// L8: *((int *)((char *)b + 1L * (long)(vla$3 * 4UL)) + 2) = *(a + 0) -> L9 // line 5
// L9: $result = (int)((unsigned long)*((int *)((char *)t + 1L * (long)(vla$0 * 4UL)) + 0) + vla$3 * 4UL + (unsigned long)(((char *)b + 1L * (long)(vla$3 * 4UL) - (char *)b) / (long)(vla$3 * 4UL))) -> L10 // line 6
// L10: exit, return to main.L4                                // line 8
//
// int main(void)                                              // vla.c:8
//     result int $result;                                     // line 8
//     local int t[2][2];                                      // line 8, address taken
// L0: declare t -> L1                                         // line 8
// L1: t = zero -> L2                                          // line 8
// L2: t[0][0] = 1 -> L3                                       // line 8
// L3: call $result = f(2, 2, (int (*)[])&t[0]) -> f.L0, back at L4 // line 8
// L4: end t -> L5                                             // line 8
// L5: exit, return to $start.L1                               // line 8
//
// void $start(void)
//     temp int $t0;                                           // vla.c:8
// L0: call $t0 = main() -> main.L0, back at L1                // vla.c:8
// L1: halt exit($t0) -> L2                                    // vla.c:8
// L2: end
// L3: exit
