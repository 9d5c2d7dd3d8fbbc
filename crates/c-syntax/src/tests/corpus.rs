//! Small programs in the styles of real code: all are accepted, and mutations of them are survived.

use super::dump;

/// The programs.
pub(super) const PROGRAMS: &[&str] = &[
    r#"# 1 "list.c"
# 1 "<built-in>"
typedef unsigned long size_t;
extern void *malloc(size_t __size) __attribute__((__nothrow__ , __leaf__)) __attribute__((__malloc__));
extern void abort(void) __attribute__((__noreturn__));
typedef struct node { struct node *next; int value; } *List;
static List push(List head, int value) {
  List cell = (List) malloc(sizeof(struct node));
  if (!cell) abort();
  cell->next = head, cell->value = value;
  return cell;
}
int main(void) {
  List list = 0;
  for (int i = 0; i < 10; ++i) list = push(list, i * i);
  while (list && list->value >= 0) list = list->next;
  return list ? list->value : 0;
}
"#,
    r#"typedef unsigned int u32; typedef unsigned char u8;
struct device { u32 id : 12, flags : 20; union { u8 bytes[8]; struct { u32 lo, hi; } words; }; int (*probe)(struct device *, ...); };
static int probe(struct device *dev, ...) { __builtin_va_list ap; __builtin_va_start(ap, dev);
  int kind = __builtin_va_arg(ap, int); __builtin_va_end(ap);
  switch (kind) { case 0 ... 3: return -1; case 4: dev->words.lo ^= 1u << 3; /* fall through */ default: break; }
  return ({ typeof(kind) twice = kind * 2; twice ?: 1; }); }
static struct device table[] = { [0] = { .id = 1, .probe = probe }, [1 ... 3] = { .bytes = { 1, 2, 3 } } };
void barrier(void) { __asm__ volatile ("mfence" : : : "memory"); }
enum state { IDLE, BUSY = 1 << 4, DONE };
void *dispatch(enum state s) { static void *targets[] = { &&idle, &&busy }; goto *targets[s != IDLE]; idle: return 0; busy: return table; }
"#,
    r#"/* old style */
extern printf();
static counter = 0x10;
compare(a, b) char *a; register char *b; { do { if (*a++ != *b++) goto no; } while (*a); return 1; no: return 0; }
main(argc, argv) char **argv; { double d = 1.5e-3, *p = &d; char c = '\n'; if (argc > 1 && !compare(argv[1], "x" "y\t\"z\"")) return (int) *p + c;
  else if (counter) counter--; else { extern int other[]; other[counter] |= ~0; } return sizeof d; }
"#,
    r#"_Static_assert(sizeof(long) >= 4, "long");
typedef int T; typedef T F(T, T); struct T { T T; F *f; };
inline static T apply(F *f, T a, T b) { return f(a, b); }
T main(void) { struct T T = { .T = 3 }; long double x = 0x1.8p1L; _Bool ok = x > T.T && (T.T <<= 2, 1);
  int vla[T.T + 1]; vla[0] = _Generic(x, long double: 1, default: 2); return ok ? vla[0] : (int[]) { 4, 5 }[1]; }
"#,
];

#[test]
fn all_programs_are_accepted() {
    for program in PROGRAMS {
        assert!(dump(program).contains("Function "));
    }
}
