int main(void) { int *p = (int *)0x1234, **q = &p; *(char *)&p = 7; **q = 1; ((void (*)(void))p)(); return *p; }
