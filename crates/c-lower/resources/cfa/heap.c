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
//     temp void *$t0;                                         // line 7
//     local struct node *b;                                   // line 7
//     temp void *$t1;                                         // line 7
//     local void (*release)(void *);                          // line 13
// L0: declare a -> L1                                         // line 7
// L1: $t0 = allocate(heap, indeterminate, 16UL) -> L2         // line 7
// L2: a = (struct node *)$t0 -> L3                            // line 7
// L3: declare b -> L4                                         // line 7
// L4: $t1 = allocate(heap, zero, 1UL * 16UL) -> L5            // line 7
// L5: b = (struct node *)$t1 -> L6                            // line 7
// L6: memory_set((void *)a, 0, 16UL) -> L7                    // line 8
// L7: memory_copy((void *)a, (void *)b, 16UL) -> L8           // line 9
// L8: a->next = b -> L9                                       // line 10
// L9: free((void *)a->next) -> L10                            // line 11
// L10: free((void *)a) -> L11                                 // line 12
// L11: declare release -> L12                                 // line 13
// L12: release = &free -> L13                                 // line 13
// L13: [release == &free] -> L14                              // line 14
//      [!(release == &free)] -> L15                           // line 14
// L14: call free((void *)b) -> free.L0, back at L16           // line 14
// L15: unknown (*release)((void *)b) -> L16                   // line 14
// L16: $result = 0 -> L17                                     // line 15
// L17: exit, return to $start.L1                              // line 6
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
// L1: exit, return to main.L16                                // line 14
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
