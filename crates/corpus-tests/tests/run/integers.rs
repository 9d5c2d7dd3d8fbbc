//! Integer arithmetic, conversions and operators.

use super::check_both;
use expect_test::expect;

#[test]
fn conversions() {
    check_both(
        r#"int main(void) {
  unsigned char uc = 300; signed char sc = 200; short s = 70000; unsigned u = -1;
  printf("%d %d %d %u\n", uc, sc, s, u);
  printf("%d %d\n", -1 < 0u, (short)-1 < (unsigned short)0);
  printf("%d\n", (char)200 == 200);
  long l = -1; unsigned int ui = 1;
  printf("%d\n", l < ui);
  long long ll = (int)0x80000000u; unsigned long long ull = (int)0x80000000u;
  printf("%lld %llu\n", ll, ull);
  _Bool b = 256; _Bool c = 0.1; _Bool d = &b;
  printf("%d %d %d\n", b, c, d);
  printf("%d %d\n", (int)sizeof(long), (int)sizeof('a'));
  return 0;
}"#,
        expect![[r#"
            44 -56 4464 4294967295
            0 1
            0
            1
            -2147483648 18446744071562067968
            1 1 1
            8 4
            Exited(0)
        "#]],
    );
}

#[test]
fn division_and_shifts() {
    check_both(
        r#"int main(void) {
  int a = -7, b = 2;
  printf("%d %d %d %d\n", a / b, a % b, 7 / -2, 7 % -2);
  printf("%d %d %u\n", a >> 1, -1 >> 31, (unsigned)a >> 28);
  unsigned char c = 255;
  printf("%d %d\n", c << 1, (unsigned char)(c << 1));
  unsigned u = 1u << 31; printf("%u %llu\n", u, 1ull << 63);
  printf("%d\n", ~5);
  return 0;
}"#,
        expect![[r#"
            -3 -1 -3 1
            -4 -1 15
            510 254
            2147483648 9223372036854775808
            -6
            Exited(0)
        "#]],
    );
}

#[test]
fn increments_and_compound_assignments() {
    check_both(
        r#"int main(void) {
  int i = 5; int a[4] = {1, 2, 3, 4}; int *p = a;
  printf("%d ", i++); printf("%d ", ++i); printf("%d ", i--); printf("%d\n", --i);
  printf("%d ", *p++); printf("%d ", (*p)++); printf("%d ", *++p); printf("%d %d\n", a[1], (int)(p - a));
  unsigned char c = 250; c += 10; printf("%d\n", c);
  c -= 20; printf("%d\n", c);
  short s = 1; s <<= 15; printf("%d\n", s);
  i = 7; i *= 2 + 1; i %= 4; i ^= 0xF0; i |= 1; i &= ~2; printf("%d\n", i);
  int x = 3; x += x *= 2; printf("%d\n", x);
  double d = 1; d += 1 / 2; d /= 4; printf("%g\n", d);
  int n = 10; n *= 1.5; printf("%d\n", n);
  return 0;
}"#,
        expect![[r#"
            5 7 7 5
            1 2 3 3 2
            4
            240
            -32768
            241
            12
            0.25
            15
            Exited(0)
        "#]],
    );
}

#[test]
fn wide_integers() {
    check_both(
        r#"int main(void) {
  unsigned long long a = 0xFFFFFFFFFFFFFFFFull, b = 3;
  printf("%llu %llu %llu\n", a / b, a % 10, a * a);
  long long c = -9223372036854775807LL - 1;
  printf("%lld %lld\n", c / 3, c % 10);
  printf("%d %d\n", c < 0, a > 0);
  return 0;
}"#,
        expect![[r#"
            6148914691236517205 5 1
            -3074457345618258602 -8
            1 1
            Exited(0)
        "#]],
    );
}

#[test]
fn logic_is_lazy() {
    check_both(
        r#"int n; int f(int x) { n++; return x; }
int main(void) {
  int r = f(0) && f(1); printf("%d %d\n", r, n);
  r = f(1) || f(0); printf("%d %d\n", r, n);
  r = f(1) ? f(5) : f(6); printf("%d %d\n", r, n);
  r = f(3) ?: f(4); printf("%d %d\n", r, n);
  r = (f(1), f(2)); printf("%d %d\n", r, n);
  r = !f(0) + !!f(7); printf("%d %d\n", r, n);
  int *p = 0; if (p && *p) return 1;
  return 0;
}"#,
        expect![[r#"
            0 1
            1 2
            5 4
            3 5
            2 7
            2 9
            Exited(0)
        "#]],
    );
}

#[test]
fn enumerations_and_constants() {
    check_both(
        r#"enum e { A, B = 5, C, D = -1, E = 'a' };
int main(void) {
  enum e x = C;
  printf("%d %d %d %d\n", A, x, D, E);
  printf("%d %d %d\n", 010, 0x1F, 0b101);
  printf("%d %d\n", '\n', '\377');
  printf("%d %d\n", (int)sizeof(1L), (int)sizeof(2147483648));
  return 0;
}"#,
        expect![[r#"
            0 6 -1 97
            8 31 5
            10 -1
            8 8
            Exited(0)
        "#]],
    );
}
