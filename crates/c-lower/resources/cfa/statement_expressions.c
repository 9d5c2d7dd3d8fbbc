// The block of a statement expression is a scope of its own.
int f(int *p) { return *p; }
int main(void) {
  int m = ({ int l = 1, r = 2; l > r ? l : r; });
  int n = ({ int x = m; f(&x); x; });
  return n + ({ 3; });
}

// ---- automaton ----
// int f(int *p)                                               // statement_expressions.c:2
//     param int *p;                                           // line 2
//     result int $result;                                     // line 2
// L0: $result = *p -> L1                                      // line 2
// L1: exit, return to main.L13                                // line 5
//
// int main(void)                                              // statement_expressions.c:3
//     result int $result;                                     // line 3
//     local int m;                                            // line 4
//     local int l;                                            // line 4
//     local int r;                                            // line 4
//     temp int $t0;                                           // line 4
//     local int n;                                            // line 5
//     local int x;                                            // line 5, address taken
//     temp int $t1;                                           // line 5
//     temp int $t2;                                           // line 6
// L0: declare m -> L1                                         // line 4
// L1: declare l -> L2                                         // line 4
// L2: l = 1 -> L3                                             // line 4
// L3: declare r -> L4                                         // line 4
// L4: r = 2 -> L5                                             // line 4
// L5: [l > r] -> L6                                           // line 4
//     [!(l > r)] -> L7                                        // line 4
// L6: $t0 = l -> L8                                           // line 4
// L7: $t0 = r -> L8                                           // line 4
// L8: m = $t0 -> L9                                           // line 4
// L9: declare n -> L10                                        // line 5
// L10: declare x -> L11                                       // line 5
// L11: x = m -> L12                                           // line 5
// L12: call f(&x) -> f.L0, back at L13                        // line 5
// L13: $t1 = x -> L14                                         // line 5
// L14: end x -> L15                                           // line 5
// L15: n = $t1 -> L16                                         // line 5
// L16: $t2 = n -> L17                                         // line 6
// L17: $result = $t2 + 3 -> L18                               // line 6
// L18: exit, return to $start.L1                              // line 3
//
// void $start(void)
//     temp int $t0;                                           // statement_expressions.c:3
// L0: call $t0 = main() -> main.L0, back at L1                // statement_expressions.c:3
// L1: halt exit($t0) -> L2                                    // statement_expressions.c:3
// L2: end
// L3: exit
