// The functions of verification tasks.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void abort(void);
void reach_error(void) { __assert_fail("0", "nondet.c", 3, "reach_error"); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
  if (__VERIFIER_nondet_bool()) abort();
  if (x < 0) reach_error();
  return 0;
}

// ---- automaton ----
// static char reach_error::str$0[2] = "0\x00";                // nondet.c:7, address taken
// static char reach_error::str$1[9] = "nondet.c\x00";         // nondet.c:7, address taken
// static char reach_error::str$2[12] = "reach_error\x00";     // nondet.c:7, address taken
//
// void reach_error(void)                                      // nondet.c:7
// L0: external __assert_fail(&reach_error::str$0[0], &reach_error::str$1[0], 3U, &reach_error::str$2[0]) -> L1 // line 7
// L1: halt abort -> L2                                        // line 7
// L2: end
// L3: exit, return to main.L9                                 // line 12
//
// void __assert_fail(char *, char *, unsigned int, char *);   // nondet.c:5, no body
//
// int main(void)                                              // nondet.c:8
//     result int $result;                                     // line 8
//     local int x;                                            // line 9
//     temp _Bool $t0;                                         // line 11
// L0: declare x -> L1                                         // line 9
// L1: x = nondet(__VERIFIER_nondet_int) -> L2                 // line 9
// L2: [x > 0] -> L3                                           // line 10
// L3: $t0 = nondet(__VERIFIER_nondet_bool) -> L4              // line 11
// L4: [$t0] -> L5                                             // line 11
//     [!$t0] -> L7                                            // line 11
// L5: halt abort -> L6                                        // line 11
// L6: end
// L7: [x < 0] -> L8                                           // line 12
//     [!(x < 0)] -> L9                                        // line 12
// L8: call reach_error() -> reach_error.L0, back at L9        // line 12
// L9: $result = 0 -> L10                                      // line 13
// L10: exit, return to $start.L4                              // line 8
//
// int __VERIFIER_nondet_int(void);                            // nondet.c:2, no body
//
// void __VERIFIER_assume(int);                                // nondet.c:4, no body
//
// _Bool __VERIFIER_nondet_bool(void);                         // nondet.c:3, no body
//
// void abort(void);                                           // nondet.c:6, no body
//
// void $start(void)
//     temp int $t0;                                           // nondet.c:8
// L0: init reach_error::str$0 -> L1                           // nondet.c:7
// L1: init reach_error::str$1 -> L2                           // nondet.c:7
// L2: init reach_error::str$2 -> L3                           // nondet.c:7
// L3: call $t0 = main() -> main.L0, back at L4                // nondet.c:8
// L4: halt exit($t0) -> L5                                    // nondet.c:8
// L5: end
// L6: exit
