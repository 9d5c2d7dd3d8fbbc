// Allocation, copying and freeing are operations of the automaton.
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
struct node { struct node *next; int value; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = calloc(1, sizeof *b);
  memset(a, 0, sizeof *a);
  memcpy(a, b, sizeof *a);
  a->next = b;
  free(a->next);
  free(a);
  void (*release)(void *) = free;
  release(b);
  return 0;
}

// ---- automaton ----
// int main(void)                                              // heap.c:6
//     result int $result;                                     // line 6
//     local struct node *a;                                   // line 7
//     local struct node *b;                                   // line 7
//     local void (*release)(void *);                          // line 13
// L0: declare a -> L1                                         // line 7
// L1: a = allocate(heap, indeterminate, 16UL) -> L2           // line 7
// L2: declare b -> L3                                         // line 7
// L3: b = allocate(heap, zero, 16UL) -> L4                    // line 7
// L4: memory_set((void *)a, 0, 16UL) -> L5                    // line 8
// L5: memory_copy((void *)a, (void *)b, 16UL) -> L6           // line 9
// L6: a->next = b -> L7                                       // line 10
// L7: free((void *)a->next) -> L8                             // line 11
// L8: free((void *)a) -> L9                                   // line 12
// L9: declare release -> L10                                  // line 13
// L10: release = &free -> L11                                 // line 13
// L11: [release == &free] -> L12                              // line 14
//      [!(release == &free)] -> L13                           // line 14
// L12: call free((void *)b) -> free.L0, back at L14           // line 14
// L13: unknown (*release)((void *)b) -> L14                   // line 14
// L14: $result = 0 -> L15                                     // line 15
// L15: exit, return to $start.L1                              // line 6
//
// void *malloc(unsigned long);                                // heap.c:3, no body
//
// void *calloc(unsigned long, unsigned long);                 // heap.c:3, no body
//
// void *memset(void *, int, unsigned long);                   // heap.c:4, no body
//
// void *memcpy(void *, void *, unsigned long);                // heap.c:4, no body
//
// void free(void *$p0)                                        // heap.c:3
//     param void *$p0;                                        // line 3
// L0: free($p0) -> L1                                         // line 3
// L1: exit, return to main.L14                                // line 14
//
// void $start(void)
//     temp int $t0;                                           // heap.c:6
// L0: call $t0 = main() -> main.L0, back at L1                // heap.c:6
// L1: halt exit($t0) -> L2                                    // heap.c:6
// L2: end
// L3: exit
//
// assumption: `malloc` never fails                            // heap.c:7
// assumption: `calloc` never fails                            // heap.c:7
// assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // heap.c:14
