// Variables of a block are fresh at every entry; only those whose address is taken have an end that could be noticed.
int *escaped;
int main(void) {
  for (int i = 0; i < 2; i++) {
    int x;
    int y = i;
    escaped = &x;
    { int y = 3; x = y; }
    if (y) break;
  }
  return 0;
}

// ---- automaton ----
// static int *escaped = zero;                                 // scopes.c:2
//
// int main(void)                                              // scopes.c:3
//     result int $result;                                     // line 3
//     local int i;                                            // line 4
//     local int x;                                            // line 5, address taken
//     local int y;                                            // line 6
//     local int y#1;                                          // line 8
// L0: declare i -> L1                                         // line 4
// L1: i = 0 -> L2                                             // line 4
// L2: [i < 2] -> L3                                           // line 4, loop head
//     [!(i < 2)] -> L14                                       // line 4
// L3: declare x -> L4                                         // line 5
// L4: declare y -> L5                                         // line 6
// L5: y = i -> L6                                             // line 6
// L6: escaped = &x -> L7                                      // line 7
// L7: declare y#1 -> L8                                       // line 8
// L8: y#1 = 3 -> L9                                           // line 8
// L9: x = y#1 -> L10                                          // line 8
// L10: [y] -> L11                                             // line 9
//      [!y] -> L12                                            // line 9
// L11: end x -> L14                                           // line 9
// L12: end x -> L13                                           // line 4
// L13: i = i + 1 -> L2                                        // line 4
// L14: $result = 0 -> L15                                     // line 11
// L15: exit, return to $start.L2                              // line 3
//
// void $start(void)
//     temp int $t0;                                           // scopes.c:3
// L0: init escaped -> L1                                      // scopes.c:2
// L1: call $t0 = main() -> main.L0, back at L2                // scopes.c:3
// L2: halt exit($t0) -> L3                                    // scopes.c:3
// L3: end
// L4: exit
