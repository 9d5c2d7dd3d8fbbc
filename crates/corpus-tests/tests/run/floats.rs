//! Floating-point numbers.

use super::{check, check_both};
use expect_test::expect;

#[test]
fn arithmetic() {
    check_both(
        r#"int main(void) {
  double a = 0.1, b = 0.2; float f = 0.1f;
  printf("%.17g %.9g %d\n", a + b, f, a == f);
  printf("%g %g %g\n", 1 / 3.0, -7.0 / 2, 1e308 * 10);
  double z = 0; printf("%g %g\n", 1 / z, -1 / z);
  double nan = z / z; printf("%d %d %d\n", nan == nan, nan != nan, nan < 1);
  printf("%d %d\n", (int)3.99, (int)-3.99);
  printf("%u %lld\n", (unsigned)3e9, (long long)1e18);
  float g = 16777216; printf("%.1f\n", g + 1);
  printf("%.1f\n", (float)2147483647);
  int big = 16777217; float h = big; printf("%.1f\n", h);
  double neg = -0.0; printf("%g %d\n", neg, neg == 0);
  return 0;
}"#,
        expect![[r#"
            0.30000000000000004 0.100000001 0
            0.333333 -3.5 inf
            inf -inf
            0 1 0
            3 -3
            3000000000 1000000000000000000
            16777216.0
            2147483648.0
            16777216.0
            -0 1
            Exited(0)
        "#]],
    );
}

#[test]
fn long_doubles() {
    check_both(
        r#"int main(void) {
  long double a = 1.0L / 3, b = 18446744073709551615.0L;
  printf("%.20Lg %.1Lf\n", a, b);
  printf("%d\n", b == 18446744073709551616.0L);
  double d = a; printf("%.20g\n", d);
  unsigned long long u = b; printf("%llu\n", u);
  return 0;
}"#,
        expect![[r#"
            0.33333333333333333334 18446744073709551615.0
            0
            0.33333333333333331483
            18446744073709551615
            Exited(0)
        "#]],
    );
}

#[test]
fn library() {
    check(
        r#"double sqrt(double); double fabs(double); double floor(double); double ceil(double); double round(double); double trunc(double);
int main(void) {
  printf("%.17g %g %g %g %g %g\n", sqrt(2), fabs(-1.5), floor(-1.5), ceil(-1.5), round(2.5), trunc(-2.7));
  printf("%d %d %d\n", __builtin_isnan(0.0 / 0.0), __builtin_isinf(1e400), __builtin_signbit(-0.0) != 0);
  return 0;
}"#,
        expect![[r#"
            1.4142135623730951 1.5 -2 -1 3 -2
            1 1 1
            Exited(0)
        "#]],
    );
}
