//! Models of library functions, compared with the real library.

use super::{check, check_both, check_with};
use cfa::interp::Config;
use expect_test::expect;

#[test]
fn strings() {
    check_both(
        r#"char *strncpy(char *, const char *, size_t), *strcat(char *, const char *), *strncat(char *, const char *, size_t);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *), *strpbrk(const char *, const char *);
size_t strspn(const char *, const char *), strcspn(const char *, const char *), strnlen(const char *, size_t);
int strncmp(const char *, const char *, size_t), strcasecmp(const char *, const char *), memcmp(const void *, const void *, size_t);
char *strdup(const char *), *strtok(char *, const char *); void *memchr(const void *, int, size_t); void *mempcpy(void *, const void *, size_t);
int sign(int x) { return (x > 0) - (x < 0); }
int main(void) {
  char a[16] = "abc", b[8];
  strcat(a, "def"); strncat(a, "ghijk", 2); printf("%s %d\n", a, (int)strlen(a));
  strncpy(b, "xy", 5); printf("%d%d%d%d%d\n", b[0], b[1], b[2], b[3], b[4]);
  printf("%s %s %s\n", strchr(a, 'd'), strrchr("a/b/c", '/'), strstr(a, "ef"));
  printf("%d %d %d\n", strchr(a, 'z') == 0, *strchr(a, 0), strstr(a, "") == a);
  printf("%d %d %s\n", (int)strspn("aabbc", "ab"), (int)strcspn("hello, you", " ,"), strpbrk("key=value", "=:"));
  printf("%d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), sign(strcmp("\xff", "a")));
  printf("%d %d %d\n", strncmp("abc", "abd", 2), sign(strncmp("abc", "abd", 3)), sign(strcasecmp("ABC", "abd")));
  printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), (int)strnlen("abcdef", 4));
  char *copy = strdup(a); copy[0] = 'X'; printf("%s %s\n", copy, (char *)memchr(copy, 'c', 3)); free(copy);
  char words[] = " one  two "; char *w = strtok(words, " "); while (w) { printf("[%s]", w); w = strtok(0, " "); }
  printf("\n%d\n", (int)((char *)mempcpy(b, "hi", 3) - b));
  return 0;
}"#,
        expect![[r#"
            abcdefgh 8
            120121000
            defgh /c efgh
            1 0 1
            4 5 =value
            -1 1 1
            0 -1 -1
            -1 4
            Xbcdefgh cdefgh
            [one][two]
            3
            Exited(0)
        "#]],
    );
}

#[test]
fn numbers() {
    check_both(
        r#"int abs(int), atoi(const char *); long labs(long), atol(const char *), strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int); long long strtoll(const char *, char **, int);
typedef struct { int quot, rem; } div_t; div_t div(int, int);
int main(void) {
  char *end;
  printf("%d %ld %d %ld\n", abs(-5), labs(-6L), atoi(" -42x"), atol("99"));
  printf("%ld %ld %ld\n", strtol("0x1f", 0, 0), strtol("077", 0, 0), strtol("zz", 0, 36));
  printf("%ld", strtol("12abc", &end, 10)); printf(" %s\n", end);
  printf("%ld", strtol("none", &end, 10)); printf(" %s\n", end);
  printf("%lld %lld\n", strtoll("9223372036854775808", 0, 10), strtoll("-9223372036854775809", 0, 10));
  printf("%lu %lu\n", strtoul("-1", 0, 10), strtoul("42", 0, 10));
  div_t d = div(17, -5); printf("%d %d\n", d.quot, d.rem);
  printf("%d %d %d %d\n", __builtin_popcount(0xf0f0u), __builtin_clz(1u), __builtin_ctz(8u), __builtin_ffs(0));
  printf("%d %d %d\n", __builtin_parity(7u), __builtin_clzll(1ull), __builtin_popcountll(~0ull));
  printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678u), __builtin_bswap64(0x0102030405060708ull));
  return 0;
}"#,
        expect![[r#"
            5 6 -42 99
            31 63 1295
            12 abc
            0 none
            9223372036854775807 -9223372036854775808
            18446744073709551615 42
            -3 2
            8 31 3 0
            1 63 64
            3412 78563412 807060504030201
            Exited(0)
        "#]],
    );
}

#[test]
fn classes_of_characters() {
    check_both(
        r#"int isdigit(int), isalpha(int), isalnum(int), isupper(int), islower(int), isspace(int), isprint(int), ispunct(int), isxdigit(int),
  iscntrl(int), isgraph(int), isblank(int), toupper(int), tolower(int); const unsigned short **__ctype_b_loc(void);
int main(void) {
  unsigned sum = 0;
  for (int c = 0; c < 128; c++) {
    unsigned bits = !!isdigit(c) | !!isalpha(c) << 1 | !!isalnum(c) << 2 | !!isupper(c) << 3 | !!islower(c) << 4 | !!isspace(c) << 5
      | !!isprint(c) << 6 | !!ispunct(c) << 7 | !!isxdigit(c) << 8 | !!iscntrl(c) << 9 | !!isgraph(c) << 10 | !!isblank(c) << 11;
    sum = sum * 31 + bits + toupper(c) * 3 + tolower(c) + (*__ctype_b_loc())[c];
  }
  printf("%u\n", sum);
  return 0;
}"#,
        expect![[r#"
            61369986
            Exited(0)
        "#]],
    );
}

#[test]
fn sorting_and_searching() {
    check_both(
        r#"void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
struct entry { int key; char name; };
int by_key(const void *a, const void *b) { return ((const struct entry *)a)->key - ((const struct entry *)b)->key; }
int main(void) {
  struct entry list[] = { { 5, 'e' }, { 1, 'a' }, { 4, 'd' }, { 2, 'b' } }, wanted = { 4 };
  qsort(list, 4, sizeof list[0], by_key);
  for (int i = 0; i < 4; i++) printf("%d%c ", list[i].key, list[i].name);
  struct entry *found = bsearch(&wanted, list, 4, sizeof list[0], by_key);
  printf("%c", found->name); wanted.key = 3;
  printf(" %d\n", bsearch(&wanted, list, 4, sizeof list[0], by_key) == 0);
  return 0;
}"#,
        expect![[r#"
            1a 2b 4d 5e d 1
            Exited(0)
        "#]],
    );
}

#[test]
fn floating_numbers() {
    check_both(
        r#"double fmin(double, double), fmax(double, double), fdim(double, double), copysign(double, double), fmod(double, double),
  modf(double, double *), trunc(double), round(double), rint(double); long lround(double); float fmodf(float, float);
int __fpclassify(double), __isinf(double), __isnan(double), __finite(double), __signbit(double);
int main(void) {
  double nan = 0.0 / 0.0 * (0 > 1 ? 1 : -1), inf = 1 / 0.0, whole, tiny = 4.9e-324;
  printf("%g %g %g %g\n", fmin(1, 2), fmax(nan, 3), fdim(5, 3), fdim(3, 5));
  printf("%g %g %g\n", copysign(2, -0.0), fmod(7.5, 2), fmod(-1e300, 7));
  printf("%g", modf(-3.75, &whole)); printf(" %g %.9g\n", whole, fmodf(5.3f, 1.1f));
  printf("%g %g %g %ld\n", trunc(-2.7), round(2.5), rint(2.5), lround(-2.5));
  printf("%d %d %d %d %d\n", __fpclassify(nan), __fpclassify(inf), __fpclassify(0.0), __fpclassify(tiny), __fpclassify(1.0));
  printf("%d %d %d %d %d\n", __isinf(inf), __isinf(-inf), __isinf(1.0), !!__isnan(nan), !!__finite(inf));
  printf("%d %d\n", !!__signbit(-0.0), !!__signbit(0.0));
  return 0;
}"#,
        expect![[r#"
            1 3 2 0
            -2 1.5 -1
            -0.75 -3 0.900000095
            -2 3 2 -3
            0 1 2 3 4
            1 -1 0 1 0
            1 0
            Exited(0)
        "#]],
    );
}

#[test]
fn memory() {
    check_both(
        r#"void *alloca(size_t);
int main(void) {
  char *p = malloc(4); memcpy(p, "abc", 4);
  p = realloc(p, 100); memcpy(p + 3, "defg", 5); printf("%s\n", p);
  p = realloc(p, 3); printf("%c%c%c\n", p[0], p[1], p[2]);
  int *z = calloc(3, sizeof *z); printf("%d%d%d\n", z[0], z[1], z[2]);
  int *stack = alloca(8); stack[1] = 7; printf("%d\n", stack[1]);
  void (*release)(void *) = free; release(p); release(z); free(0);
  void *(*copy)(void *, const void *, size_t) = memcpy; char b[3]; printf("%s\n", (char *)copy(b, "ok", 3));
  return 0;
}"#,
        expect![[r#"
            abcdefg
            abc
            000
            7
            ok
            Exited(0)
        "#]],
    );
}

#[test]
fn a_model_has_the_behaviour_of_its_text() {
    check(
        "int main(void) { char b[2]; strcpy(b, \"too long\"); return 0; }",
        expect![[r#"
            elsewhere: access out of bounds: write of 1 bytes at offset 2 of an object of 2 bytes
              1:29 `strcpy(b, "too long")`: called here
              1:23 `b`: declared here
        "#]],
    );
}

#[test]
fn a_definition_in_the_program_wins() {
    check(
        "size_t strlen(const char *s) { return 42; }\nint main(void) { printf(\"%d\\n\", (int)strlen(\"abc\")); return 0; }",
        expect![[r#"
            42
            Exited(0)
        "#]],
    );
}

#[test]
fn an_unknown_function_has_no_model_by_accident() {
    // The names of what models use among themselves, and of built-ins without their prefix, belong to the program.
    check_with(
        r#"int assume(int); int expect(int, int); int clz(unsigned); int object_size(void *); int is_nan(double);
int main(void) { int a = assume(0), b = expect(1, 2), c = clz(1), d = object_size(&a), e = is_nan(1); printf("%d %d %d %d %d\n", a, b, c, d, e); return 0; }"#,
        &Config::default(),
        "7\n8\n9\n10\n11",
        expect![[r#"
            7 8 9 10 11
            Exited(0)
        "#]],
    );
}

#[test]
fn built_ins_on_bits() {
    check_both(
        r#"int main(void) {
  printf("%d %d %d\n", __builtin_clz(1u), __builtin_ctzll(1ull << 40), __builtin_popcountl(255ul));
  printf("%d %d %d\n", __builtin_parity(7u), __builtin_ffs(8), __builtin_ffs(0));
  printf("%d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-3), __builtin_clrsbll(1ll << 60));
  printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678u), __builtin_bswap64(0x123456789abcdefull));
  return 0;
}"#,
        expect![[r#"
            31 40 8
            1 4 0
            31 29 2
            3412 78563412 efcdab8967452301
            Exited(0)
        "#]],
    );
}

#[test]
fn corners_of_conversions() {
    // `0x` without a digit is the number 0 before an `x`; out of range and an impossible base are told by `errno`.
    check_both(
        r#"long long strtoll(const char *, char **, int); unsigned long long strtoull(const char *, char **, int);
int *__errno_location(void);
void show(const char *text, int base) {
  char *end = (char *)text; *__errno_location() = 0;
  long long value = strtoll(text, &end, base); int error = *__errno_location();
  *__errno_location() = 0; unsigned long long natural = strtoull(text, 0, base);
  printf("%lld %d %d, %llu %d\n", value, (int)(end - text), error, natural, *__errno_location());
}
int main(void) {
  show("0x", 16); show("0xg", 0); show("-0x1F", 0); show("0X", 10); show("", 10); show(" \t-", 10);
  show("9223372036854775808", 10); show("-9223372036854775809", 10); show("-1", 10); show("18446744073709551616", 0);
  show("12", 1); show("zz", 37); show("zZ", 36); show("089", 0);
  return 0;
}"#,
        expect![[r#"
            0 1 0, 0 0
            0 1 0, 0 0
            -31 5 0, 18446744073709551585 0
            0 1 0, 0 0
            0 0 0, 0 0
            0 0 0, 0 0
            9223372036854775807 19 34, 9223372036854775808 0
            -9223372036854775808 20 34, 9223372036854775807 0
            -1 2 0, 18446744073709551615 0
            9223372036854775807 20 34, 18446744073709551615 34
            0 0 22, 0 22
            0 0 22, 0 22
            1295 2 0, 1295 0
            0 1 0, 0 0
            Exited(0)
        "#]],
    );
}

#[test]
fn sorting_moves_padding_and_pointers() {
    check_both(
        r#"void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
struct entry { char name; int *key; };
int by_key(const void *a, const void *b) { return *((const struct entry *)a)->key - *((const struct entry *)b)->key; }
int main(void) {
  int keys[] = { 3, 1, 2 }; struct entry list[3];
  for (int i = 0; i < 3; i++) { list[i].name = 'a' + i; list[i].key = keys + i; }
  qsort(list, 3, sizeof list[0], by_key);
  for (int i = 0; i < 3; i++) printf("%d%c ", *list[i].key, list[i].name);
  qsort(0, 0, 4, by_key);
  return 0;
}"#,
        expect![[r#"
            1b 2c 3a 
            Exited(0)
        "#]],
    );
}

#[test]
fn sizes_of_objects_at_their_limits() {
    check_both(
        r#"int main(void) {
  size_t n = 3, each = 4; char *p = calloc(n, each), *q = calloc(n, 0); p = realloc(p, 20); p[19] = 1;
  printf("%d %d\n", p[11], p[19]); free(q);
  return realloc(p, 0) != 0;
}"#,
        expect![[r#"
            0 1
            Exited(0)
        "#]],
    );
    // The product wraps to 2; a small object would be written behind its end. It fails instead.
    check(
        "int main(void) { size_t n = ((size_t)-1) / 2 + 2; char *p = calloc(n, 2); p[5] = 1; return 0; }",
        expect![[r#"
            1:75 `p[5] = 1`: null pointer dereference: write of 1 bytes at address 0x5
        "#]],
    );
}

#[test]
fn an_integer_out_of_range_is_any() {
    check_with(
        "long lround(double); int main(void) { printf(\"%ld %ld\\n\", lround(-1e300), lround(-9223372036854775808.0)); return 0; }",
        &Config::default(),
        "5",
        expect![[r#"
            5 -9223372036854775808
            Exited(0)
        "#]],
    );
}

#[test]
fn counting_formats_are_seen() {
    check(
        "int main(void) { int n = 0; printf(\"100%% %-5.2hnd\", &n); return n; }",
        expect![[r#"
        Unsupported("`%n` in a format")
    "#]],
    );
    check(
        "int sprintf(char *, const char *, ...); int main(void) { char b[9]; int n = 0; sprintf(b, \"%d%n\", 1, &n); return n; }",
        expect![[r#"
            Unsupported("`%n` in a format")
        "#]],
    );
    check_both(
        "int main(void) { printf(\"%ld%%n %s\\n\", 1l, \"%n\"); return 0; }",
        expect![[r#"
        1%n %n
        Exited(0)
    "#]],
    );
}

#[test]
fn unwanted_values_are_not_written() {
    check_with(
        "struct timeval { long s, u; }; int gettimeofday(struct timeval *, void *); int main(void) { struct timeval t; gettimeofday(&t, 0); return t.s; }",
        &Config::default(),
        "0\n7\n8",
        expect![[r#"
            Exited(0)
        "#]],
    );
}

#[test]
fn a_function_that_is_not_the_library_s_is_unknown() {
    check_with(
        r#"int index(int, int); int puts(int); int remove();
int main(void) { int a = index(3, 4), b = puts(5), c = remove(6, 7); printf("%d %d %d\n", a, b, c); return 0; }"#,
        &Config::default(),
        "10\n20\n30",
        expect![[r#"
            10 20 30
            Exited(0)
        "#]],
    );
}

#[test]
fn declarations_of_old_programs() {
    check_both(
        r#"char *index(), *strcat(); int atoi(), tolower(); void *memset();
int main(void) {
  char a[8]; memset(a, 0, 8); strcat(a, "x12");
  printf("%d %s %c\n", atoi(index(a, '1')), a, tolower('A')); return 0;
}"#,
        expect![[r#"
            12 x12 a
            Exited(0)
        "#]],
    );
}
