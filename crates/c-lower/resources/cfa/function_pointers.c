// A call through a pointer chooses among the functions of a fitting type whose address is taken.
int inc(int x) { return x + 1; }
int dec(int x) { return x - 1; }
int never(int x) { return 0; }
void other(void) {}
void (*g)(void) = other;
int main(int argc, char **argv) {
  int (*f)(int) = argc > 1 ? inc : dec;
  g();
  return f(never(1));
}

// ---- automaton ----
// static void (*g)(void) = &other;                            // function_pointers.c:6
//
// int inc(int x)                                              // function_pointers.c:2
//     param int x;                                            // line 2
//     result int $result;                                     // line 2
// L0: $result = x + 1 -> L1                                   // line 2
// L1: exit, return to main.L15                                // line 10
//
// int dec(int x)                                              // function_pointers.c:3
//     param int x;                                            // line 3
//     result int $result;                                     // line 3
// L0: $result = x - 1 -> L1                                   // line 3
// L1: exit, return to main.L15                                // line 10
//
// int never(int x)                                            // function_pointers.c:4
//     param int x;                                            // line 4
//     result int $result;                                     // line 4
// L0: $result = 0 -> L1                                       // line 4
// L1: exit, return to main.L10                                // line 10
//
// void other(void)                                            // function_pointers.c:5
// L0: nop -> L1                                               // line 5
// L1: exit, return to main.L8                                 // line 9
//
// int main(int argc, char **argv)                             // function_pointers.c:7
//     param int argc;                                         // line 7
//     param char **argv;                                      // line 7
//     result int $result;                                     // line 7
//     local int (*f)(int);                                    // line 8
//     temp int (*$t0)(int);                                   // line 8
//     temp int (*$t1)(int);                                   // line 10
//     temp int $t2;                                           // line 10
// L0: declare f -> L1                                         // line 8
// L1: [argc > 1] -> L2                                        // line 8
//     [!(argc > 1)] -> L3                                     // line 8
// L2: $t0 = &inc -> L4                                        // line 8
// L3: $t0 = &dec -> L4                                        // line 8
// L4: f = $t0 -> L5                                           // line 8
// L5: [g == &other] -> L6                                     // line 9
//     [!(g == &other)] -> L7                                  // line 9
// L6: call other() -> other.L0, back at L8                    // line 9
// L7: unknown (*g)() -> L8                                    // line 9
// L8: $t1 = f -> L9                                           // line 10
// L9: call $t2 = never(1) -> never.L0, back at L10            // line 10
// L10: [$t1 == &inc] -> L11                                   // line 10
//      [!($t1 == &inc)] -> L12                                // line 10
// L11: call $result = inc($t2) -> inc.L0, back at L15         // line 10
// L12: [$t1 == &dec] -> L13                                   // line 10
//      [!($t1 == &dec)] -> L14                                // line 10
// L13: call $result = dec($t2) -> dec.L0, back at L15         // line 10
// L14: unknown $result = (*$t1)($t2) -> L15                   // line 10
// L15: exit, return to $start.L5                              // line 7
//
// void $start(void)
//     local int argc;                                         // function_pointers.c:7
//     local char **argv;                                      // function_pointers.c:7
//     temp int $t0;                                           // function_pointers.c:7
// L0: init g -> L1                                            // function_pointers.c:6
// L1: argc = nondet(environment) -> L2                        // function_pointers.c:7
// L2: [argc >= 0] -> L3                                       // function_pointers.c:7
// L3: argv = nondet(environment) -> L4                        // function_pointers.c:7
// L4: call $t0 = main(argc, argv) -> main.L0, back at L5      // function_pointers.c:7
// L5: halt exit($t0) -> L6                                    // function_pointers.c:7
// L6: end
// L7: exit
