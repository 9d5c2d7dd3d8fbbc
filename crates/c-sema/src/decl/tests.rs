//! Linkage, several units, function definitions.

use crate::testing::{check, check_messages, check_program};
use expect_test::expect;

#[test]
fn external_names_are_shared_by_units() {
    check_program(
        &[
            "extern int shared; int tentative; extern int table[]; static int mine; int f(int); static int h(void) { return mine; } int main(void) { return f(shared) + h() + table[1]; }",
            "int shared = 3; int tentative; int table[4] = {1}; static long mine = 2; int f(int x) { extern int tentative; return x + tentative; } static void h(void) {}",
        ],
        expect![[r#"
            external int f(int): defined
            internal int h(void): defined
            external int main(void): defined
            internal void h(void): defined
            external int shared: initialised
            external int tentative: zero
            external int table[4]: initialised
            internal int mine: zero
            internal long mine: initialised
        "#]],
    );
}

#[test]
fn definitions_are_unique() {
    check_messages(
        &[
            "int f(void) { return 1; } int x = 1; int main(void) { return 0; } int k;",
            "int f(void) { return 2; } int x = 2; int main(void) { return 1; } int k(void); int y; char y[3];",
        ],
        expect![[r#"
            b.c:1:5: error E0303: `f` is defined twice `f`
              a.c:1:5: the other definition
            b.c:1:31: error E0304: `x` has two initialisers `x`
              a.c:1:31: the earlier one
            b.c:1:42: error E0303: `main` is defined twice `main`
              a.c:1:42: the other definition
            b.c:1:71: error E0302: `k` is declared as something else `k`
              a.c:1:71: the earlier one
            b.c:1:92: error E0302: `y` is declared as `char[3]`, before as `int` `y`
              b.c:1:84: the earlier one
        "#]],
    );
}

#[test]
fn records_of_two_units_are_one_type_if_equal() {
    check_program(
        &[
            "struct node { int v; struct node *next; }; typedef struct { int a; } T; struct node head; T t; struct priv { int one; } p1;",
            "struct node { int v; struct node *next; }; typedef struct { int a; } T; extern struct node head; extern T t; static struct priv { char two; } p2; int use(void) { struct node n = head; T u = t; return n.v + u.a + p2.two; }",
        ],
        expect![[r#"
            external int use(void): defined
            external struct node head: zero
            external struct T t: zero
            external struct priv p1: zero
            internal struct priv p2: zero
        "#]],
    );
    // Members without a tag are compared by their structure, also behind a mention of the tag.
    check_program(
        &[
            "struct s; void use(struct s *p); struct s { union { int i; float f; } u; struct { char c; } *q[2]; }; typedef struct { int n; union { int w; char b[4]; } v; } M; struct s s1; M m;",
            "struct s; void use(struct s *p); struct s { union { int i; float f; } u; struct { char c; } *q[2]; }; typedef struct { int n; union { int w; char b[4]; } v; } M; extern struct s s1; extern M m; void use(struct s *p) { struct s t = s1; M x = m; *p = t; }",
        ],
        expect![[r#"
            external void use(struct s *): defined
            external struct s s1: zero
            external struct M m: zero
        "#]],
    );
}

#[test]
fn declarations_complete_each_other() {
    check_program(
        &[
            "int a[]; int a[3]; extern int b[]; int c[]; int f(); int f(int, char); void g() { int g2(long); static int s = 4; extern int ext; implicit(1); } static int t; extern int t; _Noreturn void stop(void); void die(void) __attribute__((noreturn));",
        ],
        expect![[r#"
            a.c:1:131: warning W0302: `implicit` is called without a declaration `implicit`
            external int f(int, char): undefined
            external void g(): defined
            external int g2(long): undefined
            external int implicit(): undefined, implicit
            external void stop(void): undefined, noreturn
            external void die(void): undefined, noreturn
            external int a[3]: zero
            external int b[]: extern
            external int c[1]: zero
            nameless int s: initialised in g
            external int ext: extern
            internal int t: zero
        "#]],
    );
}

#[test]
fn old_style_parameters_are_passed_promoted() {
    check(
        "int f(c, x, p) char c; float x; int p[]; { return c + x + p[0]; } int g(a, b) { return a + b; }",
        expect![[r#"
        int f(int, double, int *) [c$0, x$1, p]
          {
            var char c
            var float x
            declare c
            init c = (char)[c$0]
            declare x
            init x = (float)[x$1]
            return (int)(((float)[c] + [x]) + (float)[*([p] +p 0:long)])
          }
        int g(int, int) [a, b]
          {
            return ([a] + [b])
          }
    "#]],
    );
}

#[test]
fn parameters_are_adjusted() {
    check(
        "int f(int a[3], int g(int), int n, int m[n][n + 1], const char *const s) { return a[0] + g(1) + m[1][2] + *s; } void h(void) { f(0, 0, 0, 0, 0); }",
        expect![[r#"
            int f(int *, int (*)(int), int, int (*)[], char *) [a, g, n, m, s]
              {
                var unsigned long vla$0
                var unsigned long vla$1
                length vla0 = (unsigned long)([n] + 1)
                length vla1 = (unsigned long)[n]
                return ((([*([a] +p 0:long)] + (*[g])(1)) + [*([m] +p 1:long)[2:long]]) + (int)[*[s]])
              }
            void h(void) []
              {
                f(0:int *, 0:int (*)(int), 0, 0:int (*)[], 0:char *)
              }
        "#]],
    );
}

#[test]
fn variable_lengths_are_set_where_the_type_is_reached() {
    check(
        "void f(int n) { typedef int row[n]; row a, *p; int b[n * 2][3]; n++; row c; int *q = (int *)(char (*)[n])p; }",
        expect![[r#"
        void f(int) [n]
          {
            var unsigned long vla$0
            var int a[vla0]
            var int (*p)[vla0]
            var unsigned long vla$1
            var int b[vla1][3]
            var int c[vla0]
            var unsigned long vla$2
            var int *q
            length vla0 = (unsigned long)[n]
            declare a
            declare p
            length vla1 = (unsigned long)([n] * 2)
            declare b
            post(n += 1 as int)
            declare c
            declare q
            init q = (int *)({ length vla2 = (unsigned long)[n] } (char (*)[vla2])[p])
          }
    "#]],
    );
}

#[test]
fn scopes_hide_and_end() {
    check(
        "int x; int f(int x) { { char x = 1; { extern int x; x = 2; } x = 3; } for (int x = 0; x < 3; x++) { long x = 1; } struct s { int a; }; { struct s { char b; } t; t.b = 1; } struct s u; return u.a + x; }",
        expect![[r#"
            int f(int) [x'0]
              {
                var struct s u
                {
                  var char x'1
                  declare x'1
                  init x'1 = 1:char
                  {
                    x = 2
                  }
                  x'1 = 3:char
                }
                {
                  var int x'2
                  declare x'2
                  init x'2 = 0
                  for
                    ; ([x'2] < 3); post(x'2 += 1 as int)
                    {
                      var long x'3
                      declare x'3
                      init x'3 = 1:long
                    }
                }
                {
                  var struct s t
                  declare t
                  t.b = 1:char
                }
                declare u
                return ([u.a] + [x'0])
              }
        "#]],
    );
}

#[test]
fn a_call_before_any_declaration_means_an_external_function() {
    check_messages(
        &[
            "int f(void) { return later(1) + hidden(); } int later(int x) { return x; } static int hidden(void) { return 1; }",
        ],
        expect![[r#"
            a.c:1:22: warning W0302: `later` is called without a declaration `later`
            a.c:1:33: error E0301: `hidden` is called before it is declared `static` `hidden`
        "#]],
    );
}

#[test]
fn attributes_that_call_functions() {
    check_messages(
        &["void init(void) __attribute__((constructor)); __thread int t; void end(int *p);
        void f(void) { int x __attribute__((cleanup(end))) = 1; }"],
        expect![[r#"
            a.c:1:60: warning W0307: all threads share this object here `t`
        "#]],
    );
}

#[test]
fn sections_of_functions() {
    check_messages(
        &["void f(void); static void (*p)(void) __attribute__((section(\".ctors\"))) = f;
        static void (*q)(void) __attribute__((section(\".init_array.low\"))) = f;
        void g(void) __attribute__((constructor(70000)));"],
        expect![[r#"
            a.c:1:29: error E0901: unsupported feature: section .ctors `p`
            a.c:2:23: error E0901: unsupported feature: section .init_array.low `q`
            a.c:3:37: error E0324: the priority 70000 is not one of 0 to 65535 `constructor(70000)`
        "#]],
    );
}

#[test]
fn redeclarations_are_diagnosed() {
    check_messages(
        &[
            "int f(void) { int x; char x; return 0; } typedef int T; typedef char T; enum { A, B, A }; struct s { int a; }; struct s { int b; }; union s *u; int v; void v(void); unknown_t w; struct i inc; int m(int p, int p) { return p; } _Static_assert(1 == 2, \"no\"); struct d { int a; char a; }; struct b { int w : 40; float f : 3; int z : 0; };",
        ],
        expect![[r#"
            a.c:1:166: error E0202: unknown type name `unknown_t` `unknown_t`
              declare `unknown_t` with `typedef`, or include the header that does
            a.c:1:27: error E0302: `x` is declared twice `x`
              a.c:1:19: the earlier one
            a.c:1:70: error E0302: `T` is declared as something else `T`
              a.c:1:54: the earlier one
            a.c:1:86: error E0302: `A` is declared twice `A`
              a.c:1:80: the earlier one
            a.c:1:112: error E0313: `s` is defined twice `struct s { int b; }`
              a.c:1:91: the earlier one
            a.c:1:133: error E0313: `s` is the tag of another kind of type `union s`
              a.c:1:91: the earlier one
            a.c:1:157: error E0302: `v` is declared as something else `v`
              a.c:1:149: the earlier one
            a.c:1:166: error E0312: unknown type name `unknown_t` `unknown_t`
            a.c:1:210: error E0302: two parameters are named `p` `p`
            a.c:1:242: error E0320: static assertion failed: no `1 == 2`
            a.c:1:280: error E0322: two members are named `a` `a`
            a.c:1:301: error E0315: the width 40 of this bit-field is not within 0 to 32 `w : 40`
            a.c:1:188: error E0306: the type of this object is never completed `inc`
        "#]],
    );
}

#[test]
fn a_definition_of_a_refused_type_is_refused_where_it_is_used() {
    check(
        "typedef int v4 __attribute__((vector_size(8192))); static v4 unused(v4 x) { return x; } static v4 used(int x) { v4 y; return y; } int main(void) { used(1); return 0; }",
        expect![[r#"
            int main(void) []
              {
                unsupported vector of more than 1024 elements
                return 0
              }
        "#]],
    );
}
