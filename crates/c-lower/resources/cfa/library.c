// Library functions without an operation of their own are written in C and added when they are called.
typedef __typeof__(sizeof 0) size_t;
size_t strlen(const char *);
int printf(const char *, ...);
int scanf(const char *, ...);
double fabs(double);
int main(void) {
  int n;
  scanf("%d", &n);
  printf("%d %f\n", n, fabs(-1.5));
  return strlen("abc");
}

// ---- automaton ----
// static char main::str$0[3] = "%d\x00";                      // library.c:9, address taken
// static char main::str$1[7] = "%d %f\n\x00";                 // library.c:10, address taken
// static char main::str$2[4] = "abc\x00";                     // library.c:11, address taken
//
// int main(void)                                              // library.c:7
//     result int $result;                                     // line 7
//     local int n;                                            // line 8, address taken
//     temp int $t0;                                           // line 9
//     temp int $t1;                                           // line 10
//     temp unsigned long $t2;                                 // line 11
// L0: declare n -> L1                                         // line 8
// L1: external $t0 = scanf(&main::str$0[0], &n) -> L2         // line 9
// L2: [$t0 >= -1 & $t0 <= 1] -> L3                            // line 9
// L3: [$t0 >= 1] -> L4                                        // line 9
//     [!($t0 >= 1)] -> L5                                     // line 9
// L4: n = nondet(library scanf) -> L5                         // line 9
// L5: $t1 = n -> L6                                           // line 10
// L6: external printf(&main::str$1[0], $t1, fabs(-1.5)) -> L7 // line 10
// L7: call $t2 = strlen(&main::str$2[0]) -> strlen.L0, back at L8 // line 11
// L8: $result = (int)$t2 -> L9                                // line 11
// L9: end n -> L10                                            // line 11
// L10: exit, return to $start.L4                              // line 7
//
// int scanf(char *, ...);                                     // library.c:5, no body
//
// double fabs(double);                                        // library.c:6, no body
//
// int printf(char *, ...);                                    // library.c:4, no body
//
// unsigned long strlen(char *text)                            // <verdikt string.h: strlen>:3
//     param char *text;                                       // line 3
//     result unsigned long $result;                           // line 3
//     local unsigned long length;                             // line 4
// L0: declare length -> L1                                    // line 4
// L1: length = 0 -> L2                                        // line 4
// L2: [*(text + (long)length)] -> L3                          // line 5, loop head
//     [!*(text + (long)length)] -> L4                         // line 5
// L3: length = length + 1UL -> L2                             // line 5
// L4: $result = length -> L5                                  // line 6
// L5: exit, return to main.L8                                 // library.c:11
//
// void $start(void)
//     temp int $t0;                                           // library.c:7
// L0: init main::str$0 -> L1                                  // library.c:9
// L1: init main::str$1 -> L2                                  // library.c:10
// L2: init main::str$2 -> L3                                  // library.c:11
// L3: call $t0 = main() -> main.L0, back at L4                // library.c:7
// L4: halt exit($t0) -> L5                                    // library.c:7
// L5: end
// L6: exit
