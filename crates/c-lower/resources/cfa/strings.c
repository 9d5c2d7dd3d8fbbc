// String literals are static objects; an array that is initialised by one gets a copy.
static char name[8] = "abc";
struct { int n; char text[4]; } record = { 1, "xyz" };
int main(void) {
  const char *p = "hello";
  char copy[] = "abc";
  return p[0] + copy[1] + name[2] + record.text[0];
}

// ---- automaton ----
// static char name[8] = "abc\x00\x00\x00\x00\x00";            // strings.c:2
// static struct $0 record = { record.n = 1, record.text[0] = 120, record.text[1] = 121, record.text[2] = 122 }; // strings.c:3
// static char main::str$2[6] = "hello\x00";                   // strings.c:5, address taken
// static char main::str$3[4] = "abc\x00";                     // strings.c:6
//
// int main(void)                                              // strings.c:4
//     result int $result;                                     // line 4
//     local char *p;                                          // line 5
//     local char copy[4];                                     // line 6
// L0: declare p -> L1                                         // line 5
// L1: p = &main::str$2[0] -> L2                               // line 5
// L2: declare copy -> L3                                      // line 6
// L3: copy = main::str$3 -> L4                                // line 6
// L4: $result = (int)*(p + 0) + (int)copy[1] + (int)name[2] + (int)record.text[0] -> L5 // line 7
// L5: exit, return to $start.L5                               // line 4
//
// void $start(void)
//     temp int $t0;                                           // strings.c:4
// L0: init name -> L1                                         // strings.c:2
// L1: init record -> L2                                       // strings.c:3
// L2: init main::str$2 -> L3                                  // strings.c:5
// L3: init main::str$3 -> L4                                  // strings.c:6
// L4: call $t0 = main() -> main.L0, back at L5                // strings.c:4
// L5: halt exit($t0) -> L6                                    // strings.c:4
// L6: end
// L7: exit
