//! Statements.

use super::{check, check_body};
use expect_test::expect;

#[test]
fn simple_statements() {
    check_body(
        "; x; return; return x; { }",
        expect![[r#"
        Empty 2:1
        Expr 2:3
          Ident x 2:3
        Return 2:6
        Return 2:14
          Ident x 2:21
        Compound 2:24
    "#]],
    );
    check_body(
        "int a = 1, *b; a = 2;",
        expect![[r#"
        Declaration int 2:1
          Declarator a 2:5
            init: Int 1 2:9
          Declarator b 2:13
            Pointer
        Expr 2:16
          Assign = 2:16
            Ident a 2:16
            Int 2 2:20
    "#]],
    );
}

#[test]
fn branches() {
    check_body(
        "if (a) b; else if (c) d; else e;",
        expect![[r#"
        If 2:1
          Ident a 2:5
          then: Expr 2:8
            Ident b 2:8
          else: If 2:16
            Ident c 2:20
            then: Expr 2:23
              Ident d 2:23
            else: Expr 2:31
              Ident e 2:31
    "#]],
    );
    check_body(
        "if (a) if (b) c; else d;",
        expect![[r#"
        If 2:1
          Ident a 2:5
          then: If 2:8
            Ident b 2:12
            then: Expr 2:15
              Ident c 2:15
            else: Expr 2:23
              Ident d 2:23
    "#]],
    );
    check_body(
        "switch (x) { case 1: case 2 ... 4: a; break; default: b; }",
        expect![[r#"
        Switch 2:1
          Ident x 2:9
          Compound 2:12
            Case 2:14
              Int 1 2:19
              Case 2:22
                from: Int 2 2:27
                to: Int 4 2:33
                Expr 2:36
                  Ident a 2:36
            Break 2:39
            Default 2:46
              Expr 2:55
                Ident b 2:55
    "#]],
    );
}

#[test]
fn loops() {
    check_body(
        "while (a) continue; do b; while (c);",
        expect![[r#"
        While 2:1
          Ident a 2:8
          Continue 2:11
        DoWhile 2:21
          Expr 2:24
            Ident b 2:24
          while: Ident c 2:34
    "#]],
    );
    check_body(
        "for (int i = 0; i < 3; i++) ; for (;;) break; for (a; ; ) { }",
        expect![[r#"
            For 2:1
              init: Declaration int 2:6
                Declarator i 2:10
                  init: Int 0 2:14
              while: Binary < 2:17
                Ident i 2:17
                Int 3 2:21
              step: Unary _++ 2:24
                Ident i 2:24
              Empty 2:29
            For 2:31
              Break 2:40
            For 2:47
              init: Expr 2:52
                Ident a 2:52
              Compound 2:59
        "#]],
    );
}

#[test]
fn labels_and_jumps() {
    check_body(
        "a: x; goto a; goto *p; b: c: ;",
        expect![[r#"
        Label a 2:1
          Expr 2:4
            Ident x 2:4
        Goto a 2:7
        GotoComputed 2:15
          Ident p 2:21
        Label b 2:24
          Label c 2:27
            Empty 2:30
    "#]],
    );
    check_body(
        "a: int x; b: __attribute__((unused)); { c: }",
        expect![[r#"
        Label a 2:1
          Declaration int 2:4
            Declarator x 2:8
        Label b 2:11
          Empty 2:37
        Compound 2:39
          Label c 2:41
            Empty 2:43
    "#]],
    );
    check_body(
        "__label__ a, b; a: b: ;",
        expect![[r#"
        LocalLabels a, b 2:1
        Label a 2:17
          Label b 2:20
            Empty 2:23
    "#]],
    );
}

#[test]
fn attributes_on_statements() {
    check_body(
        "__attribute__((fallthrough)); [[fallthrough]]; __attribute__((unused)) int x; if (a) __attribute__((x)) b;",
        expect![[r#"
            Empty 2:29
            Empty 2:46
            Declaration int 2:72
              Attribute unused 2:63
              Declarator x 2:76
            If 2:79
              Ident a 2:83
              then: Expr 2:105
                Ident b 2:105
        "#]],
    );
    check_body(
        "__extension__ int x; __extension__ x = 1; for (__extension__ int i = 0;;) ;",
        expect![[r#"
            Declaration int 2:15
              Declarator x 2:19
            Expr 2:36
              Assign = 2:36
                Ident x 2:36
                Int 1 2:40
            For 2:43
              init: Declaration int 2:62
                Declarator i 2:66
                  init: Int 0 2:70
              Empty 2:75
        "#]],
    );
}

#[test]
fn assembler() {
    check_body(
        r#"asm("nop"); __asm__ volatile ("mov %1, %0" : "=r" (x) : [in] "r" (y), "m" (z) : "cc", "memory");"#,
        expect![[r#"
            Asm "nop" 2:1
            Asm "mov %1, %0" clobbers memory 2:13
              out: Operand "=r"
                Ident x 2:52
              in: Operand "r"
                Ident y 2:67
              in: Operand "m"
                Ident z 2:76
        "#]],
    );
    check_body(
        r#"asm goto ("jmp %l0" : : : : a, b); asm("" ::: "memory"); asm volatile inline ("" :: "i" (1));"#,
        expect![[r#"
            Asm "jmp %l0" goto a, b 2:1
            Asm "" clobbers memory 2:36
            Asm "" 2:58
              in: Operand "i"
                Int 1 2:90
        "#]],
    );
}

#[test]
fn declarations_in_blocks() {
    check_body(
        "_Static_assert(1, \"ok\"); struct s { int a; }; extern int g(int); static int n;",
        expect![[r#"
            StaticAssert "ok"
              Int 1 2:16
            Declaration struct s 2:26
              Struct s 2:26
                Member a: int 2:41
            Declaration extern int 2:47
              Declarator g 2:58
                Parameters
                  Param (unnamed): int 2:63
            Declaration static int 2:66
              Declarator n 2:77
        "#]],
    );
    check_body(
        "int inner(int a) { return a; } inner(1);",
        expect![[r#"
        NestedFunction inner: int 2:1
          Parameters
            Param a: int 2:15
          body: Compound 2:18
            Return 2:20
              Ident a 2:27
        Expr 2:32
          Call 2:32
            callee: Ident inner 2:32
            Int 1 2:38
    "#]],
    );
}

#[test]
fn markers_move_the_positions() {
    check(
        "# 10 \"x.h\" 1 3\nint a;\n#line 20\nint b;\n  # 5 \"y \\\"z\\\".c\"\nint c;\n#pragma once\n#ident \"v1\"\n#\nint d;",
        expect![[r#"
            File x.h
            Declaration int 10:1
              Declarator a 10:5
            Declaration int 20:1
              Declarator b 20:5
            File y "z".c
            Declaration int 5:1
              Declarator c 5:5
            Declaration int 9:1
              Declarator d 9:5
        "#]],
    );
}
