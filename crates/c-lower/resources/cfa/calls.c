// Results of calls go where they are wanted. Undefined functions return any value and are named in the assumptions.
struct pair { int a, b; };
struct pair swap(struct pair p) { struct pair q = { p.b, p.a }; return q; }
int unknown(int);
void log_it(int);
int twice(int n) { return n ? twice(n - 1) + 2 : 0; }
int main(void) {
  struct pair p = { 1, 2 };
  p = swap(p);
  int n = swap(p).b;
  log_it(unknown(n));
  return twice(n);
}

// ---- automaton ----
// struct pair swap(struct pair p)                             // calls.c:3
//     param struct pair p;                                    // line 3
//     result struct pair $result;                             // line 3
//     local struct pair q;                                    // line 3
// L0: declare q -> L1                                         // line 3
// L1: q = zero -> L2                                          // line 3
// L2: q.a = p.b -> L3                                         // line 3
// L3: q.b = p.a -> L4                                         // line 3
// L4: $result = q -> L5                                       // line 3
// L5: exit, return to main.L5                                 // line 9
//     return to main.L7                                       // line 10
//
// int twice(int n)                                            // calls.c:6
//     param int n;                                            // line 6
//     result int $result;                                     // line 6
//     temp int $t0;                                           // line 6
// L0: [n] -> L1                                               // line 6
//     [!n] -> L3                                              // line 6
// L1: call $t0 = twice(n - 1) -> twice.L0, back at L2         // line 6
// L2: $result = $t0 + 2 -> L4                                 // line 6
// L3: $result = 0 -> L4                                       // line 6
// L4: exit, return to twice.L2                                // line 6
//     return to main.L11                                      // line 12
//
// int main(void)                                              // calls.c:7
//     result int $result;                                     // line 7
//     local struct pair p;                                    // line 8
//     local int n;                                            // line 10
//     temp struct pair $t0;                                   // line 10
//     temp int $t1;                                           // line 11
// L0: declare p -> L1                                         // line 8
// L1: p = zero -> L2                                          // line 8
// L2: p.a = 1 -> L3                                           // line 8
// L3: p.b = 2 -> L4                                           // line 8
// L4: call p = swap(p) -> swap.L0, back at L5                 // line 9
// L5: declare n -> L6                                         // line 10
// L6: call $t0 = swap(p) -> swap.L0, back at L7               // line 10
// L7: n = $t0.b -> L8                                         // line 10
// L8: external $t1 = unknown(n) -> L9                         // line 11
// L9: external log_it($t1) -> L10                             // line 11
// L10: call $result = twice(n) -> twice.L0, back at L11       // line 12
// L11: exit, return to $start.L1                              // line 7
//
// int unknown(int);                                           // calls.c:4, no body
//
// void log_it(int);                                           // calls.c:5, no body
//
// void $start(void)
//     temp int $t0;                                           // calls.c:7
// L0: call $t0 = main() -> main.L0, back at L1                // calls.c:7
// L1: halt exit($t0) -> L2                                    // calls.c:7
// L2: end
// L3: exit
//
// assumption: `unknown` is not defined: it returns any value and changes nothing // calls.c:11
// assumption: `log_it` is not defined: it changes nothing     // calls.c:11
