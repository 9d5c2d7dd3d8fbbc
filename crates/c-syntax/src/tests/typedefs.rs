//! Which names are typedef names where.

use super::{check, check_body};
use expect_test::expect;

#[test]
fn a_variable_shadows_a_type_in_its_block() {
    check(
        "typedef int T; void f(void) { int T = 1; { T * 3; } } T *x;",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Function f: void 1:16
          Parameters
          body: Compound 1:29
            Declaration int 1:31
              Declarator T 1:35
                init: Int 1 1:39
            Compound 1:42
              Expr 1:44
                Binary * 1:44
                  Ident T 1:44
                  Int 3 1:48
        Declaration T 1:55
          Declarator x 1:58
            Pointer
    "#]],
    );
}

#[test]
fn a_parameter_shadows_a_type_in_the_body() {
    check(
        "typedef int T; int f(int T) { return T * 2; } T g(T T) { return (T) - 1; } T x;",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Function f: int 1:16
          Parameters
            Param T: int 1:26
          body: Compound 1:29
            Return 1:31
              Binary * 1:38
                Ident T 1:38
                Int 2 1:42
        Function g: T 1:47
          Parameters
            Param T: T 1:53
          body: Compound 1:56
            Return 1:58
              Binary - 1:66
                Ident T 1:66
                Int 1 1:71
        Declaration T 1:76
          Declarator x 1:78
    "#]],
    );
}

#[test]
fn an_enumerator_shadows_a_type() {
    check(
        "typedef int T; void f(void) { enum { T }; T * 3; } void g(void) { T * p; }",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Function f: void 1:16
          Parameters
          body: Compound 1:29
            Declaration enum 1:31
              Enum 1:31
                Enumerator T 1:38
            Expr 1:43
              Binary * 1:43
                Ident T 1:43
                Int 3 1:47
        Function g: void 1:52
          Parameters
          body: Compound 1:65
            Declaration T 1:67
              Declarator p 1:71
                Pointer
    "#]],
    );
}

#[test]
fn members_labels_and_tags_do_not_shadow() {
    check(
        "typedef int T; struct T { T T; T *t; }; void f(struct T x) { T: x.T = 1; goto T; } T y;",
        expect![[r#"
            Declaration typedef int 1:1
              Declarator T 1:13
            Declaration struct T 1:16
              Struct T 1:16
                Member T: T 1:29
                Member t: T 1:34
                  Pointer
            Function f: void 1:41
              Parameters
                Param x: struct T 1:57
              body: Compound 1:60
                Label T 1:62
                  Expr 1:65
                    Assign = 1:65
                      Member .T 1:65
                        Ident x 1:65
                      Int 1 1:71
                Goto T 1:74
            Declaration T 1:84
              Declarator y 1:86
        "#]],
    );
}

#[test]
fn a_type_specifier_before_makes_it_a_name() {
    check(
        "typedef int T; void f(void) { unsigned T; T = 1; } void g(void) { const T x; unsigned int T, y; }",
        expect![[r#"
            Declaration typedef int 1:1
              Declarator T 1:13
            Function f: void 1:16
              Parameters
              body: Compound 1:29
                Declaration unsigned int 1:31
                  Declarator T 1:40
                Expr 1:43
                  Assign = 1:43
                    Ident T 1:43
                    Int 1 1:47
            Function g: void 1:52
              Parameters
              body: Compound 1:65
                Declaration const T 1:67
                  Declarator x 1:75
                Declaration unsigned int 1:78
                  Declarator T 1:91
                  Declarator y 1:94
        "#]],
    );
}

#[test]
fn parentheses_in_parameters() {
    check(
        "typedef int T; void f(int (T)); void g(int (x)); void h(T (*)(T), T);",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Declaration void 1:16
          Declarator f 1:21
            Parameters
              Param (unnamed): int 1:27
                Parameters
                  Param (unnamed): T 1:29
        Declaration void 1:33
          Declarator g 1:38
            Parameters
              Param x: int 1:45
        Declaration void 1:50
          Declarator h 1:55
            Parameters
              Param (unnamed): T 1:61
                Pointer
                Parameters
                  Param (unnamed): T 1:64
              Param (unnamed): T 1:68
    "#]],
    );
}

#[test]
fn casts_against_multiplication() {
    check(
        "typedef int T; int x = (T) * p, y = (v) * p, z = sizeof(T) * 2, w = (T)(v);",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Declaration int 1:16
          Declarator x 1:20
            init: Cast 1:24
              Type T 1:25
              Unary * 1:28
                Ident p 1:30
          Declarator y 1:33
            init: Binary * 1:38
              Ident v 1:38
              Ident p 1:43
          Declarator z 1:46
            init: Binary * 1:50
              SizeofType 1:50
                Type T 1:57
              Int 2 1:62
          Declarator w 1:65
            init: Cast 1:69
              Type T 1:70
              Ident v 1:73
    "#]],
    );
}

#[test]
fn a_type_in_a_block_ends_with_it() {
    check_body(
        "{ typedef int T; T x; } T * x;",
        expect![[r#"
        Compound 2:1
          Declaration typedef int 2:3
            Declarator T 2:15
          Declaration T 2:18
            Declarator x 2:20
        Expr 2:25
          Binary * 2:25
            Ident T 2:25
            Ident x 2:29
    "#]],
    );
    check_body(
        "for (typedef int T; ;) { T x; } T * x;",
        expect![[r#"
        For 2:1
          init: Declaration typedef int 2:6
            Declarator T 2:18
          Compound 2:24
            Declaration T 2:26
              Declarator x 2:28
        Expr 2:33
          Binary * 2:33
            Ident T 2:33
            Ident x 2:37
    "#]],
    );
}

#[test]
fn a_type_is_known_in_its_own_initialiser_no_more() {
    check(
        "typedef int T; void f(void) { T T = sizeof(T); int a = T * 2; }",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Function f: void 1:16
          Parameters
          body: Compound 1:29
            Declaration T 1:31
              Declarator T 1:33
                init: SizeofExpr 1:37
                  Ident T 1:44
            Declaration int 1:48
              Declarator a 1:52
                init: Binary * 1:56
                  Ident T 1:56
                  Int 2 1:60
    "#]],
    );
}

#[test]
fn old_style_parameters_may_have_named_types() {
    check(
        "typedef int T; int f(a, b) int a; T b; { T *c; return a * b; }",
        expect![[r#"
        Declaration typedef int 1:1
          Declarator T 1:13
        Function f: int 1:16
          Parameters named a, b
          parameter: Declaration int 1:28
            Declarator a 1:32
          parameter: Declaration T 1:35
            Declarator b 1:37
          body: Compound 1:40
            Declaration T 1:42
              Declarator c 1:45
                Pointer
            Return 1:48
              Binary * 1:55
                Ident a 1:55
                Ident b 1:59
    "#]],
    );
}
