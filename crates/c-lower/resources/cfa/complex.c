// Complex numbers are records of two parts. A product of two is a call, a real operand is not made complex.

_Complex double z = 1.5 + 2.0i;
_Complex int n;
double x;
_Complex double next(void);
_Bool b;

int main(void) {
  z = z * next() + x;
  n = n * 3i - 1;
  x = ~z == z;
  z += 2 - z * x;
  if (z) n++;
  b = n;
  x -= z;
  return 0;
}

// ---- automaton ----
// static double _Complex z = { z.__real__ = 1.5, z.__imag__ = 2.0 }; // complex.c:3
// static double x = zero;                                     // complex.c:5
// static int _Complex n = zero;                               // complex.c:4
// static _Bool b = zero;                                      // complex.c:7
//
// int main(void)                                              // complex.c:9
//     result int $result;                                     // line 9
//     temp double _Complex $t0;                               // line 10
//     temp double _Complex $t1;                               // line 10
//     temp double _Complex $t2;                               // line 10
//     temp double _Complex $t3;                               // line 10
//     temp int _Complex $t4;                                  // line 11
//     temp int _Complex $t5;                                  // line 11
//     temp int _Complex $t6;                                  // line 11
//     temp double _Complex $t7;                               // line 12
//     temp double _Complex $t8;                               // line 13
//     temp double _Complex $t9;                               // line 13
//     temp double _Complex $t10;                              // line 13
//     temp int _Complex $t11;                                 // line 14
//     temp double _Complex $t12;                              // line 16
// L0: $t0 = z -> L1                                           // line 10
// L1: external $t1 = next() -> L2                             // line 10
// L2: call $t2 = __muldc3($t0.__real__, $t0.__imag__, $t1.__real__, $t1.__imag__) -> __muldc3.L0, back at L3 // line 10
// L3: $t3.__real__ = $t2.__real__ + x -> L4                   // line 10
// L4: $t3.__imag__ = $t2.__imag__ -> L5                       // line 10
// L5: z = $t3 -> L6                                           // line 10
// L6: $t4.__real__ = 0 -> L7                                  // line 11
// L7: $t4.__imag__ = 3 -> L8                                  // line 11
// L8: $t5.__real__ = n.__real__ * $t4.__real__ - n.__imag__ * $t4.__imag__ -> L9 // line 11
// L9: $t5.__imag__ = n.__real__ * $t4.__imag__ + n.__imag__ * $t4.__real__ -> L10 // line 11
// L10: $t6.__real__ = $t5.__real__ - 1 -> L11                 // line 11
// L11: $t6.__imag__ = $t5.__imag__ -> L12                     // line 11
// L12: n = $t6 -> L13                                         // line 11
// L13: $t7.__real__ = z.__real__ -> L14                       // line 12
// L14: $t7.__imag__ = -z.__imag__ -> L15                      // line 12
// L15: x = (double)($t7.__real__ == z.__real__ & $t7.__imag__ == z.__imag__) -> L16 // line 12
// L16: $t8.__real__ = z.__real__ * x -> L17                   // line 13
// L17: $t8.__imag__ = z.__imag__ * x -> L18                   // line 13
// L18: $t9.__real__ = 2.0 - $t8.__real__ -> L19               // line 13
// L19: $t9.__imag__ = -$t8.__imag__ -> L20                    // line 13
// L20: $t10.__real__ = z.__real__ + $t9.__real__ -> L21       // line 13
// L21: $t10.__imag__ = z.__imag__ + $t9.__imag__ -> L22       // line 13
// L22: z = $t10 -> L23                                        // line 13
// L23: [z.__real__ != 0.0 | z.__imag__ != 0.0] -> L24         // line 14
//      [!(z.__real__ != 0.0 | z.__imag__ != 0.0)] -> L27      // line 14
// L24: $t11.__real__ = n.__real__ + 1 -> L25                  // line 14
// L25: $t11.__imag__ = n.__imag__ -> L26                      // line 14
// L26: n = $t11 -> L27                                        // line 14
// L27: b = (_Bool)(n.__real__ != 0 | n.__imag__ != 0) -> L28  // line 15
// L28: $t12.__real__ = x - z.__real__ -> L29                  // line 16
// L29: $t12.__imag__ = -z.__imag__ -> L30                     // line 16
// L30: x = $t12.__real__ -> L31                               // line 16
// L31: $result = 0 -> L32                                     // line 17
// L32: exit, return to $start.L5                              // line 9
//
// double _Complex next(void);                                 // complex.c:6, no body
//
// double _Complex __muldc3(double a, double b, double c, double d) // <verdikt gcc: __muldc3>:11
//     param double a;                                         // line 11
//     param double b;                                         // line 11
//     param double c;                                         // line 11
//     param double d;                                         // line 11
//     result double _Complex $result;                         // line 11
//     local double ac;                                        // line 12
//     local double bd;                                        // line 12
//     local double ad;                                        // line 12
//     local double bc;                                        // line 12
//     local double x;                                         // line 13
//     local double y;                                         // line 13
//     temp double _Complex $t0;                               // line 14
//     local int left;                                         // line 15
//     temp int $t1;                                           // line 15
//     temp int $t2;                                           // line 15
//     local int right;                                        // line 20
//     temp int $t3;                                           // line 20
//     temp int $t4;                                           // line 20
//     temp int $t5;                                           // line 26
//     temp int $t6;                                           // line 26
//     temp int $t7;                                           // line 26
//     temp int $t8;                                           // line 26
//     temp double _Complex $t9;                               // line 27
//     local double infinity;                                  // line 31
//     temp double _Complex $t10;                              // line 34
// L0: declare ac -> L1                                        // line 12
// L1: ac = a * c -> L2                                        // line 12
// L2: declare bd -> L3                                        // line 12
// L3: bd = b * d -> L4                                        // line 12
// L4: declare ad -> L5                                        // line 12
// L5: ad = a * d -> L6                                        // line 12
// L6: declare bc -> L7                                        // line 12
// L7: bc = b * c -> L8                                        // line 12
// L8: declare x -> L9                                         // line 13
// L9: x = ac - bd -> L10                                      // line 13
// L10: declare y -> L11                                       // line 13
// L11: y = ad + bc -> L12                                     // line 13
// L12: [x == x] -> L14                                        // line 14
//      [!(x == x)] -> L13                                     // line 14
// L13: [y == y] -> L14                                        // line 14
//      [!(y == y)] -> L17                                     // line 14
// L14: $t0.__real__ = x -> L15                                // line 14
// L15: $t0.__imag__ = y -> L16                                // line 14
// L16: $result = $t0 -> L65                                   // line 14
// L17: declare left -> L18                                    // line 15
// L18: call $t1 = is_infinite___muldc3(a) -> is_infinite___muldc3.L0, back at L19 // line 15
// L19: [$t1] -> L22                                           // line 15
//      [!$t1] -> L20                                          // line 15
// L20: call $t2 = is_infinite___muldc3(b) -> is_infinite___muldc3.L0, back at L21 // line 15
// L21: [$t2] -> L22                                           // line 15
//      [!$t2] -> L23                                          // line 15
// L22: left = 1 -> L24                                        // line 15
// L23: left = 0 -> L24                                        // line 15
// L24: [left] -> L25                                          // line 16
//      [!left] -> L29                                         // line 16
// L25: call a = boxed_of___muldc3(a) -> boxed_of___muldc3.L0, back at L26 // line 17
// L26: call b = boxed_of___muldc3(b) -> boxed_of___muldc3.L0, back at L27 // line 17
// L27: call c = number_of___muldc3(c) -> number_of___muldc3.L0, back at L28 // line 18
// L28: call d = number_of___muldc3(d) -> number_of___muldc3.L0, back at L29 // line 18
// L29: declare right -> L30                                   // line 20
// L30: call $t3 = is_infinite___muldc3(c) -> is_infinite___muldc3.L0, back at L31 // line 20
// L31: [$t3] -> L34                                           // line 20
//      [!$t3] -> L32                                          // line 20
// L32: call $t4 = is_infinite___muldc3(d) -> is_infinite___muldc3.L0, back at L33 // line 20
// L33: [$t4] -> L34                                           // line 20
//      [!$t4] -> L35                                          // line 20
// L34: right = 1 -> L36                                       // line 20
// L35: right = 0 -> L36                                       // line 20
// L36: [right] -> L37                                         // line 21
//      [!right] -> L41                                        // line 21
// L37: call c = boxed_of___muldc3(c) -> boxed_of___muldc3.L0, back at L38 // line 22
// L38: call d = boxed_of___muldc3(d) -> boxed_of___muldc3.L0, back at L39 // line 22
// L39: call a = number_of___muldc3(a) -> number_of___muldc3.L0, back at L40 // line 23
// L40: call b = number_of___muldc3(b) -> number_of___muldc3.L0, back at L41 // line 23
// L41: [left == 0] -> L42                                     // line 25
//      [!(left == 0)] -> L58                                  // line 25
// L42: [right == 0] -> L43                                    // line 25
//      [!(right == 0)] -> L58                                 // line 25
// L43: call $t5 = is_infinite___muldc3(ac) -> is_infinite___muldc3.L0, back at L44 // line 26
// L44: [$t5 == 0] -> L45                                      // line 26
//      [!($t5 == 0)] -> L54                                   // line 26
// L45: call $t6 = is_infinite___muldc3(bd) -> is_infinite___muldc3.L0, back at L46 // line 26
// L46: [$t6 == 0] -> L47                                      // line 26
//      [!($t6 == 0)] -> L54                                   // line 26
// L47: call $t7 = is_infinite___muldc3(ad) -> is_infinite___muldc3.L0, back at L48 // line 26
// L48: [$t7 == 0] -> L49                                      // line 26
//      [!($t7 == 0)] -> L54                                   // line 26
// L49: call $t8 = is_infinite___muldc3(bc) -> is_infinite___muldc3.L0, back at L50 // line 26
// L50: [$t8 == 0] -> L51                                      // line 26
//      [!($t8 == 0)] -> L54                                   // line 26
// L51: $t9.__real__ = x -> L52                                // line 27
// L52: $t9.__imag__ = y -> L53                                // line 27
// L53: $result = $t9 -> L65                                   // line 27
// L54: call a = number_of___muldc3(a) -> number_of___muldc3.L0, back at L55 // line 28
// L55: call b = number_of___muldc3(b) -> number_of___muldc3.L0, back at L56 // line 28
// L56: call c = number_of___muldc3(c) -> number_of___muldc3.L0, back at L57 // line 29
// L57: call d = number_of___muldc3(d) -> number_of___muldc3.L0, back at L58 // line 29
// L58: declare infinity -> L59                                // line 31
// L59: infinity = INFINITY -> L60                             // line 31
// L60: x = infinity * (a * c - b * d) -> L61                  // line 32
// L61: y = infinity * (a * d + b * c) -> L62                  // line 33
// L62: $t10.__real__ = x -> L63                               // line 34
// L63: $t10.__imag__ = y -> L64                               // line 34
// L64: $result = $t10 -> L65                                  // line 34
// L65: exit, return to main.L3                                // complex.c:10
//
// double boxed_of___muldc3(double x)                          // <verdikt gcc: __muldc3>:3
//     param double x;                                         // line 3
//     result double $result;                                  // line 3
//     local double unit;                                      // line 4
//     temp int $t0;                                           // line 4
// L0: declare unit -> L1                                      // line 4
// L1: [fabs(x) == INFINITY] -> L2                             // line 4
//     [!(fabs(x) == INFINITY)] -> L3                          // line 4
// L2: $t0 = 1 -> L4                                           // line 4
// L3: $t0 = 0 -> L4                                           // line 4
// L4: unit = (double)$t0 -> L5                                // line 4
// L5: [signbit(x)] -> L6                                      // line 5
//     [!signbit(x)] -> L7                                     // line 5
// L6: $result = -unit -> L8                                   // line 5
// L7: $result = unit -> L8                                    // line 6
// L8: exit, return to __muldc3.L26                            // line 17
//     return to __muldc3.L27                                  // line 17
//     return to __muldc3.L38                                  // line 22
//     return to __muldc3.L39                                  // line 22
//
// double number_of___muldc3(double x)                         // <verdikt gcc: __muldc3>:8
//     param double x;                                         // line 8
//     result double $result;                                  // line 8
// L0: [x == x] -> L1                                          // line 8
//     [!(x == x)] -> L2                                       // line 8
// L1: $result = x -> L3                                       // line 8
// L2: $result = 0.0 -> L3                                     // line 8
// L3: exit, return to __muldc3.L28                            // line 18
//     return to __muldc3.L29                                  // line 18
//     return to __muldc3.L40                                  // line 23
//     return to __muldc3.L41                                  // line 23
//     return to __muldc3.L55                                  // line 28
//     return to __muldc3.L56                                  // line 28
//     return to __muldc3.L57                                  // line 29
//     return to __muldc3.L58                                  // line 29
//
// int is_infinite___muldc3(double x)                          // <verdikt gcc: __muldc3>:9
//     param double x;                                         // line 9
//     result int $result;                                     // line 9
// L0: $result = fabs(x) == INFINITY -> L1                     // line 9
// L1: exit, return to __muldc3.L19                            // line 15
//     return to __muldc3.L21                                  // line 15
//     return to __muldc3.L31                                  // line 20
//     return to __muldc3.L33                                  // line 20
//     return to __muldc3.L44                                  // line 26
//     return to __muldc3.L46                                  // line 26
//     return to __muldc3.L48                                  // line 26
//     return to __muldc3.L50                                  // line 26
//
// int is_finite___muldc3(double x)                            // <verdikt gcc: __muldc3>:10
//     param double x;                                         // line 10
//     result int $result;                                     // line 10
// L0: $result = fabs(x) < INFINITY -> L1                      // line 10
// L1: exit
//
// void $start(void)
//     temp int $t0;                                           // complex.c:9
// L0: init z -> L1                                            // complex.c:3
// L1: init x -> L2                                            // complex.c:5
// L2: init n -> L3                                            // complex.c:4
// L3: init b -> L4                                            // complex.c:7
// L4: call $t0 = main() -> main.L0, back at L5                // complex.c:9
// L5: halt exit($t0) -> L6                                    // complex.c:9
// L6: end
// L7: exit
//
// assumption: `next` is not defined: it returns any value and changes nothing // complex.c:10
