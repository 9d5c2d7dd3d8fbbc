_Static_assert(0, "no"); _Static_assert(x, "what"); struct { _Static_assert(1, "a"); int x; } s; int main(void) { _Static_assert(sizeof(int) == 4, "b"); return 0; }
