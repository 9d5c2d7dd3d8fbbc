// A call that does not fit the definition is repaired, which is an assumption.
int add();
int main(void) { return add(1, 2, 3) + add(4); }
int add(a, b) char a; int b; { return a + b; }

// ---- automaton ----
// int main(void)                                              // unprototyped.c:3
//     result int $result;                                     // line 3
//     temp int $t0;                                           // line 3
//     temp int $t1;                                           // line 3
//     temp int $fit;                                          // line 3
// L0: call $t0 = add(1, 2) -> add.L0, back at L1              // line 3
// L1: $fit = nondet(environment) -> L2                        // line 3
// L2: call $t1 = add(4, $fit) -> add.L0, back at L3           // line 3
// L3: $result = $t0 + $t1 -> L4                               // line 3
// L4: exit, return to $start.L1                               // line 3
//
// int add(int a$0, int b)                                     // unprototyped.c:2
//     param int a$0;                                          // line 4
//     param int b;                                            // line 4
//     result int $result;                                     // line 2
//     local char a;                                           // line 4
// L0: declare a -> L1                                         // line 4
// L1: a = (char)a$0 -> L2                                     // line 4
// L2: $result = (int)a + b -> L3                              // line 4
// L3: exit, return to main.L1                                 // line 3
//     return to main.L3                                       // line 3
//
// void $start(void)
//     temp int $t0;                                           // unprototyped.c:3
// L0: call $t0 = main() -> main.L0, back at L1                // unprototyped.c:3
// L1: halt exit($t0) -> L2                                    // unprototyped.c:3
// L2: end
// L3: exit
//
// assumption: `add` is called with another number of arguments than it takes: missing ones have any value, surplus ones are dropped // unprototyped.c:3
