void x; void f(void, void); void a[3]; void f(void v); struct { void m; } s; int main(void) { void y; y; (void)y + 1; *(void *)0; return sizeof(void); }
