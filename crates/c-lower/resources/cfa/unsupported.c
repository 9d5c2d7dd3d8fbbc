// What is not supported is an edge that no verdict may rest on.
int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
void *work(void *p) { return p; }
int main(void) {
  unsigned long id;
  pthread_create(&id, 0, work, 0);
  return 1;
}

// ---- automaton ----
// void *work(void *p)                                         // unsupported.c:3
//     param void *p;                                          // line 3
//     result void *$result;                                   // line 3
// L0: $result = p -> L1                                       // line 3
// L1: exit
//
// int main(void)                                              // unsupported.c:4
//     result int $result;                                     // line 4
//     local unsigned long id;                                 // line 5, address taken
// L0: declare id -> L1                                        // line 5
// L1: unsupported threads -> L2                               // line 6
// L2: end
// L3: exit, return to $start.L1                               // line 4
//
// int pthread_create(unsigned long *, void *, void *(*)(void *), void *); // unsupported.c:2, no body
//
// void $start(void)
//     temp int $t0;                                           // unsupported.c:4
// L0: call $t0 = main() -> main.L0, back at L1                // unsupported.c:4
// L1: halt exit($t0) -> L2                                    // unsupported.c:4
// L2: end
// L3: exit
