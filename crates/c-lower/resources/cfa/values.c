// `?:`, `&&` and comma as values go through temporaries where they branch.
int f(void) { return 1; }
int main(void) {
  int a = 1, b = 2;
  int c = a ? b : f();
  int d = a && b;
  int e = (a++, b);
  int g = a ?: b;
  long h = (a < b) + 1L;
  return c + d + e + g + (int)h;
}

// ---- automaton ----
// int f(void)                                                 // values.c:2
//     result int $result;                                     // line 2
// L0: $result = 1 -> L1                                       // line 2
// L1: exit, return to main.L8                                 // line 5
//
// int main(void)                                              // values.c:3
//     result int $result;                                     // line 3
//     local int a;                                            // line 4
//     local int b;                                            // line 4
//     local int c;                                            // line 5
//     local int d;                                            // line 6
//     local int e;                                            // line 7
//     local int g;                                            // line 8
//     temp int $t0;                                           // line 8
//     temp int $t1;                                           // line 8
//     local long h;                                           // line 9
// L0: declare a -> L1                                         // line 4
// L1: a = 1 -> L2                                             // line 4
// L2: declare b -> L3                                         // line 4
// L3: b = 2 -> L4                                             // line 4
// L4: declare c -> L5                                         // line 5
// L5: [a] -> L6                                               // line 5
//     [!a] -> L7                                              // line 5
// L6: c = b -> L8                                             // line 5
// L7: call c = f() -> f.L0, back at L8                        // line 5
// L8: declare d -> L9                                         // line 6
// L9: [a] -> L10                                              // line 6
//     [!a] -> L12                                             // line 6
// L10: [b] -> L11                                             // line 6
//      [!b] -> L12                                            // line 6
// L11: d = 1 -> L13                                           // line 6
// L12: d = 0 -> L13                                           // line 6
// L13: declare e -> L14                                       // line 7
// L14: a = a + 1 -> L15                                       // line 7
// L15: e = b -> L16                                           // line 7
// L16: declare g -> L17                                       // line 8
// L17: $t0 = a -> L18                                         // line 8
// L18: [$t0] -> L19                                           // line 8
//      [!$t0] -> L20                                          // line 8
// L19: $t1 = $t0 -> L21                                       // line 8
// L20: $t1 = b -> L21                                         // line 8
// L21: g = $t1 -> L22                                         // line 8
// L22: declare h -> L23                                       // line 9
// L23: h = (long)(a < b) + 1L -> L24                          // line 9
// L24: $result = c + d + e + g + (int)h -> L25                // line 10
// L25: exit, return to $start.L1                              // line 3
//
// void $start(void)
//     temp int $t0;                                           // values.c:3
// L0: call $t0 = main() -> main.L0, back at L1                // values.c:3
// L1: halt exit($t0) -> L2                                    // values.c:3
// L2: end
// L3: exit
