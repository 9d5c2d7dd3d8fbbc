int f(void, int);
int g(int x, void) { return x; }
int (*h)(void y);
int main(void ((x))) { return 0; }
