//! Initialisers: what is stored where.

use crate::testing::{check, check_messages};
use expect_test::expect;

#[test]
fn braces_may_be_left_out() {
    check(
        "struct point { int x, y; }; struct line { struct point a, b; int w; };
        struct line full = {{1, 2}, {3, 4}, 5}, flat = {1, 2, 3, 4, 5}, some = {1, {2}, 3};
        int matrix[2][2] = {1, 2, 3}, partial[3] = {[1] = 7}, open[] = {1, 2, 3}, *no[2];
        struct point many[] = {1, 2, 3, 4, {5}};",
        expect![[r#"
            struct line full = {.0.0 = 1, .0.1 = 2, .1.0 = 3, .1.1 = 4, .2 = 5}
            struct line flat = {.0.0 = 1, .0.1 = 2, .1.0 = 3, .1.1 = 4, .2 = 5}
            struct line some = {.0.0 = 1, .0.1 = 2, .1.0 = 3}
            int matrix[2][2] = {[0][0] = 1, [0][1] = 2, [1][0] = 3}
            int partial[3] = {[1] = 7}
            int open[3] = {[0] = 1, [1] = 2, [2] = 3}
            struct point many[3] = {[0].0 = 1, [0].1 = 2, [1].0 = 3, [1].1 = 4, [2].0 = 5}
        "#]],
    );
}

#[test]
fn designators_move_and_override() {
    check(
        "struct point { int x, y; }; struct line { struct point a, b; };
        struct line l1 = {.b.x = 1, 2, .a = {3}}, l2 = {.b = {1, 2}, .b.y = 9}, l3 = {.b.y = 9, .b = {1}};
        int a[] = {[3] = 1, 2, [0] = 5}, r[6] = {[1 ... 3] = 4, 5}; int gnu[2] = {[1] 2};
        struct point p = {y: 1, x: 2}; struct point pts[2] = {[0].y = 1, [1].x = 2};
        union { int i; float f; } u1 = {1}, u2 = {.f = 1}, u3 = {.i = 1, .f = 2};
        struct { int k; union { int i; char c; }; struct { int m, n; }; } anon = {1, .c = 2, .n = 3};",
        expect![[r#"
            struct line l1 = {.1.0 = 1, .1.1 = 2, .0.0 = 3}
            struct line l2 = {.1.0 = 1, .1.1 = 2, .1.1 = 9}
            struct line l3 = {.1.0 = 1}
            int a[5] = {[3] = 1, [4] = 2, [0] = 5}
            int r[6] = {[1] = 4, [2] = 4, [3] = 4, [4] = 5}
            int gnu[2] = {[1] = 2}
            struct point p = {.1 = 1, .0 = 2}
            struct point pts[2] = {[0].1 = 1, [1].0 = 2}
            union $2 u1 = {.0 = 1}
            union $2 u2 = {.1 = 1.0f}
            union $2 u3 = {.1 = 2.0f}
            struct $3 anon = {.0 = 1, .1.1 = 2:char, .2.1 = 3}
        "#]],
    );
}

#[test]
fn strings_fill_character_arrays() {
    check(
        "char a[] = \"abc\", b[2] = \"abc\", c[6] = {\"abc\"}, d[][4] = {\"ab\", \"c\"}; unsigned char e[] = \"x\"; int w[] = L\"wz\"; char *p = \"abc\";
        struct { char name[4]; int n; } s[] = {\"ab\", 1, {\"cd\", 2}}; char huge[100000] = \"hi\";",
        expect![[r#"
            a.c:1:26: warning W0306: a string is longer than the array it initialises `"abc"`
            char a[4] = [str$0]
            char b[2] = [str$1]
            char c[6] = [str$2]
            char d[2][4] = {[0] = [str$3], [1] = [str$4]}
            unsigned char e[2] = [str$5]
            int w[3] = [str$6]
            char *p = decay(str$7)
            struct $0 s[2] = {[0].0 = [str$8], [0].1 = 1, [1].0 = [str$9], [1].1 = 2}
            char huge[100000] = {[0] = 104:char, [1] = 105:char}
        "#]],
    );
}

#[test]
fn automatic_objects_take_any_value() {
    check(
        "struct point { int x, y; }; struct line { struct point a, b; }; struct point make(void);
        void f(int n, struct point p) { int x = n, y = {n}, a[3] = {n, n + 1}, z[2] = {}; struct point q = p, r = make(), s = {n}; struct line l = {p, {n, 2}}, k = {p, n}; char t[] = \"ab\"; struct point lit = (struct point){1, n}; static int count = 3; static char *tab[] = {\"a\", \"b\"}; }",
        expect![[r#"
            int count = 3
            char *tab[2] = {[0] = decay(str$1), [1] = decay(str$2)}
            void f(int, struct point) [n, p]
              {
                var int x
                var int y
                var int a[3]
                var int z[2]
                var struct point q
                var struct point r
                var struct point s
                var struct line l
                var struct line k
                var char t[3]
                var struct point lit
                declare x
                init x = [n]
                declare y
                init y = [n]
                declare a
                init a = {[0] = [n], [1] = ([n] + 1)}
                declare z
                init z = {}
                declare q
                init q = [p]
                declare r
                init r = make()
                declare s
                init s = {.0 = [n]}
                declare l
                init l = {.0 = [p], .1.0 = [n], .1.1 = 2}
                declare k
                init k = {.0 = [p], .1.0 = [n]}
                declare t
                init t = [str$0]
                declare lit
                init lit = {.0 = 1, .1 = [n]}
              }
        "#]],
    );
}

#[test]
fn static_storage_takes_constants_and_addresses() {
    check(
        "int a[4], x = 1 + 2, *p = &a[2], *q = a + 1; long n = (long)&x; double d = 1 / 2.0; float f = 1; int (*fp)(void), g(void); int (*h)(void) = g, (*k)(void) = &g;
        struct s { int m; struct s *next; } s1, s2 = {sizeof s1, &s1}; char *end = &\"abc\"[1]; struct s s3 = (struct s){1, &s2}; unsigned char c = 300; _Bool b = 2; int *null = 0; int cond = 1 ? 2 : 3;
        static struct s list[] = {{1, list + 1}, {2, 0}};",
        expect![[r#"
            int x = 3
            int *p = &a[2:long]
            int *q = (decay(a) +p 1:long)
            long n = (long)&x
            double d = 0.5
            float f = 1.0f
            int (*h)(void) = g
            int (*k)(void) = g
            struct s s2 = {.0 = 16, .1 = &s1}
            char *end = &str$0[1:long]
            struct s s3 = {.0 = 1, .1 = &s2}
            unsigned char c = 44:unsigned char
            _Bool b = 1:_Bool
            int *null = 0:int *
            int cond = 2
            struct s list[2] = {[0].0 = 1, [0].1 = (decay(list) +p 1:long), [1].0 = 2, [1].1 = 0:struct s *}
        "#]],
    );
    check_messages(
        &["int x; int y = x; int z = 1, f(void); int w = f(); int ok = 3; struct t t; int v[] = 3;"],
        expect![[r#"
        a.c:1:16: error E0311: an initialiser of static storage is not constant `x`
        a.c:1:47: error E0311: an initialiser of static storage is not constant `f()`
        a.c:1:86: error E0319: an array is initialised by a braced list or a string `3`
        a.c:1:73: error E0306: the type of this object is never completed `t`
    "#]],
    );
}

#[test]
fn a_flexible_array_enlarges_its_object() {
    check(
        "struct flex { int n; short tail[]; } fx = {2, {1, 2, 3}}; struct name { int n; char text[]; } nm = {1, \"abc\"}; int size = sizeof fx;
        void f(void) { struct flex *p = &fx; struct flex copy = fx; }",
        expect![[r#"
            struct flex fx = {.0 = 2, .1[0] = 1:short, .1[1] = 2:short, .1[2] = 3:short}
            struct name nm = {.0 = 1, .1 = [str$0]}
            int size = 4
            void f(void) []
              {
                var struct flex *p
                var struct flex copy
                declare p
                init p = (struct flex *)&fx
                declare copy
                init copy = [*(struct flex *)&fx]
              }
        "#]],
    );
}

#[test]
fn excess_and_errors_are_reported() {
    check_messages(
        &[
            "int a[2] = {1, 2, 3}; int x = {1, 2}; struct s { int m; } s = {.z = 1}; int b[2] = {[5] = 1}; int c[2] = {.x = 1}; struct s t = 5; char d[2] = \"abcd\"; void *v = {0}; int r[100000] = {[0 ... 99999] = 1};",
        ],
        expect![[r#"
            a.c:1:19: warning W0306: excess elements in an initialiser are ignored `3`
            a.c:1:35: warning W0306: excess elements in an initialiser are ignored `2`
            a.c:1:69: error E0305: `struct s` has no member `z` `1`
            a.c:1:86: error E0319: the index 5 is outside of the array `5`
            a.c:1:112: error E0319: `.x` designates no part of an array `1`
            a.c:1:129: error E0321: a value of type `int` does not convert to `struct s` `5`
            a.c:1:144: warning W0306: a string is longer than the array it initialises `"abcd"`
            a.c:1:171: error E0901: unsupported feature: range designator of more than 65536 elements `r`
        "#]],
    );
}

#[test]
fn a_weak_symbol_may_have_no_address() {
    check_messages(
        &["extern int w[2] __attribute__((weak)); extern int f(void) __attribute__((weak)), g(void);
        int a = &w[1] ? 1 : 2, b = w && 1, (*c)(void) = f ? f : g; int d = (char *)f ? 1 : 2;"],
        expect![[r#"
            a.c:2:17: error E0311: an initialiser of static storage is not constant `&w[1] ? 1 : 2`
            a.c:2:36: error E0311: an initialiser of static storage is not constant `w && 1`
            a.c:2:57: error E0311: an initialiser of static storage is not constant `f ? f : g`
            a.c:2:76: error E0311: an initialiser of static storage is not constant `(char *)f ? 1 : 2`
        "#]],
    );
    check(
        "extern int w __attribute__((weak)); extern int f(void) __attribute__((weak)); int *p = &w, a = f != 0, b = !&w;
        extern int x[2] __attribute__((weak)); int x[2]; __attribute__((weak)) int g(void) { return 1; } extern int h(void), y;
        int c = g ? 1 : 2, d = &x[1] ? 3 : 4, e = h ? 5 : 6, i = &y ? 7 : 8;",
        expect![[r#"
            int *p = &w
            int a = (f != 0:int (*)(void))
            int b = (&w == 0:int *)
            int c = 1
            int d = 3
            int e = 5
            int i = 7
            int g(void) []
              {
                return 1
              }
        "#]],
    );
}
