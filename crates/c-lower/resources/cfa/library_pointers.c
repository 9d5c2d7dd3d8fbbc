// A library function whose address is taken gets a body that applies its model; arguments beyond the named ones
// arrive in a list. What is written through such arguments cannot be told there, and is refused.
int printf(const char *, ...);
int sprintf(char *, const char *, ...);
int scanf(const char *, ...);
typedef __builtin_va_list va_list;
void done(va_list *lists) { __builtin_va_end(*lists++); }
int main(void) {
  char text[4];
  int (*print)(const char *, ...) = printf;
  int (*format)(char *, const char *, ...) = sprintf;
  int n = format(text, "%d", 1);
  print("%d", n);
  print = scanf;
  return print("%d", &n);
}

// ---- automaton ----
// static char main::str$0[3] = "%d\x00";                      // library_pointers.c:12, address taken
// static char main::str$1[3] = "%d\x00";                      // library_pointers.c:13, address taken
// static char main::str$2[3] = "%d\x00";                      // library_pointers.c:15, address taken
//
// void done(struct __va_list_tag (*lists)[1])                 // library_pointers.c:7
//     param struct __va_list_tag (*lists)[1];                 // line 7
//     temp struct __va_list_tag (*$t0)[1];                    // line 7
// L0: $t0 = lists -> L1                                       // line 7
// L1: lists = lists + 1 -> L2                                 // line 7
// L2: exit
//
// int main(void)                                              // library_pointers.c:8
//     result int $result;                                     // line 8
//     local char text[4];                                     // line 9, address taken
//     local int (*print)(char *, ...);                        // line 10
//     local int (*format)(char *, char *, ...);               // line 11
//     local int n;                                            // line 12, address taken
//     temp struct $arguments $args;                           // line 12, address taken
//     temp struct $arguments $args#1;                         // line 13, address taken
//     temp struct $arguments $args#2;                         // line 15, address taken
// L0: declare text -> L1                                      // line 9
// L1: declare print -> L2                                     // line 10
// L2: print = &printf -> L3                                   // line 10
// L3: declare format -> L4                                    // line 11
// L4: format = &sprintf -> L5                                 // line 11
// L5: declare n -> L6                                         // line 12
// L6: declare $args -> L7                                     // line 12
// L7: $args.$0 = 1 -> L8                                      // line 12
// L8: [format == &sprintf] -> L9                              // line 12
//     [!(format == &sprintf)] -> L10                          // line 12
// L9: call n = sprintf(&text[0], &main::str$0[0], (void *)&$args) -> sprintf.L0, back at L11 // line 12
// L10: unknown n = (*format)(&text[0], &main::str$0[0], (void *)&$args) -> L11 // line 12
// L11: declare $args#1 -> L12                                 // line 13
// L12: $args#1.$0 = n -> L13                                  // line 13
// L13: [print == &printf] -> L14                              // line 13
//      [!(print == &printf)] -> L15                           // line 13
// L14: external printf(&main::str$1[0], (void *)&$args#1) -> L18 // line 13
// L15: [print == &scanf] -> L16                               // line 13
//      [!(print == &scanf)] -> L17                            // line 13
// L16: call scanf(&main::str$1[0], (void *)&$args#1) -> scanf.L0, back at L18 // line 13
// L17: unknown (*print)(&main::str$1[0], (void *)&$args#1) -> L18 // line 13
// L18: print = &scanf -> L19                                  // line 14
// L19: declare $args#2 -> L20                                 // line 15
// L20: $args#2.$0 = &n -> L21                                 // line 15
// L21: [print == &printf] -> L22                              // line 15
//      [!(print == &printf)] -> L23                           // line 15
// L22: external $result = printf(&main::str$2[0], (void *)&$args#2) -> L26 // line 15
// L23: [print == &scanf] -> L24                               // line 15
//      [!(print == &scanf)] -> L25                            // line 15
// L24: call $result = scanf(&main::str$2[0], (void *)&$args#2) -> scanf.L0, back at L26 // line 15
// L25: unknown $result = (*print)(&main::str$2[0], (void *)&$args#2) -> L26 // line 15
// L26: end n -> L27                                           // line 15
// L27: end text -> L28                                        // line 15
// L28: exit, return to $start.L4                              // line 8
//
// int printf(char *, ...);                                    // library_pointers.c:3, no body
//
// int sprintf(char *target, char *format, ...)                // <verdikt stdio.h: sprintf>:6
//     param char *target;                                     // line 6
//     param char *format;                                     // line 6
//     param void *$va;
//     result int $result;                                     // line 6
//     local unsigned long size;                               // line 6
//     local int length;                                       // line 7
//     local unsigned long written;                            // line 10
//     local unsigned long at;                                 // line 11
//     temp char *$t0;                                         // line 11
// L0: declare size -> L1                                      // line 6
// L1: size = 18446744073709551615 -> L2                       // line 6
// L2: declare length -> L3                                    // line 7
// L3: external length = guess_int() -> L4                     // line 7
// L4: [length >= 0] -> L5                                     // line 8
// L5: [size > 0UL] -> L6                                      // line 9
//     [!(size > 0UL)] -> L17                                  // line 9
// L6: declare written -> L7                                   // line 10
// L7: [(unsigned long)length < size] -> L8                    // line 10
//     [!((unsigned long)length < size)] -> L9                 // line 10
// L8: written = (unsigned long)length -> L10                  // line 10
// L9: written = size - 1UL -> L10                             // line 10
// L10: declare at -> L11                                      // line 11
// L11: at = 0 -> L12                                          // line 11
// L12: [at < written] -> L13                                  // line 11, loop head
//      [!(at < written)] -> L16                               // line 11
// L13: $t0 = target + (long)at -> L14                         // line 11
// L14: external *$t0 = guess_char() -> L15                    // line 11
// L15: at = at + 1UL -> L12                                   // line 11
// L16: *(target + (long)written) = 0 -> L17                   // line 12
// L17: $result = length -> L18                                // line 14
// L18: exit, return to main.L11                               // library_pointers.c:12
//
// int scanf(char *$p0, ...)                                   // library_pointers.c:5
//     param char *$p0;                                        // line 5
//     param void *$va;
//     result int $result;                                     // line 5
// L0: unsupported call of a function like `scanf` through a pointer -> L1 // line 5
// L1: end
// L2: exit, return to main.L18                                // line 13
//     return to main.L26                                      // line 15
//
// int guess_int(void);                                        // <verdikt stdio.h: sprintf>:3, no body
//
// void assume(int);                                           // <verdikt stdio.h: sprintf>:5, no body
//
// char guess_char(void);                                      // <verdikt stdio.h: sprintf>:4, no body
//
// void $start(void)
//     temp int $t0;                                           // library_pointers.c:8
// L0: init main::str$0 -> L1                                  // library_pointers.c:12
// L1: init main::str$1 -> L2                                  // library_pointers.c:13
// L2: init main::str$2 -> L3                                  // library_pointers.c:15
// L3: call $t0 = main() -> main.L0, back at L4                // library_pointers.c:8
// L4: halt exit($t0) -> L5                                    // library_pointers.c:8
// L5: end
// L6: exit
//
// assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // library_pointers.c:12
