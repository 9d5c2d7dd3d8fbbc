// Members and elements stay visible in places; records are assigned as a whole.
struct point { int x, y; };
struct shape { struct point corner[4]; union { int i; float f; } u; };
int main(void) {
  struct shape s = { .corner[1] = { 1, 2 } }, t;
  t = s;
  struct shape *p = &t;
  p->corner[1].x += s.corner[1].y;
  p->u.f = 1;
  return (*p).u.i;
}

// ---- automaton ----
// int main(void)                                              // structs.c:4
//     result int $result;                                     // line 4
//     local struct shape s;                                   // line 5
//     local struct shape t;                                   // line 5, address taken
//     local struct shape *p;                                  // line 7
// L0: declare s -> L1                                         // line 5
// L1: s = zero -> L2                                          // line 5
// L2: s.corner[1].x = 1 -> L3                                 // line 5
// L3: s.corner[1].y = 2 -> L4                                 // line 5
// L4: declare t -> L5                                         // line 5
// L5: t = s -> L6                                             // line 6
// L6: declare p -> L7                                         // line 7
// L7: p = &t -> L8                                            // line 7
// L8: p->corner[1].x = p->corner[1].x + s.corner[1].y -> L9   // line 8
// L9: p->u.f = 1.0f -> L10                                    // line 9
// L10: $result = p->u.i -> L11                                // line 10
// L11: end t -> L12                                           // line 10
// L12: exit, return to $start.L1                              // line 4
//
// void $start(void)
//     temp int $t0;                                           // structs.c:4
// L0: call $t0 = main() -> main.L0, back at L1                // structs.c:4
// L1: halt exit($t0) -> L2                                    // structs.c:4
// L2: end
// L3: exit
