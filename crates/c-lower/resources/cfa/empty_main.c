// The smallest program. `$start` calls `main` and ends the program with its result; falling off the end of `main` returns 0.
int main(void) {}

// ---- automaton ----
// int main(void)                                              // empty_main.c:2
//     result int $result;                                     // line 2
// L0: $result = 0 -> L1                                       // line 2
// L1: exit, return to $start.L1                               // line 2
//
// void $start(void)
//     temp int $t0;                                           // empty_main.c:2
// L0: call $t0 = main() -> main.L0, back at L1                // empty_main.c:2
// L1: halt exit($t0) -> L2                                    // empty_main.c:2
// L2: end
// L3: exit
