//! The programs: objects, a pointer into one of them, ways for its address to go, an access at the
//! end.
//!
//! Every way is the identity on addresses in each layout of memory: the number is taken apart and
//! put together again, found by comparisons, or kept where numbers, pointers, bytes and bits can be
//! kept. So what a program computes does not depend on the layout, and it has no undefined
//! behaviour, as long as the numbers that C leaves to the implementation are those of gcc.

use crate::rng::Rng;
use std::fmt::Write as _;

/// A way from the number `w` to the number `w`, as statements. `@` is a name that occurs once, `$`
/// the number of bits of an address.
const WAYS: &[&str] = &[
    // Bits under branches, upwards, downwards, by `switch`.
    "word b@ = 0; for (int i = 0; i < $; i++) if (w >> i & 1) b@ |= (word)1 << i; w = b@;",
    "word b@ = 0; for (int i = $ - 1; i >= 0; i--) { b@ <<= 1; if (w & (word)1 << i) b@++; } w = b@;",
    "word b@ = 0; for (int i = 0; i < $; i++) switch (w >> i & 1) { case 1: b@ += (word)1 << i; } w = b@;",
    "word b@ = w, m@ = 0; for (word k@ = 1; b@ != 0; k@ += k@) { if (b@ % 2) m@ += k@; b@ /= 2; } w = m@;",
    // Bytes and digits, as they are and through tables.
    "void *p@ = (void *)w, *q@; unsigned char *f@ = (unsigned char *)&p@, *t@ = (unsigned char *)&q@; for (unsigned i = 0; i < sizeof w; i++) t@[i] = f@[i]; w = (word)q@;",
    "void *p@ = (void *)w, *q@; unsigned char *f@ = (unsigned char *)&p@, *t@ = (unsigned char *)&q@; for (unsigned i = 0; i < sizeof w; i++) t@[i] = same[f@[i]]; w = (word)q@;",
    "word n@ = 0; for (unsigned i = 0; i < sizeof w; i++) n@ |= (word)same[w >> 8 * i & 255] << 8 * i; w = n@;",
    "static const unsigned char h@[16] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}; word n@ = 0; for (int i = 0; i < $; i += 4) n@ |= (word)h@[~w >> i & 15] << i; w = n@;",
    "char h@[2 * sizeof w]; for (unsigned i = 0; i < sizeof h@; i++) h@[i] = \"0123456789abcdef\"[w >> 4 * i & 15]; word n@ = 0; for (int i = sizeof h@ - 1; i >= 0; i--) n@ = n@ * 16 + (h@[i] < 'a' ? h@[i] - '0' : h@[i] - 'a' + 10); w = n@;",
    // Unions and bit-fields.
    "union { void *p; word n; } u@; u@.p = (void *)w; w = u@.n;",
    "union { word n; unsigned char b[sizeof(word)]; } u@, v@; u@.n = w; for (unsigned i = 0; i < sizeof w; i++) v@.b[sizeof w - 1 - i] = u@.b[sizeof w - 1 - i]; w = v@.n;",
    "union { word n; unsigned short h[sizeof(word) / 2]; } u@, v@; u@.n = w; for (unsigned i = 0; i < sizeof w / 2; i++) { unsigned short k = 0; for (int j = 15; j >= 0; j--) if (u@.h[i] >= (k | 1u << j)) k |= 1u << j; v@.h[i] = k; } w = v@.n;",
    "struct { word low : 12, high : $ - 12; } s@; s@.low = w; s@.high = w >> 12; w = (word)s@.high << 12 | s@.low;",
    // Arithmetic.
    "w = ~(~w);",
    "w ^= (word)KEY; w ^= (word)KEY;",
    "w = w * 5; w = w * (word)0xCCCCCCCCCCCCCCCD;",
    "w = w << 7 | w >> ($ - 7); w = w >> 7 | w << ($ - 7);",
    "w -= (word)OTHER; w += (word)OTHER;",
    "w += (word)OTHER; if (w != 0) w -= (word)OTHER;",
    "word d@ = (word)OTHER - w; w = (word)OTHER; w -= d@;",
    "word d@ = w % 64; w = w / 64 * 64; w = w | d@;",
    "w = (word)(long double)w;",
    // Comparisons with numbers and with pointers.
    "word m@ = 0; for (int i = $ - 1; i >= 0; i--) if (w >= (m@ | (word)1 << i)) m@ |= (word)1 << i; w = m@;",
    "word m@ = 0, s@ = (word)1 << ($ - 1); while (m@ != w) { if (w - m@ >= s@) m@ += s@; s@ /= 2; } w = m@;",
    "for (int i = 0; i < 3; i++) if (w == (word)all[i]) { w = (word)all[i]; break; }",
    "void *p@ = (void *)w; for (int i = 0; i < 3; i++) if (p@ == all[i]) { p@ = all[i]; break; } w = (word)p@;",
    "int k@ = -1; for (int i = 0; i < 3; i++) if ((word)all[i] == w) k@ = i; if (k@ >= 0) w = (word)all[k@];",
    // Kept and handed on.
    "void *p@ = (void *)w; w = 0; w = (word)p@;",
    "w = through(w);",
    "w = deep(w, 3);",
    "store.n = w; w = 1; w = store.n;",
    "void *p@ = (void *)w, *q@; __builtin_memcpy(&q@, &p@, sizeof q@); w = (word)q@;",
    "word *h@ = malloc(2 * sizeof *h@); h@[1] = w; w = h@[1]; free(h@);",
    "unsigned char c@[sizeof w]; unsigned n@[sizeof w]; for (unsigned i = 0; i < sizeof w; i++) c@[i] = w >> 8 * i; for (unsigned i = 0; i < sizeof w; i++) { n@[i] = 0; while (n@[i] != c@[i]) n@[i]++; } w = 0; for (unsigned i = 0; i < sizeof w; i++) w |= (word)n@[i] << 8 * i;",
    "char t@[256]; word m@ = 0; for (int i = 0; i < $; i += 8) { unsigned k = 0; __builtin_memset(t@, 0, 256); __builtin_memset(t@, 1, w >> i & 255); while (k < 256 && t@[k]) k++; m@ |= (word)k << i; } w = m@;",
];

