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
// L1: exit, return to main.L14                                // line 10
//
// int dec(int x)                                              // function_pointers.c:3
//     param int x;                                            // line 3
//     result int $result;                                     // line 3
// L0: $result = x - 1 -> L1                                   // line 3
// L1: exit, return to main.L14                                // line 10
//
// int never(int x)                                            // function_pointers.c:4
//     param int x;                                            // line 4
//     result int $result;                                     // line 4
// L0: $result = 0 -> L1                                       // line 4
// L1: exit, return to main.L9                                 // line 10
//
// void other(void)                                            // function_pointers.c:5
// L0: nop -> L1                                               // line 5
// L1: exit, return to main.L7                                 // line 9
//
// int main(int argc, char **argv)                             // function_pointers.c:7
//     param int argc;                                         // line 7
//     param char **argv;                                      // line 7
//     result int $result;                                     // line 7
//     local int (*f)(int);                                    // line 8
//     temp int (*$t0)(int);                                   // line 10
//     temp int $t1;                                           // line 10
// L0: declare f -> L1                                         // line 8
// L1: [argc > 1] -> L2                                        // line 8
//     [!(argc > 1)] -> L3                                     // line 8
// L2: f = &inc -> L4                                          // line 8
// L3: f = &dec -> L4                                          // line 8
// L4: [g == &other] -> L5                                     // line 9
//     [!(g == &other)] -> L6                                  // line 9
// L5: call other() -> other.L0, back at L7                    // line 9
// L6: unknown (*g)() -> L7                                    // line 9
// L7: $t0 = f -> L8                                           // line 10
// L8: call $t1 = never(1) -> never.L0, back at L9             // line 10
// L9: [$t0 == &inc] -> L10                                    // line 10
//     [!($t0 == &inc)] -> L11                                 // line 10
// L10: call $result = inc($t1) -> inc.L0, back at L14         // line 10
// L11: [$t0 == &dec] -> L12                                   // line 10
//      [!($t0 == &dec)] -> L13                                // line 10
// L12: call $result = dec($t1) -> dec.L0, back at L14         // line 10
// L13: unknown $result = (*$t0)($t1) -> L14                   // line 10
// L14: exit, return to $start.L5                              // line 7
//
// void $start(void)
//     local int argc;                                         // function_pointers.c:7
//     local char **argv;                                      // function_pointers.c:7
//     temp int $t0;                                           // function_pointers.c:7
// L0: init g -> L1                                            // function_pointers.c:6
// L1: argc = nondet(argument) -> L2                           // function_pointers.c:7
// L2: [argc >= 0] -> L3                                       // function_pointers.c:7
// L3: argv = nondet(argument) -> L4                           // function_pointers.c:7
// L4: call $t0 = main(argc, argv) -> main.L0, back at L5      // function_pointers.c:7
// L5: halt exit($t0) -> L6                                    // function_pointers.c:7
// L6: end
// L7: exit
//
// assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // function_pointers.c:9
