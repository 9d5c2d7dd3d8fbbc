// Vectors are records of an array: operations are written out, and what is not plain is kept first.
typedef unsigned v2 __attribute__((vector_size(8)));
typedef signed char c2 __attribute__((vector_size(2)));
static v2 seen, *where = &seen;
v2 note(unsigned x) { seen[1] = x; return (v2){x, x}; }
unsigned count(void) { (*where)[0]++; return 1; }
c2 narrow(c2 a, int n) { return a * 2 << n; }
int main(void) {
  v2 a = {1, 2}, b = a + seen * 3;
  a += note(4) - seen;
  b[1] = b[0] + count();
  return (seen + note(5))[1];
}

// ---- automaton ----
// static struct __vector(2) unsigned int *where = &seen;      // vectors.c:4
// static struct __vector(2) unsigned int seen = zero;         // vectors.c:4, address taken
//
// struct __vector(2) unsigned int note(unsigned int x)        // vectors.c:5
//     param unsigned int x;                                   // line 5
//     result struct __vector(2) unsigned int $result;         // line 5
//     local struct __vector(2) unsigned int literal$0;        // line 5
// L0: seen.$0[1] = x -> L1                                    // line 5
// L1: declare literal$0 -> L2                                 // line 5
// L2: literal$0 = zero -> L3                                  // line 5
// L3: literal$0.$0[0] = x -> L4                               // line 5
// L4: literal$0.$0[1] = x -> L5                               // line 5
// L5: $result = literal$0 -> L6                               // line 5
// L6: exit, return to main.L15                                // line 10
//     return to main.L19                                      // line 10
//     return to main.L38                                      // line 12
//     return to main.L40                                      // line 12
//
// unsigned int count(void)                                    // vectors.c:6
//     result unsigned int $result;                            // line 6
// L0: where->$0[0] = where->$0[0] + 1U -> L1                  // line 6
// L1: $result = 1 -> L2                                       // line 6
// L2: exit, return to main.L32                                // line 11
//
// struct __vector(2) signed char narrow(struct __vector(2) signed char a, int n) // vectors.c:7
//     param struct __vector(2) signed char a;                 // line 7
//     param int n;                                            // line 7
//     result struct __vector(2) signed char $result;          // line 7
//     local struct __vector(2) signed char vector$2;          // line 7
// L0: declare vector$2 -> L1                                  // line 7
// L1: vector$2.$0[0] = (signed char)(((int)(signed char)((int)a.$0[0] * 2 * 16777216 >> 24) << (n | (n < 0 | n > 7) * 32)) * 16777216 >> 24) -> L2 // line 7
// L2: vector$2.$0[1] = (signed char)(((int)(signed char)((int)a.$0[1] * 2 * 16777216 >> 24) << (n | (n < 0 | n > 7) * 32)) * 16777216 >> 24) -> L3 // line 7
// L3: $result = vector$2 -> L4                                // line 7
// L4: exit
//
// int main(void)                                              // vectors.c:8
//     result int $result;                                     // line 8
//     local struct __vector(2) unsigned int a;                // line 9
//     local struct __vector(2) unsigned int b;                // line 9
//     local struct __vector(2) unsigned int vector$4;         // line 9
//     local struct $2 operands$7;                             // line 10
//     local struct $2 operands$5;                             // line 10
//     temp struct __vector(2) unsigned int $t0;               // line 10
//     temp struct __vector(2) unsigned int $t1;               // line 10
//     temp int order of evaluation;                           // line 10
//     temp struct __vector(2) unsigned int $t2;               // line 10
//     temp struct __vector(2) unsigned int $t3;               // line 10
//     local struct __vector(2) unsigned int vector$6;         // line 10
//     local struct __vector(2) unsigned int vector$8;         // line 10
//     temp unsigned int $t4;                                  // line 11
//     temp unsigned int $t5;                                  // line 11
//     local struct $2 operands$9;                             // line 12
//     temp struct __vector(2) unsigned int $t6;               // line 12
//     temp struct __vector(2) unsigned int $t7;               // line 12
//     temp int order of evaluation#1;                         // line 12
//     temp struct __vector(2) unsigned int $t8;               // line 12
//     temp struct __vector(2) unsigned int $t9;               // line 12
//     local struct __vector(2) unsigned int vector$10;        // line 12
// L0: declare a -> L1                                         // line 9
// L1: a = zero -> L2                                          // line 9
// L2: a.$0[0] = 1 -> L3                                       // line 9
// L3: a.$0[1] = 2 -> L4                                       // line 9
// L4: declare b -> L5                                         // line 9
// L5: declare vector$4 -> L6                                  // line 9
// L6: vector$4.$0[0] = a.$0[0] + seen.$0[0] * 3U -> L7        // line 9
// L7: vector$4.$0[1] = a.$0[1] + seen.$0[1] * 3U -> L8        // line 9
// L8: b = vector$4 -> L9                                      // line 9
// L9: declare operands$7 -> L10                               // line 10
// L10: operands$7.$0 = a -> L11                               // line 10
// L11: declare operands$5 -> L12                              // line 10
// L12: order of evaluation = nondet(order) -> L13             // line 10
// L13: [order of evaluation == 0] -> L14                      // line 10
//      [!(order of evaluation == 0)] -> L17                   // line 10
// L14: call $t2 = note(4U) -> note.L0, back at L15            // line 10
// L15: $t0 = $t2 -> L16                                       // line 10
// L16: $t1 = seen -> L20                                      // line 10
// L17: $t1 = seen -> L18                                      // line 10
// L18: call $t3 = note(4U) -> note.L0, back at L19            // line 10
// L19: $t0 = $t3 -> L20                                       // line 10
// L20: operands$5.$0 = $t0 -> L21                             // line 10
// L21: operands$5.$1 = $t1 -> L22                             // line 10
// L22: declare vector$6 -> L23                                // line 10
// L23: vector$6.$0[0] = operands$5.$0.$0[0] - operands$5.$1.$0[0] -> L24 // line 10
// L24: vector$6.$0[1] = operands$5.$0.$0[1] - operands$5.$1.$0[1] -> L25 // line 10
// L25: operands$7.$1 = vector$6 -> L26                        // line 10
// L26: declare vector$8 -> L27                                // line 10
// L27: vector$8.$0[0] = operands$7.$0.$0[0] + operands$7.$1.$0[0] -> L28 // line 10
// L28: vector$8.$0[1] = operands$7.$0.$0[1] + operands$7.$1.$0[1] -> L29 // line 10
// L29: a = vector$8 -> L30                                    // line 10
// L30: $t4 = b.$0[0] -> L31                                   // line 11
// L31: call $t5 = count() -> count.L0, back at L32            // line 11
// L32: b.$0[1] = $t4 + $t5 -> L33                             // line 11
// L33: declare operands$9 -> L34                              // line 12
// L34: order of evaluation#1 = nondet(order) -> L35           // line 12
// L35: [order of evaluation#1 == 0] -> L36                    // line 12
//      [!(order of evaluation#1 == 0)] -> L39                 // line 12
// L36: $t6 = seen -> L37                                      // line 12
// L37: call $t8 = note(5U) -> note.L0, back at L38            // line 12
// L38: $t7 = $t8 -> L42                                       // line 12
// L39: call $t9 = note(5U) -> note.L0, back at L40            // line 12
// L40: $t7 = $t9 -> L41                                       // line 12
// L41: $t6 = seen -> L42                                      // line 12
// L42: operands$9.$0 = $t6 -> L43                             // line 12
// L43: operands$9.$1 = $t7 -> L44                             // line 12
// L44: declare vector$10 -> L45                               // line 12
// L45: vector$10.$0[0] = operands$9.$0.$0[0] + operands$9.$1.$0[0] -> L46 // line 12
// L46: vector$10.$0[1] = operands$9.$0.$0[1] + operands$9.$1.$0[1] -> L47 // line 12
// L47: $result = (int)vector$10.$0[1] -> L48                  // line 12
// L48: exit, return to $start.L3                              // line 8
//
// void $start(void)
//     temp int $t0;                                           // vectors.c:8
// L0: init where -> L1                                        // vectors.c:4
// L1: init seen -> L2                                         // vectors.c:4
// L2: call $t0 = main() -> main.L0, back at L3                // vectors.c:8
// L3: halt exit($t0) -> L4                                    // vectors.c:8
// L4: end
// L5: exit
