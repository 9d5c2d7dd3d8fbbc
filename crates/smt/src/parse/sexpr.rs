//! S-expressions of SMT-LIB: tokens and lists in one arena, read without recursion.

use super::ParseError;
use std::ops::Range;
use stdx::IndexVec;

stdx::define_index! {
    /// An expression of a text.
    pub(crate) struct ExprId = "e";
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum Expr<'t> {
    /// A number, symbol, keyword or literal as written.
    Atom(&'t str),
    /// A symbol in bars, without them.
    Quoted(&'t str),
    /// A string.
    Text,
    /// A list.
    List(Vec<ExprId>),
}

/// All expressions of a text, with the places where they begin.
#[derive(Default)]
pub(crate) struct Exprs<'t> {
    pub(crate) all: IndexVec<ExprId, (usize, Expr<'t>)>,
    pub(crate) roots: Vec<ExprId>,
}

pub(crate) fn read(text: &str) -> Result<Exprs<'_>, ParseError> {
    let mut exprs = Exprs::default();
    let mut open: Vec<(usize, Vec<ExprId>)> = Vec::new();
    let mut at = 0;
    while let Some(token) = next_token(text, at)? {
        at = token.end;
        let word = &text[token.clone()];
        let expr = match word.as_bytes()[0] {
            b'(' => {
                open.push((token.start, Vec::new()));
                continue;
            }
            b')' => {
                let Some((start, items)) = open.pop() else {
                    return Err(ParseError::new(token.start, "a parenthesis that closes nothing"));
                };
                (start, Expr::List(items))
            }
            b'|' => (token.start, Expr::Quoted(&word[1..word.len() - 1])),
            b'"' => (token.start, Expr::Text),
            _ => (token.start, Expr::Atom(word)),
        };
        let id = exprs.all.push(expr);
        match open.last_mut() {
            Some((_, items)) => items.push(id),
            None => exprs.roots.push(id),
        }
    }
    match open.last() {
        Some(&(start, _)) => Err(ParseError::new(start, "a parenthesis that is not closed")),
        None => Ok(exprs),
    }
}

/// The place of the next token.
fn next_token(text: &str, mut at: usize) -> Result<Option<Range<usize>>, ParseError> {
    let bytes = text.as_bytes();
    let first = loop {
        match bytes.get(at) {
            None => return Ok(None),
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b';') => at = text[at..].find('\n').map_or(bytes.len(), |end| at + end),
            Some(&first) => break first,
        }
    };
    let rest = &bytes[at + 1..];
    let length = match first {
        b'(' | b')' => 1,
        b'|' => match rest.iter().position(|&byte| byte == b'|') {
            Some(end) => end + 2,
            None => return Err(ParseError::new(at, "a bar that is not closed")),
        },
        b'"' => string_length(rest).ok_or_else(|| ParseError::new(at, "a string that is not closed"))?,
        0x21..=0x7e => {
            let is_end =
                |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b';' | b'"' | b'|');
            rest.iter().position(is_end).map_or(rest.len() + 1, |end| end + 1)
        }
        _ => return Err(ParseError::new(at, "a character that begins no token")),
    };
    Ok(Some(at..at + length))
}

/// The length of a string after its first quote; two quotes inside are one.
fn string_length(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += rest.get(at..)?.iter().position(|&byte| byte == b'"')?;
        if rest.get(at + 1) != Some(&b'"') {
            return Some(at + 2);
        }
        at += 2;
    }
}
