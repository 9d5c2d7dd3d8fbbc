// Checked arithmetic computes exactly in 128 bits and compares.
int main(void) {
  int r;
  if (__builtin_add_overflow(2147483647, 1, &r)) return 1;
  __sync_fetch_and_add(&r, 2);
  return __sync_bool_compare_and_swap(&r, 2, 3);
}

// ---- automaton ----
// int main(void)                                              // overflow_builtins.c:2
//     result int $result;                                     // line 2
//     local int r;                                            // line 3, address taken
//     temp __int128 $t0;                                      // line 4
//     temp int $t1;                                           // line 5
//     temp int $t2;                                           // line 6
// L0: declare r -> L1                                         // line 3
// L1: $t0 = (__int128)2147483647 + (__int128)1 -> L2          // line 4
// L2: r = (int)$t0 -> L3                                      // line 4
// L3: [(_Bool)($t0 != (__int128)(int)$t0)] -> L4              // line 4
//     [!(_Bool)($t0 != (__int128)(int)$t0)] -> L5             // line 4
// L4: $result = 1 -> L11                                      // line 4
// L5: $t1 = r -> L6                                           // line 5
// L6: r = (int)((unsigned int)$t1 + 2U) -> L7                 // line 5
// L7: $t2 = r -> L8                                           // line 6
// L8: [$t2 == 2] -> L9                                        // line 6
//     [!($t2 == 2)] -> L10                                    // line 6
// L9: r = 3 -> L10                                            // line 6
// L10: $result = (int)(_Bool)($t2 == 2) -> L11                // line 6
// L11: end r -> L12                                           // line 4
// L12: exit, return to $start.L1                              // line 2
//
// void $start(void)
//     temp int $t0;                                           // overflow_builtins.c:2
// L0: call $t0 = main() -> main.L0, back at L1                // overflow_builtins.c:2
// L1: halt exit($t0) -> L2                                    // overflow_builtins.c:2
// L2: end
// L3: exit
