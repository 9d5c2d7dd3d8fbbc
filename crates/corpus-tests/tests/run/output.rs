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

/// Any text stands for what is formatted, which no execution may choose.
#[test]
fn the_model_of_sprintf_is_not_executed() {
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
        Unsupported("the result of `guess_int`")
    "#]],
    );
}

#[test]
fn lists_of_arguments() {
    check_both(
        r#"typedef __builtin_va_list va_list; extern struct file *stdout;
int vprintf(const char *, va_list), vfprintf(struct file *, const char *, va_list);
int vsprintf(char *, const char *, va_list), vsnprintf(char *, size_t, const char *, va_list);
int inner(const char *format, va_list list) { return vprintf(format, list); }
int out(const char *format, ...) {
  va_list list; __builtin_va_start(list, format);
  int n = inner(format, list); __builtin_va_end(list); return n;
}
int skip(int first, ...) {
  va_list list, copy; __builtin_va_start(list, first); __builtin_va_copy(copy, list);
  int n = __builtin_va_arg(list, int);
  vfprintf(stdout, "%s %g|", list); vfprintf(stdout, "%d %s\n", copy); __builtin_va_end(copy); __builtin_va_end(list); return n;
}
char text[64];
int into(size_t size, const char *format, ...) {
  va_list list; __builtin_va_start(list, format);
  int n = size ? vsnprintf(text, size, format, list) : vsprintf(text, format, list);
  __builtin_va_end(list); return n;
}
int main(void) {
  printf("%d\n", out("[%d %s %c %g %.2f]\n", -1, "two", '3', 4.5, 5.125));
  out("[%hhd %hd %ld %lld %zu %llx]\n", 300, 70000, -5L, 1LL << 40, sizeof(int), ~0ULL);
  out("[%*d %-*d| %.*f %Lg %.3s %u]\n", 4, 7, 3, 8, 1, 2.55, 1.5L, "abcdef", -1);
  printf("%d\n", skip(0, 6, "seven", 8.5));
  printf("%d %s|", into(5, "%d-%d", 1234, 5678), text); printf("%d %s\n", into(0, "%s:%d", "ab", 9), text);
  return 0;
}"#,
        expect![[r#"
            [-1 two 3 4.5 5.12]
            20
            [44 4464 -5 1099511627776 4 ffffffffffffffff]
            [   7 8  | 2.5 1.5 abc 4294967295]
            seven 8.5|6 seven
            6
            9 1234|4 ab:9
            Exited(0)
        "#]],
    );
    check(
        r#"int vprintf(const char *, __builtin_va_list);
void out(const char *format, ...) { __builtin_va_list list; __builtin_va_start(list, format); vprintf(format, list); }
int main(void) { out("%d %d\n", 1); return 0; }"#,
        expect![[r#"
            2:95 `vprintf(format, list)`: access out of bounds: read of 4 bytes at offset 16 of an object of 16 bytes
              3:18 `out("%d %d\n", 1)`: declared here
        "#]],
    );
}
