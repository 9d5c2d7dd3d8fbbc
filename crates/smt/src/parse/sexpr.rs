//! S-expressions of SMT-LIB: tokens and lists in one arena, read without recursion. Back ends read the answers of
//! solvers with it.

use super::ParseError;
use std::ops::Range;
use stdx::IndexVec;

stdx::define_index! {
    /// An expression of a text.
    pub struct ExprId = "e";
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Expr<'t> {
    /// A number, symbol, keyword or literal as written.
    Atom(&'t str),
    /// A symbol in bars, without them.
    Quoted(&'t str),
    /// A string.
    Text,
    /// A list.
    List(Vec<ExprId>),
}

/// All expressions of a text, with their places.
pub struct Exprs<'t> {
    text: &'t str,
    pub(crate) all: IndexVec<ExprId, (Range<usize>, Expr<'t>)>,
    /// The expressions that are in no list.
    pub roots: Vec<ExprId>,
}

impl<'t> Exprs<'t> {
    /// What an expression is.
    pub fn get(&self, id: ExprId) -> &Expr<'t> {
        &self.all[id].1
    }

    /// An expression as written.
    pub fn text(&self, id: ExprId) -> &'t str {
        &self.text[self.all[id].0.clone()]
    }

    /// The items of a list.
    pub fn list(&self, id: ExprId) -> Option<&[ExprId]> {
        if let Expr::List(items) = &self.all[id].1 { Some(items) } else { None }
    }

    /// A symbol, number or other word, without bars.
    pub fn word(&self, id: ExprId) -> Option<&'t str> {
        match self.all[id].1 {
            Expr::Atom(text) | Expr::Quoted(text) => Some(text),
            Expr::Text | Expr::List(_) => None,
        }
    }
}

/// Reads all expressions of a text.
pub fn read(text: &str) -> Result<Exprs<'_>, ParseError> {
    let mut exprs = Exprs { text, all: IndexVec::default(), roots: Vec::new() };
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
                (start..at, Expr::List(items))
            }
            b'|' => (token, Expr::Quoted(&word[1..word.len() - 1])),
            b'"' => (token, Expr::Text),
            _ => (token, Expr::Atom(word)),
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
