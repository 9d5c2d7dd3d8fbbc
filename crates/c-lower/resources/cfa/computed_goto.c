// The address of a label is that of a hidden object; a computed jump compares with all labels that have one.
int main(void) {
  static void *table[] = { &&even, &&odd };
  int n = 3;
  goto *table[n % 2];
even: return 0;
odd: return 1;
}

// ---- automaton ----
// static void *main::table[2] = { main::table[0] = (void *)&main::$label.even, main::table[1] = (void *)&main::$label.odd }; // computed_goto.c:3
// static char main::$label.even = zero;                       // computed_goto.c:3, address taken
// static char main::$label.odd = zero;                        // computed_goto.c:3, address taken
//
// int main(void)                                              // computed_goto.c:2
//     result int $result;                                     // line 2
//     local int n;                                            // line 4
//     temp void *$t0;                                         // line 5
// L0: declare n -> L1                                         // line 4
// L1: n = 3 -> L2                                             // line 4
// L2: $t0 = main::table[(long)(n % 2)] -> L3                  // line 5
// L3: [$t0 == (void *)&main::$label.even] -> L4               // line 5
//     [!($t0 == (void *)&main::$label.even)] -> L5            // line 5
// L4: $result = 0 -> L7                                       // line 6
// L5: [$t0 == (void *)&main::$label.odd] -> L6                // line 5
//     [!($t0 == (void *)&main::$label.odd)] -> L8             // line 5
// L6: $result = 1 -> L7                                       // line 7
// L7: exit, return to $start.L4                               // line 2
// L8: unsupported a computed goto to what is known as no label -> L9 // line 5
// L9: end
//
// void $start(void)
//     temp int $t0;                                           // computed_goto.c:2
// L0: init main::table -> L1                                  // computed_goto.c:3
// L1: init main::$label.even -> L2                            // computed_goto.c:3
// L2: init main::$label.odd -> L3                             // computed_goto.c:3
// L3: call $t0 = main() -> main.L0, back at L4                // computed_goto.c:2
// L4: halt exit($t0) -> L5                                    // computed_goto.c:2
// L5: end
// L6: exit
