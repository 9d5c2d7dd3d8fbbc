// Addresses, aliases, lists, arithmetic, casts, allocation, memcpy and memset.
extern int printf(const char *, ...);
extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long); extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long); extern void *memset(void *, int, unsigned long);
extern void *memmove(void *, const void *, unsigned long);
#define P(e) printf("%llu\n", (unsigned long long)(e))
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; char tag; };
static int x = 5, y;
static int *gp = &x;
static const char *names[] = { "zero", "one", "two" };
static int swap(int *a, int *b) { int t = *a; *a = *b; *b = t; return t; }
static struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); n->value = v; n->next = l; n->tag = (char)v; return n; }
static int depth(int n) { int here = n; int *p = &here; if (n > 0) { int d = depth(n - 1); *p += d; } return here; }
int main(void) {
    int v = __VERIFIER_nondet_int(), a[6] = { 1, 2, 3 }, k = v & 3;
    int *p = &a[k]; *p = v; P(a[0]); P(a[1]); P(a[3]); P(p - a); P(p == a + k); P(p == &x); P(p != 0);
    swap(&x, &y); P(x); P(y); *gp = v; P(x); gp = v & 4 ? &y : &x; *gp = 9; P(x); P(y);
    P(names[k % 3][1]); P(*names[1]);
    struct node *l = 0; for (int i = 0; i < 3; i++) l = push(l, v + i);
    int s = 0; for (struct node *n = l; n; n = n->next) { s = s * 3 + n->value; n->tag++; } P(s); P(l->next->tag);
    unsigned char *b = (unsigned char *)a; P(b[4]); b[k] = 200; P(a[0]);
    unsigned char buf[12]; memset(buf, 0xAB, sizeof buf); memcpy(buf + 2, a, 8); P(buf[1]); P(buf[2]); P(*(buf + 9)); P(buf[11]);
    memmove(buf + 1, buf, 8); P(buf[3]); P(buf[0]);
    int *h = calloc(4, sizeof(int)); h[k] = v; P(h[0]); P(h[3]); memcpy(h, a, k * 4); P(h[0]); P(h[1]);
    int *q = h + 3; *--q = 77; P(h[2]); P(q < h + 3); free(h);
    struct node copy = *l; copy.value++; P(copy.value); P(l->value); P(copy.next == l->next);
    int **pp = &p; **pp = 3; P(a[k]); P(depth(3));
    int far[2]; unsigned long bits = (unsigned long)&far[1] - (unsigned long)&far[0]; P(bits);
    char *base = (char *)l; P(*(int *)(base + 0)); P(((struct node *)base)->value);
    return 0;
}
