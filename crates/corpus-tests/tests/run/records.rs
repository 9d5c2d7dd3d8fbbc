//! Structures, unions, bit-fields, arrays.

use super::check_both;
use expect_test::expect;

#[test]
fn structures_are_values() {
    check_both(
        r#"struct point { int x, y; }; struct box { struct point a, b; char name[8]; };
struct point add(struct point a, struct point b) { a.x += b.x; a.y += b.y; return a; }
struct box make(int n) { struct box b = {{n, n}, {n + 1, n + 2}, "box"}; return b; }
int main(void) {
  struct point p = {1, 2}, q = {.y = 5}; struct point r = add(p, q);
  printf("%d %d %d %d\n", r.x, r.y, p.x, q.x);
  struct box b = make(3), c = b; c.b.x = 9; c.name[0] = 'B';
  printf("%d %d %s %s\n", b.b.x, c.b.x, b.name, c.name);
  struct point *s = &c.a; s->y = 7; (*s).x = 8; printf("%d %d %d\n", c.a.x, c.a.y, add(*s, c.b).x);
  struct point arr[2] = {{1, 2}, {3, 4}}; arr[0] = arr[1]; printf("%d %d\n", arr[0].x, make(5).b.y);
  printf("%d\n", ((struct point){6, 7}).y);
  return 0;
}"#,
        expect![[r#"
            1 7 1 0
            4 9 box Box
            8 7 17
            3 7
            7
            Exited(0)
        "#]],
    );
}

#[test]
fn unions_share_bytes() {
    check_both(
        r#"union u { int i; unsigned char c[4]; float f; short s[2]; };
int main(void) {
  union u x; x.i = 0x01020304; printf("%d %d %d\n", x.c[0], x.c[3], x.s[1]);
  x.f = 1.0f; printf("%x\n", x.i);
  x.c[1] = 0xFF; printf("%x\n", x.i);
  struct { int tag; union { int a; char b; }; } v = {1, {.a = 65}}; printf("%d %c\n", v.a, v.b);
  return 0;
}"#,
        expect![[r#"
            4 1 258
            3f800000
            3f80ff00
            65 A
            Exited(0)
        "#]],
    );
}

#[test]
fn bit_fields() {
    check_both(
        r#"struct s { unsigned a : 3; int b : 5; unsigned c : 20; _Bool d : 1; signed e : 7; unsigned long long f : 40; };
int main(void) {
  struct s x = {0}; x.a = 9; x.b = -3; x.c = 0xFFFFF; x.d = 2; x.e = -64; x.f = 1ull << 39;
  printf("%d %d %d %d %d %llu %d\n", x.a, x.b, x.c, x.d, x.e, (unsigned long long)x.f, (int)sizeof x);
  x.a++; x.b += 10; x.c <<= 1; printf("%d %d %d\n", x.a, x.b, x.c);
  unsigned char *p = (unsigned char *)&x; printf("%d %d %d\n", p[0], p[1], p[4]);
  printf("%d\n", x.a - 5 < 0);
  struct s y = x; y.b = 15; printf("%d %d %d\n", y.b, x.b, (y.a = 12));
  return 0;
}"#,
        expect![[r#"
            1 -3 1048575 1 -64 549755813888 16
            2 7 1048574
            58 254 64
            1
            15 7 4
            Exited(0)
        "#]],
    );
}

#[test]
fn packed_and_aligned() {
    check_both(
        r#"struct __attribute__((packed)) p { char c; int i; short s; long long l; };
struct a { char c; __attribute__((aligned(16))) int i; }; struct f { int n; char data[]; };
int main(void) {
  struct p x = {1, 2, 3, 4}; struct p *q = &x; q->i = 0x12345678; q->l = -1;
  printf("%d %x %d %lld %d\n", x.c, x.i, x.s, x.l, (int)sizeof x);
  printf("%d %d\n", (int)sizeof(struct a), (int)__builtin_offsetof(struct a, i));
  struct f *v = malloc(sizeof *v + 4); v->n = 4; for (int i = 0; i < 4; i++) v->data[i] = 'a' + i;
  printf("%c%c %d\n", v->data[0], v->data[3], (int)sizeof *v);
  return 0;
}"#,
        expect![[r#"
            1 12345678 3 -1 15
            32 16
            ad 4
            Exited(0)
        "#]],
    );
}

#[test]
fn arrays() {
    check_both(
        r#"int g[2][3] = {{1, 2, 3}, {4}}; char s[] = "hi"; int total(int a[][3], int n) { int t = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) t += a[i][j]; return t; }
int main(void) {
  printf("%d %d\n", total(g, 2), (int)sizeof g);
  int (*row)[3] = g + 1; printf("%d %d\n", (*row)[0], row[-1][2]);
  s[0] = 'H'; printf("%s %d %d\n", s, (int)sizeof s, 2[s] == 0);
  int *p = &g[0][0]; printf("%d %d\n", *(p + 3), (int)(&g[1][1] - p));
  char l[5] = "ab"; printf("%d %d\n", l[2], l[4]);
  int z[3] = {0}; z[1] = 1; int *end = z + 3; int n = 0; for (int *q = z; q != end; q++) n += *q; printf("%d\n", n);
  return 0;
}"#,
        expect![[r#"
            10 24
            4 3
            Hi 3 1
            4 4
            0 0
            1
            Exited(0)
        "#]],
    );
}

#[test]
fn static_initialisers() {
    check_both(
        r#"int a = 5, *pa = &a, arr[3] = {1, 2}; struct n { int v; struct n *next; } n1, n2 = {2, &n1}, n1 = {1, &n2};
char *names[] = {"zero", "one"}; int (*fp)(const char *, ...) = printf; struct { char c; double d[2]; } mixed = {'x', {1.5}};
int *mid = &arr[1] + 1; static const char text[] = "static"; long diff = sizeof(arr) / sizeof(int);
int main(void) {
  printf("%d %d %d\n", *pa, arr[2], n1.next->next->v);
  printf("%s %s %c %g\n", names[1], text, mixed.c, mixed.d[0] + mixed.d[1]);
  printf("%d %ld %d\n", (int)(mid - arr), diff, fp == printf);
  return 0;
}"#,
        expect![[r#"
            5 0 1
            one static x 1.5
            2 3 1
            Exited(0)
        "#]],
    );
}

#[test]
fn what_an_assignment_to_a_bit_field_yields_promotes_by_its_width() {
    check_both(
        r#"struct { unsigned g : 3; } a; struct { unsigned g : 32; } b;
int main(void) {
  printf("%d %d %d %d ", a.g - 10 < 0, a.g++ - 10 < 0, --a.g - 10 < 0, (a.g = 3) - 10 < 0);
  printf("%d %d %d\n", (a.g += 1) - 10 < 0, ({ a.g; }) - 10 < 0, (0, a.g--) - 10 < 0);
  printf("%d %d %d %d\n", b.g - 10 < 0, b.g++ - 10 < 0, (b.g = 3) - 10 < 0, ({ b.g; }) - 10 < 0);
  unsigned long long sum = 5; sum += -1 | a.g--;
  printf("%llu\n", sum);
  return 0;
}"#,
        expect![[r#"
            1 1 1 1 1 1 1
            0 0 0 0
            4
            Exited(0)
        "#]],
    );
}
