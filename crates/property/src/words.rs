//! Words and punctuation, with their positions: what property files and automata are written in.

use source::{Diagnostic, FileId, SourceMap, Span};

/// A word or a single punctuation character; empty at the end of the text.
#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    at: usize,
}

impl Token<'_> {
    /// Whether it could be the name of a function or a state.
    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
    }
}

/// A text, read word by word.
pub(crate) struct Words<'a> {
    text: &'a str,
    at: usize,
    base: u32,
    /// What begins a comment that ends with its line.
    comments: &'static [&'static str],
}

impl<'a> Words<'a> {
    /// Reads a text from its beginning.
    pub(crate) fn new(map: &'a SourceMap, file: FileId, comments: &'static [&'static str]) -> Self {
        Self { text: map.text(file), at: 0, base: map.start(file), comments }
    }

    /// The next one.
    pub(crate) fn next(&mut self) -> Token<'a> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
        let length = match rest.find(|c| !is_word(c)) {
            Some(0) => rest.chars().next().map_or(0, char::len_utf8),
            Some(end) => end,
            None => rest.len(),
        };
        let token = Token { text: &rest[..length], at: self.at };
        self.at += length;
        token
    }

    /// The next one, which is read again.
    pub(crate) fn peek(&mut self) -> Token<'a> {
        let token = self.next();
        self.at = token.at;
        token
    }

    /// The next one, which must be this.
    pub(crate) fn expect(&mut self, word: &str) -> Result<Token<'a>, Diagnostic> {
        let token = self.next();
        if token.text == word { Ok(token) } else { Err(self.expected(token, &format!("`{word}`"))) }
    }

    /// The next one, which must be a name.
    pub(crate) fn name(&mut self, of: &str) -> Result<Token<'a>, Diagnostic> {
        let token = self.next();
        if token.is_name() { Ok(token) } else { Err(self.expected(token, &format!("the name of {of}"))) }
    }

    /// `name()`
    pub(crate) fn call(&mut self) -> Result<String, Diagnostic> {
        let name = self.name("a function")?;
        self.expect("(")?;
        self.expect(")")?;
        Ok(name.text.to_owned())
    }

    /// What is between quotation marks, on one line.
    pub(crate) fn quoted(&mut self) -> Result<&'a str, Diagnostic> {
        let open = self.expect("\"")?;
        let rest = &self.text[self.at..];
        match rest.find(['"', '\n']) {
            Some(end) if rest[end..].starts_with('"') => {
                self.at += end + 1;
                Ok(&rest[..end])
            }
            Some(_) | None => Err(self.error("E0520", open, "the closing quotation mark is missing")),
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !self.comments.iter().any(|begin| trimmed.starts_with(begin)) {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// Something else stands where this should.
    pub(crate) fn expected(&self, token: Token<'a>, what: &str) -> Diagnostic {
        let found = match token.text {
            "" => "the end of the file".to_owned(),
            text => format!("`{text}`"),
        };
        self.error("E0520", token, format!("expected {what}, found {found}"))
    }

    /// An error at a token.
    pub(crate) fn error(
        &self,
        code: &'static str,
        token: Token<'a>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, self.span(token), message)
    }

    /// Where a token is.
    pub(crate) fn span(&self, token: Token<'a>) -> Span {
        let lo = self.base + token.at as u32;
        Span::new(lo, lo + token.text.len() as u32)
    }
}
