//! Nested functions: hidden parameters, calls, pointers, and what is refused; aliases.

use crate::testing::{check, check_messages, check_program};
use expect_test::expect;

#[test]
fn a_captured_variable_is_reached_through_a_hidden_parameter() {
    check(
        "int f(int n) { int x = 1; int g(int y) { x += y; return x + n; } return g(2); }",
        expect![[r#"
            int f(int) [n]
              {
                var int x (address taken)
                declare x
                init x = 1
                return g(&n, &x, 2)
              }
            int g(int *, int *, int) [n, x, y]
              {
                *[x] += [y] as int
                return ([*[x]] + [*[n]])
              }
        "#]],
    );
}

#[test]
fn what_a_callee_captures_is_passed_along() {
    check(
        "int f(int n) { auto int h(void); int g(void) { return h(); } int h(void) { return n; } return g(); }",
        expect![[r#"
            int f(int) [n]
              {
                return g(&n)
              }
            int g(int *) [n]
              {
                return h([n])
              }
            int h(int *) [n]
              {
                return [*[n]]
              }
        "#]],
    );
}

#[test]
fn inner_names_hide_outer_ones() {
    check(
        "int f(int n) { int g(int n) { int h(void) { return n; } return h(); } return g(n); }",
        expect![[r#"
            int f(int) [n]
              {
                return g([n])
              }
            int g(int) [n]
              {
                return h(&n)
              }
            int h(int *) [n]
              {
                return [*[n]]
              }
        "#]],
    );
}

#[test]
fn a_pointer_goes_through_a_slot() {
    check(
        "int f(int n) { int g(int y) { return n + y; } int (*p)(int) = g; return p(1); }",
        expect![[r#"
            int (*g$address(int *, char *))(int) [captured'0, captured'1]
              {
                if ([g$frame$0] == [captured'1])
                  {
                    g$1 = [captured'0]
                    g$2 = [captured'1]
                    g$frame$0 = [captured'1]
                    return g$pointer
                  }
                if ([g$frame$0] == 0:char *)
                  {
                    g$1 = [captured'0]
                    g$2 = [captured'1]
                    g$frame$0 = [captured'1]
                    return g$pointer
                  }
                unsupported pointers to one nested function in many activations at once
              }
            int g$pointer(int) [given]
              {
                if ([g$frame$0] == 0:char *)
                  unsupported call of a nested function whose outer function has ended
                return g([g$1], [g$2], [given])
              }
            int f(int) [n]
              {
                var int (*p)(int)
                var char $frame (address taken)
                declare $frame
                declare p
                init p = g$address(&n, &$frame)
                return (*[p])(1)
              }
            int g(int *, char *, int) [n, $frame, y]
              {
                return ([*[n]] + [y])
              }
        "#]],
    );
}

#[test]
fn a_function_that_captures_nothing_is_an_ordinary_one() {
    check(
        "int f(void) { static int n; int g(int y) { return n + y; } int (*p)(int) = &g; return p(1); }",
        expect![[r#"
            int f(void) []
              {
                var int (*p)(int)
                declare p
                init p = g
                return (*[p])(1)
              }
            int g(int) [y]
              {
                return ([n] + [y])
              }
        "#]],
    );
}

#[test]
fn lengths_are_copied() {
    check(
        "int f(int n) { int a[n]; int g(int i) { return a[i] + sizeof a; } return g(0); }",
        expect![[r#"
            int f(int) [n]
              {
                var unsigned long vla$0 (address taken)
                var int a[vla0] (address taken)
                length vla0 = (unsigned long)[n]
                declare a
                return g(&vla$0, &a, 0)
              }
            int g(unsigned long *, int (*)[vla0], int) [vla$0'2, a, i]
              {
                var unsigned long vla$0'3
                declare vla$0'3
                init vla$0'3 = [*[vla$0'2]]
                return (int)((unsigned long)[*[a][(long)[i]]] + sizeof(int[vla0]))
              }
        "#]],
    );
}

#[test]
fn what_has_no_meaning() {
    check_messages(
        &[
            "int f(void) { auto int g(void); return g(); }",
            "int g(int n) { int h; int h(void) { return n; } return h(); }",
            "int h(int n) { int i(void) { break; return n; } return i(); }",
            "int i(int n) { int j(void) { return n; } static int (*p)(void) = j; return p(); }",
        ],
        expect![[r#"
            a.c:1:24: error E0302: the nested function `g` is declared and not defined `g`
            b.c:1:27: error E0302: `h` is declared as something else `h`
            b.c:1:56: error E0307: a value of type `int` cannot be called `h()`
            c.c:1:30: error E0317: `break` outside of a loop or `switch` `break;`
            d.c:1:55: error E0901: unsupported feature: address of a nested function in the initialiser of a static object `p`
        "#]],
    );
}

#[test]
fn a_jump_out_is_refused_where_it_is_reached() {
    check(
        "int f(int n) { __label__ out; void g(void) { if (n) goto out; } g(); out: return n; }",
        expect![[r#"
            int f(int) [n]
              {
                g(&n)
                out:
                return [n]
              }
            void g(int *) [n]
              {
                if [*[n]]
                  unsupported goto out of a nested function
              }
        "#]],
    );
}

#[test]
fn an_alias_is_its_target() {
    check_program(
        &[
            "int f(void) { return 1; } extern int g(void) __attribute__((alias(\"f\"))); int a; extern int b __attribute__((alias(\"a\")));",
            "int g(void); extern int b; int use(void) { b = 2; return g() + (&b != 0); }",
        ],
        expect![[r#"
            external int f(void): defined
            external int use(void): defined
            external int a: zero, address taken
        "#]],
    );
    check_program(
        &[
            "static int f(void) { return 1; } int g(void) __attribute__((weak, alias(\"f\"))); int h(void) { return g(); }",
        ],
        expect![[r#"
            internal int f(void): defined
            external int h(void): defined
        "#]],
    );
}
