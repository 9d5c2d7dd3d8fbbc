// Static variables of one name are told apart by their function, then by a number.
static int k;
int f(void) { static int k = 1; return k++; }
int main(void) {
  static int k = 2;
  { static int k = 3; k--; }
  return f() + k;
}

// ---- automaton ----
// static int f::k = 1;                                        // static_names.c:3
// static int main::k = 2;                                     // static_names.c:5
// static int main::k#1 = 3;                                   // static_names.c:6
//
// int f(void)                                                 // static_names.c:3
//     result int $result;                                     // line 3
//     temp int $t0;                                           // line 3
// L0: $t0 = f::k -> L1                                        // line 3
// L1: f::k = f::k + 1 -> L2                                   // line 3
// L2: $result = $t0 -> L3                                     // line 3
// L3: exit, return to main.L4                                 // line 7
//     return to main.L8                                       // line 7
//
// int main(void)                                              // static_names.c:4
//     result int $result;                                     // line 4
//     temp int $t0;                                           // line 7
//     temp int $t1;                                           // line 7
//     temp int order of evaluation;                           // line 7
//     temp int $t2;                                           // line 7
//     temp int $t3;                                           // line 7
// L0: main::k#1 = main::k#1 - 1 -> L1                         // line 6
// L1: order of evaluation = nondet(order) -> L2               // line 7
// L2: [order of evaluation == 0] -> L3                        // line 7
//     [!(order of evaluation == 0)] -> L6                     // line 7
// L3: call $t2 = f() -> f.L0, back at L4                      // line 7
// L4: $t0 = $t2 -> L5                                         // line 7
// L5: $t1 = main::k -> L9                                     // line 7
// L6: $t1 = main::k -> L7                                     // line 7
// L7: call $t3 = f() -> f.L0, back at L8                      // line 7
// L8: $t0 = $t3 -> L9                                         // line 7
// L9: $result = $t0 + $t1 -> L10                              // line 7
// L10: exit, return to $start.L4                              // line 4
//
// void $start(void)
//     temp int $t0;                                           // static_names.c:4
// L0: init f::k -> L1                                         // static_names.c:3
// L1: init main::k -> L2                                      // static_names.c:5
// L2: init main::k#1 -> L3                                    // static_names.c:6
// L3: call $t0 = main() -> main.L0, back at L4                // static_names.c:4
// L4: halt exit($t0) -> L5                                    // static_names.c:4
// L5: end
// L6: exit
