// A bit-field is a member like any other; what is read back after a store may differ from what was stored.
struct flags { unsigned a : 3; int b : 5; _Bool c : 1; };
int main(void) {
  struct flags f = { 9, -1, 2 };
  int x = f.a = 9;
  f.b++;
  return x + f.c;
}

// ---- automaton ----
// int main(void)                                              // bit_fields.c:3
//     result int $result;                                     // line 3
//     local struct flags f;                                   // line 4
//     local int x;                                            // line 5
// L0: declare f -> L1                                         // line 4
// L1: f = zero -> L2                                          // line 4
// L2: f.a = 9 -> L3                                           // line 4
// L3: f.b = -1 -> L4                                          // line 4
// L4: f.c = 1 -> L5                                           // line 4
// L5: declare x -> L6                                         // line 5
// L6: f.a = 9 -> L7                                           // line 5
// L7: x = (int)f.a -> L8                                      // line 5
// L8: f.b = f.b + 1 -> L9                                     // line 6
// L9: $result = x + (int)f.c -> L10                           // line 7
// L10: exit, return to $start.L1                              // line 3
//
// void $start(void)
//     temp int $t0;                                           // bit_fields.c:3
// L0: call $t0 = main() -> main.L0, back at L1                // bit_fields.c:3
// L1: halt exit($t0) -> L2                                    // bit_fields.c:3
// L2: end
// L3: exit
