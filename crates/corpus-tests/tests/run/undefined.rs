//! Every kind of undefined behaviour that the interpreter reports, with its position.

use super::{check, check_with};
use cfa::interp::{Config, Uninitialised};
use cfa::value::Overflow;
use expect_test::expect;

#[test]
fn arithmetic() {
    check(
        "int main(void) { int x = 2147483647; return x + 1; }",
        expect![[r#"
        1:38 `return x + 1;`: signed overflow: `x + 1` with 2147483647 and 1: the result does not fit int
    "#]],
    );
    check(
        "int main(void) { int x = -2147483647 - 1; return -x; }",
        expect![[r#"
        1:43 `return -x;`: signed overflow: `-x` with -2147483648: the result does not fit int
    "#]],
    );
    check(
        "int main(void) { long x = 1L << 62; return x * 2 > 0; }",
        expect![[r#"
        1:37 `return x * 2 > 0;`: signed overflow: `x * 2L` with 4611686018427387904 and 2: the result does not fit long
    "#]],
    );
    check(
        "int main(void) { int x = -2147483647 - 1, y = -1; return x / y; }",
        expect![[r#"
        1:51 `return x / y;`: signed overflow: `x / y` with -2147483648 and -1: the result does not fit int
    "#]],
    );
    check(
        "int main(void) { int x = -2147483647 - 1, y = -1; return x % y; }",
        expect![[r#"
        1:51 `return x % y;`: signed overflow: `x % y` with -2147483648 and -1: the result does not fit int
    "#]],
    );
    check(
        "int main(void) { int x = 5, y = 0; return x / y; }",
        expect![[r#"
        1:36 `return x / y;`: division by zero: `x / y` with 5 and 0: the divisor is zero
    "#]],
    );
    check(
        "int main(void) { unsigned x = 5, y = 0; return x % y; }",
        expect![[r#"
        1:41 `return x % y;`: division by zero: `x % y` with 5 and 0: the divisor is zero
    "#]],
    );
}

#[test]
fn shifts_and_conversions() {
    check(
        "int main(void) { int x = 1, y = 32; return x << y; }",
        expect![[r#"
        1:37 `return x << y;`: shift count out of range: `x << y` with 1 and 32: the count is not below the width of int
    "#]],
    );
    check(
        "int main(void) { int x = 1, y = -1; return x >> y; }",
        expect![[r#"
        1:37 `return x >> y;`: shift count out of range: `x >> y` with 1 and -1: the count is not below the width of int
    "#]],
    );
    check(
        "int main(void) { int x = -1; return x << 1; }",
        expect![[r#"
        1:30 `return x << 1;`: left shift overflows: `x << 1` with -1 and 1: int cannot hold the result
    "#]],
    );
    check(
        "int main(void) { int x = 1; return x << 31; }",
        expect![[r#"
        1:29 `return x << 31;`: left shift overflows: `x << 31` with 1 and 31: int cannot hold the result
    "#]],
    );
    check(
        "int main(void) { double d = 1e10; return (int)d; }",
        expect![[r#"
        1:35 `return (int)d;`: float does not fit the integer type: `(int)d` with 10000000000: the value does not fit int
    "#]],
    );
    check(
        "int main(void) { float f = -1; return (unsigned)f; }",
        expect![[r#"
        1:32 `return (unsigned)f;`: float does not fit the integer type: `(unsigned int)f` with -1: the value does not fit unsigned int
    "#]],
    );
    check(
        "int main(void) { int i = 2147483647; i++; return i; }",
        expect![[r#"
        1:38 `i++`: signed overflow: `i + 1` with 2147483647 and 1: the result does not fit int
    "#]],
    );
}

#[test]
fn overflow_may_wrap_instead() {
    let wrap = Config { overflow: Overflow::Wrap, ..Config::default() };
    check_with(
        "int main(void) { int x = 2147483647; return x + 1 < 0; }",
        &wrap,
        "",
        expect![[r#"
        Exited(1)
    "#]],
    );
    check_with(
        "int main(void) { int x = -1; return x << 1 == -2; }",
        &wrap,
        "",
        expect![[r#"
        Exited(1)
    "#]],
    );
    check_with(
        "int main(void) { int x = 0; return 1 / x; }",
        &wrap,
        "",
        expect![[r#"
        1:29 `return 1 / x;`: division by zero: `1 / x` with 1 and 0: the divisor is zero
    "#]],
    );
}

#[test]
fn bounds() {
    check(
        "int main(void) { int a[3] = {1, 2, 3}; int i = 3; return a[i]; }",
        expect![[r#"
        1:51 `return a[i];`: access out of bounds: read of 4 bytes at offset 12 of an object of 12 bytes
          1:22 `a`: declared here
    "#]],
    );
    check(
        "int main(void) { int a[3]; int *p = a; p[-1] = 0; return 0; }",
        expect![[r#"
        1:40 `p[-1] = 0`: access out of bounds: write of 4 bytes at offset -4 of an object of 12 bytes
          1:22 `a`: declared here
    "#]],
    );
    check(
        "int g[4]; int main(void) { int *p = g + 4; return *p; }",
        expect![[r#"
        1:44 `return *p;`: access out of bounds: read of 4 bytes at offset 16 of an object of 16 bytes
          1:5 `g`: declared here
    "#]],
    );
    check(
        "int main(void) { char *p = malloc(10); p[10] = 1; return 0; }",
        expect![[r#"
        1:40 `p[10] = 1`: access out of bounds: write of 1 bytes at offset 10 of an object of 10 bytes
          1:28 `malloc(10)`: allocated here
    "#]],
    );
    check(
        "int main(void) { char *p = malloc(10); *(int *)(p + 7) = 1; return 0; }",
        expect![[r#"
        1:40 `*(int *)(p + 7) = 1`: access out of bounds: write of 4 bytes at offset 7 of an object of 10 bytes
          1:28 `malloc(10)`: allocated here
    "#]],
    );
    check(
        "int main(void) { char *p = malloc(0); return *p; }",
        expect![[r#"
        1:39 `return *p;`: access out of bounds: read of 1 bytes at offset 0 of an object of 0 bytes
          1:28 `malloc(0)`: allocated here
    "#]],
    );
    check(
        "int main(void) { char s[3] = \"abc\"; return strlen(s); }",
        expect![[r#"
        elsewhere: access out of bounds: read of 1 bytes at offset 3 of an object of 3 bytes
          1:44 `strlen(s)`: called here
          1:23 `s`: declared here
    "#]],
    );
    check(
        "int main(void) { char d[4]; memcpy(d, \"hello\", 6); return 0; }",
        expect![[r#"
        1:29 `memcpy(d, "hello", 6)`: access out of bounds: write of 6 bytes at offset 0 of an object of 4 bytes
          1:23 `d`: declared here
    "#]],
    );
    check(
        "int main(void) { char d[4]; memset(d, 0, 5); return 0; }",
        expect![[r#"
        1:29 `memset(d, 0, 5)`: access out of bounds: write of 5 bytes at offset 0 of an object of 4 bytes
          1:23 `d`: declared here
    "#]],
    );
    check(
        "int main(void) { int n = 3; int a[n]; a[n] = 0; return 0; }",
        expect![[r#"
        1:39 `a[n] = 0`: access out of bounds: write of 4 bytes at offset 12 of an object of 12 bytes
          1:33 `a`: allocated here
    "#]],
    );
    // The address of the other array does not help: the pointer belongs to the first one.
    check(
        "int a[2], b[2]; int main(void) { int *p = a; p += b - a; return *p; }",
        expect![[r#"
        1:58 `return *p;`: access out of bounds: read of 4 bytes at offset 48 of an object of 8 bytes
          1:5 `a`: declared here
    "#]],
    );
}

#[test]
fn pointers() {
    check(
        "int main(void) { int *p = 0; return *p; }",
        expect![[r#"
        1:30 `return *p;`: null pointer dereference: read of 4 bytes at address 0x0
    "#]],
    );
    check(
        "struct s { int a, b; }; int main(void) { struct s *p = 0; return p->b; }",
        expect![[r#"
        1:59 `return p->b;`: null pointer dereference: read of 4 bytes at address 0x4
    "#]],
    );
    check(
        "int main(void) { int *p = (int *)0x12345678; *p = 1; return 0; }",
        expect![[r#"
        1:46 `*p = 1`: access through an invalid pointer: write of 4 bytes at address 0x12345678, which belongs to no object
    "#]],
    );
    check(
        "int main(void) { return *(int *)main; }",
        expect![[r#"
        1:18 `return *(int *)main;`: access through an invalid pointer: read of 4 bytes at address 0x400000, which belongs to no object
    "#]],
    );
    check(
        "int main(void) { char *s = \"abc\"; s[0] = 'x'; return 0; }",
        expect![[r#"
        1:35 `s[0] = 'x'`: write to a string literal: write of 1 bytes to a string literal
          1:28 `"abc"`: declared here
    "#]],
    );
}

#[test]
fn lifetimes() {
    check(
        "int main(void) { int *p = malloc(4); *p = 1; free(p); return *p; }",
        expect![[r#"
        1:55 `return *p;`: use after free: read of 4 bytes at offset 0 of a dead object of 4 bytes
          1:46 `free(p)`: freed here
    "#]],
    );
    check(
        "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }",
        expect![[r#"
        1:47 `free(p)`: double free: the object was freed before
          1:38 `free(p)`: freed here
    "#]],
    );
    check(
        "int main(void) { int x; free(&x); return 0; }",
        expect![[r#"
        1:25 `free(&x)`: invalid free: the object was not allocated on the heap
          1:22 `x`: declared here
    "#]],
    );
    check(
        "int main(void) { char *p = malloc(4); free(p + 1); return 0; }",
        expect![[r#"
        1:39 `free(p + 1)`: invalid free: the pointer is 1 bytes from the start of its object
          1:28 `malloc(4)`: allocated here
    "#]],
    );
    check(
        "int main(void) { free((void *)0x12345678); return 0; }",
        expect![[r#"
        1:18 `free((void *)0x12345678)`: invalid free: address 0x12345678 belongs to no object
    "#]],
    );
    check(
        "int *f(void) { int x = 1; return &x; }\nint main(void) { return *f(); }",
        expect![[r#"
        2:18 `return *f();`: use after the end of a lifetime: read of 4 bytes at offset 0 of a dead object of 4 bytes
          1:20 `x`: declared here
    "#]],
    );
    check(
        "int main(void) { int *p; { int x = 1; p = &x; } return *p; }",
        expect![[r#"
        1:49 `return *p;`: use after the end of a lifetime: read of 4 bytes at offset 0 of a dead object of 4 bytes
          1:32 `x`: declared here
    "#]],
    );
    check(
        "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) return *p; p = &x; } return 0; }",
        expect![[r#"
            1:78 `return *p;`: use after the end of a lifetime: read of 4 bytes of an object that is gone
        "#]],
    );
    check(
        "int *p; void f(int n) { int a[n]; a[0] = 1; p = a; }\nint main(void) { f(3); return *p; }",
        expect![[r#"
            2:24 `return *p;`: use after the end of a lifetime: read of 4 bytes at offset 0 of a dead object of 12 bytes
              1:29 `a`: allocated here
        "#]],
    );
    check(
        "int main(void) { char *p = malloc(4), *q = realloc(p, 8); p[0] = 1; return 0; }",
        expect![[r#"
            1:59 `p[0] = 1`: use after free: write of 1 bytes at offset 0 of a dead object of 4 bytes
              elsewhere: freed here
        "#]],
    );
}

#[test]
fn library_functions_through_pointers() {
    check(
        "int main(void) { void (*f)(void *) = free; char *p = malloc(4); f(p); f(p); return 0; }",
        expect![[r#"
            elsewhere: double free: the object was freed before
              1:71 `f(p)`: called here
              elsewhere: freed here
        "#]],
    );
    check(
        "int main(void) { void *(*f)(void *, int, size_t) = memset; char b[4]; f(b, 0, 5); return 0; }",
        expect![[r#"
            elsewhere: access out of bounds: write of 5 bytes at offset 0 of an object of 4 bytes
              1:71 `f(b, 0, 5)`: called here
              1:65 `b`: declared here
        "#]],
    );
}

#[test]
fn uninitialised() {
    check(
        "int main(void) { int x; return x; }",
        expect![[r#"
        1:25 `return x;`: read of an uninitialised value: `x` is indeterminate
    "#]],
    );
    check(
        "int main(void) { int x; int *p = &x; return *p; }",
        expect![[r#"
        1:38 `return *p;`: read of an uninitialised value: the value is indeterminate
    "#]],
    );
    check(
        "int main(void) { int *p = malloc(8); p[0] = 1; return p[0] + p[1]; }",
        expect![[r#"
        1:48 `return p[0] + p[1];`: read of an uninitialised value: the value is indeterminate
    "#]],
    );
    check(
        "int main(void) { unsigned char c; unsigned char *p = &c; return *p; }",
        expect![[r#"
        1:58 `return *p;`: read of an uninitialised value: the value is indeterminate
    "#]],
    );
    check(
        "struct s { int a, b; }; int main(void) { struct s x, y; x.a = 1; y = x; return y.a + y.b; }",
        expect![[r#"
            1:73 `return y.a + y.b;`: read of an uninitialised value: the value is indeterminate
        "#]],
    );
    check(
        "int f(void) { }\nint main(void) { int x = f(); return x; }",
        expect![[r#"
        2:31 `return x;`: read of an uninitialised value: `x` is indeterminate
    "#]],
    );
    check(
        "int f(void) { }\nint main(void) { f(); return 0; }",
        expect![[r#"
        Exited(0)
    "#]],
    );
    check(
        "int main(void) { for (int i = 0; i < 2; i++) { int x; if (i) return x; x = 1; } }",
        expect![[r#"
            1:62 `return x;`: read of an uninitialised value: `x` is indeterminate
        "#]],
    );
    let chosen = Config { uninitialised: Uninitialised::Chosen, ..Config::default() };
    check_with(
        "int main(void) { int x; return x == 7 && x == 7; }",
        &chosen,
        "7",
        expect![[r#"
        Exited(1)
    "#]],
    );
}

#[test]
fn the_rest() {
    check(
        "int main(void) { char a[8] = {0}; memcpy(a + 1, a, 4); return 0; }",
        expect![[r#"
        1:35 `memcpy(a + 1, a, 4)`: copy between overlapping regions: source and target share some of 4 bytes
    "#]],
    );
    check(
        "int main(void) { int (*f)(void) = 0; return f(); }",
        expect![[r#"
        1:38 `return f();`: call through an invalid pointer: a null pointer is called
    "#]],
    );
    check(
        "int g(int x) { return x; }\nint main(void) { int (*f)(int) = (int (*)(int))5; return f(1); }",
        expect![[r#"
            2:51 `return f(1);`: call through an invalid pointer: address 0x5 is no function
        "#]],
    );
    check(
        "int main(void) { __builtin_unreachable(); }",
        expect![[r#"
        1:18 `__builtin_unreachable()`: unreachable code reached: the program says that this is never reached
    "#]],
    );
    check(
        "int main(void) { _Bool b; *(char *)&b = 2; return b; }",
        expect![[r#"
        1:44 `return b;`: trap representation: a _Bool holds 2
    "#]],
    );
    check(
        "int main(void) { printf(\"%d %d\\n\", 1); return 0; }",
        expect![[r#"
        1:18 `printf("%d %d\n", 1)`: argument does not fit the format: the format asks for more arguments than there are
    "#]],
    );
    check(
        "int main(void) { printf(\"%f\\n\", 1); return 0; }",
        expect![[r#"
        1:18 `printf("%f\n", 1)`: argument does not fit the format: %f is given no float
    "#]],
    );
}

#[test]
fn other_ends() {
    check(
        "int main(void) { abort(); }",
        expect![[r#"
        Aborted
    "#]],
    );
    check(
        "int main(void) { exit(3); }",
        expect![[r#"
        Exited(3)
    "#]],
    );
    check(
        "void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); return 1; }",
        expect![[r#"
            Blocked
        "#]],
    );
    let steps = Config { max_steps: 1000, ..Config::default() };
    check_with(
        "int main(void) { for (;;) ; }",
        &steps,
        "",
        expect![[r#"
        LimitReached(Steps)
    "#]],
    );
    let depth = Config { max_depth: 100, ..Config::default() };
    check_with(
        "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }",
        &depth,
        "",
        expect![[r#"
            LimitReached(Depth)
        "#]],
    );
    let memory = Config { max_memory: 1000, ..Config::default() };
    check_with(
        "int main(void) { malloc(2000); return 0; }",
        &memory,
        "",
        expect![[r#"
        LimitReached(Memory)
    "#]],
    );
}
