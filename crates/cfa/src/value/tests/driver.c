/* Answers one operation per line of standard input: OPERATOR TYPE TYPE LEFT RIGHT, all values as bits in two
   hexadecimal halves; prints the bits of the result. Types are numbered as the IR numbers its fixed types. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#ifndef NARROW
#include <quadmath.h>
#endif

typedef unsigned long long u64;
typedef unsigned char bytes[16];

static bytes left, right, result;

#define LOAD(T, name, from) T name; memcpy(&name, from, sizeof name)
#define STORE(value) do { __typeof__(value) v_ = (value); memcpy(result, &v_, sizeof v_ == 12 || sizeof v_ == 16 ? KEEP(v_) : sizeof v_); } while (0)
/* Ten bytes of a long double mean something, the rest is padding. */
#define KEEP(v) _Generic((v), long double: 10, default: sizeof(v))

#define COMPARE(a, b) \
  case '=': STORE(a == b); return; case '!': STORE(a != b); return; \
  case '<': STORE(a < b); return; case '{': STORE(a <= b); return; \
  case '>': STORE(a > b); return; case '}': STORE(a >= b); return;
#define BASIC(a, b) \
  case '+': STORE(a + b); return; case '-': STORE(a - b); return; \
  case '*': STORE(a * b); return; case '/': STORE(a / b); return;
#define INTEGER(T, name) static void int_##name(char op) { \
  LOAD(T, a, left); LOAD(T, b, right); \
  switch (op) { COMPARE(a, b) BASIC(a, b) \
  case '%': STORE(a % b); return; case 'l': STORE(a << b); return; case 'r': STORE(a >> b); return; \
  case '&': STORE(a & b); return; case '|': STORE(a | b); return; case '^': STORE(a ^ b); return; \
  case 'n': STORE(-a); return; case '~': STORE(~a); return; } }
#define FLOATING(T, name, f, q) static void float_##name(char op) { \
  LOAD(T, a, left); LOAD(T, b, right); \
  switch (op) { COMPARE(a, b) BASIC(a, b) \
  case '%': STORE(fmod##q(a, b)); return; case 'n': STORE(-a); return; \
  case 'a': STORE(fabs##q(a)); return; case 's': STORE(sqrt##q(a)); return; \
  case 'f': STORE(floor##q(a)); return; case 'c': STORE(ceil##q(a)); return; \
  case 't': STORE(trunc##q(a)); return; case 'o': STORE(round##q(a)); return; \
  case 'i': STORE(rint##q(a)); return; \
  case 'N': STORE((int)(a != a)); return; case 'I': STORE((int)(isinf##f(a) != 0)); return; \
  case 'M': STORE((int)(NORMAL_##name(a) != 0)); return; case 'S': STORE((int)(signbit##f(a) != 0)); return; } }
#define NORMAL_f isnormal
#define NORMAL_d isnormal
#define NORMAL_l isnormal
#define NORMAL_q(a) (finiteq(a) && fabsq(a) >= FLT128_MIN)

INTEGER(int, i) INTEGER(unsigned, u) INTEGER(long, l) INTEGER(unsigned long, ul)
INTEGER(long long, ll) INTEGER(unsigned long long, ull)
FLOATING(float, f, , f) FLOATING(double, d, , ) FLOATING(long double, l, , l)
#ifdef NARROW
#define WIDE(X)
#define WIDE_AGAIN(X)
#else
INTEGER(__int128, i128) INTEGER(unsigned __int128, u128)
FLOATING(__float128, q, q, q)
#define WIDE(X) X(13, __int128) X(14, unsigned __int128) X(18, __float128)
#define WIDE_AGAIN(X) X(13, __int128) X(14, unsigned __int128) X(18, __float128)
#endif

#define TYPES(X) X(1, _Bool) X(2, char) X(3, signed char) X(4, unsigned char) X(5, short) X(6, unsigned short) \
  X(7, int) X(8, unsigned) X(9, long) X(10, unsigned long) X(11, long long) X(12, unsigned long long) \
  X(15, float) X(16, double) X(17, long double) WIDE(X)
/* The same list under another name, so that the two can be nested. */
#define TYPES_AGAIN(X) X(1, _Bool) X(2, char) X(3, signed char) X(4, unsigned char) X(5, short) X(6, unsigned short) \
  X(7, int) X(8, unsigned) X(9, long) X(10, unsigned long) X(11, long long) X(12, unsigned long long) \
  X(15, float) X(16, double) X(17, long double) WIDE_AGAIN(X)

#define TO(n, T) case n: STORE((T)a); return;
#define TO_ALL switch (to) { TYPES_AGAIN(TO) }

#define FROM(n, T) static void cast_##n(int to) { LOAD(T, a, left); TO_ALL }
TYPES(FROM)

static void cast(int from, int to) {
  switch (from) {
#define CALL(n, T) case n: cast_##n(to); return;
    TYPES(CALL)
  }
}

static void operate(char op, int ty) {
  switch (ty) {
    case 7: int_i(op); return;
    case 8: int_u(op); return;
    case 9: int_l(op); return;
    case 10: int_ul(op); return;
    case 11: int_ll(op); return;
    case 12: int_ull(op); return;
    case 15: float_f(op); return;
    case 16: float_d(op); return;
    case 17: float_l(op); return;
#ifndef NARROW
    case 13: int_i128(op); return;
    case 14: int_u128(op); return;
    case 18: float_q(op); return;
#endif
  }
}

static void fill(bytes to, u64 high, u64 low) {
  memcpy(to, &low, 8);
  memcpy(to + 8, &high, 8);
}

int main(void) {
  char op;
  int from, to;
  u64 lh, ll, rh, rl, high, low;
  while (scanf(" %c %d %d %llx %llx %llx %llx", &op, &from, &to, &lh, &ll, &rh, &rl) == 7) {
    fill(left, lh, ll);
    fill(right, rh, rl);
    memset(result, 0, 16);
    if (op == 'C') cast(from, to); else operate(op, from);
    memcpy(&low, result, 8);
    memcpy(&high, result + 8, 8);
    printf("%016llx%016llx\n", high, low);
  }
  return 0;
}
