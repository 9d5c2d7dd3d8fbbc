// Assembler makes its outputs anything, which is an assumption.
int main(void) {
  int x = 1, y;
  __asm__ volatile ("mov %1, %0" : "=r" (y) : "r" (x) : "memory");
  return y;
}

// ---- automaton ----
// int main(void)                                              // asm.c:2
//     result int $result;                                     // line 2
//     local int x;                                            // line 3
//     local int y;                                            // line 3
// L0: declare x -> L1                                         // line 3
// L1: x = 1 -> L2                                             // line 3
// L2: declare y -> L3                                         // line 3
// L3: y = nondet(asm) -> L4                                   // line 4
// L4: $result = y -> L5                                       // line 5
// L5: exit, return to $start.L1                               // line 2
//
// void $start(void)
//     temp int $t0;                                           // asm.c:2
// L0: call $t0 = main() -> main.L0, back at L1                // asm.c:2
// L1: halt exit($t0) -> L2                                    // asm.c:2
// L2: end
// L3: exit
//
// assumption: inline assembler that declares to clobber memory only changes its outputs, to any value that is no address of the program's objects // asm.c:4
