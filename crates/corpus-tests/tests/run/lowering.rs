//! What only lowering sees: jumps through scopes, variable-length arrays, labels as values, variable arguments.

use super::check_both;
use expect_test::expect;

#[test]
fn jumps_through_scopes() {
    check_both(
        r#"int main(void) {
  int n = 0;
  for (;;) {
    int x = n; int *p = &x;
    if (*p > 3) break;
    { int y = x; int *q = &y; n++; if (*q == 1) continue; if (*q == 2) goto inside; }
    if (0) { int z; inside: z = n; printf("z%d ", z); }
    printf("n%d ", n);
  }
  switch (n) { int k; case 1: k = 1; printf("one"); break; default: { case 4: k = 4; printf("k%d\n", k); } }
  while (n) { n--; do { if (n == 2) goto out; } while (0); }
out:
  printf("%d\n", n);
  return 0;
}"#,
        expect![[r#"
            n1 z3 n3 n4 k4
            2
            Exited(0)
        "#]],
    );
}

#[test]
fn labels_as_values() {
    check_both(
        r#"int run(const char *code) {
  static void *table[] = { &&push, &&add, &&halt };
  int stack[8], top = 0;
  void *next;
  NEXT;
push: stack[top++] = *code++ - '0'; NEXT;
add: top--; stack[top - 1] += stack[top]; NEXT;
halt: return stack[0];
}
int main(void) { printf("%d\n", run("030412")); return 0; }"#
            .replace("NEXT", "next = table[*code++ - '0']; goto *next")
            .as_str(),
        expect![[r#"
            7
            Exited(0)
        "#]],
    );
}

#[test]
fn variable_length_arrays() {
    check_both(
        r#"int trace(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }
int last(int n, int (*rows)[n], int count) { return rows[count - 1][n - 1] + (int)(&rows[count] - rows); }
int main(void) {
  for (int n = 1; n < 4; n++) {
    int m[n][n], k = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = ++k;
    int (*p)[n] = m; p++;
    printf("%d %d %d %d\n", trace(n, m), last(n, m, n), (int)(sizeof m / sizeof(int)), (int)(p - m));
    char text[n + 1]; for (int i = 0; i < n; i++) text[i] = 'a' + i; text[n] = 0; printf("%s %d\n", text, (int)sizeof text);
  }
  int n = 2; typedef int row[n++]; row r; r[1] = 5; printf("%d %d %d\n", n, (int)(sizeof(row) / sizeof(int)), r[1]);
  int grid[n][2][n + 1]; grid[1][1][2] = 9; int *flat = &grid[0][0][0]; printf("%d\n", flat[1 * 2 * 4 + 1 * 4 + 2]);
  return 0;
}"#,
        expect![[r#"
            1 2 1 1
            a 2
            5 6 4 1
            ab 3
            15 12 9 1
            abc 4
            3 2 5
            9
            Exited(0)
        "#]],
    );
}

#[test]
fn variable_arguments_of_all_kinds() {
    check_both(
        r#"typedef __builtin_va_list va_list;
struct pair { int a; long long b; }; struct big { char text[40]; };
long long total(int n, va_list list) { long long s = 0; while (n--) s += __builtin_va_arg(list, long long); return s; }
int all(const char *kinds, ...) {
  va_list list, copy; __builtin_va_start(list, kinds); __builtin_va_copy(copy, list);
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': printf("%d ", __builtin_va_arg(list, int)); break;
    case 'd': printf("%g ", __builtin_va_arg(list, double)); break;
    case 'l': printf("%Lg ", __builtin_va_arg(list, long double)); break;
    case 'p': printf("%s ", __builtin_va_arg(list, char *)); break;
    case 's': { struct pair p = __builtin_va_arg(list, struct pair); printf("%d:%lld ", p.a, p.b); break; }
    case 'b': printf("%s ", __builtin_va_arg(list, struct big).text); break;
  }
  __builtin_va_end(list);
  int first = __builtin_va_arg(copy, int); __builtin_va_end(copy);
  return first;
}
long long sum(int n, ...) { va_list list; __builtin_va_start(list, n); long long s = total(n, list); __builtin_va_end(list); return s; }
int main(void) {
  struct pair p = { 1, 1LL << 40 }; struct big b = { "big" };
  printf("%d\n", all("idlpsbi", 7, 1.5, 2.5L, "text", p, b, 'c'));
  int (*through)(const char *, ...) = all; printf("%d\n", through("ci", (char)3, (short)4));
  printf("%lld\n", sum(3, 1LL, 2LL, 1LL << 50));
  return 0;
}"#,
        expect![[r#"
            7 1.5 2.5 text 1:1099511627776 big 99 7
            3 3
            1125899906842627
            Exited(0)
        "#]],
    );
}

#[test]
fn checked_and_atomic_arithmetic() {
    check_both(
        r#"int main(void) {
  int r; unsigned char c; long long w; unsigned long long u;
  printf("%d", __builtin_add_overflow(2147483647, 1, &r)); printf(" %d\n", r);
  printf("%d", __builtin_sub_overflow(3u, 4u, &r)); printf(" %d\n", r);
  printf("%d", __builtin_mul_overflow(16, 16, &c)); printf(" %d\n", c);
  printf("%d", __builtin_mul_overflow(-1LL, 1ULL << 63, &w)); printf(" %lld\n", w);
  printf("%d", __builtin_mul_overflow(~0ULL, ~0ULL, &u)); printf(" %llu\n", u);
  int x = 5; short s = 32767; char *p = "abc", *q = p;
  printf("%d", __sync_fetch_and_add(&x, 3)); printf(" %d", x); printf(" %d\n", __sync_sub_and_fetch(&x, 1));
  __sync_fetch_and_add(&s, 1); printf("%d", s); printf(" %d", __sync_val_compare_and_swap(&x, 7, 9)); printf(" %d\n", x);
  printf("%d", __sync_bool_compare_and_swap(&q, p, p + 1)); printf(" %s", q); printf(" %d\n", __sync_lock_test_and_set(&x, 1));
  return 0;
}"#,
        expect![[r#"
            1 -2147483648
            0 -1
            1 0
            0 -9223372036854775808
            1 1
            5 8 7
            -32768 7 9
            1 bc 9
            Exited(0)
        "#]],
    );
}

#[test]
fn cases_inside_loops() {
    check_both(
        r#"int copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4, rounds = 0;
  switch (count % 4) {
    case 0: do { rounds++; *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--n > 0);
  }
  return rounds;
}
int main(void) {
  char b[16]; int i = 0;
  for (int n = 1; n < 9; n++) { memset(b, '.', 15); b[15] = 0; printf("%d %s\n", copy(b, "abcdefghijkl", n), b); }
  switch (i) { for (; i < 3; i++) { if (i == 1) continue; case 0: printf("i%d ", i); } default: printf("end\n"); }
  switch (7) { printf("never"); }
  switch (2) { case 1: { int x = 1; if (x) { case 2: x = 5; printf("x%d\n", x); } } }
  if (i > 5) { later: printf("later %d\n", i); i = 0; } else { i = 9; goto later; }
  return i;
}"#,
        expect![[r#"
            0 a..............
            0 ab.............
            0 abc............
            1 abcd...........
            1 abcde..........
            1 abcdef.........
            1 abcdefg........
            2 abcdefgh.......
            i0 i2 end
            x5
            later 9
            Exited(0)
        "#]],
    );
}
