typedef int t; int f(t), g(t t), h(int (t)), i(int t(t)); int main(void) { t t = 1; { typedef char t; t t; } (t) + 1; sizeof(t); return (t)-1; }
