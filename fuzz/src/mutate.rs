//! Mutations of C texts on the level of tokens.
//!
//! libFuzzer's byte mutations mostly give texts that the lexer or the parser refuses at once. Deleting, doubling,
//! moving and exchanging whole tokens and bracketed regions keeps much of a text well formed and reaches the elaborator,
//! the lowering and the interpreter. Deep nesting is made on purpose: stack overflow is the one crash of safe Rust that cannot be caught.

use corpus_tests::rng::Rng;
use std::ops::Range;

/// Pieces that a mutation may insert: every keyword and operator, numbers at the edges of types, small constructs.
const PIECES: &[&str] = &[
    "int", "unsigned", "long", "short", "char", "_Bool", "float", "double", "void", "struct s", "union u", "enum e",
    "typedef", "static", "extern", "const", "volatile", "inline", "register", "_Thread_local", "_Alignas(8)", "__int128", "_Complex",
    "if (x)", "else", "while (x)", "do", "for (;;)", "switch (x)", "case 1:", "case 1 ... 3:", "default:", "break;", "continue;",
    "return", "goto l;", "l:", "goto *p;", "&&l", "sizeof", "_Alignof(int)", "__builtin_offsetof(struct s, a)", "typeof(x)",
    "({ 1; })", "x ?: 1", "(int){1}", "(struct s){.a = 1}", "[0 ... 3] =", ".a =", "[2] =", "= {0}", "{", "}", "(", ")", "[", "]",
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "~", "!", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "=", "+=", "<<=",
    "++", "--", "->", ".", ",", ";", ":", "?", "...", "#", "0", "1", "-1", "2147483647", "4294967296", "0x7fffffffffffffffLL",
    "18446744073709551615ULL", "1e308", "0x1p-1074", "1.5f", "3.0L", "'a'", "L'a'", "\"abc\"", "\"\\x80\\0\"", "L\"w\"",
    "__attribute__((packed))", "__attribute__((aligned(16)))", "__extension__", "asm(\"\" : \"=r\"(x) : \"r\"(y))", "_Static_assert(1, \"\");",
    "__builtin_va_list ap;", "__builtin_va_start(ap, x)", "__builtin_va_arg(ap, int)", "int : 3;", "int b : 5;", "int a[];", "int a[n];",
    "malloc(4)", "free(p)", "memcpy(p, q, 4)", "__VERIFIER_nondet_int()", "__VERIFIER_assume(x)", "abort()", "printf(\"%d\", x)",
    "alloca(4)", "int f(int x)", "int f()", "int f(a) int a; { }", "int (*f)(int)", "int (*a[3])(void)", "main", "x", "y", "p", "f", "s",
    "\n# 7 \"file.c\" 2\n", "__builtin_add_overflow(x, y, &x)", "__sync_fetch_and_add(&x, 1)", "__label__ l;", "_Generic(x, int: 1, default: 2)",
    "\n#next unit\n", "extern int x[];", "extern struct s x;", "union s", "extern int (*x)(struct s *);", "typedef struct { int a; } s;",
];

/// The entry point that libFuzzer calls: changes the first `size` bytes of `data` in place, returns the new size.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut rng = Rng::new(u64::from(seed));
    if rng.chance(40) {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[..size].to_vec();
    for _ in 0..1 + rng.below(3) {
        text = step(&text, &mut rng);
    }
    let length = text.len().min(max_size);
    data[..length].copy_from_slice(&text[..length]);
    length
}

/// One change.
fn step(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let tokens = tokens(text);
    let at = rng.below(tokens.len() + 1);
    let position = tokens.get(at).map_or(text.len(), |token| token.start);
    let region = |rng: &mut Rng| region(text, &tokens, rng);
    match rng.below(10) {
        0 | 1 => splice(text, position..position, piece(rng)),
        2 => splice(text, tokens.get(at).cloned().unwrap_or(0..0), piece(rng)),
        3 => splice(text, region(rng), b" "),
        4 => {
            let copied = region(rng);
            splice(text, position..position, &text[copied])
        }
        5 => {
            let (target, from) = (region(rng), region(rng));
            splice(text, target, &text[from])
        }
        6 => match (tokens.get(at), tokens.get(rng.below(tokens.len()))) {
            (Some(target), Some(from)) => splice(text, target.clone(), &text[from.clone()]),
            _ => text.to_vec(),
        },
        7 => {
            let wrapped = region(rng);
            let (open, close) = *rng.pick(&[("(", ")"), ("{", "}"), ("(int)(", ")"), ("({", ";})"), ("if (x) {", "}"), ("-", ""), ("*&", "")]);
            let inside = [open.as_bytes(), &text[wrapped.clone()], close.as_bytes()].concat();
            splice(text, wrapped, &inside)
        }
        8 => {
            let repeated = region(rng);
            let times = 1 << rng.below(8);
            splice(text, repeated.clone(), &[&text[repeated], b" "].concat().repeat(times))
        }
        _ => {
            let (open, close) = *rng.pick(&[("(", ")"), ("[", "]"), ("{", "}"), ("- ", ""), ("if(x)", ""), ("*", ""), ("1+(", ")"), ("x?", ":1")]);
            let depth = 1 << rng.below(10);
            let nest = [open.repeat(depth), "x".to_owned(), close.repeat(depth)].concat();
            splice(text, position..position, nest.as_bytes())
        }
    }
}

fn piece(rng: &mut Rng) -> &'static [u8] {
    rng.pick(PIECES).as_bytes()
}

/// The text with a range replaced, set off by blanks so that tokens do not run together.
fn splice(text: &[u8], range: Range<usize>, with: &[u8]) -> Vec<u8> {
    [&text[..range.start], b" ", with, b" ", &text[range.end..]].concat()
}

/// A random run of tokens; if it begins with a bracket, mostly up to the matching one.
fn region(text: &[u8], tokens: &[Range<usize>], rng: &mut Rng) -> Range<usize> {
    if tokens.is_empty() {
        return 0..0;
    }
    let first = rng.below(tokens.len());
    let mut last = (first + rng.below(8)).min(tokens.len() - 1);
    if rng.chance(80) && matches!(text[tokens[first].start], b'(' | b'{' | b'[') {
        let mut depth = 0;
        for (number, token) in tokens.iter().enumerate().skip(first) {
            match text[token.start] {
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                last = number;
                break;
            }
        }
    }
    tokens[first].start..tokens[last].end
}

/// A rough division into tokens: words, quoted text, single characters; blanks are skipped.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let first = text[at];
        at += 1;
        if first.is_ascii_whitespace() {
            continue;
        }
        if is_word(first) {
            while at < text.len() && is_word(text[at]) {
                at += 1;
            }
        } else if first == b'"' || first == b'\'' {
            while at < text.len() && text[at] != first && text[at] != b'\n' {
                at += if text[at] == b'\\' { 2 } else { 1 };
            }
            at = (at + 1).min(text.len());
        }
        tokens.push(start..at);
    }
    tokens
}
