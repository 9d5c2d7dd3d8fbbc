//! Output functions.

use super::{check, check_both, check_with};
use cfa::interp::{Config, Library};
use expect_test::expect;

#[test]
fn printf() {
    check_both(
        r#"int main(void) {
  printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
  printf("[%x] [%X] [%#x] [%o]\n", 255, 255, 255, 8);
  printf("[%hhd] [%hd] [%ld] [%lld] [%zu]\n", 300, 70000, 5L, 5LL, sizeof(int));
  printf("[%c] [%s] [%.2s] [%5s] [%-5s]\n", 'x', "abc", "abc", "ab", "ab");
  printf("[%f] [%.2e] [%g] [%a]\n", 1.5, 12345.678, 0.0001, 1.0);
  printf("[%*d] [%.*f] [%%]\n", 4, 7, 1, 2.55);
  printf("[%u] [%lx]\n", -1, -1L);
  int n = printf("abc\n"); printf("%d\n", n);
  return 0;
}"#,
        expect![[r#"
            [   42] [42   ] [00042] [+42] [ 42]
            [ff] [FF] [0xff] [10]
            [44] [4464] [5] [5] [4]
            [x] [abc] [ab] [   ab] [ab   ]
            [1.500000] [1.23e+04] [0.0001] [0x1p+0]
            [   7] [2.5] [%]
            [4294967295] [ffffffffffffffff]
            abc
            4
            Exited(0)
        "#]],
    );
}

#[test]
fn other_functions() {
    check_both(
        r#"int puts(const char *); int putchar(int);
int main(void) {
  puts("a line"); putchar('x'); putchar('\n');
  return 0;
}"#,
        expect![[r#"
            a line
            x
            Exited(0)
        "#]],
    );
}

#[test]
fn through_a_pointer() {
    check_both(
        r#"int main(void) {
  int (*f)(const char *, ...) = printf;
  f("%d %s %g\n", 1, "two", 3.5); f("none\n");
  return 0;
}"#,
        expect![[r#"
            1 two 3.5
            none
            Exited(0)
        "#]],
    );
}

#[test]
fn standard_error_is_apart() {
    check(
        r#"typedef struct _IO_FILE FILE; extern FILE *stderr, *stdout; int fprintf(FILE *, const char *, ...);
int main(void) { fprintf(stderr, "not shown"); fprintf(stdout, "shown %d\n", 1); return 0; }"#,
        expect![[r#"
            shown 1
            Exited(0)
        "#]],
    );
}

#[test]
fn sprintf_and_snprintf_write_what_the_library_writes() {
    check_both(
        r#"
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int main(void) {
    char text[32], cut[5] = "....";
    int n = sprintf(text, "%d-%s|%5.2f", -42, "ab", 3.14159);
    printf("%d %s\n", n, text);
    n = snprintf(cut, sizeof cut, "%x%c", 0xabcdef, 'z');
    printf("%d %s\n", n, cut);
    n = snprintf(cut, 0, "long text");
    printf("%d %s\n", n, cut);
    return 0;
}
"#,
        expect![[r#"
            12 -42-ab| 3.14
            7 abcd
            9 abcd
            Exited(0)
        "#]],
    );
}

#[test]
fn a_replay_follows_the_model_of_sprintf() {
    let snippet = r#"
int sprintf(char *, const char *, ...);
int main(void) {
    char text[32];
    int n = sprintf(text, "%d", 7);
    printf("%d %s\n", n, text);
    return 0;
}
"#;
    let model = Config { library: Library::Model, ..Config::default() };
    check_with(
        snippet,
        &model,
        "2\n104\n105",
        expect![[r#"
        2 hi
        Exited(0)
    "#]],
    );
}
