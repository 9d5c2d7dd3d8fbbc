//! Which definition is linked: strong, weak and inline ones, in both orders of units.

use crate::testing::{check_messages, check_program, check_units};
use expect_test::expect;

const WEAK: &str = "__attribute__((weak)) int f(void) { return 1; }";
const STRONG: &str = "int f(void) { return 2; }";

/// The program has the strong definition only.
fn has_the_strong_one(units: &[&str]) {
    check_units(
        units,
        expect![[r#"
        int f(void) []
          {
            return 2
          }
    "#]],
    );
}

#[test]
fn a_weak_function_gives_way_to_a_strong_one() {
    has_the_strong_one(&[WEAK, STRONG]);
    has_the_strong_one(&[STRONG, WEAK]);
    has_the_strong_one(&[WEAK, WEAK, STRONG, WEAK]);
    // Any declaration of the unit makes its definition weak, also one behind it.
    let first = "int f(void) __attribute__((weak)); int f(void) { return 1; }";
    let last = "int f(void) { return 1; } extern int f(void) __attribute__((__weak__));";
    has_the_strong_one(&[first, STRONG]);
    has_the_strong_one(&[last, STRONG]);
}

#[test]
fn of_two_weak_functions_the_first_is_linked() {
    check_units(
        &[WEAK, "int __attribute__((weak)) f(void) { return 3; }"],
        expect![[r#"
            int f(void) []
              {
                return 1
              }
        "#]],
    );
}

#[test]
fn a_weak_declaration_elsewhere_does_not_make_a_definition_weak() {
    check_messages(
        &["extern int f(void) __attribute__((weak)); int g(void) { return f(); }", STRONG, STRONG],
        expect![[r#"
            c.c:1:5: error E0303: `f` is defined twice `f`
              b.c:1:5: the other definition
        "#]],
    );
    check_units(
        &["extern int f(void) __attribute__((weak));", STRONG, WEAK],
        expect![[r#"
            int f(void) []
              {
                return 2
              }
        "#]],
    );
}

#[test]
fn two_definitions_in_one_unit_are_an_error_also_if_weak() {
    check_messages(
        &[&WEAK.repeat(2)],
        expect![[r#"
            a.c:1:74: error E0303: `f` is defined twice `f`
              a.c:1:27: the other definition
        "#]],
    );
}

#[test]
fn a_weak_object_gives_way_to_a_strong_one() {
    let weak = "int x __attribute__((weak)) = 1; int *p = &x;";
    check_units(
        &[weak, "int x = 2;"],
        expect![[r#"
        int *p = &x
        int x = 2
    "#]],
    );
    check_units(
        &["int x = 2;", weak],
        expect![[r#"
        int x = 2
        int *p = &x
    "#]],
    );
    // A tentative definition is a strong one.
    check_units(
        &[weak, "int x;"],
        expect![[r#"
        int *p = &x
    "#]],
    );
    check_program(
        &[weak, "int x;"],
        expect![[r#"
        external int x: zero, address taken
        external int *p: initialised
    "#]],
    );
    check_program(
        &["int x;", weak],
        expect![[r#"
        external int x: zero, address taken
        external int *p: initialised
    "#]],
    );
    check_program(
        &["extern int x;", weak],
        expect![[r#"
        external int x: initialised, address taken
        external int *p: initialised
    "#]],
    );
}

#[test]
fn of_two_weak_objects_the_first_is_linked() {
    let (zero, five) = ("int x __attribute__((weak));", "int __attribute__((weak)) x = 5;");
    check_program(
        &[zero, five],
        expect![[r#"
        external int x: zero
    "#]],
    );
    check_program(
        &[five, zero],
        expect![[r#"
        external int x: initialised
    "#]],
    );
    check_program(
        &["extern int x __attribute__((weak));", five],
        expect![[r#"
        external int x: initialised
    "#]],
    );
    check_program(
        &["extern int x __attribute__((weak));", "extern int x;"],
        expect![[r#"
        external int x: extern
    "#]],
    );
    check_messages(
        &["int x __attribute__((weak)); int x = 5; int x = 6;"],
        expect![[r#"
        a.c:1:45: error E0304: `x` has two initialisers `x`
          a.c:1:34: the earlier one
    "#]],
    );
}

#[test]
fn names_of_a_unit_alone_are_not_linked() {
    check_units(
        &["static int f(void) { return 1; } static int x = 1;", STRONG, "int x = 2;"],
        expect![[r#"
            int x = 1
            int x = 2
            int f(void) []
              {
                return 1
              }
            int f(void) []
              {
                return 2
              }
        "#]],
    );
}

#[test]
fn an_inline_definition_gives_way_to_the_external_one() {
    let inline = "extern inline int f(void) { return 1; }";
    check_units(
        &[inline, STRONG],
        expect![[r#"
        a.c:1:19: warning W0304: the inline definition of `f` is ignored `f`
          b.c:1:5: this definition is used
        int f(void) []
          {
            return 2
          }
    "#]],
    );
    check_units(
        &[STRONG, inline],
        expect![[r#"
        b.c:1:19: warning W0304: the inline definition of `f` is ignored `f`
          a.c:1:5: this definition is used
        int f(void) []
          {
            return 2
          }
    "#]],
    );
    // Without an external one, it is all there is.
    check_units(
        &[inline, inline],
        expect![[r#"
        b.c:1:19: warning W0304: the inline definition of `f` is ignored `f`
          a.c:1:19: this definition is used
        int f(void) []
          {
            return 1
          }
    "#]],
    );
    // The same line of a header that both include is no news.
    let included = format!("# 7 \"f.h\"\n{inline}\n");
    check_units(
        &[&included, &included],
        expect![[r#"
            int f(void) []
              {
                return 1
              }
        "#]],
    );
    // In GNU89 they may share a unit.
    check_units(
        &[&format!("{inline} {STRONG}")],
        expect![[r#"
        a.c:1:19: warning W0304: the inline definition of `f` is ignored `f`
          a.c:1:45: this definition is used
        int f(void) []
          {
            return 2
          }
    "#]],
    );
}

#[test]
fn which_inline_definition_the_linker_sees() {
    let since_c99 = "extern inline int f(void) { return 1; }";
    let in_gnu89 = "inline int f(void) { return 2; }";
    let always = "int f(void); inline int f(void) { return 3; }";
    let never = "extern inline __attribute__((gnu_inline)) int f(void) { return 4; }";
    check_messages(
        &[since_c99, in_gnu89],
        expect![[r#"
        a.c:1:19: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
          b.c:1:12: the other definition
        b.c:1:12: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
          a.c:1:19: the other definition
    "#]],
    );
    check_messages(
        &[since_c99, always, in_gnu89],
        expect![[r#"
        a.c:1:19: warning W0304: the inline definition of `f` is ignored `f`
          b.c:1:25: this definition is used
        c.c:1:12: warning W0304: the inline definition of `f` is ignored `f`
          b.c:1:25: this definition is used
    "#]],
    );
    check_messages(
        &[never, in_gnu89],
        expect![[r#"
            a.c:1:47: error E0901: unsupported feature: inline definitions that differ, none of them external `f`
              b.c:1:12: the other definition
        "#]],
    );
    check_messages(
        &[never, since_c99],
        expect![[r#"
            a.c:1:47: error E0901: unsupported feature: inline definitions that differ, none of them external `f`
              b.c:1:19: the other definition
        "#]],
    );
    check_messages(
        &[always, always],
        expect![[r#"
        b.c:1:25: error E0303: `f` is defined twice `f`
          a.c:1:25: the other definition
    "#]],
    );
    let another = "inline int f(void) { return 5; }";
    check_messages(
        &[in_gnu89, another],
        expect![[r#"
        b.c:1:12: error E0901: unsupported feature: inline definitions that differ, none of them external `f`
          a.c:1:12: the other definition
    "#]],
    );
    check_messages(
        &[in_gnu89, in_gnu89],
        expect![[r#"
        b.c:1:12: warning W0304: the inline definition of `f` is ignored `f`
          a.c:1:12: this definition is used
    "#]],
    );
}

#[test]
fn what_cannot_be_decided_is_refused() {
    check_messages(
        &["inline int f(void) { return 1; }", WEAK],
        expect![[r#"
            a.c:1:12: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              b.c:1:27: the other definition
            b.c:1:27: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              a.c:1:12: the other definition
        "#]],
    );
    check_messages(
        &[WEAK, "inline int f(void) { return 1; }"],
        expect![[r#"
            a.c:1:27: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              b.c:1:12: the other definition
            b.c:1:12: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              a.c:1:27: the other definition
        "#]],
    );
    check_messages(
        &["int a[] __attribute__((weak)) = {1, 2};", "int a[2] = {3, 4};"],
        expect![[r#"
        a.c:1:5: error E0901: unsupported feature: weak array without length beside another definition `a`
    "#]],
    );
    check_messages(
        &["void g(void) { extern int f(void) __attribute__((weak)); } int f(void) { return 1; }", WEAK],
        expect![[r#"
            a.c:1:27: error E0901: unsupported feature: weak declaration in a block of a symbol with several definitions `f`
        "#]],
    );
    let both = "extern int f(void) __attribute__((weak)); inline int f(void) { return 1; }";
    check_messages(
        &[both, "inline int f(void) { return 2; }"],
        expect![[r#"
            a.c:1:54: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              b.c:1:12: the other definition
            b.c:1:12: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              a.c:1:54: the other definition
        "#]],
    );
    check_messages(
        &[STRONG, both],
        expect![[r#"
            b.c:1:54: error E0901: unsupported feature: inline definition beside one that is weak or of another standard `f`
              a.c:1:5: the other definition
        "#]],
    );
    check_messages(&[both], expect![[""]]);
    // Alone, it says nothing that matters.
    check_messages(
        &["void g(void) { extern int f(void) __attribute__((weak)); } int f(void) { return 1; }"],
        expect![[""]],
    );
}
