long abs(long), strcmp(const char *, const char *);
void *own(void);
int other(void) { own(); return (int)abs(-3) + (int)strcmp("a", "b"); }

#next unit
int abs(int), strcmp(const char *, const char *);
struct s { int v; } own(void);
int main(void) { struct s s = own(); return abs(-3) + strcmp("a", "b") + s.v; }
