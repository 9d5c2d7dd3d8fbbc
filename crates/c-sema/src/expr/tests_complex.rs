//! Complex numbers: which operand is converted, what is folded, what is refused.

use crate::testing::{assert_facts, check, check_body};
use cfa::MachineModel;
use expect_test::expect;

const VARS: &str = "double _Complex z, w; float _Complex fl; long double _Complex l; _Complex int n; _Complex unsigned u; _Bool b;
double x; float y; int i; double _Complex make(void); void take(float _Complex), any(int, ...); double creal(double _Complex); struct s { int a; } s;";

#[test]
fn a_real_operand_stays_real() {
    check_body(
        VARS,
        "z = z + x; z = x - z; z = i * fl; z = fl / x; z = x / z; z = fl * l; n = n * 2u; b = z == i; x += z; x /= fl; fl *= x; z++; --n;",
        expect![[r#"
            z = ([z] + [x])
            z = ([x] - [z])
            z = (double _Complex)((float)[i] * [fl])
            z = ((double _Complex)[fl] / [x])
            z = (Complex([x], 0.0):double _Complex / [z])
            z = (double _Complex)((long double _Complex)[fl] * [l])
            n = (int _Complex)((unsigned int _Complex)[n] * 2:unsigned int)
            b = (_Bool)([z] == (double)[i])
            x += [z] as double
            x /= (double _Complex)[fl] as double _Complex
            fl *= [x] as double _Complex
            post(z += 1.0 as double _Complex)
            pre(n -= 1 as int _Complex)
        "#]],
    );
}

#[test]
fn conversions_keep_or_drop_parts() {
    check_body(
        VARS,
        "z = x; z = fl; x = z; i = make(); b = fl; fl = n; n = l; (void)z; take(1); any(1, fl, z); z = i ? z : y; if (z) {} b = !z && w;",
        expect![[r#"
            z = Complex([x], 0.0):double _Complex
            z = (double _Complex)[fl]
            x = [z.__real__]
            i = (int)[make().__real__]
            b = (_Bool)([fl] != 0.0f)
            fl = (float _Complex)[n]
            n = (int _Complex)[l]
            (void)[z]
            take(Complex(1.0f, 0.0f):float _Complex)
            any(1, [fl], [z])
            z = ([i] ? [z] : Complex((double)[y], 0.0):double _Complex)
            if ([z] != 0.0)
              {
              }
            b = (_Bool)((([z] != 0.0) == 0) && ([w] != 0.0))
        "#]],
    );
}

#[test]
fn parts_are_places_if_the_whole_is_one() {
    check_body(
        VARS,
        "__real__ z = 1; __imag__ z += x; double *p = &__imag__ z; x = __real__ make(); x = __imag__ x; y = creal(z) + __real__ ~fl;",
        expect![[r#"
            var double *p
            z.__real__ = 1.0
            z.__imag__ += [x] as double
            declare p
            init p = &z.__imag__
            x = [make().__real__]
            x = ((void)[x], 0.0)
            y = (float)(creal([z]) + (double)[~([fl]).__real__])
        "#]],
    );
}

#[test]
fn constants_are_folded_where_nothing_is_rounded() {
    check(
        "double _Complex a = 1 + 2.5i, b = -(3i - 1) * 2, c = (1.5 + 2.0i) * (2 - 4.0i), d[2] = { [1] = ~2.0fi }; float _Complex e = {2};
        struct { char c; _Complex int n; } r = { 'a', 3 - 1i }; double x = __imag__ (1 - 2.0i), y = (1.0i == 1i) + 5.0i; int ok = 1.0i != 2;
        long double _Complex m = 1.0Li; double _Complex f(void) { return 2.0 * 1.0fi - 1; }",
        expect![[r#"
            double _Complex a = .0 = 1.0, .1 = 2.5
            double _Complex b = .0 = 2.0, .1 = -6.0
            double _Complex c = .0 = 11.0, .1 = -2.0
            double _Complex d[2] = {[1].0 = 0.0, [1].1 = -2.0}
            float _Complex e = .0 = 2.0f, .1 = 0.0f
            struct $3 r = {.0 = 97:char, .1.0 = 3, .1.1 = -1}
            double x = -2.0
            double y = 1.0
            int ok = 1
            long double _Complex m = .0 = 0.0L, .1 = 1.0L
            double _Complex f(void) []
              {
                return Complex(-1.0, 2.0):double _Complex
              }
        "#]],
    );
}

#[test]
fn what_compilers_fold_in_another_way_is_refused() {
    check_body(
        VARS,
        "z = (0.1 + 1.0i) * (0.3 + 1i); z = (0.1 + i * 0 + 1.0i) * (0.3 + 1i); z = 1 / 2.0i; z = z / (1 + 0.0i); z = z / (2 + 0.0i); z /= -1 + 0.0i;
        n = n / 2; n = n / n; n /= 2i; z = z ?: w; _Complex char c; _Complex short *p;",
        expect![[r#"
            unsupported product or quotient of complex constants that is rounded
            unsupported product or quotient of complex constants that is rounded
            unsupported product or quotient of complex constants that is rounded
            unsupported division by a complex constant that is 1
            z = ([z] / Complex(2.0, 0.0):double _Complex)
            unsupported division by a complex constant that is 1
            n = ([n] / 2)
            unsupported division by a complex integer
            unsupported division by a complex integer
            unsupported `?:` whose condition is a complex number and its value
            unsupported _Complex with parts narrower than `int`
            unsupported _Complex with parts narrower than `int`
        "#]],
    );
}

#[test]
fn operators_that_complex_numbers_do_not_have() {
    for text in [
        "z < w;",
        "z % 2;",
        "n & 1;",
        "n << 1;",
        "z > x;",
        "z ^= 1;",
        "z += &i;",
        "s + z;",
        "(int *)z;",
        "z = s;",
        "z.x;",
        "i = __builtin_complex(1, 2);",
    ] {
        check_refused(text);
    }
}

/// Every one of these is an error.
fn check_refused(text: &str) {
    let outcome =
        crate::testing::elaborate(MachineModel::Lp64, &[&format!("{VARS} void f(void) {{ {text} }}")]);
    assert!(outcome.messages().contains(" error E03"), "{text}: {}", outcome.messages());
}

#[test]
fn layout() {
    for machine in [MachineModel::Lp64, MachineModel::Ilp32] {
        assert_facts(
            machine,
            &format!(
                "_Static_assert(sizeof(float _Complex) == 8 && _Alignof(float _Complex) == 4, \"\");
                _Static_assert(sizeof(_Complex double) == 16 && __alignof__(double _Complex) == 8, \"\");
                _Static_assert(sizeof(_Complex long double) == 2 * sizeof(long double), \"\");
                _Static_assert(_Alignof(_Atomic(double _Complex)) == 16 && _Alignof(_Atomic(float _Complex)) == 8, \"\");
                struct s {{ char c; double _Complex z; }}; _Static_assert(sizeof(struct s) == 16 + _Alignof(double), \"\");
                _Static_assert(__builtin_types_compatible_p(_Complex, double _Complex) && !__builtin_types_compatible_p(float _Complex, double _Complex), \"\");
                _Static_assert(_Generic(1i, _Complex int: 1) && _Generic(1.0if + 1.0, double _Complex: 1) && _Generic(2ui * 1L, _Complex {}: 1), \"\");",
                if machine == MachineModel::Lp64 { "long" } else { "unsigned long" }
            ),
        );
    }
}
