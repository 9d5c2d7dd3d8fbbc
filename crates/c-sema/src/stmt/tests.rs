//! Statements: blocks, jumps, switches, assembler.

use crate::testing::{check_body, check_messages};
use expect_test::expect;

#[test]
fn blocks_list_their_variables() {
    check_body(
        "int g;",
        "int x = 1; { int y; g = y; } if (g) { int z; } else g = 2; while (x) x--; do g++; while (g); for (;;) break;",
        expect![[r#"
        var int x
        declare x
        init x = 1
        {
          var int y
          declare y
          g = [y]
        }
        if [g]
          {
            var int z
            declare z
          }
        else
          g = 2
        while [x]
          post(x -= 1 as int)
        do
          post(g += 1 as int)
        while [g]
        for
          ; ; 
          break
    "#]],
    );
}

#[test]
fn a_declaration_in_a_for_has_a_block_around_it() {
    check_body(
        "int g;",
        "for (int i = 0, *p = &g; i < 3; i++) { if (i) continue; } for (g = 0; g < 2; g++) g += 1;",
        expect![[r#"
        {
          var int i
          var int *p
          declare i
          init i = 0
          declare p
          init p = &g
          for
            ; ([i] < 3); post(i += 1 as int)
            {
              if [i]
                continue
            }
        }
        for
            g = 0
          ; ([g] < 2); post(g += 1 as int)
          g += 1 as int
    "#]],
    );
}

#[test]
fn cases_are_collected_in_the_type_of_the_condition() {
    check_body(
        "char c; unsigned u; enum { A = 3 };",
        "switch (c) { case 1: case A: u = 1; break; case 'x' ... 'z': default: u = 2; } switch (u) { case -1: ; { case 2: break; } }",
        expect![[r#"
            switch (int)[c] [1 -> case0, 3 -> case1, 120 ... 122 -> case2, default -> case3]
              {
                case0:
                case1:
                u = 1:unsigned int
                break
                case2:
                case3:
                u = 2:unsigned int
              }
            switch [u] [4294967295 -> case4, 2 -> case5]
              {
                case4:
                {
                  case5:
                  break
                }
              }
        "#]],
    );
}

#[test]
fn labels_are_function_wide_or_local() {
    check_body(
        "",
        "void *t = &&end; goto *t; { __label__ inner; goto inner; inner: ; } goto end; inner: end: return;",
        expect![[r#"
            var void *t
            declare t
            init t = &&label0
            goto *[t]
            {
              goto inner
              inner:
            }
            goto end
            inner:
            end:
            return
        "#]],
    );
}

#[test]
fn assembler_names_what_it_writes_and_reads() {
    check_body(
        "int a, b, v[2];",
        "asm volatile(\"add\" : \"=r\"(a), \"+m\"(v[1]) : \"r\"(b), \"i\"(3) : \"memory\"); asm(\"nop\");",
        expect![[r#"
            asm ClobbersMemory out (a, v[1:long]) in ([b], 3)
            asm OutputsOnly out () in ()
        "#]],
    );
}

#[test]
fn empty_assembler_executes_nothing() {
    check_body(
        "int a, b, v[2]; int *g(void);",
        "asm(\"\" ::: \"memory\"); asm(\"\" : \"+r\"(*g())); asm(\" \" : \"=r\"(a), \"=m\"(v[0]) : \"0\"(b + 1), \"r\"(v[1]));",
        expect![[r#"
            ;
            (void)*g()
            ;
            a = ([b] + 1)
            (void)[v[1:long]]
            asm OutputsOnly out (v[0:long]) in ()
        "#]],
    );
}

#[test]
fn misplaced_jumps_are_diagnosed() {
    check_messages(
        &["void f(int x) { break; continue; case 1: ; default: ; goto nowhere; l: ; l: ; switch (x) { case 1: ; case 1: ; case 0 ... 5: ; default: ; default: ; continue; case 5 ... 4: ; } switch (1.5) ; case x: ; }
        int g(void) { return; } void h(void) { return 1; } int k(int n) { switch (n) { case n: return 1; } return h(); }"],
        expect![[r#"
            a.c:1:17: error E0317: `break` outside of a loop or `switch` `break;`
            a.c:1:24: error E0317: `continue` outside of a loop `continue;`
            a.c:1:34: error E0317: `case` outside of a `switch` `case 1: ;`
            a.c:1:44: error E0317: `default` outside of a `switch` `default: ;`
            a.c:1:74: error E0316: the label `l` is defined twice `l: ;`
              a.c:1:69: the earlier one
            a.c:1:139: error E0318: a second `default` in a `switch` `default: ;`
              a.c:1:128: the earlier one
            a.c:1:150: error E0317: `continue` outside of a loop `continue;`
            a.c:1:160: warning W0305: an empty range in `case` `case 5 ... 4: ;`
            a.c:1:92: error E0318: the value 1 has two cases `case 1: ;`
              a.c:1:112: the earlier one
            a.c:1:102: error E0318: the value 1 has two cases `case 1: ;`
              a.c:1:92: the earlier one
            a.c:1:178: error E0309: a `switch` needs an integer `switch (1.5) ;`
            a.c:1:193: error E0317: `case` outside of a `switch` `case x: ;`
            a.c:1:55: error E0316: the label `nowhere` is not defined `goto nowhere;`
            a.c:2:93: error E0311: this expression is not an integer constant `n`
        "#]],
    );
}
