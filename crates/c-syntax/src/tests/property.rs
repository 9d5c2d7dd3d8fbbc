//! Whatever the text, parsing ends without a panic, messages lie inside the file, and two runs agree.

use super::{corpus::PROGRAMS, parsed, rendered};
use crate::{dump_ast, dump_tokens};
use proptest::prelude::*;
use source::SourceMap;

const WORDS: &[&str] = &[
    "int",
    "T",
    "x",
    "typedef",
    "struct",
    "union",
    "enum",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "=",
    "+",
    "-",
    "?",
    ":",
    "...",
    ".",
    "->",
    "++",
    "1",
    "0x",
    "1.5f",
    "'a'",
    "\"s\"",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "default",
    "return",
    "goto",
    "&&",
    "sizeof",
    "_Alignof",
    "__attribute__",
    "((packed))",
    "typeof",
    "asm",
    "__extension__",
    "_Generic",
    "static",
    "const",
    "unsigned",
    "long",
    "_Static_assert",
    "__builtin_offsetof",
    "\n",
    "# 1 \"f\"\n",
    "#pragma pack(1)\n",
    "/*",
    "*/",
    "//",
    "\\\n",
    "\"",
    "'",
    "\\",
    "__label__",
    "_Alignas",
    "[[",
    "]]",
    "void",
    "_Pragma",
    "__builtin_va_arg",
    "\0",
    "ö",
    "typedef int T;",
    "void f(void) {",
    "int a[] = {",
    "[1 ... 2] =",
    ".x =",
];

/// Parses, dumps and checks what must hold of any text.
fn survive(text: &str) {
    let (first, map, names) = parsed(text);
    for diagnostic in &first.diagnostics {
        assert!(diagnostic.span.lo <= diagnostic.span.hi && diagnostic.span.hi as usize <= text.len());
        assert!(text.is_char_boundary(diagnostic.span.lo as usize), "{diagnostic:?}");
        assert!(text.is_char_boundary(diagnostic.span.hi as usize), "{diagnostic:?}");
    }
    for expr in &first.ast.exprs {
        assert!(expr.span.lo < expr.span.hi && expr.span.hi as usize <= text.len(), "{expr:?}");
    }
    for stmt in &first.ast.stmts {
        assert!(stmt.span.lo <= stmt.span.hi && stmt.span.hi as usize <= text.len(), "{stmt:?}");
    }
    let dump = dump_ast(&first.ast, &names, &map);
    let (second, map, names) = parsed(text);
    assert_eq!(dump, dump_ast(&second.ast, &names, &map));
    assert_eq!(rendered(&first.diagnostics, &map), rendered(&second.diagnostics, &map));
    let mut map = SourceMap::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    dump_tokens(&map, file);
}

/// A program of the corpus with some pieces replaced, removed or doubled.
fn mutated() -> impl Strategy<Value = String> {
    let edits =
        prop::collection::vec((any::<prop::sample::Index>(), 0_usize..8, prop::sample::select(WORDS)), 1..6);
    (prop::sample::select(PROGRAMS), edits).prop_map(|(program, edits)| {
        let mut characters: Vec<char> = program.chars().collect();
        for (position, length, word) in edits {
            let start = position.index(characters.len() + 1);
            let end = (start + length).min(characters.len());
            characters.splice(start..end, word.chars());
        }
        characters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        survive(&words.join(" "));
        survive(&words.concat());
    }

    #[test]
    fn mutated_programs(text in mutated()) {
        survive(&text);
    }

    #[test]
    fn any_text(text in any::<String>()) {
        survive(&text);
    }
}
