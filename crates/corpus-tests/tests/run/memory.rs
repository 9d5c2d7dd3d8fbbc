//! The heap, pointers, strings.

use super::{check, check_both};
use expect_test::expect;

#[test]
fn lists_on_the_heap() {
    check_both(
        r#"struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n); n->value = i * i; n->next = head; head = n; }
  int s = 0; for (struct node *n = head; n; n = n->next) s += n->value;
  printf("%d\n", s);
  while (head) { struct node *next = head->next; free(head); head = next; }
  free(0);
  return 0;
}"#,
        expect![[r#"
            30
            Exited(0)
        "#]],
    );
}

#[test]
fn blocks_of_memory() {
    check_both(
        r#"int main(void) {
  int *a = calloc(4, sizeof(int)); a[1] = 7; a = realloc(a, 8 * sizeof(int)); a[7] = 9; printf("%d %d %d\n", a[0], a[1], a[7]);
  int b[8]; memcpy(b, a, 4 * sizeof(int)); printf("%d\n", b[1]);
  char s[16] = "abcdef"; memmove(s + 2, s, 5); printf("%s\n", s); memset(s, 'z', 3); printf("%s %d\n", s, (int)strlen(s));
  char d[16]; strcpy(d, s); printf("%d %d\n", strcmp(d, s), strcmp("a", "b") < 0);
  free(a); return 0;
}"#,
        expect![[r#"
            0 7 9
            7
            ababcde
            zzzbcde 7
            0 1
            Exited(0)
        "#]],
    );
}

#[test]
fn pointers_survive_integers_and_bytes() {
    check(
        r#"struct s { char c; int *p; } __attribute__((packed));
int main(void) {
  int x = 5; long i = (long)&x; int *p = (int *)i; printf("%d\n", *p);
  int y[2] = {1, 2}; i = (long)y; i += 4; printf("%d\n", *(int *)i);
  int *q; unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (int k = 0; k < sizeof p; k++) to[k] = from[k];
  printf("%d\n", *q);
  struct s a = {'a', &x}, b; memcpy(&b, &a, sizeof a); printf("%d\n", *b.p);
  union { int *p; unsigned long u; } v; v.p = &x; v.u |= 0; printf("%d\n", *v.p);
  unsigned long tagged = (unsigned long)&x | 1; printf("%d\n", *(int *)(tagged & ~1ul));
  return 0;
}"#,
        expect![[r#"
            5
            2
            5
            5
            5
            5
            Exited(0)
        "#]],
    );
}

#[test]
fn comparisons_of_pointers() {
    check_both(
        r#"int main(void) {
  int a[4]; int *p = a, *q = a + 3;
  printf("%d %d %d %d\n", p < q, q - p == 3, p == a, p != q);
  printf("%d %d\n", p == 0, !p);
  void *v = q; char *c = v; printf("%d\n", (int)(c - (char *)p));
  return 0;
}"#,
        expect![[r#"
            1 1 1 1
            0 0
            12
            Exited(0)
        "#]],
    );
}

#[test]
fn copying_what_is_uninitialised_is_fine() {
    check(
        r#"struct s { int a; char c; long b; };
int main(void) {
  struct s x; x.a = 1; struct s y = x; struct s *h = malloc(sizeof *h); *h = y; memcpy(&x, h, sizeof x);
  printf("%d\n", x.a);
  return 0;
}"#,
        expect![[r#"
            1
            Exited(0)
        "#]],
    );
}

#[test]
fn a_compound_literal_of_characters_can_be_written() {
    check_both(
        r#"char *p = (char[]){"x"}; char named[] = "abc";
int main(void) {
  static char own[] = "xyz"; char local[4] = "hey";
  p[0] = 'y'; named[0] = 'z'; own[1] = 'w'; local[2] = 'a';
  printf("%s %s %s %s\n", p, named, own, local);
  return 0;
}"#,
        expect![[r#"
            y zbc xwz hea
            Exited(0)
        "#]],
    );
}

#[test]
fn objects_lie_where_their_declarations_ask() {
    check_both(
        r#"typedef int wide __attribute__((aligned(64)));
int first __attribute__((aligned(256))); char between; wide third; extern char late[3]; char late[3] __attribute__((aligned(32)));
int off(const void *p, int align) { return (int)((unsigned long)p & (align - 1)); }
int inner(char odd, char rest) {
  int a; char b[3]; long c; _Alignas(128) char d; double e __attribute__((aligned(64))); static char s __attribute__((aligned(512)));
  return off(&a, 4) + off(&c, sizeof(long)) + off(&d, 128) + off(&e, 64) + off(&s, 512) + (off(&odd, 1) + off(b, 1) + off(&rest, 1));
}
int outer(void) { char pad[5]; pad[0] = 1; return inner(pad[0], 2); }
int main(void) {
  printf("%d %d %d %d\n", off(&first, 256), off(&third, 64), off(late, 32), off(&between, 1));
  char pad[3]; pad[1] = 2; printf("%d %d\n", inner(1, pad[1]), outer());
  int local __attribute__((aligned(32))); printf("%d %d\n", (int)__alignof__(first), (int)__alignof__(local));
  return 0;
}"#,
        expect![[r#"
            0 0 0 0
            0 0
            256 32
            Exited(0)
        "#]],
    );
}
