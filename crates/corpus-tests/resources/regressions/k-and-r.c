int f(a, b, c) char a; float b; { return a + b + c; } int g(a, a) int z; { } int main(argc, argv) char **argv; { return f(1, 2.5, 3); }
