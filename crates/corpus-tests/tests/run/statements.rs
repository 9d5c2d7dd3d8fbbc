//! Control flow, calls, scopes.

use super::{check, check_both};
use expect_test::expect;

#[test]
fn loops_and_jumps() {
    check_both(
        r#"int main(void) {
  int i, s = 0;
  for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 7) break; s += i; }
  printf("%d %d\n", i, s);
  do s--; while (s > 10); printf("%d\n", s);
  while (1) { if (s++ > 15) goto out; }
out:
  printf("%d\n", s);
  int n = 0; again: if (++n < 5) goto again; printf("%d\n", n);
  return 0;
}"#,
        expect![[r#"
            7 18
            10
            17
            5
            Exited(0)
        "#]],
    );
}

#[test]
fn switches() {
    check_both(
        r#"int f(int x) {
  int r = 0;
  switch (x) {
    case 1: r += 1;
    case 2: r += 2; break;
    case 5 ... 7: r += 50; break;
    default: r = 99;
    case 9: r += 1000;
  }
  return r;
}
int main(void) {
  for (int i = 0; i < 11; i++) printf("%d ", f(i));
  switch (3) { int y; case 3: y = 4; printf("%d\n", y); }
  int n = 7, c = 0;
  switch (n % 4) { do { case 0: c++; case 3: c++; case 2: c++; case 1: c++; } while ((n -= 4) > 0); }
  printf("%d\n", c);
  switch (-1) { case 0xFFFFFFFFu: printf("same\n"); }
  return 0;
}"#,
        expect![[r#"
            1099 3 2 1099 1099 50 50 50 1099 1000 1099 4
            7
            same
            Exited(0)
        "#]],
    );
}

#[test]
fn functions() {
    check_both(
        r#"int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int even(int); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int counter(void) { static int n = 10; return n++; }
int apply(int (*f)(int), int x) { return f(x); }
int twice(int x) { return 2 * x; } int thrice(int x) { return 3 * x; }
int old(a, b) int a; char b; { return a + b; }
void change(int *p) { *p = 5; }
int main(void) {
  printf("%d %d %d\n", fib(15), even(10), odd(7));
  counter(); counter(); printf("%d\n", counter());
  printf("%d %d\n", apply(twice, 7), apply(&thrice, 7));
  int (*table[2])(int) = {twice, thrice}; printf("%d\n", table[1](4) + (*table[0])(1));
  printf("%d\n", old(1, 2));
  int x = 1; change(&x); printf("%d\n", x);
  return 3;
}"#,
        expect![[r#"
            610 1 1
            12
            14 21
            14
            3
            5
            Exited(3)
        "#]],
    );
}

#[test]
fn deep_recursion() {
    check_both(
        "int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }\nint main(void) { printf(\"%d\\n\", depth(50000)); return 0; }",
        expect![[r#"
            50000
            Exited(0)
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check_both(
        r#"typedef __builtin_va_list va_list;
int sum(int n, ...) {
  va_list ap; __builtin_va_start(ap, n); int s = 0;
  for (int i = 0; i < n; i++) s += __builtin_va_arg(ap, int);
  __builtin_va_end(ap); return s;
}
double mix(const char *f, ...) {
  va_list ap, again; __builtin_va_start(ap, f); __builtin_va_copy(again, ap); double r = 0;
  for (; *f; f++) if (*f == 'd') r += __builtin_va_arg(ap, double); else if (*f == 'l') r += __builtin_va_arg(ap, long long); else r += __builtin_va_arg(ap, int);
  r += __builtin_va_arg(again, int);
  __builtin_va_end(ap); __builtin_va_end(again); return r;
}
int main(void) { char c = 3; float f = 0.5f; printf("%d %g\n", sum(4, 1, 2, c, 4), mix("idl", 1, f, 1LL << 40)); return 0; }"#,
        expect![[r#"
            10 1.09951e+12
            Exited(0)
        "#]],
    );
}

#[test]
fn evaluation_happens_once() {
    check_both(
        r#"int n; int *next(void) { static int a[4]; return &a[n++]; }
int main(void) {
  *next() += 5; (*next())++; *next() = *next() + 1;
  printf("%d\n", n);
  int a[3] = {0}; int i = 0; a[i++] += 2; a[i++]++; printf("%d %d %d %d\n", a[0], a[1], a[2], i);
  return 0;
}"#,
        expect![[r#"
            4
            2 1 0 2
            Exited(0)
        "#]],
    );
}

#[test]
fn gnu_extensions() {
    check_both(
        r#"int main(void) {
  int x = ({ int y = 3; y * 2; }); printf("%d\n", x);
  __typeof__(x) z = 4; printf("%d\n", z);
  void *labels[] = {&&one, &&two}; int i = 0;
  goto *labels[i];
one: printf("one "); goto *labels[1];
two: printf("two\n");
  int a[] = {[2] = 5, [0 ... 1] = 7}; printf("%d %d %d %d\n", a[0], a[1], a[2], (int)(sizeof a / sizeof *a));
  printf("%d %d\n", __builtin_expect(1, 0), __builtin_constant_p(3) >= 0);
  int n = 5; int vla[n]; for (int k = 0; k < n; k++) vla[k] = k * k; printf("%d %d\n", vla[4], (int)sizeof vla);
  return 0;
}"#,
        expect![[r#"
            6
            4
            one two
            7 7 5 3
            1 1
            16 20
            Exited(0)
        "#]],
    );
}

#[test]
fn blocks_have_fresh_variables() {
    check(
        "int main(void) { int *p[2]; for (int i = 0; i < 2; i++) { int x = i; p[i] = &x; printf(\"%d \", x); } return *p[0]; }",
        expect![[r#"
            0 1 
            1:101 `return *p[0];`: use after the end of a lifetime: read of 4 bytes of an object that is gone
        "#]],
    );
}

#[test]
fn choices_in_static_initialisers() {
    check_both(
        r#"int x; int f(void) { return 1; }
static int *p = 0 ?: &x, *q = &x ?: (int *)0, *r = &x ? &x : 0, *s = !&x ? 0 : &x;
static int n = &x && 1, m = f || 0, k = "a" ? 3 : 4, l = !f, o = (&x && 0) ? 1 : 2;
static long long a = (2147483647 * 65536) ?: 2;
int main(void) {
  printf("%d %d %d %d\n", p == &x, q == &x, r == &x, s == &x);
  printf("%d %d %d %d %d %lld\n", n, m, k, l, o, a);
  return 0;
}"#,
        expect![[r#"
            1 1 1 1
            1 1 3 0 2 -65536
            Exited(0)
        "#]],
    );
}
