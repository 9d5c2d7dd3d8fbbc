int f(void); int main(void) { f = 0; f + 1; sizeof f; *f; (*f)(); f++; int (*p)(void) = f; p[0]; return f == p; }
