extern int v[];
extern struct t { int a; } w;
extern int f(int), (*g)(void);
int main(void) { v[0] = 1; w.a = f(2); return g(); }

#next unit
struct t { int a; } v;
int w[3];
struct t f(struct t t) { return t; }
union { int a; } g;
