int x; long x; int f(int); int f(char *); typedef int t; typedef char t; struct s { int a; }; union s { int b; }; enum s { C }; int main(void) { int y; char y; return 0; }