/// The part of the program that all have.
const HEAD: &str = "typedef WORD word;\n\
extern void *malloc(WORD); extern void free(void *);\n\
struct store { int before; word n; } store;\n\
unsigned char same[256];\n\
unsigned char x, y, z[4];\n\
static word through(word n) { return n; }\n\
static word deep(word n, int d) { return d ? deep(n, d - 1) : n; }\n";

/// Text of a program without `main`, whose `compute` takes two bits and returns a byte.
pub(super) fn program(seed: u64, word: &str, bits: u32) -> String {
    let mut rng = Rng::new(seed ^ 0x61_6464_7265_7373);
    let others: &[&str] = &["&x", "&y", "&z[0]", "&z[2]", "&l"];
    let (mut ways, mut stages) = (String::new(), 0);
    for number in 1..=1 + rng.below(3) {
        let way = rng.pick(WAYS).replace('@', &number.to_string()).replace('$', &bits.to_string());
        let other = *rng.pick(others);
        let way = way.replace("OTHER", other).replace("KEY", &format!("{}u", rng.bits() as u32));
        let way = between(&way, stages, number);
        // A condition on the input, so that not every path goes this way.
        let _ = if rng.chance(25) {
            let mask = 1 + rng.below(3);
            writeln!(ways, "  word w{number} = w{stages}; if (in & {mask}) {{ {way} }}")
        } else {
            writeln!(ways, "  word w{number}; {{ {way} }}")
        };
        stages = number;
    }
    let targets = ["&x", "&y", "&z[1]", "&z[3]", "&l", "h"];
    let (first, second) = (*rng.pick(&targets), *rng.pick(&targets));
    let access = match rng.below(4) {
        0 => "*(unsigned char *)w = 5 + in;",
        1 => "unsigned char *p = (unsigned char *)w; *p += 3; r = *p;",
        2 => "unsigned char *p = (unsigned char *)w; __builtin_memset(p, 9, 1);",
        _ => {
            "unsigned char *p = (unsigned char *)w, c = 11 + in; if (p == (unsigned char *)start) __builtin_memcpy(p, &c, 1);"
        }
    };
    let head = HEAD.replace("WORD", word);
    let mut body = String::from("  unsigned char l = 1, r = 0, *h = malloc(1); *h = 2;\n");
    body.push_str("  void *all[3] = {&x, &y, &l};\n  for (int i = 0; i < 256; i++) same[i] = i;\n");
    let _ = writeln!(body, "  void *start = in & 1 ? {first} : {second}; word w0 = (word)start;");
    let _ = writeln!(body, "{ways}  word w = w{stages}; {access}");
    body.push_str("  r += x + 2 * y + 4 * l + 8 * *h + 16 * z[1] + 32 * z[3]; free(h);\n  return r;\n");
    format!("{head}unsigned char compute(unsigned char in) {{\n{body}}}\n")
}

/// The way with a variable at each end, so that only what it does leads from one to the other: the
/// last assignment to `w` is to the variable of the second number, and all others are of the first.
fn between(way: &str, from: usize, to: usize) -> String {
    let (before, last) = match way.rsplit_once("; w = ") {
        Some((before, last)) if last.matches(';').count() == 1 => (format!("{before};"), last.to_owned()),
        _ => match way.strip_prefix("w = ") {
            Some(last) if last.matches(';').count() == 1 => (String::new(), last.to_owned()),
            _ => (way.to_owned(), "w;".to_owned()),
        },
    };
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
    let named = |text: &str| {
        let mut made = String::new();
        let mut previous = ' ';
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            made.push(letter);
            let ends = letters.peek().is_none_or(|&next| !is_name(next) || next == '.');
            if letter == 'w' && !is_name(previous) && ends {
                made.push_str(&from.to_string());
            }
            previous = letter;
        }
        made
    };
    format!("{} w{to} = {}", named(&before), named(&last))
}
