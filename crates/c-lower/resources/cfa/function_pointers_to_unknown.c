// A candidate that is only declared takes and returns what it declares, also where the pointer has other types.
struct d; struct e;
struct e *alpha(struct d **a, unsigned b);
void *h(void *(*f)(void *, int), void *p) { return f(p, 3); }
int main(void) { return h((void *(*)(void *, int))alpha, 0) != 0; }

// ---- automaton ----
// void *h(void *(*f)(void *, int), void *p)                   // function_pointers_to_unknown.c:4
//     param void *(*f)(void *, int);                          // line 4
//     param void *p;                                          // line 4
//     result void *$result;                                   // line 4
//     temp struct e *$fit;                                    // line 4
// L0: [f == (void *(*)(void *, int))&alpha] -> L1             // line 4
//     [!(f == (void *(*)(void *, int))&alpha)] -> L3          // line 4
// L1: external $fit = alpha((struct d **)p, (unsigned int)3) -> L2 // line 4
// L2: $result = (void *)$fit -> L4                            // line 4
// L3: unknown $result = (*f)(p, 3) -> L4                      // line 4
// L4: exit, return to main.L1                                 // line 5
//
// int main(void)                                              // function_pointers_to_unknown.c:5
//     result int $result;                                     // line 5
//     temp void *$t0;                                         // line 5
// L0: call $t0 = h((void *(*)(void *, int))&alpha, NULL) -> h.L0, back at L1 // line 5
// L1: $result = $t0 != NULL -> L2                             // line 5
// L2: exit, return to $start.L1                               // line 5
//
// struct e *alpha(struct d **, unsigned int);                 // function_pointers_to_unknown.c:3, no body
//
// void $start(void)
//     temp int $t0;                                           // function_pointers_to_unknown.c:5
// L0: call $t0 = main() -> main.L0, back at L1                // function_pointers_to_unknown.c:5
// L1: halt exit($t0) -> L2                                    // function_pointers_to_unknown.c:5
// L2: end
// L3: exit
//
// assumption: `alpha` is not defined: it returns any value and changes nothing // function_pointers_to_unknown.c:4
// assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // function_pointers_to_unknown.c:4
