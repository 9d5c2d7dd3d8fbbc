// A compound literal is an anonymous local of the block around it.
struct point { int x, y; };
int norm(struct point *p) { return p->x + p->y; }
int main(void) {
  int *a = (int[]){ 1, 2, 3 };
  return norm(&(struct point){ .y = a[1] });
}

// ---- automaton ----
// int norm(struct point *p)                                   // compound_literals.c:3
//     param struct point *p;                                  // line 3
//     result int $result;                                     // line 3
// L0: $result = p->x + p->y -> L1                             // line 3
// L1: exit, return to main.L11                                // line 6
//
// int main(void)                                              // compound_literals.c:4
//     result int $result;                                     // line 4
//     local int *a;                                           // line 5
//     local int literal$0[3];                                 // line 5, address taken
//     local struct point literal$1;                           // line 6, address taken
// L0: declare a -> L1                                         // line 5
// L1: declare literal$0 -> L2                                 // line 5
// L2: literal$0 = zero -> L3                                  // line 5
// L3: literal$0[0] = 1 -> L4                                  // line 5
// L4: literal$0[1] = 2 -> L5                                  // line 5
// L5: literal$0[2] = 3 -> L6                                  // line 5
// L6: a = &literal$0[0] -> L7                                 // line 5
// L7: declare literal$1 -> L8                                 // line 6
// L8: literal$1 = zero -> L9                                  // line 6
// L9: literal$1.y = *(a + 1) -> L10                           // line 6
// L10: call $result = norm(&literal$1) -> norm.L0, back at L11 // line 6
// L11: end literal$1 -> L12                                   // line 6
// L12: end literal$0 -> L13                                   // line 6
// L13: exit, return to $start.L1                              // line 4
//
// void $start(void)
//     temp int $t0;                                           // compound_literals.c:4
// L0: call $t0 = main() -> main.L0, back at L1                // compound_literals.c:4
// L1: halt exit($t0) -> L2                                    // compound_literals.c:4
// L2: end
// L3: exit
