// Static objects are initialised by `$start`: to zero, to constants, or to any value where nobody defines them.
int zero;
extern int elsewhere;
int table[4] = { 1, 2 };
int *pointer = &table[1];
struct node { struct node *next; int (*call)(void); } ;
int main(void);
struct node last = { 0, main }, first = { &last, 0 };
int main(void) {
  static int count = 5;
  return zero + elsewhere + *pointer + count++ + (first.next == &last);
}

// ---- automaton ----
// static int table[4] = { table[0] = 1, table[1] = 2 };       // static_init.c:4, address taken
// static int *pointer = &table[1];                            // static_init.c:5
// static struct node last = { last.next = NULL, last.call = &main }; // static_init.c:8, address taken
// static struct node first = { first.next = &last, first.call = NULL }; // static_init.c:8
// static int main::count = 5;                                 // static_init.c:10
// static int zero = zero;                                     // static_init.c:2
// static int elsewhere = nondet(extern);                      // static_init.c:3
//
// int main(void)                                              // static_init.c:7
//     result int $result;                                     // line 7
//     temp int $t0;                                           // line 11
//     temp int $t1;                                           // line 11
// L0: $t0 = zero + elsewhere + *pointer -> L1                 // line 11
// L1: $t1 = main::count -> L2                                 // line 11
// L2: main::count = main::count + 1 -> L3                     // line 11
// L3: $result = $t0 + $t1 + (first.next == &last) -> L4       // line 11
// L4: exit, return to $start.L8                               // line 7
//
// void $start(void)
//     temp int $t0;                                           // static_init.c:7
// L0: init table -> L1                                        // static_init.c:4
// L1: init pointer -> L2                                      // static_init.c:5
// L2: init last -> L3                                         // static_init.c:8
// L3: init first -> L4                                        // static_init.c:8
// L4: init main::count -> L5                                  // static_init.c:10
// L5: init zero -> L6                                         // static_init.c:2
// L6: init elsewhere -> L7                                    // static_init.c:3
// L7: call $t0 = main() -> main.L0, back at L8                // static_init.c:7
// L8: halt exit($t0) -> L9                                    // static_init.c:7
// L9: end
// L10: exit
//
// assumption: `elsewhere` is declared but never defined: it holds any value // static_init.c:3
